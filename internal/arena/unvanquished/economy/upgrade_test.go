package economy_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

var _ = trial.Fact("medkit-full", func(t *testing.T) {
	g := trial.Scene{Tree: "condition levelTime < 60 { " + howBare("activateUpgrade( UP_MEDKIT )") + " } action gesture"}.Open(t).Steps(1)
	if said := g.Bot(trial.One).Speech; said != "done" {
		t.Errorf("in full health the switch is %s", said)
	}
	g.Holds("haveUpgrade( UP_MEDKIT )")
	g.Holds("haveUpgrade( UP_MEDKIT )")
})

var _ = trial.Fact("medkit-use", func(t *testing.T) {
	g := trial.Scene{Tree: "condition levelTime < 60 { action activateUpgrade( UP_MEDKIT ) } action gesture"}.Open(t)
	hurt(g, trial.One, 60, 0)
	g.Steps(1)
	start := g.Bot(trial.One).Points
	points := func(tick int, least, most float32) {
		t.Helper()
		for g.World().Clock().Tick < int64(tick) {
			g.Step()
		}
		if p := g.Bot(trial.One).Points; p < least || p > most {
			t.Errorf("%v points at tick %d, wanted %v to %v", p, tick, least, most)
		}
	}
	if start != 40 {
		t.Fatalf("it begins with %v points", start)
	}
	points(15, 40, 40) // the first comes after 0.8 s
	points(19, 41, 41)
	points(29, 41, 41) // the second after 1.44 s
	points(32, 42, 42)
	points(85, 53, 56) // then one at once for 100 ms
	points(105, 63, 66)
	hurt(g, trial.One, 10, 0) // it gives back no more than what was missing at first
	points(210, 90, 90)
	points(300, 90, 90)
	g.Holds("!haveUpgrade( UP_MEDKIT )")
})

// howBare makes a node of how.
func howBare(action string) string { return "selector { " + how(action) + " }" }

// While a medkit works, a second one is switched off and kept.
func TestAMedkitIsKeptWhileOneWorks(t *testing.T) {
	g := trial.Scene{}.Open(t)
	hurt(g, trial.One, 60, 0)
	g.Does("action activateUpgrade( UP_MEDKIT )").Holds("!haveUpgrade( UP_MEDKIT )")
	b := g.Arena.BodyOf(trial.One)
	g.Arena.Cargo[b].Goods |= 1 << g.Arena.GoodNamed("medkit")
	g.Does(how("activateUpgrade( UP_MEDKIT )"))
	leaves(g, "done", 0, "haveUpgrade( UP_MEDKIT )")
}

func TestSwitches(t *testing.T) {
	g := marketOf(t, trial.Scene{More: "match: { purse: 700 }", Settings: "g_bot_infiniteMomentum: 1"}, 700, aRifle)
	says := func(want, action string) {
		t.Helper()
		if g.Does(how(action)); g.Bot(trial.One).Speech != want {
			t.Errorf("%s: %s, wanted %s", action, g.Bot(trial.One).Speech, want)
		}
	}
	says("failed", "activateUpgrade( UP_RADAR )")
	says("done", "buy( 0, UP_RADAR, UP_LIGHTARMOUR )")
	says("failed", "deactivateUpgrade( UP_RADAR )")
	says("done", "activateUpgrade( UP_RADAR )")
	says("failed", "activateUpgrade( UP_RADAR )")
	g.Holds("!haveUpgrade( UP_RADAR ) && haveUpgrade( UP_LIGHTARMOUR )")
	says("done", "deactivateUpgrade( UP_RADAR )")
	g.Holds("haveUpgrade( UP_RADAR )")
	says("failed", "activateUpgrade( 99 )")
	says("failed", "activateUpgrade( UP_GRENADE )")
}

// throws makes the first bot of a base with these buildings throw a bomb to the right.
func throws(t *testing.T, bomb string, number int, buildings string) *arenatest.Game {
	t.Helper()
	g := trial.Scene{Buildings: buildings, Settings: "g_bot_attackStruct: 0"}.Open(t)
	arm(g, aRifle)
	wears(g, number)
	g.Does(how("activateUpgrade( " + bomb + " )"))
	if said := g.Bot(trial.One).Speech; said != "done" {
		t.Fatalf("the throw is %s", said)
	}
	g.Holds("!haveUpgrade( " + bomb + " )")
	trial.At(g, trial.One, 1000, 1000)
	return g
}

// health returns the health of the building of a kind, in points.
func health(g *arenatest.Game, kind string) float64 {
	for _, b := range g.Snapshot().Bots {
		if b.Form == kind {
			return float64(b.Points)
		}
	}
	g.T.Fatalf("there is no %s", kind)
	return 0
}

// A grenade lies 400 units ahead, goes off after 5 seconds and does 310 points where it
// lies, less by the way to the edge of what it hits, and none 192 units away or behind an
// obstacle.
func TestGrenades(t *testing.T) {
	g := throws(t, "UP_GRENADE", 6, "overmind 3600 3200, barricade 3600 3331, hive 3600 3450, reactor 3500 3300")
	before := [3]float64{health(g, "overmind"), health(g, "barricade"), health(g, "hive")}
	for g.World().Clock().Tick < 100 {
		g.Step()
	}
	if got := health(g, "overmind"); got != before[0] {
		t.Fatalf("the overmind has %v points of %v before five seconds", got, before[0])
	}
	reactor := health(g, "reactor")
	g.Steps(2)
	// The edge of the barricade is 131 - 35 = 96 units away: half of it.
	for i, want := range [3]float64{310, 155, 0} {
		kind := [3]string{"overmind", "barricade", "hive"}[i]
		if got := before[i] - health(g, kind); math.Abs(got-want) > 1 {
			t.Errorf("the %s lost %v points, wanted %v", kind, got, want)
		}
	}
	if got := health(g, "reactor"); got < reactor {
		t.Errorf("the own reactor lost %v points", reactor-got)
	}
}

// A firebomb does 40 points after 4 seconds, and buildings of the aliens burn.
func TestFirebombs(t *testing.T) {
	g := throws(t, "UP_FIREBOMB", 7, "overmind 3600 3200")
	for g.World().Clock().Tick < 80 {
		g.Step()
	}
	before := health(g, "overmind")
	g.Steps(2)
	if got := before - health(g, "overmind"); math.Abs(got-40) > 1.5 {
		t.Errorf("the overmind lost %v points, wanted 40", got)
	}
	for _, b := range g.Snapshot().Bots {
		if b.Form == "overmind" && !b.Building.Burning {
			t.Error("it does not burn")
		}
	}
}
