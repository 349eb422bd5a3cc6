package live

import (
	"reflect"
	"runtime"

	"github.com/thicket-sim/thicket/internal/ground/workers"
)

// lock waits for the caller's turn. Code that the game runs in a tick has the turn
// already and would wait for ever: its call panics, which is the fault of the action
// that made it. So does one of a session that nobody opened. method is another in each place.
//
//go:noinline
func (s *Session) lock(method string) {
	if s == nil || s.game == nil {
		panic("Session." + method + " of a session that plays no scene: Open, Start, New and Restore make one")
	}
	if !s.mu.TryLock() {
		if s.playing() {
			panic("Session." + method + " called while a tick is played or a command is carried out; use World.Defer for what changes the world, and Call.World to read it")
		}
		s.mu.Lock()
	}
	if s.method != method { // else it is as it was: most turns are those of Step
		var caller [1]uintptr
		runtime.Callers(2, caller[:])
		s.owner.Store(caller[0])
		s.method = method
	}
}

// entry returns where the function of a return address begins.
func entry(pc uintptr) uintptr { return runtime.FuncForPC(pc - 1).Entry() }

// unlocks says where [Session.unlock] begins.
var unlocks = reflect.ValueOf((*Session).unlock).Pointer()

// playing reports whether its caller's turn is part of another: it runs on a worker, or
// further up the stack is the method that has the turn. A method that is in unlock has given
// its turn up.
func (s *Session) playing() bool {
	pcs := make([]uintptr, 64)
	n := runtime.Callers(4, pcs) // without the method that asks for the turn
	for ; n == len(pcs); n = runtime.Callers(4, pcs) {
		pcs = make([]uintptr, 2*len(pcs))
	}
	owner, over := entry(s.owner.Load()), false
	for _, pc := range pcs[:n] {
		switch entry(pc) {
		case owner:
			if !over {
				return true
			}
			over = false
		case unlocks:
			over = true
		}
	}
	return workers.Serving(pcs[:n])
}
