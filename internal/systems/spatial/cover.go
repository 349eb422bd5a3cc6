package spatial

import "math"

// Cover tells points that are surely farther than a radius from all of some points from those that may not be. It is much
// quicker than an Index, to make and to ask, and worth it where few points are to be kept clear of by many. The zero value
// covers nothing; queries may run concurrently with each other.
type Cover struct {
	u, v  span // along x and y
	cells []uint64
}

// span cuts one side of a field into n cells, none narrower than the radius. So what is nearer than that is in the same cell
// or in one beside it.
type span struct {
	inv  float64 // 1/metres
	end  float64 // n
	n    int32
	wrap bool
}

// mostCells is the number of cells a side is cut into at most: all of them are 32 kB.
const mostCells = 512

func newSpan(length, side float64, wrap bool) span {
	n := max(math.Floor(length/side), 1)
	return span{n / length, n, int32(n), wrap}
}

// cell returns the cell of a coordinate; off the field, the outermost or, on a torus, that of its image.
func (s *span) cell(x float32) int32 {
	f := float64(float64(x) * s.inv)
	if f >= 0 && f < s.end {
		return int32(f)
	}
	return s.outer(f)
}

func (s *span) outer(f float64) int32 {
	if s.wrap {
		f -= float64(math.Floor(f/s.end) * s.end)
	}
	return int32(min(max(f, 0), s.end-1))
}

// beside returns the cell that is so many further on, or the last one.
func (s *span) beside(cell, by int32) int32 {
	if cell += by; s.wrap {
		return (cell + s.n) % s.n
	}
	return min(max(cell, 0), s.n-1)
}

// Reset makes a cover of no points, for a radius in metres.
func (c *Cover) Reset(f Field, r float32) {
	const slack = 1 + 1e-6 // more than rounding
	w, h := float64(f.Width), float64(f.Height)
	side := max(float64(r)*slack, max(w, h)/mostCells)
	c.u, c.v = newSpan(w, side, f.Wrap), newSpan(h, side, f.Wrap)
	n := (int(c.u.n)*int(c.v.n) + 63) / 64
	if n > cap(c.cells) {
		c.cells = make([]uint64, n)
	}
	c.cells = c.cells[:n]
	clear(c.cells)
}

// Add covers what may be within the radius of a point.
func (c *Cover) Add(x, y float32) {
	u, v := c.u.cell(x), c.v.cell(y)
	for dv := int32(-1); dv <= 1; dv++ {
		row := c.v.beside(v, dv) * c.u.n
		for du := int32(-1); du <= 1; du++ {
			i := row + c.u.beside(u, du)
			c.cells[i/64] |= 1 << (i % 64)
		}
	}
}

// Has reports whether one of the points may be within the radius of a point, measured by Field.Dist2. Where it says no, none
// is.
func (c *Cover) Has(x, y float32) bool {
	i := uint32(c.v.cell(y)*c.u.n + c.u.cell(x))
	return int(i/64) < len(c.cells) && c.cells[i/64]>>(i%64)&1 != 0
}
