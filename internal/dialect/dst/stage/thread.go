package stage

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/lua/number"
)

// Thread is a function of a script that waits in its middle, by inst:StartThread.
type Thread struct {
	Obj   *machine.Data // what scripts hold
	Owner *Entity       // nil once it is over
	call  *machine.Thread
	at    int64 // the tick in which it goes on; math.MaxInt64 while it hibernates
}

func (t *Thread) Code(c script.Codec) {
	script.Pointer(c, &t.Owner)
	c.Thread(&t.call)
	script.Integer(c, &t.at)
}

// NewThread makes a thread that calls nothing yet.
func (ck *clock) NewThread() *Thread {
	t := &Thread{}
	t.Obj = machine.NewData(t, ck.threadMeta)
	return t
}

func threadOf(v machine.Value) *Thread {
	if d := v.Data(); d != nil {
		t, _ := d.Value.(*Thread)
		return t
	}
	return nil
}

// openThreads defines inst:StartThread() and the functions for threads.
func (ck *clock) openThreads(class *machine.Table) {
	ck.threadMeta = ck.Lua.NewTable()
	ck.method(class, method{"StartThread", func(c *machine.Call, e *Entity) int { return c.Give(ck.startThread(e, c.Get(2)).Obj.V()) }})
	ck.OfferGlobal("StartThread", func(c *machine.Call) int { return c.Give(ck.startThread(ck.Bot.Entity, c.Get(1)).Obj.V()) })
	ck.OfferGlobal("Yield", func(c *machine.Call) int { return ck.wait(c, ck.Tick+1) })
	ck.OfferGlobal("Hibernate", func(c *machine.Call) int { return ck.wait(c, math.MaxInt64) })
	ck.OfferGlobal("Sleep", func(c *machine.Call) int {
		at := math.Ceil((ck.Now + ck.ToNumber(c.Get(1), "Sleep")) / ck.Dt)
		return ck.wait(c, max(ck.Tick+1, number.Whole(min(at, 1<<62))))
	})
	ck.OfferGlobal("WakeTask", func(c *machine.Call) int {
		if t := threadOf(c.Get(1)); t != nil && t.Owner != nil {
			t.at = min(t.at, ck.threadTick())
			t.Owner.Bot.Stir()
		}
		return 0
	})
	ck.OfferGlobal("KillThread", func(c *machine.Call) int {
		if t := threadOf(c.Get(1)); t != nil {
			t.kill()
		}
		return 0
	})
}

// threadTick is the tick of the next part of threads: this one's while tasks run.
func (ck *clock) threadTick() int64 {
	if ck.inTasks {
		return ck.Tick
	}
	return ck.Tick + 1
}

func (ck *clock) startThread(e *Entity, f machine.Value) *Thread {
	call := f.Function()
	if call == nil {
		ck.Refuse(f, "StartThread: ", "a function to call")
	}
	if len(e.threads) >= ck.Program.Limits.Threads {
		ck.Lua.Raise("StartThread: more than %d threads of one entity", ck.Program.Limits.Threads)
	}
	t := ck.NewThread()
	t.Owner, t.call, t.at = e, ck.Lua.NewThread(call), ck.threadTick()
	e.own().threads = append(e.threads, t)
	e.Bot.Stir()
	return t
}

// wait stops the thread that runs until a tick.
func (ck *clock) wait(c *machine.Call, until int64) int {
	if ck.thread != nil {
		ck.thread.at = until
	}
	return c.Stop()
}

func (t *Thread) kill() {
	if e := t.Owner; e != nil {
		t.Owner = nil
		e.own().threads = slices.DeleteFunc(slices.Clone(e.threads), func(other *Thread) bool { return other == t })
	}
}

func (e *Entity) killThreads() {
	for _, t := range e.threads {
		t.Owner = nil
	}
	if len(e.threads) > 0 {
		e.threads = nil
	}
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
	done = ck.Lua.Resume(t.call)
	failed = false
	return done
}
