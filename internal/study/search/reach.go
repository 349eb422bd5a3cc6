package search

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/internal/study/estimate"
	"github.com/thicket-sim/thicket/internal/study/points"
)

// Reach finds for which value of a factor a measure has a value, on average.
//
// It looks for two places that are surely on different sides: at one of them the measure is
// clearly below what is wanted, at the other clearly above. Between these it goes on, as a
// bisection does, and gives a place more and more runs until it is clear on which side it is.
// The two sides that are nearest are the interval: where the response is continuous it passes
// the value between them, whatever its form and its noise. Each test may err with a part of 5 %,
// and the parts of all tests, and of all looks at a place, add up to that.
//
// A run that ended before its measure came has more than is known. A place is above the value by
// what is known alone, but never below it where it has not come in more than a few of its runs by the
// time up to which that is known.
type Reach struct {
	Measure
	factor  points.Factor
	value   float64
	repeats int
	width   float64 // narrower than this an interval need not be
	most    int     // runs of one place; 0 before the first round
	places  []*place
	budget  int // of all
	asked   []*place
	over    bool
	why     string
}

// place is a value of the factor that is looked at.
type place struct {
	sample
	x     float64
	index int  // in which it came, counted from 1
	side  int  // -1: the measure is below what is wanted, 1: it is above, 0: nobody knows
	late  bool // it would be below, but for runs that ended before: more of these help nothing
}

// Numbers of a search for a root.
const (
	reachStart  = 5    // places at first
	reachLevel  = 0.1  // twice 5 %: a place is on one side of the value, so that each test can err on the other alone
	reachMost   = 60   // times the repeats of a round, for one place,
	reachShare  = 12   // and no more than this part of the budget: one that is just there must not take all
	reachNarrow = 400  // the range is so many times as wide as an interval that is narrow enough
	reachLate   = 0.05 // of runs may be left without the measure where a place is below
)

// NewReach makes a search for a value of the factor, a range.
func NewReach(factor points.Factor, value float64, repeats int, m Measure) *Reach {
	r := &Reach{Measure: m, factor: factor, value: value, repeats: max(leastValues, repeats), width: (factor.High - factor.Low) / reachNarrow}
	if factor.Step > 0 {
		r.width = max(r.width, factor.Step)
	}
	for i := range reachStart {
		r.at(factor.Low + float64((factor.High-factor.Low)*float64(i)/(reachStart-1)))
	}
	return r
}

// at adds a place, unless it is there.
func (r *Reach) at(x float64) {
	x = r.factor.Snap(x)
	if !slices.ContainsFunc(r.places, func(p *place) bool { return p.x == x }) {
		r.places = append(r.places, &place{sample: sample{at: []float64{x}}, x: x, index: len(r.places) + 1})
		slices.SortFunc(r.places, func(a, b *place) int { return cmp.Compare(a.x, b.x) })
	}
}

// bracket returns the nearest two places that are clearly on different sides, by their indices.
func (r *Reach) bracket() (from, to int, ok bool) {
	last, best := -1, math.Inf(1)
	for i, p := range r.places {
		if p.side == 0 {
			continue
		}
		if last >= 0 && r.places[last].side != p.side && p.x-r.places[last].x < best {
			from, to, ok, best = last, i, true, p.x-r.places[last].x
		}
		last = i
	}
	return from, to, ok
}

// Next asks for runs where it is not clear yet.
func (r *Reach) Next(budget int) (asks []Ask) {
	if r.over {
		return nil
	}
	if r.most == 0 {
		r.most, r.budget = max(leastValues, min(reachMost*r.repeats, budget/reachShare)), budget
	}
	// Where no place may have more runs and it is not clear yet, they may have twice as many.
	for r.asked = r.open(); len(r.asked) == 0 && r.undecided() && r.most < r.budget; r.asked = r.open() {
		r.most *= 2
	}
	for _, p := range r.asked {
		asks = append(asks, Ask{At: p.at, First: p.asked, Runs: r.repeats})
	}
	if need := len(asks) * r.repeats; need == 0 || need > budget {
		for len(asks) > 0 && len(asks)*r.repeats > budget { // as many as there is room for
			asks, r.asked = asks[:len(asks)-1], r.asked[:len(r.asked)-1]
		}
		if len(asks) == 0 {
			r.end()
		}
	}
	return asks
}

// undecided reports whether more runs of places that there are could still help.
func (r *Reach) undecided() bool {
	from, to, ok := r.bracket()
	if !ok {
		return slices.ContainsFunc(r.places, func(p *place) bool { return p.side == 0 && !p.late })
	}
	return r.places[to].x-r.places[from].x > r.width && to-from > 1
}

// isOpen reports whether a place may have more runs, and they help.
func (p *place) isOpen(most int) bool { return p.side == 0 && !p.late && p.asked < most }

// open returns the places that the next round looks at.
func (r *Reach) open() (all []*place) {
	from, to, ok := r.bracket()
	if !ok {
		for _, p := range r.places {
			if p.isOpen(r.most) {
				all = append(all, p)
			}
		}
		return all
	}
	if r.places[to].x-r.places[from].x <= r.width {
		return nil
	}
	inside := r.places[from+1 : to]
	for _, p := range inside {
		if p.isOpen(r.most) {
			all = append(all, p)
		}
	}
	if len(all) > 0 {
		return all
	}
	// The places inside, if there are any, cannot be told from the value: what is left are the
	// gaps on both sides of them.
	low, high := r.places[from].x, r.places[to].x
	gaps := [][2]float64{{low, high}}
	if len(inside) > 0 {
		gaps = [][2]float64{{low, inside[0].x}, {inside[len(inside)-1].x, high}}
	}
	for _, g := range gaps {
		if g[1]-g[0] <= r.width {
			continue
		}
		parts := 4.0
		if len(inside) > 0 {
			parts = 2
		}
		for i := 1.0; i < parts; i++ {
			r.at(g[0] + float64((g[1]-g[0])*i/parts))
		}
	}
	for _, p := range r.places {
		if p.x > low && p.x < high && p.asked == 0 {
			all = append(all, p)
		}
	}
	return all
}

// Tell takes the results of the round, and looks on which sides the places are. Runs without a
// measure have what there can be at most, or at least, whichever is against what is found.
func (r *Reach) Tell(values []Value) {
	var all []*sample
	for _, p := range r.asked {
		p.add(values[:r.repeats])
		values = values[r.repeats:]
	}
	for _, p := range r.places {
		all = append(all, &p.sample)
	}
	least, most := r.extremes(all...)
	for _, p := range r.asked {
		if p.n() < leastValues || 2*p.n() < p.Runs {
			continue // too few have a measure at all
		}
		p.looks++
		alpha := spent(spent(reachLevel, p.index), p.looks)
		_, low, high := r.Mean(r.filled(p.all, least, false), alpha)
		if p.None > 0 {
			_, _, high = r.Mean(r.filled(p.all, most, false), alpha)
		}
		switch c := r.curve(&p.sample); {
		case low > r.value:
			p.side = 1
		case high >= r.value:
		case c.Left > reachLate:
			p.late = p.surelyLate(c.Left)
		default:
			if c.Until < r.High { // what may come after that
				_, _, high = r.Mean(r.filled(p.all, most, true), alpha)
			}
			if high < r.value {
				p.side = -1
			}
		}
	}
}

// surelyLate reports whether a part of the runs of a place is surely more than a few.
func (p *place) surelyLate(left float64) bool {
	ended := make([]float64, p.n())
	for i := range int(math.Round(float64(left * float64(len(ended))))) {
		ended[i] = 1
	}
	_, low, _ := estimate.Range{High: 1}.Mean(ended, level)
	return low > reachLate
}

// end says why there is no answer, where there is none.
func (r *Reach) end() {
	r.over = true
	if _, _, ok := r.bracket(); ok {
		return
	}
	first, last := r.places[0], r.places[len(r.places)-1]
	say := func(p *place) string { return r.said(&p.sample) + " at " + short(p.x) }
	both := fmt.Sprintf("it is %s, and %s", say(first), say(last))
	switch late := slices.IndexFunc(r.places, func(p *place) bool { return p.late }); {
	case late >= 0:
		r.why = fmt.Sprintf("runs end before it comes, and only longer ones %s can tell where it is less than %s: %s", remedy(r.count(), r.High), short(r.value), both)
	case slices.ContainsFunc(r.places, func(p *place) bool { return p.side == 0 }):
		r.why = fmt.Sprintf("it is not clear where it passes %s with so few runs: %s", short(r.value), both)
	case first.side < 0:
		r.why = fmt.Sprintf("it is less than %s in the whole range: %s", short(r.value), both)
	default:
		r.why = fmt.Sprintf("it is more than %s in the whole range: %s", short(r.value), both)
	}
}

// count returns how many runs all places have.
func (r *Reach) count() (all Count) {
	for _, p := range r.places {
		all.add(p.Count)
	}
	return all
}

// Answer returns the interval so far, and the most likely place in it.
func (r *Reach) Answer() Answer {
	a := Answer{Kind: "reach", Final: r.over, Value: math.NaN(), Low: math.NaN(), High: math.NaN(), Why: r.why}
	a.Count = r.count()
	_, a.Most = r.Ends()
	from, to, ok := r.bracket()
	if !ok {
		return a
	}
	a.Low, a.High = r.places[from].x, r.places[to].x
	unit := math.Pow10(places(a.High - a.Low)) // more digits than people are told mean nothing
	a.Value = r.factor.Snap(min(max(math.Round(r.line(from, to)*unit)/unit, a.Low), a.High))
	a.At = []float64{a.Value}
	return a
}

// line returns where the straight line through some places passes the value; each counts as
// much as is known of it.
func (r *Reach) line(from, to int) float64 {
	var sw, sx, sy, sxx, sxy float64
	for _, p := range r.places[from : to+1] {
		c := r.curve(&p.sample)
		mean, err := estimate.Mean(c.Least())
		if math.IsInf(err, 0) || math.IsNaN(mean) || c.Left > reachLate {
			continue
		}
		w := 1 / max(float64(err*err), 1e-12)
		sw += w
		sx += float64(w * p.x)
		sy += float64(w * mean)
		sxx += float64(w * p.x * p.x)
		sxy += float64(w * p.x * mean)
	}
	slope := (float64(sw*sxy) - float64(sx*sy)) / (float64(sw*sxx) - float64(sx*sx))
	x := sx/sw + (r.value-sy/sw)/slope
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return (r.places[from].x + r.places[to].x) / 2
	}
	return estimate.Rounded(x)
}
