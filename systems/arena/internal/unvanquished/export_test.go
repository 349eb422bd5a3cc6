package unvanquished

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// Ignite sets a building on fire.
func Ignite(a *core.Arena, id components.ID) {
	s, _ := core.StateOf[*state](a)
	s.bots[a.BodyOf(id)].burns = a.Now + a.Ticks(burnTime)
	s.burning++
}
