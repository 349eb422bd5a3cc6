package room

import (
	"fmt"
	"image/color"
	"math"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/wire"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/insight/palette"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/server/internal/feed"
	"github.com/thicket-sim/thicket/session"
)

// What guests are told of the picture beside frames: what stays in the welcome, items, names and
// words by what has changed.

// How much guests are told at once. What a message has no room for comes with the next.
const (
	maxTold    = 40  // bodies or items in a message
	maxNamed   = 400 // bots in view; of more only people have names
	maxLegend  = 2000
	sightSlack = 1.2 // how much farther than the view items and names are told
)

type (
	// wall is a polygon, or a disc where Radius is above 0, in metres.
	wall struct {
		Points [][2]float32 `json:"points,omitempty"`
		X      float32      `json:"x,omitempty"`
		Y      float32      `json:"y,omitempty"`
		Radius float32      `json:"radius,omitempty"`
	}
	kind struct {
		ID    string `json:"id"`
		Color string `json:"color"`
	}
	// items tells which items have come into view, as number, kind, x and y, and which are gone.
	items struct {
		Type string       `json:"type"`
		Add  [][4]float64 `json:"add,omitempty"`
		Gone []int64      `json:"gone,omitempty"`
	}
	// bodies tells what frames do not. Each entry replaces the one before about its body.
	bodies struct {
		Type string       `json:"type"`
		List list[teller] `json:"list"`
	}
	teller struct {
		ID   components.ID `json:"id"`
		Name string        `json:"name,omitempty"`
		Says string        `json:"says,omitempty"`
		// Of buildings:
		Shape      string `json:"shape,omitempty"`
		Unfinished int    `json:"unfinished,omitempty"` // hundredths that are yet to be built
		Burning    bool   `json:"burning,omitempty"`
		Off        bool   `json:"off,omitempty"` // it has no power
	}
	legend struct {
		Type string      `json:"type"`
		List list[entry] `json:"list"`
	}
	entry struct {
		Text  string `json:"text"`
		Color string `json:"color,omitempty"`
		Shape string `json:"shape"`
		Glyph int    `json:"glyph,omitempty"`
	}
)

// itemKey is what an item is known by: one that is moved is another one.
type itemKey struct {
	kind int
	x, y int32 // centimetres
}

// scenery is what a room knows of the picture.
type scenery struct {
	colors  *palette.Colors
	kinds   map[string]int
	scratch []draw.Body
	fixed   []bool            // by class: its bots are buildings
	numbers map[itemKey]int64 // of the items that lie on the field
	last    int64             // the number that was given last
}

// pictured is what a guest was told of the picture.
type pictured struct {
	items  map[int64]struct{}
	bodies map[components.ID]teller
	legend []byte
}

// hex6 returns a colour as #rrggbb; empty for none.
func hex6(c color.RGBA) string {
	if c.A == 0 {
		return ""
	}
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}

// depict adds what stays of the picture to a game.
func (s *scenery) depict(scene *scenes.Scene, g *game) {
	colors, fixed := palette.New(scene), make([]bool, len(scene.Setup.Classes))
	for i, c := range scene.Setup.Classes {
		told := &g.Classes[i]
		told.Color, told.Glyph = hex6(colors.Class(c.ID)), int(colors.Glyph(c.ID))
		fixed[i] = i < len(scene.Arena.Forms) && scene.Arena.Forms[i].Fixed
		if fixed[i] {
			told.Radius = scene.Arena.Forms[i].Radius
		}
	}
	for i := range g.Teams {
		g.Teams[i].Color = hex6(colors.Team(g.Teams[i].ID))
	}
	f := colors.Field()
	for _, o := range f.Obstacles {
		g.Walls = append(g.Walls, wall{o.Points, o.X, o.Y, o.Radius})
	}
	for _, p := range f.Paths {
		g.Paths = append(g.Paths, p.Points)
	}
	for _, k := range scene.Arena.Kinds {
		g.Items = append(g.Items, kind{k.ID, hex6(colors.Item(k.ID))})
	}
	s.colors, s.fixed, s.kinds = colors, fixed, map[string]int{}
	for i, k := range scene.Arena.Kinds {
		s.kinds[k.ID] = i
	}
}

// tellLegend tells guests what shapes and colours mean, where that is not what they were told.
func (r *Room) tellLegend() {
	s := &r.scenery
	if s.colors == nil {
		r.describe()
	}
	if len(r.snap.Bots) <= maxLegend { // which forms there are
		s.scratch = s.colors.Bodies(s.scratch[:0], &r.snap)
	}
	m := legend{Type: "legend"}
	for _, e := range s.colors.Legend(len(r.snap.Players) > 0).Entries {
		m.List = append(m.List, entry{e.Text, hex6(e.Color), e.Shape.String(), int(e.Glyph)})
	}
	text := encode(m)
	for g := range r.guests {
		if string(g.pictured.legend) != string(text) && g.offer(r.view, text) {
			g.pictured.legend = text
		}
	}
}

// tellScenery tells guests what of items, names and words has changed.
func (r *Room) tellScenery() {
	if r.scenery.kinds == nil {
		r.describe()
	}
	lie := r.scenery.numbered(&r.snap)
	for g := range r.guests {
		in := g.near()
		g.tellItems(in, lie)
		g.tellBodies(in)
	}
}

// lying is an item with its number.
type lying struct {
	number int64
	kind   int
	x, y   float32
}

// numbered gives the items that lie on the field their numbers.
func (s *scenery) numbered(snap *session.Snapshot) []lying {
	now := make(map[itemKey]int64, len(snap.Items))
	all := make([]lying, 0, len(snap.Items))
	for _, it := range snap.Items {
		k := itemKey{s.kinds[it.Kind], int32(math.Round(float64(it.X) * 100)), int32(math.Round(float64(it.Y) * 100))}
		if now[k] != 0 {
			continue // two in one spot look like one
		}
		if now[k] = s.numbers[k]; now[k] == 0 {
			s.last++
			now[k] = s.last
		}
		all = append(all, lying{now[k], k.kind, it.X, it.Y})
	}
	s.numbers = now
	return all
}

// near returns the part of the field of which a guest is told items and names.
func (g *Guest) near() feed.Rect {
	g.mu.Lock()
	defer g.mu.Unlock()
	l := g.stream.Look
	dx, dy := l.Width*(sightSlack-1)/2, l.Height*(sightSlack-1)/2
	return feed.Rect{X: l.X - dx, Y: l.Y - dy, Width: l.Width + 2*dx, Height: l.Height + 2*dy}
}

// tellItems tells a guest which items have come into view and which are gone.
func (g *Guest) tellItems(in feed.Rect, lie []lying) {
	p := &g.pictured
	m := items{Type: "items"}
	keep := make(map[int64]struct{}, len(p.items))
	for _, it := range lie {
		if !in.Has(it.x, it.y) {
			continue
		}
		if _, told := p.items[it.number]; told {
			keep[it.number] = struct{}{}
		} else if len(m.Add) < maxTold {
			m.Add = append(m.Add, [4]float64{float64(it.number), float64(it.kind), centi(it.x), centi(it.y)})
		}
	}
	for n := range p.items {
		if _, still := keep[n]; !still {
			m.Gone = append(m.Gone, n)
		}
	}
	if len(m.Add)+len(m.Gone) == 0 || !g.offer(g.room.view, encode(m)) {
		return
	}
	for _, it := range m.Add {
		keep[int64(it[0])] = struct{}{}
	}
	p.items = keep
}

// centi rounds metres to centimetres.
func centi(v float32) float64 { return math.Round(float64(v)*100) / 100 }

// tellBodies tells a guest what has changed of the bodies in view that frames do not tell.
func (g *Guest) tellBodies(in feed.Rect) {
	p, r := &g.pictured, g.room
	m := bodies{Type: "bodies"}
	seen := r.view.Within(in, nil)
	keep := make(map[components.ID]teller, min(len(seen), maxNamed))
	for i := range seen {
		b := &seen[i]
		if stands := int(b.Class) < len(r.scenery.fixed) && r.scenery.fixed[b.Class]; len(seen) > maxNamed && b.Class != wire.None && !stands {
			continue
		}
		v := r.snap.Body(components.ID(b.ID))
		if v == nil {
			continue
		}
		t := tellerOf(v)
		was, told := p.bodies[t.ID]
		switch {
		case told && was == t:
			keep[t.ID] = t
		case len(m.List) < maxTold:
			m.List = append(m.List, t)
		case told:
			keep[t.ID] = was
		}
	}
	if len(m.List) > 0 {
		if !g.offer(r.view, encode(m)) {
			return
		}
		for _, t := range m.List {
			keep[t.ID] = t
		}
	}
	p.bodies = keep
}

// tellerOf returns what frames do not tell of a body.
func tellerOf(v *session.BodyView) teller {
	t := teller{ID: v.ID, Name: v.Name, Says: v.Speech}
	if w := &v.Building; w.Kind != "" {
		t.Shape = palette.ShapeOf(w.Kind).String()
		t.Unfinished, t.Burning, t.Off = int(math.Round(float64(1-w.Finished)*100)), w.Burning, !w.Powered
	}
	return t
}
