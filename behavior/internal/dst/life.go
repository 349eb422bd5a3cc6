package dst

import (
	glua "github.com/yuin/gopher-lua"
)

// leave takes an entity that is being removed out of all that gives it turns. Its
// brain is not stopped: it does not hear of the end.
func (m *stage) leave(e *entity) {
	e.leaving = true
	if e.bot != nil {
		e.bot.mind.leave()
	}
	e.killThreads()
	e.updating, e.active, e.graphAt, e.graphEvents = nil, false, 0, false
}

// depart removes the entity of a bot whose body leaves the field by itself.
func (m *stage) depart(e *entity) {
	if m.fields != nil && !e.leaving {
		m.departing = e
		defer func() { m.departing = nil }()
		m.lua.Call(m.L.GetField(e.obj, "Remove"), e.obj)
	}
}

// clearEntity forgets all that the scripts of an entity keep in it.
func (m *stage) clearEntity(e *entity) {
	e.forgetTasks()
	e.killThreads()
	e.unhear()
	e.motion = motion{}
	e.updating, e.active, e.graphAt, e.graphEvents = nil, false, 0, false
	fresh := m.L.CreateTable(1, 4)
	fresh.RawSetInt(1, e.obj.RawGetInt(1))
	m.lua.Put(fresh, glua.LString("GUID"), glua.LNumber(e.id))
	fresh.Metatable = e.obj.Metatable
	*e.obj = *fresh
	m.lua.Serve(e.obj, m.partsRead) // others may hold its components
}

// openLife offers Thicket's own files what belongs to coming, going and showing
// oneself.
func (m *stage) openLife() {
	for _, f := range []struct {
		name string
		call func(e *entity) glua.LValue
	}{
		{"leave", func(e *entity) glua.LValue { m.leave(e); return nil }},
		{"leaving", func(e *entity) glua.LValue { return glua.LBool(e.leaving || e.invalid) }},
		{"show", func(e *entity) glua.LValue { e.unseen = !glua.LVAsBool(m.L.Get(2)); return nil }},
		{"visible", func(e *entity) glua.LValue { return glua.LBool(!e.unseen) }},
		{"born", func(e *entity) glua.LValue { return glua.LNumber(float64(e.born) * m.dt) }},
		{"setparent", func(e *entity) glua.LValue {
			var parent *entity
			if v := m.L.Get(2); v != glua.LNil {
				parent = m.entityOf(v)
			}
			m.setParent(e, parent)
			return nil
		}},
		{"turnto", func(e *entity) glua.LValue { m.turn(e, m.numberArg(2)); return nil }},
	} {
		m.method(m.world, f.name, f.call)
	}
}
