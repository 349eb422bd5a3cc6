package stage

import (
	"slices"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

// listenerBytes is charged for a listener or a task.
const listenerBytes = 200

// listener is a function that is called for an event of an entity, and who
// registered it.
type listener struct {
	event string
	by    *machine.Table
	f     machine.Value
}

func (l *listener) code(c script.Codec) {
	script.Table(c, &l.by)
	c.Value(&l.f)
}

// codeListeners visits those who listen to the entity, event by event.
func (e *Entity) codeListeners(c script.Codec) {
	var groups [][]listener
	for rest := e.heard; len(rest) > 0; {
		n := len(heardOf(rest, rest[0].event))
		groups, rest = append(groups, rest[:n:n]), rest[n:]
	}
	script.List(c, &groups, func(of *[]listener) {
		event := ""
		if len(*of) > 0 {
			event = (*of)[0].event
		}
		c.Text(&event)
		script.List(c, of, func(l *listener) {
			l.event = event
			l.code(c)
		})
	})
	e.heard = slices.Concat(groups...)
}

// heardOf returns the part of a list whose listeners listen to an event: they are next to each
// other.
func heardOf(list []listener, event string) []listener {
	from := slices.IndexFunc(list, func(l listener) bool { return l.event == event })
	if from < 0 {
		return nil
	}
	n := slices.IndexFunc(list[from:], func(l listener) bool { return l.event != event })
	if n < 0 {
		n = len(list) - from
	}
	return list[from : from+n]
}

// placeOf returns where a list has its next listener of an event, behind the others of the same, and how
// many of the list were looked at.
func placeOf(list []listener, event string) (at, looked int) {
	for at := len(list); at > 0; at-- {
		if list[at-1].event == event {
			return at, len(list) - at
		}
	}
	return len(list), len(list)
}

// withListener returns a list with one more at a place, and without room for others, because most lists
// stay as they are for as long as the entity.
func withListener(list []listener, at int, l listener) []listener {
	longer := make([]listener, len(list)+1)
	copy(longer, list[:at])
	longer[at] = l
	copy(longer[at+1:], list[at:])
	return longer
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
	if len(from.heard) >= ck.Program.Limits.Listeners {
		ck.Lua.Raise("ListenForEvent: more than %d functions listen to one entity", ck.Program.Limits.Listeners)
	}
	ck.Lua.Take(int64(listenerBytes))
	at, looked := placeOf(from.heard, name)
	ck.Lua.Charge(int64(looked/4 + len(from.heard)/256))
	from.heard = withListener(from.heard, at, listener{name, e.Object(), f})
	if from != e && !slices.Contains(e.Hearing, from) {
		e.own().Hearing = append(e.Hearing, from)
	}
}

func (ck *clock) wantListener(method string, f machine.Value) {
	if f.Function() == nil && !ck.Program.Lenient {
		ck.Refuse(f, method+": ", "a function to call")
	}
}

// unlistenTo is inst:RemoveEventCallback(): it removes all registrations of the
// function.
func (ck *clock) unlistenTo(e *Entity, event, f, of machine.Value) {
	ck.wantListener("RemoveEventCallback", f)
	from, name := ck.source(e, event, of)
	ck.Lua.Charge(int64(len(heardOf(from.heard, name)) / 4))
	if from.dropListeners(func(l listener) bool { return l == listener{name, e.Object(), f} }) && from != e && !from.isHeardBy(e) {
		e.own().Hearing = slices.DeleteFunc(e.Hearing, func(other *Entity) bool { return other == from })
	}
}

// isHeardBy reports whether somebody listens to any event of the entity.
func (e *Entity) isHeardBy(who *Entity) bool {
	return slices.ContainsFunc(e.heard, func(l listener) bool { return l.by == who.Object() })
}

// dropListeners removes listeners, and reports whether there were any.
func (e *Entity) dropListeners(drop func(listener) bool) bool {
	if !slices.ContainsFunc(e.heard, drop) {
		return false
	}
	e.heard = slices.DeleteFunc(slices.Clone(e.heard), drop)
	return true
}

// unhear is inst:RemoveAllEventCallbacks(): nobody listens to the entity any more,
// and it to nobody.
func (e *Entity) unhear() {
	for _, from := range e.Hearing {
		from.dropListeners(func(l listener) bool { return l.by == e.Object() })
	}
	for _, l := range e.heard {
		if who, ok := l.by.Host().(*Entity); ok && who != e {
			who.own().Hearing = slices.DeleteFunc(who.Hearing, func(from *Entity) bool { return from == e })
		}
	}
	e.heard = nil
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
	heard := heardOf(e.heard, name)
	ck.Lua.Charge(int64(len(heard)))
	for _, l := range heard {
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
