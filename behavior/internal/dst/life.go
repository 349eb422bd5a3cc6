package dst

import (
	glua "github.com/yuin/gopher-lua"
)

// leave takes an entity that is being removed out of all that gives it turns. Its
// brain is not stopped: it does not hear of the end.
func (st *stage) leave(e *entity) {
	e.leaving = true
	if e.bot != nil {
		e.bot.mind.leave()
	}
	e.killThreads()
	e.updating, e.active, e.graphAt, e.graphEvents = nil, false, 0, false
}

// depart removes the entity of a bot whose body leaves the field by itself.
func (st *stage) depart(e *entity) {
	if st.fields != nil && !e.leaving {
		st.departing = e
		defer func() { st.departing = nil }()
		st.lua.Call(st.L.GetField(e.obj, "Remove"), e.obj)
	}
}

// clearEntity forgets all that the scripts of an entity keep in it.
func (st *stage) clearEntity(e *entity) {
	e.forgetTasks()
	e.killThreads()
	e.unhear()
	e.motion = motion{}
	e.updating, e.active, e.graphAt, e.graphEvents = nil, false, 0, false
	fresh := st.L.CreateTable(1, 4)
	fresh.RawSetInt(1, e.obj.RawGetInt(1))
	st.lua.Put(fresh, glua.LString("GUID"), glua.LNumber(e.id))
	fresh.Metatable = e.obj.Metatable
	*e.obj = *fresh
	st.lua.Serve(e.obj, st.partsRead) // others may hold its components
}

// openLife offers Thicket's own files what belongs to coming, going and showing
// oneself.
func (st *stage) openLife() {
	for _, f := range []struct {
		name string
		call func(e *entity) glua.LValue
	}{
		{"leave", func(e *entity) glua.LValue { st.leave(e); return nil }},
		{"leaving", func(e *entity) glua.LValue { return glua.LBool(e.leaving || e.invalid) }},
		{"show", func(e *entity) glua.LValue { e.unseen = !glua.LVAsBool(st.L.Get(2)); return nil }},
		{"visible", func(e *entity) glua.LValue { return glua.LBool(!e.unseen) }},
		{"born", func(e *entity) glua.LValue { return glua.LNumber(float64(e.born) * st.dt) }},
		{"setparent", func(e *entity) glua.LValue {
			var parent *entity
			if v := st.L.Get(2); v != glua.LNil {
				parent = st.entityOf(v)
			}
			st.setParent(e, parent)
			return nil
		}},
		{"turnto", func(e *entity) glua.LValue { st.turn(e, st.numberArg(2)); return nil }},
	} {
		st.method(st.world, f.name, f.call)
	}
}
