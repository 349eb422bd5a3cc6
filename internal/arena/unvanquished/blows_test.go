package unvanquished_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// The claw of a mantis sweeps 10 units to either side of its view, and so hits a human up to 25
// units beside that.
func TestClawsSweepSoWide(t *testing.T) {
	t.Parallel()
	for degrees, hit := range map[float64]bool{0: true, 20: true, 30: false, 44: false, 180: false} {
		g := trial.Scene{Team: "aliens", Tree: "sequence { action changeGoal( E_ENEMY ) action fireWeapon }", Bots: trial.Still("human_naked", "humans", 1, "health: 1000")}.Open(t)
		trial.Become(g, trial.One, "alien_level1")
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		for range 40 {
			g.Put(trial.One, 100, 100, 1, 0)
			g.Put(trial.Two, 100+float32(60*cos/32), 100+float32(60*sin/32), 1, 0)
			g.Step()
		}
		if got := trial.Points(g, trial.Two) < 1000; got != hit {
			t.Errorf("%v degrees beside its view: hit %v, wanted %v", degrees, got, hit)
		}
	}
}

// A chaingun kicks the view of who shoots with it, a battlesuit keeps that small, and a las gun
// does not.
func TestChaingunsKickTheView(t *testing.T) {
	t.Parallel()
	wobble := func(weapon int, class, settings string) (most float64) {
		g := shooter(t, weapon, settings, "alien_level4", "aliens", 300)
		trial.Plays(g, trial.One, "action fight")
		trial.Become(g, trial.One, class)
		trial.Wears(g.Arena, trial.One, weapon)
		for tick := range 120 {
			trial.At(g, trial.One, 3200, 3200)
			trial.At(g, trial.Two, 3500, 3200)
			g.Step()
			if _, hy := g.Game().HeadingOf(g.Arena.BodyOf(trial.One)); tick > 40 {
				most = max(most, math.Abs(float64(hy)))
			}
		}
		return most
	}
	if bare, suit, gun, off := wobble(lore.Chaingun, "human_naked", ""), wobble(lore.Chaingun, "human_bsuit", ""), wobble(lore.LasGun, "human_naked", ""), wobble(lore.Chaingun, "human_naked", "shotSpread: 0"); bare < 0.005 || suit > bare/4 || suit == 0 || gun > 1e-6 || off > 1e-6 {
		t.Errorf("the view goes off by %v, in a battlesuit by %v, with a las gun by %v, without the rule by %v", bare, suit, gun, off)
	}
}

// Who meets somebody in a pounce takes 70 points, in a charge up to 85, beside its claws; from
// skill 5 on.
func TestPouncesAndChargesHurt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		class, skill string
		claw         float64
		least, most  float64 // of the blows that are none of a claw
	}{
		{"alien_level3", "skill: 5,", 80, 70, 70}, {"alien_level3", "skill: 3,", 80, 0, 0},
		{"alien_level4", "skill: 5,", 100, 20, 85}, {"alien_level4", "skill: 3,", 100, 0, 0},
		{"alien_level1", "skill: 5,", 24, 0, 0}, // of legs
	} {
		g := trial.Scene{Team: "aliens", Class: c.skill, Tree: "action fight", Bots: trial.Still("human_naked", "humans", 1, "health: 100000, armour: 0")}.Open(t)
		trial.Become(g, trial.One, c.class)
		blows := 0.
		for tick := range 600 {
			if tick%100 == 0 {
				trial.At(g, trial.One, 3000, 3200)
			}
			trial.At(g, trial.Two, 3400, 3200)
			before := trial.Points(g, trial.Two)
			g.Step()
			lost := before - trial.Points(g, trial.Two)
			if lost >= c.claw {
				lost -= c.claw
			}
			blows = max(blows, lost)
		}
		if blows < c.least || blows > c.most {
			t.Errorf("%s of %s takes %v at once beside its claws, wanted %v to %v", c.class, c.skill, blows, c.least, c.most)
		}
	}
}
