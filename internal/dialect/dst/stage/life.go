package stage

import (
	glua "github.com/yuin/gopher-lua"
)

// leave takes an entity that is being removed out of all that gives it turns. Its
// brain is not stopped: it does not hear of the end.
func (st *Stage) leave(e *Entity) {
	e.leaving = true
	if e.Bot != nil {
		e.Bot.Mind.Leave()
	}
	e.killThreads()
	e.updating, e.active, e.graphAt, e.graphEvents = nil, false, 0, false
}

// Depart removes the entity of a bot whose body leaves the field by itself.
func (st *Stage) Depart(e *Entity) {
	if st.fields != nil && !e.leaving {
		st.departing = e
		defer func() { st.departing = nil }()
		st.Lua.Call(st.L.GetField(e.Obj, "Remove"), e.Obj)
	}
}

// ClearEntity forgets all that the scripts of an entity keep in it.
func (st *Stage) ClearEntity(e *Entity) {
	e.forgetTasks()
	e.killThreads()
	e.unhear()
	e.Motion = Motion{}
	e.updating, e.active, e.graphAt, e.graphEvents = nil, false, 0, false
	fresh := st.L.CreateTable(1, 4)
	fresh.RawSetInt(1, e.Obj.RawGetInt(1))
	st.Lua.Put(fresh, glua.LString("GUID"), glua.LNumber(e.ID))
	fresh.Metatable = e.Obj.Metatable
	*e.Obj = *fresh
	st.Lua.Serve(e.Obj, st.partsRead) // others may hold its components
}

// openLife offers Thicket's own files what belongs to coming, going and showing
// oneself.
func (st *Stage) openLife() {
	for _, f := range []struct {
		name string
		call func(e *Entity) glua.LValue
	}{
		{"leave", func(e *Entity) glua.LValue { st.leave(e); return nil }},
		{"leaving", func(e *Entity) glua.LValue { return glua.LBool(e.leaving || e.Invalid) }},
		{"show", func(e *Entity) glua.LValue { e.unseen = !glua.LVAsBool(st.L.Get(2)); return nil }},
		{"visible", func(e *Entity) glua.LValue { return glua.LBool(!e.unseen) }},
		{"born", func(e *Entity) glua.LValue { return glua.LNumber(float64(e.born) * st.Dt) }},
		{"setparent", func(e *Entity) glua.LValue {
			var parent *Entity
			if v := st.L.Get(2); v != glua.LNil {
				parent = st.entityOf(v)
			}
			st.setParent(e, parent)
			return nil
		}},
		{"turnto", func(e *Entity) glua.LValue { st.turn(e, st.NumberArg(2)); return nil }},
	} {
		st.method(st.World, f.name, f.call)
	}
}
