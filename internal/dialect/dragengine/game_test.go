package dragengine_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dragengine"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// world is a world without places, in which the same draw always gives the same
// number. It keeps what is reported and what bots want.
type world struct {
	host.World
	reg     *host.Registry
	faults  []string
	decided []string
	quiet   bool
}

func (w *world) Fault(f host.Fault) {
	if !w.quiet {
		w.faults = append(w.faults, f.String())
	}
}

// Announce hands an announcement to the listeners of the game.
func (w *world) Announce(a host.Announcement) error {
	host.Announce(w.reg, w, a, 0)
	return nil
}

// Ear is not tried here.
func (w *world) Ear(any, host.Ear) {}

func (w *world) Decide(_ int32, a *host.Action, _ host.Intent) {
	if !w.quiet {
		w.decided = append(w.decided, a.Name)
	}
}

func (w *world) Random(bot host.BotID, tick int64, node uint16, draw uint32) uint64 {
	h := uint64(bot)<<48 ^ uint64(tick)<<32 ^ uint64(node)<<16 ^ uint64(draw)
	h *= 0x9e3779b97f4a7c15
	return (h ^ h>>29) * 0xbf58476d1ce4e5b9
}

// game is one bot in a tree, with the actions and conditions that the test
// offers.
type game struct {
	*testing.T
	*world
	reg  *host.Registry
	pool *run.Pool
	exec run.Exec
	bot  dragengine.Bot
	tick int64
	// answers lists what the actions A to D answer, Success where nothing is said;
	// calls are which of them were called.
	answers map[string]host.Status
	calls   string
	// holds are the conditions that are true
	holds map[string]bool
}

func newGame(t *testing.T) *game {
	reg := &host.Registry{}
	g := &game{T: t, world: &world{reg: reg}, reg: reg, answers: map[string]host.Status{}, holds: map[string]bool{}}
	for _, name := range []string{"A", "B", "C", "D"} {
		g.action(host.Action{Name: name, Local: true, Tick: func(*host.Call) host.Status {
			g.calls += name
			if s, ok := g.answers[name]; ok {
				return s
			}
			return host.Success
		}})
	}
	for _, name := range []string{"day", "near"} {
		g.condition(host.Func{Name: name, Result: host.Bool, Local: true, Eval: func(*host.Call) host.Value { return host.BoolValue(g.holds[name]) }})
	}
	return g
}

func (g *game) action(a host.Action) {
	g.Helper()
	if err := g.reg.AddAction(a); err != nil {
		g.Fatal(err)
	}
}

func (g *game) condition(f host.Func) {
	g.Helper()
	if err := g.reg.AddFunc(f); err != nil {
		g.Fatal(err)
	}
}

// load puts the bot into a tree, whose rules stand in src.
func (g *game) load(src string) *game {
	g.Helper()
	return g.loadWith(dragengine.Options{}, src)
}

func (g *game) loadWith(o dragengine.Options, src string) *game {
	g.Helper()
	p := mustLoad(g.T, o, src, g.reg)
	g.pool = run.NewPool(p, g.world)
	g.pool.Add(1, 0, run.Moment{DT: 0.1})
	g.exec = g.pool.NewExec()
	var err error
	if g.bot, err = dragengine.BotOf(g.pool, 0); err != nil {
		g.Fatal(err)
	}
	return g
}

func mustLoad(t testing.TB, o dragengine.Options, rules string, reg *host.Registry) *run.Program {
	t.Helper()
	var l syntax.List
	src := "<behaviorTree>" + rules + "</behaviorTree>"
	dragengine.Configure(reg, o)
	p := dragengine.Load("tree.debt", []byte(src), reg, sourcefile.Memory(nil), &l)
	if err := l.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

// step runs a tick, and gives what was called in it.
func (g *game) step() (host.Status, string) {
	g.calls = ""
	g.pool.TickRange(&g.exec, g.pool.Order(), run.Moment{Tick: g.tick, DT: 0.1})
	g.tick++
	return g.pool.Status(0), g.calls
}

// want runs a tick and checks it.
func (g *game) want(status host.Status, calls string) {
	g.Helper()
	if s, c := g.step(); s != status || c != calls {
		g.Errorf("tick %d: %v with calls %q, want %v with %q", g.tick-1, s, c, status, calls)
	}
}
