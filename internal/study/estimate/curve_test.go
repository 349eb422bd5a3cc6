package estimate_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/internal/study/estimate"
)

func average(all []float64) (m float64) {
	for _, x := range all {
		m += x / float64(len(all))
	}
	return m
}

// The mean of what a curve gives is the area below it, up to where it is known; and what all runs
// that are left could add to that.
func TestCurve(t *testing.T) {
	// By hand: 1, 3/4 from 1, 3/8 from 2 to 3.
	c := estimate.NewCurve([]float64{3, 1.5, 1, 2}, []bool{true, true, false, false}, 3)
	if m := average(c.Least()); c.Until != 3 || c.Left != 0.375 || !near(m, 1+0.75+0.375) || !near(average(c.Most()), m) {
		t.Errorf("%v up to %v, %v are left", m, c.Until, c.Left)
	}
	// Three of four games are over at 2: one goes on, of which nothing is said.
	c = estimate.NewCurve([]float64{2, 2, 2, 9}, []bool{true, true, true, false}, 60)
	if least, most := average(c.Least()), average(c.Most()); c.Until != 2 || c.Left != 1 || !near(least, 2) || !near(most, 60) {
		t.Errorf("%v to %v, up to %v, %v are left", least, most, c.Until, c.Left)
	}
	// Half of those that are left go on at 2, and it comes in all of them.
	c = estimate.NewCurve([]float64{1, 2, 5, 1, 2, 7}, []bool{false, true, false, false, true, false}, 60)
	if m := average(c.Least()); c.Until != 60 || c.Left != 0 || !near(m, 1+4*2/3.+2/3.) {
		t.Errorf("%v up to %v, %v are left", m, c.Until, c.Left)
	}
	r := rand.New(rand.NewPCG(1, 4))
	for range 200 {
		times, ended := make([]float64, 2+r.IntN(40)), []bool{}
		for i := range times {
			x, end := math.Ceil(40*r.ExpFloat64()), min(60, math.Ceil(80*r.ExpFloat64()))
			times[i], ended = min(x, end), append(ended, x > end)
		}
		c := estimate.NewCurve(times, ended, 60)
		upTo, still := slices.Clone(times), slices.Clone(ended)
		for i, x := range times {
			if x > c.Until {
				upTo[i], still[i] = c.Until, true
			}
		}
		if want := kaplanMeier(upTo, still, c.Until); math.Abs(average(c.Least())-want) > 1e-9 {
			t.Fatalf("%v %v: %v, wanted %v", times, ended, average(c.Least()), want)
		}
		if !slices.Contains(ended, true) && !slices.Equal(c.Least(), times) {
			t.Fatalf("of %v, which all came, there is %v", times, c.Least())
		}
	}
}

// The intervals of means of times have the true mean up to where the curve is known, and with what
// may come after that the one up to the last time, about as often as they say; no less so where too
// few came for a mean to be told.
func TestIntervalsOfCurves(t *testing.T) {
	const trials, last = 1000, 60.0
	within := estimate.Range{High: last}
	for name, c := range map[string]struct{ mean, end float64 }{"few games end": {20, 100}, "half of them": {20, 20}, "late": {60, 60}} {
		for _, runs := range []int{20, 60} {
			r := rand.New(rand.NewPCG(5, uint64(runs)))
			in, below, whole := 0, 0, 0
			truth := func(upTo float64) float64 { return c.mean * (1 - math.Exp(-upTo/c.mean)) }
			times, ended := make([]float64, runs), make([]bool, runs)
			for range trials {
				for i := range times {
					x, end := c.mean*r.ExpFloat64(), min(last, c.end*r.ExpFloat64())
					times[i], ended[i] = min(x, end), x > end
				}
				k := estimate.NewCurve(times, ended, last)
				_, low, high := within.Mean(k.Least(), 0.05)
				if low <= truth(k.Until) && truth(k.Until) <= high {
					in++
				}
				_, _, most := within.Mean(k.Most(), 0.05)
				if low <= truth(last) {
					below++
				}
				if truth(last) <= most {
					whole++
				}
			}
			t.Logf("%s, %d runs: %d, %d from below and %d from above", name, runs, in, below, whole)
			if in < 0.94*trials || below < 0.965*trials || whole < 0.965*trials {
				t.Errorf("%s, %d runs: of %d intervals %d have the mean, %d from below and %d from above", name, runs, trials, in, below, whole)
			}
		}
	}
}
