package unvanquished_test

import (
	"math"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
	"github.com/thicket-sim/thicket/session"
)

// effect returns the effect of an action of the first bot after some ticks.
type effect struct {
	action string
	before func(*arenatest.Game) // nil: the court as it is
	steps  int
	check  func(*arenatest.Game) bool
}

// Actions change what they should; gesture changes a pose. Humans put out no fires.
func TestWhatActionsDo(t *testing.T) {
	t.Parallel()
	away := func(g *arenatest.Game) { g.Put(trial.Two, 90, 50, 1, 0) } // out of sight
	own := func(goods ...string) func(*arenatest.Game) {
		return func(g *arenatest.Game) {
			for _, good := range goods {
				g.Put(trial.One, 10, 10, 1, 0).Does("action " + good)
			}
			g.Put(trial.One, 20, 50, 1, 0)
		}
	}
	both := func(f ...func(*arenatest.Game)) func(*arenatest.Game) {
		return func(g *arenatest.Game) {
			for _, f := range f {
				f(g)
			}
		}
	}
	goal := func(who string) func(*arenatest.Game) {
		return func(g *arenatest.Game) { g.Does("action changeGoal( " + who + " )") }
	}
	share := func(id components.ID) func(*arenatest.Game) float32 {
		return func(g *arenatest.Game) float32 { return g.Bot(id).Health }
	}
	wound := func(id components.ID, n int) func(*arenatest.Game) {
		return func(g *arenatest.Game) {
			for range n {
				g.Hurt(id)
			}
		}
	}
	for _, e := range []effect{
		{"aimAtGoal", goal("20, 80, 0"), 20, func(g *arenatest.Game) bool { return g.Bot(trial.One).HY > 0.99 }},
		{"alternateStrafe", nil, 2, func(g *arenatest.Game) bool {
			x, y := g.At(trial.One)
			return x == 20 && math.Abs(y-50) > 0.1 && g.Bot(trial.One).HX == 1
		}},
		{"strafeDodge", nil, 1, func(g *arenatest.Game) bool { _, y := g.At(trial.One); return math.Abs(math.Abs(y-50)-0.3) < 1e-4 }},
		{"classDodge", nil, 1, func(g *arenatest.Game) bool { return g.From(20, 50) == 0 }},
		{"moveInDir( MOVE_BACKWARD )", nil, 5, func(g *arenatest.Game) bool { return g.From(19, 50) < 0.01 && g.Bot(trial.One).HX == 1 }},
		{"moveInDir( MOVE_FORWARD, MOVE_RIGHT )", nil, 5, func(g *arenatest.Game) bool { x, y := g.At(trial.One); return x > 20.6 && y > 50.6 }},
		{"roam", nil, 20, func(g *arenatest.Game) bool { return math.Abs(g.From(20, 50)-4) < 0.1 }},
		{"roamInRadius( E_H_REACTOR, 5 )", nil, 400, func(g *arenatest.Game) bool { return g.From(10, 10) < 6 }},
		{"follow( 3 )", func(g *arenatest.Game) {
			if err := g.Do(&session.Join{At: &session.Spot{X: 40, Y: 80}}); err != nil {
				g.T.Fatal(err)
			}
		}, 400, func(g *arenatest.Game) bool { return g.From(40, 80) < 4 }},
		{"stayHere( 3 )", nil, 400, func(g *arenatest.Game) bool { return g.From(10, 90) < 4 }},
		{"rush", nil, 60, func(g *arenatest.Game) bool { return g.From(90, 90) < math.Hypot(70, 40)-10 }},
		{"flee", nil, 230, func(g *arenatest.Game) bool { return g.From(10, 10) < 3.1 }},
		{"moveTo( E_ENEMY )", nil, 60, func(g *arenatest.Game) bool { return g.From(30, 50) < 2 }},
		{"moveTo( E_ENEMY, 5 )", nil, 60, func(g *arenatest.Game) bool { return math.Abs(g.From(30, 50)-5) < 0.1 }},
		{"moveToGoal", goal("20, 80, 0"), 200, func(g *arenatest.Game) bool { return g.From(20, 80) < 1.3 }},
		{"changeGoal( E_H_REACTOR )", nil, 1, func(g *arenatest.Game) bool {
			g.Holds("goalBuildingType == E_H_REACTOR && goalTeam == TEAM_HUMANS && goalType == ET_BUILDABLE")
			return true
		}},
		{"teleport( 33, 44, 5 )", nil, 1, func(g *arenatest.Game) bool { return g.From(33, 44) < 0.01 }},
		{"resetStuckTime", func(g *arenatest.Game) {
			g.Put(trial.One, 59.5, 25, 1, 0)
			for range 8 {
				g.Does("action moveInDir( MOVE_FORWARD )")
			}
			g.Holds("stuckTime > 500")
		}, 1, func(g *arenatest.Game) bool { g.Holds("stuckTime < 300"); return true }},
		{"fight", nil, 30, func(g *arenatest.Game) bool { return share(trial.Two)(g) < 0.85 }},
		{"fireWeapon", both(func(g *arenatest.Game) { g.Steps(6).Put(trial.One, 20, 50, 1, 0) }, goal("E_ENEMY")), 1, func(g *arenatest.Game) bool { return share(trial.Two)(g) == 0.9 }},
		{"reload", func(g *arenatest.Game) {
			g.Steps(6).Put(trial.One, 20, 50, 1, 0).Does("action changeGoal( E_ENEMY )").Does("action fireWeapon").Does("condition team == 9 { action roam }").Steps(6)
		}, 11, func(g *arenatest.Game) bool {
			g.Holds("percentAmmoClip == 1 && percentClips > 0.6 && percentClips < 0.7")
			return true
		}},
		{"activateUpgrade( UP_MEDKIT )", both(away, own("buy( WP_SHOTGUN, UP_MEDKIT )"), wound(trial.One, 7)), 110, func(g *arenatest.Game) bool {
			g.Holds("!haveUpgrade( UP_MEDKIT )")
			return share(trial.One)(g) == 1
		}},
		{"activateUpgrade( UP_GRENADE )", both(own("buy( WP_SHOTGUN, UP_GRENADE )"), goal("E_ENEMY")), 52, func(g *arenatest.Game) bool { return g.Bot(trial.Two).Dead }},
		{"activateUpgrade( UP_FIREBOMB )", both(own("buy( WP_SHOTGUN, UP_FIREBOMB )"), func(g *arenatest.Game) { g.Put(trial.Tower, 24, 50, 1, 0) }, goal("E_ENEMYBUILDING")), 42, func(g *arenatest.Game) bool {
			return share(trial.Tower)(g) <= 0.5 && g.Bot(trial.Tower).Building.Burning
		}},
		{"activateUpgrade( UP_RADAR )", both(own("buy( WP_SHOTGUN, UP_RADAR )"), func(g *arenatest.Game) { g.Put(trial.One, 58, 25, 1, 0).Put(trial.Two, 66, 25, 1, 0) }), 1, func(g *arenatest.Game) bool {
			g.Steps(6).Holds("alertedToEnemy && !isVisible( E_ENEMY )")
			return true
		}},
		{"activateUpgrade( UP_JETPACK )", own("buy( WP_SHOTGUN, UP_JETPACK )"), 1, func(g *arenatest.Game) bool {
			g.Put(trial.One, 20, 50, 1, 0).Does("action rush").Steps(1)
			return math.Abs(g.From(20, 50)-0.3) < 1e-3
		}},
		{"deactivateUpgrade( UP_RADAR )", both(own("buy( WP_SHOTGUN, UP_RADAR )"), func(g *arenatest.Game) { g.Does("action activateUpgrade( UP_RADAR )") }), 1, func(g *arenatest.Game) bool {
			g.Holds("haveUpgrade( UP_RADAR )")
			return true
		}},
		{"heal", both(away, wound(trial.One, 5), func(g *arenatest.Game) { g.Put(trial.One, 14, 10, 1, 0) }), 50, func(g *arenatest.Game) bool {
			g.Holds("percentHealth( E_SELF ) == 1 && haveUpgrade( UP_MEDKIT )")
			return true
		}},
		{"suicide", nil, 1, func(g *arenatest.Game) bool { return g.Bot(trial.One).Dead }},
		{"say( \"hello\" )", nil, 1, func(g *arenatest.Game) bool { return g.Bot(trial.One).Speech == "hello" && g.Events("told") == 0 }},
		{"say( \"hello\", SAY_TEAM )", nil, 1, func(g *arenatest.Game) bool { return g.Bot(trial.One).Speech == "hello" && g.Events("told") == 2 }},
		{"say( \"hello\", SAY_AREA )", nil, 1, func(g *arenatest.Game) bool { return g.Bot(trial.One).Speech == "hello" && g.Events("told") == 2 }},
		{"say( \"hello\", SAY_AREA_TEAM )", nil, 1, func(g *arenatest.Game) bool { return g.Bot(trial.One).Speech == "hello" && g.Events("told") == 0 }},
		{"gesture", nil, 1, func(g *arenatest.Game) bool { return g.Bot(trial.One).Pose == "taunt" }},
		{"blackboardNoteTransient( 7 )", nil, 1, func(g *arenatest.Game) bool {
			g.Holds("blackboardNumTransient( 7 ) == 0 && blackboardNumTransient( 0 ) == 2") // its own is gone by its next tick
			g.Does("sequence { action blackboardNoteTransient( 7 ) condition blackboardNumTransient( 7 ) == 1 && blackboardNumTransient( 0 ) == 1 action say( \"noted\" ) }")
			return g.Bot(trial.One).Speech == "noted"
		}},
		{"resetMyTimer", func(g *arenatest.Game) { g.Steps(20); g.Holds("myTimer > 1500") }, 1, func(g *arenatest.Game) bool { g.Holds("myTimer < 300"); return true }},
		{"buy( WP_SHOTGUN, UP_LIGHTARMOUR )", func(g *arenatest.Game) { g.Put(trial.One, 15, 10, 1, 0) }, 30, func(g *arenatest.Game) bool {
			g.Holds("haveWeapon( WP_SHOTGUN ) && !haveWeapon( WP_MACHINEGUN ) && haveUpgrade( UP_LIGHTARMOUR )")
			return g.Bot(trial.One).Money == 30 && g.Bot(trial.One).Form == "human_light"
		}},
		{"buyPrimary( WP_SHOTGUN )", func(g *arenatest.Game) { g.Put(trial.One, 15, 10, 1, 0) }, 30, func(g *arenatest.Game) bool {
			g.Holds("haveWeapon( WP_SHOTGUN ) && !haveWeapon( WP_MACHINEGUN )")
			return g.Bot(trial.One).Money == 40
		}},
		{"equip", func(g *arenatest.Game) { g.Put(trial.One, 10, 10, 1, 0) }, 1, func(g *arenatest.Game) bool { return g.Bot(trial.One).Money == 20 && g.Events("bought") == 4 }},
		{"evolve", nil, 1, func(g *arenatest.Game) bool {
			g.Holds("class == PCL_HUMAN_MEDIUM")
			return g.Bot(trial.One).Money == 10
		}},
		{"evolveTo( PCL_HUMAN_LIGHT )", nil, 1, func(g *arenatest.Game) bool { g.Holds("class == PCL_HUMAN_LIGHT"); return g.Bot(trial.One).Money == 40 }},
		{"buildNowChosenBuildable", func(g *arenatest.Game) { g.Does("action evolveTo( PCL_HUMAN_LIGHT )") }, 1, func(g *arenatest.Game) bool {
			g.Steps(1).Holds("numOurBuildings( E_H_MGTURRET ) == 2 && usableBuildPoints == 96")
			return true
		}},
		{"repair", both(away, wound(trial.Turret, 3), func(g *arenatest.Game) { g.Put(trial.Turret, 26, 50, 1, 0).Does("action evolveTo( PCL_HUMAN_LIGHT )") }), 60, func(g *arenatest.Game) bool {
			return share(trial.Turret)(g) == 1
		}},
	} {
		t.Run(e.action, func(t *testing.T) {
			g := trial.Play(t, "action stayHere( 0 )")
			g.T = t
			if e.before != nil {
				e.before(g)
				g.T = t
			}
			if strings.HasPrefix(e.action, "heal") || strings.HasPrefix(e.action, "buy") || e.action == "equip" {
				g.Put(trial.One, 10, 10, 1, 0)
			}
			g.Does("action " + e.action + "\n")
			g.Steps(e.steps - 1)
			if !e.check(g) {
				t.Errorf("%+v; enemy %+v; mate %+v", g.Bot(trial.One), g.Bot(trial.Two), g.Bot(trial.Three))
			}
		})
	}
}

// Where actions fail, the next of a selector has its turn.
func TestWhereActionsFail(t *testing.T) {
	t.Parallel()
	for _, action := range []string{
		"moveTo( E_H_DRILL )", "roamInRadius( E_H_DRILL, 5 )", "follow( 3 )", "changeGoal( E_H_DRILL )", "changeGoal( 3, 4 )",
		"fight", "reload", "activateUpgrade( UP_MEDKIT )", "activateUpgrade( 99 )", "activateUpgrade( -1 )", "deactivateUpgrade( UP_RADAR )",
		"buy( WP_CHAINGUN )", "buyPrimary( WP_MACHINEGUN )", "evolveTo( PCL_ALIEN_LEVEL0 )", "evolveTo( 99 )",
		"buildNowChosenBuildable", "repair", "extinguishFire",
	} {
		g := trial.Play(t, "action stayHere( 0 )")
		g.Put(trial.Two, 90, 50, 1, 0).Steps(1).Does("action " + action + " action say( \"failed\" )")
		if got := g.Bot(trial.One).Speech; got != "failed" {
			t.Errorf("%s does not fail", action)
		}
	}
}
