package world

import (
	"slices"

	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
)

func (s *World) nameForms() {
	classes := s.a.Game.Setup.Classes
	for i := range s.a.FormCount() {
		kinds, number := uint32(0), 0
		if i < len(classes) {
			kinds = lore.KindsOf(s.a.FormOfClass(i).Tags, s.TeamOfClass(i))
			number = max(lore.IndexOf(lore.ClassNames[:], classes[i].ID), 0)
			s.Thinks = append(s.Thinks, classes[i].Program != nil && Needed(classes[i].Program))
		}
		for _, tag := range s.a.FormOfClass(i).Tags {
			number = max(number, lore.IndexOf(lore.ClassNames[:], tag))
		}
		if i < len(classes) && number > 0 {
			s.Numbered[number] = append(s.Numbered[number], i)
		}
		f := s.a.FormOfClass(i)
		s.FormKinds, s.ClassNumber = append(s.FormKinds, kinds), append(s.ClassNumber, number)
		s.HasTool = append(s.HasTool, slices.Contains(f.Tags, "builder"))
		s.Widest = max(s.Widest, f.Radius)
	}
}

func (s *World) nameArms() {
	for w := range s.a.Config.Weapons {
		s.WeaponNumber = append(s.WeaponNumber, max(lore.IndexOf(lore.WeaponNames, s.a.Config.Weapons[w].ID), 0))
		sold := slices.IndexFunc(s.a.Config.Goods, func(g core.Good) bool { return g.Weapon == w })
		s.WeaponGood = append(s.WeaponGood, sold)
	}
	for n := range s.UpgradeGood {
		s.UpgradeGood[n] = -1
		if n > 0 && n < len(lore.UpgradeNames) {
			s.UpgradeGood[n] = s.a.GoodNamed(lore.UpgradeNames[n])
		}
	}
}
