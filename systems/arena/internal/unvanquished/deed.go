package unvanquished

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// The kinds of deeds that only this vocabulary has, and the fields of each.
const (
	doThrow  uint8 = iota + 1 // Arg: the number of the upgrade; X, Y: where to, in metres
	doMedkit                  // Arg: the good
	doGive                    // Arg: the good
	doTell                    // X: how far it is heard, in metres, or 0; the text is the line
	doBuild                   // Arg: the class
	doDouse                   // Who: the building
	doEvolve                  // Arg: the class
)

// The constructors set Of: without it, a kind would be one of the arena's own.

func (t turn) throwDeed(upgrade int, x, y float32) core.Deed {
	return core.Deed{Kind: doThrow, Of: t.of, Arg: int32(upgrade), X: x, Y: y}
}

func (t turn) medkitDeed(good int) core.Deed {
	return core.Deed{Kind: doMedkit, Of: t.of, Arg: int32(good)}
}

func (t turn) giveDeed(good int) core.Deed {
	return core.Deed{Kind: doGive, Of: t.of, Arg: int32(good)}
}

func (t turn) buildDeed(class int) core.Deed {
	return core.Deed{Kind: doBuild, Of: t.of, Arg: int32(class)}
}

func (t turn) douseDeed(who components.ID) core.Deed {
	return core.Deed{Kind: doDouse, Of: t.of, Who: who}
}

func (t turn) evolveDeed(class int) core.Deed {
	return core.Deed{Kind: doEvolve, Of: t.of, Arg: int32(class)}
}

func (t turn) tellDeed(metres float32) core.Deed {
	return core.Deed{Kind: doTell, Of: t.of, X: metres}
}

// tellTeam sends what the bot says in this tick to the others of its team, no
// farther away than so many metres, or wherever they are for 0.
func (t turn) tellTeam(metres float32) host.Status {
	return t.DoWithLastText(t.tellDeed(metres))
}

// Perform does a deed of this vocabulary.
func (s *state) Perform(b int32, d *core.Deed, u *core.Utterance) {
	switch d.Kind {
	case doThrow:
		s.throw(b, int(d.Arg), d.X, d.Y)
	case doMedkit:
		s.useMedkit(b, int(d.Arg))
	case doGive:
		s.a.Cargo[b].Goods |= 1 << d.Arg
	case doTell:
		signal := core.SignalDeed(core.ToOthers, d.X)
		s.a.Signal(b, &signal, &core.Utterance{Text: "told", Value: host.StringValue(u.Text)})
	case doBuild:
		s.build(b, int(d.Arg))
	case doDouse:
		s.douse(b, d.Who)
	case doEvolve:
		s.evolve(b, int(d.Arg))
	default:
		panic(fmt.Sprintf("unvanquished: no deed of kind %d", d.Kind))
	}
}

// throw does the damage of a grenade or a firebomb.
func (s *state) throw(b int32, upgrade int, x, y float32) {
	if !s.owns(b, upgrade) || s.a.Health[b].Dead {
		return
	}
	s.a.Cargo[b].Goods &^= 1 << s.good[upgrade]
	s.a.Health[b].Fought = s.a.Now
	damage := float32(blastDamage)
	if upgrade == firebomb {
		damage = flameDamage
	}
	for _, gi := range s.a.Groups[s.a.Group[b]].Foes {
		s.near = s.a.Groups[gi].Index.Within(x, y, blastRadius, s.near[:0])
		for _, q := range s.near {
			s.a.Hurt(q, damage, s.a.ID(b))
			if upgrade == firebomb {
				s.ignite(q)
			}
		}
	}
}

// useMedkit heals a body by its medkit.
func (s *state) useMedkit(b int32, good int) {
	if s.a.Cargo[b].Goods>>good&1 == 0 || s.a.Health[b].Dead {
		return
	}
	s.a.Cargo[b].Goods &^= 1 << good
	s.a.Heal(b, medkitHealth)
}

// AfterDeeds does what buildings and bodies do by themselves, brings back the dead that have a
// spawn, decides the match, and counts the bots that noted no number.
func (s *state) AfterDeeds() {
	s.recover()
	s.tendBuildings()
	s.attend()
	s.recuperate()
	s.serveDead()
	s.decide()
	for i := range s.teams {
		s.teams[i].silent = 0
	}
	for _, b := range s.a.ByID {
		m := &s.a.Mind[b]
		if !s.a.Health[b].Dead && m.Noted != s.a.Now && s.a.Class[b] != ecs.Human && s.forms[m.Form] == 0 {
			s.teams[s.a.Group[b]].silent++
		}
	}
}
