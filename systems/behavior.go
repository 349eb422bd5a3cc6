package systems

import (
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/ecs"
)

// thinkGrain is the fewest bots that are worth a worker of their own.
const thinkGrain = 1024

// BehaviorSystem batch-evaluates the trees of all bots in archetype order:
// class by class, program by program, the bots of each by ascending id. Pools
// whose leaves are all local are split over the workers.
type BehaviorSystem struct {
	g     *Game
	execs [][]run.Exec // by pool and worker
	// the pool that is being evaluated
	pool  *run.Pool
	exec  []run.Exec
	rows  []int32
	clock ecs.Clock
	words wordSystem
}

func newBehaviorSystem(g *Game) *BehaviorSystem {
	return &BehaviorSystem{g: g, words: wordSystem{g: g}}
}

// Update runs in the Think stage.
func (s *BehaviorSystem) Update(w *ecs.World) {
	b := &s.g.brains
	s.clock = w.Clock()
	s.g.deliver()
	defer s.g.society.publishLog()
	workers := w.Workers().Count()
	for len(s.execs) < len(b.pools) {
		execs := make([]run.Exec, workers)
		for i := range execs {
			execs[i] = b.pools[len(s.execs)].NewExec()
		}
		s.execs = append(s.execs, execs)
	}
	for _, pool := range b.order {
		switch h := b.g.herds.of[b.pools[pool].class]; {
		case b.pools[pool].Len() == 0:
		case h != nil:
			s.words.update(w, h)
		default:
			s.think(w, pool)
		}
	}
}

func (s *BehaviorSystem) think(w *ecs.World, pool int32) {
	s.pool, s.exec = s.g.brains.pools[pool].Pool, s.execs[pool]
	s.rows = s.pool.Order()
	if s.pool.Local() {
		w.Workers().Run(len(s.rows), thinkGrain, s)
		return
	}
	s.Do(0, 0, len(s.rows))
}

// Do evaluates the bots lo..hi of the current pool.
func (s *BehaviorSystem) Do(worker, lo, hi int) {
	s.pool.TickRange(&s.exec[worker], s.rows[lo:hi], s.clock.Tick, s.clock.DT)
}
