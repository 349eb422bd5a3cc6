package stage

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// Entity is what Go keeps for an entity, which scripts call inst: its listeners,
// its tasks, where it is.
type Entity struct {
	object machine.Table
	*rarely
	Motion   Motion
	heard    []listener // by event, in the order in which each was first listened to, then by registration; changes replace it
	tags     []string   // that scripts gave it
	given    uint64     // the bits of tags; also of some that it has no more
	tasks    []*Task
	Bot      *Actor
	updating []machine.Value // components that are updated in each tick
	graphAt  int64           // the tick in which the state graph is updated; 0 for none
	At       [2]float64      // metres; where it was seen last
	born     int64           // the tick in which scripts first met it
	facing   float64         // degrees; where it turned last
	ID       host.BotID      // if it is a body
	Kind     entityKind
	held     bool // by a script: a thing
	Invalid  bool
	leaving  bool // it is being removed
	unseen   bool // by Hide
	Asleep   bool
	Stands   bool // it stands still already
	made     bool // by CreateEntity: it has only what scripts gave it
	active   bool // its components are updated; those of an entity that had none begin after the next tick's part
	// graphEvents is whether events wait for the state graph
	graphEvents bool
}

// rarely is what few entities have. All others share hasNone.
type rarely struct {
	Hearing []*Entity // to whose events it listens
	untags  []string  // that scripts took from it, of those that it has by what it is
	lost    []string  // components that scripts took from it
	parent  *Entity   // with which it moves
	threads []*Thread
	What    string // the kind of a thing or a place
	Seen    int64  // the tick in which a thing was seen last
	thing   uint32
}

var hasNone = &rarely{}

// own returns what few entities have, to be changed.
func (e *Entity) own() *rarely {
	if e.rarely == hasNone {
		e.rarely = &rarely{}
	}
	return e.rarely
}

// isNone reports whether it has nothing of what few have.
func (r *rarely) isNone() bool {
	return len(r.Hearing)+len(r.untags)+len(r.lost)+len(r.threads) == 0 && r.parent == nil && r.What == "" && r.Seen == 0 && r.thing == 0
}

func (e *Entity) Object() *machine.Table { return &e.object }

// NewEntity makes an entity that nobody knows yet.
func (cr *crowd) NewEntity() *Entity {
	e := &Entity{rarely: hasNone}
	cr.kin.Init(&e.object)
	return e
}

func (e *Entity) Code(c script.Codec) {
	few := e.own()
	script.Integer(c, &e.ID)
	c.Text(&few.What)
	c.Number(&e.At[0])
	c.Number(&e.At[1])
	script.Integer(c, &few.Seen)
	script.Integer(c, &e.born)
	c.Number(&e.facing)
	script.Integer(c, &few.thing)
	script.Integer(c, &e.Kind)
	if e.Kind > isOwn {
		panic(machine.ErrDamaged)
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
	e.codeListeners(c)
	script.List(c, &few.Hearing, func(from **Entity) { script.MustPointer(c, from) })
	script.List(c, &e.tags, c.Text)
	for _, name := range e.tags {
		e.given |= tagBit(name)
	}
	script.List(c, &few.untags, c.Text)
	script.List(c, &few.lost, c.Text)
	script.Pointer(c, &few.parent)
	script.List(c, &e.tasks, func(t **Task) {
		v := machine.Nil
		if *t != nil {
			v = (*t).Obj.V()
		}
		if c.Value(&v); taskOf(v) == nil {
			panic(machine.ErrDamaged)
		}
		*t = taskOf(v)
	})
	script.List(c, &few.threads, func(t **Thread) {
		v := machine.Nil
		if *t != nil {
			v = (*t).Obj.V()
		}
		if c.Value(&v); threadOf(v) == nil {
			panic(machine.ErrDamaged)
		}
		*t = threadOf(v)
	})
	e.Motion.code(c)
	if few.isNone() {
		e.rarely = hasNone
	}
}

// openEntity defines the class of entities.
func (st *Stage) openEntity() {
	st.Makers[script.MadeFields] = func([]machine.Value) func(*machine.Call) int {
		return func(c *machine.Call) int { return c.Give(st.entityField(c.CheckTable(1), c.Get(2))) }
	}
	class := st.Class(nil, nil, nil)
	for _, f := range []method{
		{"ListenForEvent", func(c *machine.Call, e *Entity) int { st.listen(e, c.Get(2), c.Get(3), c.Get(4)); return 0 }},
		{"RemoveEventCallback", func(c *machine.Call, e *Entity) int { st.unlistenTo(e, c.Get(2), c.Get(3), c.Get(4)); return 0 }},
		{"RemoveAllEventCallbacks", func(_ *machine.Call, e *Entity) int { e.unhear(); return 0 }},
		{"CancelAllPendingTasks", func(_ *machine.Call, e *Entity) int { e.forgetTasks(); return 0 }},
		{"PushEvent", func(c *machine.Call, e *Entity) int { st.Push(e, c.Get(2), c.Get(3)); return 0 }},
		{"SetBrain", func(c *machine.Call, e *Entity) int { st.SetBrain(e, c.Get(2)); return 0 }},
		{"RestartBrain", func(_ *machine.Call, e *Entity) int { st.RestartBrain(e); return 0 }},
		{"KillTasks", func(_ *machine.Call, e *Entity) int { e.killThreads(); return 0 }},
		{"StopBrain", func(_ *machine.Call, e *Entity) int { st.StopBrain(e); return 0 }},
		{"IsValid", func(c *machine.Call, e *Entity) int { return c.Give(machine.Bool(st.valid(e))) }},
		{"IsAsleep", func(c *machine.Call, e *Entity) int { return c.Give(machine.Bool(e.Asleep)) }},
		{"__tostring", func(c *machine.Call, e *Entity) int {
			return c.Give(machine.String(machine.Show(st.Lua.ToString(st.get(e.Object(), slotGUID))) + " - entity"))
		}},
	} {
		st.method(class, f)
	}
	st.openTags(class)
	st.openPlaces(class)
	st.openTasks(class)
	st.openThreads(class)
	st.entities = class
	st.Lua.Define("EntityScript", class.V())
}

// method is one of entities, or a function of native whose first argument is an entity.
type method struct {
	name string
	call func(c *machine.Call, e *Entity) int
}

// method gives a table a method of entities.
func (cr *crowd) method(to *machine.Table, f method) {
	cr.Offer(to, f.name, func(c *machine.Call) int { return f.call(c, cr.entityOf(c.Get(1))) })
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
	e := cr.NewEntity()
	e.Stands, e.born = true, cr.Tick
	cr.put(e.Object(), slotGUID, machine.Number(guid))
	e.Object().SetMeta(cr.entities)
	return e
}

// Outfit runs Thicket's own file about entities, once. It must be called within
// protect.
func (st *Stage) Outfit() {
	if st.fields != nil {
		return
	}
	st.fields = st.Lua.Call(st.Lua.Function(script.OwnChunk("entity")).V(), st.entities.V(), st.World.V()).Table()
	st.RunOwn("methods", st.entities.V())
	st.Lua.SetField(st.entities, "__index", st.Made(script.MadeFields))
	st.RunOwn("root")
	st.runMods()
}

// unset are fields of entities and components that are nil at times; scripts ask
// whether they are.
var unset = map[string]bool{
	"brain": true, "brainfn": true, "bufferedaction": true, "owner": true, "target": true, "leader": true, "home": true, "dest": true,
	"trap": true, "child": true, "boat": true, "lastattacker": true, "targetfn": true, "keeptargetfn": true, "parent": true,
}

// entityField finds a field that an entity has not itself: in its class, or among
// those that are made when first read, or, in lenient files, as a stub.
func (st *Stage) entityField(obj *machine.Table, key machine.Value) machine.Value {
	if v := st.entities.Get(key); !v.IsNil() {
		return v
	}
	name, ok := key.Text()
	if !ok || unset[name] {
		return machine.Nil
	}
	v := machine.Nil
	e, _ := obj.Host().(*Entity)
	isMade := e != nil && e.made
	if f := st.fields.Get(key); !f.IsNil() && (!isMade || fieldsOfMade[name]) {
		v = st.Lua.Call(f, obj.V())
	}
	if !v.IsNil() {
		st.Lua.Set(obj, key, v)
	}
	return v
}

func (cr *crowd) entityOf(v machine.Value) *Entity {
	e, ok := script.Handle(v).(*Entity)
	if !ok && cr.Program.Lenient {
		return cr.lenientEntity(v)
	}
	if !ok {
		cr.Refuse(v, "", "an entity")
	}
	return e
}

func (st *Stage) SetBrain(e *Entity, class machine.Value) {
	st.put(e.Object(), slotBrainFn, class)
	if !st.get(e.Object(), slotBrain).IsNil() {
		st.RestartBrain(e)
	}
}

func (st *Stage) StopBrain(e *Entity) {
	if brain := st.get(e.Object(), slotBrain); brain.Truth() {
		st.Lua.Call(st.Method(brain, "Stop"), brain)
	}
	st.put(e.Object(), slotBrain, machine.Nil)
}

func (st *Stage) RestartBrain(e *Entity) {
	st.StopBrain(e)
	class := st.get(e.Object(), slotBrainFn)
	if class.IsNil() {
		return
	}
	brain := st.Lua.Call(class)
	st.put(e.Object(), slotBrain, brain)
	if brain.Truth() {
		st.Lua.SetIndex(brain, st.Lua.Constant("inst"), e.Object().V())
		st.Lua.Call(st.Method(brain, "Start"), brain)
	}
}

// Brain is the brain of an entity, as scripts have it.
func (cr *crowd) Brain(e *Entity) machine.Value { return cr.get(e.Object(), slotBrain) }

// InLimbo reports whether an entity is in a home or a pocket.
func (cr *crowd) InLimbo(e *Entity) bool { return cr.get(e.Object(), slotInLimbo).Truth() }

// lenientEntity returns an entity in place of a value that is none. It stands
// where the bot stood when the value was first taken for one.
func (cr *crowd) lenientEntity(v machine.Value) *Entity {
	s := cr.StubOf(v)
	if s == nil {
		s = cr.Missing(v.Kind().String() + " as an entity")
	}
	e, ok := script.Handle(s.Entity).(*Entity)
	if !ok {
		e = cr.spawn(s.Name)
		s.Entity = e.Object().V()
	}
	return e
}
