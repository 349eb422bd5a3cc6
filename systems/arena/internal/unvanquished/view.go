package unvanquished

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems"
)

// show adds what a body is and has to a snapshot: money, the stuck clock, a goal that
// it can still go for, and how a building stands.
func (s *state) show(b int32, v *systems.BodyView) {
	e := &s.bots[b]
	if s.isBuilding(b) {
		v.Building = s.buildingView(b, v.ID)
		return
	}
	v.Tracked, v.Money = s.plays[b], e.credits
	if s.plays[b] && !s.a.Dead(b) {
		v.Stuck = float32(s.a.Elapsed(e.stuckAt))
		v.Goal = s.goalView(e.goal)
	}
}

func (s *state) goalView(m target) (v systems.GoalView) {
	if !s.valid(m) {
		return v
	}
	v.X, v.Y, _ = s.spotOf(m)
	switch m.kind {
	case bodyTarget:
		at := s.a.Game.World.Position.Of(m.who)
		v.Kind, v.ID, v.X, v.Y = systems.GoalBody, m.who, at.X, at.Y
	case placeTarget:
		v.Kind, v.Place = systems.GoalPlace, s.a.Places()[m.place].ID
	case pointTarget:
		v.Kind = systems.GoalPoint
	}
	return v
}

func (s *state) buildingView(b int32, id components.ID) systems.BuildingView {
	v := systems.BuildingView{Kind: "building", Finished: 1, Burning: s.burns(b), Powered: s.powered(b)}
	if kind := s.kindAt(target{kind: bodyTarget, who: id}); kind > 0 {
		v.Kind = buildingNames[kind]
	}
	if takes := s.planOf(b).ticks; takes > 0 && !s.finished(b) {
		v.Finished = min(max(1-float32(s.structures[b].doneAt-s.a.Now)/float32(takes), 0), 1)
	}
	return v
}
