package search

import "math"

// Table asks for every point of a design, each with the same number of runs.
type Table struct {
	points  [][]float64
	repeats int
	samples []sample
	runs    int // of each
	over    bool
}

// NewTable makes the search that asks nothing but for runs.
func NewTable(points [][]float64, repeats int) *Table {
	return &Table{points: points, repeats: max(1, repeats)}
}

// Next asks for all at once. With a budget for less than all there are fewer repeats, or, where
// there is not one for each, fewer points.
func (t *Table) Next(budget int) (asks []Ask) {
	if t.over || len(t.points) == 0 {
		return nil
	}
	t.over = true
	t.runs = min(t.repeats, max(1, budget/len(t.points)))
	for _, at := range t.points[:min(len(t.points), budget)] {
		asks = append(asks, Ask{At: at, Runs: t.runs})
		t.samples = append(t.samples, sample{at: at})
	}
	return asks
}

// Tell takes the results.
func (t *Table) Tell(values []Value) {
	for i := range t.samples {
		t.samples[i].add(values[:t.runs])
		values = values[t.runs:]
	}
}

// Answer tells how many runs there were.
func (t *Table) Answer() Answer {
	a := Answer{Kind: "table", Final: t.over, Value: math.NaN(), Low: math.NaN(), High: math.NaN()}
	for _, s := range t.samples {
		a.add(s.Count)
	}
	return a
}
