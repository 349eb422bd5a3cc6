package unvanquished

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// The kinds of deeds that only this vocabulary has, and the fields of each.
const (
	doTrade  uint8 = iota + 1 // Arg: see tradeDeed
	doReload                  // none
	doGive                    // Arg: the good
	doTell                    // the text is the line
	doBuild                   // Arg: the class
	doDouse                   // Who: the building
	doEvolve                  // Arg: the class
	doShoot                   // Arg: the arm; Who: whom it hits, 0 for nobody; X: the share of the weapon's damage
	doSwitch                  // Arg: the arm
)

// The constructors set Of: without it, a kind would be one of the arena's own.

// tradeDeed leaves a body a weapon, by its index, and upgrades, a bit each by number.
func (t turn) tradeDeed(weapon int, upgrades uint16, fresh bool) core.Deed {
	arg := int32(upgrades) | int32(weapon+1)<<tradedWeapon
	if fresh {
		arg |= tradedFresh
	}
	return core.Deed{Kind: doTrade, Of: t.of, Arg: arg}
}

// The bits of a trade beside the upgrades: the weapon and 1, and that it is a new one.
const (
	tradedWeapon = 16
	tradedFresh  = 1 << 30
)

func (t turn) reloadDeed() core.Deed { return core.Deed{Kind: doReload, Of: t.of} }

func (t turn) giveDeed(good int) core.Deed {
	return core.Deed{Kind: doGive, Of: t.of, Arg: int32(good)}
}

func (t turn) buildDeed(class int) core.Deed {
	return core.Deed{Kind: doBuild, Of: t.of, Arg: int32(class)}
}

func (t turn) douseDeed(who components.ID) core.Deed {
	return core.Deed{Kind: doDouse, Of: t.of, Who: who}
}

func (t turn) shootDeed(arm int, who components.ID, share float32) core.Deed {
	return core.Deed{Kind: doShoot, Of: t.of, Arg: int32(arm), Who: who, X: share}
}

func (t turn) switchDeed(arm int) core.Deed {
	return core.Deed{Kind: doSwitch, Of: t.of, Arg: int32(arm)}
}

func (t turn) tellDeed() core.Deed { return core.Deed{Kind: doTell, Of: t.of} }

func (t turn) evolveDeed(class int) core.Deed {
	return core.Deed{Kind: doEvolve, Of: t.of, Arg: int32(class)}
}

// Perform does a deed of this vocabulary.
func (s *state) Perform(b int32, d *core.Deed, u *core.Utterance) {
	switch d.Kind {
	case doTrade:
		s.closeDeal(b, int(d.Arg&^tradedFresh>>tradedWeapon)-1, uint16(d.Arg), d.Arg&tradedFresh != 0)
	case doReload:
		s.beginLoading(b)
	case doGive:
		s.a.Cargo[b].Goods |= 1 << d.Arg
	case doTell:
		signal := core.SignalDeed(core.ToOthers, 0)
		s.a.Signal(b, &signal, &core.Utterance{Text: "told", Value: host.StringValue(u.Text)})
	case doBuild:
		s.build(b, int(d.Arg))
	case doDouse:
		s.douse(b, d.Who)
	case doShoot:
		s.shoot(b, d)
	case doSwitch:
		s.changeHand(b, int(d.Arg))
	case doEvolve:
		s.evolve(b, int(d.Arg))
	default:
		panic(fmt.Sprintf("unvanquished: no deed of kind %d", d.Kind))
	}
}

// Possible reports whether a deed of this vocabulary names what is there.
func (s *state) Possible(d *core.Deed) bool {
	switch d.Kind {
	case doTrade:
		return core.Below(d.Arg&^tradedFresh>>tradedWeapon, len(s.weapon)+1)
	case doGive:
		return core.Below(d.Arg, len(s.a.Config.Goods))
	case doBuild, doEvolve:
		return core.Below(d.Arg, len(s.a.Game.Setup.Classes))
	case doShoot, doSwitch:
		return core.Below(d.Arg, core.MaxWeapons)
	}
	return d.Kind > 0 && d.Kind <= doSwitch
}

// AfterDeeds takes down what was noted, does what buildings do by themselves, brings
// back the dead that have a spawn, decides the match, and looks after gear.
func (s *state) AfterDeeds() {
	s.closeBoards()
	s.recover()
	s.tendBuildings()
	s.attend()
	s.recuperate()
	s.serveDead()
	s.decide()
	s.afterFights()
	s.explode()
	s.tendAllGear()
}
