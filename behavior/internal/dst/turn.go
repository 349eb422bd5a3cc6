package dst

import (
	"math"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// clock gives entities the parts of their ticks: what they hear of, what is due for them, how
// they move on.
type clock struct {
	finder
	taskMeta   *glua.LTable
	threadMeta *glua.LTable
	thread     *thread   // that runs
	inTasks    bool      // tasks run, so threads are yet to come
	moveOn     func()    // goOn, made once, because a tick must not allocate
	steering   tree.Leaf // by which bodies are moved
}

// startUpdating is inst:StartUpdatingComponent(). The components of an entity that had
// none begin at the end of its next part of components.
func (ck *clock) startUpdating(e *entity, component glua.LValue) {
	e.motion.course.until = 0
	if slices.Contains(e.updating, component) {
		return
	}
	ck.lua.Take(entryBytes)
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
func (ck *clock) updateComponents(e *entity) {
	if e.active {
		for _, component := range e.updating { // changes replace the list
			if slices.Contains(e.updating, component) && !ck.calm(e, component) {
				ck.lua.Call(ck.L.GetField(component, "OnUpdate"), component, glua.LNumber(ck.dt))
			}
		}
	}
	e.active = len(e.updating) > 0
}

// calm reports whether a component that is updated needs no script in this tick.
func (ck *clock) calm(e *entity, component glua.LValue) bool {
	if loco := e.motion.loco; loco != nil && component == glua.LValue(loco) { // which costs less to ask first
		return ck.steady(e, component) || ck.rests(component)
	}
	return ck.rests(component) || ck.steady(e, component)
}

// rests reports whether a component of Thicket's own, which says when it has something to
// do, has nothing to do in this tick.
func (ck *clock) rests(component glua.LValue) bool {
	t, ok := component.(*glua.LTable)
	if !ok {
		return false
	}
	at, ok := lua.Field(t, "updatesat").(glua.LNumber)
	return ok && lua.Whole(at) > ck.tick
}

// isDue reports whether anything is due for an entity in this tick: tasks, threads,
// components that need their scripts, the state graph.
func (ck *clock) isDue(e *entity) bool {
	if at, ok := e.nextTask(); ok && at <= ck.tick {
		return true
	}
	for _, t := range e.threads {
		if t.at <= ck.tick {
			return true
		}
	}
	return (len(e.updating) > 0 || e.active) && !ck.onlySteady(e) || e.graphEvents || e.graphAt > 0 && e.graphAt <= ck.tick
}

// update is the part of a tick of the original that is an entity's: tasks, threads,
// components, the state graph.
func (ck *clock) update(e *entity) {
	ck.runTasks(e)
	ck.runThreads(e)
	ck.updateComponents(e)
	ck.updateGraph(e)
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
func (ck *clock) updateGraph(e *entity) {
	sg := e.obj.RawGetString("sg")
	if e.graphAt > 0 && e.graphAt <= ck.tick {
		e.graphAt = 0
		ck.lua.Call(ck.L.GetField(sg, "Update"), sg)
	}
	if e.graphEvents {
		e.graphEvents = false
		ck.lua.Call(ck.L.GetField(sg, "HandleEvents"), sg)
	}
}

// hears reports whether a state graph handles an event: in its present state, or in
// any.
func (ck *clock) hears(sg *glua.LTable, event glua.LValue) bool {
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
func (st *stage) openTurns() {
	st.openGraphs()
	st.openMotion()
	for _, f := range []struct {
		name string
		call func(e *entity)
	}{
		{"startupdating", func(e *entity) { st.startUpdating(e, st.L.Get(2)) }},
		{"stopupdating", func(e *entity) { e.stopUpdating(st.L.Get(2)) }},
		{"graphevents", func(e *entity) { e.graphEvents = true; e.bot.stir() }},
		{"wakegraph", func(e *entity) {
			at, _ := st.L.Get(2).(glua.LNumber)
			e.graphAt = lua.Whole(at)
			e.bot.stir()
		}},
	} {
		st.world.RawSetString(f.name, st.L.NewFunction(func(L *glua.LState) int {
			f.call(st.entityOf(L.Get(1)))
			return 0
		}))
	}
}
