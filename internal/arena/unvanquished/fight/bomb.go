package fight

import (
	"math"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/economy"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
)

// What bombs do. Lengths are metres.
const (
	bombRadius     = 192 * lore.Unit
	widestHurt     = 64 * lore.Unit // half the width of what it can hurt
	grenadeDamage  = 310
	firebombDamage = 40
)

// Explode sets off the bombs whose time has come.
func (s *Fight) Explode() {
	left := s.economy.Bombs[:0]
	for _, m := range s.economy.Bombs {
		if m.At <= s.a.Now {
			s.burst(&m)
		} else {
			left = append(left, m)
		}
	}
	s.economy.Bombs = left
}

// burst hurts the foes of who threw a bomb: the less the farther they are from it, and
// not behind obstacles. A firebomb sets buildings of the aliens on fire.
func (s *Fight) burst(m *economy.Bomb) {
	b := s.a.BodyOf(m.By)
	if b < 0 {
		return
	}
	full := float64(grenadeDamage)
	if m.Fire {
		full = firebombDamage
	}
	s.a.Health[b].Fought = s.a.Now
	for _, gi := range s.a.Groups[s.a.Group[b]].Foes {
		s.near = s.a.Groups[gi].Index.Within(m.X, m.Y, bombRadius+widestHurt, s.near[:0])
		for _, q := range s.near {
			x, y := s.a.Game.At(q)
			gap := math.Sqrt(s.a.Field.Dist2(m.X, m.Y, x, y)) - float64(s.a.FormOf(q).Radius)
			part := min(1-gap/bombRadius, 1)
			if s.a.Dead(q) || part <= 0 || !s.a.Land.NothingBetween(m.X, m.Y, x, y) {
				continue
			}
			s.a.Life.Hurt(q, float32(full*part), m.By)
			s.Knock(q, m.X, m.Y, float32(full*part))
			if m.Fire {
				s.base.Ignite(q)
			}
		}
	}
}
