package machine

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Limits bounds what scripts may cost. A zero field means the value in [DefaultLimits].
type Limits struct {
	Source int // bytes of a file
	Depth  int // expressions and blocks within each other
	Calls  int // functions that wait for each other
	Text   int // bytes of one text
	Match  int // steps of one pattern over one text
	Memory int // bytes that one turn may take, given back or not
	// Lenient lets [Options.Number] decide comparisons and bounds of loops that Lua
	// refuses. A loop without an iterator and a write to the key nil then do nothing, and a
	// join takes the text of any value.
	Lenient bool
}

// DefaultLimits suit files that people write.
var DefaultLimits = Limits{Source: 1 << 20, Depth: 200, Calls: 180, Text: 1 << 15, Match: 1 << 18, Memory: 32 << 20}

func (lim Limits) orDefault() Limits {
	for _, f := range []struct {
		have *int
		def  int
	}{
		{&lim.Source, DefaultLimits.Source}, {&lim.Depth, DefaultLimits.Depth}, {&lim.Calls, DefaultLimits.Calls},
		{&lim.Text, DefaultLimits.Text}, {&lim.Match, DefaultLimits.Match}, {&lim.Memory, DefaultLimits.Memory},
	} {
		if *f.have <= 0 {
			*f.have = f.def
		}
	}
	return lim
}

// Bounds that belong to the machine.
const (
	maxResults = 8000    // values of one call
	maxStack   = 1 << 20 // values of all calls under way
	maxNesting = 200     // functions of Go that wait for scripts
	maxLookups = 100     // tables that one look-up asks by __index
)

// What values take, in bytes. It is the same on every machine.
const (
	bytesOfTable    = 96
	bytesOfSlot     = 40
	bytesOfItem     = 24
	bytesOfFunction = 64
	bytesOfCell     = 32
	bytesOfText     = 32
)

// bytesPerStep is how many bytes one step may copy, itemsPerStep how many values.
const (
	bytesPerStep = 16
	itemsPerStep = 4
)

// Options is what the owner of a state provides. All fields may be left out.
type Options struct {
	Limits Limits
	// Random draws a number in [0, 1) for math.random; without it every draw is a half.
	Random func() float64
	// Print receives what scripts print.
	Print func(at syntax.Pos, text string)
	// Require finds the file that a script requires at a position. Each file is run once.
	Require func(at syntax.Pos, name string) (*Chunk, error)
	// Current is what Require finds, or nil: for files that have run, to see whether they
	// would now run with others. It may be left out where files do not change.
	Current func(at syntax.Pos, name string) *Chunk
	// Unknown returns a global that nobody assigned, or nil. It is asked as well for what
	// string, table or math lack, as LIBRARY.NAME.
	Unknown func(name string) Value
	// Names are globals that are defined once they are asked for. Guesses at misspelt names
	// have them, too.
	Names []string
	// Number returns what a value other than a number counts as, in chunks compiled with
	// [Limits.Lenient].
	Number func(v Value) float64
	// Open reports whether scripts may write fields of a global that they did not assign,
	// even when the globals are frozen.
	Open func(name string) bool
	// Library is the prefix of the names of the owner's own files. An error within one is
	// told at the line of the script that called it, if any.
	Library string
}

// Comparison is one that a script made.
type Comparison struct {
	Proto       *Proto
	At          syntax.Pos
	Left, Right string // as they are written; empty where they are not known
	A, B        Value
	Relation    host.Relation
}

// Budget is how many steps scripts may take, and the limit that says so.
type Budget struct {
	Steps int64
	Limit string // its name; empty for one that cannot be set
}

// State is a Lua state: globals, and functions that were made in it. It is not for
// concurrent use.
type State struct {
	left    int64 // steps
	th      *thread
	witness func(Comparison)
	globals *Table
	shapes

	lim     Limits
	opt     Options
	budget  Budget
	depth   int // of Protect
	nesting int // functions of Go, and of threads that resumed others, that wait
	waiting int // of these those of threads
	calls   int // functions of Go that run
	natives []*Call
	main    *thread
	running *Call // the function of Go that runs; nil while a script does
	yields  bool  // the thread stops when that function returns
	taken   int64
	turn    int64 // what taken was at the beginning of the turn
	events  [eventCount]*Text
	view    *Table // _G
	ofTexts *Table // the metatable of texts
	nextF   *Function
	eachF   *Function // the iterator of ipairs
	fixed   map[string]bool
	written []string
	frozen  bool
	keeps   bool
	chunks  map[string]*Chunk
	modules map[string]Value
	given   map[string]bool // modules that have ended
	codes   map[*Proto]*code
}

// NewState makes a state with the libraries.
func NewState(o Options) *State {
	s := &State{lim: o.Limits.orDefault(), opt: o, fixed: map[string]bool{}, chunks: map[string]*Chunk{}, modules: map[string]Value{}, given: map[string]bool{}, codes: map[*Proto]*code{}}
	s.shapes.open()
	s.th = newThread()
	s.main = s.th
	for i, name := range eventNames {
		s.events[i] = s.name(name)
	}
	s.globals = s.NewTable()
	s.globals.spread()
	s.openBase()
	s.openLibraries()
	return s
}

// SetGlobal gives a global a value, also one that scripts cannot assign.
func (s *State) SetGlobal(name string, v Value) { s.globals.dict.put(s.name(name).v(), v) }

// Define sets a global that scripts cannot assign.
func (s *State) Define(name string, v Value) {
	s.fixed[name] = true
	s.SetGlobal(name, v)
}

// Global returns the value of a global, nil where there is none.
func (s *State) Global(name string) Value { return s.globals.dict.get(s.name(name).v()) }

// Globals returns the table of all globals.
func (s *State) Globals() *Table { return s.globals }

// Freeze makes all globals read-only for scripts. So is a table in a global that no script
// assigned, where a script writes to it by the name of the global.
func (s *State) Freeze() { s.frozen = true }

// Thawed calls f while scripts may assign globals again.
func (s *State) Thawed(f func()) {
	frozen := s.frozen
	s.frozen = false
	defer func() { s.frozen = frozen }()
	f()
}

// Keeping calls f while an assignment to a global that is built in changes nothing, instead
// of being an error.
func (s *State) Keeping(f func()) {
	keeps := s.keeps
	s.keeps = true
	defer func() { s.keeps = keeps }()
	f()
}

// Looking calls f, which takes memory only to show something: what it takes is bounded as in
// any call, and is not counted in Taken.
func (s *State) Looking(f func()) {
	taken := s.taken
	defer func() { s.taken = taken }()
	f()
}

// Witness calls f, and tells of each comparison that scripts make meanwhile. The scripts take
// as many steps as they do without.
func (s *State) Witness(tell func(Comparison), f func()) {
	outer := s.witness
	s.witness = tell
	defer func() { s.witness = outer }()
	f()
}

// Written lists the globals that scripts assigned, in the order of the first assignments.
func (s *State) Written() []string { return slices.Clone(s.written) }

// setGlobal is an assignment by a script.
func (s *State) setGlobal(k *Text, v Value) {
	if s.keeps && s.fixed[k.s] {
		return
	}
	if s.frozen || s.fixed[k.s] {
		why := "is built in"
		if s.frozen {
			why = "cannot be assigned: globals are read-only once all files are loaded"
		}
		s.Raise("global %q %s", k.s, why)
	}
	if s.globals.dict.get(k.v()).p == nil {
		s.written = append(s.written, k.s)
	}
	s.Take(s.globals.dict.put(s.name(k.s).v(), v))
}

// global returns the value of a global that a script reads.
func (s *State) global(k *Text) Value {
	v := s.globals.dict.get(k.v())
	if v.p == nil && s.opt.Unknown != nil {
		v = s.opt.Unknown(k.s)
	}
	return v
}

// own refuses a global of which a script is about to write a field, unless it is the
// scripts' own.
func (s *State) own(name string, v Value) {
	t := v.Table()
	if s.frozen && t != nil && t.bits&(isView|isLibrary) == 0 && !slices.Contains(s.written, name) && (s.opt.Open == nil || !s.opt.Open(name)) {
		s.Raise("%s is read-only once all files are loaded: it is not the scripts' own", name)
	}
}

// Left returns how many steps remain of the budget, at least 0.
func (s *State) Left() int64 { return max(s.left, 0) }

// Charge takes steps off the budget for work that is done outside of scripts, and ends the
// script when there are none left.
func (s *State) Charge(steps int64) {
	if s.depth == 0 { // no script runs
		return
	}
	if s.left -= steps; s.left < 0 {
		s.tired()
	}
}

// tired ends the script, whatever it catches.
func (s *State) tired() {
	s.left = -1
	text := fmt.Sprintf("the script was stopped: it ran for more than %d steps", s.budget.Steps)
	if s.budget.Limit != "" {
		text += fmt.Sprintf(", the limit %s; --limit %[1]s=NUMBER sets it", s.budget.Limit)
	}
	s.quit(text)
}

// Take counts bytes of memory that a script takes, and ends the script when they are more
// than Limits.Memory in one turn.
func (s *State) Take(bytes int64) {
	s.taken += bytes
	if s.depth > 0 && s.taken-s.turn > int64(s.lim.Memory) {
		s.left = -1
		s.quit(fmt.Sprintf("the script was stopped: it took more than %d bytes of memory, the limit lua.memory; --limit lua.memory=NUMBER sets it", s.lim.Memory))
	}
}

// Taken returns how many bytes scripts have taken since the state was made, those that are
// free again included. It is counted the same on any machine.
func (s *State) Taken() int64 { return s.taken }

// chargeText charges for a text of n bytes, and refuses one that is too long.
func (s *State) chargeText(n int) {
	if n > s.lim.Text {
		s.Raise("a text of more than %d bytes, the limit lua.text; --limit lua.text=NUMBER sets it", s.lim.Text)
	}
	s.Charge(int64(n / bytesPerStep))
	s.Take(int64(n) + bytesOfText)
}

// Draw returns a number in [0, 1) from the owner's stream.
func (s *State) Draw() float64 {
	if s.opt.Random == nil {
		return 0.5
	}
	return s.opt.Random()
}
