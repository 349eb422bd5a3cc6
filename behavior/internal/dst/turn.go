package dst

import (
	"math"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
)

// startUpdating is inst:StartUpdatingComponent(). The components of an entity that had
// none begin at the end of its next part of components.
func (m *stage) startUpdating(e *entity, component glua.LValue) {
	e.motion.course.until = 0
	if slices.Contains(e.updating, component) {
		return
	}
	m.lua.Take(entryBytes)
	e.updating = append(slices.Clip(e.updating), component)
	e.bot.stir()
}

func (e *entity) stopUpdating(component glua.LValue) {
	e.motion.course.until = 0
	if i := slices.Index(e.updating, component); i >= 0 {
		e.updating = slices.Delete(slices.Clone(e.updating), i, i+1)
	}
}

// updateComponents is the second part of a tick. A component that an earlier one
// stopped is left out.
func (m *stage) updateComponents(e *entity) {
	if e.active {
		for _, component := range e.updating { // changes replace the list
			if slices.Contains(e.updating, component) && !m.calm(e, component) {
				m.lua.Call(m.L.GetField(component, "OnUpdate"), component, glua.LNumber(m.dt))
			}
		}
	}
	e.active = len(e.updating) > 0
}

// calm reports whether a component that is updated needs no script in this tick.
func (m *stage) calm(e *entity, component glua.LValue) bool {
	if loco := e.motion.loco; loco != nil && component == glua.LValue(loco) { // which costs less to ask first
		return m.steady(e, component) || m.rests(component)
	}
	return m.rests(component) || m.steady(e, component)
}

// rests reports whether a component of Thicket's own, which says when it has something to
// do, has nothing to do in this tick.
func (m *stage) rests(component glua.LValue) bool {
	t, ok := component.(*glua.LTable)
	if !ok {
		return false
	}
	at, ok := lua.Field(t, "updatesat").(glua.LNumber)
	return ok && lua.Whole(at) > m.tick
}

// isDue reports whether anything is due for an entity in this tick: tasks, threads,
// components that need their scripts, the state graph.
func (m *stage) isDue(e *entity) bool {
	if at, ok := e.nextTask(); ok && at <= m.tick {
		return true
	}
	for _, t := range e.threads {
		if t.at <= m.tick {
			return true
		}
	}
	return (len(e.updating) > 0 || e.active) && !m.onlySteady(e) || e.graphEvents || e.graphAt > 0 && e.graphAt <= m.tick
}

// update is the part of a tick of the original that is an entity's: tasks, threads,
// components, the state graph.
func (m *stage) update(e *entity) {
	m.runTasks(e)
	m.runThreads(e)
	m.updateComponents(e)
	m.updateGraph(e)
}

// nextDue returns the first tick from next on in which something is due for the entity.
func (e *entity) nextDue(next int64) int64 {
	if e.motion.moves() || e.kind == isBody && !e.stands || len(e.updating) > 0 || e.active || e.graphEvents {
		return next
	}
	until := int64(never)
	if e.graphAt > 0 {
		until = max(next, e.graphAt)
	}
	if at, ok := e.nextTask(); ok {
		until = min(until, max(next, at))
	}
	for _, t := range e.threads {
		until = min(until, max(next, t.at))
	}
	return until
}

// never is the tick of what is not due.
const never = math.MaxInt64

// updateGraph is the third part of a tick: the state graph goes on, then it handles
// the events that wait for it.
func (m *stage) updateGraph(e *entity) {
	sg := e.obj.RawGetString("sg")
	if e.graphAt > 0 && e.graphAt <= m.tick {
		e.graphAt = 0
		m.lua.Call(m.L.GetField(sg, "Update"), sg)
	}
	if e.graphEvents {
		e.graphEvents = false
		m.lua.Call(m.L.GetField(sg, "HandleEvents"), sg)
	}
}

// hears reports whether a state graph handles an event: in its present state, or in
// any.
func (m *stage) hears(sg *glua.LTable, event glua.LValue) bool {
	for _, of := range [...]string{"sg", "currentstate"} {
		if t, ok := lua.Field(sg, of).(*glua.LTable); ok {
			if hears, ok := lua.Field(t, "hears").(*glua.LTable); ok && glua.LVAsBool(hears.RawGet(event)) {
				return true
			}
		}
	}
	return false
}

// openTurns offers Thicket's own files what arranges the parts of a tick.
func (m *stage) openTurns() {
	m.openGraphs()
	m.openMotion()
	for _, f := range []struct {
		name string
		call func(e *entity)
	}{
		{"startupdating", func(e *entity) { m.startUpdating(e, m.L.Get(2)) }},
		{"stopupdating", func(e *entity) { e.stopUpdating(m.L.Get(2)) }},
		{"graphevents", func(e *entity) { e.graphEvents = true; e.bot.stir() }},
		{"wakegraph", func(e *entity) {
			at, _ := m.L.Get(2).(glua.LNumber)
			e.graphAt = lua.Whole(at)
			e.bot.stir()
		}},
	} {
		m.world.RawSetString(f.name, m.L.NewFunction(func(L *glua.LState) int {
			f.call(m.entityOf(L.Get(1)))
			return 0
		}))
	}
}
