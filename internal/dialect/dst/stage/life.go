package stage

import "github.com/thicket-sim/thicket/internal/dialect/lua/machine"

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
		st.Lua.Call(st.Method(e.Object().V(), "Remove"), e.Object().V())
	}
}

// ClearEntity forgets all that the scripts of an entity keep in it.
func (st *Stage) ClearEntity(e *Entity) {
	e.forgetTasks()
	e.killThreads()
	e.unhear()
	e.Motion = Motion{}
	e.updating, e.active, e.graphAt, e.graphEvents = nil, false, 0, false
	st.Lua.Clear(e.Object())
	st.put(e.Object(), slotGUID, machine.Number(float64(e.ID)))
}

// IsUnseen reports whether an entity hides.
func (e *Entity) IsUnseen() bool { return e.unseen }

// openLife offers Thicket's own files what belongs to coming, going and showing
// oneself.
func (st *Stage) openLife() {
	for _, f := range []method{
		{"leave", func(_ *machine.Call, e *Entity) int { st.leave(e); return 0 }},
		{"leaving", func(c *machine.Call, e *Entity) int { return c.Give(machine.Bool(e.leaving || e.Invalid)) }},
		{"show", func(c *machine.Call, e *Entity) int {
			if unseen := !c.Get(2).Truth(); unseen != e.unseen {
				e.unseen = unseen
				st.veil(e)
			}
			return 0
		}},
		{"visible", func(c *machine.Call, e *Entity) int { return c.Give(machine.Bool(!e.unseen)) }},
		{"born", func(c *machine.Call, e *Entity) int { return c.Give(machine.Number(float64(e.born) * st.Dt)) }},
		{"setparent", func(c *machine.Call, e *Entity) int {
			var parent *Entity
			if v := c.Get(2); !v.IsNil() {
				parent = st.entityOf(v)
			}
			st.setParent(e, parent)
			return 0
		}},
		{"turnto", func(c *machine.Call, e *Entity) int { st.turn(e, st.NumberArg(c, 2)); return 0 }},
	} {
		st.method(st.World, f)
	}
}
