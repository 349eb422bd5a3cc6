package scenes_test

import (
	"maps"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// Scenes whose trees call Lua are one world for any number of workers, and nobody fails.
func TestScriptedTreesAreOneWorldForAnyWorkers(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"squad", "gunship"} {
		var want uint64
		for _, workers := range longtest.Ends(1, 2, 4, 7) {
			s := load(t, name)
			s.Setup.Workers = workers
			g := start(t, s)
			for range 1000 {
				g.Step()
			}
			if faults, n := g.Faults.List(); n > 0 {
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
	var snap session.Snapshot
	for range int(seconds * g.Setup.TickRate) {
		g.Step()
		g.Snapshot(&snap)
		for i := range snap.Bots {
			said[snap.Bots[i].Speech] = true
		}
		if g.Over() { // also in the last tick
			return said
		}
	}
	t.Errorf("nobody has won in %v s", seconds)
	return said
}

// Grunts walk along their path, watch, fight from covers, throw grenades, reload, and one
// squad wins. What is counted differs much from seed to seed: it is that of three games.
func TestSquadsFight(t *testing.T) {
	t.Parallel()
	said, events, actions := map[string]bool{}, map[string]int64{}, map[string]int64{}
	for seed := range uint64(3) {
		s := load(t, "squad")
		s.Setup.Seed = seed + 1
		g := start(t, s)
		maps.Copy(said, played(t, g, 180))
		if arena.Of(g).Winner() < 0 {
			t.Errorf("seed %d ends in a draw", s.Setup.Seed)
		}
		for name, n := range g.Counts.EventCounts() {
			events[name] += n
		}
		for name, n := range g.Counts.ActionCounts() {
			actions[name] += n
		}
	}
	for name, least := range map[string]int64{"OnEnterCover": 30, "OnMovingToCover": 30, "OnReload": 30, "OnReloadDone": 24, "Thrown": 18, "GroupMemberEnteredCombat": 30, "killed": 18} {
		if events[name] < least {
			t.Errorf("%d times %s, wanted %d or more", events[name], name, least)
		}
	}
	for name, least := range map[string]int64{"FollowPath": 1500, "LuaBehavior": 1500, "ShootFromCover": 900, "ThrowGrenade": 60} {
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
	actions := g.Counts.ActionCounts()
	for name, least := range map[string]int64{"Fly": 500, "FlyShoot": 300, "FollowPath": 1000, "ShootFromCover": 50, "rest": 100} {
		if actions[name] < least {
			t.Errorf("%d times %s, wanted %d or more", actions[name], name, least)
		}
	}
	if g.Counts.EventCounts()["killed"] < 3 {
		t.Errorf("%d were killed", g.Counts.EventCounts()["killed"])
	}
}
