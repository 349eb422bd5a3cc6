package nav

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// Answers are the same to the last bit on every machine, also where compilers
// fuse products and sums: run it with GOAMD64=v3 or on arm64.
func TestAnswersAreTheSameEverywhere(t *testing.T) {
	for _, c := range []struct {
		wrap bool
		want uint64
	}{{false, 0xc4a319f7c62669ee}, {true, 0x6bd8898192339a91}} {
		r := rand.New(rand.NewPCG(11, 12))
		f := spatial.Field{Width: 90, Height: 70, Wrap: c.wrap}
		var shapes []Shape
		for len(shapes) < 25 {
			x, y, u, v := float64(90*r.Float64()), float64(70*r.Float64()), 1+float64(9*r.Float64()), 1+float64(9*r.Float64())
			s := []Shape{
				Rect{x, y, u, v},
				Circle{x, y, u / 2},
				Polygon{[]Point{{x, y}, {x + u, y + v/3}, {x + u/2, y + v}}},
				Polygon{[]Point{{x, y}, {x + u, y + v/2}, {x, y + v}, {x + u/3, y + v/2}}},
			}[r.IntN(4)]
			if s.Check(f) == nil {
				shapes = append(shapes, s)
			}
		}
		m, err := New(f, shapes, Options{Radius: 0.4})
		if err != nil {
			t.Fatal(err)
		}
		h := fnv.New64a()
		put := func(numbers ...float32) {
			for _, n := range numbers {
				b := math.Float32bits(n)
				h.Write([]byte{byte(b), byte(b >> 8), byte(b >> 16), byte(b >> 24)})
			}
		}
		exact := func(points ...Point) { // rounding would hide what differs
			for _, p := range points {
				for _, n := range []float64{p.X, p.Y} {
					b := math.Float64bits(n)
					put(math.Float32frombits(uint32(b)), math.Float32frombits(uint32(b>>32)))
				}
			}
		}
		flag := func(ok bool) {
			if ok {
				put(1)
			} else {
				put(0)
			}
		}
		for i := range 400 {
			p, q := randomPosition(r, m), randomPosition(r, m)
			flag(m.Sees(p, q))
			flag(m.Blocked(p))
			p, q = m.Free(p), m.Free(q)
			s := m.Step(p, components.Position{X: p.X + 3, Y: p.Y - 2})
			way, d, ok := m.Flow(components.Position{X: float32(i % 8 * 11), Y: 35}).Toward(p)
			far, hit := m.Ray(p, components.Heading{X: 0.6, Y: -0.8}, 60)
			path, found := m.Path(p, q)
			put(p.X, p.Y, q.X, q.Y, s.X, s.Y, way.X, way.Y, d, far)
			for _, q := range path {
				put(q.X, q.Y)
			}
			flag(ok)
			flag(hit)
			flag(found)
		}
		exact(m.mesh.corners...)
		for _, e := range m.cache.entries {
			for _, c := range e.flow.cones {
				r := e.flow.roots[c.root]
				exact(r.at, c.right, c.left, Point{X: r.g})
			}
		}
		if got := h.Sum64(); got != c.want {
			t.Errorf("wrap %v: digest %#x, want %#x", c.wrap, got, c.want)
		}
	}
}
