package economy_test

import (
	"fmt"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// The numbers of things that these tests give to bots.
const (
	aRifle, aLasgun, aChaingun, aPulseRifle, aKit = 9, 12, 14, 16, 22
	aLightArmour                                  = 1
)

// market returns a base of humans with an armoury a metre behind the first bot, which has a
// weapon, upgrades and credits.
func market(t *testing.T, tree string, credits float64, weapon int, upgrades ...int) *arenatest.Game {
	t.Helper()
	return marketOf(t, trial.Scene{Tree: tree}, credits, weapon, upgrades...)
}

func marketOf(t *testing.T, b trial.Scene, credits float64, weapon int, upgrades ...int) *arenatest.Game {
	t.Helper()
	b.Buildings = "reactor 1200 1200, armoury 3168 3200, " + b.Buildings
	g := b.Open(t)
	trial.Wears(g.Arena, trial.One, weapon, upgrades...)
	trial.SetCredits(g.Arena, trial.One, credits)
	return g
}

// how makes the tree say how an action goes.
func how(action string) string {
	return "sequence { action " + action + " action say( \"done\" ) } action say( \"failed\" )"
}

// leaves wants the first bot to have said something, to have so many credits, and
// expressions to be true of it.
func leaves(g *arenatest.Game, said string, credits float64, exprs ...string) {
	g.T.Helper()
	if b := g.Bot(trial.One); b.Speech != said || b.Money != credits {
		g.T.Errorf("it says %q with %v credits, wanted %q with %v", b.Speech, b.Money, said, credits)
	}
	g.Holds(exprs...)
	g.Audit()
}

var _ = trial.Fact("equip-nothing", func(t *testing.T) {
	g := market(t, "action equip action roam", 0, aRifle)
	trial.At(g, trial.One, 1600, 3200)
	_, x, y := trial.Goal(g.Steps(1).Arena, trial.One)
	kind, nx, ny := trial.Goal(g.Steps(40).Arena, trial.One)
	if kind != "point" || nx != x || ny != y || g.Bot(trial.One).Action != "roam" {
		t.Errorf("the goal is a %s at (%v, %v) after 2 s of %s, wanted the first point (%v, %v)", kind, nx, ny, g.Bot(trial.One).Action, x, y)
	}
})

var _ = trial.Fact("buyprimary-too-dear", func(t *testing.T) {
	g := market(t, how("buyPrimary( WP_CHAINGUN )"), 100, aLasgun, aLightArmour).Steps(1)
	leaves(g, "failed", 350, "!haveWeapon( WP_LAS_GUN )", "weapon == 8", "haveUpgrade( UP_LIGHTARMOUR )")
})

var _ = trial.Fact("buyprimary-ok", func(t *testing.T) {
	g := market(t, how("buyPrimary( WP_CHAINGUN )"), 150, aLasgun, aLightArmour).Steps(1)
	leaves(g, "done", 0, "weapon == WP_CHAINGUN && percentAmmoClip == 1", "!haveWeapon( WP_LAS_GUN )", "haveUpgrade( UP_LIGHTARMOUR )", "haveWeapon( 8 )")
})

var _ = trial.Fact("buy-drops-armour", func(t *testing.T) {
	g := market(t, how("buy( WP_LAS_GUN )"), 300, aRifle, aLightArmour).Steps(1)
	leaves(g, "done", 250, "haveWeapon( WP_LAS_GUN ) && !haveUpgrade( UP_LIGHTARMOUR )", "class == PCL_HUMAN_NAKED")
})

var _ = trial.Fact("buy-one-weapon", func(t *testing.T) {
	g := market(t, how("buyPrimary( WP_HBUILD )"), 0, aRifle).Steps(1)
	leaves(g, "done", 0, "haveWeapon( WP_HBUILD ) && !haveWeapon( WP_MACHINEGUN )")
})

var _ = trial.Fact("buy-nothing", func(t *testing.T) {
	g := market(t, how("buy( 0, UP_LIGHTARMOUR )"), 200, aRifle).Steps(1)
	leaves(g, "done", 0, "haveUpgrade( UP_LIGHTARMOUR ) && !haveWeapon( WP_MACHINEGUN )", "weapon == 8", "class == PCL_HUMAN_LIGHT")
})

var _ = trial.Fact("buy-refused-upgrade", func(t *testing.T) {
	g := market(t, how("buy( WP_LAS_GUN, UP_BATTLESUIT )"), 0, aLasgun, aLightArmour).Steps(1)
	leaves(g, "failed", 450, "weapon == 8 && !haveWeapon( WP_LAS_GUN ) && !haveUpgrade( UP_LIGHTARMOUR )")
})

var _ = trial.Fact("equip-swaps-kit", func(t *testing.T) {
	g := market(t, how("equip"), 0, aKit)
	trial.At(g, trial.One, 3600, 3200)
	if g.Steps(1); g.Bot(trial.One).Speech != "" {
		t.Errorf("far from the armoury it says %q", g.Bot(trial.One).Speech)
	}
	for range 60 {
		if g.Step(); g.Bot(trial.One).Speech != "" {
			break
		}
	}
	if x, _ := trial.Where(g, trial.One); x-3168 > 128 || x-3168 < 90 {
		t.Errorf("it trades %v from the armoury, wanted about 128", x-3168)
	}
	leaves(g, "done", 0, "haveWeapon( WP_MACHINEGUN ) && !haveWeapon( WP_HBUILD )")
})

var _ = trial.Fact("equip-kit-timer", func(t *testing.T) {
	g := market(t, how("equip"), 0, aKit)
	trial.SetBuildTimer(g.Arena, trial.One, 2)
	leaves(g.Steps(30), "failed", 0, "haveWeapon( WP_HBUILD ) && !haveWeapon( WP_MACHINEGUN )")
	trial.Plays(g, trial.One, how("equip"))
	leaves(g.Steps(20), "failed", 0, "haveWeapon( WP_MACHINEGUN )") // it has all by now
})

var _ = trial.Fact("equip-order-skill3", func(t *testing.T) {
	g := marketOf(t, trial.Scene{Tree: how("equip"), Class: "skill: 3,"}, 450, aRifle).Steps(1)
	leaves(g, "done", 50, "haveWeapon( WP_CHAINGUN ) && !haveUpgrade( UP_LIGHTARMOUR )")
})

var _ = trial.Fact("equip-order-skill5", func(t *testing.T) {
	g := marketOf(t, trial.Scene{Tree: how("equip"), Class: "skill: 5,"}, 450, aRifle).Steps(1)
	leaves(g, "done", 0, "haveWeapon( WP_LAS_GUN ) && haveUpgrade( UP_LIGHTARMOUR )")
})

var _ = trial.Fact("equip-unlock", func(t *testing.T) {
	g := marketOf(t, trial.Scene{Tree: how("equip"), Class: "skill: 3,"}, 450, aRifle)
	trial.SetMomentum(g.Arena, 1, 120)
	leaves(g.Steps(1), "done", 0, "haveWeapon( WP_PULSE_RIFLE )")
})

var _ = trial.Fact("equip-disarms", func(t *testing.T) {
	g := marketOf(t, trial.Scene{Tree: how("equip"), Class: "skill: 3,"}, 0, aChaingun, aLightArmour)
	trial.SetMomentum(g.Arena, 1, 120)
	for range 3 {
		leaves(g.Steps(1), "failed", 400, "weapon == 8 && haveUpgrade( UP_LIGHTARMOUR )")
		trial.Plays(g, trial.One, how("equip"))
	}
})

var _ = trial.Fact("no-reactor-no-armoury", func(t *testing.T) {
	g := market(t, "action gesture", 500, aRifle)
	for _, b := range g.Snapshot().Bots {
		if b.Form == "reactor" {
			g.Arena.Life.Hurt(g.Arena.BodyOf(b.ID), 2000, 0)
		}
	}
	g.Steps(3)
	empty(g, 0, 0)
	trial.Plays(g, trial.One, how("equip"))
	leaves(g.Steps(60), "failed", 500, "distanceTo( E_H_ARMOURY ) > 999999", "percentAmmoClip == 0")
})

// What is refused for a place on the body leaves what was bought before it.
func TestTradesWithUpgrades(t *testing.T) {
	g := marketOf(t, trial.Scene{Tree: how("buy( WP_MACHINEGUN, UP_RADAR, UP_JETPACK )"), Class: "skill: 3,"}, 500, aRifle)
	trial.SetMomentum(g.Arena, 1, 290)
	leaves(g.Steps(1), "failed", 400, "haveUpgrade( UP_RADAR ) && !haveUpgrade( UP_JETPACK )", "!haveWeapon( WP_MACHINEGUN )")

	g = market(t, how("buy( WP_LAS_GUN )"), 50, aRifle, aLightArmour).Steps(1)
	leaves(g, "done", 0, "haveWeapon( WP_LAS_GUN )")

	g = marketOf(t, trial.Scene{Tree: how("buy( WP_MACHINEGUN, UP_MEDIUMARMOUR, UP_RADAR )")}, 400, aRifle)
	trial.SetMomentum(g.Arena, 1, 290)
	leaves(g.Steps(1), "done", 0, "haveUpgrade( UP_MEDIUMARMOUR ) && haveUpgrade( UP_RADAR )", "class == PCL_HUMAN_MEDIUM", "haveUpgrade( UP_MEDKIT )")
	if b := g.Bot(trial.One); b.Weapon != "machinegun" || b.Points != 100 || b.Spare != 180 {
		t.Errorf("in its new armour it is %+v", b)
	}

	// Skill 5 with 1000 credits and everything unlocked: battlesuit, and no radar with it.
	g = marketOf(t, trial.Scene{Tree: how("equip"), Class: "skill: 5,", Settings: "g_bot_grenade: 1"}, 1250, aRifle)
	trial.SetMomentum(g.Arena, 1, 290)
	leaves(g.Steps(1), "done", 0, "haveUpgrade( UP_BATTLESUIT ) && haveUpgrade( UP_GRENADE ) && haveWeapon( WP_LUCIFER_CANNON )", "class == PCL_HUMAN_BSUIT")
}

// Where buying is off, and for aliens, a purchase fails and nothing is given away.
func TestWhoDoesNotBuy(t *testing.T) {
	g := marketOf(t, trial.Scene{Tree: how("buy( WP_LAS_GUN )"), Settings: "g_bot_buy: 0"}, 500, aRifle).Steps(1)
	leaves(g, "failed", 500, "haveWeapon( WP_MACHINEGUN )")
	g = marketOf(t, trial.Scene{Tree: how("buy( WP_LAS_GUN )"), Settings: "g_bot_lasgun: 0"}, 500, aRifle).Steps(1)
	leaves(g, "failed", 500, "weapon == 8")
	for _, action := range []string{"buy( WP_LAS_GUN )", "buyPrimary( WP_LAS_GUN )", "equip", "reload"} {
		g := trial.Scene{Team: "aliens", Tree: how(action), Buildings: "reactor 1200 1200, armoury 3168 3200, overmind 600 600", More: "match: { purse: 500 }"}.Open(t).Steps(1)
		leaves(g, "failed", 500)
	}
}

// Two trades of one tick: the second knows what the first has left.
func TestTradesOfOneTick(t *testing.T) {
	g := market(t, "sequence { action buy( WP_LAS_GUN, UP_LIGHTARMOUR ) action buyPrimary( WP_SHOTGUN ) condition haveWeapon( WP_SHOTGUN ) && haveUpgrade( UP_LIGHTARMOUR ) action say( \"done\" ) } action say( \"failed\" )", 450, aRifle).Steps(1)
	leaves(g, "done", 100, "haveWeapon( WP_SHOTGUN ) && !haveWeapon( WP_LAS_GUN ) && haveUpgrade( UP_LIGHTARMOUR )")
}

// arm gives the first bot a weapon.
func arm(g *arenatest.Game, weapon int) { trial.Wears(g.Arena, trial.One, weapon) }

// wears gives the first bot an upgrade beside what it has.
func wears(g *arenatest.Game, upgrade int) { trial.Wears(g.Arena, trial.One, aRifle, upgrade) }

// What equip chooses for 450 credits and more, by skill and momentum.
func TestWhatEquipChooses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		skill          int
		settings       string
		credits, needs float64
		left           float64
		has            string
	}{
		{5, "", 750, 60, 50, "haveUpgrade( UP_LIGHTARMOUR ) && haveUpgrade( UP_RADAR ) && haveWeapon( WP_CHAINGUN )"},
		{5, "g_bot_radarRatio: 0", 750, 60, 150, "haveUpgrade( UP_LIGHTARMOUR ) && !haveUpgrade( UP_RADAR ) && haveWeapon( WP_CHAINGUN )"},
		{5, "g_bot_radarRatio: 0, g_bot_battlesuit: 0", 900, 260, 30, "haveUpgrade( UP_MEDIUMARMOUR ) && haveUpgrade( UP_JETPACK ) && haveWeapon( WP_PULSE_RIFLE )"},  // before the weapon
		{5, "g_bot_radarRatio: 0, g_bot_battlesuit: 0", 800, 260, 50, "haveUpgrade( UP_MEDIUMARMOUR ) && !haveUpgrade( UP_JETPACK ) && haveWeapon( WP_PULSE_RIFLE )"}, // too little left for it
		{3, "", 570, 110, 0, "haveUpgrade( UP_JETPACK ) && haveWeapon( WP_PULSE_RIFLE )"},
		{3, "g_bot_jetpack: off", 570, 110, 120, "!haveUpgrade( UP_JETPACK ) && haveWeapon( WP_PULSE_RIFLE )"},
		{3, "g_bot_chain: 0", 450, 0, 100, "haveWeapon( WP_MASS_DRIVER )"},
		{3, "g_bot_infiniteMomentum: 1, g_bot_flamer: 1", 450, 0, 0, "haveWeapon( WP_FLAMER )"},
	} {
		g := marketOf(t, trial.Scene{Tree: how("equip"), Class: fmt.Sprintf("skill: %d,", c.skill), Settings: c.settings}, c.credits, aRifle)
		trial.SetMomentum(g.Arena, 1, c.needs)
		leaves(g.Steps(1), "done", c.left, c.has)
	}
	// Where others have more flamers than pulse rifles, it wants none.
	g := marketOf(t, trial.Scene{Tree: how("equip"), Settings: "g_bot_infiniteMomentum: 1, g_bot_flamer: 1", Bots: others("human_naked")}, 450, aRifle)
	trial.Wears(g.Arena, trial.Two, 15)
	trial.At(g, trial.Two, 600, 600)
	leaves(g.Steps(1), "done", 0, "haveWeapon( WP_PULSE_RIFLE )")
	// Its own one does not count.
	g = marketOf(t, trial.Scene{Tree: how("equip"), Settings: "g_bot_infiniteMomentum: 1, g_bot_flamer: 1"}, 0, 15)
	leaves(g.Steps(1), "failed", 0, "haveWeapon( WP_FLAMER )")
}

// A weapon that has just been fired cannot be sold.
func TestWhoFiresDoesNotSell(t *testing.T) {
	g := market(t, how("buyPrimary( WP_LAS_GUN )"), 250, aRifle)
	g.Arena.Cargo[g.Arena.BodyOf(trial.One)].Ready = ecs.Due{At: g.World().Clock().Tick + 5}
	leaves(g.Steps(1), "failed", 250, "haveWeapon( WP_MACHINEGUN )")
	trial.Plays(g, trial.One, how("buyPrimary( WP_LAS_GUN )"))
	leaves(g.Steps(6), "failed", 0, "haveWeapon( WP_LAS_GUN )") // it has it by now
}

// A human has a blaster at all times: nothing is sold for one.
func TestBuyBlaster(t *testing.T) {
	g := market(t, how("buy( 8 )"), 0, aLasgun).Steps(1)
	leaves(g, "failed", 0, "haveWeapon( WP_LAS_GUN )")
	g = market(t, how("buy( 8, UP_LIGHTARMOUR )"), 0, aLasgun).Steps(1)
	leaves(g, "done", 50, "!haveWeapon( WP_LAS_GUN )", "haveUpgrade( UP_LIGHTARMOUR )")
}
