package palette

import (
	"image/color"
	"slices"
	"strconv"

	"github.com/thicket-sim/thicket/render/draw"
	"github.com/thicket-sim/thicket/systems"
	"github.com/thicket-sim/thicket/systems/arena"
)

// MarkKey is the state key that makes a body stand out where it is true.
const MarkKey = "it"

// Palette colours teams, classes and values that have no colour of their own.
var Palette = [...]color.RGBA{
	{0x6f, 0xb1, 0xff, 0xff}, {0xf0, 0x40, 0x80, 0xff}, {0xf0, 0xf0, 0xd8, 0xff}, {0x90, 0xa0, 0x40, 0xff},
	{0x90, 0x40, 0xff, 0xff}, {0x90, 0xf0, 0x80, 0xff}, {0xc0, 0x40, 0xb0, 0xff}, {0x30, 0xf0, 0xff, 0xff},
}

// itemPalette colours kinds of items, which are diamonds: every eye tells them
// apart from each other.
var itemPalette = [...]color.RGBA{{0xe8, 0xc5, 0x6a, 0xff}, {0xd9, 0x8c, 0x8c, 0xff}, {0xc9, 0xb8, 0xe8, 0xff}, {0x48, 0x60, 0xd8, 0xff}}

// MarkColor is that of who is it.
var MarkColor = color.RGBA{0xff, 0xb4, 0x2e, 0xff}

// By says what bodies are coloured by.
type By struct {
	Class bool   // by class, also those who have a team
	State string // by the value of this state key; empty: by team or class
}

// Look tells bodies apart by colour. A player without a team has the zero
// colour. A Look belongs to one goroutine.
type Look struct {
	setup  *systems.Setup
	by     By
	team   map[string]color.RGBA // by id
	class  map[string]color.RGBA // by id
	values []string              // of the state key, in the order in which they were seen
	item   map[string]color.RGBA // by kind
	arena  *arena.Config         // or nil
}

// New is how a scene looks at first: bodies by team, else by class.
func New(s *systems.Setup) *Look {
	l := &Look{setup: s, team: map[string]color.RGBA{}, class: map[string]color.RGBA{}}
	for i, t := range s.Teams {
		c, ok := parseColor(t.Color)
		if !ok {
			c = Palette[i%len(Palette)]
		}
		l.team[t.ID] = c
	}
	for i, c := range s.Classes {
		l.class[c.ID] = Palette[i%len(Palette)]
	}
	return l
}

// With adds what an arena puts on the field: obstacles and items.
func (l *Look) With(c *arena.Config) *Look {
	l.arena, l.item = c, map[string]color.RGBA{}
	for i, k := range c.Kinds {
		l.item[k.ID] = itemPalette[i%len(itemPalette)]
	}
	return l
}

// Obstacles are those of the arena.
func (l *Look) Obstacles() []arena.Obstacle {
	if l.arena == nil {
		return nil
	}
	return l.arena.Obstacles
}

// parseColor reads #rrggbb.
func parseColor(s string) (color.RGBA, bool) {
	if len(s) != 7 || s[0] != '#' {
		return color.RGBA{}, false
	}
	v, err := strconv.ParseUint(s[1:], 16, 32)
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}, err == nil
}

// By is what bodies are coloured by.
func (l *Look) By() By { return l.by }

// ColorBy changes what bodies are coloured by.
func (l *Look) ColorBy(by By) { l.by, l.values = by, nil }

// Ways are the ways to colour the bodies of the scene, the first one first.
func (l *Look) Ways() []By {
	ways := []By{{}}
	if len(l.setup.Teams) > 0 {
		ways = append(ways, By{Class: true})
	}
	for _, key := range l.setup.Registry.KeyNames() {
		ways = append(ways, By{State: key})
	}
	return ways
}

// String says what bodies are coloured by, in a word or two.
func (by By) String() string {
	switch {
	case by.State != "":
		return "state " + by.State
	case by.Class:
		return "class"
	}
	return "team"
}

// Color is the colour of a body.
func (l *Look) Color(v *systems.BodyView) color.RGBA {
	switch {
	case l.by.State != "":
		return l.valueColor(v)
	case v.Team != "" && !l.by.Class:
		return l.team[v.Team]
	}
	return l.class[v.Class]
}

// Item is the colour of a kind of items.
func (l *Look) Item(kind string) color.RGBA { return l.item[kind] }

// Class is the colour of a class that is told apart by class.
func (l *Look) Class(id string) color.RGBA { return l.class[id] }

// Team is the colour of a team.
func (l *Look) Team(id string) color.RGBA { return l.team[id] }

// valueColor is the colour of what the state key is; bodies without it have
// that of no team.
func (l *Look) valueColor(v *systems.BodyView) color.RGBA {
	i := slices.IndexFunc(v.State, func(s systems.StateView) bool { return s.Key == l.by.State })
	if i < 0 {
		return color.RGBA{0x9a, 0xa8, 0xbd, 0xff}
	}
	text := v.State[i].Value.String()
	at := slices.Index(l.values, text)
	if at < 0 {
		if len(l.values) >= len(Palette) {
			return Palette[len(Palette)-1]
		}
		at = len(l.values)
		l.values = append(l.values, text)
	}
	return Palette[at]
}

// Marked reports whether a body is it.
func Marked(v *systems.BodyView) bool {
	for i := range v.State {
		if v.State[i].Key == MarkKey {
			return v.State[i].Value.Bool()
		}
	}
	return false
}

// Legend explains what may be seen: teams, classes without one, or values of
// the state key; who is it, humans where some join, and places.
func (l *Look) Legend(humans bool) draw.Legend {
	var lg draw.Legend
	add := func(c color.RGBA, text string, shape draw.Shape) {
		lg.Entries = append(lg.Entries, draw.LegendEntry{Color: c, Text: text, Shape: shape})
	}
	s := l.setup
	switch {
	case l.by.State != "":
		for i, v := range l.values {
			add(Palette[i], l.by.State+" "+v, draw.ShapeBot)
		}
	default:
		for _, t := range s.Teams {
			if !l.by.Class {
				add(l.team[t.ID], t.ID, draw.ShapeBot)
			}
		}
		for _, c := range s.Classes {
			if l.by.Class || c.Team == systems.NoTeam && s.BotTeam == systems.NoTeam {
				add(l.class[c.ID], c.Name, draw.ShapeBot)
			}
		}
	}
	if slices.Contains(s.Registry.KeyNames(), MarkKey) {
		add(MarkColor, "it", draw.ShapeMarked)
	}
	if humans {
		add(color.RGBA{}, "human", draw.ShapeHuman)
	}
	if l.arena != nil {
		for _, k := range l.arena.Kinds {
			add(l.item[k.ID], k.ID, draw.ShapeItem)
		}
	}
	if len(s.Places) > 0 {
		add(color.RGBA{}, "place", draw.ShapePlace)
	}
	return lg
}

// Field is the part of the scene that stays.
func (l *Look) Field() draw.Field {
	s := l.setup
	f := draw.Field{Width: s.Width, Height: s.Height, Title: s.Name}
	for _, place := range s.Places {
		d := draw.Place{Name: place.ID, X: place.X, Y: place.Y, Radius: place.Radius}
		if place.Team != systems.NoTeam {
			d.Color = l.team[s.Teams[place.Team].ID]
		}
		f.Places = append(f.Places, d)
	}
	if l.arena != nil {
		for _, o := range l.arena.Obstacles {
			f.Obstacles = append(f.Obstacles, draw.Obstacle{Points: o.Points, X: o.X, Y: o.Y, Radius: o.Radius})
		}
	}
	return f
}

// Bodies appends the bots and then the players of a snapshot. Players have
// their names as labels; bots are too many to be named.
func (l *Look) Bodies(to []draw.Body, s *systems.Snapshot) []draw.Body {
	var last *systems.BodyView // whose colour the next one often has
	var hue color.RGBA
	for _, list := range [][]systems.BodyView{s.Bots, s.Players} {
		for i := range list {
			v := &list[i]
			if last == nil || l.by.State != "" || v.Team != last.Team || v.Class != last.Class {
				last, hue = v, l.Color(v)
			}
			b := draw.Body{
				ID: uint32(v.ID), X: v.X, Y: v.Y, HX: v.HX, HY: v.HY,
				Color: hue, Marked: Marked(v), Human: v.Class == "",
				Hurt: 1 - v.Health, Dead: v.Dead, Laden: v.Cargo > 0, Speech: v.Speech,
			}
			if b.Human {
				b.Label = v.Name
			}
			to = append(to, b)
		}
	}
	return to
}

// Items appends what lies on the field.
func (l *Look) Items(to []draw.Item, s *systems.Snapshot) []draw.Item {
	for _, it := range s.Items {
		to = append(to, draw.Item{X: it.X, Y: it.Y, Color: l.item[it.Kind]})
	}
	return to
}
