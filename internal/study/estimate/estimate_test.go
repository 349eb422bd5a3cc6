package estimate_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/internal/study/estimate"
)

func near(a, b float64) bool { return math.Abs(a-b) < 5e-5 }

var anywhere = estimate.Range{Low: math.Inf(-1), High: math.Inf(1)}

func TestMean(t *testing.T) {
	// Without skewness it is Student's: the deviation of 1 to 5 is the root of 2.5, t for four
	// degrees of freedom 2.776445.
	if mean, low, high := anywhere.Mean([]float64{1, 2, 3, 4, 5}, 0.05); !near(mean, 3) || !near(low, 1.03676) || !near(high, 4.96324) {
		t.Errorf("1 to 5: %v (%v to %v)", mean, low, high)
	}
	// For 1 % t is 4.604095.
	if _, low, _ := anywhere.Mean([]float64{1, 2, 3, 4, 5}, 0.01); !near(low, 3-4.604095*math.Sqrt(0.5)) {
		t.Errorf("1 to 5 with 1 %%: from %v", low)
	}
	// 0, 0, 0, 1 and 4 differ from their mean by squares of 12 together, and cubes of 24: the error
	// is the root of 0.6. The bound below is Student's, that above Hall's.
	skew := 24 / math.Pow(12, 1.5)
	above := -3 / skew * (math.Cbrt(1-skew*(2.776445+skew/6)) - 1)
	if _, low, high := anywhere.Mean([]float64{0, 0, 0, 1, 4}, 0.05); !near(low, 1-2.776445*math.Sqrt(0.6)) || !near(high, 1+above*math.Sqrt(0.6)) || above < 1.5*2.776445 {
		t.Errorf("0, 0, 0, 1, 4: %v to %v, wanted to %v", low, high, 1+above*math.Sqrt(0.6))
	}
	_, low, high := anywhere.Mean([]float64{0, 0, 0, 1, 4}, 0.05)
	if _, l, h := anywhere.Mean([]float64{0, 0, 0, -1, -4}, 0.05); l != -high || h != -low {
		t.Errorf("mirrored it is %v to %v, wanted %v to %v", l, h, -high, -low)
	}
	if mean, low, high := anywhere.Mean([]float64{7}, 0.05); mean != 7 || !math.IsInf(low, -1) || !math.IsInf(high, 1) {
		t.Errorf("one value: %v (%v to %v)", mean, low, high)
	}
	if mean, low, high := (estimate.Range{High: 1}).Mean(nil, 0.05); !math.IsNaN(mean) || low != 0 || high != 1 {
		t.Errorf("no value: %v (%v to %v)", mean, low, high)
	}
	if mean, low, high := anywhere.Mean([]float64{0.1, 0.1, 0.1}, 0.05); mean != 0.1 || low != 0.1 || high != 0.1 {
		t.Errorf("three times 0.1: %v (%v to %v)", mean, low, high)
	}
	if mean, err := estimate.Mean([]float64{math.MaxFloat64, math.MaxFloat64, 0}); math.IsInf(mean, 0) || math.IsInf(err, 0) || err == 0 {
		t.Errorf("the largest numbers: %v, error %v", mean, err)
	}
	if _, err := estimate.Mean([]float64{1e-300, 3e-300}); !near(err*1e300, 1) {
		t.Errorf("small numbers: error %v, wanted 1e-300", err)
	}
}

func TestShares(t *testing.T) {
	within := estimate.Range{High: 100}
	// 8 of 10, as in tables of the interval, and the same in percent.
	if share, low, high := within.Mean([]float64{100, 100, 100, 100, 100, 100, 100, 100, 0, 0}, 0.05); !near(share, 80) || !near(low/100, 0.44390) || !near(high/100, 0.97479) {
		t.Errorf("8 of 10: %v (%v to %v)", share, low, high)
	}
	if _, low, high := within.Mean([]float64{0, 0, 0, 0}, 0.05); low != 0 || !near(high/100, 0.60236) {
		t.Errorf("0 of 4: %v to %v", low, high)
	}
	// What is equal in the middle may be less or more in runs that were not seen.
	if _, low, high := within.Mean([]float64{50, 50, 50, 50}, 0.05); !near(low/100, 0.5-0.30118) || !near(high/100, 0.5+0.30118) {
		t.Errorf("four times 50: %v to %v", low, high)
	}
}

// planted are values by a number from 0 to 1 that is drawn, and the least of them.
func planted() map[string]plan {
	all := map[string]plan{}
	for name, late := range map[string]float64{"5 %": 0.05, "30 %": 0.3, "60 %": 0.6, "80 %": 0.8} {
		z := math.Sqrt2 * math.Erfinv(1-2*late)
		all["exponential, censored "+name] = plan{func(u float64) float64 { return min(1, math.Log(1-u)/math.Log(late)) }, 0}
		all["log-normal, censored "+name] = plan{func(u float64) float64 { return min(1, math.Exp(math.Sqrt2*math.Erfinv(2*u-1)-z)) }, 0}
		all["uniform, censored "+name] = plan{func(u float64) float64 { return min(1, u/(1-late)) }, 0}
		all["bimodal, censored "+name] = plan{func(u float64) float64 {
			switch u /= 1 - late; {
			case u >= 1:
				return 1
			case u < 0.5:
				return 0.05 + 0.2*u
			}
			return 0.4 + 0.4*u
		}, 0}
	}
	all["a tenth of the time"] = plan{func(u float64) float64 { return min(1, -0.1*math.Log(1-u)) }, 0}
	all["normal"] = plan{func(u float64) float64 { return 0.5 + 0.05*math.Sqrt2*math.Erfinv(2*u-1) }, 0}
	for name, part := range map[string]float64{"a 10th": 0.1, "a third": 1. / 3, "a half": 0.5} {
		all[name] = plan{func(u float64) float64 { return map[bool]float64{true: 1}[u < part] }, 0}
	}
	// Differences of two such times with the same seed.
	all["differences"] = plan{func(u float64) float64 {
		a, b := math.Modf(u * (1 << 26))
		return min(1, math.Log(1-a/(1<<26))/math.Log(0.05)) - min(1, math.Log(1-b)/math.Log(0.5))
	}, -1}
	return all
}

type plan struct {
	at    func(u float64) float64
	least float64
}

// Intervals have the true mean, of values up to where runs end, about as often as they say, and where
// Student's have it as often, they are not much wider. Of eight runs a tail that comes in one of
// twenty is in few.
func TestIntervalsHaveTheMean(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: thousands of samples")
	}
	const trials, grid = 2000, 100_000
	for name, p := range planted() {
		truth := 0.0
		for i := range grid {
			truth += p.at((float64(i)+0.5)/grid) / grid
		}
		for _, c := range []struct {
			runs           int
			student, least float64
		}{{8, 2.364624, 0.925}, {20, 2.093024, 0.945}, {60, 2.000995, 0.945}} {
			r, values, within := rand.New(rand.NewPCG(3, uint64(c.runs))), make([]float64, c.runs), estimate.Range{Low: p.least, High: 1}
			in, wide, students, studentsWide := 0, 0.0, 0, 0.0
			count := func(low, high float64, in *int, wide *float64) {
				if low <= truth && truth <= high {
					*in++
				}
				*wide += (high - low) / trials
			}
			for range trials {
				for i := range values {
					values[i] = p.at(r.Float64())
				}
				_, low, high := within.Mean(values, 0.05)
				if low < p.least || high > 1 {
					t.Fatalf("%s: %v to %v", name, low, high)
				}
				count(low, high, &in, &wide)
				mean, err := estimate.Mean(values)
				count(max(p.least, mean-c.student*err), min(1, mean+c.student*err), &students, &studentsWide)
			}
			t.Logf("%-28s %2d runs: %.3f, %.3f wide; Student's %.3f, %.3f", name, c.runs, float64(in)/trials, wide, float64(students)/trials, studentsWide)
			if float64(in) < c.least*trials {
				t.Errorf("%s, %d runs: %d of %d intervals have the mean", name, c.runs, in, trials)
			}
			if float64(students) >= 0.94*trials && wide > 1.25*studentsWide {
				t.Errorf("%s, %d runs: %.3f wide, Student's %.3f", name, c.runs, wide, studentsWide)
			}
		}
	}
}

// kaplanMeier returns the mean of times up to a last one by the product-limit estimate.
func kaplanMeier(times []float64, ended []bool, last float64) (mean float64) {
	order := make([]int, len(times))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if times[a] != times[b] {
			return map[bool]int{true: -1, false: 1}[times[a] < times[b]]
		}
		return map[bool]int{true: 1, false: 0}[ended[a]] - map[bool]int{true: 1, false: 0}[ended[b]] // what comes is before what ends
	})
	alive, at := 1.0, 0.0
	for i, k := range order {
		mean += alive * (times[k] - at)
		at = times[k]
		if !ended[k] {
			alive *= 1 - 1/float64(len(times)-i)
		}
	}
	return mean + alive*(last-at)
}

// The mean of times of which some end at one time is the restricted mean of Kaplan and Meier's
// curve, also where some come at the same time.
func TestTheMeanIsThatOfKaplanAndMeier(t *testing.T) {
	// By hand: 3 of 4 are there from 1 on, 2 of 3 of these from 2 on, and one ended at 1.5: the
	// curve is 1, 3/4 from 1, 3/8 from 2 to 3.
	if mean := kaplanMeier([]float64{1, 1.5, 2, 3}, []bool{false, true, false, true}, 3); !near(mean, 1+0.75+0.375) {
		t.Fatalf("the reference is %v", mean)
	}
	r := rand.New(rand.NewPCG(1, 4))
	for range 200 {
		times, ended := make([]float64, 2+r.IntN(40)), []bool{}
		for i := range times {
			x := math.Ceil(40 * r.ExpFloat64())
			times[i], ended = min(x, 60), append(ended, x > 60)
		}
		mean, _, _ := estimate.Range{High: 60}.Mean(times, 0.05)
		if want := kaplanMeier(times, ended, 60); math.Abs(mean-want) > 1e-9 {
			t.Fatalf("%v: %v, wanted %v", times, mean, want)
		}
	}
}
