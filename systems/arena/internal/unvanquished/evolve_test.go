package unvanquished_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems/arena/internal/arenatest"
	"github.com/thicket-sim/thicket/systems/arena/internal/unvanquished"
)

// The numbers of classes that these tests mention.
const (
	pclGranger  = 1
	pclMarauder = 5
)

// alien is a scene of an alien that stands until it is told to do something, with so
// many credits.
func alien(credits int, buildings string) base {
	return base{team: "aliens", buildings: buildings, more: "match: { purse: " + strconv.Itoa(credits) + " }"}
}

// owns wants the first bot to have so many credits.
func owns(g *arenatest.Game, credits float64) {
	g.T.Helper()
	if got := g.Bot(one).Money; math.Abs(got-credits) > 1e-6 {
		g.T.Errorf("%v credits at tick %d, wanted %v", got, g.World().Clock().Tick, credits)
	}
}

// tried wants an action of the first bot to end at once: as "done" or "failed".
func tried(g *arenatest.Game, action, want string) {
	g.T.Helper()
	g.Does(tells(action))
	says(g, want)
}

var _ = fact("evolve-best", func(t *testing.T) {
	g := alien(450, "overmind 3400 3200").open(t)
	tried(g, "evolve()", "done")
	g.Holds("class == PCL_ALIEN_LEVEL2")
	owns(g, 50)
})

var _ = fact("evolve-locked", func(t *testing.T) {
	g := alien(900, "overmind 3400 3200").open(t)
	unvanquished.SetMomentum(g.Arena, 0, 60)
	tried(g, "evolve()", "done")
	g.Holds("class == PCL_ALIEN_LEVEL3")
	owns(g, 300)
})

var _ = fact("evolve-no-overmind", func(t *testing.T) {
	g := alien(900, "egg 3400 3200").open(t)
	tried(g, "evolve()", "failed")
	g.Holds("!canEvolveTo( PCL_ALIEN_LEVEL2 )")
	g = alien(900, "overmind 3400 3200").open(t)
	unvanquished.Unfinished(g.Arena, two, 1)
	tried(g, "evolve()", "failed")
	g.Holds("!canEvolveTo( PCL_ALIEN_LEVEL2 )")
	g.Steps(20).Holds("canEvolveTo( PCL_ALIEN_LEVEL2 )")
	tried(g, "evolve()", "done")
})

var _ = fact("evolve-humans-near", func(t *testing.T) {
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
		b.bots = patient
		g := b.open(t)
		at(g, two, 3500, 3200)
		g.Does(tells("evolve()"))
		if got := g.Bot(one).Speech; got != want {
			t.Errorf("%s: %s", buildings, got)
		}
	}
	b := alien(450, "overmind 3200 6000")
	b.bots, b.more = patient, b.more+"\nobstacles: [{ rect: [104, 90, 1, 20] }]"
	g := b.open(t)
	at(g, two, 3500, 3200)
	tried(g, "evolve()", "done") // behind a wall
})

var _ = fact("evolve-far-away", func(t *testing.T) {
	g := alien(400, "overmind 100 100").open(t)
	at(g, one, 4000, 4000)
	tried(g, "evolve()", "done")
	g.Holds("class == PCL_ALIEN_LEVEL2")
})

var _ = fact("evolve-granger", func(t *testing.T) {
	g := alien(0, "overmind 3400 3200").open(t)
	unvanquished.Evolved(g.Arena, one, pclGranger)
	g.Holds("class == PCL_ALIEN_BUILDER0")
	tried(g, "evolve()", "done")
	g.Holds("class == PCL_ALIEN_LEVEL0")
})

var _ = fact("evolveto-own", func(t *testing.T) {
	g := alien(500, "overmind 3400 3200").open(t)
	tried(g, "evolveTo( PCL_ALIEN_LEVEL0 )", "done")
	g.Holds("class == PCL_ALIEN_LEVEL0", "!canEvolveTo( PCL_ALIEN_LEVEL0 )", "canEvolveTo( PCL_ALIEN_LEVEL1 )")
	owns(g, 500)
})

var _ = fact("evolveto-granger-default", func(t *testing.T) {
	b := alien(0, "overmind 3400 3200")
	g := b.open(t)
	tried(g, "evolveTo( PCL_ALIEN_BUILDER0 )", "failed")
	g.Holds("!canEvolveTo( PCL_ALIEN_BUILDER0 )")
	b.settings = "g_bot_builder: 1"
	g = b.open(t)
	tried(g, "evolveTo( PCL_ALIEN_BUILDER0 )", "done")
	g.Holds("class == PCL_ALIEN_BUILDER0")
	g = b.open(t)
	at(g, one, 2390, 3200)
	tried(g, "evolveTo( PCL_ALIEN_BUILDER0 )", "failed")
	at(g, one, 2410, 3200)
	tried(g, "evolveTo( PCL_ALIEN_BUILDER0 )", "done")
})

var _ = fact("evolve-keeps", func(t *testing.T) {
	b := alien(400, "overmind 3400 3200, egg 6200 3200")
	b.bots = patient
	b.tree = "condition levelTime >= 1000 && class == PCL_ALIEN_LEVEL0 { action evolveTo( PCL_ALIEN_LEVEL2 ) } action roamInRadius( E_A_SPAWN, 100 )"
	g := b.open(t)
	at(g, two, 100, 100)
	g.Steps(10)
	g.Arena.Hurt(g.Arena.BodyOf(one), 15, two)
	_, x, y := unvanquished.Goal(g.Arena, one)
	for range 12 {
		g.Step()
		goalAt(g, "point", float64(x)*inUnits, float64(y)*inUnits)
	}
	if got := points(g, one); got != 75 {
		t.Errorf("%v of 150 points, wanted 75", got)
	}
	g.Holds("class == PCL_ALIEN_LEVEL2", "aliveTime >= 1100", "timeSinceLastCombat >= levelTime")
})

var _ = fact("evolve-cooldown", func(t *testing.T) {
	g := alien(1000, "overmind 3400 3200").open(t)
	tried(g, "evolveTo( PCL_ALIEN_LEVEL1 )", "done")
	for range 9 {
		tried(g, "evolveTo( PCL_ALIEN_LEVEL2 )", "failed")
	}
	tried(g, "evolveTo( PCL_ALIEN_LEVEL2 )", "done")
})

var _ = fact("devolve-far", func(t *testing.T) {
	g := alien(400, "overmind 4200 3200").open(t)
	tried(g, "evolve()", "done")
	g.Steps(20)
	tried(g, "evolveTo( PCL_ALIEN_LEVEL1 )", "failed")
	g.Holds("!canEvolveTo( PCL_ALIEN_LEVEL1 )")
	at(g, one, 3210, 3200)
	tried(g, "evolveTo( PCL_ALIEN_LEVEL1 )", "done")
})

var _ = fact("devolve-refund", func(t *testing.T) {
	g := alien(0, "overmind 3700 3200").open(t)
	unvanquished.Evolved(g.Arena, one, pclMarauder)
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
	g := alien(0, "overmind 3700 3200").open(t)
	unvanquished.Evolved(g.Arena, one, pclMarauder)
	harm(g, one, 75)
	tried(g, "evolveTo( PCL_ALIEN_LEVEL1 )", "done")
	g.Steps(60)
	owns(g, 90)
}

var _ = fact("timer-evolve", func(t *testing.T) {
	b := alien(400, "overmind 3400 3200, egg 3000 3200")
	b.tree = "condition levelTime < 1000 { action resetMyTimer } condition levelTime >= 6000 && levelTime < 6050 { action evolve() }" +
		"condition class == PCL_ALIEN_LEVEL2 && myTimer >= 5000 { action say( \"later\" ) } condition levelTime > 7000 && myTimer < 100 { action say( \"young\" ) }"
	g := b.open(t)
	g.Steps(123)
	says(g, "later")
	harm(g, one, 1000)
	for range 15 * 20 {
		if g.Step(); g.Bot(one).Speech == "young" {
			return
		}
	}
	t.Errorf("nobody young after 15 s: %+v", g.Bot(one))
})

// An attack under way, or a setting, keeps an alien from evolving; evolve takes no step
// back.
func TestWhatKeepsAnAlienFromEvolving(t *testing.T) {
	g := alien(450, "overmind 3400 3200").open(t)
	g.Arena.Cargo[g.Arena.BodyOf(one)].Ready = ecs.Due{At: g.Arena.Now + 10}
	tried(g, "evolve()", "failed")
	g.Does("action gesture")
	g.Steps(8)
	tried(g, "evolve()", "done")
	for _, setting := range []string{"g_bot_evolve: 0", "g_bot_level2: false, g_bot_level1: 0"} {
		b := alien(450, "overmind 3400 3200")
		b.settings = setting
		g := b.open(t)
		tried(g, "evolve()", "failed")
	}
	g = alien(450, "overmind 3400 3200").open(t)
	unvanquished.Evolved(g.Arena, one, pclGranger)
	unvanquished.SetBuildTimer(g.Arena, one, 0.5)
	tried(g, "evolve()", "failed")
	g.Does("action gesture").Steps(9)
	tried(g, "evolve()", "done")
	if b := g.Arena.BodyOf(one); g.Arena.Cargo[b].Ready.At != g.Arena.Now+10 {
		t.Errorf("it can attack in %d frames, wanted 10", g.Arena.Cargo[b].Ready.At-g.Arena.Now)
	}
	g = alien(0, "overmind 3400 3200").open(t)
	unvanquished.Evolved(g.Arena, one, pclMarauder)
	tried(g, "evolve()", "failed")
	tried(g, "evolveTo( PCL_HUMAN_NAKED )", "failed")
	tried(g, "evolveTo( 99 )", "failed")
}

// Humans do not evolve in the game, not even to what costs nothing.
func TestHumansDoNotEvolve(t *testing.T) {
	g := base{buildings: "reactor 3400 3200, overmind 100 100", more: "match: { purse: 1000 }"}.open(t)
	for _, action := range []string{"evolve()", "evolveTo( PCL_HUMAN_LIGHT )", "evolveTo( PCL_ALIEN_LEVEL1 )"} {
		tried(g, action, "failed")
	}
}
