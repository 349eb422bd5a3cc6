package unvanquished

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// Best is a body's best enemy, or 0: alertedToEnemy is whether there is one.
func Best(a *core.Arena, id components.ID) components.ID {
	s, _ := core.StateOf[*state](a)
	return s.bots[a.BodyOf(id)].best
}

// Stuck is a body's stuck time, in seconds.
func Stuck(a *core.Arena, id components.ID) float64 {
	s, _ := core.StateOf[*state](a)
	return s.stuckFor(a.BodyOf(id))
}

// CombatAgo is what timeSinceLastCombat gives for a body, in seconds.
func CombatAgo(a *core.Arena, id components.ID) float64 {
	s, _ := core.StateOf[*state](a)
	return s.milliseconds(max(s.bots[a.BodyOf(id)].fought, 0)).Number() / 1000
}

// Attacks is what inAttackRange gives for two bodies.
func Attacks(a *core.Arena, id, other components.ID) bool {
	s, _ := core.StateOf[*state](a)
	return s.inAttackRange(a.BodyOf(id), s.targetBody(a.BodyOf(other)))
}

// Aims returns the place at which a body aims, in metres.
func Aims(a *core.Arena, id components.ID) (x, y float32) {
	s, _ := core.StateOf[*state](a)
	e := &s.records[a.BodyOf(id)].aiming
	return e.atX, e.atY
}

// Known reports whether the other team knows of a building.
func Known(a *core.Arena, id components.ID) bool {
	s, _ := core.StateOf[*state](a)
	return s.known(a.BodyOf(id))
}
