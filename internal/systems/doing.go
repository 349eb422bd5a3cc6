package systems

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

// Doing tells of a body that is there what it does: the last action that succeeded or runs on in
// the last tick, empty for none, and whether its tree gets no turns.
func Doing(g *Game, id components.ID) (action string, held bool) {
	g.sync()
	body := g.World.Slot(id)
	if d := g.decided(body); d.action > 0 {
		action = host.NumberedActions(g.Setup.Registry)[d.action-1]
	}
	return action, g.held.holds(body)
}
