package systems

import (
	"fmt"

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

// Watch tells a tracer what the tree of a bot does in each tick to come, and of
// no other bot, but for those in its pool to whom it sends something: a tracer
// knows its own by the row. Trees change in the middle of a tick; so tracer is
// called before each tick and event of the bot, with the program that the bot
// has then, for the tracer that is told. One bot is watched at a time; id 0 ends
// it. Watching changes nothing that the bots do.
func (g *Game) Watch(id components.ID, tracer func(*run.Program) run.Tracer) error {
	if id != 0 {
		if _, err := g.ProgramOf(id); err != nil {
			return err
		}
	}
	g.watch = watch{id, tracer}
	return nil
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

// watched is the row of the watched bot, where it thinks in this pool.
func (g *Game) watched(pool int32) (row int32, ok bool) {
	id := g.watch.id
	if id == 0 || !g.World.Alive(id) {
		return 0, false
	}
	brain := *g.World.Brain.Of(id)
	return brain.Row, brain.Program == pool
}

// onlooker is the world for a bot of a herd that thinks once more, to be
// watched: what it wants and what goes wrong was noted the first time.
type onlooker struct{ *laneWorld }

func (onlooker) Decide(int32, *host.Action, host.Intent) {}
func (onlooker) Fault(host.Fault)                        {}

func (onlooker) SetState(int32, string, host.Value) error { return nil }

// watchHerd lets a bot of the herd that was evaluated last think by itself.
// The trees of herds remember nothing, so that it does what it did with the
// others.
func (s *laneSystem) watchHerd() {
	g, v := s.g, s.worlds[0]
	x := run.NewExec(s.program, onlooker{v})
	x.Tick, x.DT, x.Trace = v.exec.Tick, g.World.Clock().DT, g.watch.tracer(s.program)
	x.Bot, x.Body = g.watch.id, g.World.Slot(g.watch.id)
	x.Row = g.World.Brain.Of(x.Bot).Row // which tells the tracer whose nodes these are
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
