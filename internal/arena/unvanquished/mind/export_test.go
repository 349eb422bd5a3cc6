package mind

import (
	"math"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
)

// holder is a state with minds.
type holder interface {
	core.State
	Minds() *Minds
}

// Distance returns what distanceTo gives a body for an entity by its number.
func Distance(a *core.Arena, id components.ID, number int) float64 {
	s, _ := core.StateOf[holder](a)
	return s.Minds().distanceTo(a.BodyOf(id), number, math.Inf(1))
}

// Tire leaves a body so much stamina.
func Tire(a *core.Arena, id components.ID, stamina float64) {
	s, _ := core.StateOf[holder](a)
	e := &s.Minds().Bots[a.BodyOf(id)]
	e.Hop, e.Tired = a.Now-a.Ticks(airTime), fullStamina-stamina
}

// Block makes a body believe that its last step got nowhere, while its stuck clock shows
// so many seconds.
func Block(a *core.Arena, id components.ID, seconds float64) {
	s, _ := core.StateOf[holder](a)
	e := &s.Minds().Bots[a.BodyOf(id)]
	e.StuckAt = a.Now - a.Ticks(seconds)
	e.StuckX, e.StuckY, _, _ = a.Game.Body(a.BodyOf(id))
}

// DistanceUpTo is Distance where nothing matters from a number on.
func DistanceUpTo(a *core.Arena, id components.ID, number int, enough float64) float64 {
	s, _ := core.StateOf[holder](a)
	return s.Minds().distanceTo(a.BodyOf(id), number, enough)
}
