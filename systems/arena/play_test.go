package arena_test

import (
	"math"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
	"github.com/thicket-sim/thicket/systems"
	"github.com/thicket-sim/thicket/systems/arena"
)

// game is a scene being played, and its arena.
type game struct {
	t testing.TB
	*session.Session
	arena *arena.Arena
}

// open starts a scene on some workers.
func open(t testing.TB, src string, workers int) *game {
	t.Helper()
	s, err := session.Start("scene.yaml", []byte(src), session.Options{Workers: workers})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	t.Cleanup(s.Close)
	return &game{t, s, arena.Of(s.Game())}
}

func (g *game) steps(n int) *game {
	for range n {
		g.Step()
	}
	return g
}

// put places a body at a spot with a heading.
func (g *game) put(id components.ID, x, y, hx, hy float32) *game {
	g.t.Helper()
	h := components.Heading{X: hx, Y: hy}
	if err := g.Game().Place(id, &components.Position{X: x, Y: y}, &h); err != nil {
		g.t.Fatal(err)
	}
	return g
}

// bot is a bot or player by id.
func (g *game) bot(id components.ID) systems.BodyView {
	g.t.Helper()
	snap := g.Snapshot()
	for _, list := range [][]systems.BodyView{snap.Bots, snap.Players} {
		for _, b := range list {
			if b.ID == id {
				return b
			}
		}
	}
	g.t.Fatalf("nobody has id %d", id)
	return systems.BodyView{}
}

// state is a state value of a bot as JSON.
func (g *game) state(id components.ID, key string) string {
	g.t.Helper()
	for _, kv := range g.bot(id).State {
		if kv.Key == key {
			return kv.Value.String()
		}
	}
	return ""
}

// events are how often each event was sent so far.
func (g *game) events(name string) int64 { return g.Game().EventCounts()[name] }

// near wants a body at a spot, to a step of a bot.
func (g *game) near(id components.ID, x, y float32) {
	g.t.Helper()
	if b := g.bot(id); math.Abs(float64(b.X-x)) > 0.21 || math.Abs(float64(b.Y-y)) > 0.21 {
		g.t.Errorf("bot %d at (%.3f, %.3f), wanted (%v, %v)", id, b.X, b.Y, x, y)
	}
}

// yard is a scene of two bots of two teams, the first with a tree of its own.
// Both stand where they are put.
const yard = `
seed: 3
tickRate: 10
world: { width: 100, height: 100 }
teams: [{ id: red }, { id: blue }]
obstacles: [{ rect: [60, 10, 4, 30] }]
places:
  - { id: mine, at: [10, 10], radius: 3, tags: [heal, store, shop], team: red }
  - { id: yours, at: [90, 90], radius: 3, tags: [heal, store, shop], team: blue }
  - { id: well, at: [50, 50], radius: 2 }
weapons:
  - { id: knife, damage: 30, range: 2, cooldown: 1s }
  - { id: bow, damage: 10, range: 20, cooldown: 0.5s, clip: 2, ammo: 6, reload: 1s }
items:
  - { kind: ore, count: 2, worth: 5, respawn: 3s }
  - { kind: berry, count: 1, food: 0.5, health: 10, respawn: never }
  - { kind: bone, count: 1 }
goods:
  - { id: arrows, price: 10, ammo: 4 }
  - { id: blade, price: 20, weapon: knife }
  - { id: plate, price: 30, armour: 0.5 }
match: { purse: 50, kill: 3 }
settings: { g_skill: 3 }
bots:
  - id: one
    name: One
    teamId: red
    count: 1
    speedMps: 2
    health: 100
    skill: 4
    weapons: [bow]
    cargo: 2
    respawn: 2s
    home: mine
    tags: [tall]
    hunger: { lasts: 100s }
    turnRate: 90
    behavior: TREE
  - { id: two, name: Two, teamId: blue, count: 1, speedMps: 0, health: 100, respawn: 3s, drops: bone }
  - { id: three, name: Three, teamId: red, count: 1, speedMps: 0, health: 50, cargo: 0 }
  - { id: knight, name: Knight, teamId: red, speedMps: 4, health: 200, weapons: [knife, bow], price: 20 }
`

// The bots of the yard.
const (
	one components.ID = iota + 1
	two
	three
)

// in starts the yard with a tree for its first bot, which stands at (20, 50)
// and faces right; the second is 10 m ahead of it, the third 10 m behind.
func in(t testing.TB, tree string) *game {
	t.Helper()
	g := open(t, strings.Replace(yard, "TREE", tree, 1), 1)
	return g.put(one, 20, 50, 1, 0).put(two, 30, 50, 1, 0).put(three, 10, 50, 1, 0)
}

// act is a tree of one action that writes into the state `is` how it went:
// done, or runs (the key is not written) or failed.
func act(name, args string) string {
	action := "{ kind: action, name: " + name + ", args: " + args + " }"
	set := func(v string) string {
		return "{ kind: action, name: set_state, args: { key: is, value: " + v + " } }"
	}
	return "{ kind: selector, children: [{ kind: sequence, children: [" + action + ", " + set("done") + "] }, " + set("failed") + "] }"
}

// ask is a tree that writes into the state `is` whether a condition holds.
func ask(name, args string) string {
	return strings.Replace(act(name, args), "kind: action", "kind: condition", 1)
}

// value is what a function gives for the first bot.
func (g *game) value(name string, args ...host.Value) host.Value {
	g.t.Helper()
	return g.valueFor(one, name, args...)
}

func (g *game) valueFor(id components.ID, name string, args ...host.Value) host.Value {
	g.t.Helper()
	f := g.Game().Setup.Registry.Func(name)
	if f == nil {
		g.t.Fatalf("no function %q", name)
	}
	all := make([]host.Value, len(f.Params))
	for i := range f.Params {
		all[i] = f.Params[i].Default
		if i < len(args) {
			all[i] = args[i]
		}
	}
	w := world{g.Game()}
	clock := g.World().Clock()
	return f.Eval(&host.Call{
		World: w, Body: g.World().Slot(id), Bot: id, Tick: clock.Tick, DT: clock.DT, Args: all, Source: nowhere{},
	})
}

// world is as much of a world as functions need that are asked between ticks.
type world struct{ *systems.Game }

func (w world) ID(int32) host.BotID                                     { return 0 }
func (w world) Position(int32) (x, y float32)                           { return 0, 0 }
func (w world) Heading(int32) (x, y float32)                            { return 0, 0 }
func (w world) Delta(_, _ int32) (dx, dy float64)                       { return 0, 0 }
func (w world) State(int32, host.Key) host.Sym                          { return 0 }
func (w world) StateColumn(host.Key) []uint32                           { return nil }
func (world) Part(any) any                                              { return nil }
func (w world) Nearest(int32, host.FacetID) int32                       { return -1 }
func (w world) Random(_ host.BotID, _ int64, _ uint16, _ uint32) uint64 { return 1 << 63 }
func (w world) Decide(int32, *host.Action, host.Intent)                 {}
func (w world) Fault(host.Fault)                                        {}

type nowhere struct{}

func (nowhere) Origin(uint16) (tree, pos string) { return "test", "test" }

// is wants the state `is` to have a value.
func (g *game) is(want string) *game {
	g.t.Helper()
	if got := g.state(one, "is"); got != want {
		g.t.Errorf("the tree says %q at tick %d, wanted %q", got, g.World().Clock().Tick, want)
	}
	return g
}
