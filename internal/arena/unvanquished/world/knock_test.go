package world_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// A mass driver pushes a dretch away, and does not without the rule.
func TestSomeWeaponsPush(t *testing.T) {
	t.Parallel()
	for settings, pushed := range map[string]bool{"": true, "knockback: 0": false} {
		g := trial.Scene{Tree: "action fight", Settings: settings, Class: "skill: 9,", Bots: trial.Still("alien_level0", "aliens", 1, "health: 100000")}.Open(t)
		trial.Wears(g.Arena, trial.One, lore.MassDriver)
		trial.At(g, trial.Two, 3500, 3200)
		g.Steps(100)
		if x, _ := trial.Where(g, trial.Two); (x > 3520) != pushed {
			t.Errorf("with %q it is at %.0f", settings, x)
		}
		g.Audit()
	}
}

// A grenade pushes those whom it hurts away from where it lies.
func TestBombsPush(t *testing.T) {
	t.Parallel()
	for settings, pushed := range map[string]bool{"": true, "knockback: 0": false} {
		g := trial.Scene{Tree: "sequence { action changeGoal( E_ENEMY ) action activateUpgrade( UP_GRENADE ) }", Settings: settings, Bots: trial.Still("alien_level0", "aliens", 1, "health: 10000")}.Open(t)
		trial.Wears(g.Arena, trial.One, lore.Rifle, lore.Grenade)
		trial.At(g, trial.One, 3200, 3200)
		trial.At(g, trial.Two, 3500, 3200)
		g.Steps(40)
		trial.At(g, trial.Two, 3560, 3200)
		g.Steps(100)
		if lost := 10000 - trial.Points(g, trial.Two); lost < 100 {
			t.Errorf("with %q the grenade takes %v points", settings, lost)
		}
		if x, _ := trial.Where(g, trial.Two); (x > 3580) != pushed {
			t.Errorf("with %q it is at %.0f", settings, x)
		}
	}
}
