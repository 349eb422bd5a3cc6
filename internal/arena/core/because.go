package core

import (
	"fmt"
	"math"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/systems"
)

// What leaves of the arena say of their answers, see [host.Call.Because]. All that is here
// runs only while somebody looks at the bot.

// nobody notes that there is nobody whom an argument means.
func (t Turn) nobody(arg int) {
	sight := func(whom string) {
		t.Because("no " + whom + " in sight within").About(fmt.Sprintf("%v m", t.form(t.Body).Sight.Radius))
	}
	v := &t.Args[arg]
	if v.Kind() != host.String {
		t.Because("there is no body with the id").About(v.String())
		return
	}
	switch word := v.Text(); word {
	case "target":
		t.Because("no living target")
	case "attacker":
		t.Because("nobody who hurt it lives")
	case "leader":
		t.Because("no living leader")
	case "seen":
		t.Because("no foe in its eye")
	case "last_seen":
		t.Because("no foe that it saw lives")
	case "hurt_friend":
		sight("hurt friend")
	case "anybody":
		sight("body")
	default:
		sight(word)
	}
}

// found notes the value that the ability has found, unless it has noted one itself.
func (b *Ability) found(t Turn, mark int, v host.Value) {
	if r := host.NotedSince(t.Call, mark); r != nil {
		r.HasValue(v)
		r.Unit = b.Unit
		return
	}
	label, thing, whom := b.Says, "", int32(-1)
	if label == "" {
		label = strings.ReplaceAll(b.Name, "_", " ")
	}
	for i := range b.Params {
		switch p := &b.Params[i]; {
		case p.Name == "who":
			if whom = t.Who(i); whom == t.Body {
				whom = -1
			} else if !strings.HasSuffix(label, " to") && !strings.HasSuffix(label, " of") {
				label += " of"
			}
		case p.Name == "whose" || p.Name == "pace": // how, and not what
		case thing == "" && t.Args[i].Kind() == host.String:
			thing = t.Str(i)
		}
	}
	if r := t.Because(label, whom).About(thing).HasValue(v); r != nil {
		r.Unit = b.Unit
	}
}

// tellPlace notes how far the middle of a place is, and that the bot is in it within its
// radius.
func (t Turn) tellPlace(p int32) {
	if !t.Watched {
		return
	}
	at := &t.places.setup[p]
	x, y := t.Game.At(t.Body)
	t.Because("distance to").About(at.ID).Is(math.Sqrt(t.Field.Dist2(x, y, at.X, at.Y)), host.AtMost, float64(at.Radius), "m")
}

// noPlace notes that there is no place as an argument wants it, and the one after it says whose.
func (t Turn) noPlace(arg int) {
	if !t.Watched {
		return
	}
	switch whose := t.Str(arg + 1); whose {
	case Ours, Theirs:
		t.Because("no place of " + whose + " is").About(t.Str(arg))
	default:
		t.Because("no place is").About(t.Str(arg))
	}
}

// tellWay notes how long the way is, and how near is near enough.
func (t Turn) tellWay(far, stop float64) {
	if far >= host.Endless {
		t.Because("no way leads there")
		return
	}
	r := t.Because("way to go")
	if r != nil && t.Intent.Target != 0 {
		r.What, r.Whom = "way to", t.Intent.Target
	}
	r.Is(far, host.AtMost, stop+Slack, "m")
}

// tellReach notes how far somebody is, and how far the weapon reaches that would strike.
func (t Turn) tellReach(q int32) {
	if !t.Watched {
		return
	}
	d := t.Distance(t.Body, q)
	if far := t.Farthest(t.Body); far >= 0 {
		t.Because("distance to", q).Is(d, host.AtMost, float64(far), "m").Against("range")
	} else {
		t.Because("no weapon that has shots")
	}
	if !t.Sight.InLine(t.Body, q) {
		t.Because("an obstacle hides", q)
	}
}

// TellSight notes whether the bot sees somebody, by its radius, its angle and what is in
// between.
func (t Turn) TellSight(q int32) {
	if !t.Watched || q < 0 {
		return
	}
	switch {
	case q == t.Body:
		t.Because("nobody sees itself")
		return
	case t.out(q):
		t.Because("dead or gone:", q)
		return
	}
	f := t.form(t.Body)
	d := t.Distance(t.Body, q)
	t.Because("distance to", q).Is(d, host.AtMost, float64(f.Sight.Radius), "m").Against("sight")
	hx, hy := t.Game.HeadingOf(t.Body)
	if dx, dy := t.Delta(t.Body, q); f.cos > -2 && (hx != 0 || hy != 0) && d > 0 {
		ahead := (float64(dx*float64(hx)) + float64(dy*float64(hy))) / d
		t.Because("cosine of the angle to", q).Is(ahead, host.AtLeast, float64(f.cos), "")
	}
	t.tellLine(q)
}

// tellLine notes whether an obstacle stands between the bot and somebody.
func (t Turn) tellLine(q int32) {
	if !t.Watched || q < 0 {
		return
	}
	if t.Sight.InLine(t.Body, q) {
		t.Because("no obstacle hides", q)
	} else {
		t.Because("an obstacle hides", q)
	}
}

// tellLife notes whether somebody lives.
func (t Turn) tellLife(q int32) {
	if !t.Watched || q < 0 {
		return
	}
	if t.Dead(q) {
		t.Because("dead or gone:", q)
	} else if full := t.full(q); full > 0 && q == t.Body {
		t.Because("points of health").Is(float64(t.Health[q].Points), host.Above, 0, "")
	} else if full > 0 {
		t.Because("points of health of", q).Is(float64(t.Health[q].Points), host.Above, 0, "")
	} else {
		t.Because("cannot be hurt:", q)
	}
}

// tellHas notes whether somebody has a thing, in words for both.
func (t Turn) tellHas(has bool, yes, no string, q int32) *host.Reason {
	if !t.Watched || q < 0 {
		return nil
	}
	if !has {
		yes = no
	}
	if q == t.Body {
		return t.Because("it " + yes)
	}
	return t.Because(t.Game.NameOf(t.ID(q)) + " " + yes)
}

// tellRadius notes how far the bot looked, which it sees no farther than.
func (t Turn) tellRadius(what string) {
	if t.Watched {
		t.Because(what).About(fmt.Sprintf("%v m", min(t.Num(0), float64(t.form(t.Body).Sight.Radius))))
	}
}

// canBuy reports whether the team has the money for a good and the bot has a use for it.
func (t Turn) canBuy(good int) bool {
	if good < 0 {
		t.tellThing(0)
		return false
	}
	price := t.Config.Goods[good].Price
	t.tellPrice(price)
	if !t.Match.Affords(t.Body, price) {
		return false
	}
	useful := t.Trade.UsefulTo(t.Body, good)
	if !useful {
		t.Because("it has no use for").About(t.Str(0))
	}
	return useful
}

// canBecome reports whether the bot can become one of another class.
func (t Turn) canBecome(to int) bool {
	switch {
	case to < 0:
		t.tellThing(0)
		return false
	case int16(to) == t.Form[t.Body]:
		t.Because("it is one already:").About(t.Str(0))
		return false
	}
	t.tellPrice(t.forms[to].Price)
	return t.Match.Affords(t.Body, t.forms[to].Price)
}

// tellHealth notes the share of full health that somebody has.
func (t Turn) tellHealth(q int32, relation host.Relation, bound float64) {
	if !t.Watched {
		return
	}
	if q == t.Body {
		t.Because("health").Is(t.HealthShare(q), relation, bound, "")
	} else {
		t.Because("health of", q).Is(t.HealthShare(q), relation, bound, "")
	}
}

// tellPrice notes the money of the bot's team beside a price.
func (t Turn) tellPrice(price float64) {
	if !t.Watched {
		return
	}
	if team := t.TeamOf(t.Body); team != systems.NoTeam {
		t.Because("purse").Is(t.Match.teams[team].purse, host.AtLeast, price, "").Against("price")
	} else {
		t.Because("no team, so no purse; price").Has(price, "")
	}
}

// tellGroups notes the groups of the bot and of somebody.
func (t Turn) tellGroups(q int32) {
	if !t.Watched || q < 0 {
		return
	}
	how := "is no foe of"
	if t.Hostile(t.Body, q) {
		how = "is a foe of"
	}
	t.Because(t.groupName(t.Body) + " " + how).About(t.groupName(q) + ":")
	t.Because("group of", q).HasValue(host.StringValue(t.groupName(q)))
}

// groupName returns the id of a body's team, or of the class that it counts as its group.
func (bs *bodies) groupName(b int32) string {
	if team := bs.TeamOf(b); team != systems.NoTeam {
		return bs.Game.Setup.Teams[team].ID
	}
	return bs.className(b)
}

// className returns the id of the class that a body was born with; "players" for a player.
func (bs *bodies) className(b int32) string {
	if c := int(bs.Class[b]); c < len(bs.Game.Setup.Classes) {
		return bs.Game.Setup.Classes[c].ID
	}
	return "players"
}

// formName returns the id of the class whose abilities a body has; "player" for a player.
func (bs *bodies) formName(b int32) string {
	if f := int(bs.Form[b]); f < len(bs.Game.Setup.Classes) {
		return bs.Game.Setup.Classes[f].ID
	}
	return "player"
}

// tellDay notes how long it has been light, and for how long of a day it is.
func (t Turn) tellDay() {
	if !t.Watched {
		return
	}
	if t.calendar.day.length == 0 {
		t.Because("no days go by here: it is always").About(Phases[t.calendar.nature.Phase])
		return
	}
	_, light, dim := t.calendar.parts()
	t.Because("since it got light").Is(t.calendar.sinceDawn(), host.Below, light+dim, "h")
}

// tellThing notes that the game has no thing that an argument names.
func (t Turn) tellThing(arg int) { t.Because("the game has no").About(t.Str(arg)) }
