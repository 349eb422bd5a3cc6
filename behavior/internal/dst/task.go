package dst

import (
	"slices"

	glua "github.com/yuin/gopher-lua"
)

// task is a function that is called later for an entity, once or periodically.
type task struct {
	f      glua.LValue
	args   []glua.LValue
	at     float64 // seconds since tick 0
	period float64 // seconds; 0 for once
	obj    *glua.LTable
}

func (t *task) code(c codec) {
	c.value(&t.f)
	table(c, &t.obj)
	c.number(&t.at)
	c.number(&t.period)
	values(c, &t.args)
}

// openTasks defines DoTaskInTime and DoPeriodicTask.
func (m *stage) openTasks(c *glua.LTable) {
	m.taskMeta = m.L.NewTable()
	cancel := m.L.NewTable()
	cancel.RawSetString("Cancel", m.L.NewFunction(func(L *glua.LState) int {
		m.bot.e.cancel(L.CheckTable(1))
		return 0
	}))
	m.taskMeta.RawSetString("__index", cancel)
	add := func(name string, periodic bool) {
		c.RawSetString(name, m.L.NewFunction(func(L *glua.LState) int {
			e := m.entityOf(L.Get(1))
			delay, f := m.toNumber(L.Get(2), name), L.Get(3)
			if f.Type() != glua.LTFunction && !m.program.lenient {
				m.lua.Raise("%s: wanted a function to call, found %s", name, describe(f))
			}
			t := &task{f: f, at: m.now + delay, obj: m.L.NewTable()}
			first := 4
			if periodic {
				t.period = max(delay, m.dt)
				if v := L.Get(4); v != glua.LNil {
					t.at = m.now + m.toNumber(v, name)
				}
				first = 5
			}
			for i := first; i <= L.GetTop(); i++ {
				t.args = append(t.args, L.Get(i))
			}
			if len(e.tasks) >= maxTasks {
				m.lua.Raise("%s: more than %d tasks of one entity", name, maxTasks)
			}
			t.obj.Metatable = m.taskMeta
			m.lua.Take(listenerBytes)
			e.tasks = append(e.tasks, t)
			e.bot.stir()
			L.Push(t.obj)
			return 1
		}))
	}
	add("DoTaskInTime", false)
	add("DoPeriodicTask", true)
	for _, name := range []string{"TaskInTime", "PeriodicTask"} { // there is only one clock
		c.RawSetString("DoStatic"+name, c.RawGetString("Do"+name))
	}
}

// maxTasks bounds the tasks of one entity.
const maxTasks = 1000

func (e *entity) cancel(obj *glua.LTable) {
	e.tasks = slices.DeleteFunc(slices.Clone(e.tasks), func(t *task) bool { return t.obj == obj })
}

// runTasks calls the tasks that are due, by time; of one time in the order in
// which they were made.
func (m *stage) runTasks(e *entity) {
	for range maxTasks {
		var next *task
		for _, t := range e.tasks {
			if t.at <= m.now && (next == nil || t.at < next.at) {
				next = t
			}
		}
		if next == nil {
			return
		}
		if next.period > 0 {
			next.at += next.period
		} else {
			e.cancel(next.obj)
		}
		m.lua.Call(next.f, append([]glua.LValue{e.obj}, next.args...)...)
	}
}

// nextTask returns when the next task is due, in seconds.
func (e *entity) nextTask() (at float64, ok bool) {
	for _, t := range e.tasks {
		if !ok || t.at < at {
			at, ok = t.at, true
		}
	}
	return at, ok
}
