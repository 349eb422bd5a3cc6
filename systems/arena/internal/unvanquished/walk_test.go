package unvanquished_test

import (
	"math"

	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/arena/internal/arenatest"
	"github.com/thicket-sim/thicket/systems/arena/internal/unvanquished"
)

// point is the goal of the first bot, which must be a point, in units.
func point(g *arenatest.Game) [2]float32 {
	g.T.Helper()
	kind, x, y := unvanquished.Goal(g.Arena, one)
	if kind != "point" {
		g.T.Fatalf("the goal is a %q at tick %d, wanted a point", kind, g.World().Clock().Tick)
	}
	return [2]float32{x * inUnits, y * inUnits}
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
func kills(g *arenatest.Game, id components.ID) { raze(g, id, 0) }

var _ = fact("entry-failure-goal", func(t *testing.T) {
	g := base{tree: "action changeGoal( E_H_REACTOR )", buildings: "reactor 300 200"}.open(t).Steps(1)
	goalAt(g, "body", 300, 200)
	plays(g, one, tells("moveTo( E_A_HIVE )"))
	says(g.Steps(1), "failed")
	goalAt(g, "body", 300, 200)
}) && fact("moveto-unreachable", func(t *testing.T) {
	const walls = "obstacles: [{ rect: [10, 10, 20, 2] }, { rect: [10, 28, 20, 2] }, { rect: [10, 10, 2, 20] }, { rect: [28, 10, 2, 20] }]"
	g := base{
		tree:      "selector { condition levelTime >= 500 { selector { sequence { action moveTo( E_H_ARMOURY ) action say( \"there\" ) } decorator return( STATUS_FAILURE ) { action say( \"shut\" ) } } } action roam() }",
		buildings: "reactor 100 100, armoury 640 640", more: walls,
	}.open(t)
	keeps(g.Steps(1), 40)
	says(g, "shut")
}) && fact("roaminradius-no-entity", func(t *testing.T) {
	g := base{team: "aliens", tree: "decorator return( STATUS_FAILURE ) { sequence { action roamInRadius( E_A_BOOSTER, 500 ) action say( \"goes\" ) } } action roam()"}.open(t)
	keeps(g.Steps(1), 40)
	says(g, "")
})

var _ = fact("goal-stays-after-end", func(t *testing.T) {
	g := base{tree: "action moveTo( E_H_ARMOURY )", buildings: "reactor 100 100, armoury 3300 3200"}.open(t).Steps(40)
	halve(g, those(g, "armoury")[0].ID)
	g.Holds("goalBuildingType == 13 && goalType == ET_BUILDABLE && percentHealth( E_GOAL ) == 0.5")
}) && fact("goal-of-roam", func(t *testing.T) {
	g := base{tree: "action moveTo( E_H_ARMOURY )", buildings: "reactor 100 100, armoury 3300 3200"}.open(t).Steps(1)
	plays(g, one, "action roam()")
	g.Steps(1).Holds("goalType < 0 && goalBuildingType == 0 && goalTeam == 0 && percentHealth( E_GOAL ) == 0 && distanceTo( E_GOAL ) > 999999")
	if got := unvanquished.Distance(g.Arena, one, eGoal); got != 1e15 {
		t.Errorf("distance %v", got)
	}
}) && fact("goal-of-rush", func(t *testing.T) {
	g := base{team: "aliens", tree: "action rush()", buildings: "telenode 200 200"}.open(t)
	unvanquished.Tag(g.Arena, two)
	g.Steps(2).Holds("goalType == 3 && goalTeam == 2 && goalBuildingType == 10")
}) && fact("goal-of-fight", func(t *testing.T) {
	g := base{tree: "action fight()", bots: aTyrant}.open(t)
	at(g, two, 3600, 3200)
	harm(g, two, 175)
	g.Steps(frames(800)).Holds("goalType == 1 && goalTeam == TEAM_ALIENS && percentHealth( E_GOAL ) <= 0.5 && percentHealth( E_GOAL ) > 0.3")
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

var _ = fact("distance-none", func(t *testing.T) {
	g := base{tree: "action moveTo( E_SELF )"}.open(t).Steps(1)
	for number, want := range map[int]float64{
		eBooster: math.MaxFloat32, eEnemy: math.MaxFloat32, eDamaged: math.MaxFloat32, eFriendly: 1e15, eEnemyHouse: 1e15, 0: 1e15, 99: 1e15, -1: 1e15,
	} {
		if got := unvanquished.Distance(g.Arena, one, number); got != want {
			t.Errorf("entity %d: %v, wanted %v", number, got, want)
		}
	}
	g.Holds("distanceTo( E_A_BOOSTER ) > 999999 && distanceTo( E_NONE ) > 999999 && distanceTo( E_SELF ) == 0")
})

var _ = fact("changegoal-restarts", func(t *testing.T) {
	g := base{tree: "concurrent { decorator return( STATUS_SUCCESS ) { action changeGoal( E_SELF ) } action roam() }"}.open(t).Steps(1)
	for range 5 {
		was := point(g)
		if point(g.Steps(1)) == was {
			t.Fatalf("the same point %v at tick %d", was, g.World().Clock().Tick)
		}
	}
}) && fact("changegoal-sequence", func(t *testing.T) {
	g := base{tree: "sequence { decorator return( STATUS_SUCCESS ) { action changeGoal( E_SELF ) } action roam() }"}.open(t)
	keeps(g.Steps(1), 60)
}) && fact("changegoal-two", func(t *testing.T) {
	g := base{tree: "action changeGoal( E_H_REACTOR )", buildings: "reactor 300 200"}.open(t).Steps(1)
	plays(g, one, tells("changeGoal( 100, 200 )"))
	says(g.Steps(1), "failed")
	goalAt(g, "body", 300, 200)
	plays(g, one, "action changeGoal( 1000, 2000, 7 )")
	goalAt(g.Steps(1), "point", 1000, 2000)
}) && fact("lasting-survives-pause", func(t *testing.T) {
	g := base{tree: "condition levelTime >= 500 && levelTime < 750 { action gesture } action roam()"}.open(t)
	keeps(g.Steps(1), 20)
})

var _ = fact("goal-invalid-on-death", func(t *testing.T) {
	g := base{tree: "action changeGoal( E_ENEMY )", bots: still("alien_level0", "aliens", 1, "health: 30, respawn: 2s")}.open(t)
	at(g, two, 3600, 3200)
	g.Steps(frames(1000)).Holds("goalType == 1 && !goalIsDead")
	kills(g, two)
	g.Holds("goalIsDead && goalType < 0 && goalTeam == 0")
	if got := unvanquished.Distance(g.Arena, one, eGoal); got != 1e15 {
		t.Errorf("distance %v", got)
	}
}) && fact("goalisdead-no-goal", func(t *testing.T) {
	g := base{tree: "condition goalIsDead && goalType < 0 { action say( \"none\" ) }"}.open(t)
	says(g.Steps(1), "none")
	plays(g, one, "action roam()")
	g.Steps(1).Holds("goalIsDead")
}) && fact("goalisdead-unpowered", func(t *testing.T) {
	b := base{tree: tells("moveTo( E_H_ARMOURY )"), buildings: "reactor 100 100, armoury 5000 3200"}
	walks := b.open(t).Steps(2)
	b.tree = tells("buy( WP_SHOTGUN )")
	buys := b.open(t)
	unvanquished.SetCredits(buys.Arena, one, 500)
	says(buys.Steps(2), "goes on")
	kills(walks, those(walks, "reactor")[0].ID)
	kills(buys, those(buys, "reactor")[0].ID)
	says(buys.Steps(1), "failed")
	says(walks.Steps(1), "goes on")
	walks.Holds("goalIsDead && goalType == ET_BUILDABLE")
})

var _ = fact("moveto-first-frame", func(t *testing.T) {
	g := base{tree: tells("moveTo( E_H_ARMOURY )"), buildings: "reactor 100 100, armoury 5200 3200"}.open(t).Steps(1)
	says(g, "goes on")
	if far := from(g, 3200, 3200); far != 0 {
		t.Errorf("%v units in the first frame", far)
	}
	if far := from(g.Steps(1), 3200, 3200); far < 10 {
		t.Errorf("%v units in the second frame", far)
	}
}) && fact("moveto-self", func(t *testing.T) {
	g := base{tree: tells("moveTo( E_SELF )")}.open(t)
	for range 3 {
		says(g.Steps(1), "goes on")
		says(g.Steps(1), "done")
	}
}) && fact("moveto-target-dies", func(t *testing.T) {
	g := base{tree: tells("moveTo( E_H_SPAWN )"), buildings: "telenode 3800 3200, telenode 3200 5000"}.open(t).Steps(3)
	goalAt(g, "body", 3800, 3200)
	kills(g, two)
	says(g.Steps(1), "failed")
	says(g.Steps(1), "goes on")
	goalAt(g, "body", 3200, 5000)
}) && fact("movetogoal-no-goal", func(t *testing.T) {
	says(base{tree: tells("moveToGoal()")}.open(t).Steps(1), "failed")
})

// A radius of 0 or less is the goal's own; another is from the middle.
func TestMoveToWithinARadius(t *testing.T) {
	for radius, want := range map[string]float64{"500": 500, "-3": 0, "0": 0} {
		g := base{tree: tells("moveTo( E_H_ARMOURY, " + radius + " )"), buildings: "reactor 100 100, armoury 4200 3200"}.open(t)
		g.Steps(200)
		far := from(g, 4200, 3200)
		if want > 0 && math.Abs(far-want) > 1 || want == 0 && (far < 60 || far > 160) {
			t.Errorf("radius %s: it stops %v from the middle", radius, far)
		}
	}
}

var _ = fact("roaminradius-point-fixed", func(t *testing.T) {
	g := base{tree: "action roamInRadius( E_ENEMY, 300 )", bots: aDretch}.open(t)
	at(g, two, 4000, 3200)
	for unvanquished.Best(g.Arena, one) == 0 {
		g.Steps(1)
	}
	g.Steps(1)
	if p := point(g); math.Hypot(float64(p[0])-4000, float64(p[1])-3200) > 301 {
		t.Errorf("the point is %v", p)
	}
	at(g, two, 600, 600)
	keeps(g, 10)
}) && fact("follow-player-dies", func(t *testing.T) {
	g := base{tree: tells("follow( 100 )")}.open(t)
	says(g.Steps(1), "failed")
	player := g.Join(150, 100, components.Heading{X: 1}, 0)
	says(g.Steps(2), "goes on")
	keeps(g, 5)
	kills(g, player)
	says(g.Steps(1), "failed")
}) && fact("stayhere-unset", func(t *testing.T) {
	g := base{tree: tells("stayHere( 100 )")}.open(t)
	says(g.Steps(1), "failed")
	g.Holds("distanceToSpecifiedPosition > 16999000000000000000.0 && distanceToSpecifiedPosition < 17001000000000000000.0")
})

var _ = fact("flee-no-main", func(t *testing.T) {
	g := base{tree: tells("flee()"), buildings: "armoury 3400 3200, telenode 3000 3200"}.open(t)
	says(g.Steps(1), "failed")
}) && fact("flee-radius", func(t *testing.T) {
	g := base{tree: tells("flee()"), buildings: "reactor 3260 3200"}.open(t)
	says(g.Steps(1), "done")
	at(g, one, 3180, 3200)
	says(g.Steps(1), "goes on")
})

var _ = fact("rush-order-humans", func(t *testing.T) {
	g := base{tree: "action rush()", buildings: "overmind 3500 3200, egg 5200 3200"}.open(t)
	unvanquished.Tag(g.Arena, two)
	unvanquished.Tag(g.Arena, three)
	goalAt(g.Steps(1), "body", 5200, 3200)
}) && fact("rush-order-aliens", func(t *testing.T) {
	g := base{team: "aliens", tree: "action rush()", buildings: "reactor 5200 3200, armoury 3500 3300, telenode 100 100"}.open(t)
	for _, kind := range []string{"reactor", "armoury"} {
		unvanquished.Tag(g.Arena, those(g, kind)[0].ID)
	}
	goalAt(g.Steps(1), "body", 5200, 3200)
}) && fact("rush-arrives", func(t *testing.T) {
	g := base{tree: tells("rush()"), buildings: "egg 3255 3200"}.open(t)
	unvanquished.Tag(g.Arena, two)
	says(g.Steps(1), "goes on")
	says(g.Steps(1), "done")
	if from(g, 3200, 3200) != 0 || g.Bot(two).Health < 1 {
		t.Errorf("it stands %v from where it was; the egg: %+v", from(g, 3200, 3200), g.Bot(two))
	}
})

var _ = fact("stuck-standing", func(t *testing.T) {
	g := base{tree: "action moveTo( E_SELF )"}.open(t).Steps(frames(12000) + 1)
	g.Holds("stuckTime >= 12000 && stuckTime <= 12100")
}) && fact("stuck-150", func(t *testing.T) {
	g := base{tree: "action moveTo( E_SELF )"}.open(t).Steps(1)
	for i := range frames(4000) {
		angle := float64(i) / 5
		at(g, one, 3200+50*math.Cos(angle), 3200+50*math.Sin(angle))
		g.Steps(1)
	}
	if got := unvanquished.Stuck(g.Arena, one); got < 3.9 {
		t.Errorf("stuck for %v s in a circle", got)
	}
	at(g, one, 3200+149, 3200)
	if got := unvanquished.Stuck(g.Steps(1).Arena, one); got < 3.9 {
		t.Errorf("stuck for %v s at 149 units", got)
	}
	at(g, one, 3200+151, 3200)
	if got := unvanquished.Stuck(g.Steps(1).Arena, one); got != 0 {
		t.Errorf("stuck for %v s at 151 units", got)
	}
})

// blocked is a bot that roams and is walled in on all sides, as far as its steps go. Its
// stuck clock shows so many seconds.
func blocked(t *testing.T, seconds float64) *arenatest.Game {
	g := base{tree: "action moveTo( E_SELF )"}.open(t).Steps(frames(10000))
	plays(g, one, tells("roam()"))
	says(g.Steps(2), "goes on")
	for range 2 {
		at(g, one, 3200, 3200)
		unvanquished.Block(g.Arena, one, seconds)
		g.Steps(1)
	}
	return g
}

var _ = fact("roam-blocked", func(t *testing.T) {
	g := blocked(t, 3)
	says(g, "failed")
	was := point(g)
	if point(g.Steps(1)) == was {
		t.Error("the same point after it failed")
	}
}) && fact("roam-blocked-late", func(t *testing.T) {
	says(blocked(t, 6), "goes on")
	says(blocked(t, 1), "goes on")
})

var _ = fact("human-jump", func(t *testing.T) {
	g := base{tree: "action moveTo( E_SELF )"}.open(t).Steps(20)
	unvanquished.Tire(g.Arena, one, 3000)
	plays(g, one, tells("jump()"))
	says(g.Steps(1), "failed")
	says(base{team: "aliens", tree: tells("jump()")}.open(t).Steps(1), "done")
})

// A jump costs stamina once for as long as it lasts, and it comes back.
func TestJumpsCostStamina(t *testing.T) {
	for class, cost := range map[string]float64{"human_naked": 3750, "human_light": 3750, "human_medium": 4500, "human_bsuit": 6000} {
		g := base{tree: tells("jump()")}.open(t)
		become(g, one, class)
		g.Steps(1)
		if got := unvanquished.Stamina(g.Arena, one); got != 30000-cost {
			t.Errorf("%s: %v left, wanted %v less", class, got, cost)
		}
		if got := unvanquished.Stamina(g.Steps(10).Arena, one); math.Abs(got-(30000-cost+750)) > 1 {
			t.Errorf("%s: %v half a second later", class, got)
		}
	}
}

var _ = fact("suicide-rest", func(t *testing.T) {
	g := base{tree: "concurrent { selector { sequence { action say( \"first\" ) action suicide } action gesture } sequence { action gesture action say( \"second\" ) } }"}.open(t).Steps(1)
	if b := g.Bot(one); !b.Dead || b.Action != "" || b.Pose == "taunt" {
		t.Errorf("%+v", b)
	}
	if done := g.Game().ActionCounts(); done["suicide"] != 1 || done["gesture"] != 0 {
		t.Errorf("it did %v", done)
	}
})

var _ = fact("builder-resumes", func(t *testing.T) {
	g := base{
		team: "aliens", class: "tags: [alien_builder0],", buildings: "overmind 3200 2600", settings: "g_BPInitialBudget: 10, g_maxMiners: 0",
		tree: "sequence { condition levelTime < 500 selector { decorator return( STATUS_FAILURE ) { action buildNowChosenBuildable() } action roamInRadius( E_A_OVERMIND, 700 ) } } action gesture",
	}.open(t)
	keeps(g.Steps(1), 12)
	for range 600 {
		if g.Step(); g.Bot(one).Action == "gesture" {
			p, q := point(g), [2]float64{}
			if q[0], q[1] = where(g, one); math.Hypot(float64(p[0])-q[0], float64(p[1])-q[1]) > 80 {
				t.Errorf("it gives up at %v, on its way to %v", q, p)
			}
			return
		}
		if action := g.Bot(one).Action; action != "roamInRadius" {
			t.Fatalf("it does %q at tick %d", action, g.World().Clock().Tick)
		}
	}
	t.Error("it does not arrive")
})

// Dodges change sides by the clock, and beat each other as keys do.
func TestDodges(t *testing.T) {
	g := base{tree: "action alternateStrafe()"}.open(t).Steps(1)
	for range frames(7800) {
		_, was := where(g, one)
		_, is := where(g.Steps(1), one)
		if right := g.World().Clock().Tick < int64(frames(4000)); (is > was) != right || is == was {
			t.Fatalf("from %v to %v at tick %d", was, is, g.World().Clock().Tick)
		}
	}
	for keys, want := range map[string][2]float64{
		"MOVE_FORWARD": {1, 0}, "MOVE_BACKWARD": {-1, 0}, "MOVE_RIGHT": {0, 1}, "MOVE_LEFT": {0, -1}, "3": {1, 0}, "12": {0, 1}, "MOVE_BACKWARD, MOVE_LEFT": {-1, -1}, "15": {1, 1},
	} {
		g := base{tree: "action moveInDir( " + keys + " )"}.open(t).Steps(1)
		x, y := where(g, one)
		sign := func(v float64) float64 { return math.Round(v / 8) }
		if got := [2]float64{sign(x - 3200), sign(y - 3200)}; math.Signbit(got[0]) != math.Signbit(want[0]) || (got[0] == 0) != (want[0] == 0) || (got[1] == 0) != (want[1] == 0) || got[1]*want[1] < 0 {
			t.Errorf("%s: (%v, %v)", keys, x-3200, y-3200)
		}
	}
}

// A strafe in the tick of a step to the goal goes round it.
func TestStrafesAddToSteps(t *testing.T) {
	tree := "concurrent { action moveTo( E_H_ARMOURY ) decorator return( STATUS_SUCCESS ) { action alternateStrafe() } }"
	g := base{tree: tree, buildings: "reactor 100 100, armoury 5200 3200"}.open(t).Steps(2)
	const step = 0.85 * 384 / 20 // the first is sideways alone: moveTo takes none
	if x, y := where(g, one); math.Abs(x-3200-step/math.Sqrt2) > 0.1 || math.Abs(y-3200-step-step/math.Sqrt2) > 0.1 {
		t.Errorf("at (%v, %v)", x, y)
	}
}

// Straight ways are asked for the walker's width; that to the goal is bent in the tick
// in which it was set, and stays when the goal dies.
func TestStraightWays(t *testing.T) {
	g := base{
		tree: "concurrent { decorator return( STATUS_SUCCESS ) { sequence { condition levelTime <= 50 action changeGoal( E_H_ARMOURY ) condition !directPathTo( E_GOAL ) && directPathTo( E_H_ARMOURY ) action say( \"set\" ) } } }",
		more: wall(3600, 3000, 64, 400), buildings: "reactor 3900 3200, armoury 3200 4000",
	}.open(t).Steps(1)
	says(g, "set")
	g.Holds("directPathTo( E_GOAL ) && !directPathTo( E_H_REACTOR ) && !directPathTo( E_H_DRILL )")
	kills(g, those(g, "armoury")[0].ID)
	g.Holds("directPathTo( E_GOAL ) && goalIsDead")
}

// Who resets its stuck clock must get away from there.
func TestStuckSinceAReset(t *testing.T) {
	g := base{tree: "action moveTo( E_SELF )"}.open(t).Steps(1)
	at(g, one, 3300, 3200)
	g.Does("action resetStuckTime")
	plays(g, one, "action moveTo( E_SELF )")
	g.Steps(frames(2000))
	at(g, one, 3360, 3200) // 160 from where it began
	if got := unvanquished.Stuck(g.Steps(1).Arena, one); got < 1.9 {
		t.Errorf("stuck for %v s at 60 units", got)
	}
	at(g, one, 3451, 3200)
	if got := unvanquished.Stuck(g.Steps(1).Arena, one); got != 0 {
		t.Errorf("stuck for %v s at 151 units", got)
	}
}

// A goal of the own team that is under construction is not dead.
func TestGoalUnderConstruction(t *testing.T) {
	g := base{buildings: "reactor 3600 3200"}.open(t).Steps(1)
	unvanquished.Unfinished(g.Arena, two, 100)
	g.Does("action changeGoal( E_FRIENDLYBUILDING )")
	g.Holds("goalType == ET_BUILDABLE", "goalIsDead == 0")
}

// Skills are 1 to 9, whatever the setting says.
func TestDefaultSkill(t *testing.T) {
	for setting, want := range map[string]string{"0": "1", "7": "7", "50": "9"} {
		base{settings: "g_bot_defaultSkill: " + setting}.open(t).Holds("skill == " + want)
	}
}
