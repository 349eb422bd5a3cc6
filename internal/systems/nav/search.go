package nav

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/components"
)

// search finds the shortest ways to a goal from everywhere. A wave goes out from
// the goal through the pieces, nearest first. Its front is made of windows: the
// parts of portals that are seen straight from a root, which is the goal or a
// corner that the way bends at. When the wave reaches a corner, that corner
// becomes a root. A window is dropped only if there is a shorter way to every
// point behind it, so that the windows that are left hold all shortest ways,
// exactly.
type search struct {
	m       *Map
	windows []window
	waiting []event // a heap, the nearest first
	verts   []reached
	kept    []int32 // windows that went through, in order
	around  []place // of the goal
	flow    Flow    // scratch of paths

	rootOf   []int32 // by kept window: its root, with the next two for Flow.number
	roots    []root
	lastRoot []int32

	slack float64 // metres; ways that differ by less are as long
	now   float64 // metres: the key that the wave has come to

	// Searches for one start: it ends when the way to it is known.
	single bool
	start  Point
	stand  ground
	best   float64
}

// window holds the view from a root through a part of a portal, its right end a
// and left end b, seen in the direction of the wave. All points are as seen from
// the piece that the wave enters. What is around a root is seen without a portal.
type window struct {
	root, a, b Point
	g          float64 // metres from the root to the goal
	key        float64 // metres: no way through it is shorter; of those that are kept
	piece      int32
	via        int32 // the portal, in the piece that the wave comes from, or -1
	vertex     int32 // the root's, or -1 for the goal
}

// reached holds the knowledge about a vertex: an upper bound of its distance to the
// goal and, if a straight way to a root is that short, the root.
type reached struct {
	d        float64
	next     Point // metres, to the root
	root     int32 // vertex, or -1 for the goal
	straight bool
	roughly  bool // with bends that are too small to matter
}

// event is a window, or a corner that becomes a root.
type event struct {
	key    float64 // metres: no way through it is shorter
	d      float64 // of a corner: how far it was when it was added
	number int32   // window, or ^vertex
}

// reset makes the search ready for a goal; its memory is used again.
func (s *search) reset(m *Map) {
	s.m = m
	s.windows, s.waiting, s.kept = s.windows[:0], s.waiting[:0], s.kept[:0]
	s.verts = slices.Grow(s.verts[:0], len(m.mesh.verts))[:len(m.mesh.verts)]
	for i := range s.verts {
		s.verts[i] = reached{d: math.Inf(1)}
	}
	s.slack = 4 * m.mesh.grain
	s.single, s.best, s.now = false, math.Inf(1), 0
}

// toward makes the search end when the way from a start is known.
func (s *search) toward(p components.Position) {
	s.single, s.start, s.stand = true, at(p), s.m.ground(p)
}

// run searches from a goal that is on the ground, far from the true goal.
func (s *search) run(goal Point, far float64) {
	s.around = s.m.places(s.around[:0], goal, 128*s.m.mesh.grain)
	s.begin(s.around, goal, far, -1, Point{})
	for len(s.waiting) > 0 {
		e := s.pop()
		if s.single && e.key >= s.best {
			return
		}
		if !s.single { // else the key is that of the way from the start
			s.now = e.key
		}
		if e.number >= 0 {
			if w := &s.windows[e.number]; !s.beaten(w, s.m.mesh.portals[w.via].turn) {
				s.pass(e.number)
			}
			continue
		}
		if v := ^e.number; e.d <= s.verts[v].d {
			s.bend(v, e.d)
		}
	}
}

// bend makes a corner a root.
func (s *search) bend(v int32, d float64) {
	vert, r := &s.m.mesh.verts[v], &s.verts[v]
	half, ok := Point{}, true
	if r.straight && !r.roughly && !vert.shared {
		half, ok = vert.beyond(r.next, 16*s.m.mesh.grain)
	}
	if !ok {
		return
	}
	s.begin(vert.around, vert.at, d, v, half)
}

// beyond returns where shortest ways go on at a corner that come from a root:
// left of a direction. They bend around the obstacle, so they do not if both of
// its edges are not on one side of them, by more than rounding in metres.
func (v *vertex) beyond(root Point, rounding float64) (half Point, ok bool) {
	prev, next := cross(v.prev, root), cross(v.next, root)
	rounding *= length(root)
	switch left, right := prev >= -rounding && next >= -rounding, prev <= rounding && next <= rounding; {
	case left && right:
		return Point{}, true
	case left:
		return root.times(-1), true
	case right:
		return root, true
	}
	return Point{}, false
}

// begin starts a wave from a root, left of a direction; to all sides if that is
// zero.
func (s *search) begin(around []place, root Point, g float64, vertex int32, half Point) {
	for _, p := range around {
		seen := root.add(p.turn)
		s.open(s.add(window{root: seen, a: seen, b: seen, g: g, piece: p.piece, via: -1, vertex: vertex}), half)
	}
}

// open lets a wave begin in a piece.
func (s *search) open(number int32, half Point) {
	w := s.windows[number]
	s.keep(number, &w)
	ms := &s.m.mesh
	piece := &ms.pieces[w.piece]
	for k := piece.ports; k < piece.portsEnd; k++ {
		p := &ms.portals[k]
		s.relax(p.va, w.g+dist(w.root, p.a), &w, p.a)
		s.relax(p.vb, w.g+dist(w.root, p.b), &w, p.b)
		if dist(nearestOn(p.a, p.b, w.root), w.root) <= 64*ms.grain {
			continue // the wave begins on the other side too
		}
		a, b := cross(half, p.a.sub(w.root)), cross(half, p.b.sub(w.root))
		from, until := p.a, p.b
		switch d := p.b.sub(p.a); {
		case a < 0 && b < 0:
			continue
		case a < 0:
			from = p.a.plus(a/(a-b), d)
		case b < 0:
			until = p.a.plus(a/(a-b), d)
		}
		s.spread(&w, k, from, until)
	}
}

// keep notes a window that the wave goes through.
func (s *search) keep(number int32, w *window) {
	s.windows[number].key = s.now
	s.kept = append(s.kept, number)
	if s.single {
		s.offer(w)
	}
}

func (s *search) add(w window) int32 {
	s.windows = append(s.windows, w)
	return int32(len(s.windows)) - 1
}

// pass lets the wave go through a window: it sees the ends of the portals of the
// piece, and goes on through all but the one that it comes from.
func (s *search) pass(number int32) {
	w := s.windows[number]
	s.keep(number, &w)
	ms := &s.m.mesh
	back := ms.portals[w.via].back
	ra, rb := w.a.sub(w.root), w.b.sub(w.root)
	la, lb := length(ra), length(rb)
	piece := &ms.pieces[w.piece]
	for k := piece.ports; k < piece.portsEnd; k++ {
		if k == back {
			continue
		}
		p := &ms.portals[k]
		a, b := p.a.sub(w.root), p.b.sub(w.root)
		aRight, bRight := cross(ra, a), cross(ra, b) // negative: right of the window
		aLeft, bLeft := cross(a, rb), cross(b, rb)   // negative: left of it
		s.see(p.va, p.a, aRight, aLeft, la, lb, &w)
		s.see(p.vb, p.b, bRight, bLeft, la, lb, &w)
		if bRight <= 0 || aLeft <= 0 {
			continue
		}
		from, until := p.a, p.b
		d := p.b.sub(p.a)
		if aRight < 0 {
			from = p.a.plus(aRight/(aRight-bRight), d)
		}
		if bLeft < 0 {
			until = p.a.plus(aLeft/(aLeft-bLeft), d)
		}
		s.spread(&w, k, from, until)
	}
}

// see relaxes a vertex that the wave passes: straight from the root if that sees
// it, else around the end of the window. Bends that are too small to matter to a
// walker are none, but the way is as long as around them.
func (s *search) see(v int32, at Point, right, left, la, lb float64, w *window) {
	rounding, near := 8*s.m.mesh.grain, s.m.near()
	switch {
	case right >= -rounding*la && left >= -rounding*lb:
		s.relax(v, w.g+dist(w.root, at), w, at)
	case right >= -near*la && left >= -near*lb:
		s.relax(v, w.g+min(la+dist(w.a, at), lb+dist(w.b, at)), w, at)
		s.verts[v].roughly = s.verts[v].root == w.vertex
	case right < left:
		s.lower(v, w.g+la+dist(w.a, at), at)
	default:
		s.lower(v, w.g+lb+dist(w.b, at), at)
	}
}

// tie is the number of times what counts as rounding may tell a way around a bend
// from a straight one to the bend.
const tie = 16

// relax notes a straight way from a vertex to a root. One that is as long as
// another around a bend takes its place: the bend is at the root.
func (s *search) relax(v int32, d float64, w *window, at Point) {
	if r := &s.verts[v]; d < r.d-s.slack || !r.straight && d <= r.d+float64(tie*s.slack) && w.g < r.d {
		s.lower(v, d, at)
		r.straight, r.roughly, r.next, r.root = true, false, w.root.sub(at), w.vertex
	}
}

// lower notes a smaller upper bound of a vertex's distance to the goal. A
// difference within rounding is ignored: it would start a new wave each time.
func (s *search) lower(v int32, d float64, at Point) {
	r := &s.verts[v]
	if d >= r.d-s.slack {
		return
	}
	r.d, r.straight = d, false
	if s.m.mesh.verts[v].corner {
		s.push(event{key: d + s.ahead(at, at), d: d, number: ^v})
	}
}

// spread adds the window on a part of a portal, unless it is beaten.
func (s *search) spread(w *window, portal int32, a, b Point) {
	p := &s.m.mesh.portals[portal]
	ra, rb := a.sub(w.root), b.sub(w.root)
	if grain := s.m.mesh.grain; cross(ra, rb) <= grain*max(length(ra), length(rb)) {
		return // a line; what rounding leaves of it could go to and fro forever
	}
	next := window{root: w.root, a: a, b: b, g: w.g, piece: p.to, via: portal, vertex: w.vertex}
	if s.beaten(&next, Point{}) {
		return
	}
	key := w.g + dist(nearestOn(a, b, w.root), w.root) + s.ahead(a, b)
	next.root, next.a, next.b = next.root.add(p.turn), a.add(p.turn), b.add(p.turn)
	s.push(event{key: key, number: s.add(next)})
}

// beaten reports whether there are shorter ways to all that is seen through a
// window. A line from the root that leaves the piece at x crosses the one from
// the right end of the portal to the window's left end; if that end is nearer to
// the goal by way of the portal's end, then so is x. And the other way round.
func (s *search) beaten(w *window, turn Point) bool {
	p := &s.m.mesh.portals[w.via]
	return s.verts[p.va].d+dist(p.a.add(turn), w.b)+s.slack < w.g+dist(w.root, w.b) ||
		s.verts[p.vb].d+dist(p.b.add(turn), w.a)+s.slack < w.g+dist(w.root, w.a)
}

// ahead returns how far the start is from the segment from a to b, at least, for
// a search with one start. Both ends are as seen from a piece of the field.
func (s *search) ahead(a, b Point) float64 {
	if !s.single {
		return 0
	}
	middle := a.add(b).times(0.5)
	d := s.start.sub(middle)
	if s.m.field.Wrap {
		d = Point{shorter(d.X, float64(s.m.field.Width)), shorter(d.Y, float64(s.m.field.Height))}
	}
	return max(0, length(d)-dist(middle, a)-s.stand.off-s.slack)
}

// shorter returns how far a difference is around a circle, the shorter way, for
// points of the field.
func shorter(d, size float64) float64 {
	d = math.Abs(d)
	return min(d, math.Abs(size-d))
}

// offer checks whether a window gives the way from the start.
func (s *search) offer(w *window) {
	for _, piece := range s.stand.pieces() {
		if piece == w.piece {
			if c := coneOf(w); c.sees(s.stand.at.sub(w.root), s.m.near()) {
				s.best = min(s.best, w.g+dist(w.root, s.stand.at))
			}
		}
	}
}

func (e event) before(o event) bool {
	return e.key < o.key || e.key == o.key && e.number < o.number
}

func (s *search) push(e event) {
	h := append(s.waiting, e)
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !e.before(h[up]) {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = e
	s.waiting = h
}

func (s *search) pop() event {
	h := s.waiting
	top, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	s.waiting = h
	if len(h) == 0 {
		return top
	}
	i := 0
	for {
		down := 2*i + 1
		if down >= len(h) {
			break
		}
		if down+1 < len(h) && h[down+1].before(h[down]) {
			down++
		}
		if !h[down].before(last) {
			break
		}
		h[i] = h[down]
		i = down
	}
	h[i] = last
	return top
}
