package nav

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// reference finds shortest ways the plain way: between all corners of all
// obstacles that see each other, tested against every obstacle.
type reference struct {
	m      *Map
	solid  []convex // for paths
	spots  []Point  // corners
	sees   [][]float64
	images []Point
}

func newReference(m *Map, shapes []Shape) *reference {
	r := &reference{m: m, images: []Point{{}}}
	plain := &Map{field: m.field, radius: m.radius, hair: m.hair, step: m.step}
	for _, s := range shapes {
		plain.outlines = append(plain.outlines, s.outline())
	}
	ground := plain.grow()
	w, h := float64(m.field.Width), float64(m.field.Height)
	if m.field.Wrap {
		r.images = nil
		for x := -2.0; x <= 2; x++ {
			for y := -2.0; y <= 2; y++ {
				r.images = append(r.images, Point{x * w, y * h})
			}
		}
	}
	for i := range ground {
		for _, by := range r.images {
			r.solid = append(r.solid, ground[i].moved(by))
		}
	}
	for i := range r.solid {
		for _, c := range r.solid[i].corners {
			if c.X < 0 || c.Y < 0 || c.X > w || c.Y > h || m.field.Wrap && (c.X == w || c.Y == h) {
				continue
			}
			if !r.inside(c, 1e-7) {
				r.spots = append(r.spots, c)
			}
		}
	}
	n := len(r.spots)
	r.sees = make([][]float64, n)
	for i := range n {
		r.sees[i] = make([]float64, n)
	}
	for i := range n {
		for j := range i {
			d := r.straight(r.spots[i], r.spots[j])
			r.sees[i][j], r.sees[j][i] = d, d
		}
	}
	return r
}

func (r *reference) inside(p Point, by float64) bool {
	for i := range r.solid {
		if r.solid[i].depth(p) > by {
			return true
		}
	}
	return false
}

// straight returns how far it is straight from a to an image of b, or infinite.
func (r *reference) straight(a, b Point) float64 {
	best := math.Inf(1)
	for _, by := range r.images {
		q := b.add(by)
		if d := dist(a, q); d < best && !r.enters(a, q.sub(a)) {
			best = d
		}
	}
	return best
}

func (r *reference) enters(a, d Point) bool {
	reach := boxOf(a, a.add(d))
	for i := range r.solid {
		if r.solid[i].box.meets(reach) {
			if _, _, in := r.solid[i].enter(a, d, 1e-7); in {
				return true
			}
		}
	}
	return false
}

// from returns how far a goal is from every corner.
func (r *reference) from(goal Point) []float64 {
	n := len(r.spots)
	d := make([]float64, n)
	done := make([]bool, n)
	for i := range d {
		d[i] = r.straight(r.spots[i], goal)
	}
	for range n {
		k := -1
		for i := range d {
			if !done[i] && (k < 0 || d[i] < d[k]) {
				k = i
			}
		}
		done[k] = true
		for i := range d {
			d[i] = min(d[i], d[k]+r.sees[k][i])
		}
	}
	return d
}

func (r *reference) dist(p, goal Point, from []float64) float64 {
	best := r.straight(p, goal)
	for i, d := range from {
		if dist(p, r.spots[i])+d < best || r.m.field.Wrap {
			best = min(best, r.straight(p, r.spots[i])+d)
		}
	}
	return best
}

func randomShapes(r *rand.Rand, w, h float64, n int) []Shape {
	var shapes []Shape
	f := spatial.Field{Width: float32(w), Height: float32(h)}
	for len(shapes) < n {
		size := (0.02 + 0.2*r.Float64()*r.Float64()) * min(w, h)
		x, y := r.Float64()*w, r.Float64()*h
		var s Shape
		switch r.IntN(5) {
		case 0:
			s = Rect{x, y, size * (0.2 + r.Float64()), size * (0.2 + r.Float64())}
		case 1:
			s = Circle{x, y, size / 2}
		case 2: // touching on a raster
			u := min(w, h) / 10
			s = Rect{math.Floor(x/u) * u, math.Floor(y/u) * u, u * float64(1+r.IntN(3)), u}
		default: // a star
			k := 3 + r.IntN(9)
			var p Polygon
			for i := range k {
				sin, cos := math.Sincos(2 * math.Pi * (float64(i) + 0.6*r.Float64()) / float64(k))
				l := size * (0.2 + 0.8*r.Float64())
				p.Points = append(p.Points, Point{x + cos*l, y + sin*l})
			}
			if r.IntN(2) == 0 {
				for i, j := 0, len(p.Points)-1; i < j; i, j = i+1, j-1 {
					p.Points[i], p.Points[j] = p.Points[j], p.Points[i]
				}
			}
			s = p
		}
		if s.Check(f) == nil {
			shapes = append(shapes, s)
		}
	}
	return shapes
}

func randomPosition(r *rand.Rand, m *Map) components.Position {
	return components.Position{X: r.Float32() * m.field.Width, Y: r.Float32() * m.field.Height}
}

func TestDistancesAreThoseOfAPlainSearch(t *testing.T) {
	unreached, bent := 0, 0
	for seed := range seeds(60) {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		w, h := 20+80*r.Float64(), 20+80*r.Float64()
		f := spatial.Field{Width: float32(w), Height: float32(h), Wrap: seed%3 == 2}
		n := r.IntN(14)
		if f.Wrap {
			n = r.IntN(7)
		}
		shapes := randomShapes(r, w, h, n)
		m, err := New(f, shapes, Options{Radius: float32(r.IntN(3)) * 0.5})
		if err != nil {
			t.Log(err)
			continue
		}
		ref := newReference(m, shapes)
		for range 5 {
			goal := m.Free(randomPosition(r, m))
			if ref.inside(at(goal), 0) {
				continue
			}
			from := ref.from(at(goal))
			flow := m.Flow(goal)
			for range 40 {
				p := m.Free(randomPosition(r, m))
				if ref.inside(at(p), 0) {
					continue
				}
				want := ref.dist(at(p), at(goal), from)
				_, got, ok := flow.Toward(p)
				if math.IsInf(want, 1) {
					unreached++
				}
				if want > dist(at(p), at(goal))+0.1 {
					bent++
				}
				if ok != !math.IsInf(want, 1) || ok && math.Abs(float64(got)-want) > 2e-3+1e-5*want {
					t.Errorf("seed %d, wrap %v: from %v to %v: %v %v, want %v", seed, f.Wrap, p, goal, got, ok, want)
				}
			}
		}
		if t.Failed() {
			t.Logf("%+v", shapes)
			return
		}
	}
	t.Logf("%d without a way, %d around corners", unreached, bent)
}

// seeds returns how many random scenes a test tries.
func seeds(n int) int {
	switch {
	case testing.Short():
		return n/16 + 1
	case !longtest.On:
		return n/6 + 1
	}
	return n
}
