package mind

import (
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
	"github.com/thicket-sim/thicket/session"
)

func (s *Minds) GoalView(m world.Target) (v session.GoalView) {
	if !s.Valid(m) {
		return v
	}
	v.X, v.Y, _ = s.SpotOf(m)
	switch m.Kind {
	case world.BodyTarget:
		at := s.a.Game.World.Position.Of(m.Who)
		v.Kind, v.ID, v.X, v.Y = session.GoalBody, m.Who, at.X, at.Y
	case world.PlaceTarget:
		v.Kind, v.Place = session.GoalPlace, s.a.Places()[m.Place].ID
	case world.PointTarget:
		v.Kind = session.GoalPoint
	}
	return v
}
