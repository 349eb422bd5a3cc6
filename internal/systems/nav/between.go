package nav

import (
	"math"
	"sync/atomic"

	"github.com/thicket-sim/thicket/components"
)

// Line holds the knowledge about all straight ways from the points of one part of the field
// to those of another.
type Line uint8

const (
	Unasked Line = iota // nobody has asked
	Unsure              // some ways may be free and others not
	Open                // Walks is true of all
	Barred              // Walks is true of none
)

// squares cut the field for questions that are answered once for all points of a square.
type squares struct {
	inv float64 // 1/metres
	nx  int32
	n   int32
}

const (
	leastSquare = 4       // metres
	mostSquares = 1 << 18 // of a field, about
)

func (m *Map) laySquares() {
	w, h := float64(m.field.Width), float64(m.field.Height)
	side := max(leastSquare, math.Sqrt(w*h/mostSquares))
	m.squares.inv = 1 / side
	m.squares.nx = int32(w/side) + 1
	m.squares.n = m.squares.nx * (int32(h/side) + 1)
}

// square returns the square of a position on the field.
func (s *squares) square(p components.Position) int32 {
	return int32(float64(p.Y)*s.inv)*s.nx + int32(float64(p.X)*s.inv)
}

// box returns a square, with more around it than rounding takes away.
func (s *squares) box(square int32, pad float64) box {
	side := 1 / s.inv
	x, y := float64(square%s.nx), float64(square/s.nx)
	return box{float64(x * side), float64(y * side), float64((x + 1) * side), float64((y + 1) * side)}.padded(pad)
}

// Square returns the number of the square of the field that a position is in: with two
// of them goes one answer of Between. It is not ok for a position off the field, and on
// a torus.
func (m *Map) Square(p components.Position) (square int32, ok bool) {
	if m.field.Wrap || !m.within(p) {
		return 0, false
	}
	return m.squares.square(p), true
}

// Between returns what is known about all ways from one square to another.
func (m *Map) Between(from, to int32) Line {
	a, b := m.squares.box(from, m.hair), m.squares.box(to, m.hair)
	return m.between(&a, &b)
}

// blockSide is how many squares are along a side of a block.
const blockSide = 4

// blocksAlong returns how many blocks are in a row.
func (s *squares) blocksAlong() int32 { return (s.nx + blockSide - 1) / blockSide }

// Block returns the number of the block of squares that a square is in.
func (m *Map) Block(square int32) int32 {
	s := &m.squares
	return square/s.nx/blockSide*s.blocksAlong() + square%s.nx/blockSide
}

// block returns the box of a block, as box does that of a square.
func (s *squares) block(number int32, pad float64) box {
	n := s.blocksAlong()
	x, y := number%n*blockSide, number/n*blockSide
	low, high := s.box(y*s.nx+x, 0), s.box((y+blockSide-1)*s.nx+x, 0)
	return box{low.minX, low.minY, low.minX + float64(blockSide/s.inv), high.maxY}.padded(pad)
}

// BetweenBlocks is Between for all squares of two blocks: where it knows an answer, that is the
// answer for each two of them.
func (m *Map) BetweenBlocks(from, to int32) Line {
	a, b := m.squares.block(from, m.hair), m.squares.block(to, m.hair)
	return m.between(&a, &b)
}

// between is exact because of margins of a hair, which is much more than rounding: ways
// are open where the hull of both boxes keeps a hair off all bodies, and barred where
// those between all corners go deeper than a hair into one body. Then all others do:
// what is behind a convex body, as seen from a point, is convex.
func (m *Map) between(a, b *box) Line {
	from, to := a.middle(), b.middle()
	d := to.sub(from)
	reach := boxOf(from, to)
	entered, last := 0, int32(-1)
	w, ok := m.bodyGrid.walk(from, d)
	for ; ok; ok = w.next() {
		for _, i := range m.bodyGrid.of(w.cell()) {
			c := &m.bodies[i]
			if i == last || !c.box.meets(reach) || c.aside(from, d) {
				continue
			}
			if _, _, in := c.enter(from, d, m.skin()); !in {
				continue
			}
			if m.bars(c, a, b) {
				return Barred
			}
			const few = 4
			if entered, last = entered+1, i; entered == few {
				return Unsure
			}
		}
	}
	if entered > 0 || !m.keepsOff(a, b, from, to) {
		return Unsure
	}
	return Open
}

func (b *box) middle() Point {
	return Point{float64((b.minX + b.maxX) / 2), float64((b.minY + b.maxY) / 2)}
}

func (b *box) corners() [4]Point {
	return [4]Point{{b.minX, b.minY}, {b.maxX, b.minY}, {b.maxX, b.maxY}, {b.minX, b.maxY}}
}

// bars reports whether the ways between all corners of two boxes go deep into a body.
func (m *Map) bars(c *convex, a, b *box) bool {
	deep := float64(m.skin()) + m.hair
	for _, p := range a.corners() {
		for _, q := range b.corners() {
			if _, _, in := c.enter(p, q.sub(p), deep); !in {
				return false
			}
		}
	}
	return true
}

// keepsOff reports that the hull of two boxes keeps a hair off all bodies. It may be
// wrong where it says no.
func (m *Map) keepsOff(a, b *box, from, to Point) bool {
	const most = 256 // cells to look at
	hull := box{min(a.minX, b.minX), min(a.minY, b.minY), max(a.maxX, b.maxX), max(a.maxY, b.maxY)}
	g := &m.bodyGrid
	x0, y0, x1, y1 := g.column(hull.minX), g.row(hull.minY), g.column(hull.maxX), g.row(hull.maxY)
	if (x1-x0+1)*(y1-y0+1) > most {
		return false
	}
	wide := max(dist(from, Point{a.minX, a.minY}), dist(to, Point{b.minX, b.minY}))
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			for _, i := range g.of(y*g.nx + x) {
				if c := &m.bodies[i]; c.box.meets(hull) && !m.apart(c, a, b, from, to, wide) {
					return false
				}
			}
		}
	}
	return true
}

// apart reports that a body is a hair off the hull of two boxes, which reach so far from
// their middles: because its round is, or because one of its planes lies between them.
func (m *Map) apart(c *convex, a, b *box, from, to Point, wide float64) bool {
	far := math.Sqrt(c.around) + wide + m.hair
	if dist2(nearestOn(from, to, c.middle), c.middle) > far*far {
		return true
	}
	for i := range c.planes {
		if h := &c.planes[i]; h.under(a) > m.hair && h.under(b) > m.hair {
			return true
		}
	}
	return false
}

// under returns how far out of the half-plane the nearest point of a box is.
func (h *plane) under(b *box) float64 {
	nearest := Point{b.minX, b.minY}
	if h.n.X < 0 {
		nearest.X = b.maxX
	}
	if h.n.Y < 0 {
		nearest.Y = b.maxY
	}
	return h.above(nearest)
}

// lines hold the knowledge about the ways from each square to one point. They are asked
// for by several workers at a time, and whoever is first finds out.
type lines struct{ words []atomic.Uint32 }

const linesAWord = 16

// reset forgets all.
func (l *lines) reset(squares int32) {
	n := int(squares+linesAWord-1) / linesAWord
	if len(l.words) != n {
		l.words = make([]atomic.Uint32, n)
		return
	}
	clear(l.words)
}

// to returns the line from a square to a point of the field.
func (l *lines) to(m *Map, square int32, p components.Position) Line {
	word, shift := &l.words[square/linesAWord], uint(square%linesAWord)*2
	if known := Line(word.Load() >> shift & 3); known != Unasked {
		return known
	}
	a, b := m.squares.box(square, m.hair), boxOf(at(p))
	found := m.between(&a, &b)
	word.Or(uint32(found) << shift)
	return found
}
