package benchmark

import (
	"context"
	"fmt"
	"time"
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

// Part is a source and the cases of it to measure.
type Part struct {
	Source *Source
	Cases  []Case
	// Warm is the number of ticks that are played before any is timed. 0 means
	// as many as it takes until ticks take their usual time, 10 to 30: a scene
	// that has been played for long may cost more.
	Warm int
	// Cost is about what a bot takes in a tick, for the progress that is told. 0
	// means a tenth of a microsecond.
	Cost time.Duration
}

// Options say how much is measured, and who is told of the progress.
type Options struct {
	// Ticks is the number of timed ticks. 0 means as many as take about a second:
	// 100 to 600, or fewer where ticks are slow.
	Ticks int
	// NoNaive leaves the plain way out.
	NoNaive bool
	// Progress is told which case of which source is measured, and the share of all work that is
	// done, 0 to 1.
	Progress func(source string, c Case, done float64)
}

// MostNaive is up to how many bots the plain way is measured: with more, its ticks take longer than
// all else together.
const MostNaive = 2_000_000

// Run measures the cases of all parts. When it is cancelled, or a case cannot be
// built, the rows are those that were measured before.
func Run(ctx context.Context, parts []Part, o Options) ([]Row, error) {
	var rows []Row
	var all, before float64
	for _, p := range parts {
		for _, c := range p.Cases {
			all += p.guess(c, p.Warm)
		}
	}
	for i, p := range parts {
		for _, c := range p.Cases {
			guess := p.guess(c, p.Warm)
			m := meter{ctx: ctx, source: p.Source, c: c, ticks: o.Ticks, warm: p.Warm, naive: !o.NoNaive, warmed: max(shareWarm, 1-p.guess(c, 0)/guess), tell: func(part float64) {
				if o.Progress != nil {
					o.Progress(p.Source.Name, c, (before+part*guess)/all)
				}
			}}
			row, err := m.measure()
			if err != nil {
				return rows, err
			}
			row.part = i
			rows = append(rows, row)
			before += guess
		}
	}
	return rows, nil
}

// guess estimates how long a case takes that is played for so many ticks before, in
// seconds.
func (p *Part) guess(c Case, warm int) float64 {
	cost := p.Cost
	if cost == 0 {
		cost = 100
	}
	tick := float64(c.Bots) * cost.Seconds()
	return 0.05 + max(min(1.5, 600*tick), 150*tick) + float64(warm)*tick/2
}
