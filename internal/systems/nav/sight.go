package nav

import (
	"math"

	"github.com/thicket-sim/thicket/components"
)

// wall ends a line of sight: an edge from a to b, or a disc around a.
type wall struct {
	a, b   Point
	radius float64 // of a disc, metres
}

func (w *wall) box() box {
	if w.radius > 0 {
		return boxOf(w.a).padded(w.radius)
	}
	return boxOf(w.a, w.b)
}

func (w *wall) touches(cell box) bool {
	if w.radius > 0 {
		nearest := Point{min(max(w.a.X, cell.minX), cell.maxX), min(max(w.a.Y, cell.minY), cell.maxY)}
		return dist2(nearest, w.a) <= w.radius*w.radius
	}
	_, _, ok := cell.clip(w.a, w.b.sub(w.a))
	return ok
}

// meets reports whether a segment meets the wall.
func (w *wall) meets(a, b Point) bool {
	if w.radius > 0 {
		return discMeets(w.a, w.radius, a, b)
	}
	return segmentsMeet(a, b, w.a, w.b)
}

// layWalls adds the images of the outlines and indexes them and their walls.
func (m *Map) layWalls() {
	var all []outline
	for i := range m.outlines {
		o := &m.outlines[i]
		m.images(o.box, m.reach(), func(turn Point) { all = append(all, o.moved(turn)) })
	}
	m.outlines = all
	for i := range all {
		o := &all[i]
		if o.round() {
			m.walls = append(m.walls, wall{a: o.corners[0], radius: o.radius})
			continue
		}
		for k := range o.corners {
			a, b := o.edge(k)
			m.walls = append(m.walls, wall{a: a, b: b})
		}
	}
	walls := m.walls
	m.landGrid = newGrid(m.reach(), len(all),
		func(i int32) box { return all[i].box },
		func(int32, box) bool { return true })
	m.wallGrid = newGrid(m.reach(), len(walls),
		func(i int32) box { return walls[i].box() },
		func(i int32, cell box) bool { return walls[i].touches(cell) })
}

func (o *outline) moved(by Point) outline {
	moved := outline{radius: o.radius, box: o.box.moved(by)}
	for _, c := range o.corners {
		moved.corners = append(moved.corners, c.add(by))
	}
	return moved
}

// solid reports whether p is in an obstacle.
func (m *Map) solid(p Point) bool {
	for _, i := range m.landGrid.at(p) {
		if m.outlines[i].contains(p) {
			return true
		}
	}
	return false
}

// Sees reports whether the straight line from a to b, both on the field, meets
// no obstacle; touching one is meeting it. On a torus it is the shorter line.
// It is symmetric, and the same as testing every obstacle.
func (m *Map) Sees(a, b components.Position) bool {
	if len(m.walls) == 0 {
		return true
	}
	if b.X < a.X || b.X == a.X && b.Y < a.Y {
		a, b = b, a
	}
	from, d := at(a), m.delta(a, b)
	if !m.thin && m.inRoom(a, d) {
		return true
	}
	to := from.add(d)
	if g := &m.wallGrid; g.bounds.contains(from) && g.bounds.contains(to) {
		if cell := g.cellOf(from); cell == g.cellOf(to) { // no walk is needed
			return !m.solid(from) && !m.walled(cell, from, to)
		}
	}
	w, ok := m.wallGrid.walk(from, d)
	if !ok {
		return true
	}
	if m.solid(from) {
		return false
	}
	for ; ok; ok = w.next() {
		if m.walled(w.cell(), from, to) {
			return false
		}
	}
	return true
}

// walled reports whether a segment meets a wall of a cell.
func (m *Map) walled(cell int32, from, to Point) bool {
	for _, i := range m.wallGrid.of(cell) {
		if m.walls[i].meets(from, to) {
			return true
		}
	}
	return false
}

// Ray returns how far a ray from a point of the field goes in a direction until
// it meets an obstacle, in metres, and whether it does so within max metres. It
// goes on around a torus, for up to 500 times its shorter side, and ends with max
// at the edges of other fields.
func (m *Map) Ray(from components.Position, dir components.Heading, max float32) (dist float32, hit bool) {
	d := Point{float64(dir.X), float64(dir.Y)}
	l := length(d)
	left := float64(max)
	if len(m.walls) == 0 || !(l > 0) || math.IsInf(l, 1) || !(left >= 0) {
		return max, false
	}
	d = d.times(1 / l)
	p := at(from)
	if m.solid(p) {
		return 0, true
	}
	var leg float64
	if m.field.Wrap {
		leg = float64(min(m.field.Width, m.field.Height)) / 2
	} else {
		leg = length(Point{float64(m.field.Width), float64(m.field.Height)}) // nothing is farther
		left = min(left, leg)
	}
	gone := 0.0
	for range maxLegs {
		span := min(leg, left-gone)
		if t, ok := m.firstWall(p, d.times(span)); ok {
			return float32(gone + float64(t*span)), true
		}
		if gone += span; gone >= left {
			break
		}
		q := p.plus(span, d)
		p = Point{turned(q.X, float64(m.field.Width)), turned(q.Y, float64(m.field.Height))}
	}
	return max, false
}

// maxLegs ends rays that go around a torus and meet nothing; a leg is half of its
// shorter side.
const maxLegs = 1000

// turned brings a coordinate back by a turn if it is out of 0..size.
func turned(x, size float64) float64 {
	switch {
	case x < 0:
		return x + size
	case x >= size:
		return x - size
	}
	return x
}

// firstWall returns which part of a segment is left of the first wall.
func (m *Map) firstWall(a, d Point) (t float64, hit bool) {
	t = math.Inf(1)
	w, ok := m.wallGrid.walk(a, d)
	for ; ok && w.t <= t; ok = w.next() {
		for _, i := range m.wallGrid.of(w.cell()) {
			if at, met := m.walls[i].first(a, d); met {
				t = min(t, at)
			}
		}
	}
	return t, t <= 1
}

// first returns at which part of a segment it meets the wall.
func (w *wall) first(a, d Point) (t float64, met bool) {
	if !w.meets(a, a.add(d)) {
		return 0, false
	}
	if w.radius > 0 {
		to := w.a.sub(a)
		l2 := dot(d, d)
		middle := dot(to, d) / l2
		off := cross(to, d)
		half := math.Sqrt(max(0, float64(w.radius*w.radius)-off*off/l2) / l2)
		return min(max(middle-half, 0), 1), true
	}
	e := w.b.sub(w.a)
	bend := cross(d, e)
	if bend == 0 { // along the wall: the nearer end
		l2 := dot(d, d)
		return min(max(min(dot(w.a.sub(a), d), dot(w.b.sub(a), d))/l2, 0), 1), true
	}
	return min(max(cross(w.a.sub(a), e)/bend, 0), 1), true
}
