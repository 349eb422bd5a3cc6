package palette

import (
	"image/color"
	"slices"
	"strconv"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// Palette has the colours of teams, classes and values to which the scene gives none.
var Palette = [...]color.RGBA{
	{0x6f, 0xb1, 0xff, 0xff}, {0xf0, 0x40, 0x80, 0xff}, {0xf0, 0xf0, 0xd8, 0xff}, {0x90, 0xa0, 0x40, 0xff},
	{0x90, 0x40, 0xff, 0xff}, {0x90, 0xf0, 0x80, 0xff}, {0xc0, 0x40, 0xb0, 0xff}, {0x30, 0xf0, 0xff, 0xff},
}

// itemPalette has the colours of kinds of items, which people with any kind of colour
// blindness can tell apart. From bodies they differ by shape: items are diamonds.
var itemPalette = [...]color.RGBA{{0xe8, 0xc5, 0x6a, 0xff}, {0xd9, 0x8c, 0x8c, 0xff}, {0xc9, 0xb8, 0xe8, 0xff}, {0x48, 0x60, 0xd8, 0xff}}

// MarkColor marks bodies that stand out by the mark of the scene.
var MarkColor = color.RGBA{0xff, 0xb4, 0x2e, 0xff}

// By is a way to colour bodies.
type By struct {
	Class bool   // by class, even where bodies have a team
	State string // by the value of this state key; empty: by team or class
}

// Colors gives bodies, items and the field of a scene their colours. A player without
// a team has the zero colour. It is not for concurrent use.
type Colors struct {
	setup  *systems.Setup
	arena  *arena.Config
	mark   string // the state key of bodies that stand out
	signs  []scenes.Sign
	by     By
	team   map[string]color.RGBA // by id
	class  map[string]color.RGBA // by id
	nth    map[string]int        // of the classes of a team, by id
	values []value               // of the state key, in the order of their first appearance
	item   map[string]color.RGBA // by kind
	title  map[string]string     // of classes, by id
	radius map[string]float32    // metres, by class
	glyph  map[string]draw.Glyph // by class
	seen   map[string]bool       // classes for the legend, by id
	heads  map[string]bool       // classes of which some have headed somewhere, by id
	stand  int                   // how many of the bodies of the last snapshot are buildings
	built  []built               // of buildings that are there, or were, in the order of their first appearance
}

// value holds a value of the state key, with what it looks like: in the legend and on
// the field.
type value struct {
	text   string
	color  color.RGBA
	marked bool // its bodies are those that stand out
	kind   valueKind
}

type valueKind uint8

const (
	knownValue valueKind = iota
	noValue              // of bodies without the key
	otherValue           // of those for which there is no colour any more
)

// Colors of bodies without the state key, and of values for which the palette has none.
var (
	keyless = color.RGBA{0x9a, 0xa8, 0xbd, 0xff}
	further = color.RGBA{0x6e, 0x6e, 0x6e, 0xff}
)

// built is a class of buildings in the legend.
type built struct {
	class string
	shape draw.Shape
	team  color.RGBA
}

// shapes holds the shapes of kinds of buildings, by what games call them.
var shapes = map[string]draw.Shape{
	"egg": draw.ShapeSpawn, "telenode": draw.ShapeSpawn, "overmind": draw.ShapeCore, "reactor": draw.ShapeCore,
	"acidtube": draw.ShapeGun, "mgturret": draw.ShapeGun, "hive": draw.ShapeCannon, "rocketpod": draw.ShapeCannon,
	"spiker": draw.ShapeSpikes, "trapper": draw.ShapeTrap, "armoury": draw.ShapeShop,
	"booster": draw.ShapeHealer, "medistat": draw.ShapeHealer, "leech": draw.ShapeMine, "drill": draw.ShapeMine, "barricade": draw.ShapeWall,
}

// ShapeOf returns the shape of a kind of buildings; that of bots for an empty kind.
func ShapeOf(kind string) draw.Shape {
	if kind == "" {
		return draw.ShapeBot
	}
	if s, ok := shapes[kind]; ok {
		return s
	}
	return draw.ShapeBuilding
}

// New makes the colours of a scene. Bodies are coloured by team, or by class where
// they have none, until ColorBy says otherwise.
func New(scene *scenes.Scene) *Colors {
	s := &scene.Setup
	c := &Colors{
		setup: s, arena: &scene.Arena, mark: scene.Mark.Key, signs: scene.Signs,
		team: map[string]color.RGBA{}, class: map[string]color.RGBA{}, item: map[string]color.RGBA{},
		nth: map[string]int{}, title: map[string]string{}, glyph: map[string]draw.Glyph{}, radius: map[string]float32{}, seen: map[string]bool{}, heads: map[string]bool{},
	}
	for i, t := range s.Teams {
		own, ok := parseColor(t.Color)
		if !ok {
			own = Palette[i%len(Palette)]
		}
		c.team[t.ID] = own
	}
	several, all := map[int]int{}, map[int]int{} // classes of a team that walk, and all
	for i, class := range s.Classes {
		team := s.TeamOf(&s.Classes[i])
		if team != systems.NoTeam {
			c.nth[class.ID] = all[team]
			all[team]++
		}
		if i >= len(c.arena.Forms) || !c.arena.Forms[i].Fixed {
			c.glyph[class.ID] = draw.Glyph(several[team] % draw.Glyphs)
			several[team]++
		}
		c.class[class.ID], c.title[class.ID] = Palette[i%len(Palette)], class.Name
		c.seen[class.ID] = c.arena.Game == "" // where classes are what bots stay
		if i >= len(c.arena.Forms) {
			continue
		}
		f := &c.arena.Forms[i]
		if c.radius[class.ID] = f.Radius; f.Fixed && class.Count > 0 {
			c.build(class.ID, class.ID, c.hueOf(&s.Classes[i]))
		}
	}
	for i, k := range c.arena.Kinds {
		c.item[k.ID] = itemPalette[i%len(itemPalette)]
	}
	return c
}

// hueOf returns the colour of bodies of a class, by team or by class where they have none.
func (c *Colors) hueOf(class *systems.Class) color.RGBA {
	if team := c.setup.TeamOf(class); team != systems.NoTeam {
		return c.team[c.setup.Teams[team].ID]
	}
	return c.class[class.ID]
}

// build adds a class of buildings of a kind to the legend.
func (c *Colors) build(class, kind string, hue color.RGBA) {
	if !slices.ContainsFunc(c.built, func(b built) bool { return b.class == class }) {
		c.built = append(c.built, built{class, ShapeOf(kind), hue})
	}
}

// Obstacles returns the obstacles of the arena.
func (c *Colors) Obstacles() []arena.Obstacle { return c.arena.Obstacles }

// parseColor reads #rrggbb.
func parseColor(s string) (color.RGBA, bool) {
	if len(s) != 7 || s[0] != '#' {
		return color.RGBA{}, false
	}
	v, err := strconv.ParseUint(s[1:], 16, 32)
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}, err == nil
}

// By returns the way in which bodies are coloured.
func (c *Colors) By() By { return c.by }

// ColorBy changes what bodies are coloured by.
func (c *Colors) ColorBy(by By) { c.by, c.values = by, nil }

// Ways lists the ways to colour the bodies of the scene; the first is that of New.
func (c *Colors) Ways() []By {
	ways := []By{{}}
	if len(c.setup.Teams) > 0 {
		ways = append(ways, By{Class: true})
	}
	for _, key := range host.SymbolsOf(c.setup.Registry).KeyNames() {
		ways = append(ways, By{State: key})
	}
	return ways
}

// String returns the way in a word or two, such as "state it".
func (by By) String() string {
	switch {
	case by.State != "":
		return "state " + by.State
	case by.Class:
		return "class"
	}
	return "team"
}

// Color returns the colour of a body.
func (c *Colors) Color(v *session.BodyView) color.RGBA {
	switch {
	case c.by.State != "":
		return c.valueColor(v)
	case v.Team != "" && !c.by.Class:
		return c.team[v.Team]
	}
	return c.class[formOf(v)]
}

// formOf returns the class that a body is now.
func formOf(v *session.BodyView) string {
	if v.Form != "" {
		return v.Form
	}
	return v.Class
}

// Item returns the colour of a kind of items.
func (c *Colors) Item(kind string) color.RGBA { return c.item[kind] }

// Glyph returns the glyph of a class: those of a team that walk have glyphs of their own, as
// far as there are so many.
func (c *Colors) Glyph(class string) draw.Glyph { return c.glyph[class] }

// Class returns the colour of a class.
func (c *Colors) Class(id string) color.RGBA { return c.class[id] }

// Line returns the colour that bodies of a class have on the field, and how many classes before it
// have the same one: their lines in a chart are to be told apart otherwise. While bodies are
// coloured by state it is as by team.
func (c *Colors) Line(class string) (hue color.RGBA, nth int) {
	for i := range c.setup.Classes {
		if k := &c.setup.Classes[i]; k.ID == class && !c.by.Class {
			return c.hueOf(k), c.nth[class]
		}
	}
	return c.class[class], 0
}

// Team returns the colour of a team.
func (c *Colors) Team(id string) color.RGBA { return c.team[id] }

// valueColor returns the colour of a body's value of the state key. Those that make a body stand
// out have the colour of such bodies.
func (c *Colors) valueColor(v *session.BodyView) color.RGBA {
	i := slices.IndexFunc(v.State, func(s session.StateView) bool { return s.Key == c.by.State })
	if i < 0 {
		return c.value(value{color: keyless, kind: noValue})
	}
	k := value{text: v.State[i].Value.String()}
	switch marks := c.by.State == c.mark && c.Marked(v); {
	case marks:
		k.color, k.marked = MarkColor, true
	case slices.ContainsFunc(c.values, func(old value) bool { return old.kind == knownValue && old.text == k.text }):
	default:
		known := 0
		for _, old := range c.values {
			if old.kind == knownValue && !old.marked {
				known++
			}
		}
		if k.color = further; known == len(Palette) {
			k.kind, k.text = otherValue, ""
		} else {
			k.color = Palette[known]
		}
	}
	return c.value(k)
}

// value returns the colour of a value in the legend, where it comes to unless it is there.
func (c *Colors) value(k value) color.RGBA {
	at := slices.IndexFunc(c.values, func(old value) bool { return old.kind == k.kind && old.text == k.text })
	if at < 0 {
		at = len(c.values)
		c.values = append(c.values, k)
	}
	return c.values[at].color
}

// hued reports whether marked bodies show the value that bodies are coloured by, so that only
// their halo has the colour of the mark.
func (c *Colors) hued() bool { return c.by.State != "" && c.by.State != c.mark }

// Marked reports whether a body stands out by the mark of the scene.
func (c *Colors) Marked(v *session.BodyView) bool {
	for i := range v.State { // which is short, and a crowd has many: v.Get costs several times as much
		if s := &v.State[i]; s.Key == c.mark {
			return s.Value.Bool()
		}
	}
	return false
}

// SignColor returns the colour of the sign of a number, from 1, that bodies bear.
func SignColor(n int) color.RGBA { return Palette[len(Palette)-n] }

// Sign returns the colour of the ring around a body, without alpha where it has none.
func (c *Colors) Sign(v *session.BodyView) (hue color.RGBA) {
	if n := scenes.SignOf(c.signs, v); n > 0 {
		hue = SignColor(n)
	}
	return hue
}

// Legend explains the colours and shapes of a picture: teams and classes without
// one, or values of the state key; then marked bodies, humans where some take part,
// items and places.
func (c *Colors) Legend(humans bool) draw.Legend {
	var lg draw.Legend
	add := func(hue color.RGBA, text string, shape draw.Shape) {
		lg.Entries = append(lg.Entries, draw.LegendEntry{Color: hue, Text: text, Shape: shape})
	}
	s := c.setup
	switch {
	case c.by.State != "":
		all := slices.Clone(c.values)
		slices.SortStableFunc(all, func(a, b value) int { return int(a.kind) - int(b.kind) })
		for _, v := range all {
			text, shape := c.by.State+" "+v.text, draw.ShapeBot
			switch {
			case v.marked:
				shape = draw.ShapeMarked
			case v.kind == noValue:
				text = "no " + c.by.State
			case v.kind == otherValue:
				text = "other " + c.by.State
			}
			add(v.color, text, shape)
		}
	default:
		for i, t := range s.Teams {
			classes := c.walkers(i)
			switch {
			case c.by.Class:
			case len(classes) < 2 || len(classes) > draw.Glyphs:
				add(c.team[t.ID], t.Title(), draw.ShapeBot)
			default:
				for _, class := range classes {
					lg.Entries = append(lg.Entries, draw.LegendEntry{Color: c.team[t.ID], Text: class.Name, Glyph: c.glyph[class.ID], Still: c.still(class.ID)})
				}
			}
		}
		for i, class := range s.Classes {
			if c.seen[class.ID] && (c.by.Class || s.TeamOf(&s.Classes[i]) == systems.NoTeam) {
				lg.Entries = append(lg.Entries, draw.LegendEntry{Color: c.class[class.ID], Text: class.Name, Glyph: c.glyph[class.ID], Still: c.still(class.ID)})
			}
		}
	}
	if slices.Contains(host.SymbolsOf(s.Registry).KeyNames(), c.mark) && c.by.State != c.mark {
		hue := MarkColor
		if c.hued() {
			hue = color.RGBA{}
		}
		lg.Entries = append(lg.Entries, draw.LegendEntry{Color: hue, Text: c.mark, Shape: draw.ShapeMarked, Hued: c.hued()})
	}
	for i := range c.signs {
		add(SignColor(i+1), c.signs[i].Title, draw.ShapeSigned)
	}
	for _, b := range c.built {
		hue := b.team
		switch {
		case c.by.State != "":
			hue = color.RGBA{}
		case c.by.Class:
			hue = c.class[b.class]
		}
		add(hue, c.title[b.class], b.shape)
	}
	if humans {
		add(color.RGBA{}, "human", draw.ShapeHuman)
	}
	for _, k := range c.arena.Kinds {
		add(c.item[k.ID], k.ID, draw.ShapeItem)
	}
	if len(s.Places) > 0 {
		add(color.RGBA{}, "place", draw.ShapePlace)
	}
	return lg
}

// still reports whether none of a class has headed anywhere yet, while others have.
func (c *Colors) still(class string) bool { return len(c.heads) > 0 && !c.heads[class] }

// walkers returns the classes of a team that are there and walk.
func (c *Colors) walkers(team int) (all []*systems.Class) {
	for i := range c.setup.Classes {
		class := &c.setup.Classes[i]
		fixed := i < len(c.arena.Forms) && c.arena.Forms[i].Fixed
		if c.setup.TeamOf(class) == team && c.seen[class.ID] && !fixed {
			all = append(all, class)
		}
	}
	return all
}

// Field returns the fixed part of the scene: size, title, places, paths and obstacles.
func (c *Colors) Field() draw.Field {
	s := c.setup
	f := draw.Field{X: s.X, Y: s.Y, Width: s.Width, Height: s.Height, Title: s.Name}
	for _, place := range s.Places {
		d := draw.Place{Name: place.ID, X: place.X, Y: place.Y, Radius: place.Radius}
		if place.Team != systems.NoTeam {
			d.Color = c.team[s.Teams[place.Team].ID]
		}
		f.Places = append(f.Places, d)
	}
	for _, p := range s.Paths {
		points := p.Points
		if p.Closed {
			points = append(slices.Clone(points), points[0])
		}
		f.Paths = append(f.Paths, draw.Path{Points: points})
	}
	for _, o := range c.arena.Obstacles {
		f.Obstacles = append(f.Obstacles, draw.Obstacle{Points: o.Points, X: o.X, Y: o.Y, Radius: o.Radius})
	}
	return f
}

// Bodies appends the bots and then the players of a snapshot. Players have
// their names as labels; bots are too many to be named.
func (c *Colors) Bodies(to []draw.Body, s *session.Snapshot) []draw.Body {
	c.stand = 0
	var last *session.BodyView // whose colour the next one often has
	heads := false             // its class does
	var hue color.RGBA
	var glyph draw.Glyph
	for _, list := range [][]session.BodyView{s.Bots, s.Players} {
		for i := range list {
			v := &list[i]
			if last == nil || c.by.State != "" || v.Team != last.Team || v.Class != last.Class || v.Form != last.Form {
				last, hue, glyph = v, c.Color(v), c.glyph[formOf(v)]
				c.note(v)
				heads = c.heads[formOf(v)]
			}
			if !heads && (v.HX != 0 || v.HY != 0) {
				heads = true
				c.heads[formOf(v)] = true
			}
			b := draw.Body{
				ID: uint32(v.ID), X: v.X, Y: v.Y, HX: v.HX, HY: v.HY,
				Color: hue, Glyph: glyph, Marked: c.Marked(v), Hued: c.hued(), Sign: c.Sign(v), Human: v.Class == "",
				Hurt: 1 - v.Health, Dead: v.Dead, Hidden: v.Hidden, Laden: v.Cargo > 0, Speech: v.Speech,
			}
			if b.Human {
				b.Label = v.Name
			}
			if w := &v.Building; w.Kind != "" {
				c.stand++
				b.Shape, b.Radius = ShapeOf(w.Kind), c.radius[v.Form]
				b.Unfinished, b.Burning, b.Dim = 1-w.Finished, w.Burning, !w.Powered
			}
			to = append(to, b)
		}
	}
	return to
}

// Buildings returns how many of the last Bodies are buildings.
func (c *Colors) Buildings() int { return c.stand }

// note keeps for the legend what a body is.
func (c *Colors) note(v *session.BodyView) {
	switch {
	case v.Building.Kind != "":
		c.build(v.Form, v.Building.Kind, c.team[v.Team])
	case v.Form != "" && !c.seen[v.Form]:
		c.seen[v.Form] = true
	}
}

// Sights appends what the bots of a snapshot see, or only one of them: nothing for
// classes of a scene without an arena.
func (c *Colors) Sights(to []draw.Sight, s *session.Snapshot, only components.ID) []draw.Sight {
	for i := range s.Bots {
		v := &s.Bots[i]
		if only != 0 && v.ID != only || v.Dead || v.Hidden || v.Building.Kind != "" {
			continue
		}
		at := slices.IndexFunc(c.setup.Classes, func(k systems.Class) bool { return k.ID == formOf(v) })
		if at < 0 || at >= len(c.arena.Forms) {
			continue
		}
		f := &c.arena.Forms[at].Sight
		to = append(to, draw.Sight{ID: uint32(v.ID), X: v.X, Y: v.Y, HX: v.HX, HY: v.HY, Radius: f.Radius, Angle: f.Angle, Color: c.Color(v)})
	}
	return to
}

// Items appends what lies on the field.
func (c *Colors) Items(to []draw.Item, s *session.Snapshot) []draw.Item {
	for _, it := range s.Items {
		to = append(to, draw.Item{X: it.X, Y: it.Y, Color: c.item[it.Kind]})
	}
	return to
}
