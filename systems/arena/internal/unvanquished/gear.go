package unvanquished

import (
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// gear is what a body owns and can do with it.
type gear struct {
	credits  float64 // 0 to mostCredits, its own
	upgrades uint16  // that are switched on, a bit each
}

func (g *gear) digest(h *core.Sum) {
	h.Double(g.credits)
	h.Add(uint64(g.upgrades))
}
