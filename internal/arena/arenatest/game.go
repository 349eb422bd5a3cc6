package arenatest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
	"github.com/thicket-sim/thicket/session"
)

// Game is a scene being played, and its arena.
type Game struct {
	T testing.TB
	*live.Session
	Arena *core.Arena
}

// Open starts a scene on some workers.
func Open(t testing.TB, src string, workers int) *Game {
	t.Helper()
	s, err := live.Start("scene.yaml", []byte(src), live.Options{Workers: workers})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	t.Cleanup(s.Close)
	return &Game{t, s, core.Of(s.Game())}
}

func (g *Game) Steps(n int) *Game {
	for range n {
		g.Step()
	}
	return g
}

// Put places a body at a spot with a heading.
func (g *Game) Put(id components.ID, x, y, hx, hy float32) *Game {
	g.T.Helper()
	h := components.Heading{X: hx, Y: hy}
	if err := g.Game().Place(id, &components.Position{X: x, Y: y}, &h); err != nil {
		g.T.Fatal(err)
	}
	return g
}

// Bot returns a bot or player by id.
func (g *Game) Bot(id components.ID) session.BodyView {
	g.T.Helper()
	snap := g.Snapshot()
	for _, list := range [][]session.BodyView{snap.Bots, snap.Players} {
		for _, b := range list {
			if b.ID == id {
				return b
			}
		}
	}
	g.T.Fatalf("nobody has id %d", id)
	return session.BodyView{}
}

// State returns a state value of a bot as JSON.
func (g *Game) State(id components.ID, key string) string {
	g.T.Helper()
	for _, kv := range g.Bot(id).State {
		if kv.Key == key {
			return kv.Value.String()
		}
	}
	return ""
}

// Events returns how often each event was sent so far.
func (g *Game) Events(name string) int64 { return g.Game().Counts.EventCounts()[name] }

// Near wants a body at a spot, to a step of a bot.
func (g *Game) Near(id components.ID, x, y float32) {
	g.T.Helper()
	if b := g.Bot(id); math.Abs(float64(b.X-x)) > 0.21 || math.Abs(float64(b.Y-y)) > 0.21 {
		g.T.Errorf("bot %d at (%.3f, %.3f), wanted (%v, %v)", id, b.X, b.Y, x, y)
	}
}

// Yard is a scene of two bots of two teams, the first with a tree of its own.
// Both stand where they are put.
const Yard = `
seed: 3
tickRate: 10
vocabularies: [unvanquished, mbt]
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
	One components.ID = iota + 1
	Two
	Three
)

// In starts the yard with a tree for its first bot, which stands at (20, 50)
// and faces right; the second is 10 m ahead of it, the third 10 m behind.
func In(t testing.TB, tree string) *Game {
	t.Helper()
	g := Open(t, strings.Replace(Yard, "TREE", tree, 1), 1)
	return g.Put(One, 20, 50, 1, 0).Put(Two, 30, 50, 1, 0).Put(Three, 10, 50, 1, 0)
}

// Act returns a tree of one action that writes into the state `is` how it went:
// done, or runs (the key is not written) or failed.
func Act(name, args string) string {
	action := "{ kind: action, name: " + name + ", args: " + args + " }"
	set := func(v string) string {
		return "{ kind: action, name: set_state, args: { key: is, value: " + v + " } }"
	}
	return "{ kind: selector, children: [{ kind: sequence, children: [" + action + ", " + set("done") + "] }, " + set("failed") + "] }"
}

// Ask returns a tree that writes into the state `is` whether a condition holds.
func Ask(name, args string) string {
	return strings.Replace(Act(name, args), "kind: action", "kind: condition", 1)
}

// Value returns the value of a function for the first bot: one for all trees, or else one of
// Unvanquished's.
func (g *Game) Value(name string, args ...host.Value) host.Value {
	g.T.Helper()
	return g.ValueFor(One, name, args...)
}

func (g *Game) ValueFor(id components.ID, name string, args ...host.Value) host.Value {
	g.T.Helper()
	f := g.Game().Setup.Registry.Func(name)
	if f == nil {
		f = g.Game().Setup.Registry.Overlay("unvanquished").Func(name)
	}
	if f == nil {
		g.T.Fatalf("no function %q", name)
	}
	all := make([]host.Value, len(f.Params))
	for i := range f.Params {
		all[i] = f.Params[i].Default
		if i < len(args) {
			all[i] = args[i]
		}
	}
	w := world{g.Game(), g.Arena}
	clock := g.World().Clock()
	c := &host.Call{World: w, Body: g.World().Slot(id), Bot: id, Tick: clock.Tick, DT: clock.DT, Args: all}
	host.RuntimeOf(c).Source = nowhere{}
	return f.Eval(c)
}

// world is as much of a world as functions need that are asked between ticks.
type world struct {
	*systems.Game
	arena *core.Arena
}

func (w world) Part(any) any { return w.arena }

func (w world) ID(int32) host.BotID                                     { return 0 }
func (w world) Position(int32) (x, y float32)                           { return 0, 0 }
func (w world) Heading(int32) (x, y float32)                            { return 0, 0 }
func (w world) Delta(_, _ int32) (dx, dy float64)                       { return 0, 0 }
func (w world) State(int32, host.Key) host.Sym                          { return 0 }
func (w world) StateColumn(host.Key) []uint32                           { return nil }
func (w world) Nearest(int32, host.FacetID) int32                       { return -1 }
func (w world) Random(_ host.BotID, _ int64, _ uint16, _ uint32) uint64 { return 1 << 63 }
func (w world) Decide(int32, *host.Action, host.Intent)                 {}
func (w world) Fault(host.Fault)                                        {}

type nowhere struct{}

func (nowhere) Origin(uint16) (tree, pos string) { return "test", "test" }

// How a tree of [Act] or [Ask] says that an action or a condition went.
const (
	Done   = `"done"`
	Failed = `"failed"`
	Runs   = ""
)

// Is wants the state `is` to have a value.
func (g *Game) Is(want string) *Game {
	g.T.Helper()
	if got := g.State(One, "is"); got != want {
		g.T.Errorf("the tree says %q at tick %d, wanted %q", got, g.World().Clock().Tick, want)
	}
	return g
}

// Shipped returns a shipped scene, with n bots where n is not 0.
func Shipped(t testing.TB, name string, n, workers int, seed uint64) *Game {
	t.Helper()
	scene, err := scenes.Load(name, scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n > 0 {
		if err := scene.Scale(n); err != nil {
			t.Fatal(err)
		}
	}
	if seed != 0 {
		scene.Setup.Seed = seed
	}
	s, err := live.New(scene, live.Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return &Game{t, s, core.Of(s.Game())}
}

func (g *Game) Number(name string, want float64, args ...any) {
	g.T.Helper()
	if got := g.Value(name, values(args)...).Number(); math.Abs(got-want) > 1e-4 {
		g.T.Errorf("%s%v is %v at tick %d, wanted %v", name, args, got, g.World().Clock().Tick, want)
	}
}

func (g *Game) Truth(name string, want bool, args ...any) {
	g.T.Helper()
	if got := g.Value(name, values(args)...).Bool(); got != want {
		g.T.Errorf("%s%v is %v at tick %d, wanted %v", name, args, got, g.World().Clock().Tick, want)
	}
}

func (g *Game) At(id components.ID) (x, y float64) {
	b := g.Bot(id)
	return float64(b.X), float64(b.Y)
}

// From returns how far the first bot is from a point.
func (g *Game) From(x, y float64) float64 {
	bx, by := g.At(One)
	return math.Hypot(bx-x, by-y)
}

// Join brings a player to a spot who goes along a heading at some metres a second.
func (g *Game) Join(x, y float64, h components.Heading, mps float64) components.ID {
	g.T.Helper()
	j := &session.Join{Name: "Ann", At: session.Point(x, y), Heading: h, SpeedMPS: mps}
	if err := g.Do(j); err != nil {
		g.T.Fatal(err)
	}
	return j.IDs[0]
}

// Does gives the first bot another tree, for a tick.
func (g *Game) Does(tree string) *Game {
	g.T.Helper()
	p, _, err := trees.LoadSource("other.bt", []byte("selector { "+tree+" }\n"), g.Game().Setup.Registry)
	if err != nil {
		g.T.Fatalf("%s: %v", tree, err)
	}
	if err := g.Game().Pools.SwitchBot(One, p); err != nil {
		g.T.Fatal(err)
	}
	g.Step()
	return g
}

// values are arguments of a function: numbers, texts and ids.
func values(args []any) (all []host.Value) {
	for _, a := range args {
		switch a := a.(type) {
		case host.Value:
			all = append(all, a)
		case string:
			all = append(all, host.StringValue(a))
		case float64:
			all = append(all, host.NumberValue(a))
		case int:
			all = append(all, host.NumberValue(float64(a)))
		}
	}
	return all
}

// Hurt takes ten points from a body, as a blow of nobody.
func (g *Game) Hurt(id components.ID) { g.Arena.Life.Hurt(g.Arena.BodyOf(id), 10, 0) }

// Audit wants all that there is to add up.
func (g *Game) Audit() {
	g.T.Helper()
	if err := g.Arena.Audit(); err != nil {
		g.T.Fatalf("tick %d: %v", g.World().Clock().Tick, err)
	}
}

// Holds wants expressions to be true for the first bot, each in a tick of its
// own.
func (g *Game) Holds(exprs ...string) *Game {
	g.T.Helper()
	for _, e := range exprs {
		g.Does(fmt.Sprintf("selector { sequence { condition %s action say( \"yes\" ) } action say( \"no\" ) }", e))
		if got := g.Bot(One).Speech; got != "yes" {
			g.T.Errorf("%s: %s", e, got)
		}
	}
	return g
}
