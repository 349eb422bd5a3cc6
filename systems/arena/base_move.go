package arena

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

// lead sets where the current action leads a body.
func (a *Arena) lead(c *host.Call, m mark) { a.base.errand[c.Body].way = m }

// leadAround leads a body to a point by chance near a mark.
func (a *Arena) leadAround(c *host.Call, m mark, radius float64) {
	if x, y, ok := a.spotOf(m); ok {
		m = a.around(c, x, y, radius)
	} else {
		m = mark{}
	}
	a.lead(c, m)
}

// goOn goes where the current action leads.
func goOn(a *Arena, c *host.Call) host.Status {
	m := a.base.errand[c.Body].way
	return a.goTo(c, m, a.foot(m), a.form(c.Body).Paces.Run)
}

// goFast is goOn at a sprint.
func goFast(a *Arena, c *host.Call) host.Status {
	m := a.base.errand[c.Body].way
	return a.goTo(c, m, a.foot(m), a.form(c.Body).Paces.Sprint)
}

// metres is a length of an argument.
func (a *Arena) metres(c *host.Call, arg int) float64 { return c.Args[arg].Number() / a.base.perM }

func (a *Arena) entity(c *host.Call, arg int) mark { return a.thing(c.Body, int(c.Args[arg].Number())) }

// The bits of directions to move in.
const (
	forward = 1 << iota
	backward
	left
	right
)

// step moves a body in directions that are measured from where it faces, and
// keeps it facing there.
func (a *Arena) step(c *host.Call, directions int, pace float32) host.Status {
	_, _, hx, hy := a.g.Body(c.Body)
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
	a.move(c, dx, dy, forever, pace)
	a.face(c, x, y)
	return host.Success
}

// map4 are the directions by bit: ahead, back, left and right; y is down.
func map4(x, y float64) [4][2]float64 { return [4][2]float64{{x, y}, {-x, -y}, {y, -x}, {-y, x}} }

// side is a side that changes every second, not for all in one tick.
func (a *Arena) side(c *host.Call) int {
	if (a.tick/a.ticks(1)+int64(c.Bot))%2 == 0 {
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
		act: func(a *Arena, c *host.Call) host.Status {
			x, y, ok := a.spotOf(a.base.errand[c.Body].goal)
			if !ok {
				return host.Failure
			}
			px, py, _, _ := a.g.Body(c.Body)
			dx, dy := a.field.Delta(px, py, x, y)
			a.face(c, dx, dy)
			return host.Success
		},
	},
	{
		name: "alternateStrafe", doc: "Goes sideways for a tick and keeps facing ahead; to the other side every second.",
		act: func(a *Arena, c *host.Call) host.Status { return a.step(c, a.side(c), a.form(c.Body).Paces.Run) },
	},
	{
		name: "strafeDodge", doc: "Goes sideways for a tick at a sprint and keeps facing ahead; to which side is left to chance.",
		act: func(a *Arena, c *host.Call) host.Status {
			if c.Random() < 0.5 {
				return a.step(c, left, a.form(c.Body).Paces.Sprint)
			}
			return a.step(c, right, a.form(c.Body).Paces.Sprint)
		},
	},
	{
		name: "classDodge", doc: "Dodges as its class can: one with a melee weapon in hand goes sideways and ahead, another sideways and back; at a sprint.",
		act: func(a *Arena, c *host.Call) host.Status {
			b, back := &a.cargo[c.Body], forward
			if m := &b.Arms[b.Hand]; m.Weapon >= 0 && !a.c.Weapons[m.Weapon].melee() {
				back = backward
			}
			return a.step(c, a.side(c)|back, a.form(c.Body).Paces.Sprint)
		},
	},
	{
		name: "moveInDir", doc: "Goes in a direction for a tick, measured from where it faces, and keeps facing there; two directions are combined.",
		act: func(a *Arena, c *host.Call) host.Status {
			return a.step(c, int(c.Args[0].Number())|int(c.Args[1].Number()), a.form(c.Body).Paces.Run)
		},
	},
	{
		name: "jump", doc: "Leaps ahead: for a tick it goes at twice its sprint. Fails within a second of its last leap.",
		act: func(a *Arena, c *host.Call) host.Status {
			e := &a.base.errand[c.Body]
			if e.hop >= 0 && a.tick-e.hop < a.ticks(1) {
				return host.Failure
			}
			e.hop = a.tick
			return a.step(c, forward, 2*a.form(c.Body).Paces.Sprint)
		},
	},
	{
		name: "roam",
		doc:  "Goes to a point of the field by chance. Succeeds there; fails where no way leads there.",
		enter: func(a *Arena, c *host.Call) {
			s := a.g.Setup
			a.lead(c, mark{kind: pointMark, x: float32(c.Random()) * s.Width, y: float32(c.Random()) * s.Height})
		},
		act: goOn,
	},
	{
		name:  "roamInRadius",
		doc:   "Goes to a point by chance within a radius of an entity. Succeeds there; fails without the entity.",
		enter: func(a *Arena, c *host.Call) { a.leadAround(c, a.entity(c, 0), a.metres(c, 1)) },
		act:   goOn,
	},
	{
		name:  "follow",
		doc:   "Goes to a point by chance within a radius of the bot's leader, else of the first player of its team. Succeeds there; fails without one.",
		enter: func(a *Arena, c *host.Call) { a.leadAround(c, a.user(c.Body), a.metres(c, 0)) },
		act:   goOn,
	},
	{
		name:  "stayHere",
		doc:   "Goes to a point by chance within a radius of the team's place with the tag `rally`. Succeeds there; fails without one.",
		enter: func(a *Arena, c *host.Call) { a.leadAround(c, a.rally(c.Body), a.metres(c, 0)) },
		act:   goOn,
	},
	{
		name: "rush", doc: "Goes to the nearest core of another team (`reactor`, `overmind`, `core`), else to where it spawns, else to another building. Succeeds there; fails without one.",
		enter: func(a *Arena, c *host.Call) { a.lead(c, a.core(c.Body, theirs)) },
		act:   goOn,
	},
	{
		name: "flee", doc: "Runs at a sprint to its home, else to where its team heals, else to its core. Succeeds there; fails without one.",
		enter: func(a *Arena, c *host.Call) {
			m := mark{}
			if home := a.mind[c.Body].Home; home >= 0 {
				m = mark{kind: placeMark, place: home}
			}
			for _, kind := range [...]int{medistat, booster} {
				if m.kind == noMark {
					m = a.building(c.Body, kind, ours)
				}
			}
			if m.kind == noMark {
				m = a.core(c.Body, ours)
			}
			a.lead(c, m)
		},
		act: goFast,
	},
	{
		name: "moveTo", doc: "Makes an entity the goal and goes there: into its radius, or within that of the second parameter. Fails without the entity.",
		enter: func(a *Arena, c *host.Call) {
			m := a.entity(c, 0)
			a.base.errand[c.Body].goal = m
			a.lead(c, m)
		},
		act: func(a *Arena, c *host.Call) host.Status {
			m := a.base.errand[c.Body].way
			stop := a.foot(m)
			if c.Args[1].Kind() != host.Null {
				stop = max(a.metres(c, 1), 0)
			}
			return a.goTo(c, m, stop, a.form(c.Body).Paces.Run)
		},
	},
	{
		name: "moveToGoal", doc: "Goes to the goal, wherever it moves. Succeeds there; fails without a goal.",
		enter: func(*Arena, *host.Call) {},
		act: func(a *Arena, c *host.Call) host.Status {
			a.lead(c, a.base.errand[c.Body].goal)
			return goOn(a, c)
		},
	},
	{
		name: "changeGoal", doc: "Sets the goal: an entity, or a point by x, y and z, where z counts for nothing. Fails without the entity, and with two parameters.",
		act: func(a *Arena, c *host.Call) host.Status {
			m := mark{}
			switch {
			case c.Args[1].Kind() == host.Null:
				m = a.entity(c, 0)
			case c.Args[2].Kind() != host.Null:
				p := a.onField(components.Position{X: float32(a.metres(c, 0)), Y: float32(a.metres(c, 1))})
				m = mark{kind: pointMark, x: p.X, y: p.Y}
			}
			if _, _, ok := a.spotOf(m); !ok {
				return host.Failure
			}
			a.base.errand[c.Body].goal = m
			return host.Success
		},
	},
	{
		name: "teleport", doc: "Is at a point at once, or where the nearest free spot is; z counts for nothing.",
		act: func(a *Arena, c *host.Call) host.Status {
			return a.do(c, deed{kind: doJump, x: float32(a.metres(c, 0)), y: float32(a.metres(c, 1))})
		},
	},
	{
		name: "resetStuckTime", doc: "Forgets how long the bot is stuck.",
		act: func(a *Arena, c *host.Call) host.Status {
			a.mind[c.Body].Stuck = 0
			return host.Success
		},
	},
}
