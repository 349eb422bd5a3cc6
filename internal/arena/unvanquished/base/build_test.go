package base_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/base"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

var _ = trial.Fact("build-not-builder", func(t *testing.T) {
	g := trial.Scene{Buildings: "reactor 3000 3000"}.Open(t)
	trial.Wants(g, "buildNowChosenBuildable", "failed")
	g = trial.Scene{Team: "aliens", Buildings: "overmind 3000 3000"}.Open(t)
	trial.Wants(g, "buildNowChosenBuildable", "failed")
	g = trial.Scene{Buildings: "reactor 3000 3000", Settings: trial.TheKit}.Open(t)
	trial.Wants(g, "buildNowChosenBuildable", "done")
})

var _ = trial.Fact("build-human-order", func(t *testing.T) {
	const two = "reactor 3000 3000, drill 3000 2600, telenode 3000 2000"
	for _, c := range []struct {
		stands string
		cost   int
		class  string
	}{
		{"", 0, "reactor"}, {"reactor 3000 3000", 0, "drill"}, {two, 10, "telenode"},
		{two + ", telenode 3200 2000, telenode 3400 2000", 8, "armoury"},
		{two + ", telenode 3200 2000, telenode 3400 2000, armoury 3600 2000", 8, "medistat"},
		{two + ", telenode 3200 2000, telenode 3400 2000, armoury 3600 2000, medistat 3800 2000", 10, "mgturret"},
	} {
		g := trial.Scene{Buildings: c.stands, Settings: trial.TheKit}.Open(t).Steps(1)
		g.Number("chosenBuildableCost", float64(c.cost))
		if got := trial.Built(g); got != c.class {
			t.Errorf("beside %s stands %q next, wanted %s", c.stands, got, c.class)
		}
	}
})

// The rocket pod needs momentum, and comes with the chance of a setting.
func TestRocketPodsComeByChance(t *testing.T) {
	t.Parallel()
	const all = "reactor 3000 3000, drill 3000 2600, telenode 3000 2000, telenode 3200 2000, telenode 3400 2000, armoury 3600 2000, medistat 3800 2000"
	for _, c := range []struct{ settings, want string }{
		{"g_bot_buildProbRocketPod: 1", "mgturret"}, // locked
		{"g_bot_buildProbRocketPod: 1, g_bot_infiniteMomentum: 1", "rocketpod"},
		{"g_bot_buildProbRocketPod: 0, g_bot_infiniteMomentum: 1", "mgturret"},
	} {
		if got := trial.Built(trial.Scene{Buildings: all, Settings: trial.TheKit + ", " + c.settings}.Open(t).Steps(1)); got != c.want {
			t.Errorf("%s: %s, wanted %s", c.settings, got, c.want)
		}
	}
}

// granger returns a scene whose first bot is a granger.
func granger(t *testing.T, stands, settings string) *arenatest.Game {
	t.Helper()
	g := trial.Scene{Team: "aliens", Buildings: stands, Settings: settings}.Open(t).Steps(1)
	trial.Become(g, arenatest.One, "alien_builder0")
	trial.At(g, arenatest.One, 3200, 3200)
	return g
}

var _ = trial.Fact("build-alien-order", func(t *testing.T) {
	const three = "overmind 3000 3000, leech 3000 2600, egg 3000 2000, egg 3200 2000, egg 3400 2000"
	for _, c := range []struct {
		stands, settings string
		cost             int
		class            string
	}{
		{"", "", 0, "overmind"}, {"overmind 3000 3000", "", 0, "leech"}, {"overmind 3000 3000, leech 3000 2600, egg 3000 2000, egg 3200 2000", "g_bot_infiniteMomentum: 1", 10, "egg"},
		{three, "g_bot_infiniteMomentum: 1", 12, "booster"}, {three, "", 10, "egg"},
		{three + ", egg 3600 2000, egg 3800 2000, egg 4000 2000, booster 3000 2300", "g_bot_infiniteMomentum: 1", 8, "acidtube"},
		{three, "g_bot_buildNumEggs: 3", 8, "acidtube"},
	} {
		g := granger(t, c.stands, c.settings).Steps(1)
		g.Number("chosenBuildableCost", float64(c.cost))
		if got := trial.Built(g); got != c.class {
			t.Errorf("beside %s stands %q next, wanted %s", c.stands, got, c.class)
		}
	}
})

var _ = trial.Fact("build-poor", func(t *testing.T) {
	g := granger(t, "overmind 3000 3000", "g_BPInitialBudget: 5, g_maxMiners: 0").Steps(1)
	g.Number("chosenBuildableCost", 10)
	trial.Wants(g, "buildNowChosenBuildable", "failed")
	if n := len(trial.Those(g, "egg")); n > 0 {
		t.Errorf("%d eggs", n)
	}
})

// Nothing is built that would stand beyond the field's edge, in part or whole.
func TestBuildingsStandInTheField(t *testing.T) {
	for x, want := range map[float32]int{3.2: 0, 5: 1} { // an egg stands 2.97 m ahead
		g := granger(t, "overmind 3000 3000", "g_maxMiners: 0")
		g.Put(arenatest.One, x, 100, -1, 0)
		trial.Wants(g, "buildNowChosenBuildable", "done")
		if got := len(trial.Those(g, "egg")); got != want {
			t.Errorf("from %v m: %d eggs, wanted %d", x, got, want)
		}
	}
}

var _ = trial.Fact("build-timer", func(t *testing.T) {
	g := granger(t, "overmind 3000 3000", "g_maxMiners: 0")
	trial.Wants(g, "buildNowChosenBuildable", "done")
	begun := g.World().Clock().Tick
	eggs := trial.Those(g, "egg")
	if x, y := trial.Where(g, arenatest.One); len(eggs) != 1 || math.Abs(float64(eggs[0].X)*trial.InUnits-x-95) > 0.1 || math.Abs(float64(eggs[0].Y)*trial.InUnits-y) > 0.1 {
		t.Fatalf("%+v, wanted one egg 95 units ahead", eggs)
	}
	for len(trial.Those(g, "egg")) == 1 {
		trial.At(g, arenatest.One, 3200, 4000)
		trial.Wants(g, "buildNowChosenBuildable", "done")
		if g.World().Clock().Tick > begun+400 {
			t.Fatal("nothing more after 20 seconds")
		}
	}
	if after := g.World().Clock().Tick - begun; after != 9*20 {
		t.Errorf("the next after %d ticks, wanted 9 seconds", after)
	}
})

var _ = trial.Fact("build-no-room", func(t *testing.T) {
	for what, put := range map[string]func(*arenatest.Game){
		"the edge":   func(g *arenatest.Game) { trial.At(g, arenatest.One, 6292, 3200) },
		"a building": func(g *arenatest.Game) { trial.At(g, arenatest.One, 3830, 3200) },
		"somebody":   func(g *arenatest.Game) { trial.At(g, arenatest.Two, 3300, 3200) },
		"a wall":     func(g *arenatest.Game) { trial.At(g, arenatest.One, 1920, 3200) },
		"the remains": func(g *arenatest.Game) {
			trial.At(g, arenatest.One, 3830, 3200)
			trial.Raze(g, trial.Those(g, "acidtube")[0].ID, 0)
		},
	} {
		g := trial.Scene{
			Team: "aliens", Buildings: "overmind 3000 3000, acidtube 3940 3200", Settings: "g_maxMiners: 0",
			Bots: "  - { id: two, name: Two, teamId: aliens, count: 1, behavior: { file: tree.bt } }", More: "obstacles: [{ rect: [63, 90, 4, 20] }]",
		}.Open(t).Steps(1)
		trial.At(g, arenatest.Two, 100, 100)
		trial.Become(g, arenatest.One, "alien_builder0")
		trial.At(g, arenatest.One, 3200, 3200)
		put(g)
		g.Step()
		put(g)
		before := g.Value("usableBuildPoints").Number()
		trial.Wants(g, "buildNowChosenBuildable", "done")
		if after := g.Steps(1).Value("usableBuildPoints").Number(); len(trial.Those(g, "egg")) > 0 || after != before {
			t.Errorf("%s in the way: %v points left of %v", what, after, before)
		}
	}
})

var _ = trial.Fact("build-unfinished", func(t *testing.T) {
	g := granger(t, "overmind 3000 3000", "g_maxMiners: 0")
	trial.Wants(g, "buildNowChosenBuildable", "done")
	if health := trial.Those(g, "egg")[0].Health; health != 0.25 {
		t.Errorf("an egg begins with %v of its health", health)
	}
	g.Steps(5 * 20)
	g.Number("numOurBuildings", 1, 1)
	if d := g.Value("distanceTo", numbered(1)).Number(); d < 999999 {
		t.Errorf("an egg under construction is %v away", d)
	}
	g.Steps(10*20 - 2)
	if d := g.Value("distanceTo", numbered(1)).Number(); d < 999999 {
		t.Errorf("an egg is finished before its time")
	}
	g.Steps(2)
	if d, h := g.Value("distanceTo", numbered(1)).Number(), trial.Those(g, "egg")[0].Health; d > 999999 || h < 0.999 {
		t.Errorf("after 15 seconds the egg is %v away and has %v of its health", d, h)
	}
})

var _ = trial.Fact("build-points-booster", func(t *testing.T) {
	for _, c := range []struct {
		team, settings string
		want           float64
	}{
		{"aliens", "", 18}, {"aliens", "g_bot_infiniteMomentum: 1, ", 30}, {"humans", "", 30},
	} {
		g := trial.Scene{Team: c.team, Settings: c.settings + "g_BPInitialBudget: 40", Buildings: "egg 1000 1000, telenode 2000 1000"}.Open(t).Steps(1)
		if got := g.Value("usableBuildPoints").Number(); got != c.want {
			t.Errorf("%s %s: %v usable points, wanted %v", c.team, c.settings, got, c.want)
		}
	}
})

var _ = trial.Fact("spawns-of-others", func(t *testing.T) {
	g := trial.Scene{Team: "aliens", Buildings: "egg 500 500, telenode 1000 1000, telenode 2000 1000, armoury 2000 2000"}.Open(t).Steps(1)
	g.Number("numOurBuildings", 2, 10)
	g.Number("numOurBuildings", 0, 13)
	g.Number("numOurBuildings", 1, 1)
})

var _ = trial.Fact("build-main-unfinished", func(t *testing.T) {
	g := trial.Scene{Settings: trial.TheKit}.Open(t).Steps(1)
	trial.Wants(g, "buildNowChosenBuildable", "done")
	if n := len(trial.Those(g, "reactor")); n != 1 {
		t.Fatalf("%d reactors", n)
	}
	for range 12*20 + 10 { // until its timer is over
		trial.At(g, arenatest.One, 3200, 4000)
		trial.Wants(g, "buildNowChosenBuildable", "done")
	}
	g.Number("chosenBuildableCost", 0)
	if n := len(trial.Those(g, "drill")) + len(trial.Those(g, "reactor")); n != 1 {
		t.Errorf("%d buildings, wanted the reactor alone while it is under construction", n)
	}
	for range 8 * 20 {
		trial.At(g, arenatest.One, 3200, 4000)
		trial.Wants(g, "buildNowChosenBuildable", "done")
	}
	if n := len(trial.Those(g, "drill")); n != 1 {
		t.Errorf("%d drills when the reactor is finished", n)
	}
})

var _ = trial.Fact("build-main-dying", func(t *testing.T) {
	g := trial.Scene{Settings: "g_maxMiners: 0", Buildings: "reactor 1000 1000"}.Open(t).Steps(1)
	trial.Raze(g, trial.Those(g, "reactor")[0].ID, 0)
	g.Step()
	g.Number("chosenBuildableCost", 10) // a telenode
	g.Steps(4*20 - 2)
	g.Number("chosenBuildableCost", 10)
	g.Steps(3)
	g.Number("chosenBuildableCost", 0)
})

// Without a finished main building the others have no power, but spawns and miners.
func TestPowerComesFromTheMainBuilding(t *testing.T) {
	g := trial.Scene{Buildings: "reactor 1000 1000, armoury 2000 1000, telenode 3000 1000, drill 4000 1000, mgturret 5000 1000"}.Open(t).Steps(1)
	far := func(kind int) bool { return g.Value("distanceTo", numbered(kind)).Number() > 999999 }
	for _, kind := range []int{10, 11, 13, 15, 16} {
		if far(kind) {
			t.Errorf("%d does not work beside a reactor", kind)
		}
	}
	trial.Raze(g, trial.Those(g, "reactor")[0].ID, 0)
	g.Step()
	for kind, want := range map[int]bool{10: false, 11: true, 13: true, 15: false, 16: true} {
		if far(kind) != want {
			t.Errorf("without a reactor %d works: %v", kind, want)
		}
	}
}

// A second main building and a second miner are refused.
func TestThereIsOneMainBuilding(t *testing.T) {
	g := trial.Scene{Buildings: "reactor 1000 1000", Settings: trial.TheKit + ", g_bot_buildNumTelenodes: 0, g_maxMiners: 2"}.Open(t).Steps(1)
	if got := trial.Built(g); got != "drill" {
		t.Fatal(got)
	}
	bots := "  - { id: two, name: Two, teamId: humans, count: 1, behavior: { file: tree.bt } }"
	g = trial.Scene{Settings: trial.TheKit, Bots: bots, Tree: "action buildNowChosenBuildable"}.Open(t)
	trial.At(g, arenatest.Two, 3200, 5000)
	g.Steps(1)
	if n := len(trial.Those(g, "reactor")); n != 1 {
		t.Errorf("two builders began %d reactors in one tick", n)
	}
	g = trial.Scene{Settings: trial.TheKit + ", g_BPInitialBudget: 15, g_maxMiners: 0", Bots: bots, Tree: "action buildNowChosenBuildable", Buildings: "reactor 1000 1000"}.Open(t)
	trial.At(g, arenatest.Two, 3200, 5000)
	g.Steps(1)
	if n := len(trial.Those(g, "telenode")); n != 1 {
		t.Errorf("two builders began %d telenodes with points for one", n)
	}
}

// A building wider than any who walks needs its width beside a wall.
func TestWideBuildingsKeepOffWalls(t *testing.T) {
	for gap, want := range map[float64]int{40: 0, 60: 1} {
		g := trial.Scene{Settings: trial.TheKit, More: "obstacles: [{ rect: [63, 90, 4, 20] }]"}.Open(t).Steps(1)
		trial.At(g, arenatest.One, 2016-110-gap, 3200)
		trial.Wants(g, "buildNowChosenBuildable", "done")
		if n := len(trial.Those(g, "reactor")); n != want {
			t.Errorf("%d reactors %v units from a wall, wanted %d", n, gap, want)
		}
	}
}

// Points of destroyed buildings come back, 16 in the first minute.
func TestBuildPointsComeBack(t *testing.T) {
	g := trial.Scene{Buildings: "reactor 1000 1000, telenode 5000 1000, telenode 5000 5000"}.Open(t).Steps(1)
	g.Number("usableBuildPoints", 100)
	for _, b := range trial.Those(g, "telenode") {
		trial.Strike(g, b.ID, 1e4, 0)
	}
	g.Steps(2)
	g.Number("usableBuildPoints", 100) // they are queued
	g.Steps(30 * 20)
	if got := g.Value("usableBuildPoints").Number(); got != 107 { // 7.9 have come, as the rate falls
		t.Errorf("%v points after half a minute, wanted 107", got)
	}
	g.Steps(20)
	if got := g.Value("usableBuildPoints").Number(); got != 108 { // 8.2
		t.Errorf("%v points a second later, wanted 108", got)
	}
}

var _ = trial.Fact("vampire", func(t *testing.T) {
	g := trial.Scene{Buildings: "egg 5000 5000, overmind 1000 1000, reactor 1000 5000", Settings: "g_bot_infiniteMomentum: 1, g_freeFundPeriod: 0", Bots: "  - { id: two, name: Two, teamId: aliens, count: 1, behavior: { file: tree.bt } }"}.Open(t).Steps(1)
	points := func(id components.ID) float64 { return g.ValueFor(id, "usableBuildPoints").Number() }
	if a, h := points(arenatest.Two), points(arenatest.One); a != 110 || h != 120 {
		t.Fatalf("aliens have %v, humans %v", a, h)
	}
	trial.Raze(g, trial.Those(g, "egg")[0].ID, arenatest.One)
	g.Step()
	if a, h := points(arenatest.Two), points(arenatest.One); a != 110 || h != 120 {
		t.Errorf("aliens have %v, humans %v before it explodes; its points are queued", a, h)
	}
	for tick := 0; points(arenatest.One) == 120 && tick < 120; tick++ {
		g.Step()
	}
	total, queued := base.BuildPoints(g.Arena, 0)
	if a, h := points(arenatest.Two), points(arenatest.One); h != 125 || total != 115 || a != math.Floor(total-queued) {
		t.Errorf("aliens have %v of %v, %v queued, humans %v", a, total, queued, h)
	}
	if queued > 10 || queued < 9 { // one comes back in less than four seconds
		t.Errorf("%v points are queued", queued)
	}
})

// A destroyed building lies for a while: an alien one 2 to 5 seconds, and its remains
// 3.5 more, a human one 3 to 5.
func TestDestroyedBuildingsExplode(t *testing.T) {
	for class, lasts := range map[string][2]float64{"acidtube": {5.5, 8.5}, "mgturret": {3, 5}, "reactor": {4, 4}} {
		g := trial.Scene{Buildings: class + " 3500 3200"}.Open(t).Steps(1)
		near := components.ID(arenatest.One)
		trial.At(g, near, 3500, 3300)
		trial.Raze(g, trial.Those(g, class)[0].ID, 0)
		died := g.World().Clock().Tick
		hurtAt := int64(0)
		for len(trial.Those(g, class)) > 0 {
			if g.Step(); hurtAt == 0 && g.Bot(near).Health < 1 {
				hurtAt = g.World().Clock().Tick
			}
			trial.At(g, near, 3500, 3300)
			if g.World().Clock().Tick > died+400 {
				t.Fatalf("%s is not gone after 20 seconds", class)
			}
		}
		gone := float64(g.World().Clock().Tick-died) / 20
		if gone < lasts[0] || gone > lasts[1] || hurtAt == 0 {
			t.Errorf("%s is gone after %v seconds, wanted %v; who was near was hurt at %d", class, gone, lasts, hurtAt)
		}
	}
}

// An unfinished building is gone at once and hurts nobody.
func TestUnfinishedBuildingsAreGoneAtOnce(t *testing.T) {
	g := granger(t, "overmind 1000 1000", "g_maxMiners: 0")
	trial.Wants(g, "buildNowChosenBuildable", "done")
	trial.Raze(g, trial.Those(g, "egg")[0].ID, 0)
	if n := len(trial.Those(g, "egg")); n != 0 {
		t.Errorf("%d eggs lie around", n)
	}
}

// Buildings regenerate when they were not hurt for a while, if there is power.
func TestBuildingsRegenerate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		class, stands string
		rest, rate    float64
		works         bool
	}{
		{"egg", "overmind 1000 1000", 2, 8, true}, {"egg", "", 2, 8, false}, {"armoury", "reactor 1000 1000", 5, 10, true}, {"armoury", "", 5, 10, false},
	} {
		g := trial.Scene{Buildings: c.class + " 5000 5000, " + c.stands}.Open(t).Steps(1)
		id := trial.Those(g, c.class)[0].ID
		full := g.Bot(id).Points
		trial.Strike(g, id, 100, 0)
		g.Steps(int(c.rest*20) - 1)
		if got := g.Bot(id).Points; got != full-100 {
			t.Errorf("%s: %v points before its rest is over", c.class, got)
		}
		g.Steps(21)
		want := float64(full) - 100
		if c.works {
			want += c.rate
		}
		if got := float64(g.Bot(id).Points); math.Abs(got-want) > c.rate/20+1e-3 {
			t.Errorf("%s beside %q: %v points a second after its rest, wanted %v", c.class, c.stands, got, want)
		}
	}
}

func numbered(n int) host.Value { return host.NumberValue(float64(n)) }

var _ = trial.Fact("reward-building", func(t *testing.T) {
	for class, want := range map[string]float64{"egg": 100, "overmind": 200} {
		g := trial.Scene{Buildings: class + " 5000 5000", Settings: "g_freeFundPeriod: 0"}.Open(t).Steps(1)
		trial.Raze(g, trial.Those(g, class)[0].ID, arenatest.One)
		if m := g.Bot(arenatest.One).Money; m != 0 {
			t.Errorf("%v credits for the %s before it explodes", m, class)
		}
		if g.Steps(5 * 20); g.Bot(arenatest.One).Money != want {
			t.Errorf("%v credits for the %s, wanted %v", g.Bot(arenatest.One).Money, class, want)
		}
	}
})

// Buildings that are finished and destroyed bring momentum: 0.7 times 0.6 or 0.8 of their
// points.
func TestBuildingsBringMomentum(t *testing.T) {
	g := trial.Scene{Buildings: "egg 5000 5000", Settings: "g_freeFundPeriod: 0"}.Open(t).Steps(1)
	trial.Raze(g, trial.Those(g, "egg")[0].ID, arenatest.One)
	g.Steps(5 * 20)
	if got, _ := trial.Momentum(g.Arena, 1, 0); math.Abs(got-10*0.7*0.8) > 0.1 {
		t.Errorf("%v momentum for an egg", got)
	}
	g = granger(t, "overmind 1000 1000", "g_maxMiners: 0")
	trial.Wants(g, "buildNowChosenBuildable", "done")
	g.Steps(15*20 - 2)
	if got, _ := trial.Momentum(g.Arena, 0, 0); got != 0 {
		t.Errorf("%v momentum before the egg is finished", got)
	}
	if got, _ := trial.Momentum(g.Steps(2).Arena, 0, 0); math.Abs(got-10*0.7*0.6) > 0.05 {
		t.Errorf("%v momentum for an egg that is finished", got)
	}
}
