package spatial_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

func TestDelta(t *testing.T) {
	plain := spatial.Field{Width: 100, Height: 40}
	torus := spatial.Field{Width: 100, Height: 40, Wrap: true}
	for _, tt := range []struct {
		name           string
		field          spatial.Field
		ax, ay, bx, by float32
		dx, dy         float64
	}{
		{"same spot", plain, 3, 4, 3, 4, 0, 0},
		{"plain", plain, 1, 39, 99, 1, 98, -38},
		{"outside the field", plain, -5, 0, 105, 41, 110, 41},
		{"inside", torus, 10, 10, 40, 5, 30, -5},
		{"over the left edge", torus, 1, 1, 99, 1, -2, 0},
		{"over the right edge", torus, 99, 1, 1, 1, 2, 0},
		{"over the upper edge", torus, 1, 1, 1, 39, 0, -2},
		{"over the lower edge", torus, 1, 39, 1, 1, 0, 2},
		{"over a corner", torus, 99, 39, 2, 3, 3, 4},
		{"far edge from near edge", torus, 0, 0, 100, 40, 0, 0},
		{"near edge from far edge", torus, 100, 40, 0, 0, 0, 0},
		{"half, forward", torus, 10, 5, 60, 25, 50, 20},
		{"half, backward is forward", torus, 60, 25, 10, 5, 50, 20},
		{"just less than half back", torus, 60, 25, 10.5, 5.5, -49.5, -19.5},
		{"just more than half", torus, 10, 5, 60.5, 25.5, -49.5, -19.5},
		{"exact in float64 where float32 is not", plain, 0.1, 0, 16777216, 0, 16777216 - float64(float32(0.1)), 0},
	} {
		dx, dy := tt.field.Delta(tt.ax, tt.ay, tt.bx, tt.by)
		if dx != tt.dx || dy != tt.dy {
			t.Errorf("%s: Delta = %v, %v; want %v, %v", tt.name, dx, dy, tt.dx, tt.dy)
		}
		if got, want := tt.field.Dist2(tt.ax, tt.ay, tt.bx, tt.by), tt.dx*tt.dx+tt.dy*tt.dy; got != want {
			t.Errorf("%s: Dist2 = %v; want %v", tt.name, got, want)
		}
	}
}

// Compilers may fuse a product into a sum, which saves a rounding and so changes bits from machine to machine.
func TestDist2IsNotFused(t *testing.T) {
	const ax, ay, bx, by = 2.2, 58.8, 62.7, 6.1
	dx, dy := spatial.Field{}.Delta(ax, ay, bx, by)
	xx, yy := math.FMA(dx, dx, 0), math.FMA(dy, dy, 0)
	if math.FMA(dx, dx, yy) == xx+yy || math.FMA(dy, dy, xx) == xx+yy {
		t.Fatal("this case cannot tell")
	}
	if got, want := (spatial.Field{}).Dist2(ax, ay, bx, by), xx+yy; got != want {
		t.Errorf("Dist2 = %b; want %b", got, want)
	}
}

func TestTorusDistances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := spatial.Field{
			Width:  rapid.Float32Range(0, 10_000).Draw(t, "width"),
			Height: rapid.Float32Range(0, 10_000).Draw(t, "height"),
			Wrap:   true,
		}
		coordinate := func(size float32, name string) float32 {
			return rapid.OneOf(rapid.Float32Range(0, size), rapid.SampledFrom([]float32{0, size / 2, size})).Draw(t, name)
		}
		ax, ay := coordinate(f.Width, "ax"), coordinate(f.Height, "ay")
		bx, by := coordinate(f.Width, "bx"), coordinate(f.Height, "by")

		dx, dy := f.Delta(ax, ay, bx, by)
		if half := float64(f.Width) / 2; math.Abs(dx) > half || dx == -half && half > 0 {
			t.Errorf("dx = %v is not in (-%v, %[2]v]", dx, half)
		}
		if half := float64(f.Height) / 2; math.Abs(dy) > half || dy == -half && half > 0 {
			t.Errorf("dy = %v is not in (-%v, %[2]v]", dy, half)
		}
		if there, back := f.Dist2(ax, ay, bx, by), f.Dist2(bx, by, ax, ay); there != back {
			t.Errorf("Dist2 there %v, back %v", there, back)
		}
		if d := f.Dist2(ax, ay, ax, ay); d != 0 {
			t.Errorf("Dist2 to itself = %v", d)
		}
		near, _ := f.Delta(0, ay, bx, by)
		far, _ := f.Delta(f.Width, ay, bx, by)
		if rounding := float64(f.Width) * 0x1p-50; math.Abs(near-far) > rounding {
			t.Errorf("x == 0 is %v from b, x == Width is %v", near, far)
		}
	})
}
