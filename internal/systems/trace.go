package systems

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// watch is a bot whose tree tells a tracer what it does.
type watch struct {
	id     components.ID
	tracer func(*run.Program) run.Tracer
}

type watches []watch

// of returns the watch of a bot, or nil.
func (l watches) of(id components.ID) *watch {
	for i := range l {
		if l[i].id == id {
			return &l[i]
		}
	}
	return nil
}

// watchers say who is told what trees do.
type watchers struct {
	*commons
	pools   *pools
	watches watches
	glances watches                                    // of the next tick
	listed  []components.ID                            // see told
	trace   func(class int, p *run.Program) run.Tracer // nil: nobody is traced
}

// Watch shows a tracer what the tree of a bot does, from the next tick on. The
// game calls tracer before each tick, each event and each return to life of the bot,
// with the program that it runs then, because trees change in the middle of a tick;
// what tracer returns is told. It is also told of bots in the same pool to which the
// watched bot sends something, and can tell them apart by their row. Many bots can
// be watched, each by one tracer: another one replaces it, and nil ends it.
// Watching changes nothing that bots do. It fails for a player, and for an id that
// nobody has.
func (wa *watchers) Watch(id components.ID, tracer func(*run.Program) run.Tracer) error {
	if tracer == nil {
		wa.watches = slices.DeleteFunc(wa.watches, func(w watch) bool { return w.id == id })
		return nil
	}
	if _, err := wa.ProgramOf(id); err != nil {
		return err
	}
	if w := wa.watches.of(id); w != nil {
		w.tracer = tracer
		return nil
	}
	wa.watches = append(wa.watches, watch{id, tracer})
	return nil
}

// Glance is Watch for the next tick alone, without events, for those who look at another bot of
// a class in each tick. Several may glance at a bot, also at one that is watched. Of all who are
// told of a bot the first who is a [run.ReasonTracer] gets its reasons, the watch before others.
func (wa *watchers) Glance(id components.ID, tracer func(*run.Program) run.Tracer) error {
	if _, err := wa.ProgramOf(id); err != nil {
		return err
	}
	wa.glances = append(wa.glances, watch{id, tracer})
	return nil
}

// Trace shows tracers what all bots do whose trees somebody asks for, from the next tick on:
// before the bots of a class think that run a program, the game asks for the tracer of the
// two, and nil is none. Several goroutines call a tracer at once, with rows in any
// order. nil ends it. Traced bots do the same, but take longer.
func (wa *watchers) Trace(tracer func(class int, p *run.Program) run.Tracer) { wa.trace = tracer }

// traced returns the tracer of a pool, or nil.
func (wa *watchers) traced(pool int32) run.Tracer {
	if wa.trace == nil {
		return nil
	}
	p := &wa.pools.list[pool]
	return wa.trace(p.class, p.Program())
}

// ProgramOf returns the tree that a bot thinks with, or nil where it has none.
func (wa *watchers) ProgramOf(id components.ID) (*run.Program, error) {
	if _, err := wa.bodyOf(id); err != nil {
		return nil, err
	}
	if wa.World.ClassOf(id) == ecs.Human {
		return nil, fmt.Errorf("%d is a player, and players have no tree", id)
	}
	if brain := wa.World.Brain.Of(id); brain.Program != noPool {
		return wa.pools.list[brain.Program].Program(), nil
	}
	return nil, nil
}

// told is whose of a pool somebody wants to be told in this tick, each bot once. The slice is
// good until the next call.
func (wa *watchers) told(pool int32) []components.ID {
	wa.listed = wa.listed[:0]
	for _, list := range [...]watches{wa.watches, wa.glances} {
		for i := range list {
			id := list[i].id
			if wa.World.Alive(id) && wa.World.Brain.Of(id).Program == pool && !slices.Contains(wa.listed, id) {
				wa.listed = append(wa.listed, id)
			}
		}
	}
	return wa.listed
}

// tellers are whom a bot that runs a program tells what it does in this tick, and one more
// where that is not nil.
func (wa *watchers) tellers(id components.ID, p *run.Program, more run.Tracer) run.Tracer {
	var all several
	for _, list := range [...]watches{wa.watches, wa.glances} {
		for i := range list {
			if list[i].id != id {
				continue
			}
			if t := list[i].tracer(p); t != nil {
				all = append(all, t)
			}
		}
	}
	if more != nil {
		all = append(all, more)
	}
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return all
}

// several are tracers of one bot.
type several []run.Tracer

var (
	_ run.Tracer         = several{}
	_ run.EventTracer    = several{}
	_ run.StepTextTracer = several{}
	_ run.ReasonTracer   = several{}
)

func (s several) Leaf(row int32, n tree.NodeID, what host.Notice, status host.Status) {
	for _, t := range s {
		t.Leaf(row, n, what, status)
	}
}

func (s several) Node(row int32, n tree.NodeID, what host.Notice, status host.Status) {
	for _, t := range s {
		t.Node(row, n, what, status)
	}
}

func (s several) Event(row int32, e host.Event) {
	for _, t := range s {
		if t, ok := t.(run.EventTracer); ok {
			t.Event(row, e)
		}
	}
}

func (s several) StepText(row int32, text string) {
	for _, t := range s {
		if t, ok := t.(run.StepTextTracer); ok {
			t.StepText(row, text)
		}
	}
}

func (s several) Reason(row int32, n tree.NodeID) *host.Reason {
	if t := s.reasoner(); t != nil {
		return t.Reason(row, n)
	}
	return nil
}

func (s several) Reasons(row int32, n tree.NodeID) []host.Reason {
	if t := s.reasoner(); t != nil {
		return t.Reasons(row, n)
	}
	return nil
}

func (s several) reasoner() run.ReasonTracer {
	for _, t := range s {
		if t, ok := t.(run.ReasonTracer); ok {
			return t
		}
	}
	return nil
}

// onlooker is the world for a bot of a herd that thinks once more, to be
// watched: what it wants and what goes wrong was noted the first time.
type onlooker struct{ *laneWorld }

func (onlooker) Decide(int32, *host.Action, host.Intent) {}
func (onlooker) Fault(host.Fault)                        {}

func (onlooker) SetState(int32, string, host.Value) error { return nil }

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
func (wa *watchers) Look(id components.ID, f func(*run.Exec)) error {
	p, err := wa.ProgramOf(id)
	if err != nil {
		return err
	}
	if p == nil {
		return fmt.Errorf("%d has no tree", id)
	}
	brain := *wa.World.Brain.Of(id)
	clock := wa.World.Clock()
	wa.pools.list[brain.Program].Look(brain.Row, run.Moment(clock), f)
	return nil
}
