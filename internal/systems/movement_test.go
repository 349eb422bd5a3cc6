package systems_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
)

// move plays one tick of a bot that nothing steers, on a field of 10 x 20 m.
func move(t *testing.T, edges string, seconds, mps, x, y float64, h components.Heading) (at [4]float32) {
	t.Helper()
	s := open(t, fmt.Sprintf(`
tickRate: %g
world: { width: 10, height: 20, edges: %s }
bots: [{ id: c, name: C, count: 1, speedMps: %g }]`, 1/seconds, edges, mps))
	do(t, s, &session.Place{Who: who(1), At: session.Point(x, y), Heading: &h})
	s.Step()
	b := find(t, s, 1)
	for _, v := range []float32{b.X, b.Y, b.HX, b.HY} {
		if v == 0 && math.Signbit(float64(v)) {
			t.Errorf("-0 in (%v, %v) heading (%v, %v)", b.X, b.Y, b.HX, b.HY)
		}
	}
	return [4]float32{b.X, b.Y, b.HX, b.HY}
}

func TestEdges(t *testing.T) {
	right, left, up := components.Heading{X: 1}, components.Heading{X: -1}, components.Heading{Y: -1}
	slant := components.Heading{X: 3, Y: 4} // scaled to (0.6, 0.8)
	for _, test := range []struct {
		what, edges string
		mps, x, y   float64
		heading     components.Heading
		want        [4]float32
	}{
		{"inside", "clamp", 2, 5, 5, right, [4]float32{7, 5, 1, 0}},
		{"a standing body", "bounce", 0, 10, 20, right, [4]float32{10, 20, 1, 0}},
		{"no heading", "bounce", 5, 5, 5, components.Heading{}, [4]float32{5, 5, 0, 0}},

		{"past the edge", "clamp", 8, 5, 5, right, [4]float32{10, 5, 1, 0}},
		{"into the corner", "clamp", 50, 5, 5, slant, [4]float32{10, 20, 0.6, 0.8}},
		{"along the edge", "clamp", 5, 0, 5, up, [4]float32{0, 0, 0, -1}},
		{"past 0", "clamp", 8, 5, 5, left, [4]float32{0, 5, -1, 0}},

		{"past the edge", "bounce", 8, 5, 5, right, [4]float32{7, 5, -1, 0}},
		{"onto the edge", "bounce", 5, 5, 5, right, [4]float32{10, 5, 1, 0}},
		{"from the edge", "bounce", 2, 10, 5, right, [4]float32{8, 5, -1, 0}},
		{"past 0", "bounce", 8, 5, 5, left, [4]float32{3, 5, 1, 0}},
		{"a corner", "bounce", 20, 5, 10, slant, [4]float32{3, 14, -0.6, -0.8}},
		{"a step of two fields", "bounce", 22, 5, 5, right, [4]float32{7, 5, 1, 0}},
		{"a step of three fields", "bounce", 28, 5, 5, left, [4]float32{3, 5, 1, 0}},
		{"a step of 30 fields, and a bit", "bounce", 303, 5, 5, right, [4]float32{8, 5, 1, 0}},

		{"past the edge", "wrap", 8, 5, 5, right, [4]float32{3, 5, 1, 0}},
		{"past 0", "wrap", 8, 5, 5, left, [4]float32{7, 5, -1, 0}},
		{"onto the edge", "wrap", 5, 5, 5, right, [4]float32{0, 5, 1, 0}},
		{"onto 0", "wrap", 5, 5, 5, left, [4]float32{0, 5, -1, 0}},
		{"standing on the edge", "wrap", 0, 10, 20, right, [4]float32{0, 0, 1, 0}},
		{"a whole field back", "wrap", 10, 0, 5, left, [4]float32{0, 5, -1, 0}},
		{"a least step below 0", "wrap", 1e-10, 0, 5, left, [4]float32{0, 5, -1, 0}},
		{"a corner", "wrap", 20, 5, 10, slant, [4]float32{7, 6, 0.6, 0.8}},
		{"a step of 30 fields, and a bit", "wrap", 303, 5, 5, right, [4]float32{8, 5, 1, 0}},

		{"from -0", "clamp", 0, math.Copysign(0, -1), 5, up, [4]float32{0, 5, 0, -1}},
		{"from -0", "wrap", 0, math.Copysign(0, -1), 5, components.Heading{X: float32(math.Copysign(0, -1)), Y: -1}, [4]float32{0, 5, 0, -1}},
	} {
		t.Run(test.edges+"/"+test.what, func(t *testing.T) {
			if got := move(t, test.edges, 1, test.mps, test.x, test.y, test.heading); got != test.want {
				t.Errorf("(x, y, hx, hy) %v, wanted %v", got, test.want)
			}
		})
	}
}

func TestAnySpeedStaysOnTheField(t *testing.T) {
	for _, edges := range []string{"clamp", "bounce", "wrap"} {
		for _, mps := range []float64{1e-300, 1e9, 1e38, 1e39, 1e300, math.MaxFloat64} {
			for _, h := range []components.Heading{{X: 1}, {X: -1, Y: 1e-30}, {X: 1, Y: -1}} {
				got := move(t, edges, 10, mps, 5, 5, h)
				if !(got[0] >= 0 && got[0] <= 10 && got[1] >= 0 && got[1] <= 20) {
					t.Errorf("%s at %g m/s: went to (%v, %v)", edges, mps, got[0], got[1])
				}
				if d := math.Hypot(float64(got[2]), float64(got[3])); math.Abs(d-1) > 1e-6 {
					t.Errorf("%s at %g m/s: heads (%v, %v)", edges, mps, got[2], got[3])
				}
			}
		}
	}
}
