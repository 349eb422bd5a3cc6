package arena_test

import (
	"math"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
)

func (g *game) at(id components.ID) (x, y float64) {
	b := g.bot(id)
	return float64(b.X), float64(b.Y)
}

// from is how far the first bot is from a point.
func (g *game) from(x, y float64) float64 {
	bx, by := g.at(one)
	return math.Hypot(bx-x, by-y)
}

// effect is what an action of the first bot brings about after some ticks.
type effect struct {
	action string
	before func(*game) // nil: the court as it is
	steps  int
	check  func(*game) bool
}

// Every action but gesture changes what it should; gesture changes a pose.
func TestWhatActionsOfBasesDo(t *testing.T) {
	away := func(g *game) { g.put(two, 90, 50, 1, 0) } // out of sight
	own := func(goods ...string) func(*game) {
		return func(g *game) {
			for _, good := range goods {
				g.put(one, 10, 10, 1, 0).does("action " + good)
			}
			g.put(one, 20, 50, 1, 0)
		}
	}
	both := func(f ...func(*game)) func(*game) {
		return func(g *game) {
			for _, f := range f {
				f(g)
			}
		}
	}
	goal := func(who string) func(*game) { return func(g *game) { g.does("action changeGoal( " + who + " )") } }
	share := func(id components.ID) func(*game) float32 {
		return func(g *game) float32 { return g.bot(id).Health }
	}
	wound := func(id components.ID, n int) func(*game) {
		return func(g *game) {
			for range n {
				g.arena.Hurt(id)
			}
		}
	}
	for _, e := range []effect{
		{"aimAtGoal", both(func(g *game) { g.put(two, 20, 60, 1, 0) }, goal("E_ENEMY")), 1, func(g *game) bool { return g.bot(one).HY > 0.99 }},
		{"alternateStrafe", nil, 2, func(g *game) bool { x, y := g.at(one); return x == 20 && math.Abs(y-50) > 0.1 && g.bot(one).HX == 1 }},
		{"strafeDodge", nil, 1, func(g *game) bool { _, y := g.at(one); return math.Abs(math.Abs(y-50)-0.3) < 1e-4 }},
		{"classDodge", nil, 1, func(g *game) bool { x, y := g.at(one); return x < 20 && y != 50 && g.from(20, 50) > 0.29 }},
		{"moveInDir( MOVE_BACKWARD )", nil, 5, func(g *game) bool { return g.from(19, 50) < 0.01 && g.bot(one).HX == 1 }},
		{"moveInDir( MOVE_FORWARD, MOVE_RIGHT )", nil, 5, func(g *game) bool { x, y := g.at(one); return x > 20.6 && y > 50.6 }},
		{"jump", nil, 1, func(g *game) bool { return g.from(20.6, 50) < 0.01 }},
		{"roam", nil, 20, func(g *game) bool { return math.Abs(g.from(20, 50)-4) < 0.1 }},
		{"roamInRadius( E_H_REACTOR, 5 )", nil, 400, func(g *game) bool { return g.from(10, 10) < 6 }},
		{"follow( 3 )", func(g *game) {
			if err := g.Do(&session.Join{At: &session.Spot{X: 40, Y: 80}}); err != nil {
				g.t.Fatal(err)
			}
		}, 400, func(g *game) bool { return g.from(40, 80) < 4 }},
		{"stayHere( 3 )", nil, 400, func(g *game) bool { return g.from(10, 90) < 4 }},
		{"rush", nil, 60, func(g *game) bool { return g.from(90, 90) < math.Hypot(70, 40)-10 }},
		{"flee", nil, 130, func(g *game) bool { return g.from(10, 10) < 3.1 }},
		{"moveTo( E_ENEMY )", nil, 60, func(g *game) bool { return g.from(30, 50) < 2 }},
		{"moveTo( E_ENEMY, 5 )", nil, 60, func(g *game) bool { return math.Abs(g.from(30, 50)-5) < 0.1 }},
		{"moveToGoal", goal("20, 80, 0"), 200, func(g *game) bool { return g.from(20, 80) < 0.6 }},
		{"changeGoal( E_H_REACTOR )", nil, 1, func(g *game) bool {
			g.holds("goalBuildingType == E_H_REACTOR && goalTeam == TEAM_HUMANS && goalType == ET_BUILDABLE")
			return true
		}},
		{"teleport( 33, 44, 5 )", nil, 1, func(g *game) bool { return g.from(33, 44) < 0.01 }},
		{"resetStuckTime", func(g *game) {
			g.put(one, 59.5, 25, 1, 0)
			for range 8 {
				g.does("action moveInDir( MOVE_FORWARD )")
			}
			g.holds("stuckTime > 500")
		}, 1, func(g *game) bool { g.holds("stuckTime < 300"); return true }},
		{"fight", nil, 30, func(g *game) bool { return share(two)(g) < 0.85 }},
		{"fireWeapon", nil, 1, func(g *game) bool { return share(two)(g) == 0.9 }},
		{"reload", func(g *game) { g.does("action fireWeapon").does("condition team == 9 { action roam }").steps(6) }, 1, func(g *game) bool {
			g.holds("percentAmmoClip == 1 && percentClips < 1")
			return true
		}},
		{"activateUpgrade( UP_MEDKIT )", both(away, own("buy( WP_SHOTGUN, UP_MEDKIT )"), wound(one, 7)), 1, func(g *game) bool {
			g.holds("!haveUpgrade( UP_MEDKIT )")
			return math.Abs(float64(share(one)(g))-0.8) < 1e-5
		}},
		{"activateUpgrade( UP_GRENADE )", own("buy( WP_SHOTGUN, UP_GRENADE )"), 1, func(g *game) bool { return share(two)(g) == 0.5 && g.events("damaged") == 1 }},
		{"activateUpgrade( UP_FIREBOMB )", both(own("buy( WP_SHOTGUN, UP_FIREBOMB )"), func(g *game) { g.put(tower, 24, 50, 1, 0) }, goal("E_ENEMYBUILDING")), 31, func(g *game) bool {
			return math.Abs(float64(share(tower)(g))-(1-22.0/80)) < 0.02 && share(two)(g) == 1
		}},
		{"activateUpgrade( UP_RADAR )", both(own("buy( WP_SHOTGUN, UP_RADAR )"), func(g *game) { g.put(one, 58, 25, 1, 0).put(two, 66, 25, 1, 0) }), 1, func(g *game) bool {
			g.holds("alertedToEnemy && !isVisible( E_ENEMY )")
			return true
		}},
		{"activateUpgrade( UP_JETPACK )", own("buy( WP_SHOTGUN, UP_JETPACK )"), 1, func(g *game) bool {
			g.put(one, 20, 50, 1, 0).does("action rush")
			return math.Abs(g.from(20, 50)-0.3) < 1e-3
		}},
		{"deactivateUpgrade( UP_RADAR )", both(own("buy( WP_SHOTGUN, UP_RADAR )"), func(g *game) { g.does("action activateUpgrade( UP_RADAR )") }), 1, func(g *game) bool {
			g.holds("haveUpgrade( UP_RADAR )")
			return true
		}},
		{"heal", both(away, wound(one, 5), func(g *game) { g.put(one, 14, 10, 1, 0) }), 50, func(g *game) bool {
			g.holds("percentHealth( E_SELF ) == 1 && haveUpgrade( UP_MEDKIT )")
			return true
		}},
		{"suicide", nil, 1, func(g *game) bool { return g.bot(one).Dead }},
		{"say( \"hello\" )", nil, 1, func(g *game) bool { return g.bot(one).Speech == "hello" && g.events("told") == 0 }},
		{"say( \"hello\", SAY_TEAM )", nil, 1, func(g *game) bool { return g.bot(one).Speech == "hello" && g.events("told") == 2 }},
		{"gesture", nil, 1, func(g *game) bool { return g.bot(one).Pose == "taunt" }},
		{"blackboardNoteTransient( 7 )", nil, 1, func(g *game) bool {
			g.holds("blackboardNumTransient( 7 ) == 1 && blackboardNumTransient( 0 ) == 1")
			g.holds("blackboardNumTransient( 7 ) == 0")
			return true
		}},
		{"resetMyTimer", func(g *game) { g.steps(20); g.holds("myTimer > 1500") }, 1, func(g *game) bool { g.holds("myTimer < 300"); return true }},
		{"buy( WP_SHOTGUN, UP_LIGHTARMOUR )", func(g *game) { g.put(one, 15, 10, 1, 0) }, 30, func(g *game) bool {
			g.holds("haveWeapon( WP_SHOTGUN ) && haveUpgrade( UP_LIGHTARMOUR )")
			return g.arena.Purse(1) == 30
		}},
		{"buyPrimary( WP_SHOTGUN )", func(g *game) { g.put(one, 15, 10, 1, 0) }, 30, func(g *game) bool {
			g.holds("haveWeapon( WP_SHOTGUN ) && haveWeapon( WP_MACHINEGUN )")
			return g.arena.Purse(1) == 40
		}},
		{"equip", func(g *game) { g.put(one, 10, 10, 1, 0) }, 1, func(g *game) bool { return g.arena.Purse(1) == 20 && g.events("bought") == 4 }},
		{"evolve", nil, 1, func(g *game) bool { g.holds("class == PCL_HUMAN_MEDIUM"); return g.arena.Purse(1) == 10 }},
		{"evolveTo( PCL_HUMAN_LIGHT )", nil, 1, func(g *game) bool { g.holds("class == PCL_HUMAN_LIGHT"); return g.arena.Purse(1) == 40 }},
		{"buildNowChosenBuildable", func(g *game) {
			wound(turret, 9)(g)
			g.steps(2).does("action evolveTo( PCL_HUMAN_LIGHT )")
			g.holds("numOurBuildings( E_H_MGTURRET ) == 0 && chosenBuildableCost == 12")
		}, 1, func(g *game) bool {
			g.steps(1).holds("numOurBuildings( E_H_MGTURRET ) == 1 && chosenBuildableCost == 32767 && distanceTo( E_H_MGTURRET ) < 3")
			return g.arena.Purse(1) == 28
		}},
		{"repair", both(away, wound(turret, 3), func(g *game) { g.put(turret, 26, 50, 1, 0).does("action evolveTo( PCL_HUMAN_LIGHT )") }), 60, func(g *game) bool {
			return share(turret)(g) == 1
		}},
		{"extinguishFire", both(own("evolveTo( PCL_HUMAN_LIGHT )"), func(g *game) { g.arena.Ignite(turret); g.put(turret, 24, 50, 1, 0) }), 30, func(g *game) bool {
			left := share(turret)(g)
			g.steps(20)
			return left < 1 && share(turret)(g) == left
		}},
	} {
		t.Run(e.action, func(t *testing.T) {
			g := inBases(t, "action stayHere( 0 )")
			g.t = t
			if e.before != nil {
				e.before(g)
				g.t = t
			}
			if strings.HasPrefix(e.action, "heal") || strings.HasPrefix(e.action, "buy") || e.action == "equip" {
				g.put(one, 10, 10, 1, 0)
			}
			g.does("action " + e.action + "\n")
			g.steps(e.steps - 1)
			if !e.check(g) {
				t.Errorf("%+v; enemy %+v; mate %+v", g.bot(one), g.bot(two), g.bot(three))
			}
		})
	}
}

// Where actions fail, the next of a selector has its turn.
func TestWhereActionsOfBasesFail(t *testing.T) {
	for _, action := range []string{
		"aimAtGoal", "moveToGoal", "moveTo( E_H_DRILL )", "roamInRadius( E_H_DRILL, 5 )", "follow( 3 )", "changeGoal( E_H_DRILL )", "changeGoal( 3, 4 )",
		"fight", "fireWeapon", "reload", "activateUpgrade( UP_MEDKIT )", "activateUpgrade( 99 )", "activateUpgrade( -1 )", "deactivateUpgrade( UP_RADAR )",
		"buy( WP_CHAINGUN )", "buyPrimary( WP_MACHINEGUN )", "evolveTo( PCL_HUMAN_NAKED )", "evolveTo( PCL_ALIEN_LEVEL0 )", "evolveTo( 99 )",
		"buildNowChosenBuildable", "repair", "extinguishFire", "blackboardNoteTransient( 64 )", "blackboardNoteTransient( -1 )",
	} {
		g := inBases(t, "action stayHere( 0 )")
		g.put(two, 90, 50, 1, 0).steps(1).does("action " + action + " action say( \"failed\" )")
		if got := g.bot(one).Speech; got != "failed" {
			t.Errorf("%s does not fail", action)
		}
	}
	g := inBases(t, "action jump()")
	if x, _ := g.steps(3).at(one); math.Abs(x-21) > 0.01 {
		t.Errorf("at %v after a leap and two ticks", x)
	}
}
