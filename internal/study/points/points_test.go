package points

import (
	"math"
	"slices"
	"testing"
)

var factors = []Factor{{Low: 2, High: 12}, {Low: 0, High: 1, Step: 0.25}, {Levels: 3}}

func TestGrid(t *testing.T) {
	all, err := Grid(factors, 6)
	if err != nil || len(all) != 6*5*3 {
		t.Fatalf("%d points, %v; wanted 90", len(all), err)
	}
	if !slices.Equal(all[0], []float64{2, 0, 0}) || !slices.Equal(all[1], []float64{2, 0, 1}) || !slices.Equal(all[89], []float64{12, 1, 2}) {
		t.Errorf("the first are %v and %v, the last %v", all[0], all[1], all[89])
	}
	if all[15][0] != 4 {
		t.Errorf("the second value of the range is %v, wanted 4", all[15][0])
	}
	if one, _ := Grid(factors[:1], 1); len(one) != 1 || one[0][0] != 7 {
		t.Errorf("one value of a range is %v, wanted its middle", one)
	}
	if _, err := Grid(slices.Repeat(factors, 8), 5); err == nil {
		t.Error("a grid of 75 to the 8th points was made")
	}
}

// Each part of a Latin hypercube has one point, in every factor.
func TestLatin(t *testing.T) {
	const n = 50
	all, err := Latin(factors, n, 7)
	if err != nil {
		t.Fatal(err)
	}
	seen := make([]bool, n)
	for _, p := range all {
		part := int((p[0] - 2) / 10 * n)
		if seen[part] {
			t.Errorf("two points in part %d", part)
		}
		seen[part] = true
	}
	inRange(t, all)
}

// The unshifted sequence begins as Joe and Kuo's does.
func TestSobolBegins(t *testing.T) {
	var x [4]uint32
	want := [][4]float64{{0.5, 0.5, 0.5, 0.5}, {0.75, 0.25, 0.25, 0.25}, {0.25, 0.75, 0.75, 0.75}, {0.375, 0.375, 0.625, 0.875}, {0.875, 0.875, 0.125, 0.375}}
	for n, line := range want {
		for i := range x {
			v := numbers(i)
			bit := 0
			for m := n + 1; m&1 == 0; m >>= 1 {
				bit++
			}
			x[i] ^= v[bit]
			if got := float64(x[i]) / (1 << 32); got != line[i] {
				t.Errorf("point %d has %v in dimension %d, wanted %v", n+1, got, i+1, line[i])
			}
		}
	}
}

// Of 2 to the k points each of as many equal parts has one, in every dimension; a shift by
// digits does not change that.
func TestSobolIsEven(t *testing.T) {
	const n = 256
	wide := slices.Repeat([]Factor{{Low: 0, High: 1}}, MaxSobol)
	for _, seed := range []uint64{1, 99} {
		all, err := Sobol(wide, n, seed)
		if err != nil {
			t.Fatal(err)
		}
		for i := range wide {
			var seen [n]bool
			for _, p := range all {
				seen[int(p[i]*n)] = true
			}
			if slices.Contains(seen[:], false) {
				t.Errorf("seed %d: dimension %d leaves a part empty", seed, i+1)
			}
		}
	}
	if _, err := Sobol(append(wide, Factor{Levels: 2}), n, 1); err == nil {
		t.Error("too many factors were taken")
	}
}

func TestSamplesFollowFromTheSeed(t *testing.T) {
	for name, design := range map[string]func([]Factor, int, uint64) ([][]float64, error){"random": Random, "latin": Latin, "sobol": Sobol} {
		a, err := design(factors, 40, 5)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := design(factors, 40, 5)
		c, _ := design(factors, 40, 6)
		same := func(x, y [][]float64) bool { return slices.EqualFunc(x, y, slices.Equal[[]float64]) }
		if !same(a, b) || same(a, c) {
			t.Errorf("%s: one seed twice is equal: %v, two seeds are: %v", name, same(a, b), same(a, c))
		}
		inRange(t, a)
		if _, err := design(factors, 0, 1); err == nil {
			t.Errorf("%s: no points were made", name)
		}
		if _, err := design(factors, Max+1, 1); err == nil {
			t.Errorf("%s: more than %d points were made", name, Max)
		}
	}
}

// inRange wants all points to be values of the factors, and all levels and steps to be there.
func inRange(t *testing.T, all [][]float64) {
	t.Helper()
	steps, levels := map[float64]bool{}, map[float64]bool{}
	for _, p := range all {
		if p[0] < 2 || p[0] > 12 || p[1]*4 != math.Trunc(p[1]*4) || p[1] > 1 || p[2] != math.Trunc(p[2]) || p[2] < 0 || p[2] > 2 {
			t.Errorf("the point %v is out of the factors", p)
		}
		steps[p[1]], levels[p[2]] = true, true
	}
	if len(steps) != 5 || len(levels) != 3 {
		t.Errorf("%d steps and %d levels, wanted 5 and 3", len(steps), len(levels))
	}
}

func TestSnap(t *testing.T) {
	for _, c := range []struct {
		f       Factor
		x, want float64
	}{
		{Factor{Low: 2, High: 12}, 13, 12},
		{Factor{Low: 0, High: 1, Step: 0.25}, 0.4, 0.5},
		{Factor{Low: 0, High: 1, Step: 0.3}, 1, 0.8999999999999999},
		{Factor{Levels: 3}, 1.6, 2},
		{Factor{Levels: 3}, 9, 2},
	} {
		if got := c.f.Snap(c.x); got != c.want {
			t.Errorf("%+v: %v becomes %v, wanted %v", c.f, c.x, got, c.want)
		}
	}
}
