package mind_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// point returns the goal of the first bot, which must be a point, in units.
func point(g *arenatest.Game) [2]float32 {
	g.T.Helper()
	kind, x, y := trial.Goal(g.Arena, trial.One)
	if kind != "point" {
		g.T.Fatalf("the goal is a %q at tick %d, wanted a point", kind, g.World().Clock().Tick)
	}
	return [2]float32{x * trial.InUnits, y * trial.InUnits}
}

// keeps wants the first bot to keep its point for some ticks.
func keeps(g *arenatest.Game, ticks int) {
	g.T.Helper()
	was := point(g)
	for range ticks {
		if now := point(g.Steps(1)); now != was {
			g.T.Fatalf("another point at tick %d: %v after %v", g.World().Clock().Tick, now, was)
		}
	}
}

// kills ends the life of a body by a blow of nobody.
func kills(g *arenatest.Game, id components.ID) { trial.Raze(g, id, 0) }

var _ = trial.Fact("entry-failure-goal", func(t *testing.T) {
	g := trial.Scene{Tree: "action changeGoal( E_H_REACTOR )", Buildings: "reactor 300 200"}.Open(t).Steps(1)
	trial.GoalAt(g, "body", 300, 200)
	trial.Plays(g, trial.One, trial.Tells("moveTo( E_A_HIVE )"))
	trial.Says(g.Steps(1), "failed")
	trial.GoalAt(g, "body", 300, 200)
}) && trial.Fact("moveto-unreachable", func(t *testing.T) {
	const walls = "obstacles: [{ rect: [10, 10, 20, 2] }, { rect: [10, 28, 20, 2] }, { rect: [10, 10, 2, 20] }, { rect: [28, 10, 2, 20] }]"
	g := trial.Scene{
		Tree:      "selector { condition levelTime >= 500 { selector { sequence { action moveTo( E_H_ARMOURY ) action say( \"there\" ) } decorator return( STATUS_FAILURE ) { action say( \"shut\" ) } } } action roam() }",
		Buildings: "reactor 100 100, armoury 640 640", More: walls,
	}.Open(t)
	keeps(g.Steps(1), 40)
	trial.Says(g, "shut")
}) && trial.Fact("roaminradius-no-entity", func(t *testing.T) {
	g := trial.Scene{Team: "aliens", Tree: "decorator return( STATUS_FAILURE ) { sequence { action roamInRadius( E_A_BOOSTER, 500 ) action say( \"goes\" ) } } action roam()"}.Open(t)
	keeps(g.Steps(1), 40)
	trial.Says(g, "")
})

var _ = trial.Fact("goal-stays-after-end", func(t *testing.T) {
	g := trial.Scene{Tree: "action moveTo( E_H_ARMOURY )", Buildings: "reactor 100 100, armoury 3300 3200"}.Open(t).Steps(40)
	trial.Halve(g, trial.Those(g, "armoury")[0].ID)
	g.Holds("goalBuildingType == 13 && goalType == ET_BUILDABLE && percentHealth( E_GOAL ) == 0.5")
}) && trial.Fact("goal-of-roam", func(t *testing.T) {
	g := trial.Scene{Tree: "action moveTo( E_H_ARMOURY )", Buildings: "reactor 100 100, armoury 3300 3200"}.Open(t).Steps(1)
	trial.Plays(g, trial.One, "action roam()")
	g.Steps(1).Holds("goalType < 0 && goalBuildingType == 0 && goalTeam == 0 && percentHealth( E_GOAL ) == 0 && distanceTo( E_GOAL ) > 999999")
	if got := mind.Distance(g.Arena, trial.One, eGoal); got != 1e15 {
		t.Errorf("distance %v", got)
	}
}) && trial.Fact("goal-of-rush", func(t *testing.T) {
	g := trial.Scene{Team: "aliens", Tree: "action rush()", Buildings: "telenode 200 200"}.Open(t)
	trial.Tag(g.Arena, trial.Two)
	g.Steps(2).Holds("goalType == 3 && goalTeam == 2 && goalBuildingType == 10")
}) && trial.Fact("goal-of-fight", func(t *testing.T) {
	g := trial.Scene{Tree: "action fight()", Bots: trial.ATyrant}.Open(t)
	trial.At(g, trial.Two, 3600, 3200)
	trial.Harm(g, trial.Two, 175)
	g.Steps(trial.Frames(800)).Holds("goalType == 1 && goalTeam == TEAM_ALIENS && percentHealth( E_GOAL ) <= 0.5 && percentHealth( E_GOAL ) > 0.3")
})

// The numbers of entities that trees name.
const (
	eBooster    = 6
	eGoal       = 17
	eEnemy      = 18
	eDamaged    = 19
	eFriendly   = 20
	eEnemyHouse = 21
)

var _ = trial.Fact("distance-none", func(t *testing.T) {
	g := trial.Scene{Tree: "action moveTo( E_SELF )"}.Open(t).Steps(1)
	for number, want := range map[int]float64{
		eBooster: math.MaxFloat32, eEnemy: math.MaxFloat32, eDamaged: math.MaxFloat32, eFriendly: 1e15, eEnemyHouse: 1e15, 0: 1e15, 99: 1e15, -1: 1e15,
	} {
		if got := mind.Distance(g.Arena, trial.One, number); got != want {
			t.Errorf("entity %d: %v, wanted %v", number, got, want)
		}
	}
	g.Holds("distanceTo( E_A_BOOSTER ) > 999999 && distanceTo( E_NONE ) > 999999 && distanceTo( E_SELF ) == 0")
})

var _ = trial.Fact("changegoal-restarts", func(t *testing.T) {
	g := trial.Scene{Tree: "concurrent { decorator return( STATUS_SUCCESS ) { action changeGoal( E_SELF ) } action roam() }"}.Open(t).Steps(1)
	for range 5 {
		was := point(g)
		if point(g.Steps(1)) == was {
			t.Fatalf("the same point %v at tick %d", was, g.World().Clock().Tick)
		}
	}
}) && trial.Fact("changegoal-sequence", func(t *testing.T) {
	g := trial.Scene{Tree: "sequence { decorator return( STATUS_SUCCESS ) { action changeGoal( E_SELF ) } action roam() }"}.Open(t)
	keeps(g.Steps(1), 60)
}) && trial.Fact("changegoal-two", func(t *testing.T) {
	g := trial.Scene{Tree: "action changeGoal( E_H_REACTOR )", Buildings: "reactor 300 200"}.Open(t).Steps(1)
	trial.Plays(g, trial.One, trial.Tells("changeGoal( 100, 200 )"))
	trial.Says(g.Steps(1), "failed")
	trial.GoalAt(g, "body", 300, 200)
	trial.Plays(g, trial.One, "action changeGoal( 1000, 2000, 7 )")
	trial.GoalAt(g.Steps(1), "point", 1000, 2000)
}) && trial.Fact("lasting-survives-pause", func(t *testing.T) {
	g := trial.Scene{Tree: "condition levelTime >= 500 && levelTime < 750 { action gesture } action roam()"}.Open(t)
	keeps(g.Steps(1), 20)
})

var _ = trial.Fact("goal-invalid-on-death", func(t *testing.T) {
	g := trial.Scene{Tree: "action changeGoal( E_ENEMY )", Bots: trial.Still("alien_level0", "aliens", 1, "health: 30, respawn: 2s")}.Open(t)
	trial.At(g, trial.Two, 3600, 3200)
	g.Steps(trial.Frames(1000)).Holds("goalType == 1 && !goalIsDead")
	kills(g, trial.Two)
	g.Holds("goalIsDead && goalType < 0 && goalTeam == 0")
	if got := mind.Distance(g.Arena, trial.One, eGoal); got != 1e15 {
		t.Errorf("distance %v", got)
	}
}) && trial.Fact("goalisdead-no-goal", func(t *testing.T) {
	g := trial.Scene{Tree: "condition goalIsDead && goalType < 0 { action say( \"none\" ) }"}.Open(t)
	trial.Says(g.Steps(1), "none")
	trial.Plays(g, trial.One, "action roam()")
	g.Steps(1).Holds("goalIsDead")
}) && trial.Fact("goalisdead-unpowered", func(t *testing.T) {
	b := trial.Scene{Tree: trial.Tells("moveTo( E_H_ARMOURY )"), Buildings: "reactor 100 100, armoury 5000 3200"}
	walks := b.Open(t).Steps(2)
	b.Tree = trial.Tells("buy( WP_SHOTGUN )")
	buys := b.Open(t)
	trial.SetCredits(buys.Arena, trial.One, 500)
	trial.Says(buys.Steps(2), "goes on")
	kills(walks, trial.Those(walks, "reactor")[0].ID)
	kills(buys, trial.Those(buys, "reactor")[0].ID)
	trial.Says(buys.Steps(1), "failed")
	trial.Says(walks.Steps(1), "goes on")
	walks.Holds("goalIsDead && goalType == ET_BUILDABLE")
})

var _ = trial.Fact("moveto-first-frame", func(t *testing.T) {
	g := trial.Scene{Tree: trial.Tells("moveTo( E_H_ARMOURY )"), Buildings: "reactor 100 100, armoury 5200 3200"}.Open(t).Steps(1)
	trial.Says(g, "goes on")
	if far := trial.From(g, 3200, 3200); far != 0 {
		t.Errorf("%v units in the first frame", far)
	}
	if far := trial.From(g.Steps(1), 3200, 3200); far < 10 {
		t.Errorf("%v units in the second frame", far)
	}
}) && trial.Fact("moveto-self", func(t *testing.T) {
	g := trial.Scene{Tree: trial.Tells("moveTo( E_SELF )")}.Open(t)
	for range 3 {
		trial.Says(g.Steps(1), "goes on")
		trial.Says(g.Steps(1), "done")
	}
}) && trial.Fact("moveto-target-dies", func(t *testing.T) {
	g := trial.Scene{Tree: trial.Tells("moveTo( E_H_SPAWN )"), Buildings: "telenode 3800 3200, telenode 3200 5000"}.Open(t).Steps(3)
	trial.GoalAt(g, "body", 3800, 3200)
	kills(g, trial.Two)
	trial.Says(g.Steps(1), "failed")
	trial.Says(g.Steps(1), "goes on")
	trial.GoalAt(g, "body", 3200, 5000)
}) && trial.Fact("movetogoal-no-goal", func(t *testing.T) {
	trial.Says(trial.Scene{Tree: trial.Tells("moveToGoal()")}.Open(t).Steps(1), "failed")
})

// A radius of 0 or less is the goal's own; another is from the middle.
func TestMoveToWithinARadius(t *testing.T) {
	for radius, want := range map[string]float64{"500": 500, "-3": 0, "0": 0} {
		g := trial.Scene{Tree: trial.Tells("moveTo( E_H_ARMOURY, " + radius + " )"), Buildings: "reactor 100 100, armoury 4200 3200"}.Open(t)
		g.Steps(200)
		far := trial.From(g, 4200, 3200)
		if want > 0 && math.Abs(far-want) > 1 || want == 0 && (far < 60 || far > 160) {
			t.Errorf("radius %s: it stops %v from the middle", radius, far)
		}
	}
}

var _ = trial.Fact("roaminradius-point-fixed", func(t *testing.T) {
	g := trial.Scene{Tree: "action roamInRadius( E_ENEMY, 300 )", Bots: trial.ADretch}.Open(t)
	trial.At(g, trial.Two, 4000, 3200)
	for trial.Best(g.Arena, trial.One) == 0 {
		g.Steps(1)
	}
	g.Steps(1)
	if p := point(g); math.Hypot(float64(p[0])-4000, float64(p[1])-3200) > 301 {
		t.Errorf("the point is %v", p)
	}
	trial.At(g, trial.Two, 600, 600)
	keeps(g, 10)
}) && trial.Fact("follow-player-dies", func(t *testing.T) {
	g := trial.Scene{Tree: trial.Tells("follow( 100 )")}.Open(t)
	trial.Says(g.Steps(1), "failed")
	player := g.Join(150, 100, components.Heading{X: 1}, 0)
	trial.Says(g.Steps(2), "goes on")
	keeps(g, 5)
	kills(g, player)
	trial.Says(g.Steps(1), "failed")
}) && trial.Fact("stayhere-unset", func(t *testing.T) {
	g := trial.Scene{Tree: trial.Tells("stayHere( 100 )")}.Open(t)
	trial.Says(g.Steps(1), "failed")
	g.Holds("distanceToSpecifiedPosition > 16999000000000000000.0 && distanceToSpecifiedPosition < 17001000000000000000.0")
})

var _ = trial.Fact("flee-no-main", func(t *testing.T) {
	g := trial.Scene{Tree: trial.Tells("flee()"), Buildings: "armoury 3400 3200, telenode 3000 3200"}.Open(t)
	trial.Says(g.Steps(1), "failed")
}) && trial.Fact("flee-radius", func(t *testing.T) {
	g := trial.Scene{Tree: trial.Tells("flee()"), Buildings: "reactor 3260 3200"}.Open(t)
	trial.Says(g.Steps(1), "done")
	trial.At(g, trial.One, 3180, 3200)
	trial.Says(g.Steps(1), "goes on")
})

var _ = trial.Fact("rush-order-humans", func(t *testing.T) {
	g := trial.Scene{Tree: "action rush()", Buildings: "overmind 3500 3200, egg 5200 3200"}.Open(t)
	trial.Tag(g.Arena, trial.Two)
	trial.Tag(g.Arena, trial.Three)
	trial.GoalAt(g.Steps(1), "body", 5200, 3200)
}) && trial.Fact("rush-order-aliens", func(t *testing.T) {
	g := trial.Scene{Team: "aliens", Tree: "action rush()", Buildings: "reactor 5200 3200, armoury 3500 3300, telenode 100 100"}.Open(t)
	for _, kind := range []string{"reactor", "armoury"} {
		trial.Tag(g.Arena, trial.Those(g, kind)[0].ID)
	}
	trial.GoalAt(g.Steps(1), "body", 5200, 3200)
}) && trial.Fact("rush-arrives", func(t *testing.T) {
	g := trial.Scene{Tree: trial.Tells("rush()"), Buildings: "egg 3255 3200"}.Open(t)
	trial.Tag(g.Arena, trial.Two)
	trial.Says(g.Steps(1), "goes on")
	trial.Says(g.Steps(1), "done")
	if trial.From(g, 3200, 3200) != 0 || g.Bot(trial.Two).Health < 1 {
		t.Errorf("it stands %v from where it was; the egg: %+v", trial.From(g, 3200, 3200), g.Bot(trial.Two))
	}
})

var _ = trial.Fact("stuck-standing", func(t *testing.T) {
	g := trial.Scene{Tree: "action moveTo( E_SELF )"}.Open(t).Steps(trial.Frames(12000) + 1)
	g.Holds("stuckTime >= 12000 && stuckTime <= 12100")
}) && trial.Fact("stuck-150", func(t *testing.T) {
	g := trial.Scene{Tree: "action moveTo( E_SELF )"}.Open(t).Steps(1)
	for i := range trial.Frames(4000) {
		angle := float64(i) / 5
		trial.At(g, trial.One, 3200+50*math.Cos(angle), 3200+50*math.Sin(angle))
		g.Steps(1)
	}
	if got := trial.Stuck(g.Arena, trial.One); got < 3.9 {
		t.Errorf("stuck for %v s in a circle", got)
	}
	trial.At(g, trial.One, 3200+149, 3200)
	if got := trial.Stuck(g.Steps(1).Arena, trial.One); got < 3.9 {
		t.Errorf("stuck for %v s at 149 units", got)
	}
	trial.At(g, trial.One, 3200+151, 3200)
	if got := trial.Stuck(g.Steps(1).Arena, trial.One); got != 0 {
		t.Errorf("stuck for %v s at 151 units", got)
	}
})

// blocked returns a bot that roams and is walled in on all sides, as far as its steps go. Its
// stuck clock shows so many seconds.
func blocked(t *testing.T, seconds float64) *arenatest.Game {
	g := trial.Scene{Tree: "action moveTo( E_SELF )"}.Open(t).Steps(trial.Frames(10000))
	trial.Plays(g, trial.One, trial.Tells("roam()"))
	trial.Says(g.Steps(2), "goes on")
	for range 2 {
		trial.At(g, trial.One, 3200, 3200)
		mind.Block(g.Arena, trial.One, seconds)
		g.Steps(1)
	}
	return g
}

var _ = trial.Fact("roam-blocked", func(t *testing.T) {
	g := blocked(t, 3)
	trial.Says(g, "failed")
	was := point(g)
	if point(g.Steps(1)) == was {
		t.Error("the same point after it failed")
	}
}) && trial.Fact("roam-blocked-late", func(t *testing.T) {
	trial.Says(blocked(t, 6), "goes on")
	trial.Says(blocked(t, 1), "goes on")
})

var _ = trial.Fact("human-jump", func(t *testing.T) {
	g := trial.Scene{Tree: "action moveTo( E_SELF )"}.Open(t).Steps(20)
	mind.Tire(g.Arena, trial.One, 3000)
	trial.Plays(g, trial.One, trial.Tells("jump()"))
	trial.Says(g.Steps(1), "failed")
	trial.Says(trial.Scene{Team: "aliens", Tree: trial.Tells("jump()")}.Open(t).Steps(1), "done")
})

// A jump costs stamina once for as long as it lasts, and it comes back.
func TestJumpsCostStamina(t *testing.T) {
	for class, cost := range map[string]float64{"human_naked": 3750, "human_light": 3750, "human_medium": 4500, "human_bsuit": 6000} {
		g := trial.Scene{Tree: trial.Tells("jump()")}.Open(t)
		trial.Become(g, trial.One, class)
		g.Steps(1)
		if got := trial.Stamina(g.Arena, trial.One); got != 30000-cost {
			t.Errorf("%s: %v left, wanted %v less", class, got, cost)
		}
		if got := trial.Stamina(g.Steps(10).Arena, trial.One); math.Abs(got-(30000-cost+2250)) > 1 {
			t.Errorf("%s: %v half a second later", class, got)
		}
	}
}

var _ = trial.Fact("suicide-rest", func(t *testing.T) {
	g := trial.Scene{Tree: "concurrent { selector { sequence { action say( \"first\" ) action suicide } action gesture } sequence { action gesture action say( \"second\" ) } }"}.Open(t).Steps(1)
	if b := g.Bot(trial.One); !b.Dead || b.Action != "" || b.Pose == "taunt" {
		t.Errorf("%+v", b)
	}
	if done := g.Game().Counts.ActionCounts(); done["suicide"] != 1 || done["gesture"] != 0 {
		t.Errorf("it did %v", done)
	}
})

var _ = trial.Fact("builder-resumes", func(t *testing.T) {
	g := trial.Scene{
		Team: "aliens", Class: "tags: [alien_builder0],", Buildings: "overmind 3200 2600", Settings: "g_BPInitialBudget: 10, g_maxMiners: 0",
		Tree: "sequence { condition levelTime < 500 selector { decorator return( STATUS_FAILURE ) { action buildNowChosenBuildable() } action roamInRadius( E_A_OVERMIND, 700 ) } } action gesture",
	}.Open(t)
	keeps(g.Steps(1), 12)
	for range 600 {
		if g.Step(); g.Bot(trial.One).Action == "gesture" {
			p, q := point(g), [2]float64{}
			if q[0], q[1] = trial.Where(g, trial.One); math.Hypot(float64(p[0])-q[0], float64(p[1])-q[1]) > 80 {
				t.Errorf("it gives up at %v, on its way to %v", q, p)
			}
			return
		}
		if action := g.Bot(trial.One).Action; action != "roamInRadius" {
			t.Fatalf("it does %q at tick %d", action, g.World().Clock().Tick)
		}
	}
	t.Error("it does not arrive")
})

// Dodges change sides by the clock, and beat each other as keys do.
func TestDodges(t *testing.T) {
	g := trial.Scene{Tree: "action alternateStrafe()"}.Open(t).Steps(1)
	for range trial.Frames(7800) {
		_, was := trial.Where(g, trial.One)
		_, is := trial.Where(g.Steps(1), trial.One)
		if right := g.World().Clock().Tick < int64(trial.Frames(4000)); (is > was) != right || is == was {
			t.Fatalf("from %v to %v at tick %d", was, is, g.World().Clock().Tick)
		}
	}
	for keys, want := range map[string][2]float64{
		"MOVE_FORWARD": {1, 0}, "MOVE_BACKWARD": {-1, 0}, "MOVE_RIGHT": {0, 1}, "MOVE_LEFT": {0, -1}, "3": {1, 0}, "12": {0, 1}, "MOVE_BACKWARD, MOVE_LEFT": {-1, -1}, "15": {1, 1},
	} {
		g := trial.Scene{Tree: "action moveInDir( " + keys + " )"}.Open(t).Steps(1)
		x, y := trial.Where(g, trial.One)
		sign := func(v float64) float64 { return math.Round(v / 8) }
		if got := [2]float64{sign(x - 3200), sign(y - 3200)}; math.Signbit(got[0]) != math.Signbit(want[0]) || (got[0] == 0) != (want[0] == 0) || (got[1] == 0) != (want[1] == 0) || got[1]*want[1] < 0 {
			t.Errorf("%s: (%v, %v)", keys, x-3200, y-3200)
		}
	}
}

// A strafe in the tick of a step to the goal goes round it.
func TestStrafesAddToSteps(t *testing.T) {
	tree := "concurrent { action moveTo( E_H_ARMOURY ) decorator return( STATUS_SUCCESS ) { action alternateStrafe() } }"
	g := trial.Scene{Tree: tree, Buildings: "reactor 100 100, armoury 5200 3200"}.Open(t).Steps(2)
	const step = 0.9 * 320. / 20 // the first is sideways alone: moveTo takes none
	if x, y := trial.Where(g, trial.One); math.Abs(x-3200-step/math.Sqrt2) > 0.1 || math.Abs(y-3200-step-step/math.Sqrt2) > 0.1 {
		t.Errorf("at (%v, %v)", x, y)
	}
}

// Straight ways are asked for the walker's width; that to the goal is bent in the tick
// in which it was set, and stays when the goal dies.
func TestStraightWays(t *testing.T) {
	g := trial.Scene{
		Tree: "concurrent { decorator return( STATUS_SUCCESS ) { sequence { condition levelTime <= 50 action changeGoal( E_H_ARMOURY ) condition !directPathTo( E_GOAL ) && directPathTo( E_H_ARMOURY ) action say( \"set\" ) } } }",
		More: trial.Wall(3600, 3000, 64, 400), Buildings: "reactor 3900 3200, armoury 3200 4000",
	}.Open(t).Steps(1)
	trial.Says(g, "set")
	g.Holds("directPathTo( E_GOAL ) && !directPathTo( E_H_REACTOR ) && !directPathTo( E_H_DRILL )")
	kills(g, trial.Those(g, "armoury")[0].ID)
	g.Holds("directPathTo( E_GOAL ) && goalIsDead")
}

// Who resets its stuck clock must get away from there.
func TestStuckSinceAReset(t *testing.T) {
	g := trial.Scene{Tree: "action moveTo( E_SELF )"}.Open(t).Steps(1)
	trial.At(g, trial.One, 3300, 3200)
	g.Does("action resetStuckTime")
	trial.Plays(g, trial.One, "action moveTo( E_SELF )")
	g.Steps(trial.Frames(2000))
	trial.At(g, trial.One, 3360, 3200) // 160 from where it began
	if got := trial.Stuck(g.Steps(1).Arena, trial.One); got < 1.9 {
		t.Errorf("stuck for %v s at 60 units", got)
	}
	trial.At(g, trial.One, 3451, 3200)
	if got := trial.Stuck(g.Steps(1).Arena, trial.One); got != 0 {
		t.Errorf("stuck for %v s at 151 units", got)
	}
}

// A goal of the own team that is under construction is not dead.
func TestGoalUnderConstruction(t *testing.T) {
	g := trial.Scene{Buildings: "reactor 3600 3200"}.Open(t).Steps(1)
	trial.Unfinished(g.Arena, trial.Two, 100)
	g.Does("action changeGoal( E_FRIENDLYBUILDING )")
	g.Holds("goalType == ET_BUILDABLE", "goalIsDead == 0")
}

// Humans of skill 5 and more sprint to where they go, others run.
func TestTheSkilledSprint(t *testing.T) {
	pace := func(skill string) float64 {
		g := trial.Scene{Settings: "g_bot_defaultSkill: " + skill, Tree: "action moveTo( E_H_ARMOURY )", Buildings: "reactor 100 100, armoury 5200 3200"}.Open(t).Steps(10)
		x, _ := trial.Where(g, trial.One)
		g.Step()
		to, _ := trial.Where(g, trial.One)
		return to - x
	}
	run, sprint := pace("4"), pace("5")
	if sprint < 1.1*run || pace("9") != sprint || pace("1") != run {
		t.Errorf("%v and, from skill 5 on, %v units a frame", run, sprint)
	}
}

// Skills are 1 to 9, whatever the setting says.
func TestDefaultSkill(t *testing.T) {
	for setting, want := range map[string]string{"0": "1", "7": "7", "50": "9"} {
		trial.Scene{Settings: "g_bot_defaultSkill: " + setting}.Open(t).Holds("skill == " + want)
	}
}
