package economy

import (
	"cmp"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/column"
)

// gearJob pays bots for their time, and finds whose gear changes by itself.
type gearJob Economy

var _ ecs.Job = (*gearJob)(nil)

// TendAllGear does what happens to the gear of living bodies by itself, by ascending id.
func (s *Economy) TendAllGear() {
	w := s.a.Game.World.Workers()
	s.tends = column.Grow(s.tends, w.Count())
	for i := range s.tends {
		s.tends[i].Bodies = s.tends[i].Bodies[:0]
	}
	w.Run(len(s.a.Laid), world.Grain, (*gearJob)(s))
	s.tended = s.tended[:0]
	for i := range s.tends {
		s.tended = append(s.tended, s.tends[i].Bodies...)
	}
	_, _, id := s.a.Game.Columns()
	slices.SortFunc(s.tended, func(p, q int32) int { return cmp.Compare(id[p], id[q]) })
	for _, b := range s.tended {
		s.tendGear(b)
	}
}

// Do pays the bots among the bodies Laid[lo:hi].
func (j *gearJob) Do(worker, lo, hi int) {
	s := (*Economy)(j)
	t := &s.tends[worker]
	for _, b := range s.a.Laid[lo:hi] {
		if s.a.Dead(b) || !s.Plays[b] {
			continue
		}
		s.receive(b)
		if e := &s.Bots[b]; s.Supplied[b] || e.Upgrades != 0 || e.Cure.Missing > 0 || s.loads(b) {
			t.Bodies = append(t.Bodies, b)
		}
	}
}

// tendGear does what happens to the gear of a bot by itself. It touches what that bot has
// alone, so that nobody's gear begins to change by it.
func (s *Economy) tendGear(b int32) {
	e := &s.Bots[b]
	s.goOnLoading(b)
	if s.Supplied[b] {
		s.refill(b)
	}
	if e.Upgrades != 0 {
		s.useUpgrades(b)
	}
	if e.Cure.Missing > 0 {
		s.goOnCuring(b)
	}
}

// gearAsks are the functions that ask for gear.
var gearAsks = []mind.Entry[turn]{
	{Name: "haveUpgrade", Doc: "1 when it has the upgrade and it is off; 0 for a medkit without the skill for it.",
		Ask: func(t turn) host.Value {
			u := int(t.Num(0))
			return lore.Truth(u > 0 && u < len(t.UpgradeGood) && t.held().Upgrades>>u&1 != 0 && !t.Active(t.Body, u) && t.canUse(u))
		}},
	{Name: "haveWeapon", Doc: "1 when it has the weapon, in hand or not. Humans of the game have a blaster at all times.",
		Ask: func(t turn) host.Value {
			number := int(t.Num(0))
			if t.Bots[t.Body].Dealt == t.Now+1 && number != lore.Blaster {
				weapon := t.Records[t.Body].Deal.Weapon
				return lore.Truth(number > 0 && weapon >= 0 && t.WeaponNumber[weapon] == number)
			}
			return lore.Truth(t.ArmNumbered(t.Body, number) >= 0)
		}},
	{Name: "teamateHasWeapon", Doc: "1 when another bot of its team has the weapon: one that lives, or died less than 1.7 seconds ago.",
		Ask: func(t turn) host.Value {
			n, number := int32(0), int(t.Num(0))
			for w, is := range t.WeaponNumber {
				if is == number && number > 0 {
					n += t.Teams[t.Group[t.Body]].Armed[w]
				}
			}
			if t.ArmNumbered(t.Body, number) >= 0 {
				n--
			}
			return lore.Truth(n > 0)
		}},
	{Name: "weapon", Doc: "The number of the weapon in hand; 0 for none, and for one whose id is no symbol's.",
		Ask: func(t turn) host.Value {
			if m := t.InHand(t.Body); m.Weapon >= 0 {
				return host.IntValue(int64(t.WeaponNumber[m.Weapon]))
			}
			return host.IntValue(0)
		}},
}

// Useful reports whether a good is an upgrade that can be switched on and that
// a body does not have.
func (s *Economy) Useful(b int32, good int) bool {
	if s.a.Cargo[b].Goods>>good&1 != 0 {
		return false
	}
	for u := lore.Radar; u <= lore.Medkit; u++ {
		if s.UpgradeGood[u] == good {
			return true
		}
	}
	return false
}
