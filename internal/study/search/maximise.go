package search

import (
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/internal/study/points"
)

// Maximise finds where a measure is largest, or least.
//
// It halves: all points of a design get some runs, the better half of them twice as many, and so
// on. Around the best of them it then looks in boxes of the ranges, each half as wide as the one
// before. The three best are played again at last, all with the same new seeds, and only these
// runs, which had no part in choosing them, are the estimate: the best of many is otherwise better
// than it is.
type Maximise struct {
	Measure
	factors []points.Factor
	repeats int
	pool    []*sample
	asked   []*sample
	runs    []int // that were asked for, of each
	stage   int
	width   float64 // of the box, as a part of the ranges
	final   []*sample
	over    bool
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
func NewMaximise(factors []points.Factor, design [][]float64, repeats int, measure Measure) *Maximise {
	m := &Maximise{Measure: measure, factors: factors, repeats: max(2, repeats), width: 0.5}
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

// best returns the points that have values, the best first.
func (m *Maximise) best() []*sample { return m.contest(0, m.pool...).ranked(m.pool) }

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
	want := func(s *sample, runs int) {
		if !slices.Contains(m.asked, s) {
			m.asked, m.runs = append(m.asked, s), append(m.runs, runs)
		}
	}
	switch {
	case m.stage == 0:
		runs := min(max(leastValues, m.repeats), max(0, budget-kept)/max(1, len(m.pool)))
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
		for _, s := range m.best()[:m.halves()] {
			want(s, min(m.repeats<<m.stage, 16*m.repeats))
		}
	case m.hasRange() && m.width > math.Exp2(-maxBoxes-1):
		best := m.best()
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

// halves returns how many of the design are left at a stage.
func (m *Maximise) halves() int {
	n := len(m.best())
	for range min(m.stage, maxHalvings) {
		n = (n + 1) / 2
	}
	return n
}

func (m *Maximise) asks() (asks []Ask) {
	for i, s := range m.asked {
		asks = append(asks, Ask{At: s.at, First: s.asked, Runs: m.runs[i]})
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

// last plays the best again, all with the same seeds, where that is not for fewer runs than they
// were chosen by.
func (m *Maximise) last(budget int) (asks []Ask) {
	if m.over = true; len(m.final) > 0 {
		return nil
	}
	best := m.best()
	best = best[:min(finalists, len(best))]
	if len(best) == 0 {
		return nil
	}
	runs, first := min(finalTimes*m.repeats, budget/len(best)), 0
	for _, s := range best {
		first = max(first, s.asked)
	}
	if runs < 2 || m.stage == 1 && runs < first {
		return nil
	}
	m.runs = nil
	for _, s := range best {
		m.final = append(m.final, &sample{at: s.at})
		m.runs = append(m.runs, runs)
		asks = append(asks, Ask{At: s.at, First: first, Runs: runs})
	}
	m.asked = m.final
	return asks
}

// Tell takes the results.
func (m *Maximise) Tell(values []Value) {
	for i, s := range m.asked {
		s.add(values[:m.runs[i]])
		s.looks++
		values = values[m.runs[i]:]
	}
}

// Answer returns the best so far. Before the best were played again nothing is said of how it
// stands to the others, but where there is one look alone, which chose nobody.
func (m *Maximise) Answer() Answer {
	a := Answer{Kind: "maximise", Least: m.Least, Final: m.over, Value: math.NaN(), Low: math.NaN(), High: math.NaN(), Why: m.why}
	if m.Least {
		a.Kind = "minimise"
	}
	all := slices.Concat(m.pool, m.final)
	for _, s := range all {
		a.add(s.Count)
	}
	parts := len(m.pool)
	if parts > finalists { // the best is among the last or not, and can be found worse than each of them
		parts = max(parts, 2*finalists-1)
	}
	c := m.contest(level/float64(max(1, parts)), all...)
	from := m.best()
	if again := c.ranked(m.final); len(again) > 0 {
		from = again
	}
	if len(from) == 0 {
		if a.Why == "" {
			a.Why = noValue
		}
		return a
	}
	var best *Best
	switch at := from[0]; {
	case slices.Contains(m.final, at):
		others := slices.Clone(m.final)
		for _, s := range m.pool {
			if !slices.ContainsFunc(m.final, func(f *sample) bool { return slices.Equal(f.at, s.at) }) {
				others = append(others, s)
			}
		}
		best = c.best(at, others, func(o *sample) verdict {
			if slices.Contains(m.final, o) {
				return c.paired(at, o)
			}
			early := *c // they may have had their last runs in any round
			early.alpha = spent(c.alpha, o.looks)
			return early.unpaired(at, o)
		})
	case m.over && m.stage <= 1:
		best = c.best(at, m.pool, func(o *sample) verdict { return c.paired(at, o) })
	}
	m.tell(&a, from[0], level/float64(len(from)), best) // it is the best of these
	return a
}
