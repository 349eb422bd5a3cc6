package core

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems"
)

// A player does by one key what bots do by actions: the first thing of a list that can be done where it
// stands, with the nearest that it can be done to. It is a deed as those of bots are, and follows their rules.

// verb is something that players do.
type verb struct {
	name string
	// asked: it is done only where it is asked for by its name.
	asked bool
	// find returns the deed, none for one that must wait, and whom or what it is about: a body, or -1,
	// and the name of something.
	find func(t Turn) (d Deed, who int32, what string, ok bool)
}

// verbs lists all that players do, the most urgent first.
var verbs = [...]verb{
	{name: "attack", find: Turn.findFoe},
	{name: "deliver", find: func(t Turn) (Deed, int32, string, bool) {
		i := t.items.carried(t.Body, -1)
		if i < 0 || !t.within("store") {
			return Deed{}, -1, "", false
		}
		return DeliverDeed(-1), -1, t.items.nameOf(i), true
	}},
	{name: "take", find: Turn.findItem},
	{name: "eat", find: func(t Turn) (Deed, int32, string, bool) {
		i := t.items.carried(t.Body, -1)
		if i < 0 {
			return Deed{}, -1, "", false
		}
		k := &t.Config.Kinds[t.items.list[i].Kind]
		return EatDeed(i), -1, k.ID, k.Food > 0 && t.form(t.Body).Hunger.Lasts > 0 || k.Health > 0 && t.HealthShare(t.Body) < 1
	}},
	{name: "rest", find: func(t Turn) (Deed, int32, string, bool) {
		return RestDeed(), -1, "", t.HealthShare(t.Body) < 1 && t.within("heal")
	}},
	{name: "mend", find: func(t Turn) (Deed, int32, string, bool) {
		q := t.Sight.friend(t.Body, true)
		if q < 0 || t.Distance(t.Body, q) > HandReach {
			return Deed{}, -1, "", false
		}
		return MendDeed(t.ID(q)), q, "", true
	}},
	{name: "buy", find: func(t Turn) (Deed, int32, string, bool) {
		if o := t.outfitter(); o != nil {
			d, what, ok := o.Purchase(t)
			return d, -1, what, ok
		}
		if !t.within("shop") {
			return Deed{}, -1, "", false
		}
		for i := range t.Config.Goods {
			if g := &t.Config.Goods[i]; !g.Unsold && t.Match.Affords(t.Body, g.Price) && t.Trade.UsefulTo(t.Body, i) {
				return BuyDeed(i), -1, g.ID, true
			}
		}
		return Deed{}, -1, "", false
	}},
	{name: "drop", asked: true, find: func(t Turn) (Deed, int32, string, bool) {
		i := t.items.carried(t.Body, -1)
		if i < 0 {
			return Deed{}, -1, "", false
		}
		return DropDeed(-1), -1, t.items.nameOf(i), true
	}},
	{name: "become", asked: true, find: Turn.findKit},
}

// findFoe finds the nearest foe, or of who has none anybody, that a weapon reaches.
func (t Turn) findFoe() (d Deed, who int32, what string, ok bool) {
	q := t.Sight.NearestFoe(t.Body)
	if len(t.Groups[t.Group[t.Body]].Foes) == 0 {
		q = t.Sight.NearestSeen(t.Body, anyClass)
	}
	if q < 0 {
		return Deed{}, -1, "", false
	}
	arm, dry := t.Reach(t.Body, t.Distance(t.Body, q))
	switch {
	case arm < 0 || !t.Sight.InLine(t.Body, q):
		return Deed{}, -1, "", false
	case t.mustWait():
		return Deed{}, q, "", true
	case dry:
		return ReloadDeed(arm), q, "", true
	}
	return StrikeDeed(arm, t.ID(q)), q, "", true
}

// findItem finds the nearest item that lies in reach of the hand.
func (t Turn) findItem() (d Deed, who int32, what string, ok bool) {
	best, far := int32(-1), HandReach
	for kind := range t.Config.Kinds {
		if i := t.items.nearestItem(t.Body, kind, far); i >= 0 {
			best, far = i, t.items.itemDistance(t.Body, i)
		}
	}
	if best < 0 || int(t.Cargo[t.Body].Count) >= t.form(t.Body).Cargo {
		return Deed{}, -1, "", false
	}
	return TakeDeed(best), -1, t.items.nameOf(best), true
}

// outfitter returns who has its own rules of what players buy and become, or nil.
func (a *Arena) outfitter() Outfitter {
	for _, s := range a.states {
		if o, ok := s.(Outfitter); ok && a.Config.Game != "" {
			return o
		}
	}
	return nil
}

// findKit finds the class after that of the player, of those of its team that move and whose price the
// team has, or that the rules of the game allow.
func (t Turn) findKit() (d Deed, who int32, what string, ok bool) {
	if o := t.outfitter(); o != nil {
		d, what, ok := o.Kit(t)
		return d, -1, what, ok
	}
	classes, team := t.Game.Setup.Classes, t.TeamOf(t.Body)
	if t.Config.Game != "" || team == systems.NoTeam {
		return Deed{}, -1, "", false
	}
	for i := range classes {
		to := (int(t.Form[t.Body]) + 1 + i) % (len(classes) + 1)
		if to == len(classes) || t.Game.Setup.TeamOf(&classes[to]) != team || t.forms[to].Fixed || int(t.Form[t.Body]) == to {
			continue
		}
		if t.Match.Affords(t.Body, t.forms[to].Price) {
			return BecomeDeed(to), -1, classes[to].Name, true
		}
	}
	return Deed{}, -1, "", false
}

// within reports whether the player is in a place of a name that is its team's, or nobody's.
func (t Turn) within(name string) bool {
	p := t.NearestPlace(t.Body, name, Ours)
	return p >= 0 && t.Inside(t.Body, p)
}

// nameOf returns the kind of an item.
func (t *items) nameOf(i int32) string { return t.Config.Kinds[t.list[i].Kind].ID }

// turnOf returns the turn of a player.
func (a *Arena) turnOf(b int32) Turn {
	return Turn{a, &host.Call{Body: b, Bot: a.ID(b), Tick: a.Now, DT: a.dt}}
}

// Press has a player do something in the next tick: what a verb says, or without one the first that it
// can do there. It is not pressed twice in a tick.
func (a *Arena) Press(b int32, name string) error {
	if !a.awake {
		return systems.ErrNoHand
	}
	at := int32(0)
	if name != "" {
		for i := range verbs {
			if verbs[i].name == name {
				at = int32(i) + 1
			}
		}
		if at == 0 {
			return fmt.Errorf("unknown verb %q, wanted one of %s", name, strings.Join(verbNames(), ", "))
		}
	}
	if a.want[b].deedCount == 0 {
		a.turnOf(b).Do(Deed{Kind: doHand, Arg: at})
	}
	return nil
}

func verbNames() (names []string) {
	for i := range verbs {
		names = append(names, verbs[i].name)
	}
	return names
}

// hand does what a player does when its turn comes: the verb with a number, from 1, or the first that it can
// for 0.
func (a *Arena) hand(b, verb int32) {
	if a.out(b) {
		return
	}
	t := a.turnOf(b)
	for i := range verbs {
		if verb != int32(i)+1 && (verb > 0 || verbs[i].asked) {
			continue
		}
		if d, _, _, ok := verbs[i].find(t); ok {
			if d.Kind > 0 {
				a.perform(b, &d, &wordless)
			}
			return
		}
	}
}

// Offer says what a player could do now.
func (a *Arena) Offer(b int32, o *systems.Offer) {
	if !a.awake || a.out(b) || a.Match.over {
		return
	}
	t := a.turnOf(b)
	for i := range verbs {
		_, q, what, ok := verbs[i].find(t)
		if !ok {
			continue
		}
		if o.Verbs = append(o.Verbs, verbs[i].name); verbs[i].asked || o.Verb != "" {
			continue
		}
		if o.Verb, o.What = verbs[i].name, what; q >= 0 {
			o.Who = t.ID(q)
		}
	}
}

// Home returns where players of a team begin and come back: where the class does whose weapons they have.
func (a *Arena) Home(team int, id components.ID, p components.Position) components.Position {
	if !a.awake {
		return p
	}
	m := a.mentor(team)
	if m < 0 || a.forms[m].home < 0 {
		return p
	}
	return a.Land.within(id, int32(a.forms[m].home), 0)
}

// Aim returns whom a player is after: the nearest foe that it sees, else the nearest that there is, or -1.
func (a *Arena) Aim(b int32) int32 {
	if !a.awake || a.out(b) || a.Match.over || len(a.Groups[a.Group[b]].Foes) == 0 {
		return -1
	}
	if q := a.Sight.NearestFoe(b); q >= 0 {
		return q
	}
	s := a.Sight.newSearch(b)
	s.blind, s.reach = true, float32(host.Endless)
	for _, gi := range a.Groups[a.Group[b]].Foes {
		s.scan(gi)
	}
	return s.best
}

// weak is the share of health below which a player is told where it can rest.
const weak = 0.35

// Errand returns what a player is to go for: with its hands full to the store, hurt to where it can rest, and
// else for the nearest thing that is worth something.
func (a *Arena) Errand(b int32) (e systems.Errand, at components.Position) {
	if !a.awake || a.out(b) || a.Match.over {
		return e, at
	}
	t := a.turnOf(b)
	to := func(why, name string) bool {
		p := t.NearestPlace(b, name, Ours)
		if p < 0 || t.Inside(b, p) {
			return false
		}
		place := &t.places.setup[p]
		e, at = systems.Errand{Why: why, What: place.ID}, components.Position{X: place.X, Y: place.Y}
		return true
	}
	carried := t.items.carried(b, -1)
	if carried >= 0 && t.Config.Kinds[t.items.list[carried].Kind].Worth > 0 && to("deliver", "store") ||
		t.HealthShare(b) < weak && to("rest", "heal") || carried >= 0 {
		return e, at
	}
	for kind, far := 0, float64(host.Endless); kind < len(t.Config.Kinds) && t.form(b).Cargo > 0; kind++ {
		if i := t.items.nearestItem(b, kind, far); i >= 0 && t.Config.Kinds[kind].Worth > 0 {
			far = t.items.itemDistance(b, i)
			it := &t.items.list[i]
			e, at = systems.Errand{Why: "take", What: t.items.nameOf(i)}, components.Position{X: it.X, Y: it.Y}
		}
	}
	return e, at
}

// mentor returns the class whose weapons and home a player has: the first of its team, or in a game without
// teams of all, that moves and has weapons; -1 for none.
func (bs *bodies) mentor(team int) int {
	for class := range bs.Game.Setup.Classes {
		f := &bs.forms[class]
		if len(f.Weapons) > 0 && !f.Fixed && f.speed > 0 && (team == systems.NoTeam || bs.Game.Setup.TeamOf(&bs.Game.Setup.Classes[class]) == team) {
			return class
		}
	}
	return -1
}

// weaponsOf returns the weapons with which a body begins.
func (bs *bodies) weaponsOf(b int32) []int {
	if int(bs.Form[b]) < len(bs.Game.Setup.Classes) {
		return bs.form(b).Weapons
	}
	if class := bs.mentor(bs.TeamOf(b)); class >= 0 && bs.Class[b] == ecs.Human {
		return bs.forms[class].Weapons
	}
	return nil
}

var _ systems.Handy = (*Arena)(nil)
