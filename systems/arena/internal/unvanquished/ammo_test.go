package unvanquished_test

import (
	"testing"

	"github.com/thicket-sim/thicket/systems/arena/internal/arenatest"
)

// empty leaves the first bot so many rounds in its weapon and beside it.
func empty(g *arenatest.Game, loaded, spare int) {
	b := g.Arena.BodyOf(one)
	w := int(g.Arena.Cargo[b].Arms[0].Weapon)
	g.Arena.SetArm(b, 0, w, loaded, spare)
}

// rounds wants the first bot to have so many in its weapon in hand, and beside it.
func rounds(g *arenatest.Game, loaded, spare int32) {
	g.T.Helper()
	if b := g.Bot(one); b.Loaded != loaded || b.Spare != spare {
		g.T.Errorf("tick %d: %d rounds and %d, wanted %d and %d", g.World().Clock().Tick, b.Loaded, b.Spare, loaded, spare)
	}
}

// draw takes a weapon of the first bot in hand: 0 its own, 1 the blaster.
func draw(g *arenatest.Game, arm int8) { g.Arena.Cargo[g.Arena.BodyOf(one)].Hand = arm }

var _ = fact("armoury-refill", func(t *testing.T) {
	g := market(t, "action moveTo( E_H_ARMOURY )", 50, aRifle)
	at(g, one, 3168+120, 3200)
	empty(g, 0, 0)
	rounds(g.Steps(2), 30, 180)
	if money := g.Bot(one).Money; money != 50 {
		t.Errorf("%v credits are left of 50", money)
	}
	empty(g, 0, 0)
	rounds(g.Steps(39), 0, 0)
	rounds(g.Steps(4), 30, 180)
	at(g, one, 3168+140, 3200)
	plays(g, one, "action gesture")
	empty(g, 0, 0)
	rounds(g.Steps(60), 0, 0)
})

var _ = fact("reactor-refill", func(t *testing.T) {
	for _, kind := range []string{"reactor 3250 3200", "reactor 1200 1200, drill 3250 3200"} {
		for _, weapon := range []int{aLasgun, aRifle} {
			g := base{buildings: kind}.open(t)
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

var _ = fact("clip-primary", func(t *testing.T) {
	g := base{}.open(t)
	empty(g, 0, 0)
	draw(g, 1)
	g.Holds("weapon == 8", "percentAmmoClip == 0", "percentClips == 0")
	empty(g, 15, 90)
	g.Holds("percentAmmoClip == 0.5", "percentClips == 0.5")
})

var _ = fact("clips-chaingun", func(t *testing.T) {
	g := base{}.open(t)
	arm(g, aChaingun)
	g.Holds("percentClips == 0", "percentAmmoClip == 1")
})

var _ = fact("clip-kit", func(t *testing.T) {
	g := base{}.open(t)
	arm(g, aKit)
	g.Holds("percentAmmoClip == 1", "percentClips == 0")
	base{team: "aliens"}.open(t).Holds("percentAmmoClip == 1", "percentClips == 0")
})

var _ = fact("reload-ok", func(t *testing.T) {
	g := base{tree: how("reload")}.open(t)
	empty(g, 10, 90)
	if said := g.Steps(1).Bot(one).Speech; said != "done" {
		t.Fatalf("reload is %s", said)
	}
	for range 38 {
		if g.Step(); g.Bot(one).Speech != "failed" {
			t.Fatal("it begins to load while it loads")
		}
	}
	rounds(g, 10, 90)
	rounds(g.Steps(1), 30, 60)
})

var _ = fact("reload-full", func(t *testing.T) {
	fails := func(g *arenatest.Game, what string) {
		t.Helper()
		if said := g.Steps(1).Bot(one).Speech; said != "failed" {
			t.Errorf("%s: reload is %s", what, said)
		}
	}
	fails(base{tree: how("reload")}.open(t), "a full clip")
	g := base{tree: how("reload")}.open(t)
	empty(g, 10, 0)
	fails(g, "no spare clip")
	g = base{tree: how("reload")}.open(t)
	empty(g, 10, 90)
	draw(g, 1)
	fails(g, "the blaster in hand")
	fails(base{team: "aliens", tree: how("reload")}.open(t), "an alien")
})

// An empty clip is loaded without an action, in two seconds; who changes weapons begins
// anew.
func TestAnEmptyClipLoadsItself(t *testing.T) {
	g := base{}.open(t)
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
