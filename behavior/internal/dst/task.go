package dst

import (
	"math"
	"slices"

	glua "github.com/yuin/gopher-lua"
)

// task is a function that is called later for an entity, once or periodically.
type task struct {
	obj    glua.LUserData // what scripts hold
	owner  *entity        // nil once it is over
	f      glua.LValue
	args   []glua.LValue
	at     int64   // the tick in which it is called next
	period float64 // seconds
	limit  int     // how often it is called yet; 0 for without end
}

func (t *task) code(c codec) {
	pointer(c, &t.owner)
	c.Value(&t.f)
	values(c, &t.args)
	integer(c, &t.at)
	c.Number(&t.period)
	integer(c, &t.limit)
}

// taskOf returns the task that a value of scripts stands for; nil if it is none.
func taskOf(v glua.LValue) *task {
	if u, ok := v.(*glua.LUserData); ok {
		t, _ := u.Value.(*task)
		return t
	}
	return nil
}

// dueIn is the tick of what is due in some seconds, which is never this one. A
// rounding error does not make it later.
func (m *stage) dueIn(seconds float64) int64 {
	at := math.Ceil(float64(m.tick) + seconds/m.dt - 0.0001)
	switch {
	case !(at > float64(m.tick)):
		return m.tick + 1
	case at < 1<<62:
		return int64(at)
	}
	return math.MaxInt64
}

// cancel is task:Cancel().
func (t *task) cancel() {
	if e := t.owner; e != nil {
		t.owner = nil
		i := slices.Index(e.tasks, t)
		e.tasks = slices.Delete(e.tasks, i, i+1)
	}
}

// openTasks defines DoTaskInTime and DoPeriodicTask, and what scripts can ask of a
// task.
func (m *stage) openTasks(c *glua.LTable) {
	m.taskMeta = m.L.NewTable()
	methods := m.L.NewTable()
	remaining := func(L *glua.LState) int {
		t := taskOf(L.Get(1))
		if t == nil || t.owner == nil {
			L.Push(glua.LNumber(-1))
		} else {
			L.Push(glua.LNumber(float64(t.at-m.tick) * m.dt))
		}
		return 1
	}
	nextTime := func(L *glua.LState) int {
		if t := taskOf(L.Get(1)); t != nil && t.owner != nil {
			L.Push(glua.LNumber(float64(t.at) * m.dt))
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
	methods.RawSetString("Cancel", m.L.NewFunction(cancel))
	methods.RawSetString("NextTime", m.L.NewFunction(nextTime))
	m.taskMeta.RawSetString("__index", m.L.NewFunction(func(L *glua.LState) int {
		L.Push(taskOf(L.Get(1)).field(methods, L.Get(2)))
		return 1
	}))
	m.lua.Set("GetTaskRemaining", m.L.NewFunction(remaining))
	m.lua.Set("GetTaskTime", m.L.NewFunction(nextTime))
	add := func(name string, periodic bool) {
		c.RawSetString(name, m.L.NewFunction(func(L *glua.LState) int {
			L.Push(&m.addTask(name, periodic).obj)
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
func (t *task) field(methods *glua.LTable, key glua.LValue) glua.LValue {
	if t == nil {
		return glua.LNil
	}
	switch key {
	case glua.LString("period"):
		return glua.LNumber(t.period)
	case glua.LString("limit"):
		return optional(t.limit > 0, glua.LNumber(t.limit))
	case glua.LString("nexttick"):
		return glua.LNumber(t.at)
	case glua.LString("fn"):
		return t.f
	}
	return methods.RawGet(key)
}

// maxTasks bounds the tasks of one entity.
var maxTasks = 1000

// addTask is inst:DoTaskInTime(seconds, fn, ...), or
// inst:DoPeriodicTask(seconds, fn, initialDelay, ...).
func (m *stage) addTask(name string, periodic bool) *task {
	L := m.L
	e := m.entityOf(L.Get(1))
	delay, f := m.toNumber(L.Get(2), name), L.Get(3)
	if f.Type() != glua.LTFunction && !m.program.lenient {
		m.lua.Raise("%s: wanted a function to call, found %s", name, describe(f))
	}
	if len(e.tasks) >= maxTasks {
		m.lua.Raise("%s: more than %d tasks of one entity", name, maxTasks)
	}
	m.lua.Take(listenerBytes)
	t := &task{owner: e, f: f, period: delay, limit: 1}
	t.obj.Value, t.obj.Metatable = t, m.taskMeta
	first := 4
	if periodic {
		first, t.limit = 5, 0
		if v := L.Get(4); v != glua.LNil {
			delay = m.toNumber(v, name)
		}
	}
	if n := L.GetTop(); n >= first {
		t.args = m.arguments(first)
	}
	t.at = m.dueIn(delay)
	if !e.invalid {
		e.tasks = append(e.tasks, t)
		e.bot.stir()
	} else {
		t.owner = nil
	}
	return t
}

// runTasks calls the tasks that are due, in the order in which they were made. One
// that an earlier one cancels is left out; those that they make are due in a later
// tick.
func (m *stage) runTasks(e *entity) {
	m.inTasks = true
	defer func() { m.inTasks = false }()
	var due [8]*task
	all := due[:0]
	for _, t := range e.tasks {
		if t.at <= m.tick {
			all = append(all, t)
		}
	}
	for _, t := range all {
		if t.owner == nil || t.at > m.tick {
			continue
		}
		if t.limit == 1 {
			t.cancel()
		} else {
			t.limit = max(0, t.limit-1)
			t.at = m.dueIn(t.period)
		}
		if len(t.args) == 0 {
			m.lua.Call(t.f, e.obj)
		} else {
			m.lua.Call(t.f, append([]glua.LValue{e.obj}, t.args...)...)
		}
	}
}

// nextTask returns the tick in which the next task is due.
func (e *entity) nextTask() (at int64, ok bool) {
	for _, t := range e.tasks {
		if !ok || t.at < at {
			at, ok = t.at, true
		}
	}
	return at, ok
}

// forgetTasks cancels all tasks of the entity.
func (e *entity) forgetTasks() {
	for _, t := range e.tasks {
		t.owner = nil
	}
	e.tasks = nil
}
