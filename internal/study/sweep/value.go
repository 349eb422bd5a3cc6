package sweep

import (
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/study/estimate"
	"github.com/thicket-sim/thicket/internal/study/search"
)

// told returns what a search is told of a row.
func (p *Plan) told(r *Row) search.Value {
	q := &p.File.Question
	none := search.Value{X: math.NaN(), Unplayed: r.Unplayed}
	if r.Failed != "" {
		return none
	}
	draw := search.Value{X: 0.5}
	switch {
	case q.Kind == Compare && q.By != nil:
		a, b := p.Value(r, p.File.measure(q.By[0])), p.Value(r, p.File.measure(q.By[1]))
		switch {
		case a.Censored && b.Censored && a.X == b.X:
			draw.Censored = true // nobody was before the other
			return draw
		case math.IsNaN(a.X) || math.IsNaN(b.X) || a.Censored && b.X > a.X || b.Censored && a.X > b.X:
			return none // nobody knows who has won
		case a.X > b.X || a.Censored:
			return search.Value{X: 1}
		case b.X > a.X || b.Censored:
			return search.Value{X: 0}
		}
		return draw
	case q.Kind == Compare:
		switch r.Winner {
		case p.teams[0]:
			return search.Value{X: 1}
		case p.teams[1]:
			return search.Value{X: 0}
		}
		return draw
	}
	return p.Value(r, p.File.measure(p.Measure()))
}

// Value returns a measure of a run, up to how long the runs of all points are: a run that ended
// before its time came is censored at its end, and one in which that was later than others last
// there.
func (p *Plan) Value(r *Row, measure int) search.Value {
	if r.Failed != "" {
		return search.Value{X: math.NaN()}
	}
	v := float64(r.Values[measure])
	if !p.File.Experiment.IsTime(p.File.Experiment.Measures[measure]) {
		return search.Value{X: v}
	}
	high := p.Range(measure).High
	if end, ok := p.Ended(r, measure); ok {
		return search.Value{X: min(end, high), Censored: true}
	}
	return search.Value{X: min(v, high), Censored: v > high}
}

// Ended returns the least value of a time in a run of a row that was over before it came; ok is
// false where it came, or the measure is no time.
func (p *Plan) Ended(r *Row, measure int) (least float64, ok bool) {
	if r.Failed != "" {
		return 0, false
	}
	return p.File.Experiment.Ended(p.File.Experiment.Measures[measure], float64(r.Values[measure]), r.Ticks, p.rateOf(r))
}

// Range returns the range of a measure, up to how long the runs of all points are.
func (p *Plan) Range(measure int) estimate.Range {
	low, high := p.File.Experiment.Range(p.File.Experiment.Measures[measure], p.rate)
	return estimate.Range{Low: low, High: high}
}

// rateOf returns how many ticks a second the run of a row has.
func (p *Plan) rateOf(r *Row) float64 {
	if r.Point < len(p.order) {
		return p.order[r.Point].rate
	}
	return p.rate
}

// seconds returns how long a run at so many ticks a second is at most.
func (p *Plan) seconds(rate float64) float64 { return float64(p.File.Experiment.Ticks(rate)) / rate }

// asks returns the measure that a search asks for.
func (p *Plan) asks() search.Measure {
	q := &p.File.Question
	return search.Measure{Range: p.Range(p.File.measure(q.Measure)), Least: q.Kind == Minimise || q.Least}
}

// reachable finds that a measure can never be what it is to reach.
func (p *Plan) reachable() error {
	q := &p.File.Question
	i := p.File.measure(q.Measure)
	r := p.Range(i)
	msg := ""
	switch {
	case p.File.Experiment.IsTime(p.File.Experiment.Measures[i]) && q.Value >= r.High:
		msg = fmt.Sprintf("reach: %s is to be %g, and a run ends at %g, wanted runs that are longer (for), several times as long at best", q.Measure, q.Value, r.High)
	case q.Value < r.Low || q.Value > r.High:
		msg = fmt.Sprintf("reach: %s cannot be %g, wanted %g to %g", q.Measure, q.Value, r.Low, r.High)
	default:
		return nil
	}
	return syntax.ErrorList{{Pos: q.at.Start, At: q.at, Msg: msg}}
}
