package estimate

import (
	"cmp"
	"slices"
)

// Curve is the estimate of Kaplan and Meier (1958) of the part of runs in which something has not
// come yet, by time. A run that ended before it came is at risk up to its end, and is then taken for
// like the others that go on: the estimate holds where what ends runs knows nothing of what is
// waited for.
//
// Where fewer than half of all runs would go on, were it for what ends them alone, nothing is said:
// few are at risk there, or nobody.
type Curve struct {
	Until float64 // the curve is known up to here; not above the last time that is asked for
	Left  float64 // the part of runs in which it has not come by then, 0 to 1

	times []float64
	ended []bool
	last  float64
	steps []step
}

// step is a time at which something came or a run ended, up to the end of the curve.
type step struct {
	at     float64
	came   int
	risk   int     // runs that were there still, without what is waited for
	beyond float64 // the part in which it has not come then
}

// followed is the least part of runs that would go on up to where a curve is known.
const followed = 0.5

// NewCurve makes the curve of the times of runs, each when it came or, where the run ended before,
// when that was. None is above last, up to which the curve is wanted.
func NewCurve(times []float64, ended []bool, last float64) *Curve {
	c := &Curve{Until: last, times: times, ended: ended, last: last}
	n := 0
	for i := range times {
		if ended[i] {
			n++
		}
		if ended[i] && times[i] < last {
			c.follow()
			return c
		}
	}
	if n > 0 {
		c.Left = float64(n) / float64(len(times))
	}
	return c
}

// follow makes the steps, of runs some of which ended before the last time.
func (c *Curve) follow() {
	order := make([]int, len(c.times))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(c.times[a], c.times[b]) })
	on := 1.0
	c.Left = 1
	for i := 0; i < len(order); {
		s := step{at: c.times[order[i]], risk: len(order) - i}
		lost := 0
		for ; i < len(order) && c.times[order[i]] == s.at; i++ {
			if c.ended[order[i]] {
				lost++
			} else {
				s.came++
			}
		}
		stay := s.risk - s.came
		c.Left *= float64(stay) / float64(s.risk)
		s.beyond = c.Left
		c.steps = append(c.steps, s)
		if stay == 0 {
			return // it has come everywhere
		}
		if on *= float64(stay-lost) / float64(stay); on < followed && s.at < c.last {
			c.Until = s.at
			return
		}
	}
}

// Least are numbers, one of each run, whose mean is the restricted mean: of times up to where the
// curve is known. They spread as that does (the infinitesimal jackknife), so that all that is known
// of a mean of values is known of it. Where no run ended before the last time they are the times.
func (c *Curve) Least() []float64 { return c.values(0) }

// Most are such numbers for times up to the last one, where nothing comes after what is known.
func (c *Curve) Most() []float64 { return c.values(c.last - c.Until) }

// values returns the pseudo-values of the area below the curve, and so much time beyond it.
func (c *Curve) values(beyond float64) []float64 {
	if c.steps == nil {
		return c.times
	}
	n := len(c.steps)
	after := 0.0 // the area beyond a step, from the last one on
	if c.Left > 0 {
		after = float64(c.Left*beyond) + float64(c.Left*(c.Until-c.steps[n-1].at))
	}
	loss, gain := make([]float64, n), make([]float64, n) // of runs in which it comes at a step, and of all that are there
	for i := n - 1; i >= 0; i-- {
		s := &c.steps[i]
		if stay := s.risk - s.came; stay > 0 && s.came > 0 {
			loss[i] = after / float64(stay)
			gain[i] = float64(loss[i]*float64(s.came)) / float64(s.risk)
		}
		before, from := 1.0, 0.0
		if i > 0 {
			before, from = c.steps[i-1].beyond, c.steps[i-1].at
		}
		after += float64(before * (s.at - from))
	}
	for i := 1; i < n; i++ {
		gain[i] += gain[i-1]
	}
	all := make([]float64, len(c.times))
	for i, t := range c.times {
		k, here := slices.BinarySearchFunc(c.steps, t, func(s step, t float64) int { return cmp.Compare(s.at, t) })
		change := 0.0
		if here && !c.ended[i] {
			change = -loss[k]
		}
		if !here {
			k--
		}
		if k >= 0 {
			change += gain[k]
		}
		all[i] = after + float64(float64(len(c.times))*change)
	}
	return all
}
