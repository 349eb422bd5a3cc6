// Package search asks for runs of an experiment under noise, and computes an answer from
// their results. It knows nothing of what is played.
//
// A search asks in rounds. What a round asks for follows from the results of the rounds before,
// and never from who played them, in which order or how fast: a search that is handed the same
// results asks for the same runs. Quantiles, which may differ in their last bits from machine to
// machine, are rounded before anything is decided by them.
package search

import (
	"math"

	"github.com/thicket-sim/thicket/internal/study/estimate"
)

// Ask wants runs of a place: its repeats First up to First+Runs.
type Ask struct {
	At    []float64
	First int
	Runs  int
}

// A Search asks for runs round by round. It is for one goroutine.
type Search interface {
	// Next returns the wishes of the next round; nothing when the search is over. Of more than
	// budget runs it asks for none, and what it cannot ask for ends it.
	Next(budget int) []Ask
	// Tell takes the measure of each run of the round, in the order of Next.
	Tell(values []Value)
	// Answer returns what is known so far.
	Answer() Answer
}

// Value is the measure of a run.
type Value struct {
	X        float64 // NaN: the run has none
	Censored bool    // the run ended before, at X: it is that or more
	Unplayed bool    // there was no time for the run
}

// Measure describes values, and where they can be: none is above its High, those that are censored
// are there or, where a game was over before, below, and their mean is a restricted mean, of what all
// are up to there or up to where enough games went on.
type Measure struct {
	estimate.Range
	Least bool // the best is the least
}

// Answer tells what a search has found.
type Answer struct {
	Kind  string
	Least bool // of Maximise and Race: the best is the least
	Final bool // the search is over
	At    []float64
	// Value is the answer's number, with the ends of its interval of 95 %: of Reach the factor,
	// of Compare the score of the first, else the measure. NaN for none.
	Value float64
	Low   float64
	High  float64
	Count
	Of   Count     // of the runs that Value is the mean of
	UpTo float64   // Value is of what these are up to there, where some are censored
	Most float64   // up to where runs that are not over before can show the measure
	Late []float64 // the best place, where there is no answer because it had not come in half of its runs by the time up to which that is known
	Why  string    // there is no answer, or not the one that was asked for
	Arms []Arm     // of Compare and Race, in their order
	Best *Best     // of Maximise and Race: how At stands to the others; nil: this was not looked at yet
}

// Count is the number of runs there are of what.
type Count struct {
	Runs     int     // that were played
	None     int     // of them, those without a measure
	Censored int     // and those that ended before,
	From, To float64 // the first of them here and the last here
}

func (c *Count) add(o Count) {
	c.Runs += o.Runs
	c.None += o.None
	if o.Censored > 0 {
		c.ended(o.Censored, o.From, o.To)
	}
}

// ended counts runs that ended before.
func (c *Count) ended(runs int, from, to float64) {
	if c.Censored > 0 {
		from, to = min(from, c.From), max(to, c.To)
	}
	c.Censored, c.From, c.To = c.Censored+runs, from, to
}

// Arm is one of those that are compared.
type Arm struct {
	At      []float64
	Mean    float64 // of Compare the score, 0 to 1
	Low     float64
	High    float64
	Runs    int
	Elo     float64 // of Compare, and its interval
	EloLow  float64
	EloHigh float64
	Dropped int // of Race: in which round; 0: it was not
}

// sample holds the values measured at one place, by repeat, from one on.
type sample struct {
	Count
	at     []float64
	asked  int       // runs that were asked for
	looks  int       // rounds that asked for runs
	all    []Value   // by repeat; NaN for a run that has none or was not played
	values []float64 // without those that are none
	over   []bool    // of values: the run ended there, before its measure came
}

func (s *sample) add(values []Value) {
	s.asked += len(values)
	s.all = append(s.all, values...)
	for _, v := range values {
		switch {
		case v.Unplayed:
			continue
		case math.IsNaN(v.X):
			s.None++
		default:
			s.values, s.over = append(s.values, v.X), append(s.over, v.Censored)
		}
		if s.Runs++; v.Censored {
			s.ended(1, v.X, v.X)
		}
	}
}

func (s *sample) n() int { return len(s.values) }

// curve returns when the measure comes in the runs of a place that have one.
func (m *Measure) curve(s *sample) *estimate.Curve {
	_, most := m.Ends()
	return estimate.NewCurve(s.values, s.over, most)
}

// isLate reports whether the measure had not come in half of the runs by the time up to which that
// is known, so that not even their median is.
func (m *Measure) isLate(s *sample) bool { return m.curve(s).Left > 0.5 }

// filled are numbers for the runs that were played, whose mean is that of their values with all that
// is not known of them at one end: runs that have none at x, and the time of games that were over
// before at the most that it can be, or the least.
func (m *Measure) filled(runs []Value, x float64, most bool) []float64 {
	s := sample{values: make([]float64, 0, len(runs)), over: make([]bool, 0, len(runs))}
	for _, v := range runs {
		switch {
		case v.Unplayed:
			continue
		case math.IsNaN(v.X):
			v = Value{X: x}
		}
		s.values, s.over = append(s.values, v.X), append(s.over, v.Censored)
	}
	if most {
		return m.curve(&s).Most()
	}
	return m.curve(&s).Least()
}

// extremes returns the extremes of missing values: the ends of the range, and where it has none
// what any of the samples has seen.
func (m *Measure) extremes(all ...*sample) (least, most float64) {
	low, high := m.Ends()
	least, most = math.Inf(1), math.Inf(-1)
	for _, s := range all {
		for _, x := range s.values {
			least, most = min(least, x), max(most, x)
		}
	}
	if !math.IsInf(low, 0) {
		least = low
	}
	if !math.IsInf(high, 0) {
		most = high
	}
	return least, most
}

// spent returns the part of an error that the k-th look may make, counted from 1: those of all
// looks add up to the whole.
func spent(alpha float64, k int) float64 { return alpha * 6 / (math.Pi * math.Pi) / float64(k*k) }

// level is the error of an answer's interval, of both sides together.
const level = 0.05

// leastValues is the number of values a place has before anything is said of it: noise need
// not be normal.
const leastValues = 20

// noValue says why there is no answer where nothing was measured.
const noValue = "no run has the measure"
