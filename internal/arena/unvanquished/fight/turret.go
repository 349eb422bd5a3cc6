package fight

import (
	"math"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// The rules of buildings that hurt. Lengths are metres, damage is a second's.
const (
	edgeShare      = 0.3 // of the damage at the edge of a zone
	overmindReach  = 300 * lore.Unit
	overmindDamage = 10
	reactorReach   = 200 * lore.Unit
	reactorDamage  = 25
	zoneSeconds    = 1 // between two blows of a zone
)

// scatterNode is before the numbers for random draws of where shots go that no tree fires.
const scatterNode = 1<<16 + 64

// Guard looks for the enemy that a building strikes, or that a dretch bites, in this
// tick: nobody else tells it to.
func (s *Fight) Guard(b int32) {
	s.Strikes[b] = 0
	if s.IsBuilding(b) {
		if far := s.guardReach(b); far > 0 && !s.Busy(b) && s.Finished(b) && s.Powered(b) {
			s.Strikes[b] = s.nearestPlayer(b, far)
		}
		return
	}
	if s.Plays[b] && s.alienClass(b) == lore.Dretch && !s.Busy(b) {
		if w := s.a.Cargo[b].Arms[0].Weapon; w >= 0 {
			s.Strikes[b] = s.ahead(b, s.a.Config.Weapons[w].Range)
		}
	}
}

// guardReach returns how far a building hurts enemies by itself, in metres. One with a
// tree does what that says.
func (s *Fight) guardReach(b int32) float32 {
	if class := s.a.Class[b]; class == ecs.Human || s.Thinks[class] || s.a.Game.Setup.Classes[class].Program != nil {
		return 0
	}
	if s.a.Config.Game == lore.Name {
		switch kinds := s.FormKinds[s.a.Form[b]]; {
		case kinds>>lore.Overmind&1 != 0:
			return overmindReach
		case kinds>>lore.Reactor&1 != 0:
			return reactorReach
		}
	}
	if w := s.a.InHand(b).Weapon; w >= 0 {
		return s.a.Config.Weapons[w].Range
	}
	return 0
}

// nearestPlayer returns the nearest enemy of a building that is none itself, within so
// many metres and with nothing in between; 0 for nobody.
func (s *Fight) nearestPlayer(b int32, far float32) components.ID {
	return s.nearestFoe(b, far, func(q int32, _, _, _ float64) bool { return !s.IsBuilding(q) && s.a.Sight.InLine(b, q) })
}

// ahead returns the nearest enemy before a bot that its bite reaches, or 0.
func (s *Fight) ahead(b int32, reach float32) components.ID {
	x, y := s.a.Game.HeadingOf(b)
	hx, hy := float64(x), float64(y)
	return s.nearestFoe(b, reach+s.Widest, func(q int32, dx, dy, gap float64) bool {
		if s.a.Config.Game == lore.Name {
			return s.sweeps(q, float64(reach), clawWidths[lore.DretchBite], dx, dy, hx, hy) && s.prey(b, q) && s.a.Sight.InLine(b, q)
		}
		within := gap-float64(s.a.FormOf(q).Radius) <= float64(reach)
		before := float64(dx*hx)+float64(dy*hy) >= float64(biteCos*gap)
		return within && before && s.prey(b, q) && s.a.Sight.InLine(b, q)
	})
}

// nearestFoe returns the nearest enemy of a body within so many metres that will do, by
// where it is from there and how far; 0 for nobody.
func (s *Fight) nearestFoe(b int32, far float32, will func(q int32, dx, dy, gap float64) bool) (nearest components.ID) {
	best := math.Inf(1)
	s.foesWithin(b, far, func(q int32, dx, dy, gap float64) {
		if (gap < best || gap == best && s.a.ID(q) < nearest) && will(q, dx, dy, gap) {
			nearest, best = s.a.ID(q), gap
		}
	})
	return nearest
}

// foesWithin calls for all enemies of a body within so many metres.
func (s *Fight) foesWithin(b int32, far float32, each func(q int32, dx, dy, gap float64)) {
	x, y := s.a.Game.At(b)
	near := s.a.Sight.Borrow()
	defer near.Return()
	for _, gi := range s.a.Groups[s.a.Group[b]].Foes {
		if s.a.Groups[gi].Index.Len() > 0 {
			near.List = s.a.Groups[gi].Index.Within(x, y, far, near.List)
		}
	}
	for _, q := range near.List {
		dx, dy := s.a.Delta(b, q)
		each(q, dx, dy, core.Length(dx, dy))
	}
}

// AfterFights applies attacks that no tree ordered, then updates what is known of
// buildings.
func (s *Fight) AfterFights() {
	for _, b := range s.a.ByID {
		if s.Strikes[b] != 0 {
			s.strikeOut(b)
		}
		if class := s.ClassNumber[s.a.Form[b]]; class >= lore.Dragoon && class <= lore.Tyrant && s.Plays[b] {
			s.meet(b, class)
			if class == lore.AdvancedDragoon {
				s.growBarb(b)
			}
		}
	}
	s.Fly()
	s.tagBuildings()
}

// strikeOut does what the body that guard found for a building or a dretch has to suffer.
func (s *Fight) strikeOut(b int32) {
	q := s.a.BodyOf(s.Strikes[b])
	s.Strikes[b] = 0
	if q < 0 || s.a.Dead(b) {
		return
	}
	c, kinds := &s.a.Cargo[b], s.FormKinds[s.a.Form[b]]
	hand := int(c.Hand)
	switch {
	case kinds>>lore.AcidTube&1 != 0:
		w := &s.a.Config.Weapons[c.Arms[hand].Weapon]
		s.a.Arms.StrikeAll(b, hand, s.around(b, w.Range, w.Damage))
	case c.Arms[hand].Weapon >= 0:
		s.shootAt(b, hand, q)
	case kinds>>lore.Overmind&1 != 0:
		s.a.Life.Hurt(q, overmindDamage*zoneSeconds, s.a.ID(b))
		c.Ready = c.Ready.Next(s.a.Now, s.a.Span(zoneSeconds))
	default:
		for _, h := range s.around(b, reactorReach, reactorDamage*zoneSeconds) {
			s.a.Life.Hurt(h.Body, h.Points, s.a.ID(b))
		}
		c.Ready = c.Ready.Next(s.a.Now, s.a.Span(zoneSeconds))
	}
}

// shootAt strikes a body with an arm that nobody aims by hand: shots scatter, and no more.
func (s *Fight) shootAt(b int32, arm int, q int32) {
	weapon := s.a.Cargo[b].Arms[arm].Weapon
	number := s.WeaponNumber[weapon]
	if s.Rules.Spread && number < len(spreads) && spreads[number] > 0 {
		node := uint32(scatterNode)
		draw := func() float64 {
			node++
			return s.Chance(b, node)
		}
		aside, up := scattered(number, draw)
		if !s.meets(q, s.a.Distance(b, q), 0, float64(s.a.FormOf(q).Radius), ray{aside: aside, up: up}) {
			q = -1
		}
	}
	if s.a.Arms.Strike(b, arm, q, s.zoneShare(b, q)) {
		s.after(b, q, number, s.a.Config.Weapons[weapon].Damage)
	}
}

// around returns what all enemies of a building lose in its zone that nothing hides, the less
// the farther away they are. It is good until the next call.
func (s *Fight) around(b int32, far, damage float32) []core.Hit {
	s.zone = s.zone[:0]
	s.foesWithin(b, far, func(q int32, _, _, gap float64) {
		if !s.IsBuilding(q) && s.a.Sight.InLine(b, q) {
			s.zone = append(s.zone, core.Hit{Body: q, Points: damage * float32(1-float64((1-edgeShare)*gap/float64(far)))})
		}
	})
	return s.zone
}
