package unvanquished

import (
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// toArmoury makes the nearest armoury of the team the goal.
func toArmoury(t turn) bool { return t.setGoal(t.ownBuilding(t.Body, armoury)) }

// shop goes to the armoury and buys goods, given as a bit each.
func (t turn) shop(goods uint64) host.Status {
	if goods == 0 {
		return host.Failure
	}
	if s := goOn(t); s != host.Success {
		return s
	}
	for ; goods != 0; goods &= goods - 1 {
		if t.Do(core.BuyDeed(bits.TrailingZeros64(goods))) != host.Success {
			return host.Failure
		}
	}
	return host.Success
}

// wanted adds a good to those that a body is about to buy, if it has a use for
// it and enough money is left.
func (s *state) wanted(b int32, goods uint64, good int, left float64) (uint64, float64) {
	if good < 0 || goods>>good&1 != 0 || !s.a.UsefulTo(b, good) {
		return goods, left
	}
	if price := s.a.Config.Goods[good].Price; price == 0 || price <= left {
		return goods | 1<<good, left - price
	}
	return goods, left
}

// budget returns the money that a body can spend.
func (s *state) budget(b int32) float64 {
	if team := s.a.TeamOf(b); team >= 0 {
		return s.a.Purse(team)
	}
	return 0
}

// weaponGood returns the good that sells the weapon of a number, or -1.
func (s *state) weaponGood(number int) int {
	for w, n := range s.weapon {
		if n == number && n > 0 {
			return s.arms[w]
		}
	}
	return -1
}

// armNumbered returns which arm of a body has the weapon of a number, or -1.
func (s *state) armNumbered(b int32, number int) int {
	for i := range s.a.Cargo[b].Arms {
		if w := s.a.Cargo[b].Arms[i].Weapon; w >= 0 && number > 0 && s.weapon[w] == number {
			return i
		}
	}
	return -1
}

// trades are the actions to buy.
var trades = []entry{
	{
		name: "buy",
		doc: "Goes to the team's nearest armoury (`armoury`, `shop`) and buys a weapon and up to three upgrades, for the team's money: of those what the scene sells, the " +
			"bot has not, and the purse holds. Succeeds there; fails when that is nothing, and without an armoury.",
		admit: toArmoury,
		act: func(t turn) host.Status {
			goods, left := t.wanted(t.Body, 0, t.weaponGood(int(t.Num(0))), t.budget(t.Body))
			for _, arg := range t.Args[1:] {
				if u := int(arg.Number()); arg.Kind() != host.Null && u > 0 && u < len(t.good) {
					goods, left = t.wanted(t.Body, goods, t.good[u], left)
				}
			}
			return t.shop(goods)
		},
	},
	{
		name: "buyPrimary", doc: "Goes to the armoury as `buy` does and buys one weapon. Nothing is given back for others.", admit: toArmoury,
		act: func(t turn) host.Status {
			goods, _ := t.wanted(t.Body, 0, t.weaponGood(int(t.Num(0))), t.budget(t.Body))
			return t.shop(goods)
		},
	},
	{
		name: "equip",
		doc: "Goes to the armoury as `buy` does and buys the first four goods in the order of the scene that the bot has a use for and the purse holds. Fails when that is " +
			"none.",
		admit: toArmoury,
		act: func(t turn) host.Status {
			goods, left := uint64(0), t.budget(t.Body)
			for good := range t.Config.Goods {
				if bits.OnesCount64(goods) < core.MaxDeeds {
					goods, left = t.wanted(t.Body, goods, good, left)
				}
			}
			return t.shop(goods)
		},
	},
}
