package lua

import (
	"math"
	"slices"
	"strconv"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// function is one entry of a library, listed in a fixed order.
type function struct {
	name string
	f    glua.LGFunction
}

// kept are the functions of gopher-lua that are right and harmless as they are,
// and error, which is replaced below: saves number the globals by their places.
var kept = []string{
	"assert", "error", "ipairs", "rawequal", "select", "type",
}

// absent are the parts of Lua 5.1 that the sandbox leaves out.
var (
	absentTables    = []string{"os", "io", "debug", "package", "coroutine"}
	absentFunctions = []string{
		"load", "loadstring", "loadfile", "dofile", "module", "getfenv", "setfenv", "newproxy", "collectgarbage", "gcinfo",
	}
)

func (s *State) openBase() {
	donor := glua.NewState(glua.Options{SkipOpenLibs: true, MinimizeStackMemory: true, RegistrySize: 64})
	defer donor.Close()
	glua.OpenBase(donor)
	for _, name := range kept {
		f := donor.GetGlobal(name).(*glua.LFunction)
		if len(f.Upvalues) == 0 {
			s.Define(name, s.L.NewFunction(f.GFunction))
			continue
		}
		iterator := f.Upvalues[0].Value().(*glua.LFunction) // of ipairs
		s.Define(name, s.L.NewClosure(f.GFunction, s.L.NewFunction(iterator.GFunction)))
	}
	for _, f := range []function{
		{"error", s.error}, {"getmetatable", s.getMetatable}, {"next", s.next}, {"pcall", s.pcall}, {"print", s.print},
		{"rawget", s.rawGet}, {"rawset", s.rawSet}, {"require", s.require},
		{"setmetatable", s.setMetatable}, {"tonumber", s.toNumber}, {"tostring", s.toString}, {"unpack", s.unpack},
		{"xpcall", s.xpcall},
	} {
		s.Define(f.name, s.L.NewFunction(s.priced(f.f)))
	}
	next := s.Get("next")
	s.Define("pairs", s.L.NewFunction(func(L *glua.LState) int {
		t := L.CheckTable(1)
		L.Push(next)
		L.Push(t)
		L.Push(glua.LNil)
		return 3
	}))
	s.Define("_VERSION", glua.LString(glua.LuaVersion))
	view := s.L.NewTable()
	s.readOnly(view, s.globals, "_G", func(L *glua.LState, name string, v glua.LValue) {
		L.Push(s.Get(guardGlobal))
		L.Push(glua.LString(name))
		L.Push(v)
		L.Call(2, 0)
	})
	s.Define("_G", view)
	if s.opt.Unknown != nil {
		meta := s.L.NewTable()
		meta.RawSetString("__index", s.L.NewFunction(func(L *glua.LState) int {
			name := L.CheckString(2)
			inLibrary, ok := strings.CutPrefix(name, libraryMark)
			if ok {
				name = inLibrary
			}
			v := s.opt.Unknown(name)
			if v == nil || strings.HasPrefix(name, "\x00") {
				v = glua.LNil
			}
			L.Push(v)
			return 1
		}))
		s.globals.Metatable = meta
	}
}

// closeDoors defines the parts of Lua 5.1 that the sandbox leaves out: whoever
// uses one gets an error that says so.
func (s *State) closeDoors() {
	for _, name := range absentTables {
		door, meta := s.L.NewTable(), s.L.NewTable()
		refuse := s.L.NewFunction(func(L *glua.LState) int {
			s.Raise("%s.%s is not in the sandbox", name, Text(L.Get(2)))
			return 0
		})
		meta.RawSetString("__index", refuse)
		meta.RawSetString("__newindex", refuse)
		meta.RawSetString("__metatable", glua.LFalse)
		door.Metatable = meta
		s.Define(name, door)
	}
	for _, name := range absentFunctions {
		s.Define(name, s.L.NewFunction(func(*glua.LState) int {
			s.Raise("%s is not in the sandbox", name)
			return 0
		}))
	}
}

// libraries are read through names of their own, see [rewriter.library].
var libraries = map[string]bool{"string": true, "table": true, "math": true}

// openLibrary offers a library: each function by itself for rewritten sources,
// and a read-only table of them. Until the globals are frozen a script may add
// functions of other names.
func (s *State) openLibrary(lib string, functions []function) {
	content, view := s.L.NewTable(), s.L.NewTable()
	builtIn := map[string]bool{}
	for _, f := range functions {
		fn := s.L.NewFunction(s.priced(f.f))
		content.RawSetString(f.name, fn)
		s.Set(libraryMark+lib+"."+f.name, fn)
		builtIn[f.name] = true
	}
	s.readOnly(view, content, lib, func(_ *glua.LState, name string, v glua.LValue) {
		if s.frozen || builtIn[name] {
			s.Raise("%s.%s is read-only", lib, name)
		}
		content.RawSetString(name, v)
		s.Set(libraryMark+lib+"."+name, v)
	})
	s.Define(lib, view)
	if lib == "string" {
		meta := s.L.NewTable()
		meta.RawSetString("__index", content)
		s.textArithmetic(meta)
		s.L.SetMetatable(glua.LString(""), meta)
	}
}

// priced charges each call of f for the long texts among its arguments, which f
// may read in full.
func (s *State) priced(f glua.LGFunction) glua.LGFunction {
	return func(L *glua.LState) int {
		for i := 1; i <= L.GetTop(); i++ {
			if text, ok := L.Get(i).(glua.LString); ok && len(text) > bytesPerStep {
				s.Charge(int64(len(text) / bytesPerStep))
			}
		}
		return f(L)
	}
}

// AddToLibrary adds a value to string, table or math, where a script finds it
// by its name.
func (s *State) AddToLibrary(lib, name string, v glua.LValue) {
	view := s.Get(lib).(*glua.LTable)
	content := view.Metatable.(*glua.LTable).RawGetString("__index").(*glua.LTable)
	content.RawSetString(name, v)
	s.Set(libraryMark+lib+"."+name, v)
}

// Library lists what is in string, table or math, in the order of adding.
func (s *State) Library(lib string) (names []string) {
	view := s.Get(lib).(*glua.LTable)
	content := view.Metatable.(*glua.LTable).RawGetString("__index").(*glua.LTable)
	for k, _ := content.Next(glua.LNil); k != glua.LNil; k, _ = content.Next(k) {
		names = append(names, k.String())
	}
	return names
}

// readOnly makes a table a view of another. Writes go to a function.
func (s *State) readOnly(view, content *glua.LTable, name string, write func(*glua.LState, string, glua.LValue)) {
	meta := s.L.NewTable()
	meta.RawSetString("__index", content)
	meta.RawSetString("__newindex", s.L.NewFunction(func(L *glua.LState) int {
		key, ok := L.Get(2).(glua.LString)
		if !ok {
			s.Raise("%s takes only names as keys", name)
		}
		write(L, string(key), L.Get(3))
		return 0
	}))
	meta.RawSetString("__metatable", glua.LFalse)
	view.Metatable = meta
}

// isView reports whether a table is one of readOnly's.
func isView(t *glua.LTable) bool {
	meta, ok := t.Metatable.(*glua.LTable)
	return ok && meta.RawGetString("__metatable") == glua.LFalse
}

func (s *State) getMetatable(L *glua.LState) int {
	v := L.CheckAny(1)
	if _, isText := v.(glua.LString); isText {
		s.Raise("the metatable of strings is not in the sandbox")
	}
	meta := L.GetMetatable(v)
	if t, ok := v.(*glua.LTable); ok {
		meta = MetatableOf(t)
	}
	if t, ok := meta.(*glua.LTable); ok {
		if shown := t.RawGetString("__metatable"); shown != glua.LNil {
			meta = shown
		}
	}
	L.Push(meta)
	return 1
}

func (s *State) setMetatable(L *glua.LState) int {
	t := L.CheckTable(1)
	L.CheckTypes(2, glua.LTNil, glua.LTTable)
	if old, ok := t.Metatable.(*glua.LTable); ok && old.RawGetString("__metatable") != glua.LNil {
		s.Raise("cannot change a protected metatable")
	}
	s.Unfold(t)
	if !s.outlining(L.Get(2)) {
		s.alone(t)
	}
	if meta, ok := L.Get(2).(*glua.LTable); ok {
		s.alone(meta) // which is not folded from now on
	}
	t.Metatable = L.Get(2)
	L.SetTop(1)
	return 1
}

func (s *State) rawGet(L *glua.LState) int {
	t, k := L.CheckTable(1), L.CheckAny(2)
	if isView(t) {
		if content, ok := t.Metatable.(*glua.LTable).RawGetString("__index").(*glua.LTable); ok {
			t = content
		}
	}
	s.Unfold(t)
	L.Push(t.RawGet(k))
	return 1
}

func (s *State) rawSet(L *glua.LState) int {
	t, k, v := L.CheckTable(1), L.CheckAny(2), L.CheckAny(3)
	if isView(t) {
		s.Raise("a read-only table")
	}
	if k == glua.LNil {
		s.Raise("the key of a table cannot be nil")
	}
	s.Unfold(t)
	s.chargeKey(t, k, v)
	if s.outlined(t) {
		s.Put(t, k, v)
	} else {
		s.alone(t)
		t.RawSet(k, v)
	}
	L.SetTop(1)
	return 1
}

func (s *State) toNumber(L *glua.LState) int {
	base := L.OptInt(2, 10)
	v := L.CheckAny(1)
	var result glua.LValue = glua.LNil
	switch text, isText := v.(glua.LString); {
	case base < 2 || base > 36:
		L.ArgError(2, "base out of range")
	case v.Type() == glua.LTNumber && base == 10:
		result = v
	case base == 10 && isText:
		if f, ok := ParseNumber(string(text)); ok {
			result = glua.LNumber(f)
		}
	case base != 10 && glua.LVCanConvToString(v):
		digits := strings.ToLower(strings.Trim(Text(v), " \t\n\v\f\r"))
		if base == 16 {
			digits = strings.TrimPrefix(digits, "0x")
		}
		if u, err := strconv.ParseUint(digits, base, 64); err == nil && !strings.Contains(digits, "_") {
			result = glua.LNumber(u)
		}
	}
	L.Push(result)
	return 1
}

func (s *State) toString(L *glua.LState) int {
	L.Push(s.ToString(L.CheckAny(1)))
	return 1
}

// ToString returns a value as tostring shows it, by its own __tostring where it
// has one. It must be called from within Protect.
func (s *State) ToString(v glua.LValue) glua.LValue {
	if f := s.L.GetMetaField(v, "__tostring"); f != glua.LNil {
		return s.Call(f, v)
	}
	if u, ok := v.(*glua.LUserData); ok {
		if e, ok := u.Value.(*syntax.Error); ok {
			return glua.LString(e.Error())
		}
	}
	return glua.LString(Text(v))
}

func (s *State) print(L *glua.LState) int {
	var parts []string
	size := 0
	for i := 1; i <= L.GetTop(); i++ {
		text, ok := s.ToString(L.Get(i)).(glua.LString)
		if !ok {
			s.Raise("tostring gave no string to print")
		}
		size += len(text) + 1
		s.chargeText(size)
		parts = append(parts, string(text))
	}
	if s.opt.Print != nil {
		s.opt.Print(s.Where(), strings.Join(parts, "\t"))
	}
	return 0
}

// failureSteps is what a call costs that failed under pcall: unwinding takes as
// long as that many instructions, so that towers of pcall end soon.
const failureSteps = 2000

func (s *State) pcall(L *glua.LState) int {
	L.CheckAny(1)
	return s.protect(L, L.GetTop()-1, func(object glua.LValue) glua.LValue { return object })
}

// xpcall calls its handler after the stack is unwound, which a handler cannot
// tell, since there is no debug library.
func (s *State) xpcall(L *glua.LState) int {
	f, handler := L.CheckAny(1), L.CheckFunction(2)
	L.SetTop(0)
	L.Push(f)
	return s.protect(L, 0, func(object glua.LValue) glua.LValue { return s.Call(handler, object) })
}

func (s *State) protect(L *glua.LState, args int, handle func(glua.LValue) glua.LValue) int {
	L.Insert(s.callee, 1)
	err := protected(L, args+1, glua.MultRet, nil)
	if err == nil {
		L.Insert(glua.LTrue, 1)
		return L.GetTop()
	}
	s.Charge(failureSteps)
	var object glua.LValue = glua.LString(err.Error())
	if api, ok := err.(*glua.ApiError); ok {
		object = api.Object
	}
	if text, ok := object.(glua.LString); ok {
		object = glua.LString(plainNames(string(text)))
	}
	L.Push(glua.LFalse)
	L.Push(handle(object))
	return 2
}

// call calls its first argument with the others, for protected calls.
func call(L *glua.LState) int {
	u := unwind(L)
	defer u.end()
	L.Call(L.GetTop()-1, glua.MultRet)
	u.ended = true
	return L.GetTop()
}

// error raises its argument. Before a text it puts the place of the function
// that called error, or at level 2 of the one that called that; gopher-lua's own
// error takes both levels for one.
func (s *State) error(L *glua.LState) int {
	object, level := L.CheckAny(1), L.OptInt(2, 1)
	if glua.LVCanConvToString(object) && level > 0 {
		at := L.Where(level)
		if at == "" || strings.HasPrefix(at, "[G]") { // no function of a script
			at = ""
		} else {
			at += " "
		}
		object = glua.LString(at + Text(object))
	}
	L.Error(object, 0)
	return 0
}

func (s *State) unpack(L *glua.LState) int {
	t := L.CheckTable(1)
	from, to := s.index(L.OptNumber(2, 1)), s.index(L.OptNumber(3, glua.LNumber(s.len(t))))
	if from > to {
		return 0
	}
	if to-from >= maxResults {
		s.Raise("too many results to unpack")
	}
	s.Charge(int64(to - from))
	for i := from; i <= to; i++ {
		L.Push(t.RawGetInt(i))
	}
	return to - from + 1
}

// index truncates a number to a whole one, within a range whose differences cannot overflow, on a
// machine whose int has 32 bits either. NaN is 0.
func (s *State) index(n glua.LNumber) int {
	const most = 1 << 29
	if n != n {
		return 0
	}
	return int(math.Trunc(max(-most, min(most, float64(n)))))
}

// require runs a file once, and returns what the file returned, or true for
// nothing.
func (s *State) require(L *glua.LState) int {
	name := L.CheckString(1)
	at := s.Where()
	if s.opt.Require == nil {
		s.Throw(&syntax.Error{Pos: at, Msg: "there are no files to require"})
	}
	c, err := s.opt.Require(at, name)
	if err != nil {
		s.Throw(asError(at, err))
	}
	L.Push(s.Load(c, name))
	return 1
}

// Load runs a file that a script requires under a name, unless it has run already, and
// returns what it gave. It must be called within Protect.
func (s *State) Load(c *Chunk, name string) glua.LValue {
	file := c.Name
	v := s.modules[file]
	switch {
	case !s.Ran(c):
		if _, ran := s.modules[file]; ran {
			s.outdate(file)
		}
		s.modules[file] = nil
		s.Thawed(func() { v = s.Call(s.Function(c), glua.LString(name)) })
		if v == glua.LNil {
			v = glua.LTrue
		}
		s.modules[file] = v
	case v == nil:
		s.Throw(&syntax.Error{Pos: s.Where(), Msg: "file " + strconv.Quote(file) + " requires itself, or failed before"})
	}
	return v
}

// Ran reports whether a file has run as it is now, or is about to, and so have those that it
// requires.
func (s *State) Ran(c *Chunk) bool { return s.ran(c, map[string]bool{}) }

func (s *State) ran(c *Chunk, seen map[string]bool) bool {
	seen[c.Name] = true
	_, ok := s.modules[c.Name]
	if last := s.chunks[c.Name]; !ok || last != nil && last != c && last.Source() != c.Source() {
		return false
	}
	for _, r := range s.required(c) {
		if _, ran := s.modules[r.Name]; ran && !seen[r.Name] && !s.ran(r, seen) {
			return false
		}
	}
	return true
}

// required are the files that one requires by name while it runs, as far as they are there.
func (s *State) required(c *Chunk) (all []*Chunk) {
	if s.opt.Current == nil {
		return nil
	}
	for _, name := range c.wants {
		if r := s.opt.Current(c.At, name); r != nil {
			all = append(all, r)
		}
	}
	return all
}

// outdate is called when a file runs again: those that required it do so, too, when somebody
// asks for them next.
func (s *State) outdate(file string) {
	for _, other := range s.Modules() {
		c := s.chunks[other]
		if _, ran := s.modules[other]; !ran || c == nil || other == file {
			continue
		}
		if slices.ContainsFunc(s.required(c), func(r *Chunk) bool { return r.Name == file }) {
			delete(s.modules, other)
			s.outdate(other)
		}
	}
}

func asError(at syntax.Pos, err error) *syntax.Error {
	if e, ok := err.(*syntax.Error); ok {
		return e
	}
	return &syntax.Error{Pos: at, Msg: err.Error()}
}

// Modules lists the files that were required, by name.
func (s *State) Modules() []string {
	var files []string
	for f := range s.modules {
		files = append(files, f)
	}
	slices.Sort(files)
	return files
}
