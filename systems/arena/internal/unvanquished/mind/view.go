package mind

import (
	"github.com/thicket-sim/thicket/systems"
	"github.com/thicket-sim/thicket/systems/arena/internal/unvanquished/world"
)

func (s *Minds) GoalView(m world.Target) (v systems.GoalView) {
	if !s.Valid(m) {
		return v
	}
	v.X, v.Y, _ = s.SpotOf(m)
	switch m.Kind {
	case world.BodyTarget:
		at := s.a.Game.World.Position.Of(m.Who)
		v.Kind, v.ID, v.X, v.Y = systems.GoalBody, m.Who, at.X, at.Y
	case world.PlaceTarget:
		v.Kind, v.Place = systems.GoalPlace, s.a.Places()[m.Place].ID
	case world.PointTarget:
		v.Kind = systems.GoalPoint
	}
	return v
}
