package unvanquished

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// Perform does a deed of this vocabulary.
func (s *state) Perform(b int32, d *core.Deed, u *core.Utterance) {
	switch d.Kind {
	case world.DoTrade:
		s.economy.CloseDeal(b, int(d.Arg&^world.TradedFresh>>world.TradedWeapon)-1, uint16(d.Arg), d.Arg&world.TradedFresh != 0)
	case world.DoReload:
		s.economy.BeginLoading(b)
	case world.DoGive:
		s.a.Cargo[b].Goods |= 1 << d.Arg
	case world.DoTell:
		signal := core.SignalDeed(core.ToOthers, 0)
		s.a.Signal(b, &signal, &core.Utterance{Text: "told", Value: host.StringValue(u.Text)})
	case world.DoBuild:
		s.base.Build(b, int(d.Arg))
	case world.DoDouse:
		s.base.Douse(b, d.Who)
	case world.DoShoot:
		s.fight.Shoot(b, d)
	case world.DoSwitch:
		s.fight.ChangeHand(b, int(d.Arg))
	case world.DoEvolve:
		s.economy.Evolve(b, int(d.Arg))
	default:
		panic(fmt.Sprintf("unvanquished: no deed of kind %d", d.Kind))
	}
}

// Possible reports whether a deed of this vocabulary names what is there.
func (s *state) Possible(d *core.Deed) bool {
	switch d.Kind {
	case world.DoTrade:
		return core.Below(d.Arg&^world.TradedFresh>>world.TradedWeapon, len(s.WeaponNumber)+1)
	case world.DoGive:
		return core.Below(d.Arg, len(s.a.Config.Goods))
	case world.DoBuild, world.DoEvolve:
		return core.Below(d.Arg, len(s.a.Game.Setup.Classes))
	case world.DoShoot, world.DoSwitch:
		return core.Below(d.Arg, core.MaxWeapons)
	}
	return d.Kind > 0 && d.Kind <= world.DoSwitch
}

// AfterDeeds takes down what was noted, does what buildings do by themselves, brings
// back the dead that have a spawn, decides the match, and looks after gear.
func (s *state) AfterDeeds() {
	s.mind.CloseBoards()
	s.base.Recover()
	s.base.TendBuildings()
	s.base.Attend()
	s.base.Recuperate()
	s.base.ServeDead()
	s.base.Decide()
	s.fight.AfterFights()
	s.fight.Explode()
	s.economy.TendAllGear()
}
