package feed

import (
	"cmp"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/wire"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// Cells is the number of rows and columns of cells a View sorts its bodies into.
const Cells = 64

// View is a game at a tick, as clients are told of it.
type View struct {
	wire.Scene
	Field wire.Field
	cells [Cells*Cells + 1]int32 // where the bodies of a cell begin in order
	order []int32                // indices of Bodies, by cell, ascending in each
}

// Rect is a part of the field, in metres. It may lie partly outside.
type Rect struct{ X, Y, Width, Height float64 }

// Has reports whether a point, in metres, is in the part.
func (r Rect) Has(x, y float32) bool {
	return float64(x) >= r.X && float64(x) <= r.X+r.Width && float64(y) >= r.Y && float64(y) <= r.Y+r.Height
}

// Camera makes views of one game.
type Camera struct {
	setup   *systems.Setup
	mark    string
	signs   []scenes.Sign
	classes map[string]uint8
	teams   map[string]uint8
	last    *View
}

// NewCamera looks at the game of a scene, which is loaded anew when the scene has changed.
func NewCamera(scene *scenes.Scene) *Camera {
	c := &Camera{setup: &scene.Setup, mark: scene.MarkNow().Key, signs: scene.Signs, classes: map[string]uint8{"": wire.None}, teams: map[string]uint8{"": wire.None}}
	for i, class := range scene.Setup.Classes {
		c.classes[class.ID] = uint8(min(i, wire.None-1))
	}
	for i, team := range scene.Setup.Teams {
		c.teams[team.ID] = uint8(min(i, wire.None-1))
	}
	return c
}

// Look makes a view of a snapshot. Velocities are what bodies have done since the last view,
// where that was a moment ago; views of one tick have the same ones.
func (c *Camera) Look(s *session.Snapshot) *View {
	f := wire.Field{Width: float64(c.setup.Width), Height: float64(c.setup.Height)}
	v := &View{Field: f, Scene: wire.Scene{Tick: s.Tick, Wrap: c.setup.Edges == systems.Wrap, Bodies: make([]wire.Body, 0, len(s.Bots)+len(s.Players))}}
	bots, players := s.Bots, s.Players
	for len(bots)+len(players) > 0 {
		from := &bots
		if len(bots) == 0 || len(players) > 0 && players[0].ID < bots[0].ID {
			from = &players
		}
		v.Bodies = append(v.Bodies, c.body(f, &(*from)[0]))
		*from = (*from)[1:]
	}
	c.move(v)
	v.sort()
	c.last = v
	return v
}

// body is one as the wire tells it, without its velocity.
func (c *Camera) body(f wire.Field, b *session.BodyView) wire.Body {
	x, y := f.At(b.X, b.Y)
	out := wire.Body{ID: uint32(b.ID), X: x, Y: y, Facing: wire.Facing(b.HX, b.HY)}
	out.Class, out.Team = c.classes[cmp.Or(b.Form, b.Class)], c.teams[b.Team]
	out.Health = uint8(math.Round(float64(max(0, min(1, b.Health))) * 255))
	for _, flag := range [...]struct {
		bit uint8
		set bool
	}{
		{wire.Marked, c.mark != "" && b.Get(c.mark).Bool()},
		{wire.Dead, b.Dead}, {wire.Hidden, b.Hidden}, {wire.Laden, b.Cargo > 0}, {wire.Talking, b.Speech != ""},
	} {
		if flag.set {
			out.Flags |= flag.bit
		}
	}
	out.Flags |= uint8(scenes.SignOf(c.signs, b)) << wire.SignBit
	return out
}

// recent is the number of ticks after a view velocities are still taken from it.
const recent = 30

// move gives the bodies of a view their velocities.
func (c *Camera) move(v *View) {
	if c.last == nil || v.Tick < c.last.Tick || v.Tick-c.last.Tick > recent {
		return
	}
	ticks := int32(v.Tick - c.last.Tick)
	old := c.last.Bodies
	for i := range v.Bodies {
		b := &v.Bodies[i]
		for len(old) > 0 && old[0].ID < b.ID {
			old = old[1:]
		}
		if len(old) == 0 || old[0].ID != b.ID || old[0].Flags&wire.Dead != b.Flags&wire.Dead {
			continue // one that has come back to life was put where it is
		}
		if ticks == 0 {
			b.VX, b.VY = old[0].VX, old[0].VY
			continue
		}
		b.VX, b.VY = wire.Between(old[0].X, b.X, ticks, v.Wrap), wire.Between(old[0].Y, b.Y, ticks, v.Wrap)
	}
}

// sort finds the bodies of each cell.
func (v *View) sort() {
	var count [Cells*Cells + 1]int32
	for i := range v.Bodies {
		count[cell(&v.Bodies[i])+1]++
	}
	for i := 1; i < len(count); i++ {
		count[i] += count[i-1]
	}
	v.cells = count
	v.order = make([]int32, len(v.Bodies))
	for i := range v.Bodies {
		at := &count[cell(&v.Bodies[i])]
		v.order[*at] = int32(i)
		*at++
	}
}

// side is the number of parts a cell is wide and high.
const side = wire.Span / Cells

func cell(b *wire.Body) int32 { return b.Y/side*Cells + b.X/side }

// Within adds the bodies inside a part of the field to a list, by id.
func (v *View) Within(r Rect, out []wire.Body) []wire.Body {
	x0, y0 := v.Field.At(float32(r.X), float32(r.Y))
	x1, y1 := v.Field.At(float32(r.X+r.Width), float32(r.Y+r.Height))
	if x0 == 0 && y0 == 0 && x1 == wire.Span-1 && y1 == wire.Span-1 {
		return append(out, v.Bodies...)
	}
	first := len(out)
	for row := y0 / side; row <= y1/side; row++ {
		for _, i := range v.order[v.cells[row*Cells+x0/side]:v.cells[row*Cells+x1/side+1]] {
			if b := &v.Bodies[i]; b.X >= x0 && b.X <= x1 && b.Y >= y0 && b.Y <= y1 {
				out = append(out, *b)
			}
		}
	}
	slices.SortFunc(out[first:], func(a, b wire.Body) int { return int(int64(a.ID) - int64(b.ID)) })
	return out
}

// Find gives the body of an id, or nil.
func (v *View) Find(id components.ID) *wire.Body {
	i, ok := slices.BinarySearchFunc(v.Bodies, uint32(id), func(b wire.Body, id uint32) int { return int(int64(b.ID) - int64(id)) })
	if !ok {
		return nil
	}
	return &v.Bodies[i]
}
