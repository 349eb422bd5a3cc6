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
func (m *stage) source(e *entity, event, of glua.LValue) (*entity, string) {
	if of != glua.LNil {
		e = m.entityOf(of)
	}
	return e, glua.LVAsString(event)
}

// listen is inst:ListenForEvent().
func (m *stage) listen(e *entity, event, f, of glua.LValue) {
	m.wantListener("ListenForEvent", f)
	from, name := m.source(e, event, of)
	if from.listeners++; from.listeners > maxListeners {
		m.lua.Raise("ListenForEvent: more than %d functions listen to one entity", maxListeners)
	}
	m.lua.Take(int64(listenerBytes))
	m.lua.Charge(int64(len(from.events) / 4))
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

func (m *stage) wantListener(method string, f glua.LValue) {
	if f.Type() != glua.LTFunction && !m.program.lenient {
		m.lua.Raise("%s: wanted a function to call, found %s", method, describe(f))
	}
}

// unlistenTo is inst:RemoveEventCallback(): it removes all registrations of the
// function.
func (m *stage) unlistenTo(e *entity, event, f, of glua.LValue) {
	m.wantListener("RemoveEventCallback", f)
	from, name := m.source(e, event, of)
	if h := from.heard(name); h != nil {
		m.lua.Charge(int64(len(h.by) / 4))
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
func (m *stage) push(e *entity, event, data glua.LValue) {
	m.callListeners(e, glua.LVAsString(event), e.obj, data)
	if sg, ok := e.obj.RawGetString("sg").(*glua.LTable); ok && m.hears(sg, event) {
		m.lua.Call(m.L.GetField(sg, "Hear"), sg, event, data)
	}
	brain := e.obj.RawGetString("brain")
	if !glua.LVAsBool(brain) {
		return
	}
	if brain.Type() != glua.LTTable {
		m.lua.Raise("inst.brain is %s, wanted a brain", describe(brain))
	}
	m.lua.Call(m.L.GetField(brain, "PushEvent"), brain, event, data)
}

func (m *stage) callListeners(e *entity, name string, who, data glua.LValue) {
	h := e.heard(name)
	if h == nil {
		return
	}
	m.lua.Charge(int64(len(h.by)))
	for _, l := range h.by {
		if m.skies.telling { // of TheWorld: each hears it in its own seat
			m.callFor(m.entityOf(l.by), l.f, []glua.LValue{who, data})
			continue
		}
		m.lua.Call(l.f, who, data)
	}
}

// hear tells an entity of an event of the game: its listeners hear it, then what
// the original would have pushed instead.
func (m *stage) hear(e *entity, name string, arg glua.LValue) {
	if name != "killed" { // which the original has, too, with other data
		m.push(e, glua.LString(name), arg)
	}
	if m.fields == nil {
		return
	}
	if m.receive == nil {
		m.receive = m.lua.Call(m.lua.Function(ownChunk("events")), m.world)
	}
	m.lua.Call(m.receive, e.obj, glua.LString(name), arg)
}
