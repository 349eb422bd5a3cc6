package arena

import "github.com/thicket-sim/thicket/behavior/host"

// anything stands for all kinds of items.
const anything = ""

func some() param {
	return named("item", ItemNames, "the kind of item; any when it is left out").or(anything)
}

// hauls are the abilities to handle things.
var hauls = []ability{
	{
		name: "take", doc: "Takes the nearest item of a kind that is in reach of the hand (1.5 m), unless somebody with a lower id takes it in the same tick. " +
			"Fails when there is none, or no room for it.",
		params: []param{named("item", ItemNames, "the kind of item")}, example: "{ item: ore }",
		act: func(t Turn) host.Status {
			i := t.nearestItem(t.Body, t.kindOf(t.Args[0].Text()), handReach)
			if i < 0 || int(t.cargo[t.Body].Count) >= t.form(t.Body).Cargo {
				return host.Failure
			}
			return t.Do(TakeDeed(i))
		},
	},
	{
		name: "drop", doc: "Lays the item down that the bot took last. Fails when it carries none.",
		params: []param{some()}, example: "{ item: ore }",
		act: func(t Turn) host.Status {
			kind := t.kindOf(t.Args[0].Text())
			if t.carriesNone(0) {
				return host.Failure
			}
			return t.Do(DropDeed(kind))
		},
	},
	{
		name: "deliver", doc: "Hands over all items that the bot carries, in a place with the tag `store` or another that is named: each is worth score and money for the " +
			"team. Fails elsewhere, and when it carries none.",
		params: []param{some(), spot().or("store"), whose()}, example: "{ item: ore }",
		act: func(t Turn) host.Status {
			kind := t.kindOf(t.Args[0].Text())
			if !t.at(1) || t.carriesNone(0) {
				return host.Failure
			}
			return t.Do(DeliverDeed(kind))
		},
	},
	{
		name: "eat", doc: "Eats an item that the bot carries, or the nearest that lies in reach of the hand (1.5 m): it stills hunger and heals as its kind says. " +
			"Fails when there is none.",
		params: []param{named("item", ItemNames, "the kind of item")}, example: "{ item: berry }",
		act: func(t Turn) host.Status {
			kind := t.kindOf(t.Args[0].Text())
			if kind < 0 {
				return host.Failure
			}
			i := t.carried(t.Body, kind)
			if i < 0 {
				i = t.nearestItem(t.Body, kind, handReach)
			}
			if i < 0 {
				return host.Failure
			}
			t.hold()
			return t.Do(EatDeed(i))
		},
	},
	{
		name: "buy", doc: "Buys a good for the team's money, in a place with the tag `shop` or another that is named. Fails elsewhere, when the purse does not hold " +
			"the price, and when the bot has no use for the good.",
		params: []param{named("good", GoodNames, "what to buy"), spot().or("shop"), whose()}, example: "{ good: arrows }",
		act: func(t Turn) host.Status {
			good := t.goodOf(t.Args[0].Text())
			if good < 0 || !t.at(1) || !t.affords(t.Body, t.c.Goods[good].Price) || !t.useful(t.Body, good) {
				return host.Failure
			}
			return t.Do(BuyDeed(good))
		},
	},
	{
		name: "become", doc: "Becomes a bot with the abilities of another class, for the price of the class from the team's money; the share of its health stays. " +
			"Fails when the purse does not hold the price, and for one of that class already. After its death it begins as its own class again.",
		params: []param{named("class", ClassNames, "what to become")}, example: "{ class: knight }",
		act: func(t Turn) host.Status {
			to := t.classOf(t.Args[0].Text())
			if to < 0 || int16(to) == t.mind[t.Body].Form || !t.affords(t.Body, t.forms[to].Price) {
				return host.Failure
			}
			return t.Do(BecomeDeed(to))
		},
	},
}

// carriesNone reports whether a bot carries no item of the kind that an argument
// names.
func (t Turn) carriesNone(arg int) bool {
	name := t.Args[arg].Text()
	kind := t.kindOf(name)
	return kind < 0 && name != anything || t.carried(t.Body, kind) < 0
}

// classOf is the number of a bot class, or -1.
func (a *Arena) classOf(id string) int {
	for i := range a.g.Setup.Classes {
		if a.g.Setup.Classes[i].ID == id {
			return i
		}
	}
	return -1
}
