package herd

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestSteerIsSteerEach holds the way that lanes are steered in this build to the
// plain one, bit by bit.
func TestSteerIsSteerEach(t *testing.T) {
	// on a coarse grid many are equally far, or on one spot
	metres := rapid.OneOf(
		rapid.Map(rapid.IntRange(0, 6), func(i int) float32 { return float32(i) }),
		rapid.Float32Range(0, 2000),
		rapid.Float32Range(0, 1e-30),
		rapid.Float32Range(0, math.MaxFloat32/2),
	)
	rapid.Check(t, func(t *rapid.T) {
		var got Aim
		got.of.n, got.N = rapid.IntRange(1, maxFew).Draw(t, "rivals"), rapid.IntRange(1, 64).Draw(t, "bots")
		draw := func(what string) float32 { return metres.Draw(t, what) }
		for i := range got.of.n {
			got.of.x[i], got.of.y[i] = float64(draw("rival x")), float64(draw("rival y"))
		}
		for k := range got.N {
			got.x[k], got.y[k] = draw("x"), draw("y")
		}
		want := got
		sign := rapid.SampledFrom([]float64{1, -1}).Draw(t, "sign")
		got.steer(sign)
		want.steerEach(sign)
		for k := range got.N {
			if got.at[k] != want.at[k] || !sameBits(got.HX[k], want.HX[k]) || !sameBits(got.HY[k], want.HY[k]) {
				t.Fatalf("lane %d: rival %d, heading (%v, %v); plain: %d, (%v, %v)",
					k, got.at[k], got.HX[k], got.HY[k], want.at[k], want.HX[k], want.HY[k])
			}
		}
	})
}

// sameBits takes all that is no number for the same.
func sameBits(a, b float32) bool {
	return math.Float32bits(a) == math.Float32bits(b) || a != a && b != b
}

// TestSteerHeadsForTheNearest looks at figures that a reader can check.
func TestSteerHeadsForTheNearest(t *testing.T) {
	l := Aim{N: 4, x: [64]float32{3, 9, 5, 10}, y: [64]float32{4, 0, 5, 0}}
	l.of = rivals{n: 3, x: [maxFew]float64{0, 10, 0}, y: [maxFew]float64{0, 0, 10}}
	l.steer(-1)
	wantAt := [4]int32{0, 1, 0, 1} // the third is as far from all three
	if got := [4]int32(l.at[:4]); got != wantAt {
		t.Errorf("nearest %v, want %v", got, wantAt)
	}
	if l.HX[0] != 0.6 || l.HY[0] != 0.8 {
		t.Errorf("heading (%v, %v), want (0.6, 0.8), away from the origin", l.HX[0], l.HY[0])
	}
	if l.HX[1] != -1 || l.HY[1] != 0 || math.Signbit(float64(l.HY[1])) {
		t.Errorf("heading (%v, %v), want (-1, 0)", l.HX[1], l.HY[1])
	}
	if l.HX[3] == l.HX[3] {
		t.Errorf("heading (%v, %v) from the very spot, want no number", l.HX[3], l.HY[3])
	}
}
