package economy

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// tellOrder notes why the bot does not trade for an order.
func (t turn) tellOrder(o *order, h *world.Holdings) {
	switch {
	case !t.Watched:
	case t.market.off:
		t.Because("bots buy nothing: setting").About("g_bot_buy").HasValue(host.BoolValue(false))
	case t.TeamOf(t.Body) != lore.Humans:
		t.Because("only humans buy")
	case !t.stocks(o):
		t.Because("the scene sells nothing of the kind")
	case t.fulfilled(o, h):
		t.Because("it has all that it wants")
	default:
		t.Because("credits").Has(h.Credits, "")
	}
}

// tellWholeOrder notes the credits with which a trade began, and the price of what came of it.
func (t turn) tellWholeOrder(before, after *world.Holdings, whole bool) {
	if !t.Watched {
		return
	}
	t.Because("credits and worth of what it has").Has(before.Credits+t.price(before), "")
	t.Because("worth of what it gets").Has(t.price(after), "")
	if !whole {
		t.Because("too dear, locked, or no place on the body")
	}
}

// tellClass notes why the bot cannot become one of a class, by the rules of canBecome.
func (t turn) tellClass(to int) {
	if !t.Watched {
		return
	}
	number, e := t.ClassNumber[to], &t.Bots[t.Body]
	t.Because("credits").Is(e.Credits, host.AtLeast, t.priceOf(t.Body, to), "").Against("price")
	switch unlock := t.FormOfClass(to).Unlock; {
	case !t.evolves:
		t.Because("nobody evolves: setting").About("g_bot_evolve").HasValue(host.BoolValue(false))
	case int(t.Form[t.Body]) == to:
		t.Because("it is one already")
	case e.SteadyFrom > t.Now:
		t.Because("it has evolved; again in").Has(-t.Since(e.SteadyFrom), "s")
	case number == 0 || number >= lore.NakedHuman:
	case !t.market.classes[number]:
		t.Because("a setting forbids the class")
	case unlock > 0 && !t.Unlocked(t.TeamOf(t.Body), unlock):
		t.Because("locked until the momentum is").Has(unlock, "")
	case !t.Teams[t.Group[t.Body]].Powered:
		t.Because("no overmind")
	case t.Cargo[t.Body].Ready.At > t.Now:
		t.Because("ready in").Has(-t.Since(t.Cargo[t.Body].Ready.At), "s")
	case t.crowded(t.Body):
		t.Because("foes are in sight nearby")
	}
}

// tellEvolution notes why the bot becomes no other class: by what each of its team lacks.
func (t turn) tellEvolution(number int) {
	if !t.Watched {
		return
	}
	known := false
	for i := range t.Game.Setup.Classes {
		if t.SameTeam(t.Body, i) && (number == 0 && int(t.Form[t.Body]) != i || number > 0 && t.ClassNumber[i] == number) {
			t.Because("class:").About(t.Game.Setup.Classes[i].ID)
			t.tellClass(i)
			known = true
		}
	}
	if !known {
		t.Because("its team has no such class")
	}
}

// tellUpgrade notes whether the bot has an upgrade, and whether that is on.
func (t turn) tellUpgrade(u int) {
	switch {
	case !t.Watched:
	case u <= 0 || u > lore.Medkit:
		t.Because("there is no upgrade").Has(float64(u), "")
	case t.held().Upgrades>>u&1 == 0:
		t.Because("it has none")
	case t.Active(t.Body, u):
		t.Because("it is on")
	default:
		t.Because("it is off")
	}
}

// tellLoad notes what keeps the weapon in hand from being loaded, or does not.
func (t turn) tellLoad(m *core.Arm) {
	switch {
	case !t.Watched:
	case m.Weapon < 0:
		t.Because("no weapon in hand")
	default:
		w := &t.Config.Weapons[m.Weapon]
		t.Because("shots of").About(w.ID).Is(float64(m.Loaded), host.Below, float64(w.Clip), "").Against("clip")
		t.Because("spare clips of").About(w.ID).Is(float64(m.Spare), host.Above, 0, "")
		if t.Bots[t.Body].Load.At != 0 {
			t.Because("it loads already")
		}
	}
}
