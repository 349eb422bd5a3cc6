package unvanquished

import (
	"github.com/thicket-sim/thicket/systems"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// structure is what is kept of a building.
type structure struct {
	doneAt int64 // when it is finished
	burnAt int64 // until when it burns
}

func (b *structure) digest(h *core.Sum) {
	h.Add(uint64(b.doneAt))
	h.Add(uint64(b.burnAt))
}

// building is what the state keeps of all building.
type building struct {
	burning int    // bodies that burn
	sites   []site // what is to be built at the end of the tick
}

// site is where a building is to be put up.
type site struct {
	class int
	at    systems.Spot
}

// selfPowered are the kinds of buildings that need no main building, a bit each.
const selfPowered = 1<<egg | 1<<overmind | 1<<leech | 1<<telenode | 1<<drill | 1<<reactor

// finished reports whether a building was built to its end.
func (s *state) finished(q int32) bool { return s.bots[q].doneAt <= s.a.Now }

// powered reports whether a building has power.
func (s *state) powered(q int32) bool {
	return s.teams[s.a.Group[q]].powered || s.forms[s.a.Mind[q].Form]&selfPowered != 0
}

// collapse is called when a building dies. It is true where the building stays until
// it explodes.
func (s *state) collapse(int32) bool { return false }

// burns reports whether a building is on fire.
func (s *state) burns(q int32) bool { return s.bots[q].burnAt > s.a.Now }
