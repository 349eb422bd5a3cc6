package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/internal/ground/vector"
)

// column is 64 numbers, with some before and behind that nothing may change.
type column struct {
	before [8]float32
	lanes  [Lanes]float32
	behind [8]float32
}

// oddities lists numbers that may trip a comparison.
var oddities = []float32{
	0, float32(math.Copysign(0, -1)), 1, -1, math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32, 1e-40, math.MaxFloat32, -math.MaxFloat32,
	float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), math.Float32frombits(0xffc00001), math.Float32frombits(0x7f800001),
}

// numbers draws the numbers of one kind of crowd: on a coarse grid many are
// equally far, or on one spot.
func numbers(t *rapid.T) func() float32 {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	field := func() float32 { return rng.Float32() * 2000 }
	grid := func() float32 { return float32(rng.IntN(5)) }
	tiny := func() float32 { return math.Float32frombits(rng.Uint32() & 0x80ffffff) }
	odd := func() float32 { return oddities[rng.IntN(len(oddities))] }
	zero := func() float32 { return oddities[rng.IntN(2)] }
	anything := func() float32 { return math.Float32frombits(rng.Uint32()) }
	huge := func() float32 { return (rng.Float32() - 0.5) * math.MaxFloat32 }
	spot := field()
	return []func() float32{
		field, grid, func() float32 { return spot }, tiny, odd, zero, anything, huge,
		func() float32 {
			return []func() float32{field, grid, tiny, odd}[rng.IntN(4)]()
		},
	}[rapid.IntRange(0, 8).Draw(t, "kind")]
}

func columns(n int, draw func() float32) []column {
	all := make([]column, n)
	for c := range all {
		for _, part := range [][]float32{all[c].before[:], all[c].lanes[:], all[c].behind[:]} {
			for i := range part {
				part[i] = draw()
			}
		}
	}
	return all
}

// drawMask draws who counts: nobody, one, the lanes below some, or any.
func drawMask(t *rapid.T) uint64 {
	return rapid.OneOf(
		rapid.Map(rapid.IntRange(0, Lanes), below),
		rapid.Map(rapid.IntRange(0, Lanes-1), func(i int) uint64 { return 1 << i }),
		rapid.Uint64(),
	).Draw(t, "mask")
}

// same takes all that is no number for the same.
func same(a, b float32) bool {
	return math.Float32bits(a) == math.Float32bits(b) || a != a && b != b
}

// sameColumns wants equal bits where a lane does not count.
func sameColumns(t *rapid.T, mask uint64, got, want []column) {
	for c := range got {
		g, w := &got[c], &want[c]
		for i := range g.lanes {
			if counts := mask>>i&1 != 0; math.Float32bits(g.lanes[i]) != math.Float32bits(w.lanes[i]) && !(counts && same(g.lanes[i], w.lanes[i])) {
				t.Fatalf("lane %d of column %d is %v (%#x), wanted %v (%#x); it counts: %v",
					i, c, g.lanes[i], math.Float32bits(g.lanes[i]), w.lanes[i], math.Float32bits(w.lanes[i]), counts)
			}
		}
		for i := range g.before {
			if math.Float32bits(g.before[i]) != math.Float32bits(w.before[i]) || math.Float32bits(g.behind[i]) != math.Float32bits(w.behind[i]) {
				t.Fatalf("what lies around column %d was written", c)
			}
		}
	}
}

// twins are the properties that hold the assembly to the loops in Go, by function.
var twins = map[string]func(t *rapid.T){
	"Steer": func(t *rapid.T) {
		draw, mask := numbers(t), drawMask(t)
		var r Rivals
		r.N = rapid.IntRange(1, MaxRivals).Draw(t, "rivals")
		for i := range r.X {
			r.X[i], r.Y[i], r.ID[i] = float64(draw()), float64(draw()), 0xfffffff0+uint32(i)
		}
		got := columns(5, draw)
		want := slices.Clone(got)
		sign, limit := rapid.SampledFrom([]float64{1, -1}).Draw(t, "sign"), float64(draw())
		call := func(of func(uint64, *[Lanes]float32, *[Lanes]float32, *Rivals, float64, float64, *[Lanes]float32, *[Lanes]float32, *[Lanes]uint32) uint64,
			c []column) (uint64, [Lanes]uint32) {
			var target [Lanes]uint32
			for i := range target {
				target[i] = math.Float32bits(c[4].lanes[i])
			}
			far := of(mask, &c[0].lanes, &c[1].lanes, &r, sign, limit, &c[2].lanes, &c[3].lanes, &target)
			return far, target
		}
		gotFar, gotTarget := call(Steer, got)
		wantFar, wantTarget := call(steer, want)
		if gotFar != wantFar || gotTarget != wantTarget {
			t.Fatalf("far %b and targets %x, wanted %b and %x", gotFar, gotTarget, wantFar, wantTarget)
		}
		sameColumns(t, mask, got, want)
	},
	"Nearest": func(t *rapid.T) {
		draw, mask := numbers(t), drawMask(t)
		c, x, y := columns(2, draw), draw(), draw()
		d2, at := Nearest(mask, &c[0].lanes, &c[1].lanes, x, y)
		wantD2, wantAt := nearest(mask, &c[0].lanes, &c[1].lanes, x, y)
		if math.Float64bits(d2) != math.Float64bits(wantD2) || at != wantAt {
			t.Fatalf("%v for %b, wanted %v for %b", d2, at, wantD2, wantAt)
		}
	},
	"Advance": func(t *rapid.T) {
		draw, n := numbers(t), rapid.IntRange(0, Lanes).Draw(t, "n")
		got := columns(7, draw)
		want := slices.Clone(got)
		toX, toY := 5, 6
		if rapid.Bool().Draw(t, "in place") {
			toX, toY = 0, 1
		}
		width, height := draw(), draw()
		call := func(of func(int, *[Lanes]float32, *[Lanes]float32, *[Lanes]float32, *[Lanes]float32, *[Lanes]float32, *[Lanes]float32, *[Lanes]float32, float32, float32) uint64,
			c []column) uint64 {
			return of(n, &c[0].lanes, &c[1].lanes, &c[2].lanes, &c[3].lanes, &c[4].lanes, &c[toX].lanes, &c[toY].lanes, width, height)
		}
		if out, wantOut := call(Advance, got), call(advance, want); out != wantOut {
			t.Fatalf("%b are out, wanted %b", out, wantOut)
		}
		sameColumns(t, below(n), got, want)
	},
	"Bounds": func(t *rapid.T) {
		draw, n := numbers(t), rapid.IntRange(0, Lanes).Draw(t, "n")
		c := columns(2, draw)
		minX, maxX, minY, maxY := Bounds(n, &c[0].lanes, &c[1].lanes)
		wantMinX, wantMaxX, wantMinY, wantMaxY := bounds(n, &c[0].lanes, &c[1].lanes)
		got, want := [4]float32{minX, maxX, minY, maxY}, [4]float32{wantMinX, wantMaxX, wantMinY, wantMaxY}
		for i := range got {
			if math.Float32bits(got[i]) != math.Float32bits(want[i]) {
				t.Fatalf("%v, wanted %v", got, want)
			}
		}
	},
	"Outside": func(t *rapid.T) {
		draw, n := numbers(t), rapid.IntRange(0, Lanes).Draw(t, "n")
		c, box := columns(2, draw), [4]float32{draw(), draw(), draw(), draw()}
		out := Outside(n, &c[0].lanes, &c[1].lanes, box[0], box[1], box[2], box[3])
		if want := outside(n, &c[0].lanes, &c[1].lanes, box[0], box[1], box[2], box[3]); out != want {
			t.Fatalf("%b outside %v, wanted %b", out, box, want)
		}
	},
}

func needVectors(t testing.TB) {
	if !vector.On() {
		t.Skip("there are no vector instructions, and nothing to compare")
	}
}

func TestTwins(t *testing.T) {
	needVectors(t)
	for name, twin := range twins {
		t.Run(name, func(t *testing.T) { rapid.Check(t, twin) })
	}
}

func FuzzSteer(f *testing.F)   { fuzz(f, "Steer") }
func FuzzNearest(f *testing.F) { fuzz(f, "Nearest") }
func FuzzAdvance(f *testing.F) { fuzz(f, "Advance") }
func FuzzBounds(f *testing.F)  { fuzz(f, "Bounds") }
func FuzzOutside(f *testing.F) { fuzz(f, "Outside") }

func fuzz(f *testing.F, name string) {
	needVectors(f)
	f.Fuzz(rapid.MakeFuzz(twins[name]))
}

// bothWays runs a test with vector instructions, where there are any, and
// without.
func bothWays(t *testing.T, test func(t *testing.T)) {
	was := vector.On()
	defer vector.Use(was)
	for _, on := range slices.Compact([]bool{false, was}) {
		vector.Use(on)
		t.Run(fmt.Sprintf("vectors=%v", on), test)
	}
}

// TestSteer looks at figures that a reader can check.
func TestSteer(t *testing.T) {
	bothWays(t, func(t *testing.T) {
		x, y := &[Lanes]float32{3, 9, 5, 10, 7}, &[Lanes]float32{4, 0, 5, 0, 7}
		hx, hy := &[Lanes]float32{3: 0.6, 4: 9}, &[Lanes]float32{3: 0.8, 4: 9}
		target := &[Lanes]uint32{4: 99}
		r := &Rivals{N: 3, X: [MaxRivals]float64{0, 10, 0}, Y: [MaxRivals]float64{0, 0, 10}, ID: [MaxRivals]uint32{7, 8, 9}}
		far := Steer(0b1111, x, y, r, -1, 25, hx, hy, target)
		if want := [5]uint32{7, 8, 7, 8, 99}; [5]uint32(target[:5]) != want { // the third is as far from all three
			t.Errorf("targets %v, wanted %v", target[:5], want)
		}
		if far != 0b100 {
			t.Errorf("%b are farther than 5 m, wanted the third", far)
		}
		if hx[0] != 0.6 || hy[0] != 0.8 {
			t.Errorf("heading (%v, %v), wanted (0.6, 0.8), away from the origin", hx[0], hy[0])
		}
		if hx[1] != -1 || hy[1] != 0 || math.Signbit(float64(hy[1])) {
			t.Errorf("heading (%v, %v), wanted (-1, 0)", hx[1], hy[1])
		}
		if hx[3] != 0.6 || hy[3] != 0.8 || hx[4] != 9 {
			t.Errorf("headings (%v, %v) on the very spot and (%v, %v) of who does not count, wanted those of before", hx[3], hy[3], hx[4], hy[4])
		}
	})
}

func TestNearest(t *testing.T) {
	bothWays(t, func(t *testing.T) {
		x, y := &[Lanes]float32{1, 4, 0, 63: 4}, &[Lanes]float32{1, 1, 4, 63: 7}
		for _, c := range []struct {
			mask   uint64
			d2     float64
			at     uint64
			px, py float32
		}{
			{^uint64(0), 0, 1 << 1, 4, 1},
			{1<<63 | 0b111, 9, 1<<63 | 1<<1, 4, 4},
			{0b1, 18, 1, 4, 4},
			{0, math.Inf(1), 0, 4, 4},
			{0b1, math.Inf(1), 0, float32(math.NaN()), 4},
		} {
			if d2, at := Nearest(c.mask, x, y, c.px, c.py); d2 != c.d2 || at != c.at {
				t.Errorf("of %b nearest to (%v, %v) at %v: %b, wanted at %v: %b", c.mask, c.px, c.py, d2, at, c.d2, c.at)
			}
		}
	})
}

func TestAdvance(t *testing.T) {
	bothWays(t, func(t *testing.T) {
		x, y := &[Lanes]float32{1, 9, 0, 5}, &[Lanes]float32{1, 2, 0, 5}
		hx, hy := &[Lanes]float32{1, 1, 0, 1}, &[Lanes]float32{0, 0, -1, 1}
		step := &[Lanes]float32{2, 1, 0.5, 1}
		if out := Advance(3, x, y, hx, hy, step, x, y, 10, 20); out != 0b110 {
			t.Errorf("%b are out, wanted the second, at the edge, and the third", out)
		}
		if got, want := [4]float32(x[:4]), [4]float32{3, 10, 0, 5}; got != want {
			t.Errorf("x %v, wanted %v", got, want)
		}
		if got, want := [4]float32(y[:4]), [4]float32{1, 2, -0.5, 5}; got != want {
			t.Errorf("y %v, wanted %v", got, want)
		}
	})
}

func TestBoundsAndOutside(t *testing.T) {
	bothWays(t, func(t *testing.T) {
		x, y := &[Lanes]float32{3, -1, 2, 100}, &[Lanes]float32{8, 9, 7, 100}
		minX, maxX, minY, maxY := Bounds(3, x, y)
		if got, want := [4]float32{minX, maxX, minY, maxY}, [4]float32{-1, 3, 7, 9}; got != want {
			t.Errorf("bounds %v, wanted %v", got, want)
		}
		if out := Outside(4, x, y, minX, maxX, minY, maxY); out != 0b1000 {
			t.Errorf("%b are outside, wanted the last: the sides belong to the box", out)
		}
	})
}
