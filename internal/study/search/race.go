package search

import (
	"fmt"
	"math"
)

// Race finds the best of some points, and drops those early that are clearly worse than the best
// so far. All looks on the way together may err with a small part of 5 %, so that what is left for
// the last one, which says who is best, is almost all of it.
type Race struct {
	Measure
	arms    []*arm
	repeats int
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

// raceRounds is the number of rounds a race has at most, and raceEarly the part of the error
// that is for dropping points on the way.
const (
	raceRounds = 100
	raceEarly  = 0.005
)

// NewRace makes a race for the best measure.
func NewRace(all [][]float64, repeats int, m Measure) *Race {
	r := &Race{Measure: m, repeats: max(2, repeats)}
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
		asks = append(asks, Ask{At: a.at, First: a.asked, Runs: r.runs})
	}
	return asks
}

// Tell takes the results, and drops who is clearly worse than the best.
func (r *Race) Tell(values []Value) {
	r.round++
	for _, a := range r.asked {
		a.add(values[:r.runs])
		values = values[r.runs:]
	}
	c := r.contest(spent(raceEarly, r.round)/float64(len(r.arms)), r.samples(r.arms)...)
	best := c.ranked(r.samples(r.asked))
	if len(best) == 0 {
		return
	}
	for _, a := range r.asked {
		if &a.sample != best[0] && a.n() > 0 && c.paired(best[0], &a.sample).apart {
			a.dropped = r.round
		}
	}
}

func (r *Race) samples(of []*arm) (all []*sample) {
	for _, a := range of {
		all = append(all, &a.sample)
	}
	return all
}

// Answer returns the best so far.
func (r *Race) Answer() Answer {
	out := Answer{Kind: "race", Least: r.Least, Final: r.over, Value: math.NaN(), Low: math.NaN(), High: math.NaN(), Why: r.why}
	dropped := map[*sample]bool{}
	for _, a := range r.arms {
		mean, low, high := r.Mean(r.curve(&a.sample).Least(), level)
		out.add(a.Count)
		out.Arms = append(out.Arms, Arm{At: a.at, Mean: mean, Low: low, High: high, Runs: a.Runs, Dropped: a.dropped})
		dropped[&a.sample] = a.dropped > 0
	}
	last := spent(raceEarly, max(1, r.round))
	if r.over {
		last = level - raceEarly
	}
	all := r.samples(r.arms)
	c := r.contest(last/float64(len(r.arms)), all...)
	best := c.ranked(r.samples(r.running()))
	if len(best) == 0 {
		if out.Why == "" {
			out.Why = noValue
		}
		return out
	}
	// The interval is as careful as it is to be for the best of many, at a time that follows from them.
	r.tell(&out, best[0], spent(level, max(1, r.round))/float64(len(r.arms)), c.best(best[0], all, func(o *sample) verdict {
		if dropped[o] {
			return verdict{apart: true}
		}
		return c.paired(best[0], o)
	}))
	return out
}
