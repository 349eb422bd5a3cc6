package unvanquished

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// fighting is what is kept of whom a body fights, and of who knows of it.
type fighting struct {
	saw   int64 // when it saw the one that it fights last
	known bool  // of a building: the other team knows of it
}

func (f *fighting) digest(h *core.Sum) {
	h.Add(uint64(f.saw))
	h.Truth(f.known)
}

// watch looks for the best enemy of a body, once a tick.
func (s *state) watch(int32) {}

// feel is called when a body was hurt by another, or by nobody for 0.
func (s *state) feel(int32, components.ID) {}

// known reports whether the other team knows of a building.
func (s *state) known(int32) bool { return true }

// forgetCombat makes a body one that was never hurt in a fight.
func (s *state) forgetCombat(b int32) { s.a.Health[b].Fought = -1 }
