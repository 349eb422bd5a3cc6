package stage

import (
	"math"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

// Task is a function that is called later for an entity, once or periodically.
type Task struct {
	Obj    glua.LUserData // what scripts hold
	Owner  *Entity        // nil once it is over
	f      glua.LValue
	args   []glua.LValue
	at     int64   // the tick in which it is called next
	period float64 // seconds
	limit  int     // how often it is called yet; 0 for without end
}

func (t *Task) Code(c script.Codec) {
	script.Pointer(c, &t.Owner)
	c.Value(&t.f)
	script.Values(c, &t.args)
	script.Integer(c, &t.at)
	c.Number(&t.period)
	script.Integer(c, &t.limit)
}

// taskOf returns the task that a value of scripts stands for; nil if it is none.
func taskOf(v glua.LValue) *Task {
	if u, ok := v.(*glua.LUserData); ok {
		t, _ := u.Value.(*Task)
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
func (ck *clock) openTasks(c *glua.LTable) {
	ck.TaskMeta = ck.L.NewTable()
	methods := ck.L.NewTable()
	remaining := func(L *glua.LState) int {
		t := taskOf(L.Get(1))
		if t == nil || t.Owner == nil {
			L.Push(glua.LNumber(-1))
		} else {
			L.Push(glua.LNumber(float64(t.at-ck.Tick) * ck.Dt))
		}
		return 1
	}
	nextTime := func(L *glua.LState) int {
		if t := taskOf(L.Get(1)); t != nil && t.Owner != nil {
			L.Push(glua.LNumber(float64(t.at) * ck.Dt))
			return 1
		}
		return 0
	}
	cancel := func(L *glua.LState) int {
		if t := taskOf(L.Get(1)); t != nil {
			t.cancel()
		}
		return 0
	}
	methods.RawSetString("Cancel", ck.L.NewFunction(cancel))
	methods.RawSetString("NextTime", ck.L.NewFunction(nextTime))
	ck.TaskMeta.RawSetString("__index", ck.L.NewFunction(func(L *glua.LState) int {
		L.Push(taskOf(L.Get(1)).field(methods, L.Get(2)))
		return 1
	}))
	ck.Lua.Set("GetTaskRemaining", ck.L.NewFunction(remaining))
	ck.Lua.Set("GetTaskTime", ck.L.NewFunction(nextTime))
	add := func(name string, periodic bool) {
		c.RawSetString(name, ck.L.NewFunction(func(L *glua.LState) int {
			L.Push(&ck.addTask(name, periodic).Obj)
			return 1
		}))
	}
	add("DoTaskInTime", false)
	add("DoPeriodicTask", true)
	for _, name := range []string{"TaskInTime", "PeriodicTask"} { // there is only one clock
		c.RawSetString("DoStatic"+name, c.RawGetString("Do"+name))
	}
}

// field is what scripts can read of a task.
func (t *Task) field(methods *glua.LTable, key glua.LValue) glua.LValue {
	if t == nil {
		return glua.LNil
	}
	switch key {
	case glua.LString("period"):
		return glua.LNumber(t.period)
	case glua.LString("limit"):
		return script.Optional(t.limit > 0, glua.LNumber(t.limit))
	case glua.LString("nexttick"):
		return glua.LNumber(t.at)
	case glua.LString("fn"):
		return t.f
	}
	return methods.RawGet(key)
}

// addTask is inst:DoTaskInTime(seconds, fn, ...), or
// inst:DoPeriodicTask(seconds, fn, initialDelay, ...).
func (ck *clock) addTask(name string, periodic bool) *Task {
	L := ck.L
	e := ck.entityOf(L.Get(1))
	delay, f := ck.ToNumber(L.Get(2), name), L.Get(3)
	if f.Type() != glua.LTFunction && !ck.Program.Lenient {
		ck.Lua.Raise("%s: wanted a function to call, found %s", name, script.Describe(f))
	}
	if len(e.tasks) >= ck.Program.Limits.Tasks {
		ck.Lua.Raise("%s: more than %d tasks of one entity", name, ck.Program.Limits.Tasks)
	}
	ck.Lua.Take(listenerBytes)
	t := &Task{Owner: e, f: f, period: delay, limit: 1}
	t.Obj.Value, t.Obj.Metatable = t, ck.TaskMeta
	first := 4
	if periodic {
		first, t.limit = 5, 0
		if v := L.Get(4); v != glua.LNil {
			delay = ck.ToNumber(v, name)
		}
	}
	if n := L.GetTop(); n >= first {
		t.args = ck.Arguments(first)
	}
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
		if len(t.args) == 0 {
			ck.Lua.Call(t.f, e.Obj)
		} else {
			ck.Lua.Call(t.f, append([]glua.LValue{e.Obj}, t.args...)...)
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
