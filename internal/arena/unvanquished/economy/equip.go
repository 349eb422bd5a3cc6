package economy

import (
	"slices"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// The order in which equip wants weapons and armour: BotActionEquip. It goes by these
// lists alone, not by prices.
var (
	weaponOrder = []int{lore.Lucifer, lore.Flamer, lore.PulseRifle, lore.Chaingun, lore.MassDriver, lore.LasGun, lore.Shotgun, lore.PainSaw, lore.Rifle, lore.Kit}
	armourOrder = []int{lore.Battlesuit, lore.MediumArmour, lore.LightArmour}
	toolOrder   = []int{lore.Jetpack, lore.Grenade, lore.Firebomb}
)

// spareForJetpack is the reserve that a bot must keep to want a jetpack with its armour.
const spareForJetpack = 600

// wish is an order that is being made.
type wish struct {
	*Economy
	team   int
	body   int32
	has    world.Holdings
	left   float64 // of the capital; below 0 for one that wears what it could not pay
	slots  uint8   // parts of the body that are taken
	armour bool    // some was chosen
	order  order
}

// wish returns what a human wants to have.
func (s *Economy) wish(b int32, has world.Holdings) order {
	w := wish{Economy: s, team: s.a.TeamOf(b), body: b, has: has, left: has.Credits + s.price(&has)}
	if s.Has(b, lore.PreferArmour) {
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
	if w.has.Weapon >= 0 {
		own = w.WeaponNumber[w.has.Weapon]
		if w.order.keepsWeapon = !slices.Contains(weaponOrder, own); w.order.keepsWeapon {
			return
		}
	}
	for _, n := range weaponOrder {
		at := w.market.weapons[n]
		if n == own && w.WeaponGood[at] < 0 {
			w.order.weapon = n
			return
		}
		if w.sellsWeapon(w.team, n) && w.weaponPrice(at) <= w.left && (n != lore.Flamer || !w.flamersAbound()) {
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
			others = w.Teams[w.team].Armed[at]
			if at == w.has.Weapon {
				others--
			}
		}
		return others
	}
	return count(lore.Flamer) > count(lore.PulseRifle)
}

// addArmour chooses the first armour that the bot has or can have. Without the skill to buy
// modern armour it is one rank below the best that its team can have.
func (w *wish) addArmour() {
	best := 0
	for i, u := range armourOrder {
		if best == 0 && w.sellsUpgrade(w.team, u) {
			best = i + 1
		}
		if !w.Has(w.body, lore.ModernArmour) && i < max(best, 1) && w.has.Upgrades>>u&1 == 0 {
			continue
		}
		if w.has.Upgrades>>u&1 != 0 || w.canHave(u) {
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
	team := &w.Teams[w.team]
	others := team.Radars
	if w.has.Upgrades>>lore.Radar&1 != 0 {
		others--
	}
	switch {
	case w.canHave(lore.Radar) && float64(others) < w.market.radars*float64(team.Clients):
		w.add(lore.Radar)
	case w.canHave(lore.Jetpack) && w.left >= spareForJetpack:
		w.add(lore.Jetpack)
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
