package core

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems"
	"github.com/thicket-sim/thicket/systems/internal/nav"
)

// land is the map of obstacles, and the ways around them. Without obstacles
// there is no map, and all ways are straight.
type land struct {
	a     *Arena      `save:"-"`
	m     *nav.Map    `save:"-"` // of the scene
	flows []*nav.Flow `save:"-"` // by place; of the scene
	// Ways to what moves lead to the middle of the block that it is in, so that
	// many who follow one share a flow; from where they can walk straight to it,
	// they do. The flows of few blocks are kept: who wants one that is not there
	// goes straight, and finds it in one of the next ticks.
	middle []components.Position `save:"-"` // by block; of the scene
	flowOf []int8                `save:"-"` // by block: its flow in kept, or -1; follows from that
	kept   []keptFlow
	across int     `save:"-"` // of the scene, as is the next
	block  float32 `save:"-"` // metres
	wanted []int32 // by body: the block to which it looked for a way, counted from 1, or 0
	freed  []freed `save:"-"` // by body; found again where it is not there
	lines  []line  `save:"-"` // by body; asked again where it is not there
}

// freed is the free spot nearest to the goal of a body, which many look for in tick
// after tick.
type freed struct{ goal, spot components.Position }

// line is what is known about straight ways between the squares that a body and its goal
// were in when it last looked for a way.
type line struct {
	from, to int32
	known    nav.Line
}

// walks is Walks from where a body is, which asks the map only for what is not known
// since the body or its goal came into another square.
func (l *land) walks(body int32, from, to components.Position) bool {
	a, ok := l.m.Square(from)
	b, too := l.m.Square(to)
	if !ok || !too {
		return l.m.Walks(from, to)
	}
	k := &l.lines[body]
	if k.known == nav.Unasked || k.from != a || k.to != b {
		*k = line{a, b, l.m.Between(a, b)}
	}
	switch k.known {
	case nav.Open:
		return true
	case nav.Barred:
		return false
	}
	return l.m.Walks(from, to)
}

// keptFlow is the flow to the middle of a block.
type keptFlow struct {
	flow  nav.Flow `save:"-"` // follows from the block
	block int32
	made  int32 `save:"-"` // the block to which the flow leads, counted from 1; 0 for none
	used  int64 // the tick in which somebody wanted it last
}

// blocks is how many blocks the longer side of a field has at most, and
// leastBlock how wide one is at least, in metres.
const (
	blocks     = 32
	leastBlock = 8
)

// keptFlows is how many flows to blocks are kept at most, newFlows how many are
// made in a tick at most, and idleTicks after how many ticks without use a flow
// may be replaced.
const (
	keptFlows = 48
	newFlows  = 2
	idleTicks = 15
)

// Check returns the error for an obstacle that does not fit the field of a
// setup, or nil.
func (o *Obstacle) Check(s *systems.Setup) error { return o.shape().Check(s.Field()) }

// Covers reports whether the obstacle is within margin of a spot, in metres.
// The margin is more than 0.
func (o *Obstacle) Covers(x, y, margin float32) bool {
	return nav.Overlap(o.shape(), nav.Circle{X: float64(x), Y: float64(y), Radius: float64(margin)})
}

// shape converts the obstacle for the map.
func (o *Obstacle) shape() nav.Shape {
	switch {
	case len(o.Points) == 0:
		return nav.Circle{X: float64(o.X), Y: float64(o.Y), Radius: float64(o.Radius)}
	case o.Rect:
		low, high := o.Points[0], o.Points[2]
		return nav.Rect{
			X: float64(low[0]), Y: float64(low[1]), Width: float64(high[0]) - float64(low[0]), Height: float64(high[1]) - float64(low[1]),
		}
	}
	p := nav.Polygon{}
	for _, c := range o.Points {
		p.Points = append(p.Points, nav.Point{X: float64(c[0]), Y: float64(c[1])})
	}
	return p
}

// MaxObstacles is how many obstacles an arena may have.
func MaxObstacles() int { return nav.MaxShapes }

// MaxCorners is how many corners a polygon may have.
func MaxCorners() int { return nav.MaxCorners }

// CheckLand returns the error for obstacles that leave nobody room on a setup's
// field, or nil. Without that check such obstacles end the making of the game
// in a panic.
func CheckLand(s *systems.Setup, c *Config) error {
	if len(c.Obstacles) == 0 {
		return nil
	}
	return nav.Check(s.Field(), shapes(c), walkers(s, c))
}

// landMap makes the map of a setup's field with the obstacles of a config; nil
// without obstacles.
func landMap(s *systems.Setup, c *Config) (*nav.Map, error) {
	if len(c.Obstacles) == 0 {
		return nil, nil
	}
	return nav.New(s.Field(), shapes(c), walkers(s, c))
}

func shapes(c *Config) []nav.Shape {
	var all []nav.Shape
	for i := range c.Obstacles {
		all = append(all, c.Obstacles[i].shape())
	}
	return all
}

// walkers returns options for walkers as wide as the widest class that walks.
func walkers(s *systems.Setup, c *Config) nav.Options {
	radius := float32(0)
	for i := range c.Forms {
		if i < len(s.Classes) && s.Classes[i].SpeedMPS > 0 {
			radius = max(radius, c.Forms[i].Radius)
		}
	}
	if radius == 0 {
		radius = NewForm().Radius
	}
	return nav.Options{Radius: radius}
}

func (l *land) init(a *Arena) {
	l.a = a
	m, err := landMap(a.Game.Setup, a.Config)
	if err != nil {
		panic(fmt.Sprintf("obstacles that were not checked: %v", err))
	}
	if l.m = m; m == nil {
		return
	}
	flow := func(x, y float32) *nav.Flow {
		f := &nav.Flow{}
		f.Reset(m, m.Free(components.Position{X: x, Y: y}))
		return f
	}
	for i := range a.places.setup {
		p := &a.places.setup[i]
		l.flows = append(l.flows, flow(p.X, p.Y))
	}
	w, h := a.Field.Width, a.Field.Height
	l.kept = make([]keptFlow, 0, keptFlows)
	l.block = max(leastBlock, max(w, h)/blocks)
	l.across = int(w/l.block) + 1
	for y := l.block / 2; y < h+float32(l.block/2); y += l.block {
		for i := range l.across {
			x := (float32(i) + 0.5) * l.block
			l.middle = append(l.middle, m.Free(components.Position{X: min(x, w), Y: min(y, h)}))
			l.flowOf = append(l.flowOf, -1)
		}
	}
}

// bare reports whether there is no obstacle.
func (l *land) bare() bool { return l.m == nil }

// free returns the free spot nearest to p.
func (l *land) free(p components.Position) components.Position {
	if l.m == nil || !l.m.Blocked(p) {
		return p
	}
	return l.m.Free(p)
}

// freeFor is free for the goal of a body, which only that body's own leaves ask for.
func (l *land) freeFor(body int32, p components.Position) components.Position {
	if !l.m.Blocked(p) {
		return p
	}
	f := &l.freed[body]
	if f.goal != p || f.spot == p { // p is blocked, so it is no answer
		*f = freed{p, l.m.Free(p)}
	}
	return f.spot
}

func (l *land) refuse(x, y float32) error {
	if l.m != nil && l.m.Blocked(components.Position{X: x, Y: y}) {
		return fmt.Errorf("(%v, %v) is inside an obstacle, or too near to one", x, y)
	}
	return nil
}

// sees reports whether no obstacle is between two points.
func (l *land) sees(ax, ay, bx, by float32) bool {
	return l.m == nil || l.m.Sees(components.Position{X: ax, Y: ay}, components.Position{X: bx, Y: by})
}

// step returns the point that a body reaches when it tries to move straight from
// one point to another, and obstacles are in its way.
func (l *land) step(from, to components.Position) components.Position { return l.m.Step(from, to) }

// way returns the direction in which a body must leave to walk to the point
// (x, y), and the length of its way around obstacles in metres. Where no way leads
// there, far is host.Endless.
func (l *land) way(body int32, x, y float32) (dx, dy, far float64) {
	px, py, _, _ := l.a.Game.Body(body)
	from, to := components.Position{X: px, Y: py}, components.Position{X: x, Y: y}
	if l.m != nil {
		to = l.freeFor(body, l.a.OnField(to))
		if !l.walks(body, from, to) {
			block := l.blockOf(to)
			l.wanted[body] = block + 1
			if k := l.flowOf[block]; k >= 0 {
				f := &l.kept[k].flow
				dx, dy, far = l.along(f, from)
				return dx, dy, min(far+float64(l.m.Distance(f.Goal(), to)), host.Endless)
			}
		}
	}
	dx, dy = l.a.Field.Delta(px, py, to.X, to.Y)
	return dx, dy, Length(dx, dy)
}

// blockOf returns the block that a point is in.
func (l *land) blockOf(p components.Position) int32 {
	i, k := int(p.X/l.block), int(p.Y/l.block)
	return int32(min(k*l.across+i, len(l.middle)-1))
}

// serve makes the flows that bodies looked for in this tick and did not find,
// in the order of ids. New flows take the place of flows that nobody has used
// for a while.
func (l *land) serve(order []int32) {
	if l.m == nil {
		return
	}
	made := 0
	for _, b := range order {
		block := l.wanted[b] - 1
		if block < 0 {
			continue
		}
		l.wanted[b] = 0
		if k := l.flowOf[block]; k >= 0 {
			l.kept[k].used = l.a.Now
		} else if made < newFlows && l.keep(block) {
			made++
		}
	}
}

// keep makes the flow to a block, and reports whether there is room for it.
func (l *land) keep(block int32) bool {
	k := 0
	if len(l.kept) < keptFlows {
		k = len(l.kept)
		l.kept = append(l.kept, keptFlow{})
	} else {
		for i := range l.kept {
			if l.kept[i].used < l.kept[k].used {
				k = i
			}
		}
		if l.a.Now-l.kept[k].used < idleTicks {
			return false
		}
		l.flowOf[l.kept[k].block] = -1
	}
	l.kept[k].block, l.kept[k].used = block, l.a.Now
	l.flowOf[block] = int8(k)
	l.kept[k].lead(l)
	return true
}

// lead makes the flow lead to the block.
func (f *keptFlow) lead(l *land) {
	f.flow.Reset(l.m, l.middle[f.block])
	f.made = f.block + 1
}

// wayTo is way to the middle of a place.
func (l *land) wayTo(body, place int32) (dx, dy, far float64) {
	p := &l.a.places.setup[place]
	if l.m == nil {
		return l.way(body, p.X, p.Y)
	}
	x, y, _, _ := l.a.Game.Body(body)
	return l.along(l.flows[place], components.Position{X: x, Y: y})
}

// along returns the direction and distance that a flow gives from a point.
func (l *land) along(f *nav.Flow, from components.Position) (dx, dy, far float64) {
	next, dist, ok := f.Toward(from)
	if !ok {
		return 0, 0, host.Endless
	}
	dx, dy = l.a.Field.Delta(from.X, from.Y, next.X, next.Y)
	return dx, dy, float64(dist)
}

// OnField returns the point of the field nearest to p.
func (a *Arena) OnField(p components.Position) components.Position {
	return components.Position{X: min(max(p.X, 0), a.Field.Width), Y: min(max(p.Y, 0), a.Field.Height)}
}

// Free returns the free spot nearest to p.
func (a *Arena) Free(p components.Position) components.Position { return a.land.free(p) }

// NothingBetween reports whether no obstacle is between two points, in metres.
func (a *Arena) NothingBetween(ax, ay, bx, by float32) bool { return a.land.sees(ax, ay, bx, by) }

// Ground implements host.Grounded.
func (a *Arena) Ground(x, y float32) bool {
	return a.land.m == nil || !a.land.m.Blocked(components.Position{X: x, Y: y})
}

// Clear implements host.Grounded.
func (a *Arena) Clear(ax, ay, bx, by float32) bool {
	return a.land.m == nil || a.land.m.Walks(components.Position{X: ax, Y: ay}, components.Position{X: bx, Y: by})
}

// Way returns the direction in which a body goes to a point around obstacles, a
// vector of any length, and how far it is in metres: host.Endless where no way
// leads there.
func (a *Arena) Way(body int32, x, y float32) (dx, dy, far float64) { return a.land.way(body, x, y) }

// Reaches reports whether some way around obstacles leads a body to a point.
func (a *Arena) Reaches(body int32, x, y float32) bool {
	px, py, _, _ := a.Game.Body(body)
	return a.land.m == nil || a.land.m.Reaches(components.Position{X: px, Y: py}, components.Position{X: x, Y: y})
}

// StraightWay reports whether a body can walk straight to a point, past obstacles.
func (a *Arena) StraightWay(body int32, x, y float32) bool {
	px, py, _, _ := a.Game.Body(body)
	return a.land.m == nil || a.land.m.Walks(components.Position{X: px, Y: py}, a.land.free(a.OnField(components.Position{X: x, Y: y})))
}

// WayToPlace is Way to the middle of a place.
func (a *Arena) WayToPlace(body, place int32) (dx, dy, far float64) {
	return a.land.wayTo(body, place)
}

// Places returns the places of the game.
func (a *Arena) Places() []systems.Place { return a.places.setup }
