package mind

import (
	"sync"

	"github.com/thicket-sim/thicket/behavior/run"
)

// thinkAll gives all who are due their turns: first those whose trees are Local, which run by
// columns and may be split over workers, then the others in the order of adding.
func (c *core) thinkAll(workers int) {
	c.between("ThinkAll")
	c.enter()
	defer c.leave()
	for _, g := range c.groves {
		if g.local {
			c.thinkLocal(g, max(workers, 1))
		}
	}
	for i := 0; i < len(c.order); i++ { // leaves may add some, which begin later
		if o := c.order[i]; o.due() && (!o.grove.local || o.watch != nil) {
			c.turn(o)
		}
	}
}

// share is the least that is worth a worker, in bots.
const share = 4 * run.BlockRows

// thinkLocal runs a grove by columns.
func (c *core) thinkLocal(g *grove, workers int) {
	rows := g.pool.ByBody()
	blocks := (len(rows) + run.BlockRows - 1) / run.BlockRows
	workers = max(1, min(workers, len(rows)/share))
	for len(g.workers) < workers {
		g.workers = append(g.workers, worker{x: g.pool.NewExec()})
	}
	c.columns = true
	defer func() { c.columns = false }()
	if workers == 1 {
		c.thinkRows(g, &g.workers[0], rows)
		return
	}
	var all sync.WaitGroup
	for i := range workers {
		from, to := blocks*i/workers*run.BlockRows, min(blocks*(i+1)/workers*run.BlockRows, len(rows))
		all.Go(func() { c.thinkRows(g, &g.workers[i], rows[from:to]) })
	}
	all.Wait()
}

// thinkRows runs those of some rows that are due.
func (c *core) thinkRows(g *grove, w *worker, rows []int32) {
	some := false // not all of them are due
	for i, row := range rows {
		body := g.bodies[row]
		if c.odd[body] && (!g.ones[row].due() || g.ones[row].watch != nil) {
			if !some {
				some, w.rows = true, append(w.rows[:0], rows[:i]...)
			}
			continue
		}
		c.turns[body]++
		c.did[body] = 0
		if some {
			w.rows = append(w.rows, row)
		}
	}
	if some {
		rows = w.rows
	}
	g.pool.TickRange(&w.x, rows, c.now())
	for _, row := range rows {
		c.note(g.bodies[row])
	}
}
