package search

import "math"

// Table asks for every point of a design, each with the same number of runs.
type Table struct {
	points  [][]float64
	repeats int
	samples []*sample
	over    bool
	told    bool
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
	runs := min(t.repeats, max(1, budget/len(t.points)))
	for _, at := range t.points[:min(len(t.points), budget)] {
		asks = append(asks, Ask{At: at, Runs: runs})
		t.samples = append(t.samples, &sample{at: at, runs: runs})
	}
	return asks
}

// Tell takes the results.
func (t *Table) Tell(values []float64) {
	t.told = true
	for _, s := range t.samples {
		n := s.runs
		s.runs = 0
		s.add(values[:n])
		values = values[n:]
	}
}

// Answer tells how many runs there were.
func (t *Table) Answer() Answer {
	a := Answer{Kind: "table", Final: t.over, Value: math.NaN(), Low: math.NaN(), High: math.NaN()}
	for _, s := range t.samples {
		if !t.told {
			break
		}
		a.Runs += s.runs
		a.None += s.runs - s.n()
	}
	return a
}
