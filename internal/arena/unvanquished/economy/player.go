package economy

import (
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// Purchase returns what a human has after it traded in what it has for what a bot in its place would want, at
// an armoury with power in whose reach it is, whether its weapon is a new one, and what is new, by its id;
// false where it would get nothing.
func (s *Economy) Purchase(b int32) (h world.Holdings, fresh bool, what string, ok bool) {
	at := s.OwnBuilding(b, lore.Armoury)
	if s.a.TeamOf(b) != lore.Humans || at.Kind == world.NoTarget || !s.WorksAt(at) || s.Gap(b, at) > s.serves(at) {
		return h, false, "", false
	}
	was := s.holdings(b)
	o := s.wish(b, was)
	if s.fulfilled(&o, &was) {
		return h, false, "", false
	}
	h, fresh, _ = s.trade(b, was, &o)
	if fresh {
		return h, true, s.a.Config.Weapons[h.Weapon].ID, true
	}
	for u := 1; u <= lore.Medkit; u++ {
		if (h.Upgrades&^was.Upgrades)>>u&1 != 0 {
			return h, false, s.a.Config.Goods[s.UpgradeGood[u]].ID, true
		}
	}
	return h, false, "", false
}

// NextClass returns the class that an alien can evolve to, of those after its own by number; -1 for none.
func (s *Economy) NextClass(b int32) int {
	own := s.ClassNumber[s.a.Form[b]]
	for i := range lore.Tyrant {
		if class := s.evolution(b, (own+i)%lore.Tyrant+1); class >= 0 {
			return class
		}
	}
	return -1
}
