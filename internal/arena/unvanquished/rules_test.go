package unvanquished_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// went returns how many units the first bot of a scene goes in a second.
func went(t *testing.T, s trial.Scene) float64 {
	g := s.Open(t).Steps(10)
	x, y := trial.Where(g, trial.One)
	px, py := trial.Where(g.Steps(20), trial.One)
	return math.Hypot(px-x, py-y)
}

// Humans are slower backward, sideways and on creep, and each of these can be left out.
func TestHumansAreSlowerAsideAndOnCreep(t *testing.T) {
	t.Parallel()
	const back, side, ahead = "action moveInDir( MOVE_BACKWARD )", "action moveInDir( MOVE_LEFT )", "action moveInDir( MOVE_FORWARD )"
	const eggs = "egg 3150 3260, egg 3250 3260, egg 3350 3260, egg 3450 3260, egg 3550 3260"
	for _, c := range []struct {
		tree, buildings, settings, class string
		want                             float64
	}{
		{ahead, "", "", "human_naked", 320},
		{back, "", "", "human_naked", 256},
		{back, "", "slowAside: 0", "human_naked", 320},
		{side, "", "", "human_naked", 288},
		{"action moveInDir( MOVE_BACKWARD, MOVE_LEFT )", "", "", "human_naked", 256},
		{ahead, eggs, "", "human_naked", 160},
		{ahead, eggs, "slowOnCreep: 0", "human_naked", 320},
		{ahead, eggs, "", "human_medium", 240},
	} {
		g := trial.Scene{Tree: c.tree, Buildings: c.buildings, Settings: c.settings}.Open(t)
		trial.Become(g, trial.One, c.class)
		g.Steps(2)
		x, y := trial.Where(g, trial.One)
		px, py := trial.Where(g.Steps(10), trial.One)
		if got := 2 * math.Hypot(px-x, py-y); math.Abs(got-c.want) > 3 {
			t.Errorf("%s as %s with %q: %.0f units a second, wanted %.0f", c.tree, c.class, c.settings, got, c.want)
		}
	}
	if got := went(t, trial.Scene{Team: "aliens", Tree: back}); math.Abs(got-448) > 3 {
		t.Errorf("a dretch goes back at %.0f units a second, wanted 448", got)
	}
}

// Sprinting costs stamina, by class; jogging and standing give it back. Who has none jogs.
func TestSprintingTires(t *testing.T) {
	t.Parallel()
	const sprint = "concurrent { action strafeDodge decorator return( STATUS_SUCCESS ) { action gesture } }"
	for class, cost := range map[string]float64{"human_naked": 750, "human_medium": 1500, "human_bsuit": 3000} {
		g := trial.Scene{Tree: sprint}.Open(t)
		trial.Become(g, trial.One, class)
		before := trial.Stamina(g.Steps(2).Arena, trial.One)
		if got := before - trial.Stamina(g.Steps(20).Arena, trial.One); math.Abs(got-cost) > 80 {
			t.Errorf("a second of sprinting costs %s %v, wanted %v", class, got, cost)
		}
	}
	g := trial.Scene{Tree: sprint, Settings: "sprintTires: 0"}.Open(t).Steps(20)
	if got := trial.Stamina(g.Arena, trial.One); got != 30000 {
		t.Errorf("without the rule it has %v", got)
	}
}

// shooter is a human of some skill who shoots at the second body from some units away.
func shooter(t *testing.T, weapon int, settings, victim, team string, far float64) *arenatest.Game {
	g := trial.Scene{Tree: "sequence { action changeGoal( E_ENEMY ) action aimAtGoal action fireWeapon }", Settings: settings, Class: "skill: 9,", Bots: trial.Still(victim, team, 1, "health: 100000")}.Open(t)
	trial.Wears(g.Arena, trial.One, weapon)
	trial.At(g, trial.Two, 3200+far, 3200)
	return g
}

// Shots scatter: of a rifle's at a dretch 1,400 units away a good part goes by.
func TestShotsScatter(t *testing.T) {
	t.Parallel()
	for settings, most := range map[string]float64{"": 0.8, "shotSpread: 0": 1} {
		g := shooter(t, lore.Rifle, settings, "alien_level0", "aliens", 1400)
		trial.Plays(g, trial.One, "sequence { action fight }")
		hit, fired := 0., 0
		for range 600 {
			before, loaded := trial.Points(g, trial.Two), g.Arena.Cargo[g.Arena.BodyOf(trial.One)].Arms[0].Loaded
			trial.At(g, trial.One, 3200, 3200)
			g.Step()
			hit += (before - trial.Points(g, trial.Two)) / 5
			if g.Arena.Cargo[g.Arena.BodyOf(trial.One)].Arms[0].Loaded < loaded {
				fired++
			}
		}
		share := hit / float64(fired)
		if fired < 50 || most == 1 && share < 0.95 || most < 1 && (share > most || share < 0.1) {
			t.Errorf("with %q %.0f of %d shots hit", settings, hit, fired)
		}
	}
}

// Where a blow falls counts for humans: a marauder takes 40 of one without armour, 14 of one in
// light armour, 20 of its back, and 32 of its head where it aims at that. A mantis is too low
// for more than legs: it takes 24 and 10, and a marauder is for those of a battlesuit.
func TestWhereABlowFalls(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		alien, class, settings, skill string
		hx                            float32
		want                          float64
	}{
		{"alien_level2", "human_naked", "", "skill: 3,", -1, 40},
		{"alien_level2", "human_light", "", "skill: 3,", -1, 14},
		{"alien_level2", "human_light", "", "skill: 3,", 1, 20},
		{"alien_level2", "human_light", "", "skill: 9,", -1, 32},
		{"alien_level2", "human_light", "hitZones: 0", "skill: 3,", -1, 20},
		{"alien_level2", "human_bsuit", "", "skill: 3,", -1, 6},
		{"alien_level3", "human_bsuit", "", "skill: 3,", -1, 16},
		{"alien_level1", "human_naked", "", "skill: 3,", -1, 24},
		{"alien_level1", "human_light", "", "skill: 3,", -1, 10},
		{"alien_level1", "human_light", "", "skill: 3,", 1, 10},
		{"alien_level1", "human_light", "hitZones: 0", "skill: 3,", -1, 20},
	} {
		g := trial.Scene{Team: "aliens", Class: c.skill, Tree: "action fight", Settings: c.settings, Bots: trial.Still(c.class, "humans", 1, "health: 1000, armour: ARMOUR")[:0] +
			"  - { id: " + c.class + ", name: H, teamId: humans, count: 1, speedMps: 0, health: 1000, " + map[string]string{"human_naked": "armour: 0", "human_light": "armour: 0.5", "human_bsuit": "armour: 0.8"}[c.class] + " }\n"}.Open(t)
		trial.Become(g, trial.One, c.alien)
		lost := 0.
		for range 200 {
			before := trial.Points(g, trial.Two)
			trial.At(g, trial.One, 3140, 3200)
			g.Put(trial.Two, 100, 100, c.hx, 0)
			g.Step()
			if lost = before - trial.Points(g, trial.Two); lost > 0 {
				break
			}
		}
		if math.Abs(lost-c.want) > 0.1 {
			t.Errorf("%s of %s with %q and %s: %v points, wanted %v", c.alien, c.class, c.settings, c.skill, lost, c.want)
		}
	}
}

// The claw of a mantis slows a human for a second, and takes stamina.
func TestClawsSlow(t *testing.T) {
	t.Parallel()
	for settings, slow := range map[string]bool{"": true, "slowingBlows: 0": false} {
		g := trial.Scene{Tree: "action gesture", Settings: settings, Bots: "  - { id: two, name: Two, teamId: aliens, count: 1, behavior: { file: tree.bt } }\n"}.Open(t)
		trial.Become(g, trial.Two, "alien_level1")
		trial.Plays(g, trial.Two, "action fight")
		for range 60 {
			trial.At(g, trial.Two, 3140, 3200)
			trial.At(g, trial.One, 3200, 3200)
			if g.Step(); trial.Points(g, trial.One) < 100 {
				break
			}
		}
		trial.Plays(g, trial.One, "action moveInDir( MOVE_FORWARD )")
		g.Steps(2)
		x, y := trial.Where(g, trial.One)
		px, py := trial.Where(g.Steps(4), trial.One)
		if got := 5 * math.Hypot(px-x, py-y); (got < 300) != slow {
			t.Errorf("with %q it goes at %.0f units a second", settings, got)
		}
	}
}
