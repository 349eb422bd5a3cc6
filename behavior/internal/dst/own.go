package dst

import (
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
)

// Scripts make entities of their own. One without a body is there for the scripts
// alone: it has a place, tags, components, and a turn at the start of each tick that
// has something due for it. One that is born, see bear, becomes a bot.

// makeOwn makes an entity without a body, at the origin.
func (m *stage) makeOwn() *entity {
	m.spawned++
	e := m.entity(ownIDs - float64(m.spawned))
	e.kind = isOwn
	e.bot = m.owner.actor(e)
	m.lua.Take(objectBytes)
	m.own = append(slices.Clip(m.own), e)
	return e
}

// ownIDs is below the ids of all other entities.
const ownIDs = -1 << 33

// bear makes an entity without a body a bot of a class of the scene, at a point. It
// reports whether the scene has such a class with room.
func (m *stage) bear(e *entity, class string, x, z float64) bool {
	if m.x == nil || e.kind != isOwn || e.invalid {
		return false
	}
	w, ok := m.x.World.(host.Nursery)
	if !ok {
		return false
	}
	id := w.Bear(class, float32(x), float32(z))
	if id == 0 {
		if e.obj.RawGetString("brainfn") != glua.LNil {
			m.tell("SpawnPrefab: no class of the scene has room for a " + class + ", so it has no body, and its brain does not run")
		}
		return false
	}
	m.leaveOwn(e)
	e.kind, e.id, e.at = isBody, id, [2]float64{x, z}
	m.lua.Put(e.obj, glua.LString("GUID"), glua.LNumber(id))
	m.known[id] = e
	m.unseat(id)
	return true
}

func (m *stage) leaveOwn(e *entity) {
	m.own = slices.DeleteFunc(slices.Clone(m.own), func(other *entity) bool { return other == e })
}

// unborn reports whether an entity is a bot that is yet to appear.
func (e *entity) unborn() bool { return e.kind == isBody && e.bot != nil && e.bot.row < 0 }

// settle says where a bot that is yet to appear does so.
func (m *stage) settle(e *entity, x, z float64) {
	e.at = [2]float64{x, z}
	if w, ok := m.x.World.(host.Nursery); ok {
		w.Settle(e.id, float32(x), float32(z))
	}
}

// vanish takes an entity out of the world for good.
func (m *stage) vanish(e *entity) {
	if e.invalid {
		return
	}
	e.invalid = true
	switch e.kind {
	case isThing:
		m.spend(e, nil)
		m.leaveOwn(e)
	case isOwn:
		m.leaveOwn(e)
	case isBody:
		if body := m.body(e); body >= 0 && e.bot != nil && e != m.departing {
			if v := m.vitals(e); v.Dead || v.Full > 0 && v.Points <= 0 { // it may come back
				m.mirror(e, "vanish", nil)
				return
			}
			if w, ok := m.x.World.(host.Nursery); ok {
				w.Vanish(body)
			}
		}
	}
}

// hide takes a bot's body or a thing out of sight, or puts it back.
func (m *stage) hide(e *entity, hidden bool) {
	e.motion.course.until = 0
	if e.kind == isThing {
		if hidden {
			m.hold(e, nil)
		} else {
			at := m.position(e)
			m.lay(e, at[0], at[1])
		}
		return
	}
	if body := m.body(e); body >= 0 {
		if w, ok := m.x.World.(host.Nursery); ok {
			w.Hide(body, hidden)
		}
	}
}

// openOwn offers Thicket's own files entities without a body.
func (m *stage) openOwn() {
	for _, f := range []struct {
		name string
		call glua.LGFunction
	}{
		{"bear", m.one(func(e *entity) glua.LValue {
			return glua.LBool(m.bear(e, m.L.CheckString(2), m.numberArg(3), m.numberArg(4)))
		})},
		{"vanish", func(L *glua.LState) int { m.vanish(m.entityOf(L.Get(1))); return 0 }},
		{"hide", func(L *glua.LState) int { m.hide(m.entityOf(L.Get(1)), glua.LVAsBool(L.Get(2))); return 0 }},
		{"made", m.one(func(e *entity) glua.LValue { return glua.LBool(e.made) })},
		{"foreign", m.one(func(e *entity) glua.LValue { return glua.LBool(e.kind == isBody && e.bot == nil) })},
	} {
		m.world.RawSetString(f.name, m.L.NewFunction(f.call))
	}
}
