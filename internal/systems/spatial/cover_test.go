package spatial

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestCoverLosesNobody asks about points just within the radius, around the edges of a torus too, and outside of fields.
func TestCoverLosesNobody(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		f := Field{Width: float32(math.Exp(r.Float64()*9 - 1)), Height: float32(math.Exp(r.Float64()*9 - 1)), Wrap: r.IntN(2) == 0}
		radius := float32(r.Float64()) * min(f.Width, f.Height) / float32(1+r.IntN(200))
		if r.IntN(10) == 0 {
			radius *= 300
		}
		var c Cover
		if c.Has(1, 1) {
			t.Fatal("the zero cover has a point")
		}
		c.Reset(f, radius*2) // of other use before
		c.Add(f.Width/2, f.Height/2)
		c.Reset(f, radius)
		var x, y []float32
		for range 1 + r.IntN(3) {
			x, y = append(x, (float32(r.Float64()*1.4)-0.2)*f.Width), append(y, (float32(r.Float64()*1.4)-0.2)*f.Height)
			if r.IntN(4) == 0 {
				x[len(x)-1] = f.Width * float32(r.IntN(2))
			}
			c.Add(x[len(x)-1], y[len(y)-1])
		}
		for range 100 {
			px, py := float32(r.Float64())*f.Width, float32(r.Float64())*f.Height
			if i := r.IntN(len(x)); r.IntN(4) > 0 { // near one
				sin, cos := math.Sincos(r.Float64() * 2 * math.Pi)
				if r.IntN(3) == 0 {
					sin, cos = 0, 1
				}
				px, py = x[i]+radius*float32(cos), y[i]+radius*float32(sin)
				if f.Wrap && r.IntN(2) == 0 {
					px -= f.Width
				}
			}
			for i := range x {
				if f.Dist2(px, py, x[i], y[i]) <= float64(radius)*float64(radius) && !c.Has(px, py) {
					t.Fatalf("%+v, radius %v: (%v, %v) is not covered by (%v, %v)", f, radius, px, py, x[i], y[i])
				}
			}
		}
	}
}

// TestCoverIsTight counts what is covered around one point.
func TestCoverIsTight(t *testing.T) {
	var c Cover
	c.Reset(Field{Width: 1000, Height: 500}, 5)
	c.Add(501, 252)
	covered := 0
	for x := range 1000 {
		for y := range 500 {
			if c.Has(float32(x)+0.5, float32(y)+0.5) {
				covered++
			}
		}
	}
	if covered == 0 || covered > 16*16 {
		t.Errorf("%d square metres are covered, wanted 256 at most", covered)
	}
}

func TestCoverAllocatesNothing(t *testing.T) {
	var c Cover
	f := Field{Width: 300, Height: 200}
	c.Reset(f, 1)
	if n := testing.AllocsPerRun(10, func() {
		c.Reset(f, 2)
		c.Add(1, 2)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
