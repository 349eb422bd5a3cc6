package fight

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
)

// Attacks returns the answer of inAttackRange for two bodies.
func Attacks(a *core.Arena, id, other components.ID) bool {
	s, _ := core.StateOf[interface {
		core.State
		Fight() *Fight
	}](a)
	f := s.Fight()
	return f.inAttackRange(a.BodyOf(id), f.TargetBody(a.BodyOf(other)))
}
