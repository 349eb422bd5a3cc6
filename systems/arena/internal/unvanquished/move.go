package unvanquished

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// headFor sets the destination of the current action.
func (t turn) headFor(m target) { t.bots[t.Body].dest = m }

// headAround makes a random point near a target the destination.
func (t turn) headAround(m target, radius float64) {
	if x, y, ok := t.spotOf(m); ok {
		m = t.around(x, y, radius)
	} else {
		m = target{}
	}
	t.headFor(m)
}

// goOn goes to the destination of the current action.
func goOn(t turn) host.Status {
	m := t.bots[t.Body].dest
	return t.goTo(m, t.stopAt(m), t.FormOf(t.Body).Paces.Run)
}

// goFast is goOn at a sprint.
func goFast(t turn) host.Status {
	m := t.bots[t.Body].dest
	return t.goTo(m, t.stopAt(m), t.FormOf(t.Body).Paces.Sprint)
}

// metres returns an argument that is a length, in metres.
func (t turn) metres(arg int) float64 { return t.Num(arg) / t.perM }

func (t turn) entity(arg int) target { return t.entityNumbered(t.Body, int(t.Num(arg))) }

// The bits of the directions of moveInDir.
const (
	forward = 1 << iota
	backward
	left
	right
)

// step moves the bot in directions relative to where it faces, and keeps it
// facing there.
func (t turn) step(directions int, pace float32) host.Status {
	_, _, hx, hy := t.Game.Body(t.Body)
	if hx == 0 && hy == 0 {
		hx = 1
	}
	x, y := float64(hx), float64(hy)
	var dx, dy float64
	for bit, d := range vectors(x, y) {
		if directions>>bit&1 != 0 {
			dx, dy = dx+d[0], dy+d[1]
		}
	}
	t.MoveAlong(dx, dy, host.Endless, pace)
	t.Face(x, y)
	return host.Success
}

// vectors returns the vectors of the four directions, by bit, for a heading (x,
// y). y points down.
func vectors(x, y float64) [4][2]float64 { return [4][2]float64{{x, y}, {-x, -y}, {y, -x}, {-y, x}} }

// side returns a side that changes every second; not for all bots in one tick.
func (t turn) side() int {
	if (t.Now/t.Ticks(1)+int64(t.Bot))%2 == 0 {
		return left
	}
	return right
}

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
	if p := s.a.NearestPlace(b, "rally", core.Ours); p >= 0 {
		return target{kind: placeTarget, place: p}
	}
	return target{}
}

// moves are the actions to move and to turn.
var moves = []entry{
	{
		name: "aimAtGoal", doc: "Turns to the goal, as fast as the bot can turn. Fails without a goal.",
		act: func(t turn) host.Status {
			x, y, ok := t.spotOf(t.bots[t.Body].goal)
			if !ok {
				return host.Failure
			}
			px, py, _, _ := t.Game.Body(t.Body)
			dx, dy := t.Field.Delta(px, py, x, y)
			t.Face(dx, dy)
			return host.Success
		},
	},
	{
		name: "alternateStrafe", doc: "Goes sideways for a tick and keeps facing ahead; to the other side every second.",
		act: func(t turn) host.Status { return t.step(t.side(), t.FormOf(t.Body).Paces.Run) },
	},
	{
		name: "strafeDodge", doc: "Goes sideways for a tick at a sprint, to a random side, and keeps facing ahead.",
		act: func(t turn) host.Status {
			if t.Random() < 0.5 {
				return t.step(left, t.FormOf(t.Body).Paces.Sprint)
			}
			return t.step(right, t.FormOf(t.Body).Paces.Sprint)
		},
	},
	{
		name: "classDodge", doc: "Dodges as its class can: one with a melee weapon in hand goes sideways and ahead, another sideways and back; at a sprint.",
		act: func(t turn) host.Status {
			b, back := &t.Cargo[t.Body], forward
			if m := &b.Arms[b.Hand]; m.Weapon >= 0 && !t.Config.Weapons[m.Weapon].Melee() {
				back = backward
			}
			return t.step(t.side()|back, t.FormOf(t.Body).Paces.Sprint)
		},
	},
	{
		name: "moveInDir", doc: "Goes in a direction for a tick, measured from where it faces, and keeps facing there; two directions are combined.",
		act: func(t turn) host.Status {
			return t.step(int(t.Num(0))|int(t.Num(1)), t.FormOf(t.Body).Paces.Run)
		},
	},
	{
		name: "jump", doc: "Leaps ahead: for a tick it goes at twice its sprint. Fails within a second of its last leap.",
		act: func(t turn) host.Status {
			e := &t.bots[t.Body]
			if e.hop >= 0 && t.Now-e.hop < t.Ticks(1) {
				return host.Failure
			}
			e.hop = t.Now
			return t.step(forward, 2*t.FormOf(t.Body).Paces.Sprint)
		},
	},
	{
		name: "roam",
		doc:  "Goes to a random point of the field. Succeeds there; fails where no way leads there.",
		enter: func(t turn) {
			s := t.Game.Setup
			t.headFor(target{kind: pointTarget, x: float32(t.Random()) * s.Width, y: float32(t.Random()) * s.Height})
		},
		act: goOn,
	},
	{
		name:  "roamInRadius",
		doc:   "Goes to a random point within a radius of an entity. Succeeds there; fails without the entity.",
		enter: func(t turn) { t.headAround(t.entity(0), t.metres(1)) },
		act:   goOn,
	},
	{
		name:  "follow",
		doc:   "Goes to a random point within a radius of the bot's leader, else of the first player of its team. Succeeds there; fails without one.",
		enter: func(t turn) { t.headAround(t.user(t.Body), t.metres(0)) },
		act:   goOn,
	},
	{
		name:  "stayHere",
		doc:   "Goes to a random point within a radius of the team's place with the tag `rally`. Succeeds there; fails without one.",
		enter: func(t turn) { t.headAround(t.rally(t.Body), t.metres(0)) },
		act:   goOn,
	},
	{
		name: "rush", doc: "Goes to the nearest core of another team (`reactor`, `overmind`, `core`), else to where it spawns, else to another building. Succeeds there; fails without one.",
		enter: func(t turn) { t.headFor(t.coreOf(t.Body, core.Theirs)) },
		act:   goOn,
	},
	{
		name: "flee", doc: "Runs at a sprint to its home, else to where its team heals, else to its core. Succeeds there; fails without one.",
		enter: func(t turn) {
			m := target{}
			if home := t.Mind[t.Body].Home; home >= 0 {
				m = target{kind: placeTarget, place: home}
			}
			for _, kind := range [...]int{medistat, booster} {
				if m.kind == noTarget {
					m = t.building(t.Body, kind, core.Ours)
				}
			}
			if m.kind == noTarget {
				m = t.coreOf(t.Body, core.Ours)
			}
			t.headFor(m)
		},
		act: goFast,
	},
	{
		name: "moveTo", doc: "Makes an entity the goal and goes there: into its radius, or within that of the second parameter. Fails without the entity.",
		enter: func(t turn) {
			m := t.entity(0)
			t.bots[t.Body].goal = m
			t.headFor(m)
		},
		act: func(t turn) host.Status {
			m := t.bots[t.Body].dest
			stop := t.stopAt(m)
			if t.Args[1].Kind() != host.Null {
				stop = max(t.metres(1), 0)
			}
			return t.goTo(m, stop, t.FormOf(t.Body).Paces.Run)
		},
	},
	{
		name: "moveToGoal", doc: "Goes to the goal, wherever it moves. Succeeds there; fails without a goal.",
		enter: func(turn) {},
		act: func(t turn) host.Status {
			t.headFor(t.bots[t.Body].goal)
			return goOn(t)
		},
	},
	{
		name: "changeGoal", doc: "Sets the goal: an entity, or a point by x, y and z, where z counts for nothing. Fails without the entity, and with two parameters.",
		act: func(t turn) host.Status {
			m := target{}
			switch {
			case t.Args[1].Kind() == host.Null:
				m = t.entity(0)
			case t.Args[2].Kind() != host.Null:
				p := t.OnField(components.Position{X: float32(t.metres(0)), Y: float32(t.metres(1))})
				m = target{kind: pointTarget, x: p.X, y: p.Y}
			}
			if _, _, ok := t.spotOf(m); !ok {
				return host.Failure
			}
			t.bots[t.Body].goal = m
			return host.Success
		},
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
			t.Mind[t.Body].Stuck = 0
			return host.Success
		},
	},
}
