package nav

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// Options say for whom a map is made. The zero value is for walkers that are
// points.
type Options struct {
	Radius float32 // of the walkers, metres
	Cell   float32 // metres, of the cells that the ground is divided into for paths; 0: by field and obstacles. It changes speed alone
	Flows  int     // how many flows Map.Flow keeps; 0: 64, but fewer if they might take more than 256 MB

	Limits limit.Values
}

// Map is a field with its obstacles, for walkers of one radius. What it answers
// depends on what it was made of alone. Its methods may run concurrently.
type Map struct {
	field  spatial.Field
	radius float64
	hair   float64 // metres; what is narrower does not matter
	step   float64 // metres; the widest step between coordinates of the field

	outlines []outline // of the obstacles, with their images on a torus
	walls    []wall    // their edges and discs
	wallGrid grid
	landGrid grid // of outlines

	bodies   []convex // the obstacles grown by the radius and a hair, with images
	bodyGrid grid

	squares squares
	rooms   rooms
	turns   atomic.Uint32 // how often flows were led to a goal
	thin    bool          // some obstacles have parts that no body is of

	mesh  mesh
	cache cache
	mu    sync.Mutex
	idle  []*search // guarded by mu
}

var (
	// maxShapes is the number of obstacles a map may have: the time to find ways grows with
	// them.
	maxShapes  = limit.New("scene.obstacles", 10_000, 1_000_000, "obstacles", "obstacles of a scene", limit.Refused)
	maxCorners = limit.New("scene.corners", 1000, 20_000, "corners", "corners of one polygon", limit.Refused)
)

// MaxShapes returns how many obstacles a map may have.
func MaxShapes(v limit.Values) int { return maxShapes.In(v) }

// MaxCorners returns how many corners a polygon may have.
func MaxCorners(v limit.Values) int { return maxCorners.In(v) }

// Limits of New.
const (
	MaxSide = 1_000_000 // metres, of the field
	MinSide = 0.001     // metres, of the field
)

const (
	flowBytes  = 256 << 20 // what flows may take that are kept by default
	pieceBytes = 1 << 10   // what a flow takes for a piece of ground, about
)

// New makes the map of a field with obstacles. It refuses shapes that Check
// refuses, and a field that the obstacles leave no room on. Shapes are where the field has them; the
// map begins at (0, 0).
func New(field spatial.Field, shapes []Shape, o Options) (*Map, error) {
	m, ground, err := begin(field, shapes, o)
	if err != nil {
		return nil, err
	}
	m.layWalls()
	m.layBodies()
	m.laySquares()
	m.layRooms()
	if err := m.layMesh(ground, o.Cell); err != nil {
		return nil, err
	}
	m.cache.limit = o.Flows
	if o.Flows == 0 {
		m.cache.limit = min(max(flowBytes/(pieceBytes*len(m.mesh.pieces)), 8), 64)
	}
	return m, nil
}

// Check returns the error that New would return, at a fraction of its cost: it
// stops at the first piece of ground.
func Check(field spatial.Field, shapes []Shape, o Options) error {
	m, ground, err := begin(field, shapes, o)
	if err != nil {
		return err
	}
	b, nx, ny, err := m.mesher(ground, o.Cell)
	if err != nil {
		return err
	}
	for range b.ground(nx, ny) {
		return nil
	}
	return m.errNoRoom()
}

// begin makes a map without its mesh, and returns the polygons that the ground for
// paths leaves out.
func begin(field spatial.Field, shapes []Shape, o Options) (m *Map, ground []convex, err error) {
	if err := checkOptions(field, len(shapes), o); err != nil {
		return nil, nil, err
	}
	farthest := max(-field.X, field.X+field.Width, -field.Y, field.Y+field.Height) // of all coordinates
	side := max(field.Width, field.Height, farthest)
	step := float64(math.Nextafter32(side, math.MaxFloat32)) - float64(side)
	m = &Map{field: field, radius: float64(o.Radius), hair: max(0.001, 8*step), step: step}
	for i, s := range shapes {
		if p, ok := s.(Polygon); ok && len(p.Points) > maxCorners.In(o.Limits) {
			return nil, nil, fmt.Errorf("obstacle %d: polygon of %d corners: wanted %d at most", i+1, len(p.Points), maxCorners.In(o.Limits))
		}
		if err := s.Check(field); err != nil {
			return nil, nil, fmt.Errorf("obstacle %d: %w", i+1, err)
		}
		o := s.outline()
		m.outlines = append(m.outlines, o.moved(Point{-float64(field.X), -float64(field.Y)}))
	}
	return m, m.grow(), nil
}

func checkOptions(f spatial.Field, shapes int, o Options) error {
	for _, side := range []float32{f.Width, f.Height} {
		if !(side >= MinSide && side <= MaxSide) {
			return fmt.Errorf("field of %v x %v metres: wanted sides of %v to %d", f.Width, f.Height, MinSide, MaxSide)
		}
	}
	switch {
	case shapes > maxShapes.In(o.Limits):
		return fmt.Errorf("%d obstacles: wanted %d at most", shapes, maxShapes.In(o.Limits))
	case !(o.Radius >= 0 && o.Radius <= MaxSide):
		return fmt.Errorf("walkers of radius %v: wanted 0 to %d metres", o.Radius, MaxSide)
	case f.Wrap && o.Radius > min(f.Width, f.Height)/2:
		return fmt.Errorf("walkers of radius %v: wanted at most half of the shorter side of a torus of %v x %v metres", o.Radius, f.Width, f.Height)
	case !(o.Cell >= 0 && o.Cell <= math.MaxFloat32):
		return fmt.Errorf("cells of %v metres: wanted a size above 0, or 0 for the default", o.Cell)
	case o.Flows < 0:
		return fmt.Errorf("%d flows to keep: wanted 1 at least, or 0 for the default", o.Flows)
	}
	return nil
}

// grow makes the bodies of the obstacles, and returns the polygons that the ground
// for paths leaves out: the bodies with one more hair on every side.
func (m *Map) grow() (ground []convex) {
	for i := range m.outlines {
		o := &m.outlines[i]
		pieces := [][]Point{o.corners}
		if !o.round() {
			pieces = parts(o.corners)
		}
		by := o.radius + m.radius + m.hair
		cos := roundness(by, 4*m.hair)
		for _, part := range pieces {
			if !o.round() && area2(part) <= 0 {
				m.thin = true
				continue // of a polygon that almost touches itself
			}
			m.bodies = append(m.bodies, grown(part, by, cos))
			ground = append(ground, grown(part, by+m.hair, cos))
		}
	}
	return ground
}

// reach returns where segments may go that begin on the field: on a torus, they end
// up to half a turn outside.
func (m *Map) reach() box {
	b := m.extent()
	if m.field.Wrap {
		return box{-b.maxX / 2, -b.maxY / 2, b.maxX * 1.5, b.maxY * 1.5}
	}
	return b
}

func (m *Map) extent() box { return box{0, 0, float64(m.field.Width), float64(m.field.Height)} }

// images calls add for every turn around a torus at which a box meets a place,
// beginning with none.
func (m *Map) images(b, place box, add func(turn Point)) {
	if b.meets(place) {
		add(Point{})
	}
	if !m.field.Wrap {
		return
	}
	w, h := float64(m.field.Width), float64(m.field.Height)
	turns := func(lo, hi, size float64) (int, int) { return int(math.Floor(lo / size)), int(math.Ceil(hi / size)) }
	x0, x1 := turns(place.minX-b.maxX, place.maxX-b.minX, w)
	y0, y1 := turns(place.minY-b.maxY, place.maxY-b.minY, h)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			by := Point{float64(float64(x) * w), float64(float64(y) * h)}
			if by != (Point{}) && b.moved(by).meets(place) {
				add(by)
			}
		}
	}
}

// layBodies adds the images of bodies and indexes them.
func (m *Map) layBodies() {
	var all []convex
	for i := range m.bodies {
		m.images(m.bodies[i].box, m.reach(), func(turn Point) { all = append(all, m.bodies[i].moved(turn)) })
	}
	m.bodies = all
	m.bodyGrid = newGrid(m.reach(), len(all),
		func(i int32) box { return all[i].box },
		func(i int32, cell box) bool { return all[i].touches(cell) })
}

func at(p components.Position) Point { return Point{float64(p.X), float64(p.Y)} }

// Distance returns how far b is from a in metres, the shorter way round on a
// torus.
func (m *Map) Distance(a, b components.Position) float32 {
	return float32(math.Sqrt(m.field.Dist2(a.X, a.Y, b.X, b.Y)))
}

// Radius returns the radius of the walkers in metres.
func (m *Map) Radius() float32 { return float32(m.radius) }

// delta returns the way from a to b, the shorter way round on a torus.
func (m *Map) delta(a, b components.Position) Point {
	dx, dy := m.field.Delta(a.X, a.Y, b.X, b.Y)
	return Point{dx, dy}
}

// within reports whether p is a point of the field.
func (m *Map) within(p components.Position) bool {
	return p.X >= 0 && p.X <= m.field.Width && p.Y >= 0 && p.Y <= m.field.Height
}

// confine returns the position of the field that is nearest to p; on a torus,
// the one that p is an image of.
func (m *Map) confine(p Point) components.Position {
	if m.field.Wrap {
		return components.Position{X: wrapped(p.X, m.field.Width), Y: wrapped(p.Y, m.field.Height)}
	}
	return components.Position{
		X: float32(min(max(p.X, 0), float64(m.field.Width))),
		Y: float32(min(max(p.Y, 0), float64(m.field.Height))),
	}
}

// wrapped brings a coordinate into 0 <= x < size.
func wrapped(x float64, size float32) float32 {
	if x < 0 || x >= float64(size) {
		if x = math.Mod(x, float64(size)); x < 0 {
			x += float64(size)
		}
	}
	if f := float32(x); f < size {
		return f + 0 // -0 is 0
	}
	return 0
}
