package arena

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

// lead sets where the current action leads a body.
func (t Turn) lead(m mark) { t.base.errand[t.Body].way = m }

// leadAround leads a body to a point by chance near a mark.
func (t Turn) leadAround(m mark, radius float64) {
	if x, y, ok := t.spotOf(m); ok {
		m = t.around(x, y, radius)
	} else {
		m = mark{}
	}
	t.lead(m)
}

// goOn goes where the current action leads.
func goOn(t Turn) host.Status {
	m := t.base.errand[t.Body].way
	return t.goTo(m, t.foot(m), t.formOfBody(t.Body).Paces.Run)
}

// goFast is goOn at a sprint.
func goFast(t Turn) host.Status {
	m := t.base.errand[t.Body].way
	return t.goTo(m, t.foot(m), t.formOfBody(t.Body).Paces.Sprint)
}

// metres is a length of an argument.
func (t Turn) metres(arg int) float64 { return t.Args[arg].Number() / t.base.perM }

func (t Turn) entity(arg int) mark { return t.thing(t.Body, int(t.Args[arg].Number())) }

// The bits of directions to move in.
const (
	forward = 1 << iota
	backward
	left
	right
)

// step moves a body in directions that are measured from where it faces, and
// keeps it facing there.
func (t Turn) step(directions int, pace float32) host.Status {
	_, _, hx, hy := t.g.Body(t.Body)
	if hx == 0 && hy == 0 {
		hx = 1
	}
	x, y := float64(hx), float64(hy)
	var dx, dy float64
	for bit, d := range map4(x, y) {
		if directions>>bit&1 != 0 {
			dx, dy = dx+d[0], dy+d[1]
		}
	}
	t.move(dx, dy, forever, pace)
	t.face(x, y)
	return host.Success
}

// map4 are the directions by bit: ahead, back, left and right; y is down.
func map4(x, y float64) [4][2]float64 { return [4][2]float64{{x, y}, {-x, -y}, {y, -x}, {-y, x}} }

// side is a side that changes every second, not for all in one tick.
func (t Turn) side() int {
	if (t.tick/t.ticks(1)+int64(t.Bot))%2 == 0 {
		return left
	}
	return right
}

// user is whom a body follows: its leader, else the first player of its team.
func (a *Arena) user(b int32) mark {
	if q := a.living(a.mind[b].Leader); q >= 0 {
		return a.markBody(q)
	}
	return a.markBody(a.living(a.base.camps[a.group[b]].user))
}

// rally is the place that a team is told to stay at: the nearest of its own with
// the tag rally.
func (a *Arena) rally(b int32) mark {
	if p := a.place(b, "rally", ours); p >= 0 {
		return mark{kind: placeMark, place: p}
	}
	return mark{}
}

// baseMoves are the actions to get somewhere.
var baseMoves = []baseEntry{
	{
		name: "aimAtGoal", doc: "Turns to the goal, as fast as the bot can turn. Fails without a goal.",
		act: func(t Turn) host.Status {
			x, y, ok := t.spotOf(t.base.errand[t.Body].goal)
			if !ok {
				return host.Failure
			}
			px, py, _, _ := t.g.Body(t.Body)
			dx, dy := t.field.Delta(px, py, x, y)
			t.face(dx, dy)
			return host.Success
		},
	},
	{
		name: "alternateStrafe", doc: "Goes sideways for a tick and keeps facing ahead; to the other side every second.",
		act: func(t Turn) host.Status { return t.step(t.side(), t.formOfBody(t.Body).Paces.Run) },
	},
	{
		name: "strafeDodge", doc: "Goes sideways for a tick at a sprint and keeps facing ahead; to which side is left to chance.",
		act: func(t Turn) host.Status {
			if t.Random() < 0.5 {
				return t.step(left, t.formOfBody(t.Body).Paces.Sprint)
			}
			return t.step(right, t.formOfBody(t.Body).Paces.Sprint)
		},
	},
	{
		name: "classDodge", doc: "Dodges as its class can: one with a melee weapon in hand goes sideways and ahead, another sideways and back; at a sprint.",
		act: func(t Turn) host.Status {
			b, back := &t.cargo[t.Body], forward
			if m := &b.Arms[b.Hand]; m.Weapon >= 0 && !t.c.Weapons[m.Weapon].melee() {
				back = backward
			}
			return t.step(t.side()|back, t.formOfBody(t.Body).Paces.Sprint)
		},
	},
	{
		name: "moveInDir", doc: "Goes in a direction for a tick, measured from where it faces, and keeps facing there; two directions are combined.",
		act: func(t Turn) host.Status {
			return t.step(int(t.Args[0].Number())|int(t.Args[1].Number()), t.formOfBody(t.Body).Paces.Run)
		},
	},
	{
		name: "jump", doc: "Leaps ahead: for a tick it goes at twice its sprint. Fails within a second of its last leap.",
		act: func(t Turn) host.Status {
			e := &t.base.errand[t.Body]
			if e.hop >= 0 && t.tick-e.hop < t.ticks(1) {
				return host.Failure
			}
			e.hop = t.tick
			return t.step(forward, 2*t.formOfBody(t.Body).Paces.Sprint)
		},
	},
	{
		name: "roam",
		doc:  "Goes to a point of the field by chance. Succeeds there; fails where no way leads there.",
		enter: func(t Turn) {
			s := t.g.Setup
			t.lead(mark{kind: pointMark, x: float32(t.Random()) * s.Width, y: float32(t.Random()) * s.Height})
		},
		act: goOn,
	},
	{
		name:  "roamInRadius",
		doc:   "Goes to a point by chance within a radius of an entity. Succeeds there; fails without the entity.",
		enter: func(t Turn) { t.leadAround(t.entity(0), t.metres(1)) },
		act:   goOn,
	},
	{
		name:  "follow",
		doc:   "Goes to a point by chance within a radius of the bot's leader, else of the first player of its team. Succeeds there; fails without one.",
		enter: func(t Turn) { t.leadAround(t.user(t.Body), t.metres(0)) },
		act:   goOn,
	},
	{
		name:  "stayHere",
		doc:   "Goes to a point by chance within a radius of the team's place with the tag `rally`. Succeeds there; fails without one.",
		enter: func(t Turn) { t.leadAround(t.rally(t.Body), t.metres(0)) },
		act:   goOn,
	},
	{
		name: "rush", doc: "Goes to the nearest core of another team (`reactor`, `overmind`, `core`), else to where it spawns, else to another building. Succeeds there; fails without one.",
		enter: func(t Turn) { t.lead(t.core(t.Body, theirs)) },
		act:   goOn,
	},
	{
		name: "flee", doc: "Runs at a sprint to its home, else to where its team heals, else to its core. Succeeds there; fails without one.",
		enter: func(t Turn) {
			m := mark{}
			if home := t.mind[t.Body].Home; home >= 0 {
				m = mark{kind: placeMark, place: home}
			}
			for _, kind := range [...]int{medistat, booster} {
				if m.kind == noMark {
					m = t.building(t.Body, kind, ours)
				}
			}
			if m.kind == noMark {
				m = t.core(t.Body, ours)
			}
			t.lead(m)
		},
		act: goFast,
	},
	{
		name: "moveTo", doc: "Makes an entity the goal and goes there: into its radius, or within that of the second parameter. Fails without the entity.",
		enter: func(t Turn) {
			m := t.entity(0)
			t.base.errand[t.Body].goal = m
			t.lead(m)
		},
		act: func(t Turn) host.Status {
			m := t.base.errand[t.Body].way
			stop := t.foot(m)
			if t.Args[1].Kind() != host.Null {
				stop = max(t.metres(1), 0)
			}
			return t.goTo(m, stop, t.formOfBody(t.Body).Paces.Run)
		},
	},
	{
		name: "moveToGoal", doc: "Goes to the goal, wherever it moves. Succeeds there; fails without a goal.",
		enter: func(Turn) {},
		act: func(t Turn) host.Status {
			t.lead(t.base.errand[t.Body].goal)
			return goOn(t)
		},
	},
	{
		name: "changeGoal", doc: "Sets the goal: an entity, or a point by x, y and z, where z counts for nothing. Fails without the entity, and with two parameters.",
		act: func(t Turn) host.Status {
			m := mark{}
			switch {
			case t.Args[1].Kind() == host.Null:
				m = t.entity(0)
			case t.Args[2].Kind() != host.Null:
				p := t.onField(components.Position{X: float32(t.metres(0)), Y: float32(t.metres(1))})
				m = mark{kind: pointMark, x: p.X, y: p.Y}
			}
			if _, _, ok := t.spotOf(m); !ok {
				return host.Failure
			}
			t.base.errand[t.Body].goal = m
			return host.Success
		},
	},
	{
		name: "teleport", doc: "Is at a point at once, or where the nearest free spot is; z counts for nothing.",
		act: func(t Turn) host.Status {
			return t.Do(JumpDeed(float32(t.metres(0)), float32(t.metres(1))))
		},
	},
	{
		name: "resetStuckTime", doc: "Forgets how long the bot is stuck.",
		act: func(t Turn) host.Status {
			t.mind[t.Body].Stuck = 0
			return host.Success
		},
	},
}
