package benchmark

import (
	"context"
	"fmt"
)

// Case is a layout, a number of bots and a number of workers to measure.
type Case struct {
	Layout  Layout
	Bots    int
	Workers int
}

// String is "uniform, 1000 bots, 2 workers".
func (c Case) String() string {
	if c.Workers == 1 {
		return fmt.Sprintf("%s, %d bots, 1 worker", c.Layout, c.Bots)
	}
	return fmt.Sprintf("%s, %d bots, %d workers", c.Layout, c.Bots, c.Workers)
}

// Matrix lists every combination, fewest bots first.
func Matrix(layouts []Layout, bots, workers []int) []Case {
	var cases []Case
	for _, n := range bots {
		for _, l := range layouts {
			for _, w := range workers {
				cases = append(cases, Case{l, n, w})
			}
		}
	}
	return cases
}

// Ladder lists all layouts on one worker, and the first layout also on as many
// workers as there are processors.
func Ladder(layouts []Layout, bots []int, processors int) []Case {
	var cases []Case
	for _, n := range bots {
		for i, l := range layouts {
			cases = append(cases, Case{l, n, 1})
			if i == 0 && processors > 1 {
				cases = append(cases, Case{l, n, processors})
			}
		}
	}
	return cases
}

// Options say how much is measured, and who is told of the progress.
type Options struct {
	// Ticks is the number of timed ticks. 0 means as many as take about a second:
	// 100 to 600, or fewer where ticks are slow.
	Ticks int
	// Progress is told which case is measured, and the share of all work that is
	// done, 0 to 1.
	Progress func(c Case, done float64)
}

// Run measures the cases. When it is cancelled, or a case cannot be built, the
// rows are those that were measured before.
func Run(ctx context.Context, s *Source, cases []Case, o Options) ([]Row, error) {
	var rows []Row
	var all, before float64
	for _, c := range cases {
		all += c.guess()
	}
	for _, c := range cases {
		m := meter{ctx: ctx, source: s, c: c, ticks: o.Ticks, tell: func(part float64) {
			if o.Progress != nil {
				o.Progress(c, (before+part*c.guess())/all)
			}
		}}
		row, err := m.measure()
		if err != nil {
			return rows, err
		}
		rows = append(rows, row)
		before += c.guess()
	}
	return rows, nil
}

// guess estimates how long a case takes, in seconds.
func (c Case) guess() float64 {
	tick := float64(c.Bots) * 100e-9
	return 0.05 + max(min(1.5, 600*tick), 150*tick)
}
