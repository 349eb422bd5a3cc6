package nav

import (
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// Point is a corner of a shape, in metres.
type Point struct{ X, Y float64 }

// Shape is an obstacle: a [Rect], a [Circle] or a [Polygon]. Its boundary
// belongs to it.
type Shape interface {
	// Check says what is wrong with the shape as an obstacle of the field, or
	// nil: a number that is not finite, no area, a polygon that crosses itself,
	// a part out of the field.
	Check(f spatial.Field) error

	outline() outline
}

// Rect is a rectangle along the axes, from its corner of least X and Y.
type Rect struct{ X, Y, Width, Height float64 }

// Circle is a disc around a centre.
type Circle struct{ X, Y, Radius float64 }

// Polygon is a simple polygon, convex or not, its corners in either direction
// of turn. The last corner is joined to the first.
type Polygon struct{ Points []Point }

var (
	_ Shape = Rect{}
	_ Shape = Circle{}
	_ Shape = Polygon{}
)

// outline describes the inside of all shapes: corners in the order of positive area,
// or one corner and a radius.
type outline struct {
	corners []Point
	radius  float64
	box     box
}

func (r Rect) outline() outline {
	return polygonOutline([]Point{{r.X, r.Y}, {r.X + r.Width, r.Y}, {r.X + r.Width, r.Y + r.Height}, {r.X, r.Y + r.Height}})
}

func (c Circle) outline() outline {
	return outline{
		corners: []Point{{c.X, c.Y}},
		radius:  c.Radius,
		box:     box{c.X - c.Radius, c.Y - c.Radius, c.X + c.Radius, c.Y + c.Radius},
	}
}

func (p Polygon) outline() outline { return polygonOutline(p.Points) }

// polygonOutline copies the corners, in the order of positive area.
func polygonOutline(points []Point) outline {
	o := outline{corners: make([]Point, len(points)), box: emptyBox}
	backwards := area2(points) < 0
	for i, p := range points {
		if backwards {
			i = len(points) - 1 - i
		}
		o.corners[i] = p
		o.box = o.box.with(p)
	}
	return o
}

// round reports whether the outline is that of a circle.
func (o *outline) round() bool { return len(o.corners) == 1 }

// edge returns the two ends of edge i.
func (o *outline) edge(i int) (a, b Point) {
	a = o.corners[i]
	if i++; i == len(o.corners) {
		i = 0
	}
	return a, o.corners[i]
}

// contains reports whether p is in the shape. For a polygon the boundary counts
// as the crossings of a ray fall; whoever needs all of it tests the edges too.
func (o *outline) contains(p Point) bool {
	if !o.box.contains(p) {
		return false
	}
	if o.round() {
		return dist2(p, o.corners[0]) <= o.radius*o.radius
	}
	inside := false
	for i := range o.corners {
		a, b := o.edge(i)
		if (a.Y > p.Y) == (b.Y > p.Y) {
			continue
		}
		if (cross(b.sub(a), p.sub(a)) > 0) == (b.Y > a.Y) {
			inside = !inside
		}
	}
	return inside
}

// minArea is the least area of an obstacle, in square metres: less would be
// lost in the rounding of positions.
const minArea = 1e-6

// Check is described at [Shape].
func (r Rect) Check(f spatial.Field) error {
	if !finite(r.X, r.Y, r.Width, r.Height) {
		return fmt.Errorf("rectangle %v: wanted finite numbers", r)
	}
	if r.Width <= 0 || r.Height <= 0 {
		return fmt.Errorf("rectangle of %v x %v metres: wanted a width and a height above 0", r.Width, r.Height)
	}
	if r.Width*r.Height < minArea {
		return fmt.Errorf("rectangle of %v x %v metres has no area: wanted at least %v square metres", r.Width, r.Height, minArea)
	}
	return inField("rectangle", r.outline().box, f)
}

// Check is described at [Shape].
func (c Circle) Check(f spatial.Field) error {
	if !finite(c.X, c.Y, c.Radius) {
		return fmt.Errorf("circle %v: wanted finite numbers", c)
	}
	if c.Radius <= 0 {
		return fmt.Errorf("circle of radius %v: wanted a radius above 0", c.Radius)
	}
	if math.Pi*c.Radius*c.Radius < minArea {
		return fmt.Errorf("circle of radius %v has no area: wanted at least %v square metres", c.Radius, minArea)
	}
	return inField("circle", c.outline().box, f)
}

// Check is described at [Shape].
func (p Polygon) Check(f spatial.Field) error {
	n := len(p.Points)
	if n < 3 {
		return fmt.Errorf("polygon of %d corners: wanted 3 at least", n)
	}
	for i, c := range p.Points {
		if !finite(c.X, c.Y) {
			return fmt.Errorf("corner %d of the polygon is %v: wanted finite numbers", i+1, c)
		}
	}
	if err := inField("polygon", p.outline().box, f); err != nil {
		return err
	}
	for i, c := range p.Points {
		if j := (i + 1) % n; c == p.Points[j] {
			return fmt.Errorf("corners %d and %d of the polygon are on one spot, %v", i+1, j+1, c)
		}
	}
	if math.Abs(area2(p.Points))/2 < minArea {
		return fmt.Errorf("polygon has no area: wanted at least %v square metres", minArea)
	}
	return p.simple()
}

// simple says which edges of a polygon meet that should not, or nil.
func (p Polygon) simple() error {
	n := len(p.Points)
	for i := range n {
		a, b := p.Points[i], p.Points[(i+1)%n]
		if c := p.Points[(i+2)%n]; cross(b.sub(a), c.sub(b)) == 0 && dot(b.sub(a), c.sub(b)) < 0 {
			return fmt.Errorf("the polygon turns back on itself at corner %d, %v", (i+1)%n+1, b)
		}
		for j := i + 2; j < n; j++ {
			if (j+1)%n == i {
				continue
			}
			if c, d := p.Points[j], p.Points[(j+1)%n]; segmentsMeet(a, b, c, d) {
				return fmt.Errorf("the polygon crosses itself: its edges from corner %d, %v, and from corner %d, %v, meet", i+1, a, j+1, c)
			}
		}
	}
	return nil
}

// inField says how a shape reaches out of the field, or nil.
func inField(what string, b box, f spatial.Field) error {
	left, top, right, bottom := float64(f.X), float64(f.Y), float64(f.X+f.Width), float64(f.Y+f.Height)
	if b.minX < left || b.maxX > right {
		return fmt.Errorf("%s reaches out of the field: its x goes from %v to %v, the field's from %v to %v", what, b.minX, b.maxX, f.X, f.X+f.Width)
	}
	if b.minY < top || b.maxY > bottom {
		return fmt.Errorf("%s reaches out of the field: its y goes from %v to %v, the field's from %v to %v", what, b.minY, b.maxY, f.Y, f.Y+f.Height)
	}
	return nil
}

// Overlap reports whether two valid shapes have a point in common; touching
// counts. Overlapping obstacles are fine for a [Map]; a scene may want to say
// that there are some.
func Overlap(a, b Shape) bool {
	p, q := a.outline(), b.outline()
	if !p.box.meets(q.box) {
		return false
	}
	if p.round() && q.round() {
		r := p.radius + q.radius
		return dist2(p.corners[0], q.corners[0]) <= r*r
	}
	if p.contains(q.corners[0]) || q.contains(p.corners[0]) {
		return true
	}
	if q.round() {
		p, q = q, p
	}
	for i := range q.corners {
		c, d := q.edge(i)
		if p.meets(c, d) {
			return true
		}
	}
	return false
}

// meets reports whether the segment from a to b meets the boundary of a polygon
// or any of a disc.
func (o *outline) meets(a, b Point) bool {
	if o.round() {
		return discMeets(o.corners[0], o.radius, a, b)
	}
	for i := range o.corners {
		if c, d := o.edge(i); segmentsMeet(a, b, c, d) {
			return true
		}
	}
	return false
}
