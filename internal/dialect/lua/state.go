package lua

import (
	"fmt"
	"math"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Options is what the owner of a state provides. All fields may be left out.
type Options struct {
	Limits Limits
	// Random draws a number in [0, 1) for math.random; without it every draw
	// is a half.
	Random func() float64
	// Print receives what scripts print.
	Print func(at syntax.Pos, text string)
	// Require finds the file that a script requires at a position. Each file
	// is run once.
	Require func(at syntax.Pos, name string) (*Chunk, error)
	// Current is what Require finds, or nil: for files that have run, to see whether they
	// would now run with others. It may be left out where files do not change.
	Current func(at syntax.Pos, name string) *Chunk
	// Unknown returns a global that nobody assigned, or nil. It is asked as well for
	// what string, table or math lack, as LIBRARY.NAME.
	Unknown func(name string) glua.LValue
	// Names are globals that are defined once they are asked for. Guesses at
	// misspelt names have them, too.
	Names []string
	// Number returns what a value other than a number counts as, in chunks compiled
	// with [Limits.Compare].
	Number func(v glua.LValue) float64
	// Open reports whether scripts may write fields of a global that they did not
	// assign, even when the globals are frozen.
	Open func(name string) bool
	// Library is the prefix of the names of the owner's own files. An error within
	// one is reported at the line of the script that called it, if any.
	Library string
}

// State is a Lua state: globals, and functions that were made in it. It is
// not for concurrent use.
type State struct {
	L *glua.LState

	lim       Limits
	opt       Options
	meter     *meter
	depth     int // of Protect
	taken     int64
	turn      int64 // what taken was at the beginning of the turn
	entry     *glua.LFunction
	teller    *glua.LFunction // see tell
	callee    *glua.LFunction // see call
	putter    *glua.LFunction // see Outline
	body      func(*glua.LState)
	globals   *glua.LTable
	fixed     map[string]bool // globals that scripts cannot assign
	written   []string
	frozen    bool
	keeps     bool              // see Keeping
	witness   func(Comparison)  // see Witness; nil for nobody
	witnessed string            // see WitnessOf: a file of the owner's own; or empty
	chunks    map[string]*Chunk // by the names of their files
	modules   map[string]glua.LValue
	outlines
	folds
}

// NewState makes a state with the libraries.
func NewState(o Options) *State {
	lim := o.Limits.orDefault()
	L := glua.NewState(glua.Options{
		SkipOpenLibs: true, CallStackSize: lim.Calls,
		RegistrySize: 1024, RegistryMaxSize: lim.Calls * (maxResults + 256) * 2, RegistryGrowStep: 1024,
	})
	s := &State{
		L: L, lim: lim, opt: o, meter: newMeter(), globals: L.G.Global,
		fixed: map[string]bool{}, chunks: map[string]*Chunk{}, modules: map[string]glua.LValue{},
	}
	L.SetContext(s.meter)
	s.entry = L.NewFunction(func(L *glua.LState) int {
		u := unwind(L)
		defer u.end()
		s.body(L)
		u.ended = true
		return 0
	})
	s.teller = L.NewFunction(s.tell)
	s.callee = L.NewFunction(call)
	s.putter = L.NewFunction(s.put)
	s.openFolds()
	s.openGuards()
	s.openBase()
	s.openLibrary("string", s.stringLibrary())
	s.openLibrary("table", s.tableLibrary())
	s.openLibrary("math", s.mathLibrary())
	s.AddToLibrary("math", "pi", glua.LNumber(math.Pi))
	s.AddToLibrary("math", "huge", glua.LNumber(math.Inf(1)))
	s.closeDoors()
	return s
}

// Set gives a global a value, also one that scripts cannot assign.
func (s *State) Set(name string, v glua.LValue) { s.globals.RawSetString(name, v) }

// Define sets a global that scripts cannot assign.
func (s *State) Define(name string, v glua.LValue) {
	s.fixed[name] = true
	s.Set(name, v)
}

// Get returns the value of a global, nil where there is none.
func (s *State) Get(name string) glua.LValue { return s.globals.RawGetString(name) }

// Freeze makes all globals read-only for scripts. So is a table in a global that
// no script assigned, where a script writes to it by the name of the global.
func (s *State) Freeze() { s.frozen = true }

// Thawed calls f while scripts may assign globals again, as files do that are
// loaded later than others.
func (s *State) Thawed(f func()) {
	frozen := s.frozen
	s.frozen = false
	defer func() { s.frozen = frozen }()
	f()
}

// Keeping calls f while an assignment to a global that is built in changes nothing,
// instead of being an error.
func (s *State) Keeping(f func()) {
	keeps := s.keeps
	s.keeps = true
	defer func() { s.keeps = keeps }()
	f()
}

// Looking calls f, which takes memory only to show something: what it takes is bounded as
// in any call, and is not counted in Taken.
func (s *State) Looking(f func()) {
	taken := s.taken
	defer func() { s.taken = taken }()
	f()
}

// Written lists the globals that scripts assigned, in the order of the first
// assignments.
func (s *State) Written() []string { return slices.Clone(s.written) }

// Function makes the function of a chunk in the state. It takes the chunk's
// parameters.
func (s *State) Function(c *Chunk) *glua.LFunction {
	s.chunks[c.Name] = c
	return s.L.NewFunctionFromProto(c.proto)
}

// Protect calls f, which may call into Lua, with a budget of instructions.
// Whatever ends f early, a script's error or a panic, is returned as a
// *syntax.Error. Within another Protect the budget is the outer one's.
func (s *State) Protect(budget int64, f func(*glua.LState)) *syntax.Error {
	if s.depth == 0 {
		s.meter.left, s.meter.err = budget, errBudget
		s.turn = s.taken
	}
	return s.enter(f)
}

// ProtectApart is Protect with budgets of f's own, also within another Protect, which
// goes on with what it had left.
func (s *State) ProtectApart(budget int64, f func(*glua.LState)) *syntax.Error {
	meter, turn, taken := *s.meter, s.turn, s.taken
	s.meter.left, s.meter.err, s.turn = budget, errBudget, taken
	err := s.enter(f)
	*s.meter, s.turn = meter, turn+s.taken-taken
	return err
}

func (s *State) enter(f func(*glua.LState)) (err *syntax.Error) {
	outer := s.body
	s.body = f
	s.depth++
	defer func() {
		s.body = outer
		if s.depth--; s.depth == 0 {
			s.fold()
		}
	}()
	s.L.Push(s.entry)
	if e := protected(s.L, 0, 0, s.teller); e != nil {
		return s.fault(e)
	}
	return nil
}

// Left returns how many instructions remain of the budget, at least 0.
func (s *State) Left() int64 { return max(s.meter.left, 0) }

// Charge takes instructions off the budget for work that is done outside of
// Lua, and ends the script when there are none left.
func (s *State) Charge(steps int64) {
	if s.depth == 0 { // no script runs
		return
	}
	s.meter.left -= steps
	if s.meter.left < 0 {
		s.L.RaiseError("%s", s.meter.err.Error())
	}
}

// Take counts bytes of memory that a script takes, and ends the script when they
// are more than Limits.Memory in one turn.
func (s *State) Take(bytes int64) {
	s.taken += bytes
	if s.depth > 0 && s.taken-s.turn > int64(s.lim.Memory) {
		s.meter.left, s.meter.err = -1, errMemory
		s.L.RaiseError("%s", s.meter.err.Error())
	}
}

// Taken returns how many bytes scripts have taken since the state was made, those
// that are free again included. It is counted the same on any machine.
func (s *State) Taken() int64 { return s.taken }

// Call calls a Lua value from within Protect, and returns its first result.
func (s *State) Call(f glua.LValue, args ...glua.LValue) glua.LValue {
	L := s.L
	L.Push(f)
	for _, a := range args {
		L.Push(a)
	}
	L.Call(len(args), 1)
	v := L.Get(-1)
	L.Pop(1)
	return v
}

// Raise ends the running script with an error at the line that it is at.
func (s *State) Raise(format string, args ...any) {
	s.L.RaiseError("%s", fmt.Sprintf(format, args...))
}
