package unvanquished

import (
	"github.com/thicket-sim/thicket/systems"
)

// show adds what a body is and has to a snapshot.
func (s *state) show(int32, *systems.BodyView) {}
