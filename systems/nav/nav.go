package nav

import (
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/spatial"
)

// Options say for whom a map is made.
type Options struct {
	Radius float32 // of the walkers, metres
	Cell   float32 // metres, of the grid that paths are searched on; 0: by field and obstacles
	Flows  int     // how many flows Map.Flow keeps; 0: 64
}

// Map is a field with its obstacles.
type Map struct {
	field  spatial.Field
	shapes []outline
	radius float64
}

// New makes the map of a field with obstacles.
func New(field spatial.Field, shapes []Shape, o Options) (*Map, error) {
	m := &Map{field: field, radius: float64(o.Radius)}
	for i, s := range shapes {
		if err := s.Check(field); err != nil {
			return nil, fmt.Errorf("obstacle %d: %w", i+1, err)
		}
		m.shapes = append(m.shapes, s.outline())
	}
	return m, nil
}

func at(p components.Position) Point { return Point{float64(p.X), float64(p.Y)} }

// Distance is how far b is from a in metres, the shorter way round on a torus.
func (m *Map) Distance(a, b components.Position) float32 {
	return float32(math.Sqrt(m.field.Dist2(a.X, a.Y, b.X, b.Y)))
}

// Blocked reports whether a walker cannot stand at p.
func (m *Map) Blocked(p components.Position) bool {
	for i := range m.shapes {
		o := &m.shapes[i]
		if o.contains(at(p)) {
			return true
		}
		if !o.round() {
			for k := range o.corners {
				if a, b := o.edge(k); discMeets(at(p), m.radius, a, b) {
					return true
				}
			}
		} else if dist(at(p), o.corners[0]) < o.radius+m.radius {
			return true
		}
	}
	return false
}

// Free is the free point nearest to p.
func (m *Map) Free(p components.Position) components.Position {
	best, found := float64(0), p
	if !m.Blocked(p) {
		return p
	}
	for x := float32(0.5); x < m.field.Width; x++ {
		for y := float32(0.5); y < m.field.Height; y++ {
			q := components.Position{X: x, Y: y}
			if d := dist2(at(p), at(q)); (found == p || d < best) && !m.Blocked(q) {
				best, found = d, q
			}
		}
	}
	return found
}

// Sees reports whether the straight line from a to b meets no obstacle.
func (m *Map) Sees(a, b components.Position) bool {
	dx, dy := m.field.Delta(a.X, a.Y, b.X, b.Y)
	p := at(a)
	q := p.add(Point{dx, dy})
	for i := range m.shapes {
		if o := &m.shapes[i]; o.contains(p) || o.meets(p, q) {
			return false
		}
	}
	return true
}

// Ray is how far a ray goes until it meets an obstacle, and whether it does.
func (m *Map) Ray(from components.Position, dir components.Heading, max float32) (dist float32, hit bool) {
	return max, false
}

// Walks reports whether a walker can go straight from a to b.
func (m *Map) Walks(a, b components.Position) bool { return m.Sees(a, b) && !m.Blocked(b) }

// Step is where a walker gets that wants to go from one point to another.
func (m *Map) Step(from, to components.Position) components.Position {
	if m.Walks(from, to) {
		return to
	}
	return from
}

// Path is the shortest way from a to b: where to walk straight to, in order.
func (m *Map) Path(a, b components.Position) ([]components.Position, bool) {
	return []components.Position{b}, true
}

// Flow is the way to one goal from everywhere.
type Flow struct {
	m    *Map
	goal components.Position
}

// Flow is the flow to a goal. It may be called by several goroutines at once.
func (m *Map) Flow(goal components.Position) *Flow { return &Flow{m, goal} }

// Reset makes f the flow to a goal on a map and uses its memory again. Nobody
// else may use f meanwhile.
func (f *Flow) Reset(m *Map, goal components.Position) { f.m, f.goal = m, goal }

// Goal is where the flow leads.
func (f *Flow) Goal() components.Position { return f.goal }

// Toward is where to walk straight to from p, how far the goal is, and whether
// there is a path.
func (f *Flow) Toward(p components.Position) (waypoint components.Position, dist float32, ok bool) {
	return f.goal, f.m.Distance(p, f.goal), true
}
