package unvanquished_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// Nobody shoots at an enemy behind a friend, and shots that a tree fires all the same stop at
// friends and hurt them. Without the rule they pass.
func TestFriendsStandInTheLineOfFire(t *testing.T) {
	t.Parallel()
	const shoots = "sequence { action changeGoal( E_ENEMY ) action aimAtGoal action fireWeapon }"
	for _, c := range []struct {
		tree, settings string
		aside          float64 // units, of the friend
		hit            bool
	}{
		{"action fight", "", 0, false},
		{"action fight", "linesOfFire: 0", 0, true},
		{"action fight", "", 100, true},
		{shoots, "", 0, false},
		{shoots, "linesOfFire: 0", 0, true},
	} {
		g := trial.Scene{Tree: c.tree, Settings: c.settings, Class: "skill: 9,",
			Bots: trial.Still("alien_level0", "aliens", 1, "health: 10000") + trial.Still("human_medium", "humans", 1, "health: 10000")}.Open(t)
		shots := func() int16 { return g.Arena.Cargo[g.Arena.BodyOf(trial.One)].Arms[0].Loaded }
		full := shots()
		for range 60 {
			trial.At(g, trial.One, 3200, 3200)
			trial.At(g, trial.Two, 3500, 3200)
			trial.At(g, trial.Three, 3300, 3200+c.aside)
			g.Step()
		}
		if got := trial.Points(g, trial.Two) < 10000; got != c.hit {
			t.Errorf("%s with %q and a friend %v units aside of the line: hit %v, wanted %v", c.tree, c.settings, c.aside, got, c.hit)
		}
		if fires := shots() < full; fires != (c.hit || c.tree == shoots) {
			t.Errorf("%s with %q and a friend %v units aside of the line: fires %v", c.tree, c.settings, c.aside, fires)
		}
		if got := trial.Points(g, trial.Three); (got < 10000) != (c.tree == shoots && !c.hit) {
			t.Errorf("%s with %q: the friend has %v points", c.tree, c.settings, got)
		}
	}
}

// What flies comes late: pulses at a dretch that crosses 800 units away pass behind it, unless
// the shooter foresees that. Those that are there at once hit for who does not.
func TestMissilesFly(t *testing.T) {
	t.Parallel()
	lost := func(settings, skills string) float64 {
		g := trial.Scene{Tree: "action fight", Settings: settings, Class: "skill: 9, skills: [" + skills + "],", Bots: trial.Still("alien_level0", "aliens", 1, "health: 100000")}.Open(t)
		trial.Wears(g.Arena, trial.One, lore.PulseRifle)
		for tick := range 120 {
			trial.At(g, trial.One, 3200, 3200)
			trial.At(g, trial.Two, 4000, 2000+float64(tick)*20)
			g.Step()
		}
		return 100000 - trial.Points(g, trial.Two)
	}
	if flying, at := lost("", "movement"), lost("missileFlight: 0", "movement"); flying > at/2 {
		t.Errorf("pulses that fly take %v points, others %v", flying, at)
	}
	if flying, at := lost("", "predict-aim"), lost("missileFlight: 0", "predict-aim"); at > flying/2 {
		t.Errorf("of who foresees, pulses that fly take %v points, others %v", flying, at)
	}
}
