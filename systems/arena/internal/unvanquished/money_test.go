package unvanquished_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/arena/internal/arenatest"
	"github.com/thicket-sim/thicket/systems/arena/internal/unvanquished"
)

// others are further bots of a scene, one of each: ids 2 and on, all idle.
func others(classes ...string) (yaml string) {
	for i, class := range classes {
		team := "aliens"
		if class == "human_naked" {
			team = "humans"
		}
		yaml += fmt.Sprintf("  - { id: other%d, name: Other, teamId: %s, count: 1, health: %v, weapons: [%s], behavior: { file: tree.bt } }\n", i, team, 100, "blaster")
	}
	return yaml
}

// hurt takes points from a body in the name of another.
func hurt(g *arenatest.Game, id components.ID, points float32, by components.ID) {
	g.Arena.Hurt(g.Arena.BodyOf(id), points, by)
}

// becomes makes a body one of a class.
func becomes(g *arenatest.Game, id components.ID, class string) {
	g.T.Helper()
	i, err := g.Game().ClassIndex(class)
	if err != nil {
		g.T.Fatal(err)
	}
	g.Arena.Become(g.Arena.BodyOf(id), i)
}

// money wants a bot to have so many credits.
func money(g *arenatest.Game, id components.ID, want float64) {
	g.T.Helper()
	if got := g.Bot(id).Money; math.Abs(got-want) > 1e-3 {
		g.T.Errorf("bot %d has %v credits at tick %d, wanted %v", id, got, g.World().Clock().Tick, want)
	}
}

var _ = fact("reward-kill", func(t *testing.T) {
	g := base{bots: others("marauder")}.open(t).Steps(2)
	becomes(g, two, "alien_level2")
	hurt(g, two, 200, one)
	g.Steps(1)
	money(g, one, 400)

	g = base{team: "aliens", bots: others("human_naked")}.open(t).Steps(2)
	hurt(g, two, 100, one)
	g.Steps(1)
	money(g, one, 200)
})

// Two who brought somebody down are paid by the health that each took; what was healed
// counts for nobody.
func TestKillsArePaidByShares(t *testing.T) {
	for _, c := range []struct {
		first, healed, second float32
		one, three            float64 // of 400
	}{
		{60, 0, 90, 160, 240},
		{60, 30, 120, 80, 320}, // half of the first 60 is taken back
		{60, 60, 150, 0, 400},
		{60, 0, 300, 160, 240}, // more than what was left
	} {
		g := base{bots: others("marauder", "human_naked")}.open(t).Steps(2)
		becomes(g, two, "alien_level2")
		hurt(g, two, c.first, one)
		g.Arena.Heal(g.Arena.BodyOf(two), c.healed)
		hurt(g, two, c.second, three)
		g.Steps(1)
		money(g, one, c.one)
		money(g, three, c.three)
	}
}

// Half the price of all that a human wears is paid for it.
func TestTheGearOfHumansIsPaidFor(t *testing.T) {
	g := base{bots: others("dretch")}.open(t).Steps(1)
	unvanquished.Wears(g.Arena, one, aChaingun, aLightArmour)
	g.Steps(1)
	hurt(g, one, 1000, two)
	g.Steps(1)
	money(g, two, 200+(400+200)/2)
}

// Who kills one of its own pays 150, if it has them; who ends its own life nothing.
func TestTeamKillsCost(t *testing.T) {
	for _, c := range []struct{ has, left float64 }{{500, 350}, {100, 0}} {
		g := base{bots: others("human_naked")}.open(t).Steps(2)
		unvanquished.SetCredits(g.Arena, one, c.has)
		hurt(g, two, 200, one)
		g.Steps(1)
		money(g, one, c.left)
	}
	g := base{tree: "condition levelTime > 500 { action suicide } action gesture"}.open(t)
	unvanquished.SetCredits(g.Arena, one, 500)
	g.Steps(20)
	money(g, one, 500)
}

// A bot gets 200 credits for every two minutes that it lives, up to 2000, and what the
// scene says for every second.
func TestBotsAreFunded(t *testing.T) {
	g := base{settings: "g_freeFundPeriod: 2"}.open(t)
	money(g.Steps(39), one, 0)
	money(g.Steps(1), one, 200)
	money(g.Steps(39), one, 200)
	money(g.Steps(1), one, 400)
	money(g.Steps(40*20), one, 2000)
	g = base{more: "match: { purse: 30, income: 2 }"}.open(t)
	money(g.Steps(20*20), one, 70)
	g = base{settings: "g_bot_infiniteFunds: on"}.open(t)
	money(g.Steps(1), one, 2000)
	// The default period is two minutes.
	g = base{}.open(t)
	money(g.Steps(120*20-1), one, 0)
	money(g.Steps(1), one, 200)
}

var _ = fact("momentum-enemy", func(t *testing.T) {
	g := base{}.open(t)
	unvanquished.SetMomentum(g.Arena, 0, 49.9)
	g.Holds("momentum( TEAM_ALIENS ) == 49")
	unvanquished.SetMomentum(g.Arena, 0, 49.9)
	g.Holds("momentum( TEAM_HUMANS ) == 0")
})

// Of momentum half is left after five minutes, and a kill among four brings 9/4 of
// what it brings among nine.
func TestMomentumComesAndGoes(t *testing.T) {
	g := base{bots: others("dretch", "dretch", "human_naked")}.open(t)
	unvanquished.SetMomentum(g.Arena, 1, 200)
	g.Steps(300 * 20)
	if got, _ := unvanquished.Momentum(g.Arena, 1, 0); math.Abs(got-100) > 1e-6 {
		t.Errorf("%v of 200 is left after five minutes", got)
	}
	unvanquished.SetMomentum(g.Arena, 1, 0)
	hurt(g, two, 100, one)
	g.Steps(1)
	want := 2 * 0.7 * 1.3 * 9 / 4 * math.Exp2(300./1800)
	if got, _ := unvanquished.Momentum(g.Arena, 1, 0); math.Abs(got-want) > 1e-3 {
		t.Errorf("a kill brings %v, wanted %v", got, want)
	}
}

// What is unlocked is locked again when less than 0.933 of its threshold is left.
func TestLocksLag(t *testing.T) {
	g := base{}.open(t)
	for _, c := range []struct {
		momentum float64
		open     bool
	}{{99, false}, {100.1, true}, {93.5, true}, {93.1, false}, {99, false}} {
		unvanquished.SetMomentum(g.Arena, 1, c.momentum)
		if _, open := unvanquished.Momentum(g.Arena, 1, 100); open != c.open {
			t.Errorf("with %v a threshold of 100 is open: %v", c.momentum, open)
		}
	}
	g = base{settings: "g_bot_infiniteMomentum: 1"}.open(t)
	if _, open := unvanquished.Momentum(g.Arena, 1, 250); !open {
		t.Error("a team with infinite momentum has not all")
	}
}

func TestPower2(t *testing.T) {
	for _, x := range []float64{0, 1, -1, 0.5, 1. / 3, -0.05 / 300, 7.3, -12.6} {
		if v, off := unvanquished.Power2(x); off > 1e-14 {
			t.Errorf("2 to the power of %v is %v, off by %v", x, v, off)
		}
	}
}

var _ = fact("rushscore-skill", func(t *testing.T) {
	for skill, want := range map[int]string{1: "1", 3: "0.5", 5: "0", 9: "0"} {
		base{class: fmt.Sprintf("skill: %d,", skill)}.open(t).Holds("baseRushScore == " + want)
	}
})

var _ = fact("rushscore-value", func(t *testing.T) {
	g := base{class: "skill: 5,"}.open(t)
	unvanquished.Wears(g.Arena, one, aLasgun)
	unvanquished.SetCredits(g.Arena, one, 50)
	g.Holds("baseRushScore == 0.5")
	// Aliens go by classes: of 400 credits the dearest one costs 400, and with 160 momentum 800.
	g = base{team: "aliens", class: "skill: 5,"}.open(t)
	unvanquished.SetCredits(g.Arena, one, 200)
	g.Holds("baseRushScore == 0.5")
	unvanquished.SetMomentum(g.Arena, 0, 160)
	g.Holds("baseRushScore == 0.25")
})

var _ = fact("resupply-formula", func(t *testing.T) {
	near := func(g *arenatest.Game) {
		t.Helper()
		g.Holds("resupplyScore > 15.99 && resupplyScore < 16.01")
	}
	g := base{class: "skill: 3,", buildings: "reactor 1200 1200, armoury 3584 3200"}.open(t).Steps(2)
	empty(g, 0, 0)
	at(g, one, 3200, 3200)
	near(g)
	g = base{team: "aliens", class: "skill: 3,", buildings: "overmind 1200 1200, booster 3648 3200"}.open(t)
	near(g)
	at(g, one, 3648, 3200+30)
	g.Steps(3)
	at(g, one, 3200, 3200)
	g.Holds("resupplyScore == 0") // it has the boost
	base{}.open(t).Holds("resupplyScore == 0")
})

var _ = fact("goal-of-buy", func(t *testing.T) {
	g := market(t, "sequence { action buyPrimary( WP_LAS_GUN ) } action gesture", 250, aRifle)
	at(g, one, 4000, 3200)
	for range 90 {
		g.Step()
		if g.Bot(one).Action == "buyPrimary" && g.Bot(one).Goal.ID == 0 {
			t.Fatal("it walks to buy without a goal")
		}
	}
	g.Holds("haveWeapon( WP_LAS_GUN )", "goalBuildingType == E_H_ARMOURY")
})
