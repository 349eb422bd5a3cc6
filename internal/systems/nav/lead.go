package nav

import (
	"math"

	"github.com/thicket-sim/thicket/components"
)

// Lead holds the knowledge of one walker about the ways of one flow from the square that it is
// in, so that the flow need not look for the next bend at every step. The zero value knows
// nothing. Who follows another flow begins with a new one; what it knows of a flow that was led
// elsewhere meanwhile, it forgets.
type Lead struct {
	turn   uint32            // of the flow, which may lead elsewhere by now
	square int32             // counted from 1; 0 for none
	root   int32             // the best for all points of the square, or what follows
	line   Line              // to the goal
	count  uint8             // of rivals
	rivals [mostRivals]int32 // the cones that one of several roots is seen by, in the order of the flow
}

// mostRivals is how many cones a Lead remembers.
const mostRivals = 5

// What a Lead says in place of a root.
const (
	undecided = -1
	unasked   = -2
	several   = -3 // the best is that of one of the rivals, at each point of the square
)

// TowardBy is Toward for a walker that remembers something from step to step.
func (f *Flow) TowardBy(l *Lead, p components.Position) (waypoint components.Position, dist float32, ok bool) {
	m := f.m
	square, ok := m.Square(p)
	if !ok || len(f.lines.words) == 0 {
		return f.Toward(p)
	}
	if l.square != square+1 || l.turn != f.turn {
		*l = Lead{turn: f.turn, square: square + 1, root: unasked, line: f.lines.to(m, square, f.goal)}
	}
	switch l.root {
	case unasked:
		if l.line == Open || !f.found.Load() {
			return f.Toward(p)
		}
		if f.learn(l, square); l.root == undecided {
			return f.Toward(p)
		}
	case undecided:
		return f.Toward(p)
	}
	if l.line == Unsure {
		if d := m.delta(p, f.goal); m.clear(at(p), d) {
			return f.goal, float32(length(d)), true
		}
	}
	from := at(p)
	if l.root >= 0 {
		r := &f.roots[l.root]
		return m.ahead(p, r.at.sub(from)), float32(r.by(from)), true
	}
	r, far := f.bestRival(l, from)
	if r == nil {
		return f.Toward(p)
	}
	d := r.at.sub(from)
	if dot(d, d) <= m.near()*m.near() {
		return f.Toward(p)
	}
	return m.ahead(p, d), float32(far), true
}

// bestRival is best among the rivals.
func (f *Flow) bestRival(l *Lead, from Point) (best *root, far float64) {
	near := f.m.near()
	for _, i := range l.rivals[:l.count] {
		c := &f.cones[i]
		r := &f.roots[c.root]
		if !c.sees(from.sub(r.at), near) {
			continue
		}
		if d := r.by(from); best == nil || d < far {
			best, far = r, d
		}
	}
	return best, far
}

// by returns how far the goal is from a point by way of the root.
func (r *root) by(p Point) float64 { return r.g + dist(r.at, p) }

// learn finds the root that is best for all points of a square, or the cones of the few roots of
// which one is best at each of them. It is exact because of margins that are much more than
// rounding: all of the square is well inside of one piece and, where there is one root, of one
// cone of it, and by way of any other root that some point of it may see, the goal is farther for
// all points.
func (f *Flow) learn(l *Lead, square int32) {
	m := f.m
	l.root = undecided
	b := m.squares.box(square, m.hair)
	corners, middle := b.corners(), b.middle()
	piece := m.pieceAround(&corners, middle)
	if piece < 0 {
		return
	}
	first, cones := f.first[piece], f.cones[f.first[piece]:f.first[piece+1]]
	best, far := f.holding(cones, &corners, middle)
	wide := dist(middle, corners[0])
	if best >= 0 && dist(f.roots[best].at, middle) < 2*wide+1 {
		return // the root itself may be in reach
	}
	others, many := false, false
	for i := range cones {
		c := &cones[i]
		if best >= 0 && float64(c.key) > far+wide+1 {
			break // so are all after it
		}
		r := &f.roots[c.root]
		if c.misses(&corners, r.at, m.hair) {
			continue
		}
		if c.root != best {
			if best >= 0 && r.farther(&f.roots[best], &corners, middle, wide) {
				continue
			}
			others = true
		}
		if many = many || l.count == mostRivals; many {
			continue
		}
		l.rivals[l.count] = first + int32(i)
		l.count++
	}
	switch {
	case !others:
		l.root = best // or undecided where there is none
	case !many:
		l.root = several
	}
}

// holding returns the root of which a cone holds all corners of a box that is nearest to the goal
// from the middle, or -1, and how far that is.
func (f *Flow) holding(cones []cone, corners *[4]Point, middle Point) (best int32, far float64) {
	best = -1
	for i := range cones {
		c := &cones[i]
		if r := &f.roots[c.root]; c.holds(corners, r.at, f.m.hair) {
			if d := r.by(middle); best < 0 || d < far {
				best, far = c.root, d
			}
		}
	}
	return best, far
}

// pieceAround returns the piece that the corners of a box are well inside of, or -1.
func (m *Map) pieceAround(corners *[4]Point, middle Point) int32 {
next:
	for _, i := range m.mesh.grid.at(middle) {
		for _, p := range corners {
			if !m.mesh.has(i, p, -4*m.hair) {
				continue next
			}
		}
		return i
	}
	return -1
}

// farther reports that the way by a root is longer than that by another one from all points of a
// box, of which none is farther than wide from the middle. It may be wrong where it says no. How
// far the root is from a point is no less than its tangent says, and the other no more than its
// tangent and what it may bend.
func (r *root) farther(other *root, corners *[4]Point, middle Point, wide float64) bool {
	const sure = 1e-6 // metres
	a, b := dist(r.at, middle), dist(other.at, middle)
	if a < sure {
		return false
	}
	u, v := middle.sub(r.at).times(1/a), middle.sub(other.at).times(1/b)
	least := math.Inf(1)
	for _, p := range corners {
		least = min(least, dot(u.sub(v), p.sub(middle)))
	}
	bend := wide * wide / (2 * (b - wide))
	return r.g+a-(other.g+b)+least-bend > sure
}

// holds reports that the corners of a box, as seen from the root, are in the cone by more than a
// distance.
func (c *cone) holds(corners *[4]Point, root Point, by float64) bool {
	if c.right == (Point{}) && c.left == (Point{}) {
		return true // all is seen
	}
	for _, p := range corners {
		if !c.sees(p.sub(root), -by) {
			return false
		}
	}
	return true
}

// misses reports that the corners of a box, as seen from the root, are out of the cone by more
// than a distance, all of them on the same side.
func (c *cone) misses(corners *[4]Point, root Point, by float64) bool {
	right, left := true, true
	for _, p := range corners {
		d := p.sub(root)
		right = right && cross(c.right, d) < -by
		left = left && cross(d, c.left) < -by
	}
	return right || left
}
