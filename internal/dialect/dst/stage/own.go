package stage

import (
	"slices"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

// Scripts make entities of their own. One without a body is there for the scripts
// alone: it has a place, tags, components, and a turn at the start of each tick that
// has something due for it. One that is born, see bear, becomes a bot.

// makeOwn makes an entity without a body, at the origin.
func (cr *crowd) makeOwn() *Entity {
	cr.spawned++
	e := cr.entity(ownIDs - float64(cr.spawned))
	e.Kind = isOwn
	e.Bot = cr.owner.Actor(e)
	cr.Lua.Take(script.ObjectBytes)
	cr.Own = append(slices.Clip(cr.Own), e)
	return e
}

// ownIDs is below the ids of all other entities.
const ownIDs = -1 << 33

// bear makes an entity without a body a bot of a class of the scene, at a point. It
// reports whether the scene has such a class with room.
func (cr *crowd) bear(e *Entity, class string, x, z float64) bool {
	if cr.X == nil || e.Kind != isOwn || e.Invalid {
		return false
	}
	w, ok := host.Find[host.Nursery](cr.X.World)
	if !ok {
		return false
	}
	id := w.Bear(class, float32(x), float32(z))
	if id == 0 {
		if !cr.get(e.Object(), slotBrainFn).IsNil() {
			cr.Tell("SpawnPrefab: no class of the scene has room for a " + class + ", so it has no body, and its brain does not run")
		}
		return false
	}
	cr.leaveOwn(e)
	e.Kind, e.ID, e.At = IsBody, id, [2]float64{x, z}
	cr.put(e.Object(), slotGUID, machine.Number(float64(id)))
	cr.Known[id] = e
	cr.unseat(id)
	return true
}

func (cr *crowd) leaveOwn(e *Entity) {
	cr.Own = slices.DeleteFunc(slices.Clone(cr.Own), func(other *Entity) bool { return other == e })
}

// Unborn reports whether an entity is a bot that is yet to appear.
func (e *Entity) Unborn() bool { return e.Kind == IsBody && e.Bot != nil && e.Bot.Row < 0 }

// settle says where a bot that is yet to appear does so.
func (cr *crowd) settle(e *Entity, x, z float64) {
	e.At = [2]float64{x, z}
	if w, ok := host.Find[host.Nursery](cr.X.World); ok {
		w.Settle(e.ID, float32(x), float32(z))
	}
}

// vanish takes an entity out of the world for good.
func (cr *crowd) vanish(e *Entity) {
	if e.Invalid {
		return
	}
	e.Invalid = true
	switch e.Kind {
	case isThing:
		cr.spend(e, nil)
		cr.leaveOwn(e)
	case isOwn:
		cr.leaveOwn(e)
	case IsBody:
		if body := cr.body(e); body >= 0 && e.Bot != nil && e != cr.departing {
			if v := cr.vitals(e); v.Dead || v.Full > 0 && v.Points <= 0 { // it may come back
				cr.mirror(e, "vanish", nil)
				return
			}
			if w, ok := host.Find[host.Nursery](cr.X.World); ok {
				w.Vanish(body)
			}
		}
	}
}

// hide takes a bot's body or a thing out of sight, or puts it back.
func (cr *crowd) hide(e *Entity, hidden bool) {
	e.Motion.course.until = 0
	if e.Kind == isThing {
		if hidden {
			cr.hold(e, nil)
		} else {
			at := cr.position(e)
			cr.lay(e, at[0], at[1])
		}
		return
	}
	if body := cr.body(e); body >= 0 {
		if w, ok := host.Find[host.Nursery](cr.X.World); ok {
			w.Hide(body, hidden)
		}
	}
}

// veil takes the body of a bot that hides out of sight while it stands, and puts it back when it moves or
// shows itself. One that is in limbo stays where it is.
func (cr *crowd) veil(e *Entity) {
	if e.Kind == IsBody && e.Bot != nil && !cr.InLimbo(e) {
		cr.hide(e, e.unseen && !e.Motion.on)
	}
}

// openOwn offers Thicket's own files entities without a body.
func (st *Stage) openOwn() {
	for _, f := range []method{
		{"bear", func(c *machine.Call, e *Entity) int {
			return c.Give(machine.Bool(st.bear(e, c.CheckText(2), st.NumberArg(c, 3), st.NumberArg(c, 4))))
		}},
		{"vanish", func(_ *machine.Call, e *Entity) int { st.vanish(e); return 0 }},
		{"hide", func(c *machine.Call, e *Entity) int { st.hide(e, c.Get(2).Truth()); return 0 }},
		{"made", func(c *machine.Call, e *Entity) int { return c.Give(machine.Bool(e.made)) }},
		{"foreign", func(c *machine.Call, e *Entity) int { return c.Give(machine.Bool(e.Kind == IsBody && e.Bot == nil)) }},
	} {
		st.method(st.World, f)
	}
}
