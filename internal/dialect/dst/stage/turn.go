package stage

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/lua/number"
)

// clock gives entities the parts of their ticks: what they hear of, what is due for them, how
// they move on.
type clock struct {
	finder
	TaskMeta   *machine.Table
	threadMeta *machine.Table
	thread     *Thread   // that runs
	inTasks    bool      // tasks run, so threads are yet to come
	moveOn     func()    // goOn, made once, because a tick must not allocate
	steering   tree.Leaf // by which bodies are moved
}

// startUpdating is inst:StartUpdatingComponent(). The components of an entity that had
// none begin at the end of its next part of components.
func (ck *clock) startUpdating(e *Entity, component machine.Value) {
	e.Motion.course.until = 0
	if slices.Contains(e.updating, component) {
		return
	}
	ck.Lua.Take(script.EntryBytes)
	e.updating = append(slices.Clip(e.updating), component)
	e.Bot.Stir()
}

func (e *Entity) stopUpdating(component machine.Value) {
	e.Motion.course.until = 0
	if i := slices.Index(e.updating, component); i >= 0 {
		e.updating = slices.Delete(slices.Clone(e.updating), i, i+1)
	}
}

// updateComponents is the second part of a tick. A component that an earlier one
// stopped is left out.
func (ck *clock) updateComponents(e *Entity) {
	if e.active {
		for _, component := range e.updating { // changes replace the list
			if slices.Contains(e.updating, component) && !ck.calm(e, component) {
				ck.Lua.Call(ck.Method(component, "OnUpdate"), component, machine.Number(ck.Dt))
			}
		}
	}
	e.active = len(e.updating) > 0
}

// calm reports whether a component that is updated needs no script in this tick.
func (ck *clock) calm(e *Entity, component machine.Value) bool {
	if loco := e.Motion.loco; loco != nil && component.Table() == loco { // which costs less to ask first
		return ck.steady(e, component) || ck.rests(component)
	}
	return ck.rests(component) || ck.steady(e, component)
}

// rests reports whether a component of Thicket's own, which says when it has something to
// do, has nothing to do in this tick.
func (ck *clock) rests(component machine.Value) bool {
	at, ok := ck.get(component.Table(), slotUpdatesAt).Number()
	return ok && number.Whole(at) > ck.Tick
}

// IsDue reports whether anything is due for an entity in this tick: tasks, threads,
// components that need their scripts, the state graph.
func (ck *clock) IsDue(e *Entity) bool {
	if at, ok := e.nextTask(); ok && at <= ck.Tick {
		return true
	}
	for _, t := range e.threads {
		if t.at <= ck.Tick {
			return true
		}
	}
	return (len(e.updating) > 0 || e.active) && !ck.onlySteady(e) || e.graphEvents || e.graphAt > 0 && e.graphAt <= ck.Tick
}

// Update is the part of a tick of the original that is an entity's: tasks, threads,
// components, the state graph.
func (ck *clock) Update(e *Entity) {
	ck.runTasks(e)
	ck.runThreads(e)
	ck.updateComponents(e)
	ck.updateGraph(e)
}

// NextDue returns the first tick from next on in which something is due for the entity.
func (e *Entity) NextDue(next int64) int64 {
	if e.Motion.moves() || e.Kind == IsBody && !e.Stands || len(e.updating) > 0 || e.active || e.graphEvents {
		return next
	}
	until := int64(Never)
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

// Never is the tick of what is not due.
const Never = math.MaxInt64

// updateGraph is the third part of a tick: the state graph goes on, then it handles
// the events that wait for it.
func (ck *clock) updateGraph(e *Entity) {
	sg := ck.get(e.Object(), slotGraph)
	if e.graphAt > 0 && e.graphAt <= ck.Tick {
		e.graphAt = 0
		ck.Lua.Call(ck.Method(sg, "Update"), sg)
	}
	if e.graphEvents {
		e.graphEvents = false
		ck.Lua.Call(ck.Method(sg, "HandleEvents"), sg)
	}
}

// hears reports whether a state graph handles an event: in its present state, or in
// any.
func (ck *clock) hears(sg *machine.Table, event machine.Value) bool {
	for _, of := range [...]slot{slotGraph, slotState} {
		hears := ck.get(ck.get(sg, of).Table(), slotHears).Table()
		if hears != nil && hears.Get(event).Truth() {
			return true
		}
	}
	return false
}

// openTurns offers Thicket's own files what arranges the parts of a tick.
func (st *Stage) openTurns() {
	st.openGraphs()
	st.openMotion()
	for _, f := range []method{
		{"startupdating", func(c *machine.Call, e *Entity) int { st.startUpdating(e, c.Get(2)); return 0 }},
		{"stopupdating", func(c *machine.Call, e *Entity) int { e.stopUpdating(c.Get(2)); return 0 }},
		{"graphevents", func(_ *machine.Call, e *Entity) int { e.graphEvents = true; e.Bot.Stir(); return 0 }},
		{"wakegraph", func(c *machine.Call, e *Entity) int {
			at, _ := c.Get(2).Number()
			e.graphAt = number.Whole(at)
			e.Bot.Stir()
			return 0
		}},
	} {
		st.method(st.World, f)
	}
}
