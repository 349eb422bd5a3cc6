package spatial

import "math"

// search is one query under way, from the image (x+turnX, y+turnY) of where it was asked.
type search struct {
	x, y         float64
	turnX, turnY float64 // a turn around the torus, or 0
	limit        float64 // square metres; what is farther does not matter

	// Nearest: who is passed over, and the best so far, limit away
	self, slot int32

	// Within
	all   bool
	most  int // with more found than that, the search may end
	found []int32

	visitor Visitor // is asked in place of what would be found, if there is one
}

// run searches from (x, y) and, on a torus, from those of its images that are not farther than the limit from the bounding
// box of the members.
func (ix *Index) run(s *search) {
	n := int32(len(ix.points))
	ix.visit(0, n, ix.root, s)
	if !ix.field.Wrap {
		return
	}
	w, h := float64(ix.field.Width), float64(ix.field.Height)
	for _, s.turnX = range [...]float64{0, w, -w} {
		dx := gap(s.x, s.turnX, ix.bounds.minX, ix.bounds.maxX)
		if dx*dx > s.limit {
			continue
		}
		for _, s.turnY = range [...]float64{0, h, -h} {
			dy := gap(s.y, s.turnY, ix.bounds.minY, ix.bounds.maxY)
			if (s.turnX != 0 || s.turnY != 0) && float64(dx*dx)+float64(dy*dy) <= s.limit {
				ix.visit(0, n, ix.root, s)
			}
		}
	}
}

// gap returns how far the image of x is outside of lo..hi, in metres, with either sign.
func gap(x, turn float64, lo, hi float32) float64 {
	if d := float64(lo) - x - turn; d > 0 {
		return d
	}
	if d := float64(hi) - x - turn; d < 0 {
		return d
	}
	return 0
}

// visit looks at the points of one cell.
func (ix *Index) visit(first, last, link int32, s *search) {
	switch {
	case last-first <= maxLeaf:
		ix.scan(first, last, s)
	case link != spot:
		ix.sweep(&ix.grids[link], s)
	case s.visitor != nil:
		ix.scan(first, last, s)
	case s.all:
		n := len(s.found)
		if ix.scan(first, first+1, s); len(s.found) > n { // as the first, so the others
			ix.scan(first+1, last, s)
		}
	default:
		ix.scan(first, first+2, s) // the second in case the first is passed over
	}
}

// sweep visits the cells of g that are not farther than the limit, which shrinks on the way, row by row from the middle.
//
// An edge is never farther from the query than the points behind it, also after rounding, because the difference is rounded
// the same way for both.
func (ix *Index) sweep(g *grid, s *search) {
	u, v, turnU, turnV := s.x, s.y, s.turnX, s.turnY
	if g.tall {
		u, v, turnU, turnV = v, u, turnV, turnU
	}
	start := g.along.closest(u + turnU)
	aside := g.along.outside(u, turnU) // of the whole grid
	aside2 := float64(aside * aside)
	middle := g.across.closest(v + turnV)
	for row := middle; row < g.across.n; row++ {
		d := g.across.edge(row) - v - turnV
		if d < 0 {
			d = 0
		}
		if d = float64(d * d); d+aside2 > s.limit {
			break
		}
		ix.sweepRow(&g.along, ix.row(g, row), start, u, turnU, d, s)
	}
	for row := middle - 1; row >= 0; row-- {
		d := g.across.edge(row+1) - v - turnV
		if d > 0 {
			d = 0
		}
		if d = float64(d * d); d+aside2 > s.limit {
			break
		}
		ix.sweepRow(&g.along, ix.row(g, row), start, u, turnU, d, s)
	}
}

// outside returns how far a coordinate is from the cells, in metres, with either sign.
func (a *axis) outside(u, turn float64) float64 {
	if d := a.edge(0) - u - turn; d > 0 {
		return d
	}
	return min(a.edge(a.n)-u-turn, 0)
}

// emptyAround reports whether all points of a row are farther than the limit, whose nearest occupied cell is so many away from
// start.
func (a *axis) emptyAround(start, away int32, u, turn, away2, limit float64) bool {
	if i := start + away; i < a.n {
		if d := a.edge(i) - u - turn; d <= 0 || float64(d*d)+away2 <= limit {
			return false
		}
	}
	if i := start - away; i >= 0 {
		if d := a.edge(i+1) - u - turn; d >= 0 || float64(d*d)+away2 <= limit {
			return false
		}
	}
	return true
}

// sweepRow visits the cells of one row, from start to both sides. The row is away from the query by the root of away2.
//
// The first three cells are taken in one go: their points lie together, and a few points more cost less than the guesses a
// processor gets wrong when it is asked about every cell.
func (ix *Index) sweepRow(a *axis, row []cell, start int32, u, turn, away2 float64, s *search) {
	n := int32(len(row)) - 1
	if at := &row[start]; at.first == row[start+1].first && a.emptyAround(start, at.link, u, turn, away2, s.limit) {
		return
	}
	lo, hi := max(start-1, 0), min(start+2, n)
	if first, last := row[lo].first, row[hi].first; last-first <= maxLeaf {
		ix.scan(first, last, s)
	} else {
		lo, hi = start, start
	}
	for i := hi; i < n; {
		d := a.edge(i) - u - turn
		if d > 0 && float64(d*d)+away2 > s.limit {
			break
		}
		first, last, link := row[i].first, row[i+1].first, row[i].link
		if first == last {
			i += link
			continue
		}
		ix.visit(first, last, link, s)
		i++
	}
	for i := lo - 1; i >= 0; {
		d := a.edge(i+1) - u - turn
		if d < 0 && float64(d*d)+away2 > s.limit {
			break
		}
		first, last, link := row[i].first, row[i+1].first, row[i].link
		if first == last {
			i -= link
			continue
		}
		ix.visit(first, last, link, s)
		i--
	}
}

// scan looks at points[first:last].
func (ix *Index) scan(first, last int32, s *search) {
	if s.all {
		ix.collect(ix.points[first:last], s)
	} else {
		ix.improve(ix.points[first:last], s)
	}
}

// improve takes the nearest of points if it is better than the best so far.
//
// Which point is better is a coin toss to the processor. So distances are compared as bits, which order the same way as they
// are not negative, and the compiler can choose by conditional moves; that takes a quarter off a query.
func (ix *Index) improve(points []point, s *search) {
	x, y, turnX, turnY, self := s.x, s.y, s.turnX, s.turnY, s.self
	best, slot := math.Float64bits(s.limit), s.slot
	for i := range points {
		p := &points[i]
		dx := float64(p.x) - x - turnX
		dy := float64(p.y) - y - turnY
		d := math.Float64bits(float64(dx*dx) + float64(dy*dy))
		at := p.slot
		if at == self {
			d = math.MaxUint64
		}
		if d == best && ix.precedes(at, slot) {
			slot = at
		}
		if d < best {
			best = d
			slot = at
		}
	}
	s.limit, s.slot = math.Float64frombits(best), slot
}

// precedes is not inlined: the compiler makes no conditional move to a variable that it sees used as an index.
//
//go:noinline
func (ix *Index) precedes(a, b int32) bool { return b >= 0 && ix.ids[a] < ix.ids[b] }

// collect adds the points within the limit. On a torus each is taken only from the image that Field.Delta measures from, lest
// it be found twice.
func (ix *Index) collect(points []point, s *search) {
	w, h := float64(ix.field.Width), float64(ix.field.Height)
	for _, p := range points {
		dx := float64(p.x) - s.x
		dy := float64(p.y) - s.y
		if ix.field.Wrap && (turn(dx, w) != s.turnX || turn(dy, h) != s.turnY) {
			continue
		}
		dx -= s.turnX
		dy -= s.turnY
		if float64(dx*dx)+float64(dy*dy) <= s.limit {
			if s.visitor != nil {
				if s.limit = s.visitor.Visit(p.slot, s.limit); s.limit < 0 {
					return // all else is farther
				}
				continue
			}
			if s.found = append(s.found, p.slot); len(s.found) > s.most {
				s.limit = -1 // all else is farther
				return
			}
		}
	}
}
