package scenes_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// watchedBots are the most bots of a scene whose looks are tested.
const watchedBots = 40

// TestLookingChangesNothing plays each shipped scene once alone, and then with somebody who
// looks: at one bot in every tick, for each bot, or for one in ten where tests may not take
// long, in a game of its own; at another one in each tick, with what else a window asks for; and
// at all of them in every tick. The digests of all ticks must be those of the game that nobody
// sees.
func TestLookingChangesNothing(t *testing.T) {
	t.Parallel()
	for _, name := range scenes.Shipped() {
		if testing.Short() && name != "tag" && name != "siege" { // each is played for every tenth bot
			continue
		}
		t.Run(name, func(t *testing.T) {
			s, err := scenes.Load(name, scenes.Options{})
			most, ticks, each, whole := watchedBots, 400, 30, 1
			if name == "camp" || name == "wilds" { // to sum up what scripts keep takes far longer than a tick
				most, ticks, each, whole = 10, 150, 20, 10
			}
			if err == nil && s.Bots() > 2*most {
				err = s.Scale(most)
			}
			if err != nil {
				t.Fatal(err)
			}
			if !longtest.On {
				ticks = 60
			}
			alone := digestsWhile(t, s, ticks, whole, nil, nobodyLooks)
			var snap session.Snapshot
			start(t, s).Snapshot(&snap)
			for i, b := range snap.Bots {
				if !longtest.On && i%10 > 0 {
					continue
				}
				digestsWhile(t, s, each, whole, alone, func(g *systems.Game) look { return watchOne(g, b.ID) })
			}
			digestsWhile(t, s, ticks, whole, alone, watchInTurn)
			digestsWhile(t, s, ticks, whole, alone, traceAll)
		})
	}
}

// look lets somebody do something before and after a tick.
type look struct {
	what          string
	before, after func(tick int)
	told          *atomic.Int64 // how often a tracer was told of a node; nil for none
}

// digestsWhile plays a scene while somebody looks, and compares the digests of its ticks with
// those that it should have: one in so many is that of the whole game, the others leave out
// what scripts keep.
func digestsWhile(t *testing.T, s *scenes.Scene, ticks, whole int, want []uint64, looks func(*systems.Game) look) (digests []uint64) {
	t.Helper()
	g, err := systems.New(&s.Setup)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	l := looks(g)
	var brief systems.Detail
	for tick := range ticks {
		l.before(tick)
		g.Step()
		l.after(tick)
		digest := g.Digest
		if (tick+1)%whole > 0 {
			digest = func() uint64 { g.Detail(&brief); return brief.Digest }
		}
		digests = append(digests, digest())
		if want != nil && digests[tick] != want[tick] {
			t.Errorf("%s: another digest after tick %d", l.what, tick+1)
			return digests
		}
	}
	if l.told != nil && l.told.Load() == 0 {
		t.Errorf("%s: nothing was told", l.what)
	}
	return digests
}

func nobodyLooks(*systems.Game) look { return look{before: func(int) {}, after: func(int) {}} }

// watchOne follows one bot, and asks all that can be told of it.
func watchOne(g *systems.Game, id components.ID) look {
	f := &inspect.Follower{}
	f.Follow(chronicle.Minds(g), id)
	return look{
		what:   fmt.Sprintf("bot %d is watched", id),
		before: func(int) { f.BeginTick() },
		after:  func(int) { ask(g, f) },
	}
}

// ask asks what a window tells of a bot's tree.
func ask(g *systems.Game, f *inspect.Follower) {
	for _, n := range f.Nodes() {
		f.Answer(n.ID)
		f.Ran(n.ID)
		f.Why(n.ID)
		f.Because(n.ID)
	}
	f.Inspect()
	f.Steps()
	f.Events()
	g.Pools.Remembered(f.ID())
}

// watchInTurn turns to another bot in each tick, counts the nodes of its class, lets trees tell
// of their steps, and takes snapshots.
func watchInTurn(g *systems.Game) look {
	var f inspect.Follower
	var tally inspect.Tally
	var snap session.Snapshot
	var detail systems.Detail
	g.TreeLog.On(func(host.LogEntry) {})
	g.TreeLog.Steps(true)
	var happened []session.Occurrence
	return look{
		what: "each bot is watched in turn",
		before: func(tick int) {
			g.Snapshot(&snap)
			if n := len(snap.Bots); n > 0 {
				f.Follow(chronicle.Minds(g), snap.Bots[tick*7%n].ID)
				tally.Count(chronicle.Minds(g), snap.Bots[tick/20%n].ID)
			}
			f.BeginTick()
			tally.BeginTick()
		},
		after: func(int) {
			ask(g, &f)
			g.Detail(&detail)
			happened = g.Journal.Happened(happened[:0])
			g.Faults.List()
			g.Pools.Notices()
		},
	}
}

// traceAll is told of every node of every bot, and of what each answer rests on.
func traceAll(g *systems.Game) look {
	told := &atomic.Int64{}
	return look{
		what: "all bots are traced",
		before: func(int) {
			g.Watchers.Trace(func(int, *run.Program) run.Tracer { return &allOf{told: told, why: map[whose][]host.Reason{}} })
		},
		after: func(int) {},
		told:  told,
	}
}

// whose is a node of a bot, in a pool.
type whose struct {
	row  int32
	node tree.NodeID
}

// allOf is told of all bots of a pool.
type allOf struct {
	told *atomic.Int64
	mu   sync.Mutex
	why  map[whose][]host.Reason
}

var (
	_ run.ReasonTracer   = (*allOf)(nil)
	_ run.StepTextTracer = (*allOf)(nil)
	_ run.EventTracer    = (*allOf)(nil)
)

func (a *allOf) Leaf(int32, tree.NodeID, host.Notice, host.Status) { a.told.Add(1) }
func (a *allOf) Node(int32, tree.NodeID, host.Notice, host.Status) { a.told.Add(1) }
func (a *allOf) StepText(int32, string)                            {}
func (a *allOf) Event(int32, host.Event)                           {}

func (a *allOf) Reason(row int32, n tree.NodeID) *host.Reason {
	a.mu.Lock()
	defer a.mu.Unlock()
	list, ok := a.why[whose{row, n}]
	if !ok {
		list = make([]host.Reason, 0, inspect.MaxReasons) // so that none of them ever moves
	}
	if len(list) == cap(list) {
		return nil
	}
	list = list[:len(list)+1]
	a.why[whose{row, n}] = list
	return &list[len(list)-1]
}

func (a *allOf) Reasons(row int32, n tree.NodeID) []host.Reason {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.why[whose{row, n}]
}
