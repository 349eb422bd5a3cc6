package unvanquished_test

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
	"github.com/thicket-sim/thicket/internal/trees"
	"github.com/thicket-sim/thicket/session"
)

// What functions give in the court, and after something happened.
func TestWhatFunctionsGive(t *testing.T) {
	g := trial.Play(t, "action aimAtGoal()").Steps(20)
	g.Put(trial.One, 20, 50, 1, 0)
	g.Holds(
		"alertedToEnemy", "aliveTime > 1900 && aliveTime < 2500", "levelTime > 1900 && levelTime == matchTime", "baseRushScore == 1", "buildingIsDamaged == 0",
		"canEvolveTo( PCL_HUMAN_LIGHT )", "!canEvolveTo( PCL_HUMAN_NAKED )", "!canEvolveTo( PCL_ALIEN_LEVEL0 )", "class == PCL_HUMAN_NAKED",
		`cvar( "g_skill" ) == 3`, `cvar( "g_rate" ) == 0.5`, `cvar( "g_fast" ) == 1`, `cvar( "g_text" ) == 0`, `cvar( "g_true" ) == 1 && cvar( "g_half" ) == 0.5`, `cvar( "g_none" ) == 0`,
		"distanceTo( E_ENEMY ) <= 10 && distanceTo( E_ENEMY ) > 5", "distanceTo( E_H_DRILL ) > 100000", "distanceTo( E_SELF ) == 0",
		"distanceTo( E_FRIENDLYBUILDING ) < 55 && distanceTo( E_ENEMYBUILDING ) > 60", "distanceTo( E_A_OVERMIND ) > 50",
		"distanceToSpecifiedPosition > 40 && distanceToSpecifiedPosition < 50", "goalType < 0 && goalTeam == TEAM_NONE && goalBuildingType == E_NONE && goalIsDead",
		"!haveUpgrade( UP_MEDKIT )", "haveWeapon( WP_MACHINEGUN ) && !haveWeapon( WP_SHOTGUN )", "healScore == 0", "inAttackRange( E_ENEMY )", "!inAttackRange( E_A_OVERMIND )",
		"isVisible( E_ENEMY ) && isVisible( E_SELF )", "directPathTo( E_ENEMY )", "momentum( TEAM_HUMANS ) == 0", "momentum( 7 ) == 0", "myTimer > 1900",
		"numOurBuildings( E_H_REACTOR ) == 1 && numOurBuildings( E_H_MGTURRET ) == 1", "numOurBuildings( E_A_HIVE ) == 0 && numOurBuildings( 40 ) == 0",
		"numUsersInTeam == 0", "percentAmmoClip == 1 && percentClips == 1", "percentHealth( E_SELF ) == 1 && percentHealth( E_H_REACTOR ) == 1 && percentHealth( E_DAMAGEDBUILDING ) == 0",
		"random < 1 && random >= 0", "resupplyScore == 0", "skill == 4", "team == TEAM_HUMANS", "teamateHasWeapon( WP_SHOTGUN ) && !teamateHasWeapon( WP_MACHINEGUN )",
		"timeSinceLastCombat > 1900", "usableBuildPoints == 108", "weapon == WP_MACHINEGUN", "chosenBuildableCost == 12", "blackboardNumTransient( 3 ) == 0", "blackboardNumTransient( 0 ) == 2", "blackboardNumTransient( 300 ) == 0",
	)
	for range 5 {
		g.Hurt(trial.One)
		g.Hurt(trial.Turret)
	}
	g.Put(trial.One, 20, 50, 1, 0).Does("action changeGoal( E_ENEMY )").Put(trial.One, 20, 50, 1, 0).Does("action fireWeapon").Put(trial.One, 20, 50, 1, 0)
	if err := g.Do(&session.Join{}); err != nil {
		t.Fatal(err)
	}
	g.Steps(1).Put(trial.One, 20, 50, 1, 0)
	g.Holds(
		"healScore > 0.2 && healScore < 0.5", "resupplyScore > 0.1", "buildingIsDamaged && buildingIsBurning", "percentHealth( E_DAMAGEDBUILDING ) < 0.5",
		"distanceTo( E_DAMAGEDBUILDING ) > 30", "goalType == ET_PLAYER && goalTeam == TEAM_ALIENS", "percentHealth( E_GOAL ) < 1", "numUsersInTeam == 1",
	)
	for range 12 {
		g.Hurt(trial.Two)
	}
	g.Steps(1).Holds("goalIsDead", "!alertedToEnemy", "momentum( TEAM_HUMANS ) == 0")
	g.Put(trial.One, 58, 25, 1, 0).Put(trial.Tower, 66, 25, 1, 0).Does("action changeGoal( E_ENEMYBUILDING )").Put(trial.One, 58, 25, 1, 0)
	g.Holds("!directPathTo( E_GOAL )").Put(trial.One, 58, 25, 1, 0).Holds("!isVisible( E_GOAL )", "goalBuildingType == E_A_ACIDTUBE")
}

// A scene may count lengths in other units than metres.
func TestUnits(t *testing.T) {
	g := trial.InCourt(t, "action roam()", strings.Replace(trial.Court, "g_more: 1", "unitsPerMetre: 32", 1))
	g.Put(trial.One, 20, 50, 1, 0).Holds("distanceTo( E_ENEMY ) > 300")
	g.Does("action teleport( 320, 640, 0 )").Near(trial.One, 10, 20)
}

// The tables are whole: dialects refuse other names, and so many are known.
func TestTheTablesAreWhole(t *testing.T) {
	actions, funcs := unvanquished.Entries()
	names := map[string]bool{}
	for _, a := range actions {
		names[a.Name] = true
		if a.Doc == "" || !a.Local || a.Needs != lore.Needs {
			t.Errorf("action %s: %q", a.Name, a.Doc)
		}
	}
	for _, f := range funcs {
		names[f.Name] = true
		if f.Doc == "" || !f.Local || f.Needs != lore.Needs {
			t.Errorf("function %s: %q", f.Name, f.Doc)
		}
	}
	if len(actions) != 36 || len(funcs) != 40 || len(names) != 76 {
		t.Errorf("%d actions and %d functions, %d names", len(actions), len(funcs), len(names))
	}
	if err := trees.Supply(&host.Registry{}, ".bt", actions, funcs); err != nil {
		t.Error(err)
	}
}

// The dead come back as what selectClass chooses, if their team can pay for it.
func TestTheDeadChooseAClass(t *testing.T) {
	for _, c := range []struct {
		block, class string
		credits      float64
	}{
		{"spawnAs PCL_HUMAN_MEDIUM", "PCL_HUMAN_MEDIUM", 10},
		{"spawnAs WP_SHOTGUN", "0 && haveWeapon( WP_SHOTGUN )", 60}, // a mate
		{"selector { spawnAs PCL_ALIEN_LEVEL0 spawnAs PCL_HUMAN_MEDIUM }", "PCL_HUMAN_MEDIUM", 10},
		{"spawnAs PCL_ALIEN_LEVEL4", "PCL_HUMAN_NAKED", 60},
	} {
		g := trial.Play(t, "selectClass { "+c.block+" } selector { condition aliveTime > 500 && class == PCL_HUMAN_NAKED && levelTime < 2000 { action suicide } spawnAs 4 }")
		g.Steps(40).Holds("class == " + c.class)
		if got := g.Bot(trial.One).Money; got != c.credits {
			t.Errorf("%s: %v left", c.block, got)
		}
	}
}

// Saves tell leaves by their place in the order, which is not that of the parts.
func TestLeavesKeepTheirOrder(t *testing.T) {
	actions, funcs := unvanquished.Entries()
	at := 0
	for _, want := range []string{
		"roam", "resetMyTimer", "aimAtGoal", "fight", "heal", "reload", "buy", "evolve", "say", "suicide", "alternateStrafe", "buildNowChosenBuildable", "extinguishFire", "blackboardNoteTransient",
	} {
		for at < len(actions) && actions[at].Name != want {
			at++
		}
	}
	if at != len(actions)-1 {
		t.Errorf("actions come in another order")
	}
	at = 0
	for _, want := range []string{
		"aliveTime", "directPathTo", "goalBuildingType", "stuckTime", "alertedToEnemy", "canEvolveTo", "healScore", "haveUpgrade", "percentAmmoClip", "baseRushScore", "buildingIsBurning", "blackboardNumTransient",
	} {
		for at < len(funcs) && funcs[at].Name != want {
			at++
		}
	}
	if at != len(funcs)-1 {
		t.Errorf("functions come in another order")
	}
}
