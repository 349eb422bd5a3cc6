package inspect

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/systems"
)

// Form is what a body is now, where that is another class than its own: the name of
// that class and its id. It is empty for others.
func Form(setup *systems.Setup, v *systems.BodyView) string {
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

// Condition is how a body of a snapshot fares, for people: a line for each thing that
// there is to tell of it.
func Condition(s *systems.Snapshot, v *systems.BodyView) (lines []string) {
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	switch {
	case v.Dead:
		say("is dead")
	case v.Hidden:
		say("is out of sight, such as inside its home")
	case v.Points > 0:
		say("health %.0f%%, %.4g points", 100*v.Health, v.Points)
	case v.Health < 1:
		say("health %.0f%%", 100*v.Health)
	}
	if b := &v.Building; b.Kind != "" {
		say("%s", standing(b))
	}
	if v.Weapon != "" {
		say("%s", armed(v))
	}
	var had []string
	if v.Tracked {
		had = append(had, fmt.Sprintf("money %d", int(v.Money)))
	}
	if v.Kills > 0 {
		had = append(had, fmt.Sprintf("kills %d", v.Kills))
	}
	if v.Cargo > 0 {
		had = append(had, fmt.Sprintf("carries %d", v.Cargo))
	}
	if len(had) > 0 {
		say("%s", strings.Join(had, ", "))
	}
	if v.Goal.Kind != systems.NoGoal {
		say("goal %s", bound(s, &v.Goal))
	}
	if v.Tracked {
		say("timer %.1f s, stuck %.1f s", v.Timer, v.Stuck)
	}
	if v.Pose != "" {
		say("pose %s", v.Pose)
	}
	if v.Speech != "" {
		say("says %q", v.Speech)
	}
	return lines
}

// standing tells how a building stands.
func standing(b *systems.BuildingView) string {
	text := "building " + b.Kind
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

// armed tells what a body has in hand.
func armed(v *systems.BodyView) string {
	if v.Clip == 0 {
		return "weapon " + v.Weapon
	}
	return fmt.Sprintf("weapon %s, %d of %d + %d", v.Weapon, v.Loaded, v.Clip, v.Spare)
}

// bound tells what a goal is, and where.
func bound(s *systems.Snapshot, g *systems.GoalView) string {
	name := "point"
	switch g.Kind {
	case systems.GoalBody:
		if to := s.Body(g.ID); to != nil {
			name = to.Name
		}
	case systems.GoalPlace:
		name = g.Place
	}
	return fmt.Sprintf("%s at %.1f, %.1f", name, g.X, g.Y)
}
