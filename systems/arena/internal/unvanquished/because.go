package unvanquished

import (
	"cmp"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// What leaves of this vocabulary say of their answers, see [host.Call.Because].

// about notes something of a target: a body, a place, or the point at which it is.
func (t turn) about(what string, m target) *host.Reason {
	if !t.Watched {
		return nil
	}
	switch m.kind {
	case bodyTarget:
		return t.Because(what, t.a.BodyOf(m.who))
	case placeTarget:
		return t.Because(what).About(t.Places()[m.place].ID)
	case pointTarget:
		return t.Because(what + " a point")
	}
	return t.Because("no goal")
}

// tellGap notes how far a target is, and how near is near enough.
func (t turn) tellGap(m target, stop float64) {
	if t.Watched {
		t.about("distance to", m).Is(t.gap(t.Body, m), host.AtMost, stop, "m")
	}
}

// tellLost notes that the bot cannot go on to its goal.
func (t turn) tellLost(m target) {
	if m.kind == noTarget {
		t.Because("no goal")
	} else {
		t.about("dead or gone:", m)
	}
}

// tellHealth notes the share of full health that a body has.
func (t turn) tellHealth(q int32) {
	if t.Watched && q == t.Body {
		t.Because("health").Is(t.HealthShare(q), host.AtLeast, 1, "")
	} else if t.Watched {
		t.Because("health of", q).Is(t.HealthShare(q), host.AtLeast, 1, "")
	}
}

// tellSince notes how long ago a tick was, beside a limit in seconds.
func (t turn) tellSince(what string, tick int64, limit float64) {
	if t.Watched {
		t.Because(what).Is(t.Since(tick), host.AtLeast, limit, "s")
	}
}

// tellOrder notes why the bot does not trade for an order.
func (t turn) tellOrder(o *order, h *holdings) {
	switch {
	case !t.Watched:
	case t.market.off:
		t.Because("bots buy nothing: setting").About("g_bot_buy").HasValue(host.BoolValue(false))
	case t.TeamOf(t.Body) != humans:
		t.Because("only humans buy")
	case !t.stocks(o):
		t.Because("the scene sells nothing of the kind")
	case t.fulfilled(o, h):
		t.Because("it has all that it wants")
	default:
		t.Because("credits").Has(h.credits, "")
	}
}

// tellWholeOrder notes the credits with which a trade began, and the price of what came of it.
func (t turn) tellWholeOrder(before, after *holdings, whole bool) {
	if !t.Watched {
		return
	}
	t.Because("credits and worth of what it has").Has(before.credits+t.price(before), "")
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
	number, e := t.class[to], &t.bots[t.Body]
	t.Because("credits").Is(e.credits, host.AtLeast, t.priceOf(t.Body, to), "").Against("price")
	switch unlock := t.FormOfClass(to).Unlock; {
	case !t.evolves:
		t.Because("nobody evolves: setting").About("g_bot_evolve").HasValue(host.BoolValue(false))
	case int(t.Form[t.Body]) == to:
		t.Because("it is one already")
	case e.steadyFrom > t.Now:
		t.Because("it has evolved; again in").Has(-t.Since(e.steadyFrom), "s")
	case number == 0 || number >= nakedHuman:
	case !t.market.classes[number]:
		t.Because("a setting forbids the class")
	case unlock > 0 && !t.unlocked(t.TeamOf(t.Body), unlock):
		t.Because("locked until the momentum is").Has(unlock, "")
	case !t.teams[t.Group[t.Body]].powered:
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
		if t.sameTeam(t.Body, i) && (number == 0 && int(t.Form[t.Body]) != i || number > 0 && t.class[i] == number) {
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
	case u <= 0 || u > medkit:
		t.Because("there is no upgrade").Has(float64(u), "")
	case t.held().upgrades>>u&1 == 0:
		t.Because("it has none")
	case t.active(t.Body, u):
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
		if t.bots[t.Body].load.at != 0 {
			t.Because("it loads already")
		}
	}
}

// tellKeys notes the directions in which the bot goes in this tick.
func (t turn) tellKeys(keys uint8) {
	if !t.Watched {
		return
	}
	var names []string
	for bit, name := range [...]string{"forward", "backward", "left", "right"} {
		if keys>>bit&1 != 0 {
			names = append(names, name)
		}
	}
	t.Because("goes").About(cmp.Or(strings.Join(names, " and "), "nowhere"))
}
