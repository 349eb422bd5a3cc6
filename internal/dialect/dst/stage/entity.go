package stage

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

// Entity is what Go keeps for an entity, which scripts call inst: its listeners,
// its tasks, where it is.
type Entity struct {
	script.Side
	Obj    *glua.LTable
	events []heard // in the order in which they were first listened to
	// listeners counts those in events
	listeners int
	Hearing   []*Entity // to whose events it listens
	tags      []string  // that scripts gave it
	untags    []string  // that scripts took from it, of those that it has by what it is
	lost      []string  // components that scripts took from it
	given     uint64    // the bits of tags; also of some that it has no more
	parent    *Entity   // with which it moves
	tasks     []*Task
	threads   []*Thread
	Bot       *Actor
	Motion    Motion
	updating  []glua.LValue // components that are updated in each tick
	graphAt   int64         // the tick in which the state graph is updated; 0 for none
	ID        host.BotID    // if it is a body
	What      string        // the kind of a thing or a place
	At        [2]float64    // metres; where it was seen last
	Seen      int64         // the tick in which a thing was seen last
	born      int64         // the tick in which scripts first met it
	facing    float64       // degrees; where it turned last
	thing     uint32
	Kind      entityKind
	held      bool // by a script: a thing
	Invalid   bool
	leaving   bool // it is being removed
	unseen    bool // by Hide
	Asleep    bool
	Stands    bool // it stands still already
	made      bool // by CreateEntity: it has only what scripts gave it
	active    bool // its components are updated; those of an entity that had none begin after the next tick's part
	// graphEvents is whether events wait for the state graph
	graphEvents bool
}

func (e *Entity) Object() *glua.LTable { return e.Obj }

func (e *Entity) Code(c script.Codec) {
	script.Table(c, &e.Obj)
	script.Integer(c, &e.ID)
	c.Text(&e.What)
	c.Number(&e.At[0])
	c.Number(&e.At[1])
	script.Integer(c, &e.Seen)
	script.Integer(c, &e.born)
	c.Number(&e.facing)
	script.Integer(c, &e.thing)
	script.Integer(c, &e.Kind)
	if e.Kind > isOwn {
		panic(lua.ErrDamaged)
	}
	isBot := e.Bot != nil
	for _, b := range [...]*bool{&e.held, &e.Invalid, &e.leaving, &e.unseen, &e.Asleep, &e.Stands, &e.made, &e.active, &e.graphEvents, &isBot} {
		c.Bool(b)
	}
	script.Integer(c, &e.graphAt)
	script.Values(c, &e.updating)
	if isBot && e.Bot == nil { // if the machine does not know it any more, it has gone
		e.Bot = &Actor{Entity: e, Row: -1, Parked: true}
	}
	script.List(c, &e.events, func(h *heard) { h.code(c) })
	e.listeners = e.countListeners()
	script.List(c, &e.Hearing, func(from **Entity) { script.MustPointer(c, from) })
	script.List(c, &e.tags, c.Text)
	for _, name := range e.tags {
		e.given |= tagBit(name)
	}
	script.List(c, &e.untags, c.Text)
	script.List(c, &e.lost, c.Text)
	script.Pointer(c, &e.parent)
	script.List(c, &e.tasks, func(t **Task) {
		v := glua.LValue(glua.LNil)
		if *t != nil {
			v = &(*t).Obj
		}
		if c.Value(&v); taskOf(v) == nil {
			panic(lua.ErrDamaged)
		}
		*t = taskOf(v)
	})
	script.List(c, &e.threads, func(t **Thread) { // none can be read
		if *t == nil {
			panic(lua.ErrDamaged)
		}
		v := glua.LValue(&(*t).obj)
		c.Value(&v)
	})
	e.Motion.code(c)
}

// openEntity defines the class of entities.
func (st *Stage) openEntity() {
	st.Makers[script.MadeFields] = func([]glua.LValue) glua.LGFunction {
		return func(L *glua.LState) int {
			L.Push(st.entityField(L.CheckTable(1), L.Get(2)))
			return 1
		}
	}
	c := st.Class(nil, nil, nil)
	for _, f := range []struct {
		name string
		call func(e *Entity) glua.LValue
	}{
		{"ListenForEvent", func(e *Entity) glua.LValue { st.listen(e, st.L.Get(2), st.L.Get(3), st.L.Get(4)); return nil }},
		{"RemoveEventCallback", func(e *Entity) glua.LValue {
			st.unlistenTo(e, st.L.Get(2), st.L.Get(3), st.L.Get(4))
			return nil
		}},
		{"RemoveAllEventCallbacks", func(e *Entity) glua.LValue { e.unhear(); return nil }},
		{"CancelAllPendingTasks", func(e *Entity) glua.LValue { e.forgetTasks(); return nil }},
		{"PushEvent", func(e *Entity) glua.LValue { st.Push(e, st.L.Get(2), st.L.Get(3)); return nil }},
		{"SetBrain", func(e *Entity) glua.LValue { st.SetBrain(e, st.L.Get(2)); return nil }},
		{"RestartBrain", func(e *Entity) glua.LValue { st.RestartBrain(e); return nil }},
		{"StopBrain", func(e *Entity) glua.LValue { st.StopBrain(e); return nil }},
		{"IsValid", func(e *Entity) glua.LValue { return glua.LBool(st.valid(e)) }},
		{"IsAsleep", func(e *Entity) glua.LValue { return glua.LBool(e.Asleep) }},
		{"__tostring", func(e *Entity) glua.LValue {
			return glua.LString(st.Lua.ToString(e.Obj.RawGetString("GUID")).String() + " - entity")
		}},
	} {
		st.method(c, f.name, f.call)
	}
	st.openTags(c)
	st.openPlaces(c)
	st.openTasks(c)
	st.openThreads(c)
	st.Lua.Outline(c)
	st.entities = c
	st.Lua.Define("EntityScript", c)
}

// method defines a method of entities. A result of nil in Go is none.
func (cr *crowd) method(c *glua.LTable, name string, f func(e *Entity) glua.LValue) {
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
func (cr *crowd) newEntity(id host.BotID) *Entity {
	e := cr.entity(float64(id))
	e.ID = id
	cr.Known[id] = e
	cr.unseat(id)
	return e
}

func (cr *crowd) entity(guid float64) *Entity {
	obj := cr.L.CreateTable(1, 4)
	e := &Entity{Obj: obj, Stands: true, born: cr.Tick}
	obj.RawSetInt(1, e)
	cr.Lua.Put(obj, glua.LString("GUID"), glua.LNumber(guid))
	obj.Metatable = cr.entities
	return e
}

// Outfit runs Thicket's own file about entities, once. It must be called within
// protect.
func (st *Stage) Outfit() {
	if st.fields != nil {
		return
	}
	st.fields, _ = st.Lua.Call(st.Lua.Function(script.OwnChunk("entity")), st.entities, st.World).(*glua.LTable)
	st.entities.RawSetString("__index", st.Made(script.MadeFields))
	st.Lua.Call(st.Lua.Function(script.OwnChunk("root")), st.World)
}

// unset are fields of entities and components that are nil at times; scripts ask
// whether they are.
var unset = map[string]bool{
	"brain": true, "brainfn": true, "bufferedaction": true, "owner": true, "target": true, "leader": true, "home": true, "dest": true,
	"trap": true, "child": true, "boat": true, "lastattacker": true, "targetfn": true, "keeptargetfn": true, "parent": true,
}

// entityField finds a field that an entity has not itself: in its class, or among
// those that are made when first read, or, in lenient files, as a stub.
func (st *Stage) entityField(obj *glua.LTable, key glua.LValue) glua.LValue {
	if v := st.entities.RawGet(key); v != glua.LNil {
		return v
	}
	name, ok := key.(glua.LString)
	if !ok || unset[string(name)] {
		return glua.LNil
	}
	v := glua.LValue(glua.LNil)
	e, _ := script.Handle(obj).(*Entity)
	isMade := e != nil && e.made
	if f := st.fields.RawGetString(string(name)); f != glua.LNil && (!isMade || fieldsOfMade[string(name)]) {
		v = st.Lua.Call(f, obj)
	}
	if v != glua.LNil {
		st.Lua.Put(obj, key, v)
	}
	return v
}

func (cr *crowd) entityOf(v glua.LValue) *Entity {
	e, ok := script.Handle(v).(*Entity)
	if !ok && cr.Program.Lenient {
		return cr.lenientEntity(v)
	}
	if !ok {
		cr.Lua.Raise("wanted an entity, found %s", script.Describe(v))
	}
	return e
}

func (st *Stage) SetBrain(e *Entity, class glua.LValue) {
	st.Lua.Put(e.Obj, glua.LString("brainfn"), class)
	if e.Obj.RawGetString("brain") != glua.LNil {
		st.RestartBrain(e)
	}
}

func (st *Stage) StopBrain(e *Entity) {
	if brain := e.Obj.RawGetString("brain"); glua.LVAsBool(brain) {
		st.Lua.Call(st.L.GetField(brain, "Stop"), brain)
	}
	st.Lua.Put(e.Obj, glua.LString("brain"), glua.LNil)
}

func (st *Stage) RestartBrain(e *Entity) {
	st.StopBrain(e)
	class := e.Obj.RawGetString("brainfn")
	if class == glua.LNil {
		return
	}
	brain := st.Lua.Call(class)
	st.Lua.Put(e.Obj, glua.LString("brain"), brain)
	if glua.LVAsBool(brain) {
		st.L.SetField(brain, "inst", e.Obj)
		st.Lua.Call(st.L.GetField(brain, "Start"), brain)
	}
}

// lenientEntity returns an entity in place of a value that is none. It stands
// where the bot stood when the value was first taken for one.
func (cr *crowd) lenientEntity(v glua.LValue) *Entity {
	s := cr.StubOf(v)
	if s == nil {
		s = cr.StubOf(cr.Missing(v.Type().String() + " as an entity"))
	}
	if cr.standIns[s] == nil {
		cr.standIns[s] = cr.spawn(s.Name)
	}
	return cr.standIns[s]
}
