//go:build !amd64

package kernel

// Steer turns bots toward the nearest of some rivals or away from it: steer says how.
func Steer(mask uint64, x, y *[Lanes]float32, r *Rivals, sign, limit float64, hx, hy *[Lanes]float32, target *[Lanes]uint32) (far uint64) {
	return steer(mask, x, y, r, sign, limit, hx, hy, target)
}

// Nearest finds the bots that are nearest to a point: nearest says how.
func Nearest(mask uint64, x, y *[Lanes]float32, px, py float32) (d2 float64, at uint64) {
	return nearest(mask, x, y, px, py)
}

// Advance moves bots along their headings: advance says how.
func Advance(n int, x, y, hx, hy, step, toX, toY *[Lanes]float32, width, height float32) (out uint64) {
	return advance(n, x, y, hx, hy, step, toX, toY, width, height)
}

// Bounds finds the box around bots: bounds says how.
func Bounds(n int, x, y *[Lanes]float32) (minX, maxX, minY, maxY float32) {
	return bounds(n, x, y)
}

// Outside tells who is not in a box: outside says how.
func Outside(n int, x, y *[Lanes]float32, minX, maxX, minY, maxY float32) (out uint64) {
	return outside(n, x, y, minX, maxX, minY, maxY)
}
