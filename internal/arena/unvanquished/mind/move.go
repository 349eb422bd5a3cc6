package mind

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
	"github.com/thicket-sim/thicket/internal/systems"
)

// goOn goes on to the goal: Success in range, else a step.
func goOn(t Turn) host.Status { return t.goWithin(t.ReachOf(t.Body, t.Bots[t.Body].Goal)) }

// goWithin goes on to within some metres of the goal.
func (t Turn) goWithin(stop float64) host.Status {
	goal := t.Bots[t.Body].Goal
	if !t.Valid(goal) {
		t.TellLost(goal)
		return host.Failure
	}
	t.TellGap(goal, stop)
	if t.Gap(t.Body, goal) <= stop {
		t.Stand()
		return host.Success
	}
	return t.StepOn(stop)
}

// JustEntered reports whether the bot's current action took its place in this tick.
func (t Turn) JustEntered() bool { return t.Bots[t.Body].Entered == t.Tick }

// goAround makes a random point near a target the goal.
func (t Turn) goAround(m world.Target, radius float64) bool {
	x, y, ok := t.SpotOf(m)
	if !ok {
		return t.SetGoal(m) // which says why not
	}
	if m, ok = t.around(x, y, max(radius, 0)); !ok {
		t.Because("no way leads to any of the points that it drew")
		return false
	}
	return t.SetGoal(m)
}

// metres returns an argument that is a length, in metres.
func (t Turn) metres(arg int) float64 { return t.Num(arg) / t.UnitsPerMetre }

// user returns whom a body follows: its leader, else the first player of its
// team.
func (s *Minds) user(b int32) world.Target {
	if q := s.a.Living(s.a.Mind[b].Leader); q >= 0 {
		return s.TargetBody(q)
	}
	return s.TargetBody(s.a.Living(s.Teams[s.a.Group[b]].User))
}

// rally returns the spot that a command gave a body, else the nearest place of the team with the tag
// rally.
func (s *Minds) rally(b int32) world.Target {
	if x, y, ok := s.a.Game.StationOf(s.a.ID(b)); ok {
		return world.Target{Kind: world.PointTarget, X: x, Y: y}
	}
	if place, _ := s.nearestRally(b); place >= 0 {
		return world.Target{Kind: world.PlaceTarget, Place: place}
	}
	return world.Target{}
}

// newSpot says by how much more than the radius a bot on its way to its spot must go elsewhere, in
// metres, for the spot to be another one than it set out for.
const newSpot = 5

// sentElsewhere reports whether a command has given a body another spot than the one to which it is
// on its way.
func (t Turn) sentElsewhere() bool {
	x, y, given := t.Game.StationOf(t.ID(t.Body))
	gx, gy, known := t.SpotOf(t.Bots[t.Body].Goal)
	far := max(t.metres(0), 0) + newSpot
	return given && known && t.Field.Dist2(x, y, gx, gy) > far*far
}

// nearestRally returns the nearest place of the team with the tag rally, or -1, and how
// far it is.
func (s *Minds) nearestRally(b int32) (place int32, far float64) {
	x, y := s.a.Game.At(b)
	team, best := s.a.TeamOf(b), math.Inf(1)
	place = -1
	if team == systems.NoTeam {
		team = len(s.Rallies) - 1
	}
	for _, i := range s.Rallies[team] {
		p := &s.a.Places()[i]
		if d := s.a.Field.Dist2(x, y, p.X, p.Y); d < best {
			place, best = i, d
		}
	}
	return place, math.Sqrt(best)
}

// The distances of moving, in metres.
const (
	roamRadius   = 2000 * lore.Unit
	retreatReach = 70 * lore.Unit
)

// The order in which kinds of buildings are rushed: BotGetRushTarget.
var rushOrder = [2][]int{
	lore.Aliens: {lore.Telenode, lore.Reactor, lore.Armoury, lore.Medistat, lore.Turret, lore.RocketPod},
	lore.Humans: {lore.Egg, lore.Overmind, lore.Booster, lore.AcidTube, lore.Hive, lore.Spiker},
}

// rushTarget returns the building that a body would rush to, or no target.
func (s *Minds) rushTarget(b int32) world.Target {
	team := s.a.TeamOf(b)
	if team != lore.Aliens && team != lore.Humans {
		return world.Target{}
	}
	for _, kind := range rushOrder[team] {
		if m := s.KnownBuilding(b, kind); m.Kind != world.NoTarget {
			return m
		}
	}
	return world.Target{}
}

// moves are the actions to move, and to reset the clocks of a bot.
var moves = []Entry[Turn]{
	{
		Name: "roam",
		Doc:  "Goes to a random point around itself, up to 62 m away. Succeeds there; fails while something blocks its way.",
		Admit: func(t Turn) bool {
			x, y := t.Game.At(t.Body)
			m, ok := t.around(x, y, roamRadius)
			if !ok {
				m = world.Target{Kind: world.PointTarget, X: x, Y: y}
			}
			return t.SetGoal(m)
		},
		Act: goOn,
	},
	{
		Name:  "roamInRadius",
		Doc:   "Goes to a random point within a radius of where an entity is now. Succeeds there; fails without the entity, and while something blocks its way.",
		Admit: func(t Turn) bool { return t.goAround(t.Entity(0), t.metres(1)) },
		Act:   goOn,
	},
	{
		Name:  "follow",
		Doc:   "Goes to a random point within a radius of the bot's leader, else of the first player of its team. Succeeds there; fails without one that lives, and while something blocks its way.",
		Admit: func(t Turn) bool { return t.goAround(t.user(t.Body), t.metres(0)) },
		Act: func(t Turn) host.Status {
			if t.user(t.Body).Kind == world.NoTarget {
				t.Because("no leader, and no player of its team")
				return host.Failure
			}
			return goOn(t)
		},
	},
	{
		Name:  "stayHere",
		Doc:   "Goes to a random point within a radius of the spot that the command `station` gave the bot, else of the team's place with the tag `rally`. Succeeds there; fails without one, and while something blocks its way.",
		Admit: func(t Turn) bool { return t.goAround(t.rally(t.Body), t.metres(0)) },
		Act: func(t Turn) host.Status {
			if t.rally(t.Body).Kind == world.NoTarget {
				t.Because("no command gave it a spot, and no place of its team is").About("rally")
				return host.Failure
			}
			if t.sentElsewhere() && !t.goAround(t.rally(t.Body), t.metres(0)) {
				return host.Failure
			}
			return goOn(t)
		},
	},
	{
		Name: "rush",
		Doc: "Goes to the nearest building of the enemy of the first kind of which its team knows one. Humans: egg, overmind, booster, acid tube, hive, spiker; aliens: " +
			"telenode, reactor, armoury, medistation, turret, rocket pod. Succeeds there; fails without one, and while something blocks its way.",
		Admit: func(t Turn) bool { return t.SetGoal(t.rushTarget(t.Body)) },
		Act: func(t Turn) host.Status {
			if t.JustEntered() {
				return host.Running
			}
			return goOn(t)
		},
	},
	{
		Name:  "flee",
		Doc:   "Goes to its team's reactor or overmind. Succeeds 2.2 m from it; fails without one that is finished.",
		Admit: func(t Turn) bool { return t.SetGoal(t.MainOf(t.Body)) },
		Act: func(t Turn) host.Status {
			goal := t.Bots[t.Body].Goal
			stop := float64(retreatReach)
			if goal.Kind == world.PlaceTarget {
				stop = max(stop, t.Half(goal))
			}
			t.TellGap(goal, stop)
			switch {
			case !t.Valid(goal):
				return host.Failure
			case t.Gap(t.Body, goal) <= stop:
				t.Stand()
				return host.Success
			}
			t.StepOn(stop)
			return host.Running
		},
	},
	{
		Name: "moveTo",
		Doc: "Makes an entity the goal and goes there: into its radius, or within that of the second parameter. Fails without the entity, and while something blocks its " +
			"way.",
		Admit: func(t Turn) bool { return t.SetGoal(t.Entity(0)) },
		Act: func(t Turn) host.Status {
			if t.JustEntered() {
				return host.Running
			}
			stop := t.ReachOf(t.Body, t.Bots[t.Body].Goal)
			if t.Args[1].Kind() != host.Null && t.Num(1) > 0 {
				stop = t.metres(1)
			}
			return t.goWithin(stop)
		},
	},
	{
		Name: "moveToGoal", Doc: "Takes a step to the goal, wherever that moves. Succeeds there; fails without a goal that lives, and while something blocks its way.", Act: goOn,
	},
	{
		Name: "changeGoal",
		Doc: "Sets the goal: an entity, or a point by x, y and z, where z counts for nothing. The lasting action that was under way starts over. Fails without the entity, where no " +
			"way leads there, and with two parameters.",
		Admit: func(t Turn) bool {
			switch {
			case t.Args[1].Kind() == host.Null:
				return t.SetGoal(t.Entity(0))
			case t.Args[2].Kind() != host.Null:
				p := t.Land.Free(t.OnField(components.Position{X: float32(t.metres(0)), Y: float32(t.metres(1))}))
				return t.SetGoal(world.Target{Kind: world.PointTarget, X: p.X, Y: p.Y})
			}
			t.Because("two parameters are neither an entity nor a point")
			return false
		},
		Act: func(Turn) host.Status { return host.Success },
	},
	{
		Name: "teleport", Doc: "Puts the bot at a point at once, or at the nearest free spot; z counts for nothing.",
		Act: func(t Turn) host.Status {
			return t.Do(core.JumpDeed(float32(t.metres(0)), float32(t.metres(1))))
		},
	},
	{
		Name: "resetStuckTime", Doc: "Sets `stuckTime` to 0.",
		Act: func(t Turn) host.Status {
			t.Unstick(t.Body)
			return host.Success
		},
	},
	{
		Name: "resetMyTimer", Doc: "Sets the bot's timer to now.",
		Act: func(t Turn) host.Status {
			t.Mind[t.Body].Stopwatch = t.Now
			return host.Success
		},
	},
}
