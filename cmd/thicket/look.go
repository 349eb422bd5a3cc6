package main

import (
	"image/color"
	"slices"
	"strconv"

	"github.com/thicket-sim/thicket/render/draw"
	"github.com/thicket-sim/thicket/scenes"
	"github.com/thicket-sim/thicket/systems"
)

// palette colours teams and classes that have no colour of their own. It stays
// clear of the warm colour of who is it.
var palette = [...]color.RGBA{
	{0x6f, 0xb1, 0xff, 0xff}, {0x7b, 0xd8, 0x8f, 0xff}, {0xff, 0x7a, 0xb2, 0xff}, {0xb7, 0x9c, 0xff, 0xff},
	{0x4d, 0xd0, 0xc4, 0xff}, {0xff, 0x6b, 0x6b, 0xff}, {0xc5, 0xd8, 0x6d, 0xff}, {0x9a, 0xa8, 0xbd, 0xff},
}

// itemPalette colours kinds of items.
var itemPalette = [...]color.RGBA{{0xe8, 0xc5, 0x6a, 0xff}, {0x8f, 0xcf, 0x6a, 0xff}, {0xd9, 0x8c, 0x8c, 0xff}, {0xc9, 0xb8, 0xe8, 0xff}}

// markColor is that of who is it.
var markColor = color.RGBA{0xff, 0xb4, 0x2e, 0xff}

// look tells bodies apart by colour: by team where they have one, else by
// class. A player without a team has the zero colour.
type look struct {
	setup *systems.Setup
	team  map[string]color.RGBA // by id
	class map[string]color.RGBA // by id
	item  map[string]color.RGBA // by kind
	kinds []string              // of items
}

func newLook(s *scenes.Scene) *look {
	l := &look{setup: &s.Setup, team: map[string]color.RGBA{}, class: map[string]color.RGBA{}, item: map[string]color.RGBA{}}
	for i, t := range s.Setup.Teams {
		c, ok := parseColor(t.Color)
		if !ok {
			c = palette[i%len(palette)]
		}
		l.team[t.ID] = c
	}
	for i, c := range s.Setup.Classes {
		l.class[c.ID] = palette[i%len(palette)]
	}
	for i, k := range s.Arena.Kinds {
		l.item[k.ID] = itemPalette[i%len(itemPalette)]
		l.kinds = append(l.kinds, k.ID)
	}
	return l
}

// parseColor reads #rrggbb.
func parseColor(s string) (color.RGBA, bool) {
	if len(s) != 7 || s[0] != '#' {
		return color.RGBA{}, false
	}
	v, err := strconv.ParseUint(s[1:], 16, 32)
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}, err == nil
}

func (l *look) color(v *systems.BodyView) color.RGBA {
	if v.Team != "" {
		return l.team[v.Team]
	}
	return l.class[v.Class]
}

// marked reports whether a body is it.
func marked(v *systems.BodyView) bool {
	for i := range v.State {
		if v.State[i].Key == markKey {
			return v.State[i].Value.Bool()
		}
	}
	return false
}

// legend explains what may be seen: teams, classes without one, who is it,
// humans where some join, and places.
func (l *look) legend(humans bool) draw.Legend {
	var lg draw.Legend
	add := func(c color.RGBA, text string, shape draw.Shape) {
		lg.Entries = append(lg.Entries, draw.LegendEntry{Color: c, Text: text, Shape: shape})
	}
	s := l.setup
	for _, t := range s.Teams {
		add(l.team[t.ID], t.ID, draw.ShapeBot)
	}
	for _, c := range s.Classes {
		if c.Team == systems.NoTeam && s.BotTeam == systems.NoTeam {
			add(l.class[c.ID], c.Name, draw.ShapeBot)
		}
	}
	if slices.Contains(s.Registry.KeyNames(), markKey) {
		add(markColor, "it", draw.ShapeMarked)
	}
	if humans {
		add(color.RGBA{}, "human", draw.ShapeHuman)
	}
	for _, kind := range l.kinds {
		add(l.item[kind], kind, draw.ShapeItem)
	}
	if len(s.Places) > 0 {
		add(color.RGBA{}, "place", draw.ShapePlace)
	}
	return lg
}
