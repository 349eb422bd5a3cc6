package spatial

import (
	"math"
	"slices"
)

const (
	perCell = 2  // members a cell on average, where they are spread evenly
	maxLeaf = 32 // members a cell may have before it is divided again
)

// point is a member as the grid keeps it.
type point struct {
	x, y float32
	slot int32
}

// unsorted is a point on its way to a cell.
type unsorted struct {
	point
	cell int32
}

// cell is a stretch of points, which ends where that of the next cell begins. More than maxLeaf of them are a crowd.
type cell struct {
	first int32
	link  int32 // of a crowd: its grid, or spot. Of an empty cell: how many cells away the nearest occupied one of its row is
}

// spot is the link of a crowd on one spot. Its two lowest IDs come first.
const spot = -1

// grid divides a rectangle into cells, row by row along its longer side: a search takes a step for every row, but none for
// empty cells in a row.
type grid struct {
	along, across axis
	tall          bool  // along is y
	cells         int32 // index of the first cell
}

// axis cuts one dimension into n cells of the same size, a power of two metres. Cell 0 begins at first*size.
type axis struct {
	size, inv float64 // metres, 1/metres
	first     float64 // whole
	n         int32
}

func newAxis(lo, hi float32, exp int) axis {
	a := axis{size: math.Ldexp(1, exp), inv: math.Ldexp(1, -exp)}
	a.first = math.Floor(float64(lo) * a.inv)
	a.n = a.cell(hi) + 1
	return a
}

// cell returns the cell of a coordinate that the axis covers.
func (a *axis) cell(x float32) int32 { return int32(math.Floor(float64(x)*a.inv) - a.first) }

// closest returns the cell of any coordinate, or the first or last one if it lies outside. What is no number lies in the first:
// processors make different whole numbers of it.
func (a *axis) closest(x float64) int32 {
	i := float64(x*a.inv) - a.first
	if !(i > 0) {
		return 0
	}
	if i >= float64(a.n) {
		return a.n - 1
	}
	return int32(i)
}

// edge returns where cell i begins, in metres, exactly.
func (a *axis) edge(i int32) float64 { return float64((a.first + float64(i)) * a.size) }

// box is a rectangle, its edges included.
type box struct{ minX, minY, maxX, maxY float32 }

func boundsOf(points []point) box {
	if len(points) == 0 {
		return box{}
	}
	p := points[0]
	b := box{p.x, p.y, p.x, p.y}
	for _, p := range points[1:] {
		if p.x < b.minX {
			b.minX = p.x
		}
		if p.x > b.maxX {
			b.maxX = p.x
		}
		if p.y < b.minY {
			b.minY = p.y
		}
		if p.y > b.maxY {
			b.maxY = p.y
		}
	}
	return b
}

// newGrid returns a grid of about n/perCell cells over b, as square as powers of two allow. Its longer side is cut at least
// once unless it has no length.
func newGrid(b box, n int) grid {
	w := float64(b.maxX) - float64(b.minX)
	h := float64(b.maxY) - float64(b.minY)
	long, short := max(w, h), min(w, h)
	share := perCell / float64(n)
	area := max(long*short*share, long*share*long*share) // of a cell; the second where one row of squares is longer
	_, exp := math.Frexp(area * math.Sqrt2)
	exp-- // 2 to the power of exp is nearest to area
	g := grid{tall: h > w}
	if g.tall {
		g.along, g.across = newAxis(b.minY, b.maxY, exp>>1), newAxis(b.minX, b.maxX, (exp+1)>>1)
	} else {
		g.along, g.across = newAxis(b.minX, b.maxX, exp>>1), newAxis(b.minY, b.maxY, (exp+1)>>1)
	}
	return g
}

// divide makes a grid of points[first:last], which are a crowd, and returns the link to it. Crowds among its cells are divided
// in turn; every grid separates some of its points, so this ends.
func (ix *Index) divide(first, last int32) int32 {
	points := ix.points[first:last]
	b := boundsOf(points)
	if b.minX == b.maxX && b.minY == b.maxY {
		ix.lowestFirst(points)
		return spot
	}
	link := int32(len(ix.grids))
	g := newGrid(b, len(points))
	g.cells = int32(len(ix.cells))
	n := int(g.along.n)*int(g.across.n) + 1 // the last one is only the end of the one before
	ix.cells = slices.Grow(ix.cells, n)[:len(ix.cells)+n]
	ix.grids = append(ix.grids, g)
	ix.sort(&g, first, last)
	for i := g.cells; i < g.cells+int32(n)-1; i++ {
		if first, last := ix.cells[i].first, ix.cells[i+1].first; last-first > maxLeaf {
			crowd := ix.divide(first, last) // may move ix.cells
			ix.cells[i].link = crowd
		}
	}
	for i := range g.across.n {
		linkEmpty(ix.row(&g, i))
	}
	return link
}

// row returns the cells of a row of g, and one more where the last of them ends.
func (ix *Index) row(g *grid, i int32) []cell {
	first := g.cells + i*g.along.n
	return ix.cells[first : first+g.along.n+1]
}

// sort orders points[first:last] by their cells in g, by counting.
func (ix *Index) sort(g *grid, first, last int32) {
	cells := ix.cells[g.cells:]
	clear(cells)
	from := ix.unsorted[first:last]
	for i, p := range ix.points[first:last] {
		u, v := p.x, p.y
		if g.tall {
			u, v = v, u
		}
		c := g.across.cell(v)*g.along.n + g.along.cell(u)
		from[i] = unsorted{p, c}
		cells[c].first++
	}
	end := first
	for i := range cells {
		end += cells[i].first
		cells[i].first = end
	}
	for i := len(from) - 1; i >= 0; i-- {
		c := &cells[from[i].cell]
		c.first--
		ix.points[c.first] = from[i].point
	}
}

// linkEmpty links the empty cells of a row, which ends with the first cell of the next row.
func linkEmpty(row []cell) {
	n := int32(len(row)) - 1
	away := n
	for i := range n {
		away++
		if row[i].first < row[i+1].first {
			away = 0
		} else {
			row[i].link = away
		}
	}
	away = n
	for i := n - 1; i >= 0; i-- {
		away++
		if row[i].first < row[i+1].first {
			away = 0
		} else {
			row[i].link = min(away, row[i].link)
		}
	}
}

// lowestFirst moves the two points of lowest ID to the front: of many on one spot no other can be the nearest of anybody.
func (ix *Index) lowestFirst(points []point) {
	for front := range 2 {
		lowest := front
		for i := front + 1; i < len(points); i++ {
			if ix.ids[points[i].slot] < ix.ids[points[lowest].slot] {
				lowest = i
			}
		}
		points[front], points[lowest] = points[lowest], points[front]
	}
}
