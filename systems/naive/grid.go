package naive

import (
	"math"

	"github.com/thicket-sim/thicket/systems/spatial"
)

// perCell is how many points a cell has on average.
const perCell = 2

// slack is how far, in parts of the field, a point may seem to lie outside its
// cell because coordinates are rounded when they are divided.
const slack = 1e-9

// point is a body as a grid keeps it.
type point struct {
	x, y float32
	body int32
}

// grid is a field in cells of one size, the points of each cell together.
type grid struct {
	field  spatial.Field
	nx, ny int
	dx, dy float64 // metres a cell
	first  []int32 // by cell, and one more where the last ends
	cell   []int32 // scratch, by point
	points []point
}

// build sorts the points into cells by counting.
func (g *grid) build(f spatial.Field, points []point) {
	w, h := float64(f.Width), float64(f.Height)
	side := math.Sqrt(w * h * perCell / float64(max(len(points), 1)))
	g.field = f
	g.nx, g.ny = divisions(w, side, len(points)), divisions(h, side, len(points))
	g.dx, g.dy = w/float64(g.nx), h/float64(g.ny)
	g.first = resize(g.first, g.nx*g.ny+1)
	g.cell = resize(g.cell, len(points))
	g.points = resize(g.points, len(points))
	clear(g.first)
	for i := range points {
		c := int32(g.row(points[i].y)*g.nx + g.column(points[i].x))
		g.cell[i] = c
		g.first[c]++
	}
	end := int32(0)
	for c := range g.first {
		end += g.first[c]
		g.first[c] = end
	}
	for i := range points {
		c := g.cell[i]
		g.first[c]--
		g.points[g.first[c]] = points[i]
	}
}

func divisions(size, side float64, most int) int {
	return max(1, int(min(size/side, float64(most))))
}

// resize gives a slice a length; what it holds is lost when it is too short.
func resize[T any](s []T, n int) []T {
	if n > cap(s) {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

func (g *grid) column(x float32) int { return min(int(float64(x)/g.dx), g.nx-1) }
func (g *grid) row(y float32) int    { return min(int(float64(y)/g.dy), g.ny-1) }

// nearest is the body of the point with the least distance from (x, y), the
// lowest of several, or -1. It looks at the cells around in growing squares
// until nothing outside of them can be nearer.
func (g *grid) nearest(x, y float32, self int32) int32 {
	if len(g.points) == 0 {
		return -1
	}
	n := near{x: float64(x), y: float64(y), self: self, body: -1, dist2: math.Inf(1)}
	cx, cy := g.column(x), g.row(y)
	for dy := -1; dy <= 1; dy++ {
		g.span(&n, cy+dy, cx-1, cx+1)
	}
	for r := 1; ; {
		reach := g.reach(&n, cx, cy, r)
		if math.IsInf(reach, 1) || reach > 0 && float64(reach*reach) > n.dist2 {
			return n.body
		}
		r++
		g.span(&n, cy-r, cx-r, cx+r)
		g.span(&n, cy+r, cx-r, cx+r)
		for dy := 1 - r; dy < r; dy++ {
			g.span(&n, cy+dy, cx-r, cx-r)
			g.span(&n, cy+dy, cx+r, cx+r)
		}
	}
}

// near is the best of a search so far.
type near struct {
	x, y       float64
	self, body int32
	dist2      float64 // square metres
}

// reach is a distance that points outside of the square of cells r around
// (cx, cy) have at least; infinite when there are none.
func (g *grid) reach(n *near, cx, cy, r int) float64 {
	reach := math.Inf(1)
	if wrap := g.field.Wrap; wrap && 2*r+1 < g.nx || !wrap && cx-r > 0 {
		reach = min(reach, n.x-float64(cx-r)*g.dx)
	}
	if wrap := g.field.Wrap; wrap && 2*r+1 < g.nx || !wrap && cx+r < g.nx-1 {
		reach = min(reach, float64(cx+r+1)*g.dx-n.x)
	}
	if wrap := g.field.Wrap; wrap && 2*r+1 < g.ny || !wrap && cy-r > 0 {
		reach = min(reach, n.y-float64(cy-r)*g.dy)
	}
	if wrap := g.field.Wrap; wrap && 2*r+1 < g.ny || !wrap && cy+r < g.ny-1 {
		reach = min(reach, float64(cy+r+1)*g.dy-n.y)
	}
	return reach - slack*float64(max(g.field.Width, g.field.Height))
}

// span looks at the points of the cells lo..hi of a row. On a torus rows and
// cells go on at the other side; a point may then be looked at twice.
func (g *grid) span(n *near, row, lo, hi int) {
	if g.field.Wrap {
		row = turn(row, g.ny)
		if hi-lo+1 >= g.nx {
			lo, hi = 0, g.nx-1
		}
		lo, hi = turn(lo, g.nx), turn(hi, g.nx)
		if lo > hi {
			g.wrapped(n, g.cells(row, lo, g.nx-1))
			lo = 0
		}
		g.wrapped(n, g.cells(row, lo, hi))
		return
	}
	if row < 0 || row >= g.ny {
		return
	}
	lo, hi = max(lo, 0), min(hi, g.nx-1)
	if lo > hi {
		return
	}
	for _, p := range g.cells(row, lo, hi) {
		dx, dy := float64(p.x)-n.x, float64(p.y)-n.y
		n.take(p.body, float64(dx*dx)+float64(dy*dy))
	}
}

func (g *grid) wrapped(n *near, points []point) {
	for _, p := range points {
		n.take(p.body, g.field.Dist2(float32(n.x), float32(n.y), p.x, p.y))
	}
}

func (n *near) take(body int32, dist2 float64) {
	if dist2 <= n.dist2 && body != n.self && (dist2 < n.dist2 || body < n.body) {
		n.dist2, n.body = dist2, body
	}
}

// cells are the points of the cells lo..hi of a row.
func (g *grid) cells(row, lo, hi int) []point {
	at := row * g.nx
	return g.points[g.first[at+lo]:g.first[at+hi+1]]
}

// turn is i modulo n, for i that is off by less than one turn.
func turn(i, n int) int {
	if i %= n; i < 0 {
		i += n
	}
	return i
}

// within calls f for the body of each point that is at most r metres from p;
// on a torus perhaps more than once.
func (g *grid) within(p point, r float32, f func(body int32)) {
	reach := float64(r) + slack*float64(max(g.field.Width, g.field.Height))
	lo, hi := stretch(float64(p.x), reach, g.dx, g.nx, g.field.Wrap)
	bottom, top := stretch(float64(p.y), reach, g.dy, g.ny, g.field.Wrap)
	for row := bottom; row <= top; row++ {
		for c := lo; c <= hi; c++ {
			for _, q := range g.cells(turn(row, g.ny), turn(c, g.nx), turn(c, g.nx)) {
				if g.field.Dist2(p.x, p.y, q.x, q.y) <= float64(r)*float64(r) {
					f(q.body)
				}
			}
		}
	}
}

// stretch is the cells of an axis that are within reach of a spot.
func stretch(at, reach, size float64, n int, wrap bool) (lo, hi int) {
	lo, hi = int(math.Floor((at-reach)/size)), int(math.Floor((at+reach)/size))
	if !wrap {
		return max(lo, 0), min(hi, n-1)
	}
	if hi-lo+1 >= n {
		return 0, n - 1
	}
	return lo, hi
}
