package dst

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
)

// entity is what Go keeps for an entity, which scripts call inst: its listeners,
// its tasks, where it is.
type entity struct {
	side
	obj    *glua.LTable
	events []heard // in the order in which they were first listened to
	// listeners counts those in events
	listeners int
	hearing   []*entity // to whose events it listens
	tags      []string  // that scripts gave it
	untags    []string  // that scripts took from it, of those that it has by what it is
	lost      []string  // components that scripts took from it
	given     uint64    // the bits of tags; also of some that it has no more
	parent    *entity   // with which it moves
	tasks     []*task
	threads   []*thread
	bot       *actor
	motion    motion
	updating  []glua.LValue // components that are updated in each tick
	graphAt   int64         // the tick in which the state graph is updated; 0 for none
	id        host.BotID    // if it is a body
	what      string        // the kind of a thing or a place
	at        [2]float64    // metres; where it was seen last
	seen      int64         // the tick in which a thing was seen last
	born      int64         // the tick in which scripts first met it
	facing    float64       // degrees; where it turned last
	thing     uint32
	kind      entityKind
	held      bool // by a script: a thing
	invalid   bool
	leaving   bool // it is being removed
	unseen    bool // by Hide
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
	c.Text(&e.what)
	c.Number(&e.at[0])
	c.Number(&e.at[1])
	integer(c, &e.seen)
	integer(c, &e.born)
	c.Number(&e.facing)
	integer(c, &e.thing)
	integer(c, &e.kind)
	if e.kind > isOwn {
		panic(lua.ErrDamaged)
	}
	isBot := e.bot != nil
	for _, b := range [...]*bool{&e.held, &e.invalid, &e.leaving, &e.unseen, &e.asleep, &e.stands, &e.made, &e.active, &e.graphEvents, &isBot} {
		c.Bool(b)
	}
	integer(c, &e.graphAt)
	values(c, &e.updating)
	if isBot && e.bot == nil { // if the machine does not know it any more, it has gone
		e.bot = &actor{e: e, row: -1, parked: true}
	}
	list(c, &e.events, func(h *heard) { h.code(c) })
	e.listeners = e.countListeners()
	list(c, &e.hearing, func(from **entity) { mustPointer(c, from) })
	list(c, &e.tags, c.Text)
	for _, name := range e.tags {
		e.given |= tagBit(name)
	}
	list(c, &e.untags, c.Text)
	list(c, &e.lost, c.Text)
	pointer(c, &e.parent)
	list(c, &e.tasks, func(t **task) {
		v := glua.LValue(glua.LNil)
		if *t != nil {
			v = &(*t).obj
		}
		if c.Value(&v); taskOf(v) == nil {
			panic(lua.ErrDamaged)
		}
		*t = taskOf(v)
	})
	list(c, &e.threads, func(t **thread) { // none can be read
		if *t == nil {
			panic(lua.ErrDamaged)
		}
		v := glua.LValue(&(*t).obj)
		c.Value(&v)
	})
	e.motion.code(c)
}

// openEntity defines the class of entities.
func (st *stage) openEntity() {
	st.makers[madeFields] = func([]glua.LValue) glua.LGFunction {
		return func(L *glua.LState) int {
			L.Push(st.entityField(L.CheckTable(1), L.Get(2)))
			return 1
		}
	}
	c := st.class(nil, nil, nil)
	for _, f := range []struct {
		name string
		call func(e *entity) glua.LValue
	}{
		{"ListenForEvent", func(e *entity) glua.LValue { st.listen(e, st.L.Get(2), st.L.Get(3), st.L.Get(4)); return nil }},
		{"RemoveEventCallback", func(e *entity) glua.LValue {
			st.unlistenTo(e, st.L.Get(2), st.L.Get(3), st.L.Get(4))
			return nil
		}},
		{"RemoveAllEventCallbacks", func(e *entity) glua.LValue { e.unhear(); return nil }},
		{"CancelAllPendingTasks", func(e *entity) glua.LValue { e.forgetTasks(); return nil }},
		{"PushEvent", func(e *entity) glua.LValue { st.push(e, st.L.Get(2), st.L.Get(3)); return nil }},
		{"SetBrain", func(e *entity) glua.LValue { st.setBrain(e, st.L.Get(2)); return nil }},
		{"RestartBrain", func(e *entity) glua.LValue { st.restartBrain(e); return nil }},
		{"StopBrain", func(e *entity) glua.LValue { st.stopBrain(e); return nil }},
		{"IsValid", func(e *entity) glua.LValue { return glua.LBool(st.valid(e)) }},
		{"IsAsleep", func(e *entity) glua.LValue { return glua.LBool(e.asleep) }},
		{"__tostring", func(e *entity) glua.LValue {
			return glua.LString(st.lua.ToString(e.obj.RawGetString("GUID")).String() + " - entity")
		}},
	} {
		st.method(c, f.name, f.call)
	}
	st.openTags(c)
	st.openPlaces(c)
	st.openTasks(c)
	st.openThreads(c)
	st.lua.Outline(c)
	st.entities = c
	st.lua.Define("EntityScript", c)
}

// method defines a method of entities. A result of nil in Go is none.
func (cr *crowd) method(c *glua.LTable, name string, f func(e *entity) glua.LValue) {
	c.RawSetString(name, cr.L.NewFunction(func(L *glua.LState) int {
		v := f(cr.entityOf(L.Get(1)))
		if v == nil {
			return 0
		}
		L.Push(v)
		return 1
	}))
}

// newEntity makes the entity of a bot or a player.
func (cr *crowd) newEntity(id host.BotID) *entity {
	e := cr.entity(float64(id))
	e.id = id
	cr.known[id] = e
	cr.unseat(id)
	return e
}

func (cr *crowd) entity(guid float64) *entity {
	obj := cr.L.CreateTable(1, 4)
	e := &entity{obj: obj, stands: true, born: cr.tick}
	obj.RawSetInt(1, e)
	cr.lua.Put(obj, glua.LString("GUID"), glua.LNumber(guid))
	obj.Metatable = cr.entities
	return e
}

// outfit runs Thicket's own file about entities, once. It must be called within
// protect.
func (st *stage) outfit() {
	if st.fields != nil {
		return
	}
	st.fields, _ = st.lua.Call(st.lua.Function(ownChunk("entity")), st.entities, st.world).(*glua.LTable)
	st.entities.RawSetString("__index", st.made(madeFields))
	st.lua.Call(st.lua.Function(ownChunk("root")), st.world)
}

// unset are fields of entities and components that are nil at times; scripts ask
// whether they are.
var unset = map[string]bool{
	"brain": true, "brainfn": true, "bufferedaction": true, "owner": true, "target": true, "leader": true, "home": true, "dest": true,
	"trap": true, "child": true, "boat": true, "lastattacker": true, "targetfn": true, "keeptargetfn": true, "parent": true,
}

// entityField finds a field that an entity has not itself: in its class, or among
// those that are made when first read, or, in lenient files, as a stub.
func (st *stage) entityField(obj *glua.LTable, key glua.LValue) glua.LValue {
	if v := st.entities.RawGet(key); v != glua.LNil {
		return v
	}
	name, ok := key.(glua.LString)
	if !ok || unset[string(name)] {
		return glua.LNil
	}
	v := glua.LValue(glua.LNil)
	e, _ := handle(obj).(*entity)
	isMade := e != nil && e.made
	if f := st.fields.RawGetString(string(name)); f != glua.LNil && (!isMade || fieldsOfMade[string(name)]) {
		v = st.lua.Call(f, obj)
	}
	if v != glua.LNil {
		st.lua.Put(obj, key, v)
	}
	return v
}

func (cr *crowd) entityOf(v glua.LValue) *entity {
	e, ok := handle(v).(*entity)
	if !ok && cr.program.lenient {
		return cr.lenientEntity(v)
	}
	if !ok {
		cr.lua.Raise("wanted an entity, found %s", describe(v))
	}
	return e
}

func (st *stage) setBrain(e *entity, class glua.LValue) {
	st.lua.Put(e.obj, glua.LString("brainfn"), class)
	if e.obj.RawGetString("brain") != glua.LNil {
		st.restartBrain(e)
	}
}

func (st *stage) stopBrain(e *entity) {
	if brain := e.obj.RawGetString("brain"); glua.LVAsBool(brain) {
		st.lua.Call(st.L.GetField(brain, "Stop"), brain)
	}
	st.lua.Put(e.obj, glua.LString("brain"), glua.LNil)
}

func (st *stage) restartBrain(e *entity) {
	st.stopBrain(e)
	class := e.obj.RawGetString("brainfn")
	if class == glua.LNil {
		return
	}
	brain := st.lua.Call(class)
	st.lua.Put(e.obj, glua.LString("brain"), brain)
	if glua.LVAsBool(brain) {
		st.L.SetField(brain, "inst", e.obj)
		st.lua.Call(st.L.GetField(brain, "Start"), brain)
	}
}

// lenientEntity returns an entity in place of a value that is none. It stands
// where the bot stood when the value was first taken for one.
func (cr *crowd) lenientEntity(v glua.LValue) *entity {
	s := cr.stubOf(v)
	if s == nil {
		s = cr.stubOf(cr.missing(v.Type().String() + " as an entity"))
	}
	if cr.standIns[s] == nil {
		cr.standIns[s] = cr.spawn(s.name)
	}
	return cr.standIns[s]
}
