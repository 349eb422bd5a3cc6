package nav

import "math"

// The arithmetic of the plane. Products that feed a sum are rounded first, so
// that no compiler fuses them and all machines agree to the last bit; for the
// same reason there is no trigonometry here.

func (p Point) sub(q Point) Point     { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) add(q Point) Point     { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) times(f float64) Point { return Point{float64(p.X * f), float64(p.Y * f)} }
func (p Point) plus(f float64, q Point) Point {
	return Point{p.X + float64(f*q.X), p.Y + float64(f*q.Y)}
}

func cross(a, b Point) float64 { return float64(a.X*b.Y) - float64(a.Y*b.X) }
func dot(a, b Point) float64   { return float64(a.X*b.X) + float64(a.Y*b.Y) }
func length(a Point) float64   { return math.Sqrt(dot(a, a)) }
func dist2(a, b Point) float64 { d := a.sub(b); return dot(d, d) }
func dist(a, b Point) float64  { return math.Sqrt(dist2(a, b)) }

func unit(a Point) Point { return a.times(1 / length(a)) }

func finite(numbers ...float64) bool {
	for _, n := range numbers {
		if math.IsNaN(n) || math.IsInf(n, 0) {
			return false
		}
	}
	return true
}

// area2 is twice the area of a polygon, with a sign for its direction.
func area2(points []Point) float64 {
	sum := 0.0
	for i := 2; i < len(points); i++ {
		sum += cross(points[i-1].sub(points[0]), points[i].sub(points[0]))
	}
	return sum
}

// nearestOn returns the point of the segment from a to b that is nearest to p.
func nearestOn(a, b, p Point) Point {
	d := b.sub(a)
	l2 := dot(d, d)
	if l2 == 0 {
		return a
	}
	t := dot(p.sub(a), d) / l2
	switch {
	case t <= 0:
		return a
	case t >= 1:
		return b
	}
	return a.plus(t, d)
}

// segmentsMeet reports whether two segments have a point in common.
func segmentsMeet(a, b, c, d Point) bool {
	ab, cd := b.sub(a), d.sub(c)
	c1, d1 := cross(ab, c.sub(a)), cross(ab, d.sub(a))
	a1, b1 := cross(cd, a.sub(c)), cross(cd, b.sub(c))
	if (c1 > 0 && d1 > 0) || (c1 < 0 && d1 < 0) || (a1 > 0 && b1 > 0) || (a1 < 0 && b1 < 0) {
		return false
	}
	return boxOf(a, b).meets(boxOf(c, d)) // decides only for segments on one line
}

// discMeets reports whether a segment has a point in common with a disc.
func discMeets(centre Point, radius float64, a, b Point) bool {
	return dist2(nearestOn(a, b, centre), centre) <= radius*radius
}

// box is a rectangle along the axes, its edges included.
type box struct{ minX, minY, maxX, maxY float64 }

var emptyBox = box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}

func boxOf(points ...Point) box {
	b := emptyBox
	for _, p := range points {
		b = b.with(p)
	}
	return b
}

func (b box) with(p Point) box {
	return box{min(b.minX, p.X), min(b.minY, p.Y), max(b.maxX, p.X), max(b.maxY, p.Y)}
}

func (b box) padded(by float64) box { return box{b.minX - by, b.minY - by, b.maxX + by, b.maxY + by} }

func (b box) moved(by Point) box {
	return box{b.minX + by.X, b.minY + by.Y, b.maxX + by.X, b.maxY + by.Y}
}

func (b box) contains(p Point) bool {
	return p.X >= b.minX && p.X <= b.maxX && p.Y >= b.minY && p.Y <= b.maxY
}

func (b box) meets(c box) bool {
	return b.minX <= c.maxX && c.minX <= b.maxX && b.minY <= c.maxY && c.minY <= b.maxY
}
