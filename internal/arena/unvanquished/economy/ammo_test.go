package economy_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// empty leaves the first bot so many rounds in its weapon and beside it.
func empty(g *arenatest.Game, loaded, spare int) {
	b := g.Arena.BodyOf(trial.One)
	w := int(g.Arena.Cargo[b].Arms[0].Weapon)
	g.Arena.Life.SetArm(b, 0, w, loaded, spare)
}

// rounds wants the first bot to have so many in its weapon in hand, and beside it.
func rounds(g *arenatest.Game, loaded, spare int32) {
	g.T.Helper()
	if b := g.Bot(trial.One); b.Loaded != loaded || b.Spare != spare {
		g.T.Errorf("tick %d: %d rounds and %d, wanted %d and %d", g.World().Clock().Tick, b.Loaded, b.Spare, loaded, spare)
	}
}

// draw takes a weapon of the first bot in hand: 0 its own, 1 the blaster.
func draw(g *arenatest.Game, arm int8) { g.Arena.Cargo[g.Arena.BodyOf(trial.One)].Hand = arm }

var _ = trial.Fact("armoury-refill", func(t *testing.T) {
	g := market(t, "action moveTo( E_H_ARMOURY )", 50, aRifle)
	trial.At(g, trial.One, 3168+120, 3200)
	empty(g, 0, 0)
	rounds(g.Steps(2), 30, 180)
	if money := g.Bot(trial.One).Money; money != 50 {
		t.Errorf("%v credits are left of 50", money)
	}
	empty(g, 0, 0)
	rounds(g.Steps(39), 0, 0)
	rounds(g.Steps(4), 30, 180)
	trial.At(g, trial.One, 3168+140, 3200)
	trial.Plays(g, trial.One, "action gesture")
	empty(g, 0, 0)
	rounds(g.Steps(60), 0, 0)
})

var _ = trial.Fact("reactor-refill", func(t *testing.T) {
	for _, kind := range []string{"reactor 3250 3200", "reactor 1200 1200, drill 3250 3200"} {
		for _, weapon := range []int{aLasgun, aRifle} {
			g := trial.Scene{Buildings: kind}.Open(t)
			arm(g, weapon)
			empty(g, 10, 0)
			if g.Steps(50); weapon == aRifle {
				rounds(g, 10, 0)
			} else {
				rounds(g, 200, 0)
			}
		}
	}
})

var _ = trial.Fact("clip-primary", func(t *testing.T) {
	g := trial.Scene{}.Open(t)
	empty(g, 0, 0)
	draw(g, 1)
	g.Holds("weapon == 8", "percentAmmoClip == 0", "percentClips == 0")
	empty(g, 15, 90)
	g.Holds("percentAmmoClip == 0.5", "percentClips == 0.5")
})

var _ = trial.Fact("clips-chaingun", func(t *testing.T) {
	g := trial.Scene{}.Open(t)
	arm(g, aChaingun)
	g.Holds("percentClips == 0", "percentAmmoClip == 1")
})

var _ = trial.Fact("clip-kit", func(t *testing.T) {
	g := trial.Scene{}.Open(t)
	arm(g, aKit)
	g.Holds("percentAmmoClip == 1", "percentClips == 0")
	trial.Scene{Team: "aliens"}.Open(t).Holds("percentAmmoClip == 1", "percentClips == 0")
})

var _ = trial.Fact("reload-ok", func(t *testing.T) {
	g := trial.Scene{Tree: how("reload")}.Open(t)
	empty(g, 10, 90)
	if said := g.Steps(1).Bot(trial.One).Speech; said != "done" {
		t.Fatalf("reload is %s", said)
	}
	for range 38 {
		if g.Step(); g.Bot(trial.One).Speech != "failed" {
			t.Fatal("it begins to load while it loads")
		}
	}
	rounds(g, 10, 90)
	rounds(g.Steps(1), 30, 60)
})

var _ = trial.Fact("reload-full", func(t *testing.T) {
	fails := func(g *arenatest.Game, what string) {
		t.Helper()
		if said := g.Steps(1).Bot(trial.One).Speech; said != "failed" {
			t.Errorf("%s: reload is %s", what, said)
		}
	}
	fails(trial.Scene{Tree: how("reload")}.Open(t), "a full clip")
	g := trial.Scene{Tree: how("reload")}.Open(t)
	empty(g, 10, 0)
	fails(g, "no spare clip")
	g = trial.Scene{Tree: how("reload")}.Open(t)
	empty(g, 10, 90)
	draw(g, 1)
	fails(g, "the blaster in hand")
	fails(trial.Scene{Team: "aliens", Tree: how("reload")}.Open(t), "an alien")
})

// An empty clip is loaded without an action, in two seconds; who changes weapons begins
// anew.
func TestAnEmptyClipLoadsItself(t *testing.T) {
	g := trial.Scene{}.Open(t)
	empty(g, 0, 60)
	rounds(g.Steps(39), 0, 60)
	rounds(g.Steps(2), 30, 30)
	empty(g, 0, 60)
	g.Steps(20)
	draw(g, 1)
	g.Steps(1)
	draw(g, 0)
	rounds(g.Steps(38), 0, 60)
	rounds(g.Steps(3), 30, 30)
}
