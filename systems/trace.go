package systems

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
)

// watch is the one bot whose tree tells what it does.
type watch struct {
	id     components.ID // 0: nobody
	tracer func(*run.Program) run.Tracer
}

// Watch shows a tracer what the tree of a bot does, from the next tick on. The
// game calls tracer before each tick and each event of the bot, with the program
// that the bot runs then, because trees change in the middle of a tick; what
// tracer returns is told. It is also told of bots in the same pool to which the
// watched bot sends something, and can tell them apart by their row. One bot is
// watched at a time; id 0 ends it. Watching changes nothing that bots do. It
// fails for a player, and for an id that nobody has.
func (g *Game) Watch(id components.ID, tracer func(*run.Program) run.Tracer) error {
	if id != 0 {
		if _, err := g.ProgramOf(id); err != nil {
			return err
		}
	}
	g.watch = watch{id, tracer}
	return nil
}

// Glance is Watch for one more bot, without its events, for those who look at another one of
// a class in each tick. Of a bot that is watched as well only Watch tells.
func (g *Game) Glance(id components.ID, tracer func(*run.Program) run.Tracer) error {
	if id != 0 {
		if _, err := g.ProgramOf(id); err != nil {
			return err
		}
	}
	g.glance = watch{id, tracer}
	return nil
}

// Trace shows tracers what all bots do whose trees somebody asks for, from the next tick on:
// before the bots of a class think that run a program, the game asks for the tracer of the
// two, and nil is none. A tracer is told by several goroutines at once, of rows in any
// order, of all but the bot that is watched. nil ends it. Bots that are traced do what they
// do without, but take longer.
func (g *Game) Trace(tracer func(class int, p *run.Program) run.Tracer) { g.trace = tracer }

// traced is the tracer of a pool, or nil.
func (g *Game) traced(pool int32) run.Tracer {
	if g.trace == nil {
		return nil
	}
	p := &g.pools.list[pool]
	return g.trace(p.class, p.Program())
}

// ProgramOf is the tree that a bot thinks with, or nil where it has none.
func (g *Game) ProgramOf(id components.ID) (*run.Program, error) {
	if _, err := g.bodyOf(id); err != nil {
		return nil, err
	}
	if g.World.ClassOf(id) == ecs.Human {
		return nil, fmt.Errorf("%d is a player, and players have no tree", id)
	}
	if brain := g.World.Brain.Of(id); brain.Program != noPool {
		return g.pools.list[brain.Program].Program(), nil
	}
	return nil, nil
}

// place is where a bot that is watched is among the rows of a pool.
type place struct {
	at, row int32
	watch   *watch
}

// watched is the row of a bot that is watched, where it thinks in this pool.
func (g *Game) watched(k *watch, pool int32) (row int32, ok bool) {
	if k.id == 0 || !g.World.Alive(k.id) || k == &g.glance && k.id == g.watch.id {
		return 0, false
	}
	brain := *g.World.Brain.Of(k.id)
	return brain.Row, brain.Program == pool
}

// watchedIn is which of some rows of a pool are watched, by their places, and how many.
func (g *Game) watchedIn(pool int32, rows []int32) (all [2]place, n int) {
	for _, k := range [...]*watch{&g.watch, &g.glance} {
		if row, ok := g.watched(k, pool); ok {
			if at := slices.Index(rows, row); at >= 0 {
				all[n] = place{int32(at), row, k}
				n++
			}
		}
	}
	if n == 2 && all[1].at < all[0].at {
		all[0], all[1] = all[1], all[0]
	}
	return all, n
}

// onlooker is the world for a bot of a herd that thinks once more, to be
// watched: what it wants and what goes wrong was noted the first time.
type onlooker struct{ *laneWorld }

func (onlooker) Decide(int32, *host.Action, host.Intent) {}
func (onlooker) Fault(host.Fault)                        {}

func (onlooker) SetState(int32, string, host.Value) error { return nil }

// watchHerd lets a bot of the herd that was evaluated last that is watched think by itself.
func (s *laneSystem) watchHerd(k *watch) { s.again(k.id, k.tracer(s.program)) }

// traceHerd lets all bots of the herd that was evaluated last think by themselves.
func (s *laneSystem) traceHerd(pool *run.Pool, t run.Tracer) {
	for _, row := range pool.Order() {
		s.again(components.ID(pool.Bot(row)), t)
	}
}

// again lets a bot of a herd think once more, by itself, for a tracer. The trees of herds
// remember nothing, so that it does what it did with the others.
func (s *laneSystem) again(id components.ID, t run.Tracer) {
	g, v := s.g, s.worlds[0]
	x := run.NewExec(s.program, onlooker{v})
	x.Tick, x.DT, x.Trace = v.exec.Tick, g.World.Clock().DT, t
	x.Bot, x.Body = id, g.World.Slot(id)
	x.Row = g.World.Brain.Of(id).Row // which tells the tracer whose nodes these are
	s.program.Semantics.Tick(&x)
}

// Look hands a cursor over a bot in its tree to f, for what a dialect tells of
// the bot between ticks; see [run.Inspector]. It fails when the bot has no tree.
func (g *Game) Look(id components.ID, f func(*run.Exec)) error {
	p, err := g.ProgramOf(id)
	if err != nil {
		return err
	}
	if p == nil {
		return fmt.Errorf("%d has no tree", id)
	}
	brain := *g.World.Brain.Of(id)
	clock := g.World.Clock()
	g.pools.list[brain.Program].Look(brain.Row, clock.Tick, clock.DT, f)
	return nil
}
