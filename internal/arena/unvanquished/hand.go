package unvanquished

import "github.com/thicket-sim/thicket/internal/arena/core"

// Purchase is what a human player gets at an armoury: what a bot would equip itself with.
func (s *state) Purchase(t core.Turn) (d core.Deed, what string, ok bool) {
	h, fresh, what, ok := s.economy.Purchase(t.Body)
	if !ok {
		return core.Deed{}, "", false
	}
	return s.TradeDeed(h.Weapon, h.Upgrades, fresh), what, true
}

// Kit is what an alien player evolves to.
func (s *state) Kit(t core.Turn) (d core.Deed, what string, ok bool) {
	class := s.economy.NextClass(t.Body)
	if class < 0 {
		return core.Deed{}, "", false
	}
	return s.EvolveDeed(class), s.a.Game.Setup.Classes[class].Name, true
}

var _ core.Outfitter = (*state)(nil)
