package unvanquished

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems"
)

// The kinds of targets.
const (
	noTarget uint8 = iota
	bodyTarget
	placeTarget
	pointTarget
)

// target is something on the field that a tree refers to. A body is meant for as
// long as it lives: who came back is another one.
type target struct {
	kind  uint8
	as    uint8 // the kind of building as which it was asked for, or 0
	who   components.ID
	born  int64 // when the body appeared, or came back
	place int32
	x, y  float32 // of a point
}

func (s *state) targetBody(b int32) target {
	if b < 0 {
		return target{}
	}
	return target{kind: bodyTarget, who: s.a.ID(b), born: s.a.Health[b].Born}
}

// setGoal makes a target the bot's goal: BotChangeGoal. It fails, and leaves the old
// goal, when the target is nothing or dead, and when no way leads there.
func (t turn) setGoal(m target) bool {
	switch x, y, ok := t.spotOf(m); {
	case m.kind == noTarget:
		t.Because("nothing and nobody to go to")
		return false
	case !ok || m.kind == bodyTarget && t.livingOf(m) < 0:
		t.tellLost(m)
		return false
	case !t.Reaches(t.Body, x, y):
		t.about("no way leads to", m)
		return false
	}
	t.about("its goal is now", m)
	e := &t.bots[t.Body]
	e.goal, e.changed, e.straight = m, t.Now, false
	return true
}

// spotOf returns where a target is, in metres; false for no target and for a
// body that is gone.
func (s *state) spotOf(m target) (x, y float32, ok bool) {
	switch m.kind {
	case bodyTarget:
		q := s.a.BodyOf(m.who)
		if q < 0 {
			return 0, 0, false
		}
		x, y, _, _ = s.a.Game.Body(q)
	case placeTarget:
		x, y = s.a.Places()[m.place].X, s.a.Places()[m.place].Y
	case pointTarget:
		x, y = m.x, m.y
	default:
		return 0, 0, false
	}
	return x, y, true
}

// gap returns how far the middle of a target is, in metres; host.Endless for
// none.
func (s *state) gap(b int32, m target) float64 {
	mx, my, ok := s.spotOf(m)
	if !ok {
		return host.Endless
	}
	x, y, _, _ := s.a.Game.Body(b)
	return math.Sqrt(s.a.Field.Dist2(x, y, mx, my))
}

// livingOf returns the living body that a target is, or -1.
func (s *state) livingOf(m target) int32 {
	if m.kind != bodyTarget {
		return -1
	}
	if q := s.a.Living(m.who); q >= 0 && s.a.Health[q].Born == m.born {
		return q
	}
	return -1
}

// entityOf reports whether a target is an entity that lives: a body, or a place,
// which always does.
func (s *state) entityOf(m target) bool { return m.kind == placeTarget || s.livingOf(m) >= 0 }

// valid reports whether a bot can go on to its goal: a point, or an entity that lives.
func (s *state) valid(m target) bool { return m.kind == pointTarget || s.entityOf(m) }

// kindsAt returns the kinds of buildings that a target is, a bit each.
func (s *state) kindsAt(m target) uint32 {
	switch m.kind {
	case bodyTarget:
		if q := s.a.BodyOf(m.who); q >= 0 {
			return s.forms[s.a.Form[q]]
		}
	case placeTarget:
		return s.places[m.place]
	}
	return 0
}

// teamAt returns the team of a target, or systems.NoTeam.
func (s *state) teamAt(m target) int {
	switch m.kind {
	case bodyTarget:
		if q := s.a.BodyOf(m.who); q >= 0 {
			return s.a.TeamOf(q)
		}
	case placeTarget:
		return s.a.Places()[m.place].Team
	}
	return systems.NoTeam
}

// kindAt returns the kind of building that a target is: the one as which it was
// asked for, else one of its team's; 0 for no building.
func (s *state) kindAt(m target) int {
	if m.as != 0 {
		return int(m.as)
	}
	return firstKind(s.kindsAt(m), s.teamAt(m) == humans)
}

// firstKind returns the first of some kinds of buildings, a bit each: of the second
// team's for a building of that, if there is one; 0 for none.
func firstKind(kinds uint32, second bool) (first int) {
	for kind := 1; kind <= lastBuilding; kind++ {
		if kinds>>kind&1 != 0 && (first == 0 || second && first < firstOfB && kind >= firstOfB) {
			first = kind
		}
	}
	return first
}

// half returns half the width of a target, in metres.
func (s *state) half(m target) float64 {
	switch m.kind {
	case bodyTarget:
		if q := s.a.BodyOf(m.who); q >= 0 {
			return float64(s.a.FormOf(q).Radius)
		}
	case placeTarget:
		return float64(s.a.Places()[m.place].Radius)
	}
	return 0
}

// reachOf returns how near the middle of a target a bot is in range of it, in metres:
// BotGetGoalRadius. Of a place, which may be wider than any building, it is the radius.
func (s *state) reachOf(b int32, m target) float64 {
	own := float64(s.a.FormOf(b).Radius)
	reach := func(half float64) float64 { return float64(half*math.Sqrt2) + 20*unit }
	switch kind := s.kindAt(m); {
	case m.kind == pointTarget:
		return reach(own)
	case m.kind == placeTarget:
		return max(s.half(m), reach(own))
	case kind == medistat || kind == booster:
		return own + s.half(m)
	}
	return reach(own + s.half(m))
}

// goalAsks are the functions that ask for the goal.
var goalAsks = []entry{
	{name: "goalBuildingType", doc: "Which building the goal is, as the symbols E_A_... of the first team and E_H_... of the second have it; 0 for none.",
		ask: func(t turn) host.Value {
			if goal := t.bots[t.Body].goal; t.entityOf(goal) {
				return host.IntValue(int64(t.kindAt(goal)))
			}
			return host.IntValue(0)
		}},
	{name: "goalIsDead", doc: "1 when the goal is no living entity, so also for a point and for no goal, and when it is a building of its team without power; else 0.",
		ask: func(t turn) host.Value {
			goal := t.bots[t.Body].goal
			return truth(!t.entityOf(goal) || t.teamAt(goal) == t.TeamOf(t.Body) && t.kindsAt(goal) != 0 && !t.poweredAt(goal))
		}},
	{name: "goalTeam", doc: "The team of the entity that the goal is, as `team` counts; 0 for none.",
		ask: func(t turn) host.Value {
			if goal := t.bots[t.Body].goal; t.entityOf(goal) {
				return teamNumber(t.teamAt(goal))
			}
			return host.IntValue(0)
		}},
	{name: "goalType", doc: "ET_BUILDABLE for a goal that is a building, ET_PLAYER for another body, -1 for a point, for one that is dead and for no goal.",
		ask: func(t turn) host.Value {
			switch goal := t.bots[t.Body].goal; {
			case !t.entityOf(goal):
				return host.IntValue(-1)
			case t.kindsAt(goal) != 0:
				return host.IntValue(aBuilding)
			}
			return host.IntValue(aPlayer)
		}},
}
