package search

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/internal/points"
)

// Maximise finds where a measure is largest, or least.
//
// It halves: all points of a design get some runs, the better half of them twice as many, and so
// on. Around the best of them it then looks in boxes of the ranges, each half as wide as the one
// before. The three best are played again at last, and only these runs, which had no part in
// choosing them, are the estimate: the best of many is otherwise better than it is.
type Maximise struct {
	factors []points.Factor
	repeats int
	sign    float64
	pool    []*sample
	asked   []*sample
	runs    []int // that were asked for, of each
	stage   int
	width   float64 // of the box, as a part of the ranges
	fresh   bool    // the runs are those of the last look
	final   []*sample
	over    bool
	spent   int
	none    int
	why     string
}

// Numbers of a search for the best.
const (
	maxHalvings = 12
	maxBoxes    = 5
	boxPoints   = 8
	finalists   = 3
	finalTimes  = 8 // the repeats of a round
)

// NewMaximise makes a search for the largest measure, or the least, that begins with the points
// of a design.
func NewMaximise(factors []points.Factor, design [][]float64, repeats int, least bool) *Maximise {
	m := &Maximise{factors: factors, repeats: max(2, repeats), sign: 1, width: 0.5}
	if least {
		m.sign = -1
	}
	for _, at := range design {
		m.add(at)
	}
	return m
}

func (m *Maximise) add(at []float64) *sample {
	if i := slices.IndexFunc(m.pool, func(s *sample) bool { return slices.Equal(s.at, at) }); i >= 0 {
		return m.pool[i]
	}
	m.pool = append(m.pool, &sample{at: at})
	return m.pool[len(m.pool)-1]
}

// ranked are the points with runs, the best first.
func (m *Maximise) ranked() []*sample {
	all := slices.DeleteFunc(slices.Clone(m.pool), func(s *sample) bool { return s.n() == 0 })
	slices.SortStableFunc(all, func(a, b *sample) int {
		x, _ := a.mean()
		y, _ := b.mean()
		return cmp.Compare(m.sign*y, m.sign*x)
	})
	return all
}

// hasRange reports whether there is a factor in which there are places between those of a design.
func (m *Maximise) hasRange() bool {
	return slices.ContainsFunc(m.factors, func(f points.Factor) bool { return f.Levels == 0 })
}

// Next asks for runs of the stage.
func (m *Maximise) Next(budget int) (asks []Ask) {
	if m.over {
		return nil
	}
	// A part of the budget is kept for the last look.
	kept := finalists * finalTimes * m.repeats
	m.asked, m.runs = nil, nil
	want := func(s *sample, runs int) { m.asked, m.runs = append(m.asked, s), append(m.runs, runs) }
	switch {
	case m.stage == 0:
		runs := min(m.repeats, max(0, budget-kept)/max(1, len(m.pool)))
		if runs < 2 {
			runs = min(m.repeats, budget/max(1, len(m.pool)))
		}
		if runs == 0 {
			m.over, m.why = true, fmt.Sprintf("a budget of %d runs is not enough for %d points", budget, len(m.pool))
			return nil
		}
		for _, s := range m.pool {
			want(s, runs)
		}
	case m.halves() > finalists:
		for _, s := range m.ranked()[:m.halves()] {
			want(s, min(m.repeats<<m.stage, 16*m.repeats))
		}
	case m.hasRange() && m.width > math.Exp2(-maxBoxes-1):
		best := m.ranked()
		if len(best) == 0 {
			break
		}
		for _, at := range m.box(best[0].at) {
			want(m.add(at), 4*m.repeats)
		}
		for _, s := range best[:min(2, len(best))] {
			want(s, 2*m.repeats)
		}
		m.width /= 2
	}
	total := 0
	for _, n := range m.runs {
		total += n
	}
	if len(m.asked) == 0 || total > max(0, budget-kept) && m.stage > 0 {
		return m.last(budget)
	}
	m.stage++
	return m.asks()
}

// halves is how many of the design are left at a stage.
func (m *Maximise) halves() int {
	n := len(m.ranked())
	for range min(m.stage, maxHalvings) {
		n = (n + 1) / 2
	}
	return n
}

func (m *Maximise) asks() (asks []Ask) {
	for i, s := range m.asked {
		asks = append(asks, Ask{At: s.at, First: s.runs, Runs: m.runs[i]})
	}
	return asks
}

// box are places around one, in the ranges.
func (m *Maximise) box(at []float64) [][]float64 {
	inside := slices.Clone(m.factors)
	for i, f := range m.factors {
		if f.Levels > 0 {
			inside[i] = points.Factor{Levels: 1}
			continue
		}
		half := float64((f.High - f.Low) * m.width / 2)
		inside[i] = points.Factor{Low: max(f.Low, at[i]-half), High: min(f.High, at[i]+half)}
	}
	all, err := points.Sobol(inside, boxPoints, uint64(m.stage))
	if err != nil { // more factors than a sequence has
		all, _ = points.Latin(inside, boxPoints, uint64(m.stage)) // eight are never too many
	}
	for _, p := range all {
		for i, f := range m.factors {
			if f.Levels > 0 {
				p[i] = at[i]
			} else {
				p[i] = f.Snap(p[i])
			}
		}
	}
	return all
}

// last plays the best again.
func (m *Maximise) last(budget int) []Ask {
	if m.over = true; m.fresh {
		return nil
	}
	best := m.ranked()
	best = best[:min(finalists, len(best))]
	if len(best) == 0 {
		return nil
	}
	runs := min(finalTimes*m.repeats, budget/len(best))
	if runs < 2 {
		return nil
	}
	m.fresh, m.asked, m.runs = true, nil, nil
	for _, s := range best {
		m.asked, m.runs = append(m.asked, s), append(m.runs, runs)
	}
	return m.asks()
}

// Tell takes the results.
func (m *Maximise) Tell(values []float64) {
	for i, s := range m.asked {
		own := values[:m.runs[i]]
		values = values[m.runs[i]:]
		m.spent += len(own)
		before := s.n()
		if m.fresh {
			f := &sample{at: s.at}
			f.add(own)
			m.final = append(m.final, f)
			m.none += f.runs - f.n()
			s.runs += len(own)
			continue
		}
		s.add(own)
		m.none += len(own) - (s.n() - before)
	}
}

// Answer is the best so far.
func (m *Maximise) Answer() Answer {
	a := Answer{Kind: "maximise", Final: m.over, Value: math.NaN(), Low: math.NaN(), High: math.NaN(), Runs: m.spent, None: m.none}
	if m.sign < 0 {
		a.Kind = "minimise"
	}
	from := m.ranked()
	if len(m.final) > 0 {
		from = slices.DeleteFunc(slices.Clone(m.final), func(s *sample) bool { return s.n() == 0 })
		slices.SortStableFunc(from, func(x, y *sample) int {
			p, _ := x.mean()
			q, _ := y.mean()
			return cmp.Compare(m.sign*q, m.sign*p)
		})
	}
	if len(from) == 0 {
		if a.Why = m.why; a.Why == "" {
			a.Why = "no run has the measure"
		}
		return a
	}
	a.At = from[0].at
	a.Value, a.Low, a.High = from[0].interval(level / float64(len(from))) // it is the best of these
	return a
}
