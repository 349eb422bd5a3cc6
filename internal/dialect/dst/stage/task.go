package stage

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

// Task is a function that is called later for an entity, once or periodically.
type Task struct {
	Obj    *machine.Data // what scripts hold
	Owner  *Entity       // nil once it is over
	f      machine.Value
	args   *[]machine.Value // nil for none, as most have
	at     int64            // the tick in which it is called next
	period float64          // seconds
	limit  int              // how often it is called yet; 0 for without end
}

func (t *Task) Code(c script.Codec) {
	script.Pointer(c, &t.Owner)
	c.Value(&t.f)
	var args []machine.Value
	if t.args != nil {
		args = *t.args
	}
	script.Values(c, &args)
	t.pass(args)
	script.Integer(c, &t.at)
	c.Number(&t.period)
	script.Integer(c, &t.limit)
}

// pass has the function be given values after the entity.
func (t *Task) pass(args []machine.Value) {
	if t.args = nil; len(args) > 0 {
		t.args = &args
	}
}

// NewTask makes a task that does nothing yet.
func (ck *clock) NewTask() *Task {
	t := &Task{}
	t.Obj = machine.NewData(t, ck.TaskMeta)
	return t
}

// taskOf returns the task that a value of scripts stands for; nil if it is none.
func taskOf(v machine.Value) *Task {
	if d := v.Data(); d != nil {
		t, _ := d.Value.(*Task)
		return t
	}
	return nil
}

// dueIn is the tick of what is due in some seconds, which is never this one. A
// rounding error does not make it later.
func (ck *clock) dueIn(seconds float64) int64 {
	at := math.Ceil(float64(ck.Tick) + seconds/ck.Dt - 0.0001)
	switch {
	case !(at > float64(ck.Tick)):
		return ck.Tick + 1
	case at < 1<<62:
		return int64(at)
	}
	return math.MaxInt64
}

// cancel is task:Cancel().
func (t *Task) cancel() {
	if e := t.Owner; e != nil {
		t.Owner = nil
		i := slices.Index(e.tasks, t)
		e.tasks = slices.Delete(e.tasks, i, i+1)
	}
}

// openTasks defines DoTaskInTime and DoPeriodicTask, and what scripts can ask of a
// task.
func (ck *clock) openTasks(class *machine.Table) {
	ck.TaskMeta = ck.Lua.NewTable()
	methods := ck.Lua.NewTable()
	remaining := func(c *machine.Call) int {
		t := taskOf(c.Get(1))
		if t == nil || t.Owner == nil {
			return c.Give(machine.Number(-1))
		}
		return c.Give(machine.Number(float64(t.at-ck.Tick) * ck.Dt))
	}
	nextTime := func(c *machine.Call) int {
		if t := taskOf(c.Get(1)); t != nil && t.Owner != nil {
			return c.Give(machine.Number(float64(t.at) * ck.Dt))
		}
		return 0
	}
	ck.Offer(methods, "Cancel", func(c *machine.Call) int {
		if t := taskOf(c.Get(1)); t != nil {
			t.cancel()
		}
		return 0
	})
	ck.Offer(methods, "NextTime", nextTime)
	ck.Offer(ck.TaskMeta, "__index", func(c *machine.Call) int {
		return c.Give(taskOf(c.Get(1)).field(methods, c.Get(2)))
	})
	ck.OfferGlobal("GetTaskRemaining", remaining)
	ck.OfferGlobal("GetTaskTime", nextTime)
	add := func(name string, periodic bool) {
		ck.Offer(class, name, func(c *machine.Call) int { return c.Give(ck.addTask(c, name, periodic).Obj.V()) })
	}
	add("DoTaskInTime", false)
	add("DoPeriodicTask", true)
	for _, name := range []string{"TaskInTime", "PeriodicTask"} { // there is only one clock
		ck.Lua.SetField(class, "DoStatic"+name, class.Field("Do"+name))
	}
}

// field is what scripts can read of a task.
func (t *Task) field(methods *machine.Table, key machine.Value) machine.Value {
	if t == nil {
		return machine.Nil
	}
	switch name, _ := key.Text(); name {
	case "period":
		return machine.Number(t.period)
	case "limit":
		return script.Optional(t.limit > 0, machine.Number(float64(t.limit)))
	case "nexttick":
		return machine.Number(float64(t.at))
	case "fn":
		return t.f
	}
	return methods.Get(key)
}

// addTask is inst:DoTaskInTime(seconds, fn, ...), or
// inst:DoPeriodicTask(seconds, fn, initialDelay, ...).
func (ck *clock) addTask(c *machine.Call, name string, periodic bool) *Task {
	e := ck.entityOf(c.Get(1))
	delay, f := ck.ToNumber(c.Get(2), name), c.Get(3)
	if f.Function() == nil && !ck.Program.Lenient {
		ck.Refuse(f, name+": ", "a function to call")
	}
	if len(e.tasks) >= ck.Program.Limits.Tasks {
		ck.Lua.Raise("%s: more than %d tasks of one entity", name, ck.Program.Limits.Tasks)
	}
	ck.Lua.Take(listenerBytes)
	t := ck.NewTask()
	t.Owner, t.f, t.period, t.limit = e, f, delay, 1
	first := 4
	if periodic {
		first, t.limit = 5, 0
		if v := c.Get(4); !v.IsNil() {
			delay = ck.ToNumber(v, name)
		}
	}
	t.pass(script.Arguments(c, first))
	t.at = ck.dueIn(delay)
	if !e.Invalid {
		e.tasks = append(e.tasks, t)
		e.Bot.Stir()
	} else {
		t.Owner = nil
	}
	return t
}

// runTasks calls the tasks that are due, in the order in which they were made. One
// that an earlier one cancels is left out; those that they make are due in a later
// tick.
func (ck *clock) runTasks(e *Entity) {
	ck.inTasks = true
	defer func() { ck.inTasks = false }()
	var due [8]*Task
	all := due[:0]
	for _, t := range e.tasks {
		if t.at <= ck.Tick {
			all = append(all, t)
		}
	}
	for _, t := range all {
		if t.Owner == nil || t.at > ck.Tick {
			continue
		}
		if t.limit == 1 {
			t.cancel()
		} else {
			t.limit = max(0, t.limit-1)
			t.at = ck.dueIn(t.period)
		}
		if t.args == nil {
			ck.Lua.Call(t.f, e.Object().V())
		} else {
			ck.Lua.Call(t.f, append([]machine.Value{e.Object().V()}, *t.args...)...)
		}
	}
}

// nextTask returns the tick in which the next task is due.
func (e *Entity) nextTask() (at int64, ok bool) {
	for _, t := range e.tasks {
		if !ok || t.at < at {
			at, ok = t.at, true
		}
	}
	return at, ok
}

// forgetTasks cancels all tasks of the entity.
func (e *Entity) forgetTasks() {
	for _, t := range e.tasks {
		t.Owner = nil
	}
	e.tasks = nil
}
