package systems

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// thinkGrain is the fewest bots that are worth a worker of their own: some ten
// microseconds of work, ten times as long as it takes to hand them over.
const thinkGrain = 128

// behaviorSystem batch-evaluates the trees of all bots in archetype order:
// class by class, program by program, the bots of each by ascending id. Pools
// whose leaves are all local are split over the workers, and go by body, which is
// faster: bodies that appear together lie together on the field and in memory. Bots
// whose trees share things come last, by ascending id over all classes.
type behaviorSystem struct {
	g     *Game
	execs [][]run.Exec // by pool and worker
	// the pool that is being evaluated
	pool   *run.Pool
	exec   []run.Exec
	rows   []int32
	lo, hi int // of them, those to evaluate
	told   []int
	clock  ecs.Clock
	lanes  laneSystem
	alone  []queue // of the pools whose bots share what their trees touch
}

var (
	_ ecs.System = (*behaviorSystem)(nil)
	_ ecs.Job    = (*behaviorSystem)(nil)
)

func newBehaviorSystem(g *Game) *behaviorSystem {
	return &behaviorSystem{g: g, lanes: laneSystem{g: g}}
}

// forget drops all cursors, which belong to the programs that pools ran before.
func (s *behaviorSystem) forget() { s.execs = nil }

// Update runs in the Think stage.
func (s *behaviorSystem) Update(w *ecs.World) {
	b := &s.g.Pools
	s.clock = w.Clock()
	s.g.Mail.deliver()
	defer s.g.TreeLog.publish()
	s.g.herds.Think()
	s.lanes.moves = s.mayMove(w)
	workers := w.Workers().Count()
	for len(s.execs) < len(b.list) {
		execs := make([]run.Exec, workers)
		for i := range execs {
			execs[i] = b.list[len(s.execs)].NewExec()
		}
		s.execs = append(s.execs, execs)
	}
	for _, pool := range b.order {
		switch h := s.g.herds.Of(b.list[pool].class); {
		case b.list[pool].Len() == 0:
		case h != nil:
			s.lanes.update(w, h)
			for _, id := range s.g.Watchers.told(pool) {
				s.lanes.again(id, s.g.Watchers.tellers(id, s.lanes.program, nil))
			}
			if t := s.g.Watchers.traced(pool); t != nil {
				s.lanes.traceHerd(b.list[pool].Pool, t)
			}
		case b.list[pool].Program().Tree.Alone:
			s.alone = append(s.alone, queue{pool, b.list[pool].Order()})
		case b.list[pool].Local():
			s.think(pool, b.list[pool].ByBody())
		default:
			s.think(pool, b.list[pool].Order())
		}
	}
	s.thinkInTurn()
	clear(s.g.Watchers.glances)
	s.g.Watchers.glances = s.g.Watchers.glances[:0]
}

// mayMove reports whether the bots of herds may move as soon as their group has
// decided: nobody else reads rows, or writes to them, before all have moved. That
// saves a second pass over all groups.
func (s *behaviorSystem) mayMove(w *ecs.World) bool {
	if w.Systems(ecs.Think) > 1 || w.Systems(ecs.Act) > 1 || w.Touched() || s.g.mover != nil || len(s.g.Watchers.watches)+len(s.g.Watchers.glances) > 0 || s.g.Watchers.trace != nil {
		return false
	}
	for i := range s.g.Pools.list {
		if p := &s.g.Pools.list[i]; p.Len() > 0 && s.g.herds.Of(p.class) == nil {
			return false
		}
	}
	return true
}

// queue is the bots of a pool that have yet to think in this tick.
type queue struct {
	pool int32
	rows []int32
}

// thinkInTurn evaluates the bots whose trees touch what they share: after all
// others, one by one by ascending id, whatever their class.
func (s *behaviorSystem) thinkInTurn() {
	for len(s.alone) > 0 {
		first, second := 0, host.BotID(math.MaxUint32) // whose turn it is, and whose after that
		for i := range s.alone {
			switch id := s.head(i); {
			case id < s.head(first):
				first, second = i, s.head(first)
			case i != first:
				second = min(second, id)
			}
		}
		t := &s.alone[first]
		pool, n := s.g.Pools.list[t.pool].Pool, 1
		for n < len(t.rows) && pool.Bot(t.rows[n]) < second {
			n++
		}
		s.think(t.pool, t.rows[:n])
		if t.rows = t.rows[n:]; len(t.rows) == 0 {
			s.alone = slices.Delete(s.alone, first, first+1)
		}
	}
}

func (s *behaviorSystem) head(i int) host.BotID {
	t := &s.alone[i]
	return s.g.Pools.list[t.pool].Bot(t.rows[0])
}

// think evaluates some rows of a pool in order, with tracers on for those
// that are watched.
func (s *behaviorSystem) think(pool int32, rows []int32) {
	s.pool, s.exec = s.g.Pools.list[pool].Pool, s.execs[pool]
	s.rows = rows
	if t := s.g.Watchers.traced(pool); t != nil {
		s.pool.Trace = t
		defer func() { s.pool.Trace = nil }()
	}
	first := 0
	for _, at := range s.places(pool) {
		s.thinkRows(first, at)
		first = at + 1
		if s.holds(rows[at]) {
			continue
		}
		t := s.g.Watchers.tellers(components.ID(s.pool.Bot(rows[at])), s.pool.Program(), s.pool.Trace)
		s.pool.TickTraced(&s.exec[0], rows[at], run.Moment(s.clock), t)
	}
	s.thinkRows(first, len(rows))
}

// places returns where among the rows those stand who are told of or held, in order.
func (s *behaviorSystem) places(pool int32) []int {
	s.told = s.told[:0]
	for _, id := range s.g.Watchers.told(pool) {
		if at := slices.Index(s.rows, s.g.World.Brain.Of(id).Row); at >= 0 {
			s.told = append(s.told, at)
		}
	}
	if s.g.holdsOf(s.g.Pools.list[pool].class) {
		for at, row := range s.rows {
			if s.holds(row) {
				s.told = append(s.told, at)
			}
		}
	}
	slices.Sort(s.told)
	s.told = slices.Compact(s.told)
	return s.told
}

// holds reports whether the bot of a row of the pool gets no turns.
func (s *behaviorSystem) holds(row int32) bool {
	return len(s.g.held.ids) > 0 && s.g.held.holds(s.g.World.Slot(s.pool.Bot(row)))
}

// thinkRows evaluates the rows from lo up to hi, on all workers where the tree
// allows that: then the rows are all of the pool, and are cut between blocks.
func (s *behaviorSystem) thinkRows(lo, hi int) {
	s.lo, s.hi = lo, hi
	if !s.pool.Local() {
		s.tick(0, lo, hi)
		return
	}
	s.g.World.Workers().Run((hi+run.BlockRows-1)/run.BlockRows, thinkGrain/run.BlockRows, s)
}

// Do evaluates the rows of the blocks lo..hi.
func (s *behaviorSystem) Do(worker, lo, hi int) {
	lo, hi = max(s.lo, lo*run.BlockRows), min(s.hi, hi*run.BlockRows)
	if lo < hi {
		s.tick(worker, lo, hi)
	}
}

// tick evaluates some rows on a worker: one by one where somebody is told of each.
func (s *behaviorSystem) tick(worker, lo, hi int) {
	if s.pool.Trace != nil {
		s.pool.TickEach(&s.exec[worker], s.rows[lo:hi], run.Moment(s.clock))
		return
	}
	s.pool.TickRange(&s.exec[worker], s.rows[lo:hi], run.Moment(s.clock))
}
