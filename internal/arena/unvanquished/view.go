package unvanquished

import (
	"github.com/thicket-sim/thicket/session"
)

// show adds what a body is and has to a snapshot: money, the stuck clock, a goal that
// it can still go for, and how a building stands.
func (s *state) show(b int32, v *session.BodyView) {
	e := &s.Bots[b]
	if s.IsBuilding(b) {
		v.Building = s.base.BuildingView(b, v.ID)
		return
	}
	v.Tracked, v.Money = s.Plays[b], e.Credits
	if s.Plays[b] && !s.a.Dead(b) {
		v.Stuck = float64(float32(s.a.Elapsed(e.StuckAt))) // in the precision that dumps have
		v.Goal = s.mind.GoalView(e.Goal)
	}
}
