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
func (ck *clock) openThreads(c *glua.LTable) {
	ck.threadMeta = ck.L.NewTable()
	start := func(e *entity, f glua.LValue) int {
		ck.L.Push(&ck.startThread(e, f).obj)
		return 1
	}
	c.RawSetString("StartThread", ck.L.NewFunction(func(*glua.LState) int { return start(ck.entityOf(ck.L.Get(1)), ck.L.Get(2)) }))
	for _, f := range []struct {
		name string
		call glua.LGFunction
	}{
		{"StartThread", func(*glua.LState) int { return start(ck.bot.e, ck.L.Get(1)) }},
		{"Yield", func(*glua.LState) int { return ck.wait(ck.tick + 1) }},
		{"Hibernate", func(*glua.LState) int { return ck.wait(math.MaxInt64) }},
		{"Sleep", func(*glua.LState) int {
			at := math.Ceil((ck.now + ck.toNumber(ck.L.Get(1), "Sleep")) / ck.dt)
			return ck.wait(max(ck.tick+1, lua.Whole(glua.LNumber(min(at, 1<<62)))))
		}},
		{"WakeTask", func(*glua.LState) int {
			if t := threadOf(ck.L.Get(1)); t != nil && t.owner != nil {
				t.at = min(t.at, ck.threadTick())
				t.owner.bot.stir()
			}
			return 0
		}},
		{"KillThread", func(*glua.LState) int {
			if t := threadOf(ck.L.Get(1)); t != nil {
				t.kill()
			}
			return 0
		}},
	} {
		ck.lua.Set(f.name, ck.L.NewFunction(f.call))
	}
}

// threadTick is the tick of the next part of threads: this one's while tasks run.
func (ck *clock) threadTick() int64 {
	if ck.inTasks {
		return ck.tick
	}
	return ck.tick + 1
}

func (ck *clock) startThread(e *entity, f glua.LValue) *thread {
	call, ok := f.(*glua.LFunction)
	if !ok {
		ck.lua.Raise("StartThread: wanted a function to call, found %s", describe(f))
	}
	if len(e.threads) >= maxThreads {
		ck.lua.Raise("StartThread: more than %d threads of one entity", maxThreads)
	}
	t := &thread{owner: e, call: ck.lua.NewThread(call), at: ck.threadTick()}
	t.obj.Value, t.obj.Metatable = t, ck.threadMeta
	e.threads = append(e.threads, t)
	e.bot.stir()
	return t
}

// wait stops the thread that runs until a tick.
func (ck *clock) wait(until int64) int {
	if ck.thread != nil {
		ck.thread.at = until
	}
	return ck.lua.Stop()
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
func (ck *clock) runThreads(e *entity) {
	for _, t := range e.threads { // changes replace the list
		if t.owner == nil || t.at > ck.tick {
			continue
		}
		outer := ck.thread
		ck.thread = t
		t.at = ck.tick + 1
		done := ck.resume(t)
		ck.thread = outer
		if done {
			t.kill()
		}
	}
}

// resume goes on with a thread. One that fails is over.
func (ck *clock) resume(t *thread) (done bool) {
	failed := true
	defer func() {
		if failed {
			ck.thread = nil
			t.kill()
		}
	}()
	done = ck.lua.Resume(t.call, func(L *glua.LState) { ck.L = L })
	failed = false
	return done
}
