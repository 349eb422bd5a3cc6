package world

import (
	"fmt"

	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
)

// wrongWith says what is kept of a body that stands for something that is not there; empty for
// nothing.
func (s *World) wrongWith(b int) string {
	e, classes, weapons := &s.Bots[b], len(s.a.Game.Setup.Classes), len(s.WeaponNumber)
	no := func(what string, n, of int) string {
		return fmt.Sprintf("has %s %d, and the scene has %d", what, n, of)
	}
	for u := range 16 {
		if e.Upgrades>>u&1 != 0 && (u == 0 || u > lore.Medkit || s.UpgradeGood[u] < 0) {
			return fmt.Sprintf("has upgrade %d, and the scene does not", u)
		}
	}
	m := &e.Goal
	switch {
	case m.Kind > PointTarget || m.as > lore.LastBuilding || !core.Finite(m.X, m.Y):
		return "goes for what is not there"
	case m.Kind == PlaceTarget && !core.Below(m.Place, len(s.PlaceKinds)):
		return no("for its goal place", int(m.Place), len(s.PlaceKinds))
	case !core.Below(e.Queue.first, queued) || !core.Below(e.Queue.count, queued+1):
		return fmt.Sprintf("will react to %d of those it knows, beginning at %d, of %d", e.Queue.count, e.Queue.first, queued)
	case !core.Below(e.Bore, weapons+1):
		return no("for the weapon that it carried", int(e.Bore), weapons)
	case !core.Maybe(s.Records[b].Deal.Weapon, max(weapons, 1)):
		return no("bought weapon", s.Records[b].Deal.Weapon, weapons)
	case !core.Below(e.Load.Hand, core.MaxWeapons):
		return fmt.Sprintf("loads weapon %d, and can carry %d", e.Load.Hand, core.MaxWeapons)
	case !core.Below(e.Pick, classes+1):
		return no("chosen class", int(e.Pick), classes)
	case !core.Below(e.Weapon, lore.LastWeapon+1):
		return fmt.Sprintf("has chosen weapon %d of %d", e.Weapon, lore.LastWeapon)
	}
	return ""
}

// Check returns what is wrong with what was read.
func (s *World) Check(bodies int) error {
	for _, column := range [...]int{
		len(s.Plays), len(s.Ran), len(s.OwnTree), len(s.Strays), len(s.Supplied), len(s.Strikes), len(s.StruckAt), len(s.Bots), len(s.Structures), len(s.Records),
	} {
		if column != bodies {
			return fmt.Errorf("saved with a column of %d bodies, wanted %d", column, bodies)
		}
	}
	s.skills.drawn = make([]uint32, bodies)
	for b := range s.Bots {
		if wrong := s.wrongWith(b); wrong != "" {
			return fmt.Errorf("%s %s", s.a.Called(int32(b)), wrong)
		}
	}
	setup := s.a.Game.Setup
	if len(s.Thinks) != len(setup.Classes) || len(s.Teams) != len(s.a.Groups) {
		return fmt.Errorf("saved with %d classes and %d groups, wanted %d and %d", len(s.Thinks), len(s.Teams), len(setup.Classes), len(s.a.Groups))
	}
	for i := range s.Teams {
		if t := &s.Teams[i]; len(t.Armed) != len(s.WeaponNumber) || !core.Maybe(t.Next, len(setup.Classes)) || !core.Maybe(t.Lucky, len(setup.Classes)) {
			return fmt.Errorf("group %d has what the scene does not: %d weapons, and builds %d or %d", i, len(t.Armed), t.Next, t.Lucky)
		}
	}
	return nil
}
