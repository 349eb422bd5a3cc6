package unvanquished

import (
	"slices"
)

// The order in which equip wants weapons and armour: BotActionEquip. It goes by these
// lists alone, not by prices.
var (
	weaponOrder = []int{lucifer, flamer, pulseRifle, chaingun, massDriver, lasGun, shotgun, painSaw, rifle, kit}
	armourOrder = []int{battlesuit, mediumArmour, lightArmour}
	toolOrder   = []int{jetpack, grenade, firebomb}
)

// armourFirst is the skill from which on armour comes before weapons.
const armourFirst = 5

// spareForJetpack is what a bot must have left to want a jetpack with its armour.
const spareForJetpack = 600

// wish is an order that is being made.
type wish struct {
	*state
	team   int
	body   int32
	has    holdings
	left   float64 // of the capital; below 0 for one that wears what it could not pay
	slots  uint8   // parts of the body that are taken
	armour bool    // some was chosen
	order  order
}

// wish returns what a human wants to have.
func (s *state) wish(b int32, has holdings) order {
	w := wish{state: s, team: s.a.TeamOf(b), body: b, has: has, left: has.credits + s.price(&has)}
	if s.skill(b) >= armourFirst {
		w.addArmour()
		w.addBackpack()
		w.addWeapon()
	} else {
		w.addWeapon()
		w.addArmour()
	}
	for _, u := range toolOrder {
		if w.canHave(u) {
			w.add(u)
		}
	}
	return w.order
}

// addWeapon chooses the first weapon that the bot can have. The own one counts as that
// where no armoury sells it, and stays where it is none of the list: Thicket's own.
func (w *wish) addWeapon() {
	own := 0
	if w.has.weapon >= 0 {
		own = w.weapon[w.has.weapon]
		if w.order.keepsWeapon = !slices.Contains(weaponOrder, own); w.order.keepsWeapon {
			return
		}
	}
	for _, n := range weaponOrder {
		at := w.market.weapons[n]
		if n == own && w.arms[at] < 0 {
			w.order.weapon = n
			return
		}
		if w.sellsWeapon(w.team, n) && w.weaponPrice(at) <= w.left && (n != flamer || !w.flamersAbound()) {
			w.order.weapon = n
			w.left -= w.weaponPrice(at)
			return
		}
	}
}

// flamersAbound reports whether the others of the team have more flamers than pulse
// rifles.
func (w *wish) flamersAbound() bool {
	count := func(n int) (others int32) {
		if at := w.market.weapons[n]; at >= 0 {
			others = w.teams[w.team].armed[at]
			if at == w.has.weapon {
				others--
			}
		}
		return others
	}
	return count(flamer) > count(pulseRifle)
}

func (w *wish) addArmour() {
	for _, u := range armourOrder {
		if w.has.upgrades>>u&1 != 0 || w.canHave(u) {
			w.add(u)
			w.armour = true
			return
		}
	}
}

// addBackpack adds a radar while too few others of the team have one, else a jetpack;
// only to armour.
func (w *wish) addBackpack() {
	if !w.armour {
		return
	}
	team := &w.teams[w.team]
	others := team.radars
	if w.has.upgrades>>radar&1 != 0 {
		others--
	}
	switch {
	case w.canHave(radar) && float64(others) < w.market.radars*float64(team.clients):
		w.add(radar)
	case w.canHave(jetpack) && w.left >= spareForJetpack:
		w.add(jetpack)
	}
}

// canHave reports whether an upgrade can be bought for what is left.
func (w *wish) canHave(u int) bool {
	return w.sellsUpgrade(w.team, u) && w.upgradePrice(u) <= w.left && w.slots&slots[u] == 0
}

func (w *wish) add(u int) {
	w.order.add(u)
	w.left -= w.upgradePrice(u)
	w.slots |= slots[u]
}
