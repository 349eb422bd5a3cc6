package economy_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// In a scene with its own weapons a bot that buys a tool gives its gun up for it, though
// nobody sells the gun.
func TestOneWeaponInAScene(t *testing.T) {
	g := trial.InScene(t, `selector {
		condition !haveWeapon( WP_HBUILD ) { action buyPrimary( WP_HBUILD ) }
		condition haveWeapon( WP_MACHINEGUN ) { action say( "both" ) }
		action say( "tool" )
	}`, `
tickRate: 10
world: { width: 60, height: 60 }
teams: [{ id: a }, { id: b }]
places: [{ id: shop, at: [40, 40], radius: 3, tags: [armoury, reactor], team: b }]
weapons: [{ id: machinegun, damage: 1, range: 4, clip: 50, ammo: 50, reload: 1s }, { id: hbuild, damage: 1 }]
goods: [{ id: hbuild, weapon: hbuild }]
bots:
  - { id: one, name: One, count: 1, teamId: b, health: 100, home: shop, weapons: [machinegun], behavior: { file: tree.bt } }
`)
	if all := trial.Said(g, 20); all["both"] || !all["tool"] {
		t.Errorf("it says %v", all)
	}
	g.Audit()
}

// Nobody gives away for nothing a gun that cannot be bought.
func TestAGunWithoutAPriceStays(t *testing.T) {
	for _, action := range []string{"buy( 0, UP_LIGHTARMOUR )", "buy( WP_SHOTGUN, UP_LIGHTARMOUR )", "buyPrimary( WP_SHOTGUN )", "equip"} {
		g := trial.InScene(t, "selector { action "+action+" action gesture }", `
teams: [{ id: a }, { id: b }]
places: [{ id: shop, at: [40, 40], radius: 3, tags: [armoury, reactor], team: b }]
weapons: [{ id: machinegun, damage: 1, range: 4, clip: 50, ammo: 50, reload: 1s }, { id: shotgun, damage: 1 }, { id: hbuild, damage: 1 }]
goods: [{ id: shotgun, weapon: shotgun, price: 30 }, { id: hbuild, weapon: hbuild }, { id: lightarmour, price: 10 }]
match: { purse: 20 }
bots:
  - { id: one, name: One, count: 1, teamId: b, health: 100, home: shop, weapons: [machinegun], behavior: { file: tree.bt } }
`).Steps(3)
		if b := g.Bot(trial.One); b.Weapon != "machinegun" {
			t.Errorf("after %s it has %q", action, b.Weapon)
		}
	}
}

// In no scene does the first team buy.
func TestTheFirstTeamDoesNotBuy(t *testing.T) {
	g := trial.InScene(t, `selector { action buy( WP_SHOTGUN ) action equip action say( "none" ) }`, `
tickRate: 10
teams: [{ id: aliens }, { id: humans }]
match: { purse: 100 }
places: [{ id: shop, at: [40, 40], radius: 3, tags: [armoury], team: aliens }]
weapons: [{ id: shotgun, damage: 1 }]
goods: [{ id: shotgun, weapon: shotgun }]
bots:
  - { id: one, name: One, count: 1, teamId: aliens, health: 100, home: shop, behavior: { file: tree.bt } }
`)
	if all := trial.Said(g, 20); !all["none"] || g.Events("bought") > 0 || g.Bot(trial.One).Weapon != "" {
		t.Errorf("it says %v with the weapon %q", all, g.Bot(trial.One).Weapon)
	}
}

// A bot knows that its gun is empty while it has another weapon in hand.
func TestAnEmptyGunIsKnown(t *testing.T) {
	g := trial.InScene(t, `selector {
		condition percentAmmoClip == 0 && percentClips == 0 { action say( "empty" ) }
		action fight
		action gesture
	}`, `
tickRate: 10
world: { width: 30, height: 30 }
teams: [{ id: a }, { id: b }]
places: [{ id: p, at: [10, 10], radius: 0.1 }, { id: q, at: [14, 10], radius: 0.1 }]
weapons:
  - { id: machinegun, damage: 1, range: 10, cooldown: 0.2s, clip: 5, ammo: 5, reload: 0.5s }
  - { id: blaster, damage: 1, range: 10, cooldown: 0.5s }
bots:
  - { id: one, name: One, count: 1, teamId: a, health: 10, home: p, weapons: [machinegun, blaster], behavior: { file: tree.bt } }
  - { id: two, name: Two, count: 1, teamId: b, health: 100, speedMps: 0, home: q }
`)
	if all := trial.Said(g, 80); !all["empty"] {
		t.Errorf("it says %v, with %+v", all, g.Bot(trial.One))
	}
}

// In a scene with its own money a kill pays half the price of the victim, and time what
// the scene says.
func TestASceneHasItsOwnMoney(t *testing.T) {
	g := trial.InScene(t, "action gesture()", `
tickRate: 10
teams: [{ id: a }, { id: b }]
match: { purse: 20, income: 1 }
settings: { g_freeFundPeriod: 1 }
bots:
  - { id: one, name: One, count: 1, teamId: b, health: 100, behavior: { file: tree.bt } }
  - { id: two, name: Two, count: 1, teamId: a, health: 100, price: 30, behavior: { file: tree.bt } }
`).Steps(20)
	money(g, trial.One, 22)
	hurt(g, trial.Two, 100, trial.One)
	g.Steps(1)
	money(g, trial.One, 22.1+15)
}
