package arena

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems"
)

// The kinds of deeds that only this vocabulary has, and the fields of each.
const (
	doThrow  uint8 = iota + 1 // Arg: the number of the upgrade; X, Y: where to, in metres
	doMedkit                  // Arg: the good
	doGive                    // Arg: the good
	doTell                    // X: how far it is heard, in metres, or 0; the text is the line
	doBuild                   // Arg: the class
	doDouse                   // Who: the building
)

func throwDeed(upgrade int, x, y float32) Deed {
	return Deed{Kind: doThrow, Arg: int32(upgrade), X: x, Y: y}
}

func medkitDeed(good int) Deed         { return Deed{Kind: doMedkit, Arg: int32(good)} }
func giveDeed(good int) Deed           { return Deed{Kind: doGive, Arg: int32(good)} }
func buildDeed(class int) Deed         { return Deed{Kind: doBuild, Arg: int32(class)} }
func douseDeed(who components.ID) Deed { return Deed{Kind: doDouse, Who: who} }

// doOwn adds a deed of this vocabulary.
func (t Turn) doOwn(d Deed) host.Status {
	d.Of = t.base.of
	return t.Do(d)
}

// tellTeam tells others of the bot's team, no farther away than so many metres or
// wherever they are for 0, what it says in this tick.
func (t Turn) tellTeam(metres float32) host.Status {
	return t.DoWithLastText(Deed{Kind: doTell, Of: t.base.of, X: metres})
}

// Perform does a deed of this vocabulary.
func (s *bases) Perform(b int32, d *Deed, u *Utterance) {
	switch d.Kind {
	case doThrow:
		s.throw(b, int(d.Arg), d.X, d.Y)
	case doMedkit:
		s.useMedkit(b, int(d.Arg))
	case doGive:
		s.a.cargo[b].Goods |= 1 << d.Arg
	case doTell:
		signal := SignalDeed(ToOthers, d.X)
		s.a.Signal(b, &signal, &Utterance{"told", host.StringValue(u.Text)})
	case doBuild:
		s.build(b, int(d.Arg))
	case doDouse:
		if q := s.a.body(d.Who); q >= 0 {
			s.errand[q].burns = 0
		}
	}
}

// throw does what a grenade or a firebomb does that a body throws.
func (s *bases) throw(b int32, upgrade int, x, y float32) {
	if !s.owns(b, upgrade) || s.a.health[b].Dead {
		return
	}
	s.a.cargo[b].Goods &^= 1 << s.good[upgrade]
	s.a.health[b].Fought = s.a.tick
	damage := float32(blastDamage)
	if upgrade == firebomb {
		damage = flameDamage
	}
	for _, gi := range s.a.groups[s.a.group[b]].foes {
		s.near = s.a.groups[gi].index.Within(x, y, blastRadius, s.near[:0])
		for _, q := range s.near {
			s.a.hurt(q, damage, s.a.id(b))
			if e := &s.errand[q]; upgrade == firebomb && s.forms[s.a.mind[q].Form] != 0 && !s.a.health[q].Dead {
				if e.burns <= s.a.tick {
					s.burning++
				}
				e.burns = s.a.tick + s.a.ticks(burnTime)
			}
		}
	}
}

// useMedkit heals a body that has one.
func (s *bases) useMedkit(b int32, good int) {
	if s.a.cargo[b].Goods>>good&1 == 0 || s.a.health[b].Dead {
		return
	}
	s.a.cargo[b].Goods &^= 1 << good
	s.a.heal(b, medkitHealth)
}

// build begins a building that a body stands before, if it can be paid for.
func (s *bases) build(b int32, class int) {
	price := s.a.formOfClass0(class).Price
	if s.a.health[b].Dead || !s.a.affords(b, price) || s.due(b) != class {
		return
	}
	for _, site := range s.sites {
		if site.class == class { // one at a time: the next tick sees what there is
			return
		}
	}
	s.a.pay(b, price)
	at, _ := s.a.g.World.Position(s.a.id(b))
	_, _, hx, hy := s.a.g.Body(b)
	p := s.a.free(s.a.onField(components.Position{X: at.X + hx, Y: at.Y + hy}))
	s.sites = append(s.sites, site{class, systems.Spot{X: p.X, Y: p.Y}})
}

// Populate makes the buildings that were begun in the tick.
func (s *bases) Populate() {
	for _, site := range s.sites {
		_, _ = s.a.g.Add(site.class, 1, &site.at) // below its ceiling: it had more when the game began
	}
	s.sites = s.sites[:0]
}

// AfterDeeds hurts what burns, and counts who noted nothing.
func (s *bases) AfterDeeds() {
	for i := range s.camps {
		s.camps[i].silent = 0
	}
	burns := s.burning > 0
	s.burning = 0
	for _, b := range s.a.order {
		if s.a.health[b].Dead {
			continue
		}
		if burns && s.errand[b].burns > s.a.tick {
			s.a.hurt(b, float32(burnDamage*s.a.g.World.Clock().DT), 0)
			s.burning++
		}
		m := &s.a.mind[b]
		if m.Noted != s.a.tick && s.a.class[b] != ecs.Human && s.forms[m.Form] == 0 {
			s.camps[s.a.group[b]].silent++
		}
	}
}
