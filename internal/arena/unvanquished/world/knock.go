package world

import (
	"math"

	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
)

// The rules of knocks.
const (
	knockScale = 5                // units a second for each point of damage, of who weighs 100
	mostLight  = 2.               // how much faster than that the lightest fly
	leastLight = 0.5              // and the heaviest
	friction   = 7                // a second
	stopSpeed  = 100 * lore.Unit  // metres a second, below which friction does not get less
	knockTime  = 0.05             // seconds without friction
	knockLasts = 2                // seconds after which none is left
	slowest    = 0.01 * lore.Unit // metres a second
)

// masses are by class.
var masses = [...]float64{
	lore.Granger: 40, lore.AdvancedGranger: 60, lore.Dretch: 5, lore.Mantis: 30, lore.Marauder: 50, lore.AdvancedMarauder: 60, lore.Dragoon: 180, lore.AdvancedDragoon: 200, lore.Tyrant: 500,
	lore.NakedHuman: 80, lore.LightHuman: 90, lore.MediumHuman: 100, lore.SuitHuman: 130,
}

// Knock pushes a body away from a spot, as so much damage does.
func (s *World) Knock(q int32, x, y float32, damage float32) {
	number := s.ClassNumber[s.a.Form[q]]
	if !s.Rules.Knocks || number == 0 || s.IsBuilding(q) {
		return
	}
	px, py := s.a.Game.At(q)
	dx, dy := s.a.Field.Delta(x, y, px, py)
	d := core.Length(dx, dy)
	if d == 0 {
		return
	}
	e := &s.Records[q]
	by := float64(damage) * knockScale * lore.Unit * min(max(100/masses[number], leastLight), mostLight) / d
	e.PushX, e.PushY, e.PushedAt = e.PushX+float32(dx*by), e.PushY+float32(dy*by), s.a.Now
}

// Fly moves those who were pushed.
func (s *World) Fly() {
	if !s.Rules.Knocks {
		return
	}
	dt, lasts, free := s.a.Game.World.Clock().DT, s.a.Ticks(knockLasts), s.a.Ticks(knockTime)
	for _, b := range s.a.ByID {
		if at := s.StruckAt[b]; at == 0 || s.a.Now-at > lasts {
			continue
		}
		e := &s.Records[b]
		v := core.Length(float64(e.PushX), float64(e.PushY))
		if v < slowest {
			continue
		}
		if s.a.Dead(b) {
			e.PushX, e.PushY = 0, 0
			continue
		}
		s.a.Steps.Shove(b, float64(e.PushX)*dt, float64(e.PushY)*dt)
		if s.a.Now-e.PushedAt < free {
			continue
		}
		left := max(v-float64(math.Max(v, stopSpeed)*friction*dt), 0) / v
		e.PushX, e.PushY = float32(float64(e.PushX)*left), float32(float64(e.PushY)*left)
	}
}
