package world

import (
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
)

// PrimaryArm returns which arm of a body has its weapon: the first that is no blaster;
// -1 for none.
func (s *World) PrimaryArm(b int32) int {
	for i := range s.a.Cargo[b].Arms {
		if w := s.a.Cargo[b].Arms[i].Weapon; w >= 0 && s.WeaponNumber[w] != lore.Blaster {
			return i
		}
	}
	return -1
}

// noArm stands in an empty hand.
var noArm = core.Arm{Weapon: -1}

// Primary returns the weapon of a body, whether in hand or not; its Weapon is -1 for
// none but a blaster.
func (s *World) Primary(b int32) *core.Arm {
	if i := s.PrimaryArm(b); i >= 0 {
		return &s.a.Cargo[b].Arms[i]
	}
	return &noArm
}

// ArmNumbered returns which arm of a body has the weapon of a number, or -1.
func (s *World) ArmNumbered(b int32, number int) int {
	for i := range s.a.Cargo[b].Arms {
		if w := s.a.Cargo[b].Arms[i].Weapon; w >= 0 && number > 0 && s.WeaponNumber[w] == number {
			return i
		}
	}
	return -1
}

// Busy reports whether a body must wait before it can use its weapons.
func (s *World) Busy(b int32) bool { return s.a.Cargo[b].Ready.At > s.a.Now }

// Active reports whether a body has an upgrade switched on.
func (s *World) Active(b int32, upgrade int) bool { return s.Bots[b].Upgrades>>upgrade&1 != 0 }

// Owns reports whether a body has an upgrade, on or off.
func (s *World) Owns(b int32, upgrade int) bool {
	if upgrade <= 0 || upgrade >= len(s.UpgradeGood) || s.UpgradeGood[upgrade] < 0 {
		return false
	}
	return s.a.Cargo[b].Goods>>s.UpgradeGood[upgrade]&1 != 0
}
