package unvanquished

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// Tag makes a building known to the other team.
func Tag(a *core.Arena, id components.ID) {
	s, _ := core.StateOf[*state](a)
	s.structures[a.BodyOf(id)].tagged = true
}

// Tire leaves a body so much stamina.
func Tire(a *core.Arena, id components.ID, stamina float64) {
	s, _ := core.StateOf[*state](a)
	e := &s.bots[a.BodyOf(id)]
	e.hop, e.tired = a.Now-a.Ticks(airTime), fullStamina-stamina+airTime*restored
}

// Stamina is that of a body.
func Stamina(a *core.Arena, id components.ID) float64 {
	s, _ := core.StateOf[*state](a)
	return s.stamina(a.BodyOf(id))
}

// Distance is what distanceTo gives a body for an entity by its number.
func Distance(a *core.Arena, id components.ID, number int) float64 {
	s, _ := core.StateOf[*state](a)
	b := a.BodyOf(id)
	return s.distanceTo(b, number)
}

// Block makes a body believe that its last step got nowhere, while its stuck clock shows
// so many seconds.
func Block(a *core.Arena, id components.ID, seconds float64) {
	s, _ := core.StateOf[*state](a)
	e := &s.bots[a.BodyOf(id)]
	e.stuckAt = a.Now - a.Ticks(seconds)
	e.stuckX, e.stuckY, _, _ = a.Game.Body(a.BodyOf(id))
}
