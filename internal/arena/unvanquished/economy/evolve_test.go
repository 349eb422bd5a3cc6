package economy_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// The numbers of classes that these tests mention.
const (
	pclGranger  = 1
	pclMarauder = 5
)

// alien returns a scene of an alien that stands until it is told to do something, with so
// many credits.
func alien(credits int, buildings string) trial.Scene {
	return trial.Scene{Team: "aliens", Buildings: buildings, More: "match: { purse: " + strconv.Itoa(credits) + " }"}
}

// owns wants the first bot to have so many credits.
func owns(g *arenatest.Game, credits float64) {
	g.T.Helper()
	if got := g.Bot(trial.One).Money; math.Abs(got-credits) > 1e-6 {
		g.T.Errorf("%v credits at tick %d, wanted %v", got, g.World().Clock().Tick, credits)
	}
}

// tried wants an action of the first bot to end at once: as "done" or "failed".
func tried(g *arenatest.Game, action, want string) {
	g.T.Helper()
	g.Does(trial.Tells(action))
	trial.Says(g, want)
}

var _ = trial.Fact("evolve-best", func(t *testing.T) {
	g := alien(450, "overmind 3400 3200").Open(t)
	tried(g, "evolve()", "done")
	g.Holds("class == PCL_ALIEN_LEVEL2")
	owns(g, 50)
})

var _ = trial.Fact("evolve-locked", func(t *testing.T) {
	g := alien(900, "overmind 3400 3200").Open(t)
	trial.SetMomentum(g.Arena, 0, 60)
	tried(g, "evolve()", "done")
	g.Holds("class == PCL_ALIEN_LEVEL3")
	owns(g, 300)
})

var _ = trial.Fact("evolve-no-overmind", func(t *testing.T) {
	g := alien(900, "egg 3400 3200").Open(t)
	tried(g, "evolve()", "failed")
	g.Holds("!canEvolveTo( PCL_ALIEN_LEVEL2 )")
	g = alien(900, "overmind 3400 3200").Open(t)
	trial.Unfinished(g.Arena, trial.Two, 1)
	tried(g, "evolve()", "failed")
	g.Holds("!canEvolveTo( PCL_ALIEN_LEVEL2 )")
	g.Steps(20).Holds("canEvolveTo( PCL_ALIEN_LEVEL2 )")
	tried(g, "evolve()", "done")
})

var _ = trial.Fact("evolve-humans-near", func(t *testing.T) {
	for buildings, want := range map[string]string{
		"overmind 3200 2800, egg 3200 6000":                        "failed", // 1 < 1.5
		"overmind 3200 2800, egg 3200 3600":                        "done",
		"overmind 3200 2800, egg 3200 3640":                        "failed", // outside of the box
		"overmind 3200 2800, egg 3600 2800, reactor 3600 3600":     "failed", // 2 < 3
		"overmind 3200 2800, egg 3600 2800, armoury 3600 3600":     "done",   // has no power
		"overmind 3200 2800, egg 3600 2800, reactor 3640 3200":     "done",
		"overmind 3200 6000, egg 3200 5900, mgturret 3200 400":     "failed",
		"overmind 3200 2800, egg 3600 2800, acidtube 3600 3600":    "done",
		"overmind 3200 2800, barricade 2800 2800, egg 2780 3200 ,": "done",
	} {
		b := alien(450, buildings)
		b.Bots = trial.Patient
		g := b.Open(t)
		trial.At(g, trial.Two, 3500, 3200)
		g.Does(trial.Tells("evolve()"))
		if got := g.Bot(trial.One).Speech; got != want {
			t.Errorf("%s: %s", buildings, got)
		}
	}
	b := alien(450, "overmind 3200 6000")
	b.Bots, b.More = trial.Patient, b.More+"\nobstacles: [{ rect: [104, 90, 1, 20] }]"
	g := b.Open(t)
	trial.At(g, trial.Two, 3500, 3200)
	tried(g, "evolve()", "done") // behind a wall
})

var _ = trial.Fact("evolve-far-away", func(t *testing.T) {
	g := alien(400, "overmind 100 100").Open(t)
	trial.At(g, trial.One, 4000, 4000)
	tried(g, "evolve()", "done")
	g.Holds("class == PCL_ALIEN_LEVEL2")
})

var _ = trial.Fact("evolve-granger", func(t *testing.T) {
	g := alien(0, "overmind 3400 3200").Open(t)
	trial.Evolved(g.Arena, trial.One, pclGranger)
	g.Holds("class == PCL_ALIEN_BUILDER0")
	tried(g, "evolve()", "done")
	g.Holds("class == PCL_ALIEN_LEVEL0")
})

var _ = trial.Fact("evolveto-own", func(t *testing.T) {
	g := alien(500, "overmind 3400 3200").Open(t)
	tried(g, "evolveTo( PCL_ALIEN_LEVEL0 )", "done")
	g.Holds("class == PCL_ALIEN_LEVEL0", "!canEvolveTo( PCL_ALIEN_LEVEL0 )", "canEvolveTo( PCL_ALIEN_LEVEL1 )")
	owns(g, 500)
})

var _ = trial.Fact("evolveto-granger-default", func(t *testing.T) {
	b := alien(0, "overmind 3400 3200")
	g := b.Open(t)
	tried(g, "evolveTo( PCL_ALIEN_BUILDER0 )", "failed")
	g.Holds("!canEvolveTo( PCL_ALIEN_BUILDER0 )")
	b.Settings = "g_bot_builder: 1"
	g = b.Open(t)
	tried(g, "evolveTo( PCL_ALIEN_BUILDER0 )", "done")
	g.Holds("class == PCL_ALIEN_BUILDER0")
	g = b.Open(t)
	trial.At(g, trial.One, 2390, 3200)
	tried(g, "evolveTo( PCL_ALIEN_BUILDER0 )", "failed")
	trial.At(g, trial.One, 2410, 3200)
	tried(g, "evolveTo( PCL_ALIEN_BUILDER0 )", "done")
})

var _ = trial.Fact("evolve-keeps", func(t *testing.T) {
	b := alien(400, "overmind 3400 3200, egg 6200 3200")
	b.Bots = trial.Patient
	b.Tree = "condition levelTime >= 1000 && class == PCL_ALIEN_LEVEL0 { action evolveTo( PCL_ALIEN_LEVEL2 ) } action roamInRadius( E_A_SPAWN, 100 )"
	g := b.Open(t)
	trial.At(g, trial.Two, 100, 100)
	g.Steps(10)
	g.Arena.Life.Hurt(g.Arena.BodyOf(trial.One), 15, trial.Two)
	_, x, y := trial.Goal(g.Arena, trial.One)
	for range 12 {
		g.Step()
		trial.GoalAt(g, "point", float64(x)*trial.InUnits, float64(y)*trial.InUnits)
	}
	if got := trial.Points(g, trial.One); got != 75 {
		t.Errorf("%v of 150 points, wanted 75", got)
	}
	g.Holds("class == PCL_ALIEN_LEVEL2", "aliveTime >= 1100", "timeSinceLastCombat >= levelTime")
})

var _ = trial.Fact("evolve-cooldown", func(t *testing.T) {
	g := alien(1000, "overmind 3400 3200").Open(t)
	tried(g, "evolveTo( PCL_ALIEN_LEVEL1 )", "done")
	for range 9 {
		tried(g, "evolveTo( PCL_ALIEN_LEVEL2 )", "failed")
	}
	tried(g, "evolveTo( PCL_ALIEN_LEVEL2 )", "done")
})

var _ = trial.Fact("devolve-far", func(t *testing.T) {
	g := alien(400, "overmind 4200 3200").Open(t)
	tried(g, "evolve()", "done")
	g.Steps(20)
	tried(g, "evolveTo( PCL_ALIEN_LEVEL1 )", "failed")
	g.Holds("!canEvolveTo( PCL_ALIEN_LEVEL1 )")
	trial.At(g, trial.One, 3210, 3200)
	tried(g, "evolveTo( PCL_ALIEN_LEVEL1 )", "done")
})

var _ = trial.Fact("devolve-refund", func(t *testing.T) {
	g := alien(0, "overmind 3700 3200").Open(t)
	trial.Evolved(g.Arena, trial.One, pclMarauder)
	tried(g, "evolveTo( PCL_ALIEN_LEVEL1 )", "done")
	g.Holds("class == PCL_ALIEN_LEVEL1")
	g.Steps(18) // 20 frames with the one of evolving
	owns(g, 40)
	g.Steps(69)
	owns(g, 178)
	g.Steps(10)
	owns(g, 180)
})

// Who is hurt gets less back for a dearer class.
func TestTheHurtGetLessBack(t *testing.T) {
	g := alien(0, "overmind 3700 3200").Open(t)
	trial.Evolved(g.Arena, trial.One, pclMarauder)
	trial.Harm(g, trial.One, 75)
	tried(g, "evolveTo( PCL_ALIEN_LEVEL1 )", "done")
	g.Steps(60)
	owns(g, 90)
}

var _ = trial.Fact("timer-evolve", func(t *testing.T) {
	b := alien(400, "overmind 3400 3200, egg 3000 3200")
	b.Tree = "condition levelTime < 1000 { action resetMyTimer } condition levelTime >= 6000 && levelTime < 6050 { action evolve() }" +
		"condition class == PCL_ALIEN_LEVEL2 && myTimer >= 5000 { action say( \"later\" ) } condition levelTime > 7000 && myTimer < 100 { action say( \"young\" ) }"
	g := b.Open(t)
	g.Steps(123)
	trial.Says(g, "later")
	trial.Harm(g, trial.One, 1000)
	for range 15 * 20 {
		if g.Step(); g.Bot(trial.One).Speech == "young" {
			return
		}
	}
	t.Errorf("nobody young after 15 s: %+v", g.Bot(trial.One))
})

// An attack under way, or a setting, keeps an alien from evolving; evolve takes no step
// back.
func TestWhatKeepsAnAlienFromEvolving(t *testing.T) {
	t.Parallel()
	g := alien(450, "overmind 3400 3200").Open(t)
	g.Arena.Cargo[g.Arena.BodyOf(trial.One)].Ready = ecs.Due{At: g.Arena.Now + 10}
	tried(g, "evolve()", "failed")
	g.Does("action gesture")
	g.Steps(8)
	tried(g, "evolve()", "done")
	for _, setting := range []string{"g_bot_evolve: 0", "g_bot_level2: false, g_bot_level1: 0"} {
		b := alien(450, "overmind 3400 3200")
		b.Settings = setting
		g := b.Open(t)
		tried(g, "evolve()", "failed")
	}
	g = alien(450, "overmind 3400 3200").Open(t)
	trial.Evolved(g.Arena, trial.One, pclGranger)
	trial.SetBuildTimer(g.Arena, trial.One, 0.5)
	tried(g, "evolve()", "failed")
	g.Does("action gesture").Steps(9)
	tried(g, "evolve()", "done")
	if b := g.Arena.BodyOf(trial.One); g.Arena.Cargo[b].Ready.At != g.Arena.Now+10 {
		t.Errorf("it can attack in %d frames, wanted 10", g.Arena.Cargo[b].Ready.At-g.Arena.Now)
	}
	g = alien(0, "overmind 3400 3200").Open(t)
	trial.Evolved(g.Arena, trial.One, pclMarauder)
	tried(g, "evolve()", "failed")
	tried(g, "evolveTo( PCL_HUMAN_NAKED )", "failed")
	tried(g, "evolveTo( 99 )", "failed")
}

// Humans do not evolve in the game, not even to what costs nothing.
func TestHumansDoNotEvolve(t *testing.T) {
	g := trial.Scene{Buildings: "reactor 3400 3200, overmind 100 100", More: "match: { purse: 1000 }"}.Open(t)
	for _, action := range []string{"evolve()", "evolveTo( PCL_HUMAN_LIGHT )", "evolveTo( PCL_ALIEN_LEVEL1 )"} {
		tried(g, action, "failed")
	}
}
