package scenes_test

import (
	"testing"

	"github.com/thicket-sim/thicket/systems"
	"github.com/thicket-sim/thicket/systems/arena"
)

// Scenes whose trees call Lua are one world for any number of workers, and nobody fails.
func TestScriptedTreesAreOneWorldForAnyWorkers(t *testing.T) {
	for _, name := range []string{"squad", "gunship"} {
		var want uint64
		for _, workers := range []int{1, 2, 4, 7} {
			s := load(t, name)
			s.Setup.Workers = workers
			g := start(t, s)
			for range 1000 {
				g.Step()
			}
			if faults, n := g.Faults(); n > 0 {
				t.Errorf("%s: %d faults, the first %v", name, n, faults[0])
			}
			if got := g.Digest(); workers == 1 {
				want = got
			} else if got != want {
				t.Errorf("%s: digest %x with %d workers, wanted %x", name, got, workers, want)
			}
		}
	}
}

// played plays a scene to its end and returns what was said in it, by line.
func played(t *testing.T, g *systems.Game, seconds float64) map[string]bool {
	t.Helper()
	said := map[string]bool{}
	var snap systems.Snapshot
	for range int(seconds * g.Setup.TickRate) {
		if g.Over() {
			return said
		}
		g.Step()
		g.Snapshot(&snap)
		for i := range snap.Bots {
			said[snap.Bots[i].Speech] = true
		}
	}
	t.Errorf("nobody has won in %v s", seconds)
	return said
}

// Grunts walk along their path, watch, fight from covers, throw grenades, reload, and one
// squad wins.
func TestSquadsFight(t *testing.T) {
	g := start(t, load(t, "squad"))
	said := played(t, g, 180)
	if arena.Of(g).Winner() < 0 {
		t.Error("it ends in a draw")
	}
	events, actions := g.EventCounts(), g.ActionCounts()
	for name, least := range map[string]int64{"OnEnterCover": 10, "OnMovingToCover": 10, "OnReload": 10, "OnReloadDone": 8, "Thrown": 6, "GroupMemberEnteredCombat": 10, "killed": 6} {
		if events[name] < least {
			t.Errorf("%d times %s, wanted %d or more", events[name], name, least)
		}
	}
	for name, least := range map[string]int64{"FollowPath": 500, "LuaBehavior": 500, "ShootFromCover": 300, "ThrowGrenade": 20} {
		if actions[name] < least {
			t.Errorf("%d times %s, wanted %d or more", actions[name], name, least)
		}
	}
	for _, line := range []string{"All quiet", "Contact!", "Grenade!"} {
		if !said[line] {
			t.Errorf("nobody says %q", line)
		}
	}
}

// Flying machines circle, strike, and land on their pad for repair; the convoy walks along
// its road and hides.
func TestGunshipsFly(t *testing.T) {
	g := start(t, load(t, "gunship"))
	said := played(t, g, 120)
	if !said["Down for repair"] {
		t.Error("no machine came to the end of its path")
	}
	actions := g.ActionCounts()
	for name, least := range map[string]int64{"Fly": 500, "FlyShoot": 300, "FollowPath": 1000, "ShootFromCover": 50, "rest": 100} {
		if actions[name] < least {
			t.Errorf("%d times %s, wanted %d or more", actions[name], name, least)
		}
	}
	if g.EventCounts()["killed"] < 3 {
		t.Errorf("%d were killed", g.EventCounts()["killed"])
	}
}
