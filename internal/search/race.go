package search

import (
	"fmt"
	"math"
)

// Race finds the best of some points, and drops those early that are clearly worse: when the
// interval of one lies wholly below that of the best, in which all looks at all points together
// err with 5 % at most.
type Race struct {
	arms    []*arm
	repeats int
	sign    float64
	round   int
	over    bool
	asked   []*arm
	runs    int // of each
	why     string
}

// arm is a point of a race.
type arm struct {
	sample
	dropped int
}

// raceRounds is how many rounds a race has at most, and raceLeast how many values a point has
// before it is dropped: noise need not be normal.
const (
	raceRounds = 100
	raceLeast  = 20
)

// NewRace makes a race for the largest measure, or for the least.
func NewRace(all [][]float64, repeats int, least bool) *Race {
	r := &Race{repeats: max(2, repeats), sign: 1}
	if least {
		r.sign = -1
	}
	for _, at := range all {
		r.arms = append(r.arms, &arm{sample: sample{at: at}})
	}
	return r
}

func (r *Race) running() (all []*arm) {
	for _, a := range r.arms {
		if a.dropped == 0 {
			all = append(all, a)
		}
	}
	return all
}

// Next asks for runs of all that are still in the race.
func (r *Race) Next(budget int) (asks []Ask) {
	r.asked, r.runs = r.running(), r.repeats
	if len(r.asked) < 2 || r.round == raceRounds || len(r.asked)*r.repeats > budget {
		if r.over || r.round > 0 || len(r.asked) == 0 {
			r.over = true
			return nil
		}
		r.over = true // a budget that is for one round at most, or nobody to race with
		if r.runs = min(r.repeats, budget/len(r.asked)); r.runs == 0 {
			r.why = fmt.Sprintf("a budget of %d runs is not enough for %d points", budget, len(r.asked))
			return nil
		}
	}
	for _, a := range r.asked {
		asks = append(asks, Ask{At: a.at, First: a.runs, Runs: r.runs})
	}
	return asks
}

// Tell takes the results, and drops who is clearly worse than the best.
func (r *Race) Tell(values []float64) {
	r.round++
	best := math.Inf(-1)
	for _, a := range r.asked {
		a.add(values[:r.runs])
		values = values[r.runs:]
		if low, _ := r.bounds(a); low > best && a.n() >= raceLeast {
			best = low
		}
	}
	for _, a := range r.asked {
		if _, high := r.bounds(a); high < best && a.n() >= raceLeast {
			a.dropped = r.round
		}
	}
}

// level is how much the interval of one point may err now, so that all intervals of all points at
// all looks together err with 5 % at most.
func (r *Race) level() float64 { return spent(level, max(1, r.round)) / float64(len(r.arms)) }

// bounds are those of the mean of an arm, turned so that more is better.
func (r *Race) bounds(a *arm) (low, high float64) {
	_, low, high = a.interval(r.level())
	if r.sign < 0 {
		return -high, -low
	}
	return low, high
}

// Answer is the best so far.
func (r *Race) Answer() Answer {
	out := Answer{Kind: "race", Final: r.over, Value: math.NaN(), Low: math.NaN(), High: math.NaN()}
	best := math.Inf(-1)
	for _, a := range r.arms {
		mean, low, high := a.interval(level)
		out.Runs += a.runs
		out.None += a.runs - a.n()
		out.Arms = append(out.Arms, Arm{At: a.at, Mean: mean, Low: low, High: high, Runs: a.runs, Dropped: a.dropped})
		if a.dropped == 0 && a.n() > 0 && r.sign*mean > best {
			best = r.sign * mean
			out.At = a.at
			out.Value, out.Low, out.High = a.interval(r.level()) // it is the best of many, at a time that follows from them
		}
	}
	if out.Why = r.why; out.At == nil && out.Why == "" {
		out.Why = "no run has the measure"
	}
	return out
}
