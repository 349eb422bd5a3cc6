package core

import (
	"cmp"

	"github.com/thicket-sim/thicket/behavior/host"
)

// anything is the item name that stands for all kinds.
const anything = ""

func some() Param {
	return named("item", ItemNames, "the kind of item; any when it is left out").Or(anything)
}

// hauls are the abilities to handle items and goods.
func hauls() []Ability {
	return []Ability{
		{
			Name: "take", Doc: "Takes the nearest item of a kind that is in reach of the hand (1.5 m), unless somebody with a lower id takes it in the same tick. " +
				"Fails when there is none, or no room for it.",
			Params: []Param{named("item", ItemNames, "the kind of item")}, Example: "{ item: ore }",
			Act: func(t Turn) host.Status {
				i := t.items.nearestItem(t.Body, t.kindOf(t.Str(0)), HandReach)
				if i < 0 {
					t.noItem(0, HandReach)
					return host.Failure
				}
				carries, room := int(t.Cargo[t.Body].Count), t.form(t.Body).Cargo
				t.Because("carries").Is(float64(carries), host.Below, float64(room), "").Against("room for")
				if carries >= room {
					return host.Failure
				}
				return t.Do(TakeDeed(i))
			},
		},
		{
			Name: "drop", Doc: "Lays the item down that the bot took last. Fails when it carries none.",
			Params: []Param{some()}, Example: "{ item: ore }",
			Act: func(t Turn) host.Status {
				kind := t.kindOf(t.Str(0))
				if t.carriesNone(0) {
					return host.Failure
				}
				t.tellCarries(kind)
				return t.Do(DropDeed(kind))
			},
		},
		{
			Name: "deliver", Doc: "Hands over all items that the bot carries, in a place with the tag `store` or another that is named: each is worth score and money for the " +
				"team. Fails elsewhere, and when it carries none.",
			Params: []Param{some(), spot().Or("store"), whose()}, Example: "{ item: ore }",
			Act: func(t Turn) host.Status {
				kind := t.kindOf(t.Str(0))
				if !t.at(1) || t.carriesNone(0) {
					return host.Failure
				}
				t.tellCarries(kind)
				return t.Do(DeliverDeed(kind))
			},
		},
		{
			Name: "eat", Doc: "Eats an item that the bot carries, or the nearest that lies in reach of the hand (1.5 m): it stills hunger and heals as its kind says. " +
				"Fails when there is none.",
			Params: []Param{named("item", ItemNames, "the kind of item")}, Example: "{ item: berry }",
			Act: func(t Turn) host.Status {
				kind := t.kindOf(t.Str(0))
				if kind < 0 {
					t.tellThing(0)
					return host.Failure
				}
				i := t.items.carried(t.Body, kind)
				if i < 0 {
					i = t.items.nearestItem(t.Body, kind, HandReach)
				}
				if i < 0 {
					t.noItem(0, HandReach)
					return host.Failure
				}
				if t.Watched && t.items.carried(t.Body, kind) >= 0 {
					t.tellCarries(kind)
				} else {
					t.Because("distance to").About(t.Str(0)).Is(t.items.itemDistance(t.Body, i), host.AtMost, HandReach, "m")
				}
				t.Stand()
				return t.Do(EatDeed(i))
			},
		},
		{
			Name: "buy", Doc: "Buys a good for the team's money, in a place with the tag `shop` or another that is named. Fails elsewhere, when the purse does not hold " +
				"the price, and when the bot has no use for the good.",
			Params: []Param{named("good", GoodNames, "what to buy"), spot().Or("shop"), whose()}, Example: "{ good: arrows }",
			Act: func(t Turn) host.Status {
				good := t.GoodNamed(t.Str(0))
				if good < 0 {
					t.tellThing(0)
					return host.Failure
				}
				if !t.at(1) || !t.canBuy(good) {
					return host.Failure
				}
				return t.Do(BuyDeed(good))
			},
		},
		{
			Name: "become", Doc: "Becomes a bot with the abilities of another class, for the price of the class from the team's money; the share of its health stays. " +
				"Fails when the purse does not hold the price, and for one of that class already. After its death it begins as its own class again.",
			Params: []Param{named("class", ClassNames, "what to become")}, Example: "{ class: knight }",
			Act: func(t Turn) host.Status {
				to := t.classOf(t.Str(0))
				if !t.canBecome(to) {
					return host.Failure
				}
				return t.Do(BecomeDeed(to))
			},
		},
	}
}

// carriesNone reports whether a bot carries no item of the kind that an argument
// names.
func (t Turn) carriesNone(arg int) bool {
	name := t.Str(arg)
	kind := t.kindOf(name)
	none := kind < 0 && name != anything || t.items.carried(t.Body, kind) < 0
	if none {
		t.Because("carries no").About(cmp.Or(name, "item"))
	}
	return none
}

// tellCarries notes how many items of a kind the bot carries, of any for -1.
func (t Turn) tellCarries(kind int) {
	switch {
	case !t.Watched:
	case kind < 0:
		t.Because("carries").Is(float64(t.Cargo[t.Body].Count), host.Above, 0, "")
	default:
		t.Because("carries").About(t.Config.Kinds[kind].ID).Is(float64(t.items.carries(t.Body, kind)), host.Above, 0, "")
	}
}

// noItem notes that no item as an argument names it lies within so many metres, and how far
// the nearest is.
func (t Turn) noItem(arg int, far float64) {
	if !t.Watched {
		return
	}
	if i := t.items.nearestItem(t.Body, t.kindOf(t.Str(arg)), host.Endless); i >= 0 {
		t.Because("distance to the nearest").About(t.Str(arg)).Is(t.items.itemDistance(t.Body, i), host.AtMost, far, "m")
		return
	}
	t.Because("nowhere lies").About(t.Str(arg))
}

// classOf returns the index of a bot class, or -1.
func (bs *bodies) classOf(id string) int {
	for i := range bs.Game.Setup.Classes {
		if bs.Game.Setup.Classes[i].ID == id {
			return i
		}
	}
	return -1
}
