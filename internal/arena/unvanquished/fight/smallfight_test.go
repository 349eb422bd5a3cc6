package fight_test

import (
	"math"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// duel is a small scene without game: the first bot plays, the others stand.
const duel = `
tickRate: 10
world: { width: 60, height: 60 }
teams: [{ id: a }, { id: b }]
obstacles: [{ rect: [20, 0, 2, 50] }]
weapons: [{ id: machinegun, damage: 1, range: 10, cooldown: 0.5s, clip: 5, ammo: 5, reload: 1s }]
bots:
  - { id: x, name: X, count: 1, teamId: b, health: 1000, speedMps: 1, weapons: [machinegun], behavior: { file: tree.bt } }
  - { id: y, name: Y, count: 1, teamId: a, health: 100, speedMps: 0 }
  - { id: z, name: Z, count: 1, teamId: a, health: 100, speedMps: 0 }
`

// A bot whose enemy went behind a wall takes the one that steps up to it, half a second
// later.
func TestFightTakesWhoIsInSight(t *testing.T) {
	g := trial.InScene(t, "action fight()", duel).Put(trial.One, 10, 10, 1, 0).Put(trial.Two, 16, 10, 1, 0).Put(trial.Three, 10, 40, 1, 0).Steps(9)
	if goalOf(g, trial.One, trial.Two, trial.Three) != trial.Two {
		t.Fatal("it does not fight the one it sees")
	}
	g.Put(trial.Two, 30, 10, 1, 0).Steps(2)
	g.Put(trial.Three, 11, 12, 1, 0)
	for range 5 {
		g.Step()
		if goalOf(g, trial.One, trial.Two, trial.Three) != trial.Two {
			t.Errorf("another goal at tick %d", g.World().Clock().Tick)
		}
	}
	if g.Steps(2); goalOf(g, trial.One, trial.Two, trial.Three) != trial.Three {
		t.Error("it does not take the one beside it")
	}
}

// What comes behind fireWeapon in a sequence is done in every tick, ready or not.
func TestFireWeaponLetsSequencesGoOn(t *testing.T) {
	g := trial.InScene(t, `sequence { action changeGoal( E_ENEMY ) action fireWeapon action say( "shot" ) }`, duel)
	g.Put(trial.One, 10, 10, 1, 0).Put(trial.Two, 14, 10, 1, 0).Put(trial.Three, 50, 50, 1, 0).Steps(7)
	if kind, _, _ := trial.Goal(g.Arena, trial.One); kind != "body" {
		t.Fatal("no goal")
	}
	trial.Plays(g, trial.One, `sequence { action changeGoal( E_GOAL ) action fireWeapon action blackboardNoteTransient( 1 ) }`)
	before := g.Bot(trial.Two).Points
	for range 20 {
		g.Step()
		if a := g.Bot(trial.One).Action; a != "blackboardNoteTransient" {
			t.Errorf("it stops at %s in tick %d", a, g.World().Clock().Tick)
		}
	}
	if lost := before - g.Bot(trial.Two).Points; lost < 3 || lost > 5 {
		t.Errorf("%v lost in two seconds, wanted a point each half", lost)
	}
}

// Who fights does not go to and fro: not where its distance is right, nor with its back to
// the edge, or where its enemy was when it aimed last.
func TestNobodyTremblesInAFight(t *testing.T) {
	human := strings.NewReplacer("tickRate: 10", "tickRate: 30", "health: 1000, speedMps: 1", "health: 100000, skill: 4, speedMps: 10", "health: 100,", "health: 100000,").Replace(duel)
	alien := strings.NewReplacer("teamId: b", "teamId: a", "Y, count: 1, teamId: a", "Y, count: 1, teamId: b").Replace(human)
	for _, c := range []struct {
		what, scene string
		at, other   float32   // where the two stand, on a line across the field
		then        []float32 // where the other is put after each half second
	}{
		{"at its distance", human, 40, 49.5, nil},
		{"at the edge", human, 59, 54, nil},
		{"where its enemy was", alien, 40, 42, []float32{30, 45, 28, 50, 35, 55}},
	} {
		g := trial.InScene(t, "action fight()", c.scene).Put(trial.One, c.at, 30, 1, 0).Put(trial.Two, c.other, 30, 1, 0).Put(trial.Three, 2, 2, 1, 0).Steps(18)
		g.Put(trial.One, c.at, 30, 1, 0)
		returns, all := 0, 0
		var was, before [2]float64
		for tick := range 180 {
			if tick%15 == 0 && c.then != nil {
				g.Put(trial.Two, c.then[tick/15%len(c.then)], 30, 1, 0)
			}
			g.Step()
			x, y := g.At(trial.One)
			step := math.Hypot(was[0]-before[0], was[1]-before[1])
			if step > 1e-3 && math.Hypot(x-before[0], y-before[1]) < 0.2*step {
				returns++
			} else {
				returns = 0
			}
			if returns >= 2 {
				all++
			}
			before, was = was, [2]float64{x, y}
		}
		if all > 0 {
			t.Errorf("%s: it goes to and fro in %d of 180 ticks, at %v", c.what, all, was)
		}
	}
}
