package dst

import (
	"slices"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	glua "github.com/yuin/gopher-lua"
)

// maxListeners bounds the listeners of one entity.
var maxListeners = 10_000

func init() {
	limit.Of(&maxTasks, 1<<30, "brain.tasks", "tasks", "tasks of one entity", limit.Stopped)
	limit.Of(&maxThreads, 1<<30, "brain.threads", "threads", "threads of one entity", limit.Stopped)
	limit.Of(&maxListeners, 1<<30, "brain.listeners", "listeners", "listeners of one entity", limit.Stopped)
	limit.Of(&maxTags, 1<<30, "brain.tags", "tags", "tags that scripts give to one entity", limit.Stopped)
}

// listenerBytes is charged for a listener or a task.
const listenerBytes = 200

// heard is an event of an entity that somebody listens to.
type heard struct {
	event string
	by    []listener // by registration; changes replace the list
}

func (h *heard) code(c codec) {
	c.Text(&h.event)
	list(c, &h.by, func(l *listener) { l.code(c) })
}

// listener is a function that is called for an event of an entity, and who
// registered it.
type listener struct {
	by *glua.LTable
	f  glua.LValue
}

func (l *listener) code(c codec) {
	table(c, &l.by)
	c.Value(&l.f)
}

func (e *entity) heard(event string) *heard {
	for i := range e.events {
		if e.events[i].event == event {
			return &e.events[i]
		}
	}
	return nil
}

// countListeners returns how many functions listen to the entity.
func (e *entity) countListeners() int {
	n := 0
	for i := range e.events {
		n += len(e.events[i].by)
	}
	return n
}

// source returns the entity whose event is listened to, e itself if none is
// named, and the name of the event.
func (ck *clock) source(e *entity, event, of glua.LValue) (*entity, string) {
	if of != glua.LNil {
		e = ck.entityOf(of)
	}
	return e, glua.LVAsString(event)
}

// listen is inst:ListenForEvent().
func (ck *clock) listen(e *entity, event, f, of glua.LValue) {
	ck.wantListener("ListenForEvent", f)
	from, name := ck.source(e, event, of)
	if from.listeners++; from.listeners > maxListeners {
		ck.lua.Raise("ListenForEvent: more than %d functions listen to one entity", maxListeners)
	}
	ck.lua.Take(int64(listenerBytes))
	ck.lua.Charge(int64(len(from.events) / 4))
	h := from.heard(name)
	if h == nil {
		from.events = append(from.events, heard{event: name})
		h = &from.events[len(from.events)-1]
	}
	h.by = append(slices.Clip(h.by), listener{e.obj, f})
	if from != e && !slices.Contains(e.hearing, from) {
		e.hearing = append(e.hearing, from)
	}
}

func (ck *clock) wantListener(method string, f glua.LValue) {
	if f.Type() != glua.LTFunction && !ck.program.lenient {
		ck.lua.Raise("%s: wanted a function to call, found %s", method, describe(f))
	}
}

// unlistenTo is inst:RemoveEventCallback(): it removes all registrations of the
// function.
func (ck *clock) unlistenTo(e *entity, event, f, of glua.LValue) {
	ck.wantListener("RemoveEventCallback", f)
	from, name := ck.source(e, event, of)
	if h := from.heard(name); h != nil {
		ck.lua.Charge(int64(len(h.by) / 4))
		from.dropListeners(h, func(l listener) bool { return l == listener{e.obj, f} })
		if from != e && !from.isHeardBy(e) {
			e.hearing = slices.DeleteFunc(e.hearing, func(other *entity) bool { return other == from })
		}
	}
}

// isHeardBy reports whether somebody listens to any event of the entity.
func (e *entity) isHeardBy(who *entity) bool {
	return slices.ContainsFunc(e.events, func(h heard) bool {
		return slices.ContainsFunc(h.by, func(l listener) bool { return l.by == who.obj })
	})
}

// dropListeners removes listeners of an event.
func (e *entity) dropListeners(h *heard, drop func(listener) bool) {
	if !slices.ContainsFunc(h.by, drop) {
		return
	}
	before := len(h.by)
	h.by = slices.DeleteFunc(slices.Clone(h.by), drop)
	e.listeners -= before - len(h.by)
	if len(h.by) == 0 {
		event := h.event
		e.events = slices.DeleteFunc(e.events, func(h heard) bool { return h.event == event })
	}
}

// unhear is inst:RemoveAllEventCallbacks(): nobody listens to the entity any more,
// and it to nobody.
func (e *entity) unhear() {
	for _, from := range e.hearing {
		for i := len(from.events) - 1; i >= 0; i-- {
			from.dropListeners(&from.events[i], func(l listener) bool { return l.by == e.obj })
		}
	}
	for i := range e.events {
		for _, l := range e.events[i].by {
			if who, ok := handle(l.by).(*entity); ok && who != e {
				who.hearing = slices.DeleteFunc(who.hearing, func(from *entity) bool { return from == e })
			}
		}
	}
	e.events, e.listeners, e.hearing = nil, 0, nil
}

// push is entity:PushEvent(): it calls the listeners there are now, in the order
// in which they registered, then the state graph and the brain.
func (ck *clock) push(e *entity, event, data glua.LValue) {
	ck.callListeners(e, glua.LVAsString(event), e.obj, data)
	if sg, ok := e.obj.RawGetString("sg").(*glua.LTable); ok && ck.hears(sg, event) {
		ck.lua.Call(ck.L.GetField(sg, "Hear"), sg, event, data)
	}
	brain := e.obj.RawGetString("brain")
	if !glua.LVAsBool(brain) {
		return
	}
	if brain.Type() != glua.LTTable {
		ck.lua.Raise("inst.brain is %s, wanted a brain", describe(brain))
	}
	ck.lua.Call(ck.L.GetField(brain, "PushEvent"), brain, event, data)
}

func (ck *clock) callListeners(e *entity, name string, who, data glua.LValue) {
	h := e.heard(name)
	if h == nil {
		return
	}
	ck.lua.Charge(int64(len(h.by)))
	for _, l := range h.by {
		if ck.skies.telling { // of TheWorld: each hears it in its own seat
			ck.callFor(ck.entityOf(l.by), l.f, []glua.LValue{who, data})
			continue
		}
		ck.lua.Call(l.f, who, data)
	}
}

// hear tells an entity of an event of the game: its listeners hear it, then what
// the original would have pushed instead.
func (ck *clock) hear(e *entity, name string, arg glua.LValue) {
	if name != "killed" { // which the original has, too, with other data
		ck.push(e, glua.LString(name), arg)
	}
	if ck.fields == nil {
		return
	}
	if ck.receive == nil {
		ck.receive = ck.lua.Call(ck.lua.Function(ownChunk("events")), ck.world)
	}
	ck.lua.Call(ck.receive, e.obj, glua.LString(name), arg)
}
