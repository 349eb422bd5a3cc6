package machine

import (
	"cmp"
	"fmt"
	"slices"

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
	// join and %s take the text of any value.
	Lenient bool
}

// DefaultLimits suit files that people write.
var DefaultLimits = Limits{Source: 1 << 20, Depth: 200, Calls: 180, Text: 1 << 15, Match: 1 << 18, Memory: 32 << 20}

func (lim Limits) orDefault() Limits {
	d := DefaultLimits
	lim.Source, lim.Depth, lim.Calls = cmp.Or(lim.Source, d.Source), cmp.Or(lim.Depth, d.Depth), cmp.Or(lim.Calls, d.Calls)
	lim.Text, lim.Match, lim.Memory = cmp.Or(lim.Text, d.Text), cmp.Or(lim.Match, d.Match), cmp.Or(lim.Memory, d.Memory)
	return lim
}

// Bounds that belong to the machine.
const (
	MaxResults = 8000    // values of one call
	MaxStack   = 1 << 20 // values of all calls under way
	MaxNesting = 200     // functions of Go that wait for scripts
	MaxLookups = 100     // tables that one look-up asks by __index
)

// What values take, in bytes. It is the same on every machine.
const (
	BytesOfTable    = 96
	BytesOfSlot     = 40
	BytesOfItem     = 24
	BytesOfFunction = 64
	BytesOfCell     = 32
	BytesOfText     = 32
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

// Budget is how many steps scripts may take, and the limit that says so.
type Budget struct {
	Steps int64
	Limit string // its name; empty for one that cannot be set
	// Memory is how many bytes they may take, by a limit of this name; 0 for Limits.Memory.
	Memory      int64
	MemoryLimit string
}

// State is a Lua state: globals, and functions that were made in it. It is not for
// concurrent use.
type State struct {
	meter
	scope
	faults
	files
	shapes

	th      *thread
	main    *thread
	witness func(Comparison)
	sampler *Sampler // or nil

	lim     Limits
	opt     Options
	nesting int // functions of Go, and of threads that resumed others, that wait
	waiting int // of these those of threads
	calls   int // functions of Go that run
	natives []*Call
	running *Call // the function of Go that runs; nil while a script does
	yields  bool  // the thread stops when that function returns
	events  [eventCount]*Text
	ofKind  [KindCell + 1]*Table // the metatables of texts, and of kinds that the owner gave one
	nextF   *Function
	eachF   *Function // the iterator of ipairs
	codes   map[*Proto]*code
}

// meter counts what scripts take.
type meter struct {
	s      *State
	left   int64 // steps
	held   int64 // steps of the budget behind the next sample, see portion
	budget Budget
	depth  int // of Protect
	taken  int64
	turn   int64  // what taken was at the beginning of the turn
	over   string // why the turn was ended for its memory; empty while it was not
}

// scope holds the globals, and says which of them scripts may assign.
type scope struct {
	s       *State
	globals *Table
	view    *Table // _G
	fixed   map[string]bool
	written []string
	frozen  bool
	keeps   bool
}

// faults makes errors of what ends scripts, in the words of their sources.
type faults struct{ s *State }

// files are those that scripts required.
type files struct {
	s       *State
	chunks  map[string]*Chunk // that ran last, by name
	modules map[string]Value  // what they gave
	given   map[string]bool   // which have ended
}

// NewState makes a state with the source.Libraries.
func NewState(o Options) *State {
	s := &State{lim: o.Limits.orDefault(), opt: o, codes: map[*Proto]*code{}}
	s.meter.s, s.faults.s = s, s
	s.scope = scope{s: s, fixed: map[string]bool{}}
	s.files = files{s: s, chunks: map[string]*Chunk{}, modules: map[string]Value{}, given: map[string]bool{}}
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
func (g *scope) SetGlobal(name string, v Value) { g.s.globals.dict().put(g.s.name(name).v(), v) }

// Define sets a global that scripts cannot assign.
func (g *scope) Define(name string, v Value) {
	g.s.fixed[name] = true
	g.s.SetGlobal(name, v)
}

// Global returns the value of a global, nil where there is none.
func (g *scope) Global(name string) Value { return g.s.globals.dict().get(g.s.name(name).v()) }

// Globals returns the table of all globals.
func (g *scope) Globals() *Table { return g.s.globals }

// Freeze makes all globals read-only for scripts. So is a table in a global that no script
// assigned, where a script writes to it by the name of the global.
func (g *scope) Freeze() { g.s.frozen = true }

// Thawed calls f while scripts may assign globals again.
func (g *scope) Thawed(f func()) {
	frozen := g.s.frozen
	g.s.frozen = false
	defer func() { g.s.frozen = frozen }()
	f()
}

// Keeping calls f while an assignment to a global that is built in changes nothing, instead
// of being an error.
func (g *scope) Keeping(f func()) {
	keeps := g.s.keeps
	g.s.keeps = true
	defer func() { g.s.keeps = keeps }()
	f()
}

// Looking calls f, which takes memory only to show something: what it takes is bounded as in
// any call, and is not counted in Taken.
func (m *meter) Looking(f func()) {
	taken := m.s.taken
	defer func() { m.s.taken = taken }()
	f()
}

// Written lists the globals that scripts assigned, in the order of the first assignments.
func (g *scope) Written() []string { return slices.Clone(g.s.written) }

// setGlobal is an assignment by a script.
func (g *scope) setGlobal(k *Text, v Value) {
	if g.s.keeps && g.s.fixed[k.s] {
		return
	}
	if g.s.frozen || g.s.fixed[k.s] {
		why := "is built in"
		if g.s.frozen {
			why = "cannot be assigned: globals are read-only once all files are loaded"
		}
		g.s.Raise("global %q %s", k.s, why)
	}
	if g.s.globals.dict().get(k.v()).p == nil {
		g.s.written = append(g.s.written, k.s)
	}
	g.s.Take(g.s.globals.dict().put(g.s.name(k.s).v(), v))
}

// global returns the value of a global that a script reads.
func (g *scope) global(k *Text) Value {
	v := g.s.globals.dict().get(k.v())
	if v.p == nil && g.s.opt.Unknown != nil {
		v = g.s.opt.Unknown(k.s)
	}
	return v
}

// own refuses a global of which a script is about to write a field, unless it is the
// scripts' own.
func (g *scope) own(name string, v Value) {
	t := v.Table()
	if g.s.frozen && t != nil && t.bits&(isView|isLibrary) == 0 && !slices.Contains(g.s.written, name) && (g.s.opt.Open == nil || !g.s.opt.Open(name)) {
		g.s.Raise("%s is read-only once all files are loaded: it is not the scripts' own", name)
	}
}

// Left returns how many steps remain of the budget, at least 0.
func (m *meter) Left() int64 { return max(m.s.left+m.s.held, 0) }

// Charge takes steps off the budget for work that is done outside of scripts, and ends the
// script when there are none left.
func (m *meter) Charge(steps int64) {
	if m.s.depth == 0 { // no script runs
		return
	}
	if m.s.left -= steps; m.s.left < 0 {
		m.s.tired()
	}
}

// tired ends the script, whatever it catches.
func (m *meter) tired() {
	if m.s.sampler.refill(m.s) {
		return
	}
	m.s.left = -1
	if m.s.over != "" { // it had no steps left since then
		m.s.quit(m.s.over)
	}
	text := fmt.Sprintf("the script was stopped: it ran for more than %d steps", m.s.budget.Steps)
	if m.s.budget.Limit != "" {
		text += fmt.Sprintf(", the limit %s; --limit %[1]s=NUMBER sets it", m.s.budget.Limit)
	}
	m.s.quit(text)
}

// Take counts bytes of memory that a script takes, and ends the script when they are more
// than Limits.Memory in one turn.
func (m *meter) Take(bytes int64) {
	m.s.taken += bytes
	if m.s.depth > 0 && m.s.taken-m.s.turn > int64(m.s.lim.Memory) {
		m.s.full()
	}
}

// full ends the script that took more than a turn may, unless its budget allows for more.
func (m *meter) full() {
	most, limit := int64(m.s.lim.Memory), "lua.memory"
	if b := &m.s.budget; b.Memory > most {
		if m.s.taken-m.s.turn <= b.Memory {
			return
		}
		most, limit = b.Memory, b.MemoryLimit
	}
	m.s.left, m.s.held = -1, 0
	m.s.over = fmt.Sprintf("the script was stopped: it took more than %d bytes of memory, the limit %s; --limit %[2]s=NUMBER sets it", most, limit)
	m.s.quit(m.s.over)
}

// Taken returns how many bytes scripts have taken since the state was made, those that are
// free again included. It is counted the same on any machine.
func (m *meter) Taken() int64 { return m.s.taken }

// chargeText charges for a text of n bytes, and refuses one that is too long.
func (m *meter) chargeText(n int) {
	if n > m.s.lim.Text {
		m.s.Raise("a text of more than %d bytes, the limit lua.text; --limit lua.text=NUMBER sets it", m.s.lim.Text)
	}
	m.s.Charge(int64(n / bytesPerStep))
	m.s.Take(int64(n) + BytesOfText)
}

// Draw returns a number in [0, 1) from the owner's stream.
func (s *State) Draw() float64 {
	if s.opt.Random == nil {
		return 0.5
	}
	return s.opt.Random()
}
