package dst

import (
	"errors"
	"math"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
)

// thread is a function of a script that waits in its middle, by inst:StartThread.
type thread struct {
	obj   glua.LUserData // what scripts hold
	owner *entity        // nil once it is over
	call  *lua.Thread
	at    int64 // the tick in which it goes on; math.MaxInt64 while it hibernates
}

// errThread refuses to save what stands in the middle of a function.
var errThread = errors.New("its scripts run threads, begun by StartThread, which cannot be saved before they end")

// maxThreads bounds the threads of one entity.
var maxThreads = 20

func threadOf(v glua.LValue) *thread {
	if u, ok := v.(*glua.LUserData); ok {
		t, _ := u.Value.(*thread)
		return t
	}
	return nil
}

// openThreads defines inst:StartThread() and the functions for threads.
func (m *stage) openThreads(c *glua.LTable) {
	m.threadMeta = m.L.NewTable()
	start := func(e *entity, f glua.LValue) int {
		m.L.Push(&m.startThread(e, f).obj)
		return 1
	}
	c.RawSetString("StartThread", m.L.NewFunction(func(*glua.LState) int { return start(m.entityOf(m.L.Get(1)), m.L.Get(2)) }))
	for _, f := range []struct {
		name string
		call glua.LGFunction
	}{
		{"StartThread", func(*glua.LState) int { return start(m.bot.e, m.L.Get(1)) }},
		{"Yield", func(*glua.LState) int { return m.wait(m.tick + 1) }},
		{"Hibernate", func(*glua.LState) int { return m.wait(math.MaxInt64) }},
		{"Sleep", func(*glua.LState) int {
			at := math.Ceil((m.now + m.toNumber(m.L.Get(1), "Sleep")) / m.dt)
			return m.wait(max(m.tick+1, lua.Whole(glua.LNumber(min(at, 1<<62)))))
		}},
		{"WakeTask", func(*glua.LState) int {
			if t := threadOf(m.L.Get(1)); t != nil && t.owner != nil {
				t.at = min(t.at, m.threadTick())
				t.owner.bot.stir()
			}
			return 0
		}},
		{"KillThread", func(*glua.LState) int {
			if t := threadOf(m.L.Get(1)); t != nil {
				t.kill()
			}
			return 0
		}},
	} {
		m.lua.Set(f.name, m.L.NewFunction(f.call))
	}
}

// threadTick is the tick of the next part of threads: this one's while tasks run.
func (m *stage) threadTick() int64 {
	if m.inTasks {
		return m.tick
	}
	return m.tick + 1
}

func (m *stage) startThread(e *entity, f glua.LValue) *thread {
	call, ok := f.(*glua.LFunction)
	if !ok {
		m.lua.Raise("StartThread: wanted a function to call, found %s", describe(f))
	}
	if len(e.threads) >= maxThreads {
		m.lua.Raise("StartThread: more than %d threads of one entity", maxThreads)
	}
	t := &thread{owner: e, call: m.lua.NewThread(call), at: m.threadTick()}
	t.obj.Value, t.obj.Metatable = t, m.threadMeta
	e.threads = append(e.threads, t)
	e.bot.stir()
	return t
}

// wait stops the thread that runs until a tick.
func (m *stage) wait(until int64) int {
	if m.thread != nil {
		m.thread.at = until
	}
	return m.lua.Stop()
}

func (t *thread) kill() {
	if e := t.owner; e != nil {
		t.owner = nil
		e.threads = slices.DeleteFunc(slices.Clone(e.threads), func(other *thread) bool { return other == t })
	}
}

func (e *entity) killThreads() {
	for _, t := range e.threads {
		t.owner = nil
	}
	e.threads = nil
}

// runThreads goes on with the threads that are due.
func (m *stage) runThreads(e *entity) {
	for _, t := range e.threads { // changes replace the list
		if t.owner == nil || t.at > m.tick {
			continue
		}
		outer := m.thread
		m.thread = t
		t.at = m.tick + 1
		done := m.resume(t)
		m.thread = outer
		if done {
			t.kill()
		}
	}
}

// resume goes on with a thread. One that fails is over.
func (m *stage) resume(t *thread) (done bool) {
	failed := true
	defer func() {
		if failed {
			m.thread = nil
			t.kill()
		}
	}()
	done = m.lua.Resume(t.call, func(L *glua.LState) { m.L = L })
	failed = false
	return done
}
