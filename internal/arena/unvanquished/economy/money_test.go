package economy_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
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
	g.Arena.Life.Hurt(g.Arena.BodyOf(id), points, by)
}

// becomes makes a body one of a class.
func becomes(g *arenatest.Game, id components.ID, class string) {
	g.T.Helper()
	i, err := g.Game().ClassIndex(class)
	if err != nil {
		g.T.Fatal(err)
	}
	g.Arena.Life.Become(g.Arena.BodyOf(id), i)
}

// money wants a bot to have so many credits.
func money(g *arenatest.Game, id components.ID, want float64) {
	g.T.Helper()
	if got := g.Bot(id).Money; math.Abs(got-want) > 1e-3 {
		g.T.Errorf("bot %d has %v credits at tick %d, wanted %v", id, got, g.World().Clock().Tick, want)
	}
}

var _ = trial.Fact("reward-kill", func(t *testing.T) {
	g := trial.Scene{Bots: others("marauder")}.Open(t).Steps(2)
	becomes(g, trial.Two, "alien_level2")
	hurt(g, trial.Two, 200, trial.One)
	g.Steps(1)
	money(g, trial.One, 400)

	g = trial.Scene{Team: "aliens", Bots: others("human_naked")}.Open(t).Steps(2)
	hurt(g, trial.Two, 100, trial.One)
	g.Steps(1)
	money(g, trial.One, 200)
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
		g := trial.Scene{Bots: others("marauder", "human_naked")}.Open(t).Steps(2)
		becomes(g, trial.Two, "alien_level2")
		hurt(g, trial.Two, c.first, trial.One)
		g.Arena.Life.Heal(g.Arena.BodyOf(trial.Two), c.healed)
		hurt(g, trial.Two, c.second, trial.Three)
		g.Steps(1)
		money(g, trial.One, c.one)
		money(g, trial.Three, c.three)
	}
}

// Half the price of all that a human wears is paid for it.
func TestTheGearOfHumansIsPaidFor(t *testing.T) {
	g := trial.Scene{Bots: others("dretch")}.Open(t).Steps(1)
	trial.Wears(g.Arena, trial.One, aChaingun, aLightArmour)
	g.Steps(1)
	hurt(g, trial.One, 1000, trial.Two)
	g.Steps(1)
	money(g, trial.Two, 200+(400+200)/2)
}

// Who kills one of its own pays 150, if it has them; who ends its own life nothing.
func TestTeamKillsCost(t *testing.T) {
	for _, c := range []struct{ has, left float64 }{{500, 350}, {100, 0}} {
		g := trial.Scene{Bots: others("human_naked")}.Open(t).Steps(2)
		trial.SetCredits(g.Arena, trial.One, c.has)
		hurt(g, trial.Two, 200, trial.One)
		g.Steps(1)
		money(g, trial.One, c.left)
	}
	g := trial.Scene{Tree: "condition levelTime > 500 { action suicide } action gesture"}.Open(t)
	trial.SetCredits(g.Arena, trial.One, 500)
	g.Steps(20)
	money(g, trial.One, 500)
}

// A bot gets 200 credits for every two minutes that it lives, up to 2000, and what the
// scene says for every second.
func TestBotsAreFunded(t *testing.T) {
	g := trial.Scene{Settings: "g_freeFundPeriod: 2"}.Open(t)
	money(g.Steps(39), trial.One, 0)
	money(g.Steps(1), trial.One, 200)
	money(g.Steps(39), trial.One, 200)
	money(g.Steps(1), trial.One, 400)
	money(g.Steps(40*20), trial.One, 2000)
	g = trial.Scene{More: "match: { purse: 30, income: 2 }"}.Open(t)
	money(g.Steps(20*20), trial.One, 70)
	g = trial.Scene{Settings: "g_bot_infiniteFunds: on"}.Open(t)
	money(g.Steps(1), trial.One, 2000)
	// The default period is two minutes.
	g = trial.Scene{}.Open(t)
	money(g.Steps(120*20-1), trial.One, 0)
	money(g.Steps(1), trial.One, 200)
}

// What a bot gets for its time goes by all its lives: a death loses none of it, and waiting
// counts for nothing.
func TestFundsCountAllLives(t *testing.T) {
	t.Parallel()
	g := trial.Scene{Settings: "g_freeFundPeriod: 4", Buildings: "telenode 3000 3000, reactor 2000 2000"}.Open(t)
	lived, died := 0, false
	for tick := 0; lived < 78; tick++ {
		if tick == 30 {
			trial.Strike(g, trial.One, 1000, 0)
		}
		if g.Step(); !g.Bot(trial.One).Dead {
			lived++
		} else {
			died = true
		}
		money(g, trial.One, 0)
	}
	if !died {
		t.Fatal("it did not die")
	}
	money(g.Steps(4), trial.One, 200)
}

var _ = trial.Fact("momentum-enemy", func(t *testing.T) {
	g := trial.Scene{}.Open(t)
	trial.SetMomentum(g.Arena, 0, 49.9)
	g.Holds("momentum( TEAM_ALIENS ) == 49")
	trial.SetMomentum(g.Arena, 0, 49.9)
	g.Holds("momentum( TEAM_HUMANS ) == 0")
})

// Of momentum half is left after five minutes, and a kill among four brings 9/4 of
// what it brings among nine.
func TestMomentumComesAndGoes(t *testing.T) {
	t.Parallel()
	g := trial.Scene{Bots: others("dretch", "dretch", "human_naked")}.Open(t)
	trial.SetMomentum(g.Arena, 1, 200)
	g.Steps(300 * 20)
	if got, _ := trial.Momentum(g.Arena, 1, 0); math.Abs(got-100) > 1e-6 {
		t.Errorf("%v of 200 is left after five minutes", got)
	}
	trial.SetMomentum(g.Arena, 1, 0)
	hurt(g, trial.Two, 100, trial.One)
	g.Steps(1)
	want := 2 * 0.7 * 1.3 * 9 / 4 * math.Exp2(300./1800)
	if got, _ := trial.Momentum(g.Arena, 1, 0); math.Abs(got-want) > 1e-3 {
		t.Errorf("a kill brings %v, wanted %v", got, want)
	}
}

// What is unlocked is locked again when less than 0.933 of its threshold is left.
func TestLocksLag(t *testing.T) {
	g := trial.Scene{}.Open(t)
	for _, c := range []struct {
		momentum float64
		open     bool
	}{{99, false}, {100.1, true}, {93.5, true}, {93.1, false}, {99, false}} {
		trial.SetMomentum(g.Arena, 1, c.momentum)
		if _, open := trial.Momentum(g.Arena, 1, 100); open != c.open {
			t.Errorf("with %v a threshold of 100 is open: %v", c.momentum, open)
		}
	}
	g = trial.Scene{Settings: "g_bot_infiniteMomentum: 1"}.Open(t)
	if _, open := trial.Momentum(g.Arena, 1, 250); !open {
		t.Error("a team with infinite momentum has not all")
	}
}

var _ = trial.Fact("rushscore-skill", func(t *testing.T) {
	for skill, want := range map[int]string{1: "1", 3: "0.5", 5: "0", 9: "0"} {
		trial.Scene{Class: fmt.Sprintf("skill: %d,", skill)}.Open(t).Holds("baseRushScore == " + want)
	}
})

var _ = trial.Fact("rushscore-value", func(t *testing.T) {
	g := trial.Scene{Class: "skill: 5,"}.Open(t)
	trial.Wears(g.Arena, trial.One, aLasgun)
	trial.SetCredits(g.Arena, trial.One, 50)
	g.Holds("baseRushScore == 0.5")
	// Aliens go by classes: of 400 credits the dearest one costs 400, and with 160 momentum 800.
	g = trial.Scene{Team: "aliens", Class: "skill: 5,"}.Open(t)
	trial.SetCredits(g.Arena, trial.One, 200)
	g.Holds("baseRushScore == 0.5")
	trial.SetMomentum(g.Arena, 0, 160)
	g.Holds("baseRushScore == 0.25")
})

var _ = trial.Fact("resupply-formula", func(t *testing.T) {
	near := func(g *arenatest.Game) {
		t.Helper()
		g.Holds("resupplyScore > 15.99 && resupplyScore < 16.01")
	}
	g := trial.Scene{Class: "skill: 3,", Buildings: "reactor 1200 1200, armoury 3584 3200"}.Open(t).Steps(2)
	empty(g, 0, 0)
	trial.At(g, trial.One, 3200, 3200)
	near(g)
	g = trial.Scene{Team: "aliens", Class: "skill: 3,", Buildings: "overmind 1200 1200, booster 3648 3200"}.Open(t)
	near(g)
	trial.At(g, trial.One, 3648, 3200+30)
	g.Steps(3)
	trial.At(g, trial.One, 3200, 3200)
	g.Holds("resupplyScore == 0") // it has the boost
	trial.Scene{}.Open(t).Holds("resupplyScore == 0")
})

var _ = trial.Fact("goal-of-buy", func(t *testing.T) {
	g := market(t, "sequence { action buyPrimary( WP_LAS_GUN ) } action gesture", 250, aRifle)
	trial.At(g, trial.One, 4000, 3200)
	for range 90 {
		g.Step()
		if g.Bot(trial.One).Action == "buyPrimary" && g.Bot(trial.One).Goal.ID == 0 {
			t.Fatal("it walks to buy without a goal")
		}
	}
	g.Holds("haveWeapon( WP_LAS_GUN )", "goalBuildingType == E_H_ARMOURY")
})
