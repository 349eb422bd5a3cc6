package spatial

// Field is the rectangle X <= x <= X+Width, Y <= y <= Y+Height, in metres. With Wrap it is a torus: leaving over one edge is
// entering over the opposite one, so that x == X+Width is the same spot as x == X, and distances go the shorter way round.
type Field struct {
	X, Y          float32
	Width, Height float32
	Wrap          bool
}

// Delta returns the way from a to b in metres. On a torus it is the shorter way round, axis by axis; when both ways are
// equally long it is the positive one, so that dx is in (-Width/2, Width/2], and dy likewise, for points of the field.
// Points outside a torus are brought back by one turn at most.
//
// The result is exact unless the operands are more than 29 binary orders of magnitude apart, and the same on every machine.
func (f Field) Delta(ax, ay, bx, by float32) (dx, dy float64) {
	dx = float64(bx) - float64(ax)
	dy = float64(by) - float64(ay)
	if f.Wrap {
		dx -= turn(dx, float64(f.Width))
		dy -= turn(dy, float64(f.Height))
	}
	return dx, dy
}

// Dist2 returns the square of the distance between a and b in square metres. It is symmetric, and the same on every machine:
// no compiler fuses its products into the sum.
func (f Field) Dist2(ax, ay, bx, by float32) float64 {
	dx, dy := f.Delta(ax, ay, bx, by)
	return float64(dx*dx) + float64(dy*dy)
}

// turn returns what to take off the difference d on a circle of the given size to go the shorter way: 0, size or -size.
func turn(d, size float64) float64 {
	switch half := size / 2; {
	case d > half:
		return size
	case d <= -half:
		return -size
	}
	return 0
}
