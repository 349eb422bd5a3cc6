package dst

import (
	"math"
	"regexp"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/internal/dialect/dst/nodes"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/dst/stage"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

var _ nodes.Fielded = (*brain)(nil)

// queue says on which list of the manager a brain is.
type queue uint8

const (
	unlisted queue = iota
	updating
	hibernating
	waiting // for a tick
)

// brain is what Go keeps for a Brain of scripts: its fields, its tree, and when
// it is due.
type brain struct {
	script.Side
	m       *machine
	obj     *glua.LTable
	inst    glua.LValue
	bt      glua.LValue
	stopped glua.LValue
	events  glua.LValue // nil for a table without handlers that nobody has asked for

	t *nodes.BT     // behind bt, if that is a BT
	e *stage.Entity // behind inst

	until int64 // the tick in which a waiting brain wakes
	// left has the ticks of earlier waits. A brain that is started again while it
	// waits is also woken in those ticks.
	left  []int64
	owner *bot // the bot whose turns update it

	queue  queue
	paused bool
	known  bool // whether plain is up to date
	plain  bool // it does nothing but update an ordinary tree, see isPlain
}

// brainObject is a brain and what scripts hold of it.
type brainObject struct {
	brain
	seat lua.Seat
}

func newBrain(m *machine) *glua.LTable {
	o := &brainObject{brain: brain{m: m, inst: glua.LNil, bt: glua.LNil, stopped: glua.LNil}}
	o.obj = o.seat.Hold(&o.brain)
	return o.obj
}

func (b *brain) Object() *glua.LTable { return b.obj }

func (b *brain) code(c script.Codec) {
	script.Table(c, &b.obj)
	script.Owned(c, &b.inst, &b.e)
	script.Owned(c, &b.bt, &b.t)
	c.Value(&b.stopped)
	events := b.events
	if events == nil {
		events = b.m.L.CreateTable(0, 0)
	}
	was := events
	if c.Value(&events); events != was {
		b.events = events
	}
	c.Bool(&b.paused)
	script.Integer(c, &b.queue)
	if b.queue > waiting {
		panic(lua.ErrDamaged)
	}
	script.Integer(c, &b.until)
	script.Integers(c, &b.left)
}

func (b *brain) Read(key string) (glua.LValue, bool) {
	switch key {
	case "inst":
		return b.inst, true
	case "bt":
		return b.bt, true
	case "paused":
		return glua.LBool(b.paused), true
	case "stopped":
		return b.stopped, true
	case "events":
		return b.handlers(), true
	}
	return nil, false
}

func (b *brain) Write(key string, v glua.LValue) bool {
	b.known = false
	switch key {
	case "inst":
		b.inst = v
		b.e, _ = script.Handle(v).(*stage.Entity)
	case "bt":
		b.bt = v
		b.t, _ = script.Handle(v).(*nodes.BT)
		if b.t != nil && b.e != nil && b.e.Bot != nil {
			botOf(b.e).shown = b.t
		}
	case "paused":
		b.paused = glua.LVAsBool(v)
	case "stopped":
		b.stopped = v
	case "events":
		b.events = v
	default:
		return false
	}
	return true
}

// openBrain defines the class Brain, and BrainManager.
func (m *machine) openBrain() {
	m.brain = m.Class(nil, m.L.NewFunction(func(*glua.LState) int { return 0 }), nil)
	m.brain.RawSetString("__index", m.FieldRead)
	m.brain.RawSetString("__newindex", m.FieldWrite)
	m.Foldable(m.brain)
	nothing := func(f func(b *brain)) func(b *brain) glua.LValue {
		return func(b *brain) glua.LValue { f(b); return nil }
	}
	for _, f := range []struct {
		name string
		call func(b *brain) glua.LValue
	}{
		{"Start", nothing((*brain).start)},
		{"Stop", nothing((*brain).stop)},
		{"Pause", nothing((*brain).pause)},
		{"Resume", nothing((*brain).resume)},
		{"OnUpdate", nothing((*brain).onUpdate)},
		{"ForceUpdate", nothing((*brain).forceUpdate)},
		{"GetSleepTime", func(b *brain) glua.LValue { return b.sleepTime().Value() }},
		{"AddEventHandler", nothing(func(b *brain) { m.L.SetTable(b.handlers(), m.L.Get(2), m.L.Get(3)) })},
		{"PushEvent", nothing(func(b *brain) { b.pushEvent(m.L.Get(2), m.L.Get(3)) })},
		{"__tostring", func(b *brain) glua.LValue { return glua.LString(b.text()) }},
	} {
		m.brain.RawSetString(f.name, m.L.NewFunction(func(L *glua.LState) int {
			v := f.call(m.brainOf(L.Get(1)))
			if v == nil {
				return 0
			}
			L.Push(v)
			return 1
		}))
	}
	m.Native = append(m.Native, script.NativeClass{Class: m.brain, Make: func(*glua.LTable) *glua.LTable { return newBrain(m) }})
	m.Lua.Set("Brain", m.brain)
	manager := m.L.NewTable()
	for _, f := range []struct {
		name string
		call func(b *brain)
	}{
		{"AddInstance", (*brain).addInstance},
		{"RemoveInstance", (*brain).removeInstance},
		{"Wake", (*brain).wake},
		{"Hibernate", (*brain).hibernate},
		{"Sleep", func(b *brain) { b.sleep(m.ToNumber(m.L.Get(3), "Sleep")) }},
	} {
		manager.RawSetString(f.name, m.L.NewFunction(func(L *glua.LState) int {
			if b, ok := script.Handle(L.Get(2)).(*brain); ok { // some files of the original pass an entity, which has no effect
				f.call(b)
			}
			return 0
		}))
	}
	m.Lua.Define("BrainManager", manager)
}

func (m *machine) brainOf(v glua.LValue) *brain {
	b, ok := script.Handle(v).(*brain)
	if !ok {
		m.Lua.Raise("wanted a Brain, found %s", script.Describe(v))
	}
	return b
}

// callOwn calls a method that a derived class may define.
func (b *brain) callOwn(name string) {
	if f := b.m.L.GetField(b.obj, name); f != glua.LNil {
		b.m.Lua.Call(f, b.obj)
	}
}

// callTree calls a method of self.bt, whatever a script put there.
func (b *brain) callTree(name string) glua.LValue {
	f := glua.LValue(glua.LNil)
	if t, ok := b.bt.(*glua.LTable); ok {
		f = b.m.L.GetField(t, name)
	}
	if f.Type() != glua.LTFunction {
		b.m.Fail(nil, "the brain's bt is %s without %s, wanted a BT", script.Describe(b.bt), name)
	}
	return b.m.Lua.Call(f, b.bt)
}

func (b *brain) start() {
	if b.paused {
		return
	}
	b.callOwn("OnStart")
	b.known = false
	b.stopped = glua.LFalse
	b.addInstance()
	b.callOwn("OnInitializationComplete")
}

func (b *brain) stop() {
	if b.paused {
		return
	}
	b.callOwn("OnStop")
	if glua.LVAsBool(b.bt) {
		b.callTree("Stop")
	}
	b.stopped = glua.LTrue
	b.removeInstance()
}

func (b *brain) pause() {
	b.paused = true
	b.removeInstance()
}

func (b *brain) resume() {
	b.paused = false
	b.addInstance()
}

func (b *brain) forceUpdate() {
	if glua.LVAsBool(b.bt) {
		b.callTree("ForceUpdate")
	}
	b.wake()
}

func (b *brain) onUpdate() {
	b.callOwn("DoUpdate")
	if t := b.t; t != nil && b.isPlain() {
		t.Update()
	} else if glua.LVAsBool(b.bt) {
		b.callTree("Update")
	}
}

func (b *brain) sleepTime() nodes.Duration {
	if !glua.LVAsBool(b.bt) {
		return nodes.Duration{Seconds: 0, Ok: true}
	}
	if t := b.t; t != nil && b.isPlain() {
		return t.SleepTime()
	}
	return b.m.ToDuration(nil, b.callTree("GetSleepTime"))
}

// isPlain reports whether the brain does nothing but update an ordinary tree.
func (b *brain) isPlain() bool {
	if b.known {
		return b.plain
	}
	b.known = true
	field := func(obj *glua.LTable, name string) glua.LValue { return b.m.L.GetField(obj, name) }
	t := b.t
	b.plain = t != nil && field(b.obj, "DoUpdate") == glua.LNil &&
		field(b.obj, "OnUpdate") == b.m.brain.RawGetString("OnUpdate") &&
		field(b.obj, "GetSleepTime") == b.m.brain.RawGetString("GetSleepTime") &&
		field(t.Obj, "Update") == b.m.BTClass.RawGetString("Update") &&
		field(t.Obj, "GetSleepTime") == b.m.BTClass.RawGetString("GetSleepTime")
	return b.plain
}

func (b *brain) call(name string) { b.m.Lua.Call(b.m.L.GetField(b.obj, name), b.obj) }

// handlers returns the field events.
func (b *brain) handlers() glua.LValue {
	if b.events == nil {
		b.events = b.m.L.CreateTable(0, 0)
	}
	return b.events
}

func (b *brain) pushEvent(event, data glua.LValue) {
	if b.events == nil {
		return
	}
	if f := b.m.L.GetTable(b.events, event); f != glua.LNil {
		b.m.Lua.Call(f, data)
	}
}

func (b *brain) text() string {
	t := b.t
	if t == nil {
		return "--brain--"
	}
	d := b.sleepTime()
	if !d.Ok {
		b.m.Fail(nil, "the brain has no sleep time to show: its tree has ended")
	}
	return "--brain--\nsleep time: " + nodes.Two(d.Seconds) + "\n" + t.Text()
}

// What follows is BrainManager of the original, function by function. It has a list
// of brains that are updated, one of those that hibernate, and one for each tick
// that some wait for; here each brain says on which list it is.

// addInstance is AddInstance: it puts the brain on the list of those that are
// updated, and does not take it off the list of a tick.
func (b *brain) addInstance() {
	if b.owner == nil {
		b.owner = b.m.bot()
		if b.e != nil && b.e.Bot != nil { // a script may wake it in the turn of another bot
			b.owner = botOf(b.e)
		}
		b.owner.brains = append(b.owner.brains, b)
	}
	b.stayListed()
	b.queue = updating
	b.owner.Stir()
}

// stayListed notes that the brain stays on the list of the tick that it waits for
// while it goes to another.
func (b *brain) stayListed() {
	if b.queue == waiting {
		b.left = append(b.left, b.until)
	}
}

// removeInstance is RemoveInstance: it takes the brain off all lists.
func (b *brain) removeInstance() {
	b.queue, b.left = unlisted, nil
	if b.owner != nil {
		b.owner.forget(b)
		b.owner = nil
	}
}

// takeOff is the first half of SendToList: it takes the brain off the list of the
// tick that it waits for.
func (b *brain) takeOff() {
	if b.queue == waiting {
		b.left = slices.DeleteFunc(b.left, func(t int64) bool { return t == b.until })
	}
}

// wake is Wake.
func (b *brain) wake() {
	if b.queue != unlisted {
		b.takeOff()
		b.queue = updating
		b.owner.Stir()
	}
}

// hibernate is Hibernate.
func (b *brain) hibernate() {
	if b.queue != unlisted {
		b.takeOff()
		b.queue = hibernating
	}
}

// sleep is Sleep: the brain waits for the tick in which t seconds have passed,
// rounded down. Less than a tick changes nothing.
func (b *brain) sleep(t float64) {
	if b.queue == unlisted {
		return
	}
	ticks := t / b.m.Dt
	if ticks == 0 {
		ticks = 1
	}
	target := math.Floor(float64(b.m.Tick) + ticks)
	switch {
	case !(target > float64(b.m.Tick)):
	case target < 1<<62:
		b.wait(int64(target))
	default:
		b.wait(math.MaxInt64)
	}
}

// wait is SendToList for the list of a tick.
func (b *brain) wait(until int64) {
	if b.until != until {
		b.takeOff()
	}
	b.queue, b.until = waiting, until
}

// wakeInTick is the first step of Update(tick): a brain on the list of that tick
// goes to those that are updated. The second, which brains are updated, is
// bot.gather.
func (b *brain) wakeInTick(tick int64) {
	if b.queue == waiting && b.until <= tick {
		b.queue = updating
	}
	if len(b.left) == 0 {
		return
	}
	n := len(b.left)
	b.left = slices.DeleteFunc(b.left, func(t int64) bool { return t <= tick })
	if len(b.left) < n {
		b.stayListed()
		b.queue = updating
	}
}

// run is the third step of Update(tick), for one brain: it is updated, and then
// hibernates, sleeps or stays, by its sleep time.
func (b *brain) run() {
	if b.isPlain() {
		b.t.Update()
	} else {
		b.m.Lua.Call(b.m.L.GetField(b.obj, "OnUpdate"), b.obj)
	}
	var d nodes.Duration
	if b.isPlain() {
		d = b.t.SleepTime()
	} else {
		d = b.m.ToDuration(nil, b.m.Lua.Call(b.m.L.GetField(b.obj, "GetSleepTime"), b.obj))
	}
	switch {
	case !d.Ok:
		b.hibernate()
	case d.Seconds > b.m.Dt:
		b.sleep(d.Seconds)
	}
}

var brainNames = regexp.MustCompile(`(?i)brain[^.]*$`)

// lenientBase returns the class to derive from if a script named a stub: Brain
// for names that end in brain, BehaviourNode for others.
func (m *machine) lenientBase(v glua.LValue) glua.LValue {
	s := m.StubOf(v)
	_, isTable := v.(*glua.LTable)
	switch {
	case s == nil && (isTable || v.Type() == glua.LTFunction || v == glua.LNil):
		return v
	case s != nil && brainNames.MatchString(s.Name):
		return m.brain
	}
	return m.Base()
}
