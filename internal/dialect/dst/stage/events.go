package stage

import (
	"slices"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

// listenerBytes is charged for a listener or a task.
const listenerBytes = 200

// heard is an event of an entity that somebody listens to.
type heard struct {
	event string
	by    []listener // by registration; changes replace the list
}

func (h *heard) code(c script.Codec) {
	c.Text(&h.event)
	script.List(c, &h.by, func(l *listener) { l.code(c) })
}

// listener is a function that is called for an event of an entity, and who
// registered it.
type listener struct {
	by *machine.Table
	f  machine.Value
}

func (l *listener) code(c script.Codec) {
	script.Table(c, &l.by)
	c.Value(&l.f)
}

func (e *Entity) heard(event string) *heard {
	for i := range e.events {
		if e.events[i].event == event {
			return &e.events[i]
		}
	}
	return nil
}

// countListeners returns how many functions listen to the entity.
func (e *Entity) countListeners() int {
	n := 0
	for i := range e.events {
		n += len(e.events[i].by)
	}
	return n
}

// source returns the entity whose event is listened to, e itself if none is
// named, and the name of the event.
func (ck *clock) source(e *Entity, event, of machine.Value) (*Entity, string) {
	if !of.IsNil() {
		e = ck.entityOf(of)
	}
	return e, script.Text(event)
}

// listen is inst:ListenForEvent().
func (ck *clock) listen(e *Entity, event, f, of machine.Value) {
	ck.wantListener("ListenForEvent", f)
	from, name := ck.source(e, event, of)
	if from.listeners++; int(from.listeners) > ck.Program.Limits.Listeners {
		ck.Lua.Raise("ListenForEvent: more than %d functions listen to one entity", ck.Program.Limits.Listeners)
	}
	ck.Lua.Take(int64(listenerBytes))
	ck.Lua.Charge(int64(len(from.events) / 4))
	h := from.heard(name)
	if h == nil {
		from.events = withOne(from.events, heard{event: name})
		h = &from.events[len(from.events)-1]
	}
	h.by = withOne(h.by, listener{e.Object(), f})
	if from != e && !slices.Contains(e.Hearing, from) {
		e.own().Hearing = append(e.Hearing, from)
	}
}

// withOne returns a list with one more at its end, and without room for others, because most
// lists here stay as they are for as long as the entity.
func withOne[T any](list []T, more T) []T {
	longer := make([]T, len(list)+1)
	copy(longer, list)
	longer[len(list)] = more
	return longer
}

func (ck *clock) wantListener(method string, f machine.Value) {
	if f.Function() == nil && !ck.Program.Lenient {
		ck.Lua.Raise("%s: wanted a function to call, found %s", method, script.Describe(f))
	}
}

// unlistenTo is inst:RemoveEventCallback(): it removes all registrations of the
// function.
func (ck *clock) unlistenTo(e *Entity, event, f, of machine.Value) {
	ck.wantListener("RemoveEventCallback", f)
	from, name := ck.source(e, event, of)
	if h := from.heard(name); h != nil {
		ck.Lua.Charge(int64(len(h.by) / 4))
		from.dropListeners(h, func(l listener) bool { return l == listener{e.Object(), f} })
		if from != e && !from.isHeardBy(e) {
			e.own().Hearing = slices.DeleteFunc(e.Hearing, func(other *Entity) bool { return other == from })
		}
	}
}

// isHeardBy reports whether somebody listens to any event of the entity.
func (e *Entity) isHeardBy(who *Entity) bool {
	return slices.ContainsFunc(e.events, func(h heard) bool {
		return slices.ContainsFunc(h.by, func(l listener) bool { return l.by == who.Object() })
	})
}

// dropListeners removes listeners of an event.
func (e *Entity) dropListeners(h *heard, drop func(listener) bool) {
	if !slices.ContainsFunc(h.by, drop) {
		return
	}
	before := len(h.by)
	h.by = slices.DeleteFunc(slices.Clone(h.by), drop)
	e.listeners -= int32(before - len(h.by))
	if len(h.by) == 0 {
		event := h.event
		e.events = slices.DeleteFunc(e.events, func(h heard) bool { return h.event == event })
	}
}

// unhear is inst:RemoveAllEventCallbacks(): nobody listens to the entity any more,
// and it to nobody.
func (e *Entity) unhear() {
	for _, from := range e.Hearing {
		for i := len(from.events) - 1; i >= 0; i-- {
			from.dropListeners(&from.events[i], func(l listener) bool { return l.by == e.Object() })
		}
	}
	for i := range e.events {
		for _, l := range e.events[i].by {
			if who, ok := l.by.Host().(*Entity); ok && who != e {
				who.own().Hearing = slices.DeleteFunc(who.Hearing, func(from *Entity) bool { return from == e })
			}
		}
	}
	e.events, e.listeners = nil, 0
	if len(e.Hearing) > 0 {
		e.Hearing = nil
	}
}

// Push is entity:PushEvent(): it calls the listeners there are now, in the order
// in which they registered, then the state graph and the brain.
func (ck *clock) Push(e *Entity, event, data machine.Value) {
	ck.callListeners(e, script.Text(event), e.Object().V(), data)
	if sg := ck.get(e.Object(), slotGraph); sg.Table() != nil && ck.hears(sg.Table(), event) {
		ck.Lua.Call(ck.Method(sg, "Hear"), sg, event, data)
	}
	brain := ck.get(e.Object(), slotBrain)
	if !brain.Truth() {
		return
	}
	if brain.Table() == nil {
		ck.Lua.Raise("inst.brain is %s, wanted a brain", script.Describe(brain))
	}
	ck.Lua.Call(ck.Method(brain, "PushEvent"), brain, event, data)
}

func (ck *clock) callListeners(e *Entity, name string, who, data machine.Value) {
	h := e.heard(name)
	if h == nil {
		return
	}
	ck.Lua.Charge(int64(len(h.by)))
	for _, l := range h.by {
		if ck.Skies.telling { // of TheWorld: each hears it in its own seat
			ck.callFor(ck.entityOf(l.by.V()), l.f, []machine.Value{who, data})
			continue
		}
		ck.Lua.Call(l.f, who, data)
	}
}

// Hear tells an entity of an event of the game: its listeners hear it, then what
// the original would have pushed instead.
func (ck *clock) Hear(e *Entity, name string, arg machine.Value) {
	if name != "killed" { // which the original has, too, with other data
		ck.Push(e, ck.Lua.Constant(name), arg)
	}
	if ck.fields == nil {
		return
	}
	if ck.receive.IsNil() {
		ck.receive = ck.RunOwn("events")
	}
	ck.Lua.Call(ck.receive, e.Object().V(), ck.Lua.Constant(name), arg)
}
