package stage

import (
	"errors"
	"math"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

// Thread is a function of a script that waits in its middle, by inst:StartThread.
type Thread struct {
	obj   glua.LUserData // what scripts hold
	Owner *Entity        // nil once it is over
	Call  *lua.Thread
	at    int64 // the tick in which it goes on; math.MaxInt64 while it hibernates
}

// ErrThread refuses to save what stands in the middle of a function.
var ErrThread = errors.New("its scripts run threads, begun by StartThread, which cannot be saved before they end")

func threadOf(v glua.LValue) *Thread {
	if u, ok := v.(*glua.LUserData); ok {
		t, _ := u.Value.(*Thread)
		return t
	}
	return nil
}

// openThreads defines inst:StartThread() and the functions for threads.
func (ck *clock) openThreads(c *glua.LTable) {
	ck.threadMeta = ck.L.NewTable()
	start := func(e *Entity, f glua.LValue) int {
		ck.L.Push(&ck.startThread(e, f).obj)
		return 1
	}
	c.RawSetString("StartThread", ck.L.NewFunction(func(*glua.LState) int { return start(ck.entityOf(ck.L.Get(1)), ck.L.Get(2)) }))
	for _, f := range []struct {
		name string
		call glua.LGFunction
	}{
		{"StartThread", func(*glua.LState) int { return start(ck.Bot.Entity, ck.L.Get(1)) }},
		{"Yield", func(*glua.LState) int { return ck.wait(ck.Tick + 1) }},
		{"Hibernate", func(*glua.LState) int { return ck.wait(math.MaxInt64) }},
		{"Sleep", func(*glua.LState) int {
			at := math.Ceil((ck.Now + ck.ToNumber(ck.L.Get(1), "Sleep")) / ck.Dt)
			return ck.wait(max(ck.Tick+1, lua.Whole(glua.LNumber(min(at, 1<<62)))))
		}},
		{"WakeTask", func(*glua.LState) int {
			if t := threadOf(ck.L.Get(1)); t != nil && t.Owner != nil {
				t.at = min(t.at, ck.threadTick())
				t.Owner.Bot.Stir()
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
		ck.Lua.Set(f.name, ck.L.NewFunction(f.call))
	}
}

// threadTick is the tick of the next part of threads: this one's while tasks run.
func (ck *clock) threadTick() int64 {
	if ck.inTasks {
		return ck.Tick
	}
	return ck.Tick + 1
}

func (ck *clock) startThread(e *Entity, f glua.LValue) *Thread {
	call, ok := f.(*glua.LFunction)
	if !ok {
		ck.Lua.Raise("StartThread: wanted a function to call, found %s", script.Describe(f))
	}
	if len(e.threads) >= ck.Program.Limits.Threads {
		ck.Lua.Raise("StartThread: more than %d threads of one entity", ck.Program.Limits.Threads)
	}
	t := &Thread{Owner: e, Call: ck.Lua.NewThread(call), at: ck.threadTick()}
	t.obj.Value, t.obj.Metatable = t, ck.threadMeta
	e.threads = append(e.threads, t)
	e.Bot.Stir()
	return t
}

// wait stops the thread that runs until a tick.
func (ck *clock) wait(until int64) int {
	if ck.thread != nil {
		ck.thread.at = until
	}
	return ck.Lua.Stop()
}

func (t *Thread) kill() {
	if e := t.Owner; e != nil {
		t.Owner = nil
		e.threads = slices.DeleteFunc(slices.Clone(e.threads), func(other *Thread) bool { return other == t })
	}
}

func (e *Entity) killThreads() {
	for _, t := range e.threads {
		t.Owner = nil
	}
	e.threads = nil
}

// runThreads goes on with the threads that are due.
func (ck *clock) runThreads(e *Entity) {
	for _, t := range e.threads { // changes replace the list
		if t.Owner == nil || t.at > ck.Tick {
			continue
		}
		outer := ck.thread
		ck.thread = t
		t.at = ck.Tick + 1
		done := ck.resume(t)
		ck.thread = outer
		if done {
			t.kill()
		}
	}
}

// resume goes on with a thread. One that fails is over.
func (ck *clock) resume(t *Thread) (done bool) {
	failed := true
	defer func() {
		if failed {
			ck.thread = nil
			t.kill()
		}
	}()
	done = ck.Lua.Resume(t.Call, func(L *glua.LState) { ck.L = L })
	failed = false
	return done
}
