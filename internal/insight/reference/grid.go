package reference

import (
	"math"

	"github.com/thicket-sim/thicket/internal/systems"
)

// perCell is the number of points a cell has on average.
const perCell = 1

// slack says how far, in parts of the field, a point may seem to lie outside its
// cell because coordinates are rounded when they are divided.
const slack = 1e-9

// point is a body as a grid keeps it.
type point struct {
	x, y float32
	body int32
}

// grid is a field in cells of one size, the points of each cell together.
type grid struct {
	field  systems.Field
	nx, ny int
	dx, dy float64 // metres a cell
	ix, iy float64 // cells a metre
	slack  float64 // metres
	first  []int32 // by cell, and one more where the last ends
	cell   []int32 // scratch, by point
	points []point
}

// build sorts the points into cells by counting.
func (g *grid) build(f systems.Field, points []point) {
	w, h := float64(f.Width), float64(f.Height)
	side := math.Sqrt(w * h * perCell / float64(max(len(points), 1)))
	g.field, g.slack = f, slack*max(w, h)
	g.nx, g.ny = divisions(w, side, len(points)), divisions(h, side, len(points))
	g.dx, g.dy = w/float64(g.nx), h/float64(g.ny)
	g.ix, g.iy = float64(g.nx)/w, float64(g.ny)/h
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

func (g *grid) column(x float32) int { return min(int(float64(x)*g.ix), g.nx-1) }
func (g *grid) row(y float32) int    { return min(int(float64(y)*g.iy), g.ny-1) }

// cells returns the points of the cells lo..hi of a row.
func (g *grid) cells(row, lo, hi int) []point {
	at := row * g.nx
	return g.points[g.first[at+lo]:g.first[at+hi+1]]
}

// near is the best of a search so far.
type near struct {
	x, y       float32
	self, body int32
	dist2      float64 // square metres
}

// nearest returns the body of the point with the least distance from (x, y), the
// lowest of several, or -1. It looks at the cells around in growing squares until
// nothing outside of them can be nearer.
func (g *grid) nearest(x, y float32, self int32) int32 {
	if len(g.points) == 0 {
		return -1
	}
	n := near{x: x, y: y, self: self, body: -1, dist2: math.Inf(1)}
	cx, cy := g.column(x), g.row(y)
	for row := cy - 1; row <= cy+1; row++ {
		g.look(&n, row, cx-1, cx+1)
	}
	for r := 1; ; {
		reach := g.reach(&n, cx, cy, r)
		if reach > 0 && float64(reach*reach) > n.dist2 || math.IsInf(reach, 1) {
			return n.body
		}
		r++
		if !g.field.Wrap || 2*r-1 < g.ny {
			g.look(&n, cy-r, cx-r, cx+r)
			g.look(&n, cy+r, cx-r, cx+r)
		}
		if g.field.Wrap && 2*r-1 >= g.nx {
			continue
		}
		for row := max(cy-r+1, cy-g.ny); row <= min(cy+r-1, cy+g.ny); row++ {
			g.look(&n, row, cx-r, cx-r)
			g.look(&n, row, cx+r, cx+r)
		}
	}
}

// reach returns a lower bound of the distance of points outside of the square of
// cells r around (cx, cy); infinite when there are none.
func (g *grid) reach(n *near, cx, cy, r int) float64 {
	reach := math.Inf(1)
	x, y, wrap := float64(n.x), float64(n.y), g.field.Wrap
	if !wrap && cx-r > 0 || wrap && 2*r+1 < g.nx {
		reach = min(reach, x-float64(cx-r)*g.dx)
	}
	if !wrap && cx+r < g.nx-1 || wrap && 2*r+1 < g.nx {
		reach = min(reach, float64(cx+r+1)*g.dx-x)
	}
	if !wrap && cy-r > 0 || wrap && 2*r+1 < g.ny {
		reach = min(reach, y-float64(cy-r)*g.dy)
	}
	if !wrap && cy+r < g.ny-1 || wrap && 2*r+1 < g.ny {
		reach = min(reach, float64(cy+r+1)*g.dy-y)
	}
	return reach - g.slack
}

// look takes the nearest point of the cells lo..hi of a row if it is better.
// On a torus rows and cells go on at the other side; a point may then be looked
// at twice.
func (g *grid) look(n *near, row, lo, hi int) {
	if g.field.Wrap {
		g.lookAround(n, row, lo, hi)
		return
	}
	if row < 0 || row >= g.ny || hi < 0 || lo >= g.nx {
		return
	}
	x, y, best, body := float64(n.x), float64(n.y), n.dist2, n.body
	points := g.cells(row, max(lo, 0), min(hi, g.nx-1))
	for i := range points {
		p := &points[i]
		dx, dy := float64(p.x)-x, float64(p.y)-y
		d := float64(dx*dx) + float64(dy*dy)
		if d <= best && p.body != n.self && (d < best || p.body < body) {
			best, body = d, p.body
		}
	}
	n.dist2, n.body = best, body
}

func (g *grid) lookAround(n *near, row, lo, hi int) {
	row = turn(row, g.ny)
	if hi-lo+1 >= g.nx {
		lo, hi = 0, g.nx-1
	}
	for c := lo; c <= hi; c++ {
		at := turn(c, g.nx)
		for _, p := range g.cells(row, at, at) {
			d := g.field.Dist2(n.x, n.y, p.x, p.y)
			if d <= n.dist2 && p.body != n.self && (d < n.dist2 || p.body < n.body) {
				n.dist2, n.body = d, p.body
			}
		}
	}
}

// within appends to dst the bodies of the points that are at most r metres from
// (x, y).
func (g *grid) within(x, y, r float32, dst []int32) []int32 {
	reach, r2 := float64(r)+g.slack, float64(r)*float64(r)
	lo, hi := stretch(float64(x), reach, g.ix, g.nx, g.field.Wrap)
	bottom, top := stretch(float64(y), reach, g.iy, g.ny, g.field.Wrap)
	for row := bottom; row <= top; row++ {
		for c := lo; c <= hi; c++ {
			at := turn(c, g.nx)
			for _, q := range g.cells(turn(row, g.ny), at, at) {
				if g.field.Dist2(x, y, q.x, q.y) <= r2 {
					dst = append(dst, q.body)
				}
			}
		}
	}
	return dst
}

// stretch returns the range of cells of an axis that are within reach of a spot;
// on a torus they may be off by less than one turn.
func stretch(at, reach, inv float64, n int, wrap bool) (lo, hi int) {
	a, b := (at-reach)*inv, (at+reach)*inv
	if !wrap {
		return max(int(a), 0), min(int(b), n-1)
	}
	if b-a >= float64(n-1) {
		return 0, n - 1
	}
	return int(math.Floor(a)), int(math.Floor(b))
}

// turn brings a number that is off by less than one turn into 0..n-1.
func turn(i, n int) int {
	if i < 0 {
		return i + n
	}
	if i >= n {
		return i - n
	}
	return i
}
