// Package search asks for runs of an experiment under noise, and makes an answer of their
// results. It knows nothing of what is played.
//
// A search asks in rounds. What a round asks for follows from the results of the rounds before,
// and never from who played them, in which order or how fast: a search that is handed the same
// results asks for the same runs. Quantiles, which may differ in their last bits from machine to
// machine, are rounded before anything is decided by them.
package search

import (
	"math"

	"github.com/thicket-sim/thicket/internal/estimate"
)

// Ask wants runs of a place: its repeats First up to First+Runs.
type Ask struct {
	At    []float64
	First int
	Runs  int
}

// A Search asks for runs round by round. It is for one goroutine.
type Search interface {
	// Next is what the next round wants; nothing when the search is over. Of more than budget
	// runs it asks for none, and what it cannot ask for ends it.
	Next(budget int) []Ask
	// Tell takes the measure of each run of the round, in the order of Next; NaN for a run that
	// has none.
	Tell(values []float64)
	// Answer is what is known so far.
	Answer() Answer
}

// Answer is what a search has found.
type Answer struct {
	Kind  string
	Final bool // the search is over
	At    []float64
	// Value is the answer's number, with the ends of its interval of 95 %: of Reach the factor,
	// of Compare the score of the first, else the measure. NaN for none.
	Value float64
	Low   float64
	High  float64
	Runs  int
	None  int    // runs without a measure
	Why   string // there is no answer, or not the one that was asked for
	Arms  []Arm  // of Compare and Race, in their order
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

// sample is what was measured at one place.
type sample struct {
	at     []float64
	values []float64 // without those that are none
	runs   int
}

func (s *sample) add(values []float64) {
	s.runs += len(values)
	for _, v := range values {
		if !math.IsNaN(v) {
			s.values = append(s.values, v)
		}
	}
}

func (s *sample) n() int { return len(s.values) }

// mean and the standard error of it; with fewer than two values that is infinite.
func (s *sample) mean() (mean, err float64) { return estimate.Mean(s.values) }

// interval is that of the mean, at a level of error on both sides together.
func (s *sample) interval(alpha float64) (mean, low, high float64) {
	return estimate.Student(s.values, alpha)
}

// spent is the part of an error that the k-th look may make, counted from 1: those of all looks
// add up to the whole.
func spent(alpha float64, k int) float64 { return alpha * 6 / (math.Pi * math.Pi) / float64(k*k) }

// level is the error of an answer's interval, of both sides together.
const level = 0.05
