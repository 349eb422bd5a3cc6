package nav_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/systems/nav"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// ground is a field with obstacles of all kinds, and places to stand on.
type ground struct {
	field  spatial.Field
	shapes []nav.Shape
	m      *nav.Map
	stand  []components.Position
}

func newGround(tb testing.TB, side float32, obstacles int, wrap bool) ground {
	tb.Helper()
	r := rand.New(rand.NewPCG(7, 7))
	g := ground{field: spatial.Field{Width: side, Height: side, Wrap: wrap}}
	for len(g.shapes) < obstacles {
		x, y := r.Float64()*float64(side), r.Float64()*float64(side)
		size := 4 + 16*r.Float64()
		var s nav.Shape
		switch len(g.shapes) % 3 {
		case 0:
			s = nav.Rect{X: x, Y: y, Width: size, Height: 24 - size}
		case 1:
			s = nav.Circle{X: x, Y: y, Radius: size / 2}
		default: // an arrow
			s = nav.Polygon{Points: []nav.Point{{X: x, Y: y}, {X: x + size, Y: y + size/2}, {X: x, Y: y + size}, {X: x + size/3, Y: y + size/2}}}
		}
		if s.Check(g.field) == nil {
			g.shapes = append(g.shapes, s)
		}
	}
	m, err := nav.New(g.field, g.shapes, nav.Options{Radius: 0.5})
	if err != nil {
		tb.Fatal(err)
	}
	g.m = m
	for range 4096 {
		g.stand = append(g.stand, m.Free(components.Position{X: r.Float32() * side, Y: r.Float32() * side}))
	}
	return g
}

// grounds calls f for a matrix of fields.
func grounds(b *testing.B, f func(b *testing.B, g *ground)) {
	for _, side := range []float32{200, 1000} {
		for _, obstacles := range []int{0, 20, 200} {
			for _, wrap := range []bool{false, true} {
				g := newGround(b, side, obstacles, wrap)
				b.Run(fmt.Sprintf("side=%v/obstacles=%d/wrap=%t", side, obstacles, wrap), func(b *testing.B) { f(b, &g) })
			}
		}
	}
}

func BenchmarkNew(b *testing.B) {
	grounds(b, func(b *testing.B, g *ground) {
		for b.Loop() {
			if _, err := nav.New(g.field, g.shapes, nav.Options{Radius: 0.5}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkFlow makes the flow to a goal anew, with all ways to it.
func BenchmarkFlow(b *testing.B) {
	grounds(b, func(b *testing.B, g *ground) {
		var f nav.Flow
		i := 0
		for b.Loop() {
			f.Reset(g.m, g.stand[i%16])
			for k := 16; !f.Found() && k < len(g.stand); k++ {
				f.Toward(g.stand[k])
			}
			i++
		}
		b.ReportMetric(float64(f.Bytes()), "bytes")
	})
}

func BenchmarkToward(b *testing.B) {
	grounds(b, func(b *testing.B, g *ground) {
		f := g.m.Flow(g.stand[0])
		i := 0
		for b.Loop() {
			f.Toward(g.stand[i&4095])
			i++
		}
	})
}

func BenchmarkSees(b *testing.B) {
	for _, reach := range []float32{20, 100, 1000} {
		b.Run(fmt.Sprintf("reach=%v", reach), func(b *testing.B) {
			grounds(b, func(b *testing.B, g *ground) {
				i := 0
				for b.Loop() {
					p, q := g.stand[i&4095], g.stand[(i+1)&4095]
					if d := g.m.Distance(p, q); d > reach {
						q.X = p.X + (q.X-p.X)*reach/d
						q.Y = p.Y + (q.Y-p.Y)*reach/d
					}
					g.m.Sees(p, q)
					i++
				}
			})
		})
	}
}

// BenchmarkStep takes steps of 0.1 m; a slide begins beside an obstacle.
func BenchmarkStep(b *testing.B) {
	grounds(b, func(b *testing.B, g *ground) {
		i := 0
		for b.Loop() {
			p := g.stand[i&4095]
			g.m.Step(p, components.Position{X: p.X + 0.08, Y: p.Y + 0.06})
			i++
		}
	})
}

func BenchmarkPath(b *testing.B) {
	grounds(b, func(b *testing.B, g *ground) {
		i := 0
		var way []components.Position
		for b.Loop() {
			way, _ = g.m.AppendPath(way[:0], g.stand[i&4095], g.stand[(i+1)&4095])
			i++
		}
	})
}
