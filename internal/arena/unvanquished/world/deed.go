package world

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
)

// The kinds of deeds that only this vocabulary has, and the fields of each.
const (
	DoTrade  uint8 = iota + 1 // Arg: see TradeDeed
	DoReload                  // none
	DoGive                    // Arg: the good
	DoTell                    // the text is the line
	DoBuild                   // Arg: the class
	DoDouse                   // Who: the building
	DoEvolve                  // Arg: the class
	DoShoot                   // Arg: the arm; Who: whom it hits, 0 for nobody; X: the share of the weapon's damage
	DoSwitch                  // Arg: the arm
)

// The constructors set Of: without it, a kind would be one of the arena's own.

// TradeDeed leaves a body a weapon, by its index, and upgrades, a bit each by number.
func (s *World) TradeDeed(weapon int, upgrades uint16, fresh bool) core.Deed {
	arg := int32(upgrades) | int32(weapon+1)<<TradedWeapon
	if fresh {
		arg |= TradedFresh
	}
	return core.Deed{Kind: DoTrade, Of: s.of, Arg: arg}
}

// The bits of a trade beside the upgrades: the weapon and 1, and that it is a new one.
const (
	TradedWeapon = 16
	TradedFresh  = 1 << 30
)

func (s *World) ReloadDeed() core.Deed { return core.Deed{Kind: DoReload, Of: s.of} }

func (s *World) GiveDeed(good int) core.Deed {
	return core.Deed{Kind: DoGive, Of: s.of, Arg: int32(good)}
}

func (s *World) BuildDeed(class int) core.Deed {
	return core.Deed{Kind: DoBuild, Of: s.of, Arg: int32(class)}
}

func (s *World) DouseDeed(who components.ID) core.Deed {
	return core.Deed{Kind: DoDouse, Of: s.of, Who: who}
}

func (s *World) ShootDeed(arm int, who components.ID, share float32) core.Deed {
	return core.Deed{Kind: DoShoot, Of: s.of, Arg: int32(arm), Who: who, X: share}
}

func (s *World) SwitchDeed(arm int) core.Deed {
	return core.Deed{Kind: DoSwitch, Of: s.of, Arg: int32(arm)}
}

func (s *World) TellDeed() core.Deed { return core.Deed{Kind: DoTell, Of: s.of} }

func (s *World) EvolveDeed(class int) core.Deed {
	return core.Deed{Kind: DoEvolve, Of: s.of, Arg: int32(class)}
}
