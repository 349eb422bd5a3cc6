package unvanquished

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// goOn goes on to the goal: Success in range, else a step.
func goOn(t turn) host.Status { return t.goWithin(t.reachOf(t.Body, t.bots[t.Body].goal)) }

// goWithin goes on to within some metres of the goal.
func (t turn) goWithin(stop float64) host.Status {
	goal := t.bots[t.Body].goal
	if !t.valid(goal) {
		t.tellLost(goal)
		return host.Failure
	}
	t.tellGap(goal, stop)
	if t.gap(t.Body, goal) <= stop {
		t.Stand()
		return host.Success
	}
	return t.stepOn(stop)
}

// justEntered reports whether the bot's current action took its place in this tick.
func (t turn) justEntered() bool { return t.bots[t.Body].entered == t.Tick }

// goAround makes a random point near a target the goal.
func (t turn) goAround(m target, radius float64) bool {
	x, y, ok := t.spotOf(m)
	if !ok {
		return t.setGoal(m) // which says why not
	}
	if m, ok = t.around(x, y, max(radius, 0)); !ok {
		t.Because("no way leads to any of the points that it drew")
		return false
	}
	return t.setGoal(m)
}

// metres returns an argument that is a length, in metres.
func (t turn) metres(arg int) float64 { return t.Num(arg) / t.perM }

// user returns whom a body follows: its leader, else the first player of its
// team.
func (s *state) user(b int32) target {
	if q := s.a.Living(s.a.Mind[b].Leader); q >= 0 {
		return s.targetBody(q)
	}
	return s.targetBody(s.a.Living(s.teams[s.a.Group[b]].user))
}

// rally returns the nearest place of the team with the tag rally.
func (s *state) rally(b int32) target {
	if place, _ := s.nearestRally(b); place >= 0 {
		return target{kind: placeTarget, place: place}
	}
	return target{}
}

// nearestRally returns the nearest place of the team with the tag rally, or -1, and how
// far it is.
func (s *state) nearestRally(b int32) (place int32, far float64) {
	x, y, _, _ := s.a.Game.Body(b)
	team, best := s.a.TeamOf(b), math.Inf(1)
	place = -1
	for _, i := range s.rallies {
		p := &s.a.Places()[i]
		if d := s.a.Field.Dist2(x, y, p.X, p.Y); d < best && (p.Team == team || p.Team == systems.NoTeam) {
			place, best = i, d
		}
	}
	return place, math.Sqrt(best)
}

// The distances of moving, in metres.
const (
	roamRadius   = 2000 * unit
	retreatReach = 70 * unit
)

// The order in which kinds of buildings are rushed: BotGetRushTarget.
var rushOrder = [2][]int{
	aliens: {telenode, reactor, armoury, medistat, turret, rocketPod},
	humans: {egg, overmind, booster, acidTube, hive, spiker},
}

// rushTarget returns the building that a body would rush to, or no target.
func (s *state) rushTarget(b int32) target {
	team := s.a.TeamOf(b)
	if team != aliens && team != humans {
		return target{}
	}
	for _, kind := range rushOrder[team] {
		if m := s.knownBuilding(b, kind); m.kind != noTarget {
			return m
		}
	}
	return target{}
}

// moves are the actions to move, and to reset the clocks of a bot.
var moves = []entry{
	{
		name: "roam",
		doc:  "Goes to a random point around itself, up to 62 m away. Succeeds there; fails while something blocks its way.",
		admit: func(t turn) bool {
			x, y, _, _ := t.Game.Body(t.Body)
			m, ok := t.around(x, y, roamRadius)
			if !ok {
				m = target{kind: pointTarget, x: x, y: y}
			}
			return t.setGoal(m)
		},
		act: goOn,
	},
	{
		name:  "roamInRadius",
		doc:   "Goes to a random point within a radius of where an entity is now. Succeeds there; fails without the entity, and while something blocks its way.",
		admit: func(t turn) bool { return t.goAround(t.entity(0), t.metres(1)) },
		act:   goOn,
	},
	{
		name:  "follow",
		doc:   "Goes to a random point within a radius of the bot's leader, else of the first player of its team. Succeeds there; fails without one that lives, and while something blocks its way.",
		admit: func(t turn) bool { return t.goAround(t.user(t.Body), t.metres(0)) },
		act: func(t turn) host.Status {
			if t.user(t.Body).kind == noTarget {
				t.Because("no leader, and no player of its team")
				return host.Failure
			}
			return goOn(t)
		},
	},
	{
		name:  "stayHere",
		doc:   "Goes to a random point within a radius of the team's place with the tag `rally`. Succeeds there; fails without one, and while something blocks its way.",
		admit: func(t turn) bool { return t.goAround(t.rally(t.Body), t.metres(0)) },
		act: func(t turn) host.Status {
			if t.rally(t.Body).kind == noTarget {
				t.Because("no place of its team is").About("rally")
				return host.Failure
			}
			return goOn(t)
		},
	},
	{
		name: "rush",
		doc: "Goes to the nearest building of the enemy of the first kind of which its team knows one. Humans: egg, overmind, booster, acid tube, hive, spiker; aliens: " +
			"telenode, reactor, armoury, medistation, turret, rocket pod. Succeeds there; fails without one, and while something blocks its way.",
		admit: func(t turn) bool { return t.setGoal(t.rushTarget(t.Body)) },
		act: func(t turn) host.Status {
			if t.justEntered() {
				return host.Running
			}
			return goOn(t)
		},
	},
	{
		name:  "flee",
		doc:   "Goes to its team's reactor or overmind. Succeeds 2.2 m from it; fails without one that is finished.",
		admit: func(t turn) bool { return t.setGoal(t.mainOf(t.Body)) },
		act: func(t turn) host.Status {
			goal := t.bots[t.Body].goal
			stop := float64(retreatReach)
			if goal.kind == placeTarget {
				stop = max(stop, t.half(goal))
			}
			t.tellGap(goal, stop)
			switch {
			case !t.valid(goal):
				return host.Failure
			case t.gap(t.Body, goal) <= stop:
				t.Stand()
				return host.Success
			}
			t.stepOn(stop)
			return host.Running
		},
	},
	{
		name: "moveTo",
		doc: "Makes an entity the goal and goes there: into its radius, or within that of the second parameter. Fails without the entity, and while something blocks its " +
			"way.",
		admit: func(t turn) bool { return t.setGoal(t.entity(0)) },
		act: func(t turn) host.Status {
			if t.justEntered() {
				return host.Running
			}
			stop := t.reachOf(t.Body, t.bots[t.Body].goal)
			if t.Args[1].Kind() != host.Null && t.Num(1) > 0 {
				stop = t.metres(1)
			}
			return t.goWithin(stop)
		},
	},
	{
		name: "moveToGoal", doc: "Takes a step to the goal, wherever that moves. Succeeds there; fails without a goal that lives, and while something blocks its way.", act: goOn,
	},
	{
		name: "changeGoal",
		doc: "Sets the goal: an entity, or a point by x, y and z, where z counts for nothing. The lasting action that was under way starts over. Fails without the entity, where no " +
			"way leads there, and with two parameters.",
		admit: func(t turn) bool {
			switch {
			case t.Args[1].Kind() == host.Null:
				return t.setGoal(t.entity(0))
			case t.Args[2].Kind() != host.Null:
				p := t.Free(t.OnField(components.Position{X: float32(t.metres(0)), Y: float32(t.metres(1))}))
				return t.setGoal(target{kind: pointTarget, x: p.X, y: p.Y})
			}
			t.Because("two parameters are neither an entity nor a point")
			return false
		},
		act: func(turn) host.Status { return host.Success },
	},
	{
		name: "teleport", doc: "Puts the bot at a point at once, or at the nearest free spot; z counts for nothing.",
		act: func(t turn) host.Status {
			return t.Do(core.JumpDeed(float32(t.metres(0)), float32(t.metres(1))))
		},
	},
	{
		name: "resetStuckTime", doc: "Sets `stuckTime` to 0.",
		act: func(t turn) host.Status {
			t.unstick(t.Body)
			return host.Success
		},
	},
	{
		name: "resetMyTimer", doc: "Sets the bot's timer to now.",
		act: func(t turn) host.Status {
			t.Mind[t.Body].Stopwatch = t.Now
			return host.Success
		},
	},
}
