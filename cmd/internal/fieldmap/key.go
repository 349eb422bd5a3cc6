package fieldmap

import (
	"image/color"

	"github.com/thicket-sim/thicket/internal/palette"
	"github.com/thicket-sim/thicket/render/draw"
)

// KeyEntry explains one sign of a map.
type KeyEntry struct {
	Glyph rune
	Color color.RGBA
	Text  string
}

// Key explains the signs of the map as the legend of a picture does; humans says
// whether some are on it.
func (m *Map) Key(c *palette.Colors, humans bool) []KeyEntry {
	bot := arrows[0]
	if m.Crowded() {
		bot = shades[2]
	}
	glyphs := map[draw.Shape]rune{
		draw.ShapeBot: bot, draw.ShapeMarked: markGlyph, draw.ShapeHuman: playerGlyph, draw.ShapePlace: placeGlyph,
		draw.ShapeItem: itemGlyph,
	}
	var key []KeyEntry
	house := false
	for _, e := range c.Legend(humans).Entries {
		if !e.Shape.IsBuilding() {
			key = append(key, KeyEntry{glyphs[e.Shape], e.Color, e.Text})
		} else if !house { // they all look the same
			house = true
			key = append(key, KeyEntry{houseGlyph, color.RGBA{}, "building"})
		}
	}
	return key
}
