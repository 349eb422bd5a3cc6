package core

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

// A bot whose tree has rules of its own for hits and death keeps its health itself. The
// arena then takes no points from it: it tells the tree of each blow, shows what the
// tree says is left, and lets the tree of the dead go on until it vanishes.

// kept says whether a body's tree says something of its health in a tick.
type kept struct{ set, left, gone bool }

// keptHealth holds the health that it says, where it was set.
type keptHealth struct {
	points, full float32
	by           components.ID
}

// keeping are the abilities of bots that keep their own health.
func keeping() []Ability {
	return []Ability{
		{
			Name: "set_health", Last: true,
			Doc: "Sets the bot's health, and from then on only the bot does: a blow takes no points, but its tree hears the event `struck`. At 0 the bot dies, " +
				"and its tree goes on until `vanish`. Always succeeds.",
			Params: []Param{
				Number("points", "points", "what is left", 0, 1e9), Number("of", "points", "its full health; 0: it cannot be hurt", 0, 1e9),
				whole("by", "the id of the body that hurt it, or 0", 0, 1<<32-1).Or(int64(0)),
			},
			Example: "{ points: 40, of: 100 }",
			Act: func(t Turn) host.Status {
				w, h := &t.want[t.Body].kept, &t.kept[t.Body]
				if !w.set {
					*h = keptHealth{}
				}
				w.set, w.left, h.points, h.full = true, false, float32(min(t.Num(0), t.Num(1))), float32(t.Num(1))
				if by := components.ID(t.Num(2)); by != 0 {
					h.by = by
				}
				return host.Success
			},
		},
		{
			Name: "leave_health", Last: true, Doc: "Leaves the bot's health to the arena again. Always succeeds.", Example: "{}",
			Act: func(t Turn) host.Status {
				t.want[t.Body].kept = kept{left: true}
				return host.Success
			},
		},
		{
			Name: "vanish", Last: true, Doc: "Takes the bot out of the world: for good if it lives; who died comes back as its class says. Always succeeds.", Example: "{}",
			Act: func(t Turn) host.Status {
				t.want[t.Body].kept.gone = true
				return host.Success
			},
		},
		{
			Name: "strike_for", Doc: "Strikes somebody for so many points, from where the bot is and with whatever it has. Fails when there is nobody, and for more than it can do in a tick.",
			Params: []Param{whom(), Number("damage", "points", "how many", 0, 1e9)}, Example: "{ who: enemy, damage: 20 }",
			Act: func(t Turn) host.Status {
				q := t.Who(0)
				if t.isNobody(q) {
					return host.Failure
				}
				t.Because("deeds in this tick").Is(float64(t.want[t.Body].deedCount), host.Below, MaxDeeds, "")
				if t.want[t.Body].deedCount == MaxDeeds { // who strikes all around strikes as many as it can
					return host.Failure
				}
				t.Choose(q)
				return t.Do(StrikeForDeed(t.ID(q), float32(t.Num(1))))
			},
		},
	}
}

// life says how bodies are hurt, healed, die and come back.
type life struct {
	*bodies
	land  *land
	items *items
	match *contest
}

// full returns the full health of a body, 0 for one that cannot be hurt.
func (bs *bodies) full(b int32) float32 {
	switch h := &bs.Health[b]; {
	case bs.want[b].kept.set:
		return bs.kept[b].full
	case h.Kept:
		return h.Full
	}
	return bs.form(b).Health
}

// keeps reports whether a body's tree keeps its health.
func (bs *bodies) keeps(b int32) bool { return bs.Health[b].Kept || bs.want[b].kept.set }

// keep does what a body's tree said of its health.
func (lf *life) keep(b int32, says *kept) {
	if *says == (kept{}) {
		return
	}
	h, k, l := &lf.Health[b], &lf.kept[b], &lf.match.ledger
	if says.set {
		h.Kept, h.Full = true, k.full
	}
	if says.set && h.Stays && k.points > 0 { // it lives again
		lf.dead[b], h.Stays = false, false
	}
	if says.set && !lf.dead[b] && k.points != h.Points {
		if d := k.points - h.Points; d > 0 {
			l.Healed += float64(d)
		} else {
			l.Hurt -= float64(d)
			lf.toldHurt(b, -d, k.by)
		}
		h.Points = k.points
	}
	if says.left {
		over := max(h.Points-lf.form(b).Health, 0)
		l.Left += float64(over)
		h.Kept, h.Points = false, h.Points-over
	}
	if says.gone && !lf.dead[b] && h.Points <= 0 && says.set && k.full > 0 {
		lf.die(b)
	}
	if says.gone && !lf.dead[b] {
		l.Left += float64(h.Points)
		h.Points, lf.dead[b], h.Died, h.BackAt = 0, true, lf.Now, never
		lf.disarm(b)
		lf.items.dropAll(b)
		lf.Dismiss(b)
	}
	if h.Stays && (says.gone || says.left) {
		h.Stays = false
		lf.depart(b)
	}
}

// toldHurt notes who hurt a body that keeps its own health.
func (lf *life) toldHurt(b int32, lost float32, by components.ID) {
	for _, s := range lf.states {
		s.Hurt(b, lost, by)
	}
	if h := &lf.Health[b]; by != 0 {
		h.HurtBy, h.HurtAt, h.Fought = by, lf.Now, lf.Now
	}
}

// depart takes a dead body out of the game, or sets when it comes back.
func (lf *life) depart(b int32) {
	h, born := &lf.Health[b], &lf.forms[lf.formOf(int(lf.Class[b]))]
	if born.Respawn < 0 {
		h.BackAt = never
		lf.Dismiss(b)
		return
	}
	h.BackAt = max(h.Died+max(lf.Ticks(born.Respawn), 1), lf.Now+1)
}

// tellStruck tells a body that keeps its own health of a blow: who struck and for how
// many points. What its class keeps off is its tree's concern, what it bought the
// arena's.
func (lf *life) tellStruck(q int32, points float32, by components.ID) {
	points = points * (1 - lf.Health[q].Armour) / (1 - lf.form(q).Armour)
	_ = lf.Game.Mail.Send(lf.ID(q), eventStruck.String(), host.OpaqueValue(fmt.Sprintf(`{"by":%d,"points":%v}`, by, points))) // it is there
	if by != 0 {
		lf.send(lf.ID(q), eventDamaged, by)
	}
}

// strikeFor takes points of health from a body that is still there.
func (lf *life) strikeFor(b int32, who components.ID, points float32) {
	lf.Health[b].Fought = lf.Now
	if q := lf.BodyOf(who); q >= 0 {
		lf.Hurt(q, points, lf.ID(b))
	}
}

// Vitals describes the health of a body, and what its class begins with.
func (a *Arena) Vitals(b int32) host.Vitals {
	if !a.awake {
		return host.Vitals{}
	}
	h, f := &a.Health[b], a.form(b)
	v := host.Vitals{
		Points: max(h.Points, 0), Full: a.full(b), Armour: f.Armour, Hunger: h.Hunger, Lasts: f.Hunger.Lasts, Starves: f.Hunger.Damage, Dead: a.dead[b],
		Foes: len(a.Groups[a.Group[b]].Foes) > 0,
	}
	if a.want[b].kept.set {
		v.Points = a.kept[b].points
	}
	if len(f.Weapons) > 0 {
		w := &a.Config.Weapons[f.Weapons[0]]
		v.Damage, v.Range, v.Cooldown = w.Damage, w.Range, w.Cooldown
	}
	return v
}
