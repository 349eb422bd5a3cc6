package nav

import (
	"math"

	"github.com/thicket-sim/thicket/components"
)

// Blocked reports whether p is inside of a grown obstacle, so that no walker can
// stand there.
func (m *Map) Blocked(p components.Position) bool {
	if len(m.bodies) == 0 || m.inRoom(p, Point{}) {
		return false
	}
	q := at(p)
	for _, i := range m.bodyGrid.at(q) {
		c := &m.bodies[i]
		if inside, sure := c.disc(q); inside || !sure && c.box.contains(q) && c.depth(q) > 0 {
			return true
		}
	}
	return false
}

// Walks reports whether a walker can go straight from a to b: both are free, and
// nothing that is grown is in between. On a torus it goes the shorter way.
func (m *Map) Walks(a, b components.Position) bool {
	if !m.within(a) || !m.within(b) {
		return false
	}
	d := m.delta(a, b)
	return m.inRoom(a, d) || !m.Blocked(a) && !m.Blocked(b) && m.clear(at(a), d)
}

// skin returns the depth to which positions that are only on a boundary may be inside by
// rounding, in metres.
func (m *Map) skin() float64 { return m.step / (1 << 12) }

// clear reports whether a segment enters no body: whether first finds none.
func (m *Map) clear(a, d Point) bool {
	if len(m.bodies) == 0 {
		return true
	}
	b, g := a.add(d), &m.bodyGrid
	reach := boxOf(a, b)
	if g.bounds.contains(a) && g.bounds.contains(b) {
		if cell := g.cellOf(a); cell == g.cellOf(b) {
			return m.passes(a, d, reach, cell)
		}
	}
	w, ok := g.walk(a, d)
	for ; ok; ok = w.next() {
		if !m.passes(a, d, reach, w.cell()) {
			return false
		}
	}
	return true
}

// passes reports whether a segment enters none of the bodies of a cell.
func (m *Map) passes(a, d Point, reach box, cell int32) bool {
	for _, i := range m.bodyGrid.of(cell) {
		c := &m.bodies[i]
		if !c.box.meets(reach) || c.aside(a, d) {
			continue
		}
		if c.crossed(a, d) {
			return false
		}
		if _, _, in := c.enter(a, d, m.skin()); in {
			return false
		}
	}
	return true
}

// first returns when a segment first enters a body, and the direction out of it.
func (m *Map) first(a, d Point) (t float64, out Point, hit bool) {
	t = math.Inf(1)
	if len(m.bodies) == 0 {
		return t, out, false
	}
	reach := boxOf(a, a.add(d))
	w, ok := m.bodyGrid.walk(a, d)
	for ; ok && w.t <= t; ok = w.next() {
		for _, i := range m.bodyGrid.of(w.cell()) {
			c := &m.bodies[i]
			if !c.box.meets(reach) || c.aside(a, d) {
				continue
			}
			if at, through, in := c.enter(a, d, m.skin()); in && at < t {
				t, out, hit = at, c.planes[through].n, true
			}
		}
	}
	return t, out, hit
}

// slides is the number of obstacles a walker slides along in one step.
const slides = 4

// Step returns where a walker gets that stands at from and wants to go straight
// to a point: there, or as far as it gets along the obstacles and edges in the
// way. It is always a free point of the field, and the straight way to it from
// where the walker stood is free too. A walker that stands where it cannot gets
// to the nearest free point.
func (m *Map) Step(from, to components.Position) components.Position {
	if m.open(from, to) || m.within(to) && m.inRoom(from, m.delta(from, to)) {
		return to
	}
	if !m.within(from) || m.Blocked(from) {
		return m.Free(from)
	}
	d := m.delta(from, to)
	if !finite(d.X, d.Y) {
		return from
	}
	if !m.within(to) { // along the edges
		to = m.confine(at(from).add(d))
		d = m.delta(from, to)
	}
	start := at(from)
	if m.within(to) && !m.Blocked(to) && m.clear(start, d) {
		return to
	}
	touch, end := m.slide(start, d)
	if p, ok := m.settle(from, end); ok {
		return p
	}
	if p, ok := m.settle(from, touch); ok {
		return p
	}
	return from
}

// open reports whether two positions are on the field and in one cell without bodies,
// where every step is free. It answers for most steps.
func (m *Map) open(from, to components.Position) bool {
	if m.field.Wrap || !m.within(from) || !m.within(to) {
		return false
	}
	cell := m.bodyGrid.cellOf(at(from))
	return len(m.bodyGrid.of(cell)) == 0 && cell == m.bodyGrid.cellOf(at(to))
}

// slide follows the way of a walker that slides along what it meets. It returns
// where it first meets something, and where it ends.
func (m *Map) slide(start, d Point) (touch, end Point) {
	gap := 2 * m.step // to what it slides along: rounding a position leaves it free
	at, left := start, d
	var out [slides]Point
	for i := range slides {
		t, n, hit := m.meet(at, left)
		if !hit {
			return touch, at.add(left)
		}
		at = at.plus(t, left).plus(gap, n)
		if i == 0 {
			touch = at
		}
		left = left.times(1 - t)
		left = left.plus(-dot(left, n), n)
		out[i] = n
		if dot(left, d) <= 0 {
			return touch, at
		}
		for _, n := range out[:i] {
			if dot(left, n) < -1e-9*length(left) {
				return touch, at // in a corner
			}
		}
	}
	return touch, at
}

// meet is first for a walker: the edges of a field that is not a torus stop it as
// well.
func (m *Map) meet(a, d Point) (t float64, out Point, hit bool) {
	t, out, hit = m.first(a, d)
	if m.field.Wrap {
		return t, out, hit
	}
	w, h := float64(m.field.Width), float64(m.field.Height)
	for _, edge := range [...]struct {
		room, speed float64
		in          Point
	}{{a.X, -d.X, Point{1, 0}}, {w - a.X, d.X, Point{-1, 0}}, {a.Y, -d.Y, Point{0, 1}}, {h - a.Y, d.Y, Point{0, -1}}} {
		if edge.speed > edge.room {
			if at := max(edge.room/edge.speed, 0); at < t {
				t, out, hit = at, edge.in, true
			}
		}
	}
	return t, out, hit
}

// settle finds the position nearest to p that is free and that a walker can go
// to straight from where it stands.
func (m *Map) settle(from components.Position, p Point) (components.Position, bool) {
	return m.beside(p, func(q components.Position) bool {
		return !m.Blocked(q) && m.clear(at(from), m.delta(from, q))
	})
}

// beside finds a position that will do: p rounded, or a few steps of rounding
// away from it.
func (m *Map) beside(p Point, will func(components.Position) bool) (components.Position, bool) {
	if q := m.confine(p); will(q) {
		return q, true
	}
	for ring := 1.0; ring <= 4; ring++ {
		for _, d := range around {
			if q := m.confine(p.plus(float64(ring*m.step), d)); will(q) {
				return q, true
			}
		}
	}
	return components.Position{}, false
}

var around = [...]Point{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}}
