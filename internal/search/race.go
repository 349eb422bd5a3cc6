package search

import "math"

// Race finds the best of some points, and drops those early that are clearly worse: when the
// interval of one lies wholly below that of the best, in which all looks at all points together
// err with 5 % at most.
type Race struct {
	arms    []*arm
	repeats int
	sign    float64
	round   int
	over    bool
}

// arm is a point of a race.
type arm struct {
	sample
	dropped int
}

// raceRounds is how many rounds a race has at most.
const raceRounds = 100

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
	left := r.running()
	if r.over || len(left) < 2 || r.round == raceRounds || len(left)*r.repeats > budget {
		if r.over = true; r.round > 0 || len(left) == 0 {
			return nil
		}
		left = left[:min(len(left), budget/2)] // a budget that is not enough for one round
		for _, a := range left {
			asks = append(asks, Ask{At: a.at, Runs: min(r.repeats, budget/len(left))})
		}
		return asks
	}
	for _, a := range left {
		asks = append(asks, Ask{At: a.at, First: a.runs, Runs: r.repeats})
	}
	return asks
}

// Tell takes the results, and drops who is clearly worse than the best.
func (r *Race) Tell(values []float64) {
	r.round++
	left := r.running()
	runs := r.repeats
	if r.over {
		left = left[:min(len(left), len(values))]
		runs = len(values) / len(left)
	}
	bounds := math.Inf(-1)
	alpha := spent(level, r.round) / float64(len(r.arms))
	for _, a := range left {
		a.add(values[:runs])
		values = values[runs:]
		if low, _ := r.bounds(a, alpha); low > bounds {
			bounds = low
		}
	}
	for _, a := range left {
		if _, high := r.bounds(a, alpha); high < bounds {
			a.dropped = r.round
		}
	}
}

// bounds are those of the mean of an arm, turned so that more is better.
func (r *Race) bounds(a *arm, alpha float64) (low, high float64) {
	_, low, high = a.interval(alpha)
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
			out.At, out.Value, out.Low, out.High = a.at, mean, low, high
		}
	}
	if out.At == nil {
		out.Why = "no run has the measure"
	}
	return out
}
