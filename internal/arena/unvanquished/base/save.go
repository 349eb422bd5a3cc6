package base

import (
	"fmt"

	"github.com/thicket-sim/thicket/internal/arena/core"
)

// Restored makes anew what follows from what was read, and returns what is wrong with it.
func (s *Base) Restored() error {
	setup := s.a.Game.Setup
	if len(s.sides) != len(setup.Teams) {
		return fmt.Errorf("saved with %d teams, wanted %d", len(s.sides), len(setup.Teams))
	}
	for i := range s.sides {
		if s.sides[i].started < 0 {
			return fmt.Errorf("%d bots of team %d have appeared", s.sides[i].started, i)
		}
	}
	for _, at := range s.sites {
		if !core.Below(at.class, len(setup.Classes)) || !core.Finite(at.at.X, at.at.Y, at.at.Radius) {
			return fmt.Errorf("a building of class %d is to be put up at (%v, %v)", at.class, at.at.X, at.at.Y)
		}
	}
	s.planClasses()
	return nil
}
