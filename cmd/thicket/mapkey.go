package main

import (
	"image/color"

	"github.com/thicket-sim/thicket/render/draw"
)

// keyEntry explains one sign of a map.
type keyEntry struct {
	glyph rune
	color color.RGBA
	text  string
}

// mapKey explains the signs of a map as the legend of a picture does.
func mapKey(p *play, crowded bool) []keyEntry {
	bot := arrows[0]
	if crowded {
		bot = shades[2]
	}
	glyphs := map[draw.Shape]rune{
		draw.ShapeBot: bot, draw.ShapeMarked: markGlyph, draw.ShapeHuman: playerGlyph, draw.ShapePlace: placeGlyph,
		draw.ShapeItem: itemGlyph,
	}
	var key []keyEntry
	for _, e := range p.colors.Legend(len(p.snap.Players) > 0).Entries {
		key = append(key, keyEntry{glyphs[e.Shape], e.Color, e.Text})
	}
	return key
}
