package chronicle

import (
	"fmt"

	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// Form names the present class of a body that is of another one than its own: the name of
// that class and its id. It is empty for others.
func Form(setup *systems.Setup, v *session.BodyView) string {
	if v.Form == v.Class || v.Form == "" {
		return ""
	}
	for i := range setup.Classes {
		if c := &setup.Classes[i]; c.ID == v.Form && c.Name != c.ID {
			return fmt.Sprintf("%s (%s)", c.Name, c.ID)
		}
	}
	return v.Form
}

// standing tells how a building stands.
func standing(b *session.BuildingView) string {
	text := b.Kind
	if b.Finished < 1 {
		text += fmt.Sprintf(", %.0f%% built", 100*b.Finished)
	}
	if b.Burning {
		text += ", burning"
	}
	if !b.Powered {
		text += ", without power"
	}
	return text
}

// bound tells what a goal is, and where.
func bound(s *session.Snapshot, g *session.GoalView) string {
	name := "point"
	switch g.Kind {
	case session.GoalBody:
		if to := s.Body(g.ID); to != nil {
			name = to.Name
		}
	case session.GoalPlace:
		name = g.Place
	}
	return fmt.Sprintf("%s at %.1f, %.1f", name, g.X, g.Y)
}
