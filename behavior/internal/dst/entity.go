package dst

import (
	"maps"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
)

// entity is what Go keeps for an entity, which scripts call inst: its listeners,
// its tasks, where it is.
type entity struct {
	obj    *glua.LTable
	events map[string][]listener
	// listeners counts those in events
	listeners int
	tasks     []*task
	bot       *bot
	drive     *drive
	motion    motion
	updating  []glua.LValue // components that are updated in each tick
	graphAt   int64         // the tick in which the state graph is updated; 0 for none
	id        host.BotID    // if it is a body
	what      string        // the kind of a thing or a place
	at        [2]float64    // metres; where it was seen last
	seen      int64         // the tick in which a thing was seen last
	thing     uint32
	kind      entityKind
	food      bool
	invalid   bool
	asleep    bool
	stands    bool // it stands still already
	made      bool // by CreateEntity: it has only what scripts gave it
	active    bool // its components are updated; those of an entity that had none begin after the next tick's part
	// graphEvents is whether events wait for the state graph
	graphEvents bool
}

func (e *entity) object() *glua.LTable { return e.obj }

func (e *entity) code(c codec) {
	table(c, &e.obj)
	integer(c, &e.id)
	c.text(&e.what)
	c.number(&e.at[0])
	c.number(&e.at[1])
	integer(c, &e.seen)
	integer(c, &e.thing)
	integer(c, &e.kind)
	if e.kind > isOwn {
		panic(errDamaged)
	}
	isBot := e.bot != nil
	for _, b := range [...]*bool{&e.food, &e.invalid, &e.asleep, &e.stands, &e.made, &e.active, &e.graphEvents, &isBot} {
		c.bool(b)
	}
	integer(c, &e.graphAt)
	values(c, &e.updating)
	if isBot && e.bot == nil { // if the machine does not know it any more, it has gone
		e.bot = &bot{e: e, row: -1, parked: true}
	}
	dict(c, &e.events, c.text, func(all *[]listener) {
		list(c, all, func(l *listener) { l.code(c) })
	})
	e.listeners = 0
	for _, all := range e.events {
		e.listeners += len(all)
	}
	list(c, &e.tasks, func(t **task) {
		if *t == nil {
			*t = &task{}
		}
		(*t).code(c)
	})
	e.motion.code(c)
	drives := e.drive != nil
	if c.bool(&drives); !drives {
		return
	}
	if e.drive == nil {
		e.drive = &drive{}
	}
	e.drive.code(c)
}

// listener is a function that is called for an event of an entity, and who
// registered it.
type listener struct {
	by *glua.LTable
	f  glua.LValue
}

func (l *listener) code(c codec) {
	table(c, &l.by)
	c.value(&l.f)
}

// openEntity defines the class of entities.
func (m *stage) openEntity() {
	m.makers[madeFields] = func([]glua.LValue) glua.LGFunction {
		return func(L *glua.LState) int {
			L.Push(m.entityField(L.CheckTable(1), L.Get(2)))
			return 1
		}
	}
	c := m.class(nil, nil, nil)
	for _, f := range []struct {
		name string
		call func(e *entity) glua.LValue
	}{
		{"ListenForEvent", func(e *entity) glua.LValue { m.listen(e, m.L.Get(2), m.L.Get(3), m.L.Get(4)); return nil }},
		{"RemoveEventCallback", func(e *entity) glua.LValue {
			m.unlistenTo(e, m.L.Get(2), m.L.Get(3), m.L.Get(4))
			return nil
		}},
		{"RemoveAllEventCallbacks", func(e *entity) glua.LValue { e.events, e.listeners = nil, 0; return nil }},
		{"CancelAllPendingTasks", func(e *entity) glua.LValue { e.tasks = nil; return nil }},
		{"PushEvent", func(e *entity) glua.LValue { m.push(e, m.L.Get(2), m.L.Get(3)); return nil }},
		{"SetBrain", func(e *entity) glua.LValue { m.setBrain(e, m.L.Get(2)); return nil }},
		{"RestartBrain", func(e *entity) glua.LValue { m.restartBrain(e); return nil }},
		{"StopBrain", func(e *entity) glua.LValue { m.stopBrain(e); return nil }},
		{"IsValid", func(e *entity) glua.LValue { return glua.LBool(m.valid(e)) }},
		{"IsAsleep", func(e *entity) glua.LValue { return glua.LBool(e.asleep) }},
		{"__tostring", func(e *entity) glua.LValue {
			return glua.LString(m.lua.ToString(e.obj.RawGetString("GUID")).String() + " - entity")
		}},
	} {
		c.RawSetString(f.name, m.L.NewFunction(func(L *glua.LState) int {
			v := f.call(m.entityOf(L.Get(1)))
			if v == nil {
				return 0
			}
			L.Push(v)
			return 1
		}))
	}
	m.openTasks(c)
	m.entities = c
	m.lua.Define("EntityScript", c)
}

// newEntity makes the entity of a bot or a player.
func (m *stage) newEntity(id host.BotID) *entity {
	e := m.entity(float64(id))
	e.id = id
	m.known[id] = e
	return e
}

func (m *stage) entity(guid float64) *entity {
	obj := m.L.CreateTable(1, 4)
	e := &entity{obj: obj, stands: true}
	obj.RawSetInt(1, &glua.LUserData{Value: e, Metatable: glua.LNil})
	obj.RawSetString("GUID", glua.LNumber(guid))
	obj.Metatable = m.entities
	return e
}

// outfit runs Thicket's own file about entities, once. It must be called within
// protect.
func (m *stage) outfit() {
	if m.fields != nil {
		return
	}
	m.fields, _ = m.lua.Call(m.lua.Function(ownChunk("entity")), m.entities, m.world).(*glua.LTable)
	m.entities.RawSetString("__index", m.made(madeFields))
	m.lua.Call(m.lua.Function(ownChunk("root")), m.world)
}

// unset are fields of entities and components that are nil at times; scripts ask
// whether they are.
var unset = map[string]bool{
	"brain": true, "brainfn": true, "bufferedaction": true, "owner": true, "target": true, "leader": true, "home": true, "dest": true,
	"trap": true, "child": true, "boat": true, "lastattacker": true, "targetfn": true, "keeptargetfn": true, "parent": true,
}

// entityField finds a field that an entity has not itself: in its class, or among
// those that are made when first read, or, in lenient files, as a stub.
func (m *stage) entityField(obj *glua.LTable, key glua.LValue) glua.LValue {
	if v := m.entities.RawGet(key); v != glua.LNil {
		return v
	}
	name, ok := key.(glua.LString)
	if !ok || unset[string(name)] {
		return glua.LNil
	}
	v := glua.LValue(glua.LNil)
	e, _ := handle(obj).(*entity)
	isMade := e != nil && e.made
	if f := m.fields.RawGetString(string(name)); f != glua.LNil && (!isMade || fieldsOfMade[string(name)]) {
		v = m.lua.Call(f, obj)
	}
	t, isTable := v.(*glua.LTable)
	switch {
	case isTable && m.program.lenient:
		m.forgiveMissing(t, string(name))
	case v == glua.LNil && m.program.lenient && name != "" && name[0] >= 'A' && name[0] <= 'Z': // a method; other fields are often unset on purpose
		v = m.missing("inst." + string(name))
	}
	if v != glua.LNil {
		obj.RawSet(key, v)
	}
	return v
}

func (m *stage) entityOf(v glua.LValue) *entity {
	e, ok := handle(v).(*entity)
	if !ok && m.program.lenient {
		return m.lenientEntity(v)
	}
	if !ok {
		m.lua.Raise("wanted an entity, found %s", describe(v))
	}
	return e
}

// source returns the entity whose event is listened to, e itself if none is
// named, and the name of the event there. Listeners of the world are kept with
// the entity that listens, so that it hears of the world in its own turn.
func (m *stage) source(e *entity, event, of glua.LValue) (*entity, string) {
	name := glua.LVAsString(event)
	switch of {
	case glua.LNil:
		return e, name
	case m.lua.Get("TheWorld"):
		return e, ofWorld + name
	}
	return m.entityOf(of), name
}

// ofWorld stands before the names of events of TheWorld.
const ofWorld = "TheWorld\x00"

func (m *stage) listen(e *entity, event, f, of glua.LValue) {
	if f.Type() != glua.LTFunction && !m.program.lenient {
		m.lua.Raise("ListenForEvent: wanted a function to call, found %s", describe(f))
	}
	from, name := m.source(e, event, of)
	if from.events == nil {
		from.events = map[string][]listener{}
	}
	if from.listeners++; from.listeners > maxListeners {
		m.lua.Raise("ListenForEvent: more than %d functions listen to one entity", maxListeners)
	}
	m.lua.Take(int64(listenerBytes))
	from.events[name] = append(from.events[name], listener{e.obj, f})
}

func (m *stage) unlistenTo(e *entity, event, f, of glua.LValue) {
	from, name := m.source(e, event, of)
	list := from.events[name]
	i := slices.Index(list, listener{e.obj, f})
	if i >= 0 {
		m.lua.Charge(int64(len(list) / 4))
		from.events[name] = slices.Delete(slices.Clone(list), i, i+1)
		from.listeners--
		if len(list) == 1 {
			delete(from.events, name)
		}
	}
}

// push is entity:PushEvent(): it calls the listeners there are now, in the order
// in which they registered, then the brain.
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
	list := e.events[name] // changes replace it, so it can be iterated
	m.lua.Charge(int64(len(list)))
	for _, l := range list {
		m.lua.Call(l.f, who, data)
	}
}

// pushWorld is TheWorld:PushEvent(): one entity hears it, or all do.
func (m *stage) pushWorld(to, event, data glua.LValue) {
	who, name := m.lua.Get("TheWorld"), ofWorld+glua.LVAsString(event)
	if e, ok := handle(to).(*entity); ok {
		m.callListeners(e, name, who, data)
		return
	}
	m.lua.Charge(int64(len(m.known)))
	for _, id := range slices.Sorted(maps.Keys(m.known)) {
		if e := m.known[id]; e != nil {
			m.callListeners(e, name, who, data)
		}
	}
}

// hear tells an entity of an event of the game: its listeners hear it, then what
// the original would have pushed instead.
func (m *stage) hear(e *entity, name string, arg glua.LValue) {
	m.push(e, glua.LString(name), arg)
	if m.fields == nil {
		return
	}
	if m.receive == nil {
		m.receive = m.lua.Call(m.lua.Function(ownChunk("events")), m.world)
	}
	m.lua.Call(m.receive, e.obj, glua.LString(name), arg)
}

func (m *stage) setBrain(e *entity, class glua.LValue) {
	e.obj.RawSetString("brainfn", class)
	if e.obj.RawGetString("brain") != glua.LNil {
		m.restartBrain(e)
	}
}

func (m *stage) stopBrain(e *entity) {
	if brain := e.obj.RawGetString("brain"); glua.LVAsBool(brain) {
		m.lua.Call(m.L.GetField(brain, "Stop"), brain)
	}
	e.obj.RawSetString("brain", glua.LNil)
}

func (m *stage) restartBrain(e *entity) {
	m.stopBrain(e)
	class := e.obj.RawGetString("brainfn")
	if class == glua.LNil {
		return
	}
	brain := m.lua.Call(class)
	e.obj.RawSetString("brain", brain)
	if glua.LVAsBool(brain) {
		m.L.SetField(brain, "inst", e.obj)
		m.lua.Call(m.L.GetField(brain, "Start"), brain)
	}
}

// lenientEntity returns an entity in place of a value that is none. It stands
// where the bot stood when the value was first taken for one.
func (m *stage) lenientEntity(v glua.LValue) *entity {
	s := m.stubOf(v)
	if s == nil {
		s = m.stubOf(m.missing(v.Type().String() + " as an entity"))
	}
	if m.standIns[s] == nil {
		m.standIns[s] = m.spawn(s.name)
	}
	return m.standIns[s]
}
