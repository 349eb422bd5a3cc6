package nav

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/thicket-sim/thicket/components"
)

// Flow is the way to one goal from everywhere: for every piece of ground what is
// seen from where the ways bend. It depends on the map and the goal alone. Its
// methods may run concurrently with each other, but not with Reset.
//
// The ways are found by who first asks for one that is not straight. So a flow that
// nobody follows costs little, and others need not wait for one that somebody does.
type Flow struct {
	m     *Map
	goal  components.Position
	end   Point   // the goal, or the ground next to it
	far   float64 // metres from there to the goal
	first []int32 // piece i has cones[first[i]:first[i+1]]
	cones []cone
	roots []root // of the cones
	found atomic.Bool
	mu    sync.Mutex // of who finds the ways
	lines lines      // straight to the goal
	turn  uint32     // which of all that flows of the map were led to
}

// cone holds the part of a piece that is seen from a root: what is left of the direction
// right and right of the direction left. Both are zero where all is seen.
type cone struct {
	right, left Point   // unit vectors
	key         float32 // metres: no way by the cone is shorter; those of a piece are in its order
	root        int32   // among those of the flow
}

// root is where a way bends, or the goal. Many cones have the same.
type root struct {
	at     Point // as seen from the pieces of its cones
	g      float64
	vertex int32 // -1 for the goal
}

// coneOf returns the part of its piece that a window lets see.
func coneOf(w *window) (c cone) {
	c.key = below(w.key)
	if w.via >= 0 {
		c.right, c.left = unit(w.a.sub(w.root)), unit(w.b.sub(w.root))
	}
	return c
}

// below returns the next number that is less than a number, or is the same.
func below(x float64) float32 {
	y := float32(x)
	if float64(y) > x {
		y = math.Nextafter32(y, 0)
	}
	return y
}

// sees reports whether p, as seen from the root, is in the cone or misses it by no more than a
// distance.
func (c *cone) sees(p Point, within float64) bool {
	return cross(c.right, p) >= -within && cross(p, c.left) >= -within
}

// Reset makes f the flow to a goal on a map, and uses its memory again: once it
// has grown, that allocates nothing. A goal where nobody can stand is moved to
// the nearest free point.
func (f *Flow) Reset(m *Map, goal components.Position) {
	f.m, f.turn = m, m.turns.Add(1)
	f.aim(goal)
	f.found.Store(false)
	f.lines.reset(m.squares.n)
}

// find finds the ways if nobody has.
func (f *Flow) find() {
	if f.found.Load() {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.found.Load() {
		return
	}
	s := f.m.borrow()
	s.reset(f.m)
	s.run(f.end, f.far)
	f.keep(s)
	f.m.giveBack(s)
}

// aim sets the goal, and the point of the ground where the ways to it end.
func (f *Flow) aim(goal components.Position) {
	f.goal = f.m.Free(goal)
	g := f.m.ground(f.goal)
	f.end, f.far = g.at, g.off
	least := math.Inf(1)
	for _, i := range g.pieces() {
		on := f.m.mesh.nearest(i, g.at)
		if d := dist(on, g.at); d < least {
			f.end, f.far, least = on, g.off+d, d
		}
	}
}

// keep takes what a search found, sorted by pieces.
func (f *Flow) keep(s *search) {
	pieces := len(f.m.mesh.pieces)
	f.first = slices.Grow(f.first[:0], pieces+1)[:pieces+1]
	clear(f.first)
	if n := len(s.kept); cap(f.cones) < n {
		f.cones = make([]cone, n) // no more than that: many flows are kept, each for as long as the most that it ever needed
	} else {
		f.cones = f.cones[:n]
	}
	f.number(s)
	end := int32(0)
	for i := range f.first {
		end += f.first[i]
		f.first[i] = end
	}
	for k := len(s.kept) - 1; k >= 0; k-- {
		w := &s.windows[s.kept[k]]
		f.first[w.piece]--
		c := coneOf(w)
		c.root = s.rootOf[k]
		f.cones[f.first[w.piece]] = c
	}
	f.found.Store(true)
}

// number keeps the roots of what a search found, has the search say which each window has, and
// counts the windows of each piece.
func (f *Flow) number(s *search) {
	const unknown = -1
	s.rootOf = slices.Grow(s.rootOf[:0], len(s.kept))[:len(s.kept)]
	last := slices.Grow(s.lastRoot[:0], len(s.verts)+1)[:len(s.verts)+1] // by vertex; of the goal at the end
	for i := range last {
		last[i] = unknown
	}
	roots := s.roots[:0]
	for k, i := range s.kept {
		w := &s.windows[i]
		f.first[w.piece]++
		r := root{w.root, w.g, w.vertex}
		of := &last[len(last)-1]
		if w.vertex >= 0 {
			of = &last[w.vertex]
		}
		if *of == unknown || roots[*of] != r {
			*of = int32(len(roots))
			roots = append(roots, r)
		}
		s.rootOf[k] = *of
	}
	s.roots, s.lastRoot = roots, last
	if cap(f.roots) < len(roots) {
		f.roots = make([]root, len(roots))
	}
	f.roots = f.roots[:len(roots)]
	copy(f.roots, roots)
}

// Goal returns where the flow leads.
func (f *Flow) Goal() components.Position { return f.goal }

// Bytes returns the memory that the flow has reserved.
func (f *Flow) Bytes() int64 {
	return int64(cap(f.first))*4 + int64(cap(f.cones))*int64(unsafe.Sizeof(cone{})) +
		int64(cap(f.roots))*int64(unsafe.Sizeof(root{})) + int64(len(f.lines.words))*4
}

// Toward returns where to walk straight to from p on the shortest way to the
// goal: the goal itself or the corner at which the way bends next. dist is how
// long the whole way is, in metres. It is not ok if there is no way.
//
// On a torus a waypoint is less than half of the field away, so that walking the
// shorter way round is right; it may then be a point on a straight way.
func (f *Flow) Toward(p components.Position) (waypoint components.Position, dist float32, ok bool) {
	m := f.m
	if !m.within(p) || m.Blocked(p) {
		p = m.Free(p)
	}
	if d := m.delta(p, f.goal); f.straight(p, d) {
		return f.goal, float32(length(d)), true
	}
	f.find()
	g := m.ground(p)
	r, far := f.best(&g, none)
	if r == nil {
		return p, 0, false
	}
	d := r.at.sub(at(p))
	if g.off > 0 && !m.clear(at(p), d) {
		d = g.at.sub(at(p)) // out of the narrows first
	} else if dot(d, d) <= m.near()*m.near() {
		if next, _ := f.best(&g, r.vertex); next != nil { // this root is as good as reached
			d = next.at.sub(at(p))
		}
	}
	return m.ahead(p, d), float32(far), true
}

// straight reports whether nothing is between a free position and the goal, d away.
func (f *Flow) straight(p components.Position, d Point) bool {
	if square, ok := f.m.Square(p); ok && len(f.lines.words) > 0 { // those of a path, for one walker, remember nothing
		switch f.lines.to(f.m, square, f.goal) {
		case Open:
			return true
		case Barred:
			return false
		}
	}
	return f.m.clear(at(p), d)
}

// none is no vertex, nor the goal.
const none = -2

// best finds the nearest root but one that is seen from some ground, and how far
// the goal is by way of it.
func (f *Flow) best(g *ground, but int32) (best *root, far float64) {
	for _, piece := range g.pieces() {
		for i := f.first[piece]; i < f.first[piece+1]; i++ {
			c := &f.cones[i]
			if best != nil && float64(c.key) > far+f.m.hair {
				break // so are all after it
			}
			r := &f.roots[c.root]
			if r.vertex == but || !c.sees(g.at.sub(r.at), f.m.near()) {
				continue
			}
			if d := g.off + r.by(g.at); best == nil || d < far {
				best, far = r, d
			}
		}
	}
	return best, far
}

// ahead returns the position that is d away from p or, on a torus, on the way
// there if that is too far.
func (m *Map) ahead(p components.Position, d Point) components.Position {
	return m.confine(at(p).add(d.times(m.stride(d))))
}

// stride returns which part of a way can be walked in one go: all of it but on a
// torus, where farther than half around would be the wrong way round.
func (m *Map) stride(d Point) float64 {
	if !m.field.Wrap {
		return 1
	}
	const most = 0.4
	return min(1, most*float64(m.field.Width)/math.Abs(d.X), most*float64(m.field.Height)/math.Abs(d.Y))
}
