package live

import (
	"slices"

	"github.com/thicket-sim/thicket/internal/systems"
)

// Attendant looks at each tick that a session plays. It only reads.
type Attendant interface {
	// Before is called before a tick, with the game that plays it: another one than before after
	// Seek or Recover.
	Before(g *systems.Game)
	// After is called after a tick.
	After(g *systems.Game)
}

// Attend has somebody look at each tick of a session from the next one on, and stop ends that.
func Attend(s *Session, a Attendant) (stop func()) {
	s.lock("Attend")
	defer s.mu.Unlock()
	s.attendants = append(s.attendants, a)
	return func() {
		s.lock("Attend")
		defer s.mu.Unlock()
		s.attendants = slices.DeleteFunc(s.attendants, func(b Attendant) bool { return a == b })
	}
}
