package unvanquished

import (
	"fmt"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/base"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/economy"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// kept is all that does not follow from the scene and is not made anew in each tick.
type kept struct {
	teams      []world.Team
	thinks     []bool
	bodies     world.Bodies
	building   base.Building
	blackboard mind.Blackboard
	births     base.Births
	bombs      []economy.Bomb
}

// Kept gathers what is saved of the parts.
func (s *state) Kept() any {
	s.kept = kept{s.Teams, s.Thinks, s.Bodies, s.base.Building, s.mind.Blackboard, s.base.Births, s.economy.Bombs}
	return &s.kept
}

// Restored hands out to the parts what was read, which check it and make anew what follows.
func (s *state) Restored(bodies int) error {
	k := &s.kept
	s.Teams, s.Thinks, s.Bodies, s.base.Building, s.mind.Blackboard, s.base.Births, s.economy.Bombs = k.teams, k.thinks, k.bodies, k.building, k.blackboard, k.births, k.bombs
	if err := s.check(bodies); err != nil {
		return fmt.Errorf("unvanquished: %w", err)
	}
	return nil
}

// check returns what is wrong with a state that was read: every number in it that stands for
// something must stand for something that is there.
func (s *state) check(bodies int) error {
	if err := s.World.Check(bodies); err != nil {
		return err
	}
	if err := s.economy.Check(); err != nil {
		return err
	}
	if err := s.base.Restored(); err != nil {
		return err
	}
	return s.mind.Restored(bodies)
}
