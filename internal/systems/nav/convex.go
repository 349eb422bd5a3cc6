package nav

// plane is a half-plane: the points x with n*x <= c. n is a unit vector.
type plane struct {
	n Point
	c float64
}

// above returns how far p is out of the half-plane, in metres.
func (h *plane) above(p Point) float64 { return dot(h.n, p) - h.c }

// convex is a convex polygon: the points that are in all of its planes. Edge i,
// on plane i, goes from corner i to corner i+1, in the order of positive area.
type convex struct {
	planes  []plane
	corners []Point
	box     box
	middle  Point
	around  float64 // square metres: nothing of it is farther from the middle than its root
	core    float64 // square metres: what is nearer to the middle than its root is deep inside
}

// measured sets what follows from the corners and planes.
func (c *convex) measured() {
	const slack = 1e-9 // more than what rounding takes away, as a share and in metres
	const deep = 1e-4  // metres; more than any skin
	c.box = boxOf(c.corners...)
	c.middle = Point{float64((c.box.minX + c.box.maxX) / 2), float64((c.box.minY + c.box.maxY) / 2)}
	far := 0.0
	for _, p := range c.corners {
		far = max(far, dist(p, c.middle))
	}
	far += float64(far*slack) + slack
	c.around = far * far
	if within := c.depth(c.middle) - deep; within > 0 {
		c.core = float64(within*within) * (1 - slack)
	}
}

// disc answers quickly whether a point is inside: sure is false where the planes must be
// asked.
func (c *convex) disc(p Point) (inside, sure bool) {
	d := dist2(p, c.middle)
	return d < c.core, d < c.core || d > c.around
}

// crossed reports that a segment passes deep through the polygon, so that it enters, as
// aside does that it does not.
func (c *convex) crossed(a, d Point) bool {
	m := c.middle.sub(a)
	along, l2 := dot(m, d), dot(d, d)
	if along <= 0 || along >= l2 {
		return false
	}
	off := cross(d, m)
	return float64(off*off) < float64(c.core*l2)
}

// aside reports that the polygon is to one side of the line through a, d long, so that
// no segment of it enters: a quick answer to most questions.
func (c *convex) aside(a, d Point) bool {
	off := cross(d, c.middle.sub(a))
	return float64(off*off) > float64(c.around*dot(d, d))
}

// A corner of an obstacle is rounded when it is grown. The round is replaced by
// edges around it, which turn by at most the angle of a level; so the tips of
// the edges stick out by a share of the radius.
var roundings = []struct{ cos, excess float64 }{
	{0, 0.41422}, // 90 degrees
	{0.70710678118654, 0.08240},
	{0.92387953251128, 0.01960},
	{0.98078528040323, 0.00484},
	{0.99518472667219, 0.00121},
	{0.99879545620517, 0.00031}, // 128 edges a circle
}

// roundness is the level at which the tips of a round of a radius stick out by
// no more than a share of it and a length in metres.
const (
	tipShare  = 0.02
	tipLength = 0.05
)

// roundness returns the cosine of the angle by which the edges around a round
// turn. What is less than hair metres does not matter.
func roundness(radius, hair float64) float64 {
	allowed := max(hair, min(tipLength, tipShare*radius))
	for _, r := range roundings {
		if r.excess*radius <= allowed {
			return r.cos
		}
	}
	return roundings[len(roundings)-1].cos
}

// grown returns a convex polygon, or a point, that is grown by a radius. Every
// point that is nearer than the radius is inside.
func grown(part []Point, radius, cos float64) convex {
	var c convex
	edge := func(v, n Point) { c.planes = append(c.planes, plane{n, dot(n, v) + radius}) }
	corner := func(v, n1, n2 Point) { c.corners = append(c.corners, v.plus(radius/(1+dot(n1, n2)), n1.add(n2))) }
	round := func(v, n1, n2 Point) {
		last := n1
		bisect(n1, n2, cos, func(n Point) {
			corner(v, last, n)
			edge(v, n)
			last = n
		})
		corner(v, last, n2)
	}
	if len(part) == 1 {
		axes := []Point{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
		for i, n := range axes {
			round(part[0], axes[(i+3)%4], n)
			edge(part[0], n)
		}
	} else {
		normals := make([]Point, len(part))
		for i, a := range part {
			d := unit(part[(i+1)%len(part)].sub(a))
			normals[i] = Point{d.Y, -d.X}
		}
		for i, v := range part {
			round(v, normals[(i+len(part)-1)%len(part)], normals[i])
			edge(v, normals[i])
		}
	}
	c.measured()
	return c
}

// bisect yields the directions between two unit vectors, the second at most half
// a turn on from the first, so that neighbours have at least a cosine.
func bisect(n1, n2 Point, cos float64, yield func(Point)) {
	const rounding = 1e-9
	d := dot(n1, n2)
	if d >= cos-rounding {
		return
	}
	middle := Point{-n1.Y, n1.X} // a quarter on: exact where the sum is not
	if d > -0.5 {
		middle = unit(n1.add(n2))
	}
	bisect(n1, middle, cos, yield)
	yield(middle)
	bisect(middle, n2, cos, yield)
}

// moved returns the polygon elsewhere.
func (c *convex) moved(by Point) convex {
	if by == (Point{}) {
		return *c
	}
	m := convex{planes: make([]plane, len(c.planes)), corners: make([]Point, len(c.corners))}
	for i, h := range c.planes {
		m.planes[i] = plane{h.n, h.c + dot(h.n, by)}
		m.corners[i] = c.corners[i].add(by)
	}
	m.box, m.middle, m.around, m.core = c.box.moved(by), c.middle.add(by), c.around, c.core
	return m
}

// beside returns the ways from a corner to the ones before and after it.
func (c *convex) beside(k int) (prev, next Point) {
	n := len(c.corners)
	return c.corners[(k+n-1)%n].sub(c.corners[k]), c.corners[(k+1)%n].sub(c.corners[k])
}

// depth returns how deep p is inside, in metres to the nearest plane; negative
// outside.
func (c *convex) depth(p Point) float64 {
	deepest := c.planes[0].above(p)
	for i := 1; i < len(c.planes); i++ {
		deepest = max(deepest, c.planes[i].above(p))
	}
	return -deepest
}

// touches reports whether the polygon touches a box that meets its own.
func (c *convex) touches(b box) bool {
	for i := range c.planes {
		h := &c.planes[i]
		nearest := Point{b.minX, b.minY}
		if h.n.X < 0 {
			nearest.X = b.maxX
		}
		if h.n.Y < 0 {
			nearest.Y = b.maxY
		}
		if h.above(nearest) > 0 {
			return false
		}
	}
	return true
}

// enter returns when and through which plane a segment from a, d long, enters
// what is deeper than skin inside. Starting there is entering at once, through
// the nearest plane. A segment that only touches it does not enter.
func (c *convex) enter(a, d Point, skin float64) (t float64, through int, ok bool) {
	end := 1.0
	through = -1
	nearest, least := 0, -1e300
	for i := range c.planes {
		h := &c.planes[i]
		from := h.above(a) + skin
		by := dot(h.n, d)
		to := from + by
		if from >= 0 {
			if to >= 0 {
				return 0, 0, false
			}
			if at := -from / by; at >= t {
				t, through = at, i
			}
			continue
		}
		if from > least {
			nearest, least = i, from
		}
		if to > 0 {
			end = min(end, -from/by)
		}
	}
	if through < 0 {
		return 0, nearest, true
	}
	return t, through, t < end
}
