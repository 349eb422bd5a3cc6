package economy

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// counterReach says how near an armoury bots trade and get ammunition, in metres.
const counterReach = 128 * lore.Unit

// mostUpgrades are the most that one purchase can have.
const mostUpgrades = 4

// The settings that allow bots to buy weapons and upgrades, by number.
var (
	weaponSettings = [lore.LastWeapon + 1]string{
		lore.Rifle: "g_bot_rifle", lore.PainSaw: "g_bot_painsaw", lore.Shotgun: "g_bot_shotgun", lore.LasGun: "g_bot_lasgun", lore.MassDriver: "g_bot_mdriver",
		lore.Chaingun: "g_bot_chain", lore.Flamer: "g_bot_flamer", lore.PulseRifle: "g_bot_prifle", lore.Lucifer: "g_bot_lcannon", lore.Kit: "g_bot_ckit",
	}
	upgradeSettings = [lore.Medkit + 1]string{
		lore.LightArmour: "g_bot_lightarmour", lore.MediumArmour: "g_bot_mediumarmour", lore.Battlesuit: "g_bot_battlesuit",
		lore.Radar: "g_bot_radar", lore.Jetpack: "g_bot_jetpack", lore.Grenade: "g_bot_grenade", lore.Firebomb: "g_bot_firebomb",
	}
)

// The parts of a body that upgrades take, a bit each; no two can take the same.
const (
	onTorso = 1 << iota
	onHead
	onBack
	inHand
)

// slots are the parts that each upgrade takes, by number.
var slots = [lore.Medkit + 1]uint8{
	lore.LightArmour: onTorso, lore.MediumArmour: onTorso, lore.Battlesuit: onTorso | onHead | onBack, lore.Radar: onBack, lore.Jetpack: onBack, lore.Grenade: inHand, lore.Firebomb: inHand,
}

// armourClass is the class as which a human wears an armour, by upgrade.
var armourClass = [lore.Medkit + 1]int{lore.LightArmour: lore.LightHuman, lore.MediumArmour: lore.MediumHuman, lore.Battlesuit: lore.SuitHuman}

// market says what armouries of the scene sell.
type market struct {
	off      bool                      // bots buy nothing
	weapons  [lore.LastWeapon + 1]int  // the index of the weapon of a number, or -1
	forSale  [lore.LastWeapon + 1]bool // by number: the scene sells it, and its settings allow it
	upgrades [lore.Medkit + 1]bool     // the same of upgrades
	classes  [lore.Tyrant + 1]bool     // by number: their settings allow them
	radars   float64                   // the share of a team that gets a radar
}

func (s *Economy) openMarket() {
	m := &s.market
	m.off, m.radars = !s.Allows("g_bot_buy"), s.SettingNumber("g_bot_radarRatio")/100
	noGear, _ := lore.Disabled("g_disabledEquipment", s.List("g_disabledEquipment"))
	noClass, _ := lore.Disabled("g_disabledClasses", s.List("g_disabledClasses"))
	for n := range m.weapons {
		m.weapons[n] = -1
	}
	for w, n := range s.WeaponNumber {
		if n > 0 && n <= lore.LastWeapon && m.weapons[n] < 0 {
			m.weapons[n] = w
			m.forSale[n] = s.WeaponGood[w] >= 0 && !s.a.Config.Goods[s.WeaponGood[w]].Unsold && s.settingAllows(weaponSettings[n]) && !noGear[lore.WeaponNames[n]]
		}
	}
	for n, name := range classSettings {
		m.classes[n] = s.settingAllows(name) && !noClass[lore.ClassNames[n]]
	}
	for u := 1; u <= lore.Medkit; u++ {
		m.upgrades[u] = s.UpgradeGood[u] >= 0 && !s.a.Config.Goods[s.UpgradeGood[u]].Unsold && s.settingAllows(upgradeSettings[u]) && !noGear[lore.UpgradeNames[u]]
	}
}

// settingAllows reports whether a setting is on; no setting at all forbids nothing.
func (s *Economy) settingAllows(name string) bool { return name == "" || s.Allows(name) }

// holdings returns what a body has.
func (s *Economy) holdings(b int32) world.Holdings {
	h := world.Holdings{Weapon: int(s.Primary(b).Weapon), Credits: s.Bots[b].Credits}
	for u := 1; u <= lore.Medkit; u++ {
		if s.Owns(b, u) {
			h.Upgrades |= 1 << u
		}
	}
	return h
}

// held returns what the bot has by what it did in this tick so far.
func (t turn) held() world.Holdings {
	if t.Bots[t.Body].Dealt == t.Now+1 {
		return t.Records[t.Body].Deal
	}
	return t.holdings(t.Body)
}

// weaponPrice returns the price of a weapon by its index: nothing for none, and for
// one that the scene does not sell.
func (s *Economy) weaponPrice(w int) float64 {
	if w < 0 || s.WeaponGood[w] < 0 {
		return 0
	}
	return s.a.Config.Goods[s.WeaponGood[w]].Price
}

// upgradePrice returns the price of an upgrade; that of a medkit is nothing.
func (s *Economy) upgradePrice(u int) float64 {
	if s.UpgradeGood[u] < 0 || u == lore.Medkit {
		return 0
	}
	return s.a.Config.Goods[s.UpgradeGood[u]].Price
}

// price returns the prices of a weapon and of upgrades together.
func (s *Economy) price(h *world.Holdings) float64 {
	sum := s.weaponPrice(h.Weapon)
	for u := 1; u < lore.Medkit; u++ {
		if h.Upgrades>>u&1 != 0 {
			sum += s.upgradePrice(u)
		}
	}
	return sum
}

// sellsWeapon reports whether a team can have the weapon of a number, at its price.
func (s *Economy) sellsWeapon(team, number int) bool {
	return s.market.forSale[number] && s.Unlocked(team, s.a.Config.Goods[s.WeaponGood[s.market.weapons[number]]].Unlock)
}

// sellsUpgrade is sellsWeapon for an upgrade.
func (s *Economy) sellsUpgrade(team, u int) bool {
	return s.market.upgrades[u] && s.Unlocked(team, s.a.Config.Goods[s.UpgradeGood[u]].Unlock)
}

// order says what a bot wants of an armoury.
type order struct {
	weapon   int // a number, 0 for none
	upgrades [mostUpgrades]uint8
	count    int // of upgrades
	// What is not traded in.
	keepsUpgrades, keepsWeapon bool
}

func (o *order) add(upgrade int) {
	if o.count < mostUpgrades {
		o.upgrades[o.count] = uint8(upgrade)
		o.count++
	}
}

// fulfilled reports whether somebody has all that was ordered.
func (s *Economy) fulfilled(o *order, h *world.Holdings) bool {
	if o.weapon > 0 && (h.Weapon < 0 || s.WeaponNumber[h.Weapon] != o.weapon) {
		return false
	}
	for _, u := range o.upgrades[:o.count] {
		if h.Upgrades>>u&1 == 0 {
			return false
		}
	}
	return true
}

// trade returns what a body has after it tried to buy what it ordered, whether its
// weapon is a new one, and whether it got all that it ordered: BotActionBuy at the
// counter. What it has is sold first, for the full price; then upgrades are bought in
// their order, and the weapon, until something is refused. A weapon that the scene
// does not sell is given up only for another one: Thicket's own.
func (s *Economy) trade(b int32, h world.Holdings, o *order) (has world.Holdings, fresh, whole bool) {
	team := s.a.TeamOf(b)
	if !o.keepsUpgrades {
		for u := 1; u < lore.Medkit; u++ {
			if h.Upgrades>>u&1 != 0 {
				h.Credits += s.upgradePrice(u)
				h.Upgrades &^= 1 << u
			}
		}
	}
	unsold := -1
	if h.Weapon >= 0 && !o.keepsWeapon && s.partsWith(b, h.Weapon) {
		if s.WeaponGood[h.Weapon] < 0 {
			unsold = h.Weapon
		}
		h.Credits += s.weaponPrice(h.Weapon)
		h.Weapon = -1
	}
	whole = true
	for _, u := range o.upgrades[:o.count] {
		if whole = s.tradeUpgrade(team, &h, int(u)); !whole {
			break
		}
	}
	if whole && o.weapon > 0 && (h.Weapon < 0 || s.WeaponNumber[h.Weapon] != o.weapon) {
		w := s.market.weapons[o.weapon]
		fresh = h.Weapon < 0 && s.sellsWeapon(team, o.weapon) && s.weaponPrice(w) <= h.Credits
		if whole = fresh; fresh {
			h.Weapon, h.Credits = w, h.Credits-s.weaponPrice(w)
		}
	}
	if h.Weapon < 0 {
		h.Weapon = unsold
	}
	return h, fresh, whole
}

// tradeUpgrade buys an upgrade, unless it is owned already.
func (s *Economy) tradeUpgrade(team int, h *world.Holdings, u int) bool {
	switch {
	case h.Upgrades>>u&1 != 0:
		return true
	case !s.sellsUpgrade(team, u) || s.upgradePrice(u) > h.Credits || taken(h.Upgrades)&slots[u] != 0:
		return false
	}
	h.Upgrades |= 1 << u
	h.Credits -= s.upgradePrice(u)
	return true
}

// taken returns the parts of a body that upgrades take.
func taken(upgrades uint16) (parts uint8) {
	for u := range slots {
		if upgrades>>u&1 != 0 {
			parts |= slots[u]
		}
	}
	return parts
}

// partsWith reports whether a body can sell its weapon now: not while it fires, and
// no tool that it must wait with.
func (s *Economy) partsWith(b int32, w int) bool {
	if s.WeaponNumber[w] == lore.Kit && s.BuildTimer(b) > 0 {
		return false
	}
	return !s.Busy(b) || s.Bots[b].Load.At != 0
}

// CloseDeal gives a body what it has after a trade; fresh is for a weapon that was bought.
func (s *Economy) CloseDeal(b int32, weapon int, upgrades uint16, fresh bool) {
	if s.a.Dead(b) {
		return
	}
	e, was := &s.Bots[b], s.holdings(b)
	upgrades |= was.Upgrades & (1 << lore.Medkit)
	now := world.Holdings{Weapon: weapon, Upgrades: upgrades}
	e.Credits += s.price(&was) - s.price(&now)
	c, bought := &s.a.Cargo[b], uint64(0)
	for u := 1; u <= lore.Medkit; u++ {
		if g := s.UpgradeGood[u]; g >= 0 && was.Upgrades>>u&1 != upgrades>>u&1 {
			c.Goods ^= 1 << g
			bought |= c.Goods & (1 << g)
		}
	}
	e.Upgrades &= upgrades
	s.dress(b, was.Upgrades, upgrades)
	if arm := s.PrimaryArm(b); arm >= 0 && (fresh || weapon < 0) {
		s.a.Life.SetArm(b, arm, -1, 0, 0)
	}
	if fresh {
		w := &s.a.Config.Weapons[weapon]
		arm := s.emptyArm(b)
		s.a.Life.SetArm(b, arm, weapon, w.Clip, w.Ammo)
		c.Hand, c.Ready, e.Load = int8(arm), ecs.Due{At: s.a.Now}, world.Loading{}
		bought |= 1 << s.WeaponGood[weapon]
	} else if c.Arms[c.Hand].Weapon < 0 {
		c.Hand = int8(max(s.ArmNumbered(b, lore.Blaster), 0))
	}
	for good := range s.a.Config.Goods {
		if bought>>good&1 != 0 {
			s.a.Trade.TellBought(b, good)
		}
	}
}

// emptyArm returns the first arm of a body without a weapon; the last arm of one that
// has none free.
func (s *Economy) emptyArm(b int32) int {
	arms := &s.a.Cargo[b].Arms
	for i := range arms {
		if arms[i].Weapon < 0 {
			return i
		}
	}
	return len(arms) - 1
}

// dress gives a body the protection of what it wears. Where that is another armour than
// before, it becomes one of the class that goes with it, in scenes that have the class.
// Its arms stay.
func (s *Economy) dress(b int32, was, now uint16) {
	if number := wornAs(now); number != wornAs(was) {
		if class := s.humanClass(b, number); class >= 0 {
			arms, hand := s.a.Cargo[b].Arms, s.a.Cargo[b].Hand
			s.a.Life.Become(b, class)
			for i := range arms {
				s.a.Life.SetArm(b, i, int(arms[i].Weapon), int(arms[i].Loaded), int(arms[i].Spare))
			}
			s.a.Cargo[b].Hand = hand
		}
	}
	armour := s.a.FormOf(b).Armour
	for good := range s.a.Config.Goods {
		if s.a.Cargo[b].Goods>>good&1 != 0 {
			armour = max(armour, s.a.Config.Goods[good].Armour)
		}
	}
	s.a.Health[b].Armour = armour
}

// wornAs returns the number of the class that goes with upgrades.
func wornAs(upgrades uint16) int {
	for u := lore.Battlesuit; u >= lore.LightArmour; u-- {
		if upgrades>>u&1 != 0 {
			return armourClass[u]
		}
	}
	return lore.NakedHuman
}

// humanClass returns the class of a number that a body can be, or -1 where it is that
// already or the scene has none.
func (s *Economy) humanClass(b int32, number int) int {
	for i := range s.a.Game.Setup.Classes {
		if s.ClassNumber[i] == number && s.SameTeam(b, i) && s.a.Form[b] != int16(i) {
			return i
		}
	}
	return -1
}

// goTrade goes to the armoury that is the goal, and trades there.
func (t turn) goTrade(o *order) host.Status {
	goal := t.Bots[t.Body].Goal
	if !t.Valid(goal) || !t.WorksAt(goal) {
		t.About("gone, or without power:", goal)
		return host.Failure
	}
	stop := t.serves(goal)
	t.TellGap(goal, stop)
	if t.Gap(t.Body, goal) > stop {
		t.StepOn(stop)
		return host.Running
	}
	t.Stand()
	has := t.held()
	h, fresh, whole := t.trade(t.Body, has, o)
	t.tellWholeOrder(&has, &h, whole)
	if t.Do(t.TradeDeed(h.Weapon, h.Upgrades, fresh)) != host.Success {
		return host.Failure
	}
	t.Records[t.Body].Deal, t.Bots[t.Body].Dealt = h, t.Now+1
	if !whole {
		return host.Failure
	}
	return host.Success
}

// serves returns how near the middle of a building that sells or loads bots are
// served, in metres.
func (s *Economy) serves(m world.Target) float64 {
	if m.Kind == world.PlaceTarget {
		return max(counterReach, s.Half(m))
	}
	return counterReach
}

// customer reports whether the bot can buy at all.
func (t turn) customer() bool { return !t.market.off && t.TeamOf(t.Body) == lore.Humans }

// buyOrder returns what the arguments of buy mean; false where the bot has all of it,
// and where the scene sells something of it nowhere. Warnings are for when the
// action begins.
func (t turn) buyOrder(begins bool) (o order, ok bool) {
	if n := t.Num(0); n >= 0 && n <= lore.LastWeapon {
		o.weapon = int(n)
	} else if begins {
		t.Warnf("buy: there is no weapon %v", n)
	}
	for _, arg := range t.Args[1:] {
		if arg.Kind() == host.Null {
			continue
		}
		if u := arg.Number(); u >= 1 && u <= lore.Medkit && u == math.Trunc(u) {
			o.add(int(u))
		} else if begins {
			t.Warnf("buy: there is no upgrade %v", u)
		}
	}
	if o.weapon == lore.Blaster && t.ArmNumbered(t.Body, lore.Blaster) >= 0 {
		o.weapon = 0 // it has that at all times
	}
	h := t.held()
	t.tellOrder(&o, &h)
	return o, t.customer() && t.stocks(&o) && !t.fulfilled(&o, &h)
}

// primaryOrder returns what the argument of buyPrimary means; false where the bot has
// it already, and for no weapon.
func (t turn) primaryOrder(bool) (o order, ok bool) {
	n, h := t.Num(0), t.held()
	if !(n >= 1 && n <= lore.LastWeapon) {
		t.Because("there is no weapon").Has(n, "")
		return o, false
	}
	o = order{weapon: int(n), keepsUpgrades: true}
	t.tellOrder(&o, &h)
	return o, t.customer() && o.weapon != lore.Blaster && t.stocks(&o) && !t.fulfilled(&o, &h)
}

// equipOrder returns what equip wants; false where the bot has all of it.
func (t turn) equipOrder(bool) (o order, ok bool) {
	h := t.held()
	if !t.customer() {
		t.tellOrder(&o, &h)
		return o, false
	}
	o = t.wish(t.Body, h)
	t.tellOrder(&o, &h)
	return o, !t.fulfilled(&o, &h)
}

// stocks reports whether the scene has all that was ordered. That a purchase of what
// the scene has not fails before the bot gives anything away is Thicket's own.
func (s *Economy) stocks(o *order) bool {
	if o.weapon > 0 && s.market.weapons[o.weapon] < 0 {
		return false
	}
	for _, u := range o.upgrades[:o.count] {
		if s.UpgradeGood[u] < 0 {
			return false
		}
	}
	return true
}

// beginTrade makes what admits an action that trades: the nearest armoury of the team
// becomes the goal, if the bot wants something.
func beginTrade(want func(t turn, begins bool) (order, bool)) func(turn) bool {
	return func(t turn) bool {
		_, ok := want(t, true)
		return ok && t.SetGoal(t.OwnBuilding(t.Body, lore.Armoury))
	}
}

// goOnTrade makes the action that trades for what the bot wants.
func goOnTrade(want func(t turn, begins bool) (order, bool)) func(turn) host.Status {
	return func(t turn) host.Status {
		o, ok := want(t, false)
		if !ok {
			return host.Failure
		}
		return t.goTrade(&o)
	}
}

// purchases are the actions to buy.
var purchases = []mind.Entry[turn]{
	{
		Name: "buy",
		Doc: "Goes to the team's nearest armoury and trades within 4 m of it, or inside one that is a place: sells all upgrades but the medkit and the weapon for their full prices, then buys up to three " +
			"upgrades and a weapon for the bot's own credits. Succeeds when it has all of them; where one is refused (too dear, locked, not allowed by its setting, no place on the body) it fails and is " +
			"left with the gear it has by then, its blaster and the credits. Fails before it sells anything for a bot that is no human or has all of it, without an armoury that works, and for gear that the scene does not have. " +
			"A weapon without a price in the scene is given up only for another one.",
		Admit: beginTrade(turn.buyOrder),
		Act:   goOnTrade(turn.buyOrder),
	},
	{
		Name: "buyPrimary", Doc: "Goes to the armoury as `buy` does, sells the weapon and buys another; the upgrades stay. Fails in the same cases.",
		Admit: beginTrade(turn.primaryOrder),
		Act:   goOnTrade(turn.primaryOrder),
	},
	{
		Name: "equip",
		Doc: "Goes to the armoury as `buy` does, for gear that its credits and the prices of all it has can pay. Its weapon is the first of lucifer cannon, flamer, pulse rifle, chaingun, mass driver, lasgun, shotgun, saw, rifle " +
			"and construction kit, its armour the first of battlesuit, medium and light; then jetpack, grenade and firebomb, each where it is allowed, unlocked and affordable. From skill 5 on armour comes first, and with it a radar or " +
			"jetpack. The armour that it wears it wants at any price, for which a trade can fail. Fails for a bot that has all of it, and where `buy` does.",
		Admit: beginTrade(turn.equipOrder),
		Act:   goOnTrade(turn.equipOrder),
	},
}
