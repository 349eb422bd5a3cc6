package lua

import (
	glua "github.com/yuin/gopher-lua"
)

// Thread is a call of a function that may stop in its middle and go on later.
// Scripts cannot make any: the owner of the state does, and gives them something to
// stop with, see Stop.
type Thread struct {
	co *glua.LState
	f  *glua.LFunction
}

// threadBytes is what the stack of a thread takes.
const threadBytes = 64 << 10

// NewThread makes a thread that has not begun.
func (s *State) NewThread(f *glua.LFunction) *Thread {
	s.Take(threadBytes)
	co, _ := s.L.NewThread()
	co.SetContext(s.meter)
	return &Thread{co, f}
}

// Resume begins a thread, or goes on with it from where it stopped, until it stops
// again or is done. It must be called within Protect; an error in the thread ends
// the script that called. While the thread runs State.L is its own; seat is called
// with what State.L is from then on.
func (s *State) Resume(t *Thread, seat func(*glua.LState)) (done bool) {
	from := s.L
	swap := func(L *glua.LState) {
		s.L = L
		seat(L)
	}
	swap(t.co)
	state, err, _ := from.Resume(t.co, t.f)
	swap(from)
	if err != nil {
		if api, ok := err.(*glua.ApiError); ok { //nolint:errorlint // Resume returns nothing else
			from.Error(api.Object, 0)
		}
		s.Raise("%s", err.Error())
	}
	return state == glua.ResumeOK
}

// Stop stops the thread that runs. The function of Go that a script called must
// return with what Stop returns. It fails where a function of Go waits for a script
// that the thread called, because that cannot be left.
func (s *State) Stop() int {
	if s.L.Parent == nil {
		s.Raise("only a thread can wait")
	}
	for level := 1; ; level++ {
		d, ok := s.L.GetStack(level)
		if !ok {
			return s.L.Yield()
		}
		if _, err := s.L.GetInfo("S", d, glua.LNil); err == nil && d.What == "G" {
			s.Raise("a thread cannot wait within a function that the engine called")
		}
	}
}

// Refuse is an error of a thread, with the place where its function begins.
func (s *State) Refuse(t *Thread, err error) error {
	if t.f.IsG {
		return err
	}
	return placed(s.defined(t.f.Proto), err)
}

// Each calls f for the variables that the functions of the thread have now, for
// Scale.
func (t *Thread) Each(f func(glua.LValue)) {
	f(t.f)
	for level := 0; ; level++ {
		d, ok := t.co.GetStack(level)
		if !ok {
			return
		}
		for n := 1; ; n++ {
			name, v := t.co.GetLocal(d, n)
			if name == "" {
				break
			}
			f(v)
		}
	}
}
