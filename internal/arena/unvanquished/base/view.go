package base

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
	"github.com/thicket-sim/thicket/session"
)

func (s *Base) BuildingView(b int32, id components.ID) session.BuildingView {
	v := session.BuildingView{Kind: "building", Finished: 1, Burning: s.Burns(b), Powered: s.Powered(b)}
	if kind := s.KindAt(world.Target{Kind: world.BodyTarget, Who: id}); kind > 0 {
		v.Kind = lore.BuildingNames[kind]
	}
	if takes := s.planOf(b).ticks; takes > 0 && !s.Finished(b) {
		v.Finished = min(max(1-float32(s.Structures[b].DoneAt-s.a.Now)/float32(takes), 0), 1)
	}
	return v
}
