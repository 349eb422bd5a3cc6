package mbt

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
	"github.com/thicket-sim/thicket/internal/dialect/lua/graph"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/optable"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

const stepsLimit = "mbt.steps"

// maxSteps is the number of steps the code of one node may take.
var maxSteps = limit.New(stepsLimit, 100_000, 1<<40, "steps", "the Lua of one node of a Modular Behavior Tree, or of one file for them", limit.Stopped)

func init() {
	limit.Fixed(MaxParens, "as in the engine", "mbt.parentheses", "levels", "parentheses of a condition within each other", limit.Refused)
}

// Library is Lua that trees find in place: what files of Lua define, and
// what Go adds. All trees that were loaded with one library share one state in
// each world. What a file gives to the global entity, such as a method, the
// entities of all bots have.
//
// What Lua remembers, globals and fields that scripts give to entity, is saved with
// each pool and is part of digests.
type Library struct {
	// Globals, if set, adds values from Go to a new state. It is called once for
	// each world, and once more to check trees when they are loaded.
	Globals func(*machine.State)
	// Budget is the number of steps the code of one node, or a file of the library, may
	// take; 0 stands for the limit mbt.steps.
	Budget int64

	limits machine.Limits // of files
	chunks []*machine.Chunk
	from   *Library // that this one was made from, or nil
	added  [sha256.Size]byte
}

// Add adds a file, which is run in each new state after those before it. The
// error is a *syntax.Error.
func (lib *Library) Add(file string, src []byte) error {
	c, err := machine.Compile(syntax.Pos{File: file, Line: 1, Col: 1}, string(src), lib.limits)
	if err != nil {
		return err
	}
	lib.chunks = append(lib.chunks, c)
	lib.added = sha256.Sum256(slices.Concat(lib.added[:], []byte(file), []byte{0}, src))
	return nil
}

// extended returns a copy of a library, which may be nil, to which more can be
// added.
func (lib *Library) extended(limits machine.Limits) *Library {
	if lib == nil {
		return &Library{limits: limits}
	}
	return &Library{limits: limits, Globals: lib.Globals, Budget: lib.Budget, chunks: slices.Clone(lib.chunks), from: lib}
}

// luaKey identifies the Lua state of a world: trees that were loaded with the
// same library, or with the same files added to one, share a state.
type luaKey struct {
	library *Library
	added   [sha256.Size]byte
}

// luaWorld is the Lua state of a world, with the call that is running in it.
type luaWorld struct {
	state    *machine.State
	budget   machine.Budget
	entities lua.Entities
	entity   *machine.Field // the global entity
	meta     *machine.Table // of entities
	common   *machine.Table // what files of the library gave to all entities
	methods  map[*host.Func]*machine.Function
	called   map[methodName]*machine.Function // these, by the names that scripts call them
	args     []machine.Value                  // of the calls that run
	signals  *machine.Function                // entity:Signal
	fresh    *machine.Table                   // functions that make fields of entities, by name
	hooks    *machine.Table                   // functions that actions call, by name
	given    map[string]machine.Value         // globals of the prelude
	rooms    map[scopeName]*room
	keys     map[string]host.Key
	places   graph.Places // where functions can stand
	begun    uint64       // the hash of what Lua kept when it began

	preludes []*machine.Chunk
	queries  []Query         // that files of the library registered
	notes    []*syntax.Error // what they had to say
	noted    map[string]bool // texts that were told
	nodes    *machine.Table  // that files of the library define, by name; nil for none
	children *machine.Table  // of a node among these, see above

	sem  *semantics
	exec *run.Exec
	node tree.NodeID
	// above is the node in Lua whose update may run its children; 0 for none
	above tree.NodeID
}

// compiled has the functions of one node's scripts in a state; nil for none.
type compiled struct {
	first, second *machine.Function
	goals         machine.Value // what the first gives where it is that of a pipe, once asked for
}

// newLuaWorld makes the state of a world, in which scopes have these rooms. It returns the
// faults of the library's files; the rest of a file behind a fault is left out.
func newLuaWorld(c *Config, rooms map[scopeName]*room) (lw *luaWorld, faults syntax.ErrorList) {
	lib := c.Lua
	if lib == nil {
		lib = &Library{}
	}
	limits := *host.LimitsOf(c.registry)
	lw = &luaWorld{
		budget: machine.Budget{Steps: lib.Budget}, methods: map[*host.Func]*machine.Function{}, called: map[methodName]*machine.Function{}, keys: map[string]host.Key{}, given: map[string]machine.Value{}, rooms: rooms,
		preludes: c.preludeChunks(), noted: map[string]bool{},
	}
	if lib.Budget <= 0 {
		lw.budget = machine.Budget{Steps: maxSteps.In64(limits), Limit: stepsLimit}
	}
	lw.state = machine.NewState(machine.Options{
		Limits: lua.LimitsOf(limits),
		Random: func() float64 {
			if lw.exec == nil {
				return 0.5
			}
			return lw.exec.Random(lw.node)
		},
		Print: func(_ syntax.Pos, text string) {
			if lw.exec != nil {
				lw.exec.Log(lw.node, text)
			}
		},
	})
	lw.meta = lw.state.NewTable()
	lw.state.SetField(lw.meta, "__index", lw.state.NewFunction("__index", lw.index).V())
	lw.entities.Begin(lw.state, lw.meta)
	lw.entity = lw.state.NewField("entity")
	lw.common = lw.state.NewTable()
	lw.signals = lw.state.NewFunction("Signal", lw.signal)
	if lib.Globals != nil {
		lib.Globals(lw.state)
	}
	lw.setEntity(lw.common.V())
	if err := lw.runPreludes(c.registry); err != nil {
		faults = append(faults, err)
	}
	for _, name := range lw.state.Written() {
		lw.given[name] = lw.state.Global(name)
	}
	if lib.definesNodes() {
		lw.nodes = lw.state.NewTable()
		lw.state.Define(nodesTable, lw.nodes.V())
		lw.makeChildren()
	}
	lw.fix()
	for _, c := range lib.chunks {
		lw.places.Know(c)
		if _, err := lw.state.Run(lw.budget, lw.state.Function(c)); err != nil {
			faults = append(faults, err)
		}
	}
	lw.setEntity(machine.Nil)
	lw.begun = lw.entities.Hash()
	return lw, faults
}

func (lw *luaWorld) setEntity(v machine.Value) { lw.entity.Set(lw.state.Globals(), v) }

// functions compiles the scripts of a program for the state.
func (lw *luaWorld) functions(list []scripts) []compiled {
	function := func(c *machine.Chunk) *machine.Function {
		if c == nil {
			return nil
		}
		lw.places.Know(c)
		return lw.state.Function(c)
	}
	code := make([]compiled, len(list))
	for i, s := range list {
		code[i] = compiled{first: function(s.first), second: function(s.second)}
	}
	return code
}

// luaCall calls a function of scripts on behalf of a node. An error is reported.
func (s *semantics) luaCall(x *run.Exec, n tree.NodeID, f *machine.Function, args ...machine.Value) (v machine.Value, ok bool) {
	v, err := s.luaTry(x, n, f, args...)
	if err != nil {
		s.warn(x, n, "Lua: %s", textOfFault(err))
		return machine.Nil, false
	}
	return v, true
}

// luaTry calls a function of scripts on behalf of a node. The global entity exists meanwhile. What
// runs below a node in Lua has a budget of its own.
func (s *semantics) luaTry(x *run.Exec, n tree.NodeID, f *machine.Function, args ...machine.Value) (v machine.Value, err *syntax.Error) {
	lw := s.share(x).lua
	sem, exec, node := lw.sem, lw.exec, lw.node
	lw.sem, lw.exec, lw.node = s, x, n
	before := lw.entity.Get(lw.state.Globals())
	lw.setEntity(lw.entities.Of(x.Bot).V())
	if exec == nil {
		v, err = lw.state.Run(lw.budget, f, args...)
	} else {
		err = lw.state.ProtectApart(lw.budget, func() { v = lw.state.Call(f.V(), args...) })
	}
	lw.setEntity(before)
	lw.sem, lw.exec, lw.node = sem, exec, node
	return v, err
}

// textOfFault returns an error of a script without its place.
func textOfFault(err *syntax.Error) string {
	return (&syntax.Error{Msg: err.Msg, Hint: err.Hint}).Error()
}

// luaRun runs code and ignores its result. An error is only reported. Case
// mbt-lua-execute-error.
func (s *semantics) luaRun(x *run.Exec, n tree.NodeID, fn *machine.Function) {
	if fn != nil {
		s.luaCall(x, n, fn)
	}
}

// luaTrue runs code and reports whether it returns the boolean true; nothing else
// counts as true. Cases mbt-lua-assert-only-booleans, mbt-lua-gate-closed.
func (s *semantics) luaTrue(x *run.Exec, n tree.NodeID, fn *machine.Function) bool {
	if x.Trace != nil {
		return s.luaWitnessed(x, n, fn)
	}
	v, ok := s.luaCall(x, n, fn)
	return ok && v == machine.Bool(true)
}

// forgetEntity drops the fields that scripts gave to a bot's entity.
func (s *semantics) forgetEntity(x *run.Exec) {
	if sh := s.share(x); sh != nil && sh.lua != nil {
		sh.lua.entities.Forget(x.Bot)
	}
}

// entityFields are the fields of every entity besides its state keys and the
// functions of the game.
var entityFields = []string{"id", "x", "y", "hx", "hy", "Signal"}

// stateField begins the fields of an entity that are its state keys and nothing else.
const stateField = "state."

// numberFields lists the fields that a state key of the same name replaces.
var numberFields = entityFields[:5]

// index returns a field of an entity that no script has set: what files of Lua gave to all
// entities, its id, its position in metres and its heading unless state keys have these
// names, what the prelude makes for it, a signal, of the bot whose code runs a function of
// the game as a method, or else a state key of the bot. So a key never hides a function.
// Case lua-values-are-fields-set-in-each-tick.
func (lw *luaWorld) index(c *machine.Call) int {
	c.Push(lw.read(c.Get(1), c.Get(2)))
	return 1
}

func (lw *luaWorld) read(of, key machine.Value) machine.Value {
	e := of.Table()
	bot, isEntity := lw.entities.ID(e)
	name, isName := key.Text()
	x := lw.exec
	if !isName || x == nil || !isEntity {
		return machine.Nil
	}
	body := lw.bodyOf(float64(bot))
	if body < 0 {
		return machine.Nil // a script kept it, and it is gone
	}
	if key, ok := strings.CutPrefix(name, stateField); ok {
		return lw.stateOf(body, key)
	}
	if v := lw.common.Get(key); !v.IsNil() {
		return v
	}
	if slices.Contains(numberFields, name) {
		if v := lw.stateOf(body, name); !v.IsNil() {
			return v
		}
	}
	switch name {
	case "id":
		return machine.Number(float64(bot))
	case "x", "y":
		px, py := x.World.Position(body)
		return machine.Number(either(name == "x", px, py))
	case "hx", "hy":
		hx, hy := x.World.Heading(body)
		return machine.Number(either(name == "hx", hx, hy))
	case "Signal":
		return lw.signals.V()
	}
	if v := lw.made(e, key); !v.IsNil() {
		return v
	}
	if bot == x.Bot {
		if f := lw.method(name); f != nil {
			return f.V()
		}
	}
	return lw.stateOf(body, name)
}

func either(first bool, a, b float32) float64 {
	if first {
		return float64(a)
	}
	return float64(b)
}

// stateOf returns the value of a state key of a body.
func (lw *luaWorld) stateOf(body int32, name string) machine.Value {
	names := lw.sem.symbols.KeyNames()
	for len(lw.keys) < len(names) {
		lw.keys[names[len(lw.keys)]] = host.Key(len(lw.keys))
	}
	key, ok := lw.keys[name]
	if !ok {
		return machine.Nil
	}
	y := lw.exec.World.State(body, key)
	if y == host.Missing {
		return machine.Nil
	}
	return lua.FromHost(lw.sem.symbols.Value(y))
}

// forgetField drops a field that scripts gave to a bot's entity.
func (s *semantics) forgetField(x *run.Exec, name string) {
	if sh := s.share(x); sh != nil && sh.lua != nil {
		sh.lua.state.SetField(sh.lua.entities.Of(x.Bot), name, machine.Nil)
	}
}

// findFunc finds a function of the game, in the order in which find looks for
// actions.
func findFunc(reg *host.Registry, name string) *host.Func {
	if f := host.FindFunc(reg.Overlay(dialect), name); f != nil {
		return f
	}
	return reg.Func(optable.Underscored(name))
}

// methodName is the name that a script calls a function by, of those of a registry.
type methodName struct {
	of   *host.Registry
	name string
}

// method returns a function of the game as entity:Name(arguments).
func (lw *luaWorld) method(name string) *machine.Function {
	as := methodName{lw.sem.config.registry, name}
	if m := lw.called[as]; m != nil {
		return m
	}
	f := findFunc(as.of, name)
	if f == nil {
		return nil
	}
	m := lw.methods[f]
	if m == nil {
		m = lw.state.NewFunction(name, func(c *machine.Call) int { return lw.ask(c, f, name, 2) }) // 1 is the entity
		lw.methods[f] = m
	}
	lw.called[as] = m
	return m
}

// signal is entity:Signal(name, filter).
func (lw *luaWorld) signal(c *machine.Call) int {
	lw.signalFrom(lw.exec.Body, c.OptText(3, filters[0]), c.CheckText(2))
	return 0
}

var (
	entityUse = lazy.Regexp(`\bentity\s*[.:]\s*([A-Za-z_]\w*)`)
	hooked    = lazy.Regexp(`\be\.([A-Za-z_]\w*)\s*=[^=]`) // fields that hooks of a prelude set
	assigned  = lazy.Regexp(`\b([A-Za-z_]\w*)\s*=[^=]|\bfunction\s+([A-Za-z_]\w*)`)
)

// luaLints reports names that the code of a tree uses and nothing defines, each once.
func (d *decoder) luaLints() {
	if len(d.codes) == 0 && !d.scripted {
		return
	}
	known := map[string]bool{"entity": true}
	texts := make([]string, 0, len(d.codes))
	for _, c := range d.codes {
		texts = append(texts, c.text)
	}
	if d.config.Lua != nil {
		for _, c := range d.config.Lua.chunks { // whose functions may get the entity
			texts = append(texts, c.Source())
		}
	}
	for _, text := range texts {
		for _, m := range assigned().FindAllStringSubmatch(text, -1) {
			known[m[1]+m[2]] = true
		}
	}
	for _, p := range d.config.preludes {
		for _, m := range hooked().FindAllStringSubmatch(p.src, -1) {
			known[m[1]] = true
		}
	}
	lw, faults := newLuaWorld(d.config, nil)
	for _, e := range faults {
		d.lint(e.Pos, "the rest of the file is left out: %s", e.Msg)
	}
	for _, e := range lw.notes {
		d.lint(e.Pos, "%s", e.Msg)
	}
	told := map[string]bool{}
	once := func(at syntax.Pos, what string) {
		if !told[what] {
			told[what] = true
			d.lint(at, "%s", what)
		}
	}
	for i := range d.codes {
		c := &d.codes[i]
		for _, name := range c.chunk.Reads() {
			name, _, isLibrary := strings.Cut(name, ".")
			if !isLibrary && !known[name] && lw.state.Global(name).IsNil() {
				once(c.at, fmt.Sprintf("no Lua global %q is known", shorten(name)))
			}
		}
		for _, at := range entityUse().FindAllStringSubmatchIndex(c.text, -1) {
			name := c.text[at[2]:at[3]]
			if hidesState(d.reg, lw, name) && !strings.HasPrefix(strings.TrimLeft(c.text[at[1]:], " \t\r\n"), "(") {
				once(c.at, fmt.Sprintf("entity.%s is what Lua has by that name, wanted entity.Properties.%s for the state key", name, name))
			}
			if !entityHas(d.reg, name) && !known[name] && lw.common.Field(name).IsNil() && lw.fresh.Field(name).IsNil() {
				once(c.at, fmt.Sprintf("entity has no %q in this game", shorten(name)))
			}
		}
		d.lintMembers(lw, c, known, told)
	}
}

func entityHas(reg *host.Registry, name string) bool {
	return slices.Contains(entityFields, name) || findFunc(reg, name) != nil || slices.Contains(host.SymbolsOf(reg).KeyNames(), name)
}

// hidesState reports whether a name of an entity that Lua has is a state key, too.
func hidesState(reg *host.Registry, lw *luaWorld, name string) bool {
	return slices.Contains(host.SymbolsOf(reg).KeyNames(), name) && (name == "Signal" || findFunc(reg, name) != nil ||
		!lw.common.Field(name).IsNil() || !lw.fresh.Field(name).IsNil())
}

// luaCode is a piece of code with its place.
type luaCode struct {
	at    syntax.Pos
	text  string
	chunk *machine.Chunk
}

// inFile returns a place in the value of an attribute, counted from where that begins as if it
// were a text of its own, as a place in the file: there line breaks of the value are spaces,
// and references longer than what they stand for.
func inFile(at *markup.Attr, p syntax.Pos) syntax.Pos {
	line, off := p.Line-at.ValueSpan.Start.Line, 0
	for ; line > 0; line-- {
		off += strings.IndexByte(at.Value[off:], '\n') + 1
	}
	runes := int(p.Col) - 1
	if p.Line == at.ValueSpan.Start.Line {
		runes = int(p.Col - at.ValueSpan.Start.Col)
	}
	for i := range at.Value[off:] {
		if runes--; runes < 0 {
			return at.At(off + i)
		}
	}
	return at.At(len(at.Value))
}

func (d *decoder) compile(at *markup.Attr) (*machine.Chunk, syntax.ErrorList) {
	c, err := machine.Compile(at.ValueSpan.Start, at.Value, lua.LimitsOf(*host.LimitsOf(d.reg)))
	if err != nil {
		faults := err.(syntax.ErrorList)
		for _, fault := range faults {
			fault.Pos = inFile(at, fault.Pos)
			if end := inFile(at, fault.At.End()); fault.At.EndLine > 0 {
				fault.At = syntax.Span{Start: inFile(at, fault.At.Start), EndLine: end.Line, EndCol: end.Col}
			}
		}
		return nil, faults
	}
	d.codes = append(d.codes, luaCode{at.ValueSpan.Start, at.Value, c})
	return c, nil
}
