package base_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
)

// comesAs gives bots a tree with a block of selectClass.
func comesAs(g *arenatest.Game, block string, bots ...components.ID) {
	g.T.Helper()
	p, _, err := trees.LoadSource("other.bt", []byte("selectClass { "+block+" } selector { action gesture }\n"), g.Game().Setup.Registry)
	if err != nil {
		g.T.Fatalf("%s: %v", block, err)
	}
	for _, id := range bots {
		if err := g.Game().Pools.SwitchBot(id, p); err != nil {
			g.T.Fatal(err)
		}
	}
}

// slay kills bodies at the end of the next tick, by a blow of nobody.
func slay(g *arenatest.Game, bots ...components.ID) {
	for _, id := range bots {
		trial.Strike(g, id, 1e4, 0)
	}
	g.Step()
}

// back waits until a bot lives again, and is how many ticks that took.
func back(g *arenatest.Game, id components.ID) int {
	g.T.Helper()
	for n := range 400 {
		if !g.Bot(id).Dead {
			return n
		}
		g.Step()
	}
	g.T.Fatalf("%d stays dead", id)
	return 0
}

// twoMore are two further bots of the first one's class.
const twoMore = "  - { id: two, name: Two, teamId: humans, count: 2, behavior: { file: tree.bt } }"

var _ = trial.Fact("spawn-default", func(t *testing.T) {
	g := trial.Scene{Buildings: "telenode 3400 3200, telenode 1000 1000"}.Open(t).Steps(1)
	trial.Wears(g.Arena, arenatest.One, 14)
	slay(g, arenatest.One)
	if n := back(g, arenatest.One); n < 33 || n > 35 {
		t.Errorf("it is back after %d ticks, wanted 1.7 seconds", n)
	}
	g.Step()
	if b := g.Bot(arenatest.One); b.Form != "human_naked" || b.Weapon != "machinegun" || b.Loaded != 30 || b.Spare != 180 || b.Health != 1 {
		t.Errorf("%+v", b)
	}
	g.Number("haveWeapon", 1, 9)
	g.Number("haveUpgrade", 1, 8)
	if x, y := trial.Where(g, arenatest.One); math.Hypot(x-3400, y-3200) > 100 {
		t.Errorf("it is back at (%v, %v), wanted the nearer telenode", x, y)
	}
	g = trial.Scene{Team: "aliens", Buildings: "egg 3400 3200"}.Open(t).Steps(1)
	trial.Become(g, arenatest.One, "alien_level2")
	slay(g, arenatest.One)
	if back(g, arenatest.One); g.Bot(arenatest.One).Form != "alien_level0" {
		t.Errorf("%+v", g.Bot(arenatest.One))
	}
})

// The settings say what a human gets that chooses nothing.
func TestHumansComeWithWhatIsAllowed(t *testing.T) {
	for settings, want := range map[string]string{"g_bot_rifle: 0": "hbuild", "g_bot_rifle: 0, g_bot_ckit: 0": "blaster"} {
		g := trial.Scene{Buildings: "telenode 3400 3200", Settings: settings}.Open(t).Steps(1)
		slay(g, arenatest.One)
		back(g, arenatest.One)
		if w := g.Bot(arenatest.One).Weapon; w != want {
			t.Errorf("%s: it comes with %q", settings, w)
		}
	}
}

var _ = trial.Fact("spawn-builder-cvar", func(t *testing.T) {
	g := trial.Scene{Team: "aliens", Buildings: "egg 3400 3200"}.Open(t).Steps(1)
	comesAs(g, "spawnAs PCL_ALIEN_BUILDER0", arenatest.One)
	slay(g, arenatest.One)
	if back(g, arenatest.One); g.Bot(arenatest.One).Form != "alien_builder0" {
		t.Errorf("%+v", g.Bot(arenatest.One))
	}
	if form := g.Steps(20).Bot(arenatest.One).Form; form != "alien_builder0" {
		t.Errorf("it is %q a second later", form)
	}
})

var _ = trial.Fact("spawn-locked", func(t *testing.T) {
	for momentum, want := range map[float64]string{60: "alien_builder0", 120: "alien_builder0_upg"} {
		g := trial.Scene{Team: "aliens", Buildings: "egg 3400 3200"}.Open(t).Steps(1)
		trial.SetMomentum(g.Arena, 0, momentum)
		comesAs(g, "selector { spawnAs PCL_ALIEN_BUILDER0_UPG spawnAs PCL_ALIEN_BUILDER0 }", arenatest.One)
		slay(g, arenatest.One)
		if back(g, arenatest.One); g.Bot(arenatest.One).Form != want {
			t.Errorf("with momentum %v it comes as %q", momentum, g.Bot(arenatest.One).Form)
		}
	}
})

// What cannot be chosen leaves what a bot comes as without a choice.
func TestWhatSpawnAsRefuses(t *testing.T) {
	for _, c := range []struct{ team, choice, form, weapon string }{
		{"aliens", "PCL_ALIEN_LEVEL1", "alien_level0", "alevel0"}, {"aliens", "WP_HBUILD", "alien_level0", "alevel0"},
		{"humans", "WP_CHAINGUN", "human_naked", "machinegun"}, {"humans", "PCL_ALIEN_LEVEL0", "human_naked", "machinegun"}, {"humans", "WP_HBUILD", "human_naked", "hbuild"},
	} {
		g := trial.Scene{Team: c.team, Buildings: "egg 3400 3200, telenode 3600 3200"}.Open(t)
		comesAs(g, "spawnAs "+c.choice, arenatest.One)
		g.Steps(2)
		if b := g.Bot(arenatest.One); b.Form != c.form || b.Weapon != c.weapon {
			t.Errorf("%s %s begins as %s with %s", c.team, c.choice, b.Form, b.Weapon)
		}
		slay(g, arenatest.One)
		back(g, arenatest.One)
		if b := g.Bot(arenatest.One); b.Form != c.form || b.Weapon != c.weapon {
			t.Errorf("%s %s is back as %s with %s", c.team, c.choice, b.Form, b.Weapon)
		}
	}
}

var _ = trial.Fact("spawn-none", func(t *testing.T) {
	g := trial.Scene{Bots: twoMore + "\n  - { id: foe, name: Foe, teamId: aliens, count: 1, behavior: { file: tree.bt } }", Buildings: "reactor 500 500"}.Open(t).Steps(1)
	foe := trial.Those(g, "foe")[0].ID
	trial.At(g, arenatest.Two, 1000, 6000)
	trial.At(g, arenatest.Three, 1000, 5000)
	trial.At(g, foe, 6000, 1000)
	slay(g, arenatest.One, arenatest.Two)
	g.Steps(400)
	if !g.Bot(arenatest.One).Dead || !g.Bot(arenatest.Two).Dead || g.Game().Over() {
		t.Errorf("over: %v; %+v", g.Game().Over(), g.Bot(arenatest.One))
	}
	slay(g, arenatest.Three)
	if g.Steps(30); g.Game().Over() {
		t.Error("the match is over while the body lies")
	}
	if g.Steps(6); !g.Game().Over() || g.Arena.Match.Winner() != 0 {
		t.Errorf("over: %v, winner %d", g.Game().Over(), g.Arena.Match.Winner())
	}
})

var _ = trial.Fact("spawn-interval", func(t *testing.T) {
	g := trial.Scene{Bots: twoMore, Buildings: "telenode 1000 1000"}.Open(t).Steps(1)
	slay(g, arenatest.One, arenatest.Two, arenatest.Three)
	died := g.World().Clock().Tick
	var came []int64
	alive := map[components.ID]bool{}
	for len(came) < 3 && g.World().Clock().Tick < died+1000 {
		g.Step()
		for _, id := range []components.ID{arenatest.One, arenatest.Two, arenatest.Three} {
			if !g.Bot(id).Dead && !alive[id] {
				alive[id] = true
				came = append(came, g.World().Clock().Tick-died)
				if int(id) != len(came) {
					t.Errorf("%d came as number %d", id, len(came))
				}
			}
		}
	}
	if len(came) != 3 || came[0] != 34 || came[1] != came[0]+200 || came[2] != came[1]+200 {
		t.Errorf("they came after %v ticks, wanted 1.7 seconds and then 10 seconds apart", came)
	}
})

// One client per team comes in a tick, at the nearest spawn that can take it.
func TestSpawnsTakeTurns(t *testing.T) {
	g := trial.Scene{Bots: twoMore, Buildings: "telenode 1000 1000, telenode 5000 5000"}.Open(t).Steps(1)
	for _, id := range []components.ID{arenatest.One, arenatest.Two, arenatest.Three} {
		trial.At(g, id, 1000, 1200)
	}
	g.Step()
	slay(g, arenatest.One, arenatest.Two, arenatest.Three)
	if a, b := back(g, arenatest.One), back(g, arenatest.Two); a != 34 || b != 1 {
		t.Errorf("they came after %d and %d more ticks", a, b)
	}
	if x, _ := trial.Where(g, arenatest.One); x > 1200 {
		t.Errorf("the first came at x = %v", x)
	}
	if x, _ := trial.Where(g, arenatest.Two); x < 4800 {
		t.Errorf("the second came at x = %v, wanted the other telenode", x)
	}
	trial.Raze(g, trial.Those(g, "telenode")[0].ID, 0)
	trial.Raze(g, trial.Those(g, "telenode")[1].ID, 0)
	if g.Steps(300); !g.Bot(arenatest.Three).Dead {
		t.Error("the third is back without a telenode")
	}
}

var _ = trial.Fact("spawn-two-builders", func(t *testing.T) {
	const block = "condition !( teamateHasWeapon( WP_HBUILD ) ) { spawnAs WP_HBUILD }"
	g := trial.Scene{Bots: twoMore, Buildings: "telenode 1000 1000, telenode 5000 5000"}.Open(t)
	comesAs(g, block, arenatest.One, arenatest.Two, arenatest.Three)
	g.Step() // and at the start they are asked one after the other, too
	tools := func() (n int) {
		for _, id := range []components.ID{arenatest.One, arenatest.Two, arenatest.Three} {
			if g.Bot(id).Weapon == "hbuild" {
				n++
			}
		}
		return n
	}
	if n := tools(); n != 1 || g.Bot(arenatest.One).Weapon != "hbuild" {
		t.Errorf("%d builders at the start, the first has %q", n, g.Bot(arenatest.One).Weapon)
	}
	slay(g, arenatest.One, arenatest.Two, arenatest.Three)
	back(g, arenatest.One)
	back(g, arenatest.Two)
	if a, b := g.Bot(arenatest.One).Weapon, g.Bot(arenatest.Two).Weapon; a != "hbuild" || b != "machinegun" {
		t.Errorf("they are back with %q and %q", a, b)
	}
})

// Bots of the game appear near their spawns, unless their class has a home.
func TestBotsBeginAtTheirSpawns(t *testing.T) {
	g := trial.Scene{
		Bots: twoMore + "\n  - { id: host, name: Host, teamId: humans, count: 1, home: den, behavior: { file: tree.bt } }", Buildings: "telenode 1000 1000, telenode 5000 5000",
		More: "places: [{ id: den, at: [150, 20], radius: 1 }]",
	}.Open(t)
	for i, want := range []float64{1000, 5000} {
		if x, y := trial.Where(g, components.ID(3-i)); math.Abs(x-want) > 200 || math.Abs(y-want) > 200 {
			t.Errorf("%d begins at (%v, %v), wanted %v", 3-i, x, y, want)
		}
	}
	if b := trial.Those(g, "host")[0]; math.Hypot(float64(b.X-150), float64(b.Y-20)) > 1.1 {
		t.Errorf("who has a home begins at (%v, %v)", b.X, b.Y)
	}
}

var _ = trial.Fact("match-end", func(t *testing.T) {
	g := trial.Scene{Buildings: "egg 500 500", Bots: "  - { id: foe, name: Foe, teamId: aliens, count: 1, behavior: { file: tree.bt } }"}.Open(t).Steps(30)
	foe := trial.Those(g, "foe")[0].ID
	slay(g, foe)
	back(g, foe) // and the egg is taken for a while
	slay(g, foe, arenatest.One)
	if g.Steps(33); g.Game().Over() {
		t.Error("it is over while the body lies")
	}
	if g.Steps(3); !g.Game().Over() || g.Arena.Match.Winner() != 0 {
		t.Errorf("over: %v, winner %d: the aliens have an egg", g.Game().Over(), g.Arena.Match.Winner())
	}
	if got, want := g.Snapshot().Result, "aliens won: humans have no spawn left, and nobody who lives"; got != want {
		t.Errorf("the result is %q, wanted %q", got, want)
	}
})

// Nothing is decided in the first second, nor for a team alone, and what is under
// construction is a spawn. The time limit is a draw.
func TestHowAMatchDoesNotEnd(t *testing.T) {
	foe := "  - { id: foe, name: Foe, teamId: aliens, count: 1, behavior: { file: tree.bt } }"
	g := trial.Scene{Bots: foe}.Open(t)
	g.Steps(1)
	if err := g.Game().Population.Dismiss(arenatest.One); err != nil {
		t.Fatal(err)
	}
	if g.Steps(18); g.Game().Over() {
		t.Error("it is over in the first second")
	}
	if g.Steps(1); !g.Game().Over() {
		t.Error("it is not over after a second")
	}
	g = trial.Scene{Buildings: "egg 500 500"}.Open(t).Steps(40)
	slay(g, arenatest.One)
	if g.Steps(100); g.Game().Over() {
		t.Error("it is over though nobody else took part")
	}
	g = trial.Scene{Bots: foe, Buildings: "reactor 1000 1000", Settings: trial.TheKit + ", g_maxMiners: 0"}.Open(t).Steps(2)
	trial.At(g, trial.Those(g, "foe")[0].ID, 6000, 6000)
	trial.Wants(g, "buildNowChosenBuildable", "done")
	slay(g, arenatest.One)
	if g.Steps(100); g.Game().Over() || len(trial.Those(g, "telenode")) != 1 {
		t.Errorf("over: %v, %d telenodes", g.Game().Over(), len(trial.Those(g, "telenode")))
	}
	if b := g.Bot(arenatest.One); !b.Dead {
		t.Error("it is back at a telenode under construction")
	}
	if g.Steps(100); g.Bot(arenatest.One).Dead {
		t.Error("it is not back at a telenode that is finished")
	}
	g = trial.Scene{Bots: foe, Buildings: "egg 500 500, telenode 5000 5000", Settings: "timelimit: 0.5"}.Open(t).Steps(599)
	if g.Game().Over() {
		t.Error("it is over before its time is up")
	}
	if g.Steps(1); !g.Game().Over() || g.Arena.Match.Winner() != systems.NoTeam || g.Snapshot().Result != "a draw: the time of 0.5 minutes is up" {
		t.Errorf("over: %v, winner %d, %q", g.Game().Over(), g.Arena.Match.Winner(), g.Snapshot().Result)
	}
}

// While its selectClass is asked, the clocks of a bot show 0, and it has no goal.
func TestSelectClassBeginsAnew(t *testing.T) {
	g := trial.Scene{Tree: "action moveTo( E_H_REACTOR )", Buildings: "telenode 3400 3200, reactor 5000 3200"}.Open(t).Steps(20)
	if kind, _, _ := trial.Goal(g.Arena, trial.One); kind != "body" {
		t.Fatalf("its goal is %q", kind)
	}
	comesAs(g, "condition aliveTime == 0 && myTimer == 0 && goalType < 0 { spawnAs WP_HBUILD }", trial.One)
	slay(g, trial.One)
	back(g, trial.One)
	if b := g.Bot(trial.One); b.Weapon != "hbuild" {
		t.Errorf("it comes back with a %s", b.Weapon)
	}
}

// visits counts what a tracer is told of.
type visits map[tree.NodeID]int

func (v visits) Leaf(_ int32, n tree.NodeID, what host.Notice, s host.Status) { v.Node(0, n, what, s) }

func (v visits) Node(_ int32, n tree.NodeID, _ host.Notice, _ host.Status) { v[n]++ }

// Who watches a bot, or traces all, is told what its selectClass does.
func TestSelectClassIsTold(t *testing.T) {
	g := trial.Scene{Buildings: "telenode 3400 3200"}.Open(t).Steps(1)
	comesAs(g, "selector { condition aliveTime < 0 { spawnAs WP_HBUILD } spawnAs WP_MACHINEGUN }", arenatest.One)
	p, err := g.Game().Watchers.ProgramOf(arenatest.One)
	if err != nil {
		t.Fatal(err)
	}
	watched, traced := visits{}, visits{}
	if err := g.Game().Watchers.Watch(arenatest.One, func(*run.Program) run.Tracer { return watched }); err != nil {
		t.Fatal(err)
	}
	g.Game().Watchers.Trace(func(int, *run.Program) run.Tracer { return traced })
	slay(g, arenatest.One)
	back(g, arenatest.One)
	choice := p.Tree.Entries[1]
	told := []tree.NodeID{choice, p.Tree.Kids(choice)[0], p.Tree.Kids(choice)[1]}
	for who, v := range map[string]visits{"who watches": watched, "who traces": traced} {
		for i, n := range told {
			if v[n] != 1 {
				t.Errorf("%s is told %d times of node %d of the block, wanted once", who, v[n], i)
			}
		}
	}
}
