package fieldmap

import (
	"image/color"
	"unicode"

	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/insight/palette"
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
	glyphs := map[draw.Shape]rune{
		draw.ShapeMarked: markGlyph, draw.ShapeSigned: signGlyph, draw.ShapeHuman: playerGlyph, draw.ShapePlace: placeGlyph,
		draw.ShapeItem: itemGlyph,
	}
	var key []KeyEntry
	house := false
	for _, e := range c.Legend(humans).Entries {
		if e.Shape == draw.ShapeBot {
			key = append(key, KeyEntry{m.botSign(&e), e.Color, e.Text})
		} else if !e.Shape.IsBuilding() {
			key = append(key, KeyEntry{glyphs[e.Shape], e.Color, e.Text})
		} else if !house { // they all look the same
			house = true
			key = append(key, KeyEntry{houseGlyph, color.RGBA{}, "building"})
		}
	}
	return key
}

// botSign returns how the bots of an entry of the legend look.
func (m *Map) botSign(e *draw.LegendEntry) rune {
	switch {
	case m.Crowded():
		return shades[2]
	case (e.Still || m.style.ASCII && e.Glyph > 0) && int(e.Glyph) < len(stillGlyphs):
		return stillGlyphs[e.Glyph]
	case int(e.Glyph) < len(arrows):
		return arrows[e.Glyph][0]
	}
	return unicode.ToUpper([]rune(e.Text + "?")[0])
}
