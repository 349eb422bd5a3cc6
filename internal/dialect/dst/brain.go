package dst

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/internal/dialect/dst/nodes"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/dst/stage"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
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
	object  machine.Table
	m       *troupe
	inst    machine.Value
	bt      machine.Value
	stopped machine.Value
	events  *machine.Value // nil for a table without handlers that nobody has asked for

	t *nodes.BT     // behind bt, if that is a BT
	e *stage.Entity // behind inst

	until   int64    // the tick in which a waiting brain wakes
	earlier *[]int64 // see left; nil for none, as most have
	owner   *bot     // the bot whose turns update it

	queue  queue
	paused bool
	known  bool // whether plain is up to date
	plain  bool // it does nothing but update an ordinary tree, see isPlain
}

func newBrain(m *troupe) *machine.Table {
	b := &brain{m: m}
	m.brainKin.Init(&b.object)
	return &b.object
}

// left has the ticks of earlier waits. A brain that is started again while it
// waits is also woken in those ticks.
func (b *brain) left() []int64 {
	if b.earlier == nil {
		return nil
	}
	return *b.earlier
}

func (b *brain) leave(ticks []int64) {
	if b.earlier = nil; len(ticks) > 0 {
		b.earlier = &ticks
	}
}

func (b *brain) Object() *machine.Table { return &b.object }

func (b *brain) code(c script.Codec) {
	script.Owned(c, &b.inst, &b.e)
	script.Owned(c, &b.bt, &b.t)
	c.Value(&b.stopped)
	hasEvents := b.events != nil
	if c.Bool(&hasEvents); hasEvents {
		if b.events == nil {
			b.events = new(machine.Value)
		}
		c.Value(b.events)
	}
	c.Bool(&b.paused)
	script.Integer(c, &b.queue)
	if b.queue > waiting {
		panic(machine.ErrDamaged)
	}
	script.Integer(c, &b.until)
	left := b.left()
	script.Integers(c, &left)
	b.leave(left)
}

func (b *brain) Read(key string) (machine.Value, bool) {
	switch key {
	case "inst":
		return b.inst, true
	case "bt":
		return b.bt, true
	case "paused":
		return machine.Bool(b.paused), true
	case "stopped":
		return b.stopped, true
	case "events":
		return b.handlers(), true
	}
	return machine.Nil, false
}

func (b *brain) Write(key string, v machine.Value) bool {
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
		b.paused = v.Truth()
	case "stopped":
		b.stopped = v
	case "events":
		b.events = &v
	default:
		return false
	}
	return true
}

// openBrain defines the class Brain, and BrainManager.
func (m *troupe) openBrain() {
	m.brain = m.Class(nil, m.Lua.NewFunction("_ctor", func(*machine.Call) int { return 0 }), nil)
	m.Fielded(m.brain)
	for _, f := range []struct {
		name string
		call func(c *machine.Call, b *brain)
	}{
		{"Start", alone((*brain).start)},
		{"Stop", alone((*brain).stop)},
		{"Pause", alone((*brain).pause)},
		{"Resume", alone((*brain).resume)},
		{"OnUpdate", alone((*brain).onUpdate)},
		{"ForceUpdate", alone((*brain).forceUpdate)},
		{"AddEventHandler", func(c *machine.Call, b *brain) { m.Lua.SetIndex(b.handlers(), c.Get(2), c.Get(3)) }},
		{"PushEvent", func(c *machine.Call, b *brain) { b.pushEvent(c.Get(2), c.Get(3)) }},
	} {
		m.Offer(m.brain, f.name, func(c *machine.Call) int {
			f.call(c, m.brainOf(c.Get(1)))
			return 0
		})
	}
	m.Offer(m.brain, "GetSleepTime", func(c *machine.Call) int { return c.Give(m.brainOf(c.Get(1)).sleepTime().Value()) })
	m.Offer(m.brain, "__tostring", func(c *machine.Call) int { return c.Give(machine.String(m.brainOf(c.Get(1)).text())) })
	m.Native = append(m.Native, script.NativeClass{Class: m.brain, Make: func(*machine.Table) *machine.Table { return newBrain(m) }})
	m.Lua.SetGlobal("Brain", m.brain.V())
	manager := m.Lua.NewTable()
	for _, f := range []struct {
		name string
		call func(c *machine.Call, b *brain)
	}{
		{"AddInstance", alone((*brain).addInstance)},
		{"RemoveInstance", alone((*brain).removeInstance)},
		{"Wake", alone((*brain).wake)},
		{"Hibernate", alone((*brain).hibernate)},
		{"Sleep", func(c *machine.Call, b *brain) { b.sleep(m.ToNumber(c.Get(3), "Sleep")) }},
	} {
		m.Offer(manager, f.name, func(c *machine.Call) int {
			if b, ok := script.Handle(c.Get(2)).(*brain); ok { // some files of the original pass an entity, which has no effect
				f.call(c, b)
			}
			return 0
		})
	}
	m.Lua.Define("BrainManager", manager.V())
}

// alone is a method that takes no arguments.
func alone(f func(b *brain)) func(*machine.Call, *brain) {
	return func(_ *machine.Call, b *brain) { f(b) }
}

func (m *troupe) brainOf(v machine.Value) *brain {
	b, ok := script.Handle(v).(*brain)
	if !ok {
		m.Lua.Raise("wanted a Brain, found %s", script.Describe(v))
	}
	return b
}

// callOwn calls a method that a derived class may define.
func (b *brain) callOwn(name string) {
	if f := b.m.Method(b.Object().V(), name); !f.IsNil() {
		b.m.Lua.Call(f, b.Object().V())
	}
}

// callTree calls a method of self.bt, whatever a script put there.
func (b *brain) callTree(name string) machine.Value {
	f := machine.Nil
	if b.bt.Table() != nil {
		f = b.m.Method(b.bt, name)
	}
	if f.Function() == nil {
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
	b.stopped = machine.Bool(false)
	b.addInstance()
	b.callOwn("OnInitializationComplete")
	if fns := b.m.Method(b.Object().V(), "modpostinitfns").Table(); fns != nil {
		for i := 1; i <= fns.Len(); i++ {
			b.m.Lua.Call(fns.At(i), b.Object().V())
		}
		b.known = false
	}
}

func (b *brain) stop() {
	if b.paused {
		return
	}
	b.callOwn("OnStop")
	if b.bt.Truth() {
		b.callTree("Stop")
	}
	b.stopped = machine.Bool(true)
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
	if b.bt.Truth() {
		b.callTree("ForceUpdate")
	}
	b.wake()
}

func (b *brain) onUpdate() {
	b.callOwn("DoUpdate")
	if t := b.t; t != nil && b.isPlain() {
		t.Update()
	} else if b.bt.Truth() {
		b.callTree("Update")
	}
}

func (b *brain) sleepTime() nodes.Duration {
	if !b.bt.Truth() {
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
	t := b.t
	has := func(obj *machine.Table, name string, of *machine.Table) bool {
		return b.m.Method(obj.V(), name) == of.Field(name)
	}
	b.plain = t != nil && b.m.Method(b.Object().V(), "DoUpdate").IsNil() &&
		has(b.Object(), "OnUpdate", b.m.brain) && has(b.Object(), "GetSleepTime", b.m.brain) &&
		has(t.Object(), "Update", b.m.BTClass) && has(t.Object(), "GetSleepTime", b.m.BTClass)
	return b.plain
}

func (b *brain) call(name string) { b.m.Lua.Call(b.m.Method(b.Object().V(), name), b.Object().V()) }

// handlers returns the field events.
func (b *brain) handlers() machine.Value {
	if b.events == nil {
		fresh := b.m.Lua.NewTable().V()
		b.events = &fresh
	}
	return *b.events
}

func (b *brain) pushEvent(event, data machine.Value) {
	if b.events == nil {
		return
	}
	if f := b.m.Lua.Index(*b.events, event); !f.IsNil() {
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
		b.leave(append(b.left(), b.until))
	}
}

// removeInstance is RemoveInstance: it takes the brain off all lists.
func (b *brain) removeInstance() {
	b.queue, b.earlier = unlisted, nil
	if b.owner != nil {
		b.owner.forget(b)
		b.owner = nil
	}
}

// takeOff is the first half of SendToList: it takes the brain off the list of the
// tick that it waits for.
func (b *brain) takeOff() {
	if b.queue == waiting {
		b.leave(slices.DeleteFunc(b.left(), func(t int64) bool { return t == b.until }))
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
	if b.earlier == nil {
		return
	}
	n := len(b.left())
	b.leave(slices.DeleteFunc(b.left(), func(t int64) bool { return t <= tick }))
	if len(b.left()) < n {
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
		b.call("OnUpdate")
	}
	var d nodes.Duration
	if b.isPlain() {
		d = b.t.SleepTime()
	} else {
		d = b.m.ToDuration(nil, b.m.Lua.Call(b.m.Method(b.Object().V(), "GetSleepTime"), b.Object().V()))
	}
	switch {
	case !d.Ok:
		b.hibernate()
	case d.Seconds > b.m.Dt:
		b.sleep(d.Seconds)
	}
}

var brainNames = lazy.Regexp(`(?i)brain[^.]*$`)

// lenientBase returns the class to derive from if a script named a stub: Brain
// for names that end in brain, BehaviourNode for others.
func (m *troupe) lenientBase(v machine.Value) machine.Value {
	s := m.StubOf(v)
	switch {
	case s == nil && (v.Table() != nil || v.Function() != nil || v.IsNil()):
		return v
	case s != nil && brainNames().MatchString(s.Name):
		return m.brain.V()
	}
	return m.Base().V()
}
