package nav

import "math"

// grid finds, of many things, those near a point or along a segment. It divides
// a rectangle into cells, and lists for each the things that touch it.
type grid struct {
	bounds       box
	size, inv    Point // of a cell in metres, and 1/metres
	nx, ny       int32
	first, items []int32 // cell c lists items[first[c]:first[c+1]], ascending
}

const (
	cellsPerItem = 4
	maxCells     = 1 << 18
	maxRow       = 1 << 12
)

// newGrid makes a grid of n things, whose boxes lie in bounds. touches reports
// whether a thing touches a box that meets the thing's own.
func newGrid(bounds box, n int, boxOf func(i int32) box, touches func(i int32, cell box) bool) grid {
	g := grid{bounds: bounds}
	w, h := bounds.maxX-bounds.minX, bounds.maxY-bounds.minY
	cells := float64(min(cellsPerItem*n+1, maxCells))
	side := math.Sqrt(w * h / cells)
	count := func(length float64) int32 { return int32(min(max(math.Ceil(length/side), 1), maxRow)) }
	g.nx, g.ny = count(w), count(h)
	g.size = Point{w / float64(g.nx), h / float64(g.ny)}
	g.inv = Point{1 / g.size.X, 1 / g.size.Y}

	g.first = make([]int32, g.nx*g.ny+1)
	g.list(n, boxOf, touches, func(c, _ int32) { g.first[c]++ })
	end := int32(0)
	for c := range g.first {
		end += g.first[c]
		g.first[c] = end
	}
	g.items = make([]int32, end)
	g.list(n, boxOf, touches, func(c, i int32) {
		g.first[c]--
		g.items[g.first[c]] = i
	})
	return g
}

// list calls add for each cell and thing that touch, things in descending order.
func (g *grid) list(n int, boxOf func(int32) box, touches func(int32, box) bool, add func(cell, item int32)) {
	pad := float64(1e-6 * max(g.size.X, g.size.Y)) // more than a walk along a segment is off by rounding
	for i := int32(n) - 1; i >= 0; i-- {
		b := boxOf(i).padded(pad)
		x0, y0 := g.column(b.minX), g.row(b.minY)
		x1, y1 := g.column(b.maxX), g.row(b.maxY)
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				cell := box{
					g.bounds.minX + float64(float64(x)*g.size.X), g.bounds.minY + float64(float64(y)*g.size.Y),
					g.bounds.minX + float64(float64(x+1)*g.size.X), g.bounds.minY + float64(float64(y+1)*g.size.Y),
				}
				if touches(i, cell.padded(pad)) {
					add(y*g.nx+x, i)
				}
			}
		}
	}
}

// column and row return the cell of a coordinate, the outermost for one outside.
func (g *grid) column(x float64) int32 { return clampCell((x-g.bounds.minX)*g.inv.X, g.nx) }
func (g *grid) row(y float64) int32    { return clampCell((y-g.bounds.minY)*g.inv.Y, g.ny) }

func clampCell(f float64, n int32) int32 {
	if !(f > 0) {
		return 0
	}
	if f >= float64(n) {
		return n - 1
	}
	return int32(f)
}

// of returns the things that touch a cell.
func (g *grid) of(cell int32) []int32 { return g.items[g.first[cell]:g.first[cell+1]] }

// at returns the things that touch the cell of a point.
func (g *grid) at(p Point) []int32 { return g.of(g.cellOf(p)) }

// cellOf returns the cell of a point.
func (g *grid) cellOf(p Point) int32 { return g.row(p.Y)*g.nx + g.column(p.X) }

// walk goes through the cells along a segment, in order.
type walk struct {
	x, y, nx, ny int32
	dx, dy       int32   // the next cell to the side
	t, end       float64 // where the segment enters the cell, and where the walk ends, from 0 to 1
	tx, ty       float64 // where it leaves the cell to the side
	sx, sy       float64 // from side to side
}

// walk begins a walk along the segment from a, d long. It is not ok for one that
// does not meet the grid.
func (g *grid) walk(a, d Point) (w walk, ok bool) {
	w = walk{nx: g.nx, ny: g.ny, end: 1, tx: math.Inf(1), ty: math.Inf(1)}
	if !g.bounds.contains(a) || !g.bounds.contains(a.add(d)) {
		if w.t, w.end, ok = g.bounds.clip(a, d); !ok {
			return w, false
		}
	}
	start := a.plus(w.t, d)
	w.x, w.y = g.column(start.X), g.row(start.Y)
	if d.X != 0 {
		w.dx, w.sx, w.tx = side(a.X-g.bounds.minX, d.X, g.size.X, w.x)
	}
	if d.Y != 0 {
		w.dy, w.sy, w.ty = side(a.Y-g.bounds.minY, d.Y, g.size.Y, w.y)
	}
	return w, true
}

// side returns, along one axis, which cell is next, how long it takes from cell
// to cell and when the current one is left.
func side(a, d, size float64, cell int32) (step int32, from, next float64) {
	if d > 0 {
		return 1, size / d, (float64(float64(cell+1)*size) - a) / d
	}
	return -1, -size / d, (float64(float64(cell)*size) - a) / d
}

func (w *walk) cell() int32 { return w.y*w.nx + w.x }

// next goes to the next cell, if there is one.
func (w *walk) next() bool {
	if w.tx < w.ty {
		w.t = w.tx
		w.tx += w.sx
		w.x += w.dx
	} else {
		w.t = w.ty
		w.ty += w.sy
		w.y += w.dy
	}
	return w.t <= w.end && w.x >= 0 && w.x < w.nx && w.y >= 0 && w.y < w.ny
}

// clip returns which part of the segment from a, d long, is in the box.
func (b box) clip(a, d Point) (from, to float64, ok bool) {
	from, to = 0, 1
	for _, s := range [...]struct{ a, d, lo, hi float64 }{{a.X, d.X, b.minX, b.maxX}, {a.Y, d.Y, b.minY, b.maxY}} {
		if s.d == 0 {
			if s.a < s.lo || s.a > s.hi {
				return 0, 0, false
			}
			continue
		}
		t0, t1 := (s.lo-s.a)/s.d, (s.hi-s.a)/s.d
		from, to = max(from, min(t0, t1)), min(to, max(t0, t1))
	}
	return from, to, from <= to
}
