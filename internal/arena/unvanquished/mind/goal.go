package mind

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// SetGoal makes a target the bot's goal: BotChangeGoal. It fails, and leaves the old
// goal, when the target is nothing or dead, and when no way leads there.
func (t Turn) SetGoal(m world.Target) bool {
	switch x, y, ok := t.SpotOf(m); {
	case m.Kind == world.NoTarget:
		t.Because("nothing and nobody to go to")
		return false
	case !ok || m.Kind == world.BodyTarget && t.LivingOf(m) < 0:
		t.TellLost(m)
		return false
	case !t.Land.Reaches(t.Body, x, y):
		t.About("no way leads to", m)
		return false
	}
	t.About("its goal is now", m)
	e := &t.Bots[t.Body]
	e.Goal, e.Changed, e.Straight = m, t.Now, false
	return true
}

// goalAsks are the functions that ask for the goal.
var goalAsks = []Entry[Turn]{
	{Name: "goalBuildingType", Doc: "Which building the goal is, as the symbols E_A_... of the first team and E_H_... of the second have it; 0 for none.",
		Ask: func(t Turn) host.Value {
			if goal := t.Bots[t.Body].Goal; t.EntityOf(goal) {
				return host.IntValue(int64(t.KindAt(goal)))
			}
			return host.IntValue(0)
		}},
	{Name: "goalIsDead", Doc: "1 when the goal is no living entity, so also for a point and for no goal, and when it is a building of its team without power; else 0.",
		Ask: func(t Turn) host.Value {
			goal := t.Bots[t.Body].Goal
			return lore.Truth(!t.EntityOf(goal) || t.TeamAt(goal) == t.TeamOf(t.Body) && t.KindsAt(goal) != 0 && !t.PoweredAt(goal))
		}},
	{Name: "goalTeam", Doc: "The team of the entity that the goal is, as `team` counts; 0 for none.",
		Ask: func(t Turn) host.Value {
			if goal := t.Bots[t.Body].Goal; t.EntityOf(goal) {
				return lore.TeamNumber(t.TeamAt(goal))
			}
			return host.IntValue(0)
		}},
	{Name: "goalType", Doc: "ET_BUILDABLE for a goal that is a building, ET_PLAYER for another body, -1 for a point, for one that is dead and for no goal.",
		Ask: func(t Turn) host.Value {
			switch goal := t.Bots[t.Body].Goal; {
			case !t.EntityOf(goal):
				return host.IntValue(-1)
			case t.KindsAt(goal) != 0:
				return host.IntValue(aBuilding)
			}
			return host.IntValue(aPlayer)
		}},
}
