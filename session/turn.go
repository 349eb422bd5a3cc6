package session

import (
	"runtime"
	"strings"
)

// lock waits for the caller's turn. Code that the game runs in a tick has the turn
// already and would wait for ever: its call panics, which is the fault of the action
// that made it. So does one of a session that nobody opened.
func (s *Session) lock(method string) {
	if s == nil || s.game == nil {
		panic("Session." + method + " of a session that plays no scene: Open, Start, New and Restore make one")
	}
	if s.mu.TryLock() {
		return
	}
	if inGame() {
		panic("Session." + method + " called while a tick is played or a command is carried out; use World.Defer for what changes the world, and Call.World to read it")
	}
	s.mu.Lock()
}

// gamePackages have the functions that run actions, systems and jobs, on the goroutine
// that steps and on workers.
var gamePackages = [...]string{
	"github.com/thicket-sim/thicket/systems.",
	"github.com/thicket-sim/thicket/internal/ground/workers.",
}

// inGame reports whether a game called its caller, on whatever goroutine.
func inGame() bool {
	var pcs [128]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		frame, more := frames.Next()
		for _, p := range gamePackages {
			if strings.HasPrefix(frame.Function, p) {
				return true
			}
		}
		if !more {
			return false
		}
	}
}
