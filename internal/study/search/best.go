package search

import (
	"cmp"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/internal/study/estimate"
)

// Best says how the best place stands to the others.
type Best struct {
	Others  int         // that have values
	Equal   [][]float64 // of them, those that are not told apart from it, the best first
	More    float64     // by how much one of these is better at most; +Inf: nobody knows
	Same    bool        // these have the value of the best in every run
	Without [][]float64 // places that have no values
}

// contest compares places by the method of Hsu (1981): a place cannot be the best if it is clearly
// worse than another one. Each comparison of two places may be wrong with probability alpha in each
// direction. If alpha is 5 % divided by the number of places, then in 95 % of all contests the true
// best is among the places that are not told apart from the best seen, none of these is better than
// that by more than is said, and no place is called the best if others equal it.
//
// What is not known helps nobody. A run without a value, or a game that was over before the time
// came, counts as badly as possible for a place that may turn out better, and as well as possible for
// one that may turn out worse.
type contest struct {
	Measure
	least, most float64 // what a value can be
	alpha       float64
}

// contest makes one of places.
func (m *Measure) contest(alpha float64, all ...*sample) *contest {
	c := &contest{Measure: *m, alpha: alpha}
	c.least, c.most = m.extremes(all...)
	return c
}

// sign is 1 where more is better, else -1.
func (m *Measure) sign() float64 {
	if m.Least {
		return -1
	}
	return 1
}

// worst and top are numbers for runs with what is not known of them at its worst, and at its best.
func (c *contest) worst(runs []Value) []float64 {
	if c.Least {
		return c.filled(runs, c.most, true)
	}
	return c.filled(runs, c.least, false)
}

func (c *contest) top(runs []Value) []float64 {
	if c.Least {
		return c.filled(runs, c.least, false)
	}
	return c.filled(runs, c.most, true)
}

// standing returns the mean of a place at its worst, turned so that more is better.
func (c *contest) standing(s *sample) float64 {
	mean, _ := estimate.Mean(c.worst(s.all))
	return c.sign() * mean
}

// ranked returns the places that have values, the best first.
func (c *contest) ranked(places []*sample) []*sample {
	standing := map[*sample]float64{}
	for _, s := range places {
		standing[s] = c.standing(s)
	}
	all := slices.DeleteFunc(slices.Clone(places), func(s *sample) bool { return s.n() == 0 })
	slices.SortStableFunc(all, func(a, b *sample) int { return cmp.Compare(standing[b], standing[a]) })
	return all
}

// verdict tells what is known of two places.
type verdict struct {
	apart bool    // the first is clearly better
	more  float64 // by how much the second is better at most
	same  bool    // they had the same in every run
}

// paired compares two places by their runs with the same seeds: what differs between these is the
// place alone.
func (c *contest) paired(a, b *sample) verdict {
	var ours, theirs []Value
	unequal, same := 0, true
	for i := range min(len(a.all), len(b.all)) {
		x, y := a.all[i], b.all[i]
		if x.Unplayed || y.Unplayed {
			continue
		}
		if same = same && x == y; x.differs(y) {
			unequal++
		}
		ours, theirs = append(ours, x), append(theirs, y)
	}
	gains := c.worst(ours)
	for i, y := range c.top(theirs) {
		gains[i] = c.sign() * (gains[i] - y)
	}
	low, high := c.Ends()
	_, low, _ = estimate.Range{Low: low - high, High: high - low}.Mean(gains, 2*c.alpha)
	// Signs that are all alike have to be a reason, too: the interval knows little of events that
	// are rare.
	enough := len(gains) >= leastValues && math.Ldexp(1, -unequal) <= c.alpha
	return verdict{apart: low > 0 && enough && c.comes(a, b), more: max(0, -low), same: same && len(gains) > 0}
}

// differs reports whether two runs are known not to have the same value: one that has none is not
// like any other, and one that ended before may be like all that came later.
func (v Value) differs(o Value) bool {
	switch {
	case v.Censored && o.Censored:
		return false
	case v.Censored:
		return !(o.X >= v.X)
	case o.Censored:
		return !(v.X >= o.X)
	}
	return v.X != o.X
}

// unpaired compares two places that have no seeds in common.
func (c *contest) unpaired(a, b *sample) verdict {
	_, aLow, aHigh := c.Mean(c.worst(a.all), c.alpha)
	_, bLow, bHigh := c.Mean(c.top(b.all), c.alpha)
	low := aLow - bHigh
	if c.Least {
		low = bLow - aHigh
	}
	return verdict{apart: low > 0 && min(a.n(), b.n()) >= leastValues && c.comes(a, b), more: max(0, -low)}
}

// comes reports whether of two places, the first of which is to be better, the one with less has
// its measure in half of its runs: otherwise what is not known of them decides.
func (c *contest) comes(a, b *sample) bool {
	if c.Least {
		return !c.isLate(a)
	}
	return !c.isLate(b)
}

// best returns how a place stands to the others.
func (c *contest) best(at *sample, others []*sample, judge func(o *sample) verdict) *Best {
	b := &Best{Same: true}
	for _, o := range others {
		if o.n() == 0 && o != at {
			b.Without = append(b.Without, o.at)
		}
	}
	for _, o := range c.ranked(others) {
		if o == at {
			continue
		}
		b.Others++
		v := judge(o)
		if v.apart {
			continue
		}
		b.Equal = append(b.Equal, o.at)
		b.More = max(b.More, v.more)
		b.Same = b.Same && v.same
	}
	return b
}

// tell puts the best place into an answer: with its interval, which errs with alpha, or as one of
// which too little is known.
func (m *Measure) tell(a *Answer, at *sample, alpha float64, b *Best) {
	_, a.Most = m.Ends()
	a.Best, a.Of = b, at.Count
	curve := m.curve(at)
	if a.UpTo = curve.Until; m.isLate(at) {
		a.Late, a.Best = at.at, nil
		return
	}
	a.At = at.at
	a.Value, a.Low, a.High = m.Mean(curve.Least(), alpha)
}
