package machine

import (
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/number"
)

// absent are the parts of Lua 5.1 that the sandbox leaves out.
var (
	absentTables    = []string{"os", "io", "debug", "package", "coroutine"}
	absentFunctions = []string{
		"load", "loadstring", "loadfile", "dofile", "module", "getfenv", "setfenv", "newproxy", "collectgarbage", "gcinfo",
	}
)

func (g *scope) openBase() {
	for _, f := range []function{
		{"assert", assert}, {"error", raise}, {"getmetatable", getMetatable}, {"ipairs", ipairs}, {"next", next}, {"pairs", pairs},
		{"pcall", pcall}, {"print", show}, {"rawequal", rawEqual}, {"rawget", rawGet}, {"rawset", rawSet}, {"require", require},
		{"select", choose}, {"setmetatable", setMetatable}, {"tonumber", toNumber}, {"tostring", toString}, {"type", kindOf},
		{"unpack", unpack}, {"xpcall", xpcall},
	} {
		g.s.Define(f.name, g.s.NewFunction(f.name, f.f).V())
	}
	g.s.nextF = g.s.Global("next").Function()
	g.s.eachF = g.s.NewFunction("ipairs", nextIndex)
	g.s.Define("_VERSION", String("Lua 5.1"))
	g.s.view = g.s.NewTable()
	g.s.view.bits |= isView
	g.s.Define("_G", g.s.view.V())
	for _, name := range absentTables {
		door, meta := g.s.NewTable(), g.s.NewTable()
		refuse := g.s.NewFunction(name, func(c *Call) int {
			g.s.Raise("%s.%s is not in the sandbox", name, Show(c.Get(2)))
			return 0
		}).V()
		g.s.SetField(meta, "__index", refuse)
		g.s.SetField(meta, "__newindex", refuse)
		g.s.SetField(meta, "__metatable", Bool(false))
		door.meta = meta
		g.s.Define(name, door.V())
	}
	for _, name := range absentFunctions {
		if f := environments[name]; f != nil {
			g.s.Define(name, g.s.NewFunction(name, f).V())
			continue
		}
		g.s.Define(name, g.s.NewFunction(name, func(*Call) int {
			g.s.Raise("%s is not in the sandbox", name)
			return 0
		}).V())
	}
}

func (g *scope) openLibraries() {
	for _, lib := range []struct {
		name string
		list []function
	}{{"string", stringLibrary}, {"table", tableLibrary}, {"math", mathLibrary()}} {
		t := g.s.NewTable()
		t.spread()
		t.bits |= isLibrary
		g.s.Define(lib.name, t.V())
		for _, f := range lib.list {
			g.s.AddToLibrary(lib.name, f.name, g.s.NewFunction(f.name, f.f).V())
		}
	}
	g.s.AddToLibrary("math", "pi", Number(pi))
	g.s.AddToLibrary("math", "huge", Number(huge))
	ofTexts := g.s.NewTable()
	g.s.SetField(ofTexts, "__index", g.s.Global("string"))
	*g.s.KindMeta(KindText) = ofTexts
}

// AddToLibrary adds a value to string, table or math.
func (g *scope) AddToLibrary(lib, name string, v Value) {
	g.s.Global(lib).table().dict().put(g.s.name(name).v(), v)
}

// Library lists what is in string, table or math, in the order of adding.
func (g *scope) Library(lib string) (names []string) {
	for _, e := range g.s.Global(lib).table().dict().entries {
		names = append(names, e.key.text().s)
	}
	return names
}

func assert(c *Call) int {
	if c.CheckAny(1).Truth() {
		for i := 1; i <= c.n; i++ {
			c.Push(c.Get(i))
		}
		return c.n
	}
	c.S.Raise("%s", c.OptText(2, "assertion failed!"))
	return 0
}

// raise is error: it puts the place of a level before a text.
func raise(c *Call) int {
	c.S.throw(c.Get(1), c.OptWhole(2, 1))
	return 0
}

func getMetatable(c *Call) int {
	v := c.CheckAny(1)
	if v.isText() {
		c.S.Raise("the metatable of strings is not in the sandbox")
	}
	m := c.S.MetaOf(v)
	switch {
	case v.isTable() && v.table().bits&(isView|isLibrary) != 0:
		return c.Give(Bool(false))
	case m == nil:
		return c.Give(Nil)
	}
	if shown := c.S.handler(m, eventMeta); shown.p != nil {
		return c.Give(shown)
	}
	return c.Give(m.V())
}

func setMetatable(c *Call) int {
	t, m := c.CheckTable(1), c.Get(2)
	if m.p != nil && !m.isTable() || c.n < 2 {
		c.typeError(2, "nil or table")
	}
	if t.bits&(isView|isLibrary) != 0 || t.meta != nil && c.S.handler(t.meta, eventMeta).p != nil {
		c.S.Raise("cannot change a protected metatable")
	}
	t.meta = m.Table()
	return c.Give(c.Get(1))
}

// readable is the table that a traversal of an argument goes through.
func (c *Call) readable(i int) *Table {
	t := c.CheckTable(i)
	if t.bits&isView != 0 {
		return c.S.globals
	}
	return t
}

// writable returns an argument that will be changed, and refuses a read-only table.
func (c *Call) writable(i int) *Table {
	t := c.CheckTable(i)
	if t.bits&(isView|isLibrary) != 0 {
		c.S.Raise("a read-only table")
	}
	return t
}

// rawGet finds a global also where that is made when it is first read.
func rawGet(c *Call) int {
	k := c.CheckAny(2)
	if c.CheckTable(1).bits&isView != 0 && k.isText() {
		return c.Give(c.S.global(k.text()))
	}
	return c.Give(c.CheckTable(1).Get(k))
}

func rawSet(c *Call) int {
	t := c.writable(1)
	c.S.Put(t, c.CheckAny(2), c.CheckAny(3))
	return c.Give(t.V())
}

func rawEqual(c *Call) int {
	a, b := c.CheckAny(1), c.CheckAny(2)
	if x, ok := a.Text(); ok {
		c.S.Charge(int64(len(x) / bytesPerStep))
	}
	return c.Give(Bool(same(a, b)))
}

func pairs(c *Call) int {
	c.CheckTable(1)
	c.Push(c.S.nextF.V())
	c.Push(c.Get(1))
	c.Push(Nil)
	return 3
}

func ipairs(c *Call) int {
	c.CheckTable(1)
	c.Push(c.S.eachF.V())
	c.Push(c.Get(1))
	c.Push(Number(0))
	return 3
}

func nextIndex(c *Call) int {
	i := c.CheckWhole(2) + 1
	v := c.CheckTable(1).At(i)
	if v.p == nil {
		return c.Give(Nil)
	}
	c.Push(Number(float64(i)))
	c.Push(v)
	return 2
}

func next(c *Call) int {
	t := c.readable(1)
	at := t.place(c.Get(2))
	if at < 0 {
		c.S.Raise("a key that the table does not have: %s", Show(c.Get(2)))
	}
	k, v, after := t.from(at)
	c.S.Charge(int64((after - at) / itemsPerStep))
	if k.p == nil {
		return c.Give(Nil)
	}
	c.Push(k)
	c.Push(v)
	return 2
}

func choose(c *Call) int {
	if text, ok := c.Get(1).Text(); ok && text == "#" {
		return c.Give(Number(float64(c.n - 1)))
	}
	i := c.CheckWhole(1)
	if i < 0 {
		i += c.n
	}
	if i < 1 {
		c.ArgError(1, "index out of range")
	}
	c.S.Charge(int64(max(c.n-i, 0) / itemsPerStep))
	got := 0
	for ; i < c.n; i++ {
		c.Push(c.Get(i + 1))
		got++
	}
	return got
}

func toNumber(c *Call) int {
	base := c.OptWhole(2, 10)
	v := c.CheckAny(1)
	if base == 10 {
		if f, ok := c.S.toNumber(v); ok {
			return c.Give(Number(f))
		}
		return c.Give(Nil)
	}
	if base < 2 || base > 36 {
		c.ArgError(2, "base out of range")
	}
	if f, ok := number.ParseBase(c.CheckText(1), base); ok {
		return c.Give(Number(f))
	}
	return c.Give(Nil)
}

func toString(c *Call) int { return c.Give(c.S.ToString(c.CheckAny(1))) }

// ToString returns a value as tostring shows it, by its own __tostring where it has one. It
// must be called from within Protect.
func (s *State) ToString(v Value) Value {
	if v.isText() {
		return v
	}
	if h := s.meta(v, eventText); h.p != nil {
		return s.Call(h, v)
	}
	text := Show(v)
	s.chargeText(len(text))
	return String(text)
}

// Show returns a value as tostring shows it without a metatable. A table or a function shows
// its kind alone: its address would differ from run to run.
func Show(v Value) string {
	switch v.Kind() {
	case KindBool:
		return strconv.FormatBool(v.n != 0)
	case KindNumber:
		return number.Show(v.f())
	case KindText:
		return v.text().s
	case KindData:
		if e, ok := v.Data().Value.(*syntax.Error); ok {
			return e.Error()
		}
	}
	return v.Kind().String()
}

func kindOf(c *Call) int { return c.Give(c.S.name(c.CheckAny(1).Kind().String()).v()) }

func show(c *Call) int {
	var parts []string
	size := 0
	for i := 1; i <= c.n; i++ {
		text, ok := c.S.joins(c.S.ToString(c.Get(i)))
		if !ok {
			c.S.Raise("'tostring' must return a string to 'print'")
		}
		size += len(text) + 1
		c.S.chargeText(size)
		parts = append(parts, text)
	}
	if c.S.opt.Print != nil {
		c.S.opt.Print(c.S.Where(), strings.Join(parts, "\t"))
	}
	return 0
}

// pcall calls the first argument with the others, which lie on the stack already.
func pcall(c *Call) int {
	c.CheckAny(1)
	th := c.th
	at := th.top
	th.room(c.S, at+c.n+2)
	copy(th.stack[at:], th.stack[c.base:c.base+c.n])
	got, e := c.S.try(at, c.n-1)
	if e != nil {
		th.top = at
		c.Push(Bool(false))
		c.Push(e.value)
		return 2
	}
	th.top = at + got
	return c.S.under(at, got, Bool(true))
}

// under puts a value before the results that lie on the stack.
func (s *State) under(at, n int, v Value) int {
	th := s.th
	th.room(s, at+n+1)
	copy(th.stack[at+1:at+n+1], th.stack[at:at+n])
	th.stack[at] = v
	th.top = at + n + 1
	return n + 1
}

// xpcall calls its handler after the stack is unwound, which a handler cannot tell, since there
// is no debug library.
func xpcall(c *Call) int {
	f, handler := c.CheckAny(1), c.CheckAny(2)
	th := c.th
	at := th.top
	th.room(c.S, at+2)
	th.stack[at] = f
	got, e := c.S.try(at, 0)
	if e != nil {
		th.top = at
		v := e.value
		th.stack[at], th.stack[at+1] = handler, v
		if got, e = c.S.try(at, 1); e != nil { // an error in error handling
			th.top = at
			c.Push(Bool(false))
			c.Push(e.value)
			return 2
		}
		return c.S.under(at, min(got, 1), Bool(false))
	}
	return c.S.under(at, got, Bool(true))
}

func unpack(c *Call) int {
	t := c.CheckTable(1)
	from, to := c.OptWhole(2, 1), c.OptWhole(3, t.Len())
	if from > to {
		return 0
	}
	if to-from >= MaxResults {
		c.S.Raise("too many results to unpack: more than %d", MaxResults)
	}
	c.S.Charge(int64((to - from) / itemsPerStep))
	for i := from; i <= to; i++ {
		c.Push(t.At(i))
	}
	return to - from + 1
}

// require runs a file once, and returns what the file returned, or true for nothing.
func require(c *Call) int {
	s := c.S
	name := c.CheckText(1)
	at := s.Where()
	if s.opt.Require == nil {
		s.Throw(&syntax.Error{Pos: at, Msg: "there are no files to require"})
	}
	chunk, err := s.opt.Require(at, name)
	if err != nil {
		s.Throw(asError(at, err))
	}
	return c.Give(s.Load(chunk, name))
}

// Load runs a file that a script requires under a name, unless it has run already, and returns
// what it gave. It must be called within Protect.
func (l *files) Load(c *Chunk, name string) Value {
	file := c.Name
	if !l.s.Ran(c) {
		if _, ran := l.s.modules[file]; ran {
			l.s.outdate(file)
		}
		l.s.modules[file] = Nil
		delete(l.s.given, file)
		var v Value
		l.s.Thawed(func() { v = l.s.Call(l.s.Function(c).V(), String(name)) })
		if v.p == nil {
			v = Bool(true)
		}
		l.s.modules[file], l.s.given[file] = v, true
	} else if !l.s.given[file] {
		l.s.Throw(&syntax.Error{Pos: l.s.Where(), Msg: "file " + strconv.Quote(file) + " requires itself, or failed before"})
	}
	return l.s.modules[file]
}

// Ran reports whether a file has run as it is now, or is about to, and so have those that it
// requires.
func (l *files) Ran(c *Chunk) bool { return l.s.ran(c, map[string]bool{}) }

func (l *files) ran(c *Chunk, seen map[string]bool) bool {
	seen[c.Name] = true
	_, ok := l.s.modules[c.Name]
	if last := l.s.chunks[c.Name]; !ok || last != nil && last != c && last.Source() != c.Source() {
		return false
	}
	for _, r := range l.s.required(c) {
		if _, ran := l.s.modules[r.Name]; ran && !seen[r.Name] && !l.s.ran(r, seen) {
			return false
		}
	}
	return true
}

// required are the files that one requires by name while it runs, as far as they are there.
func (l *files) required(c *Chunk) (all []*Chunk) {
	if l.s.opt.Current == nil {
		return nil
	}
	for _, name := range c.Wants {
		if r := l.s.opt.Current(c.At, name); r != nil {
			all = append(all, r)
		}
	}
	return all
}

// outdate is called when a file runs again: those that required it do so, too, when somebody
// asks for them next.
func (l *files) outdate(file string) {
	for _, other := range l.s.Modules() {
		c := l.s.chunks[other]
		if _, ran := l.s.modules[other]; !ran || c == nil || other == file {
			continue
		}
		if slices.ContainsFunc(l.s.required(c), func(r *Chunk) bool { return r.Name == file }) {
			delete(l.s.modules, other)
			delete(l.s.given, other)
			l.s.outdate(other)
		}
	}
}

func asError(at syntax.Pos, err error) *syntax.Error {
	switch e := err.(type) { //nolint:errorlint // an error of another package has no place
	case *syntax.Error:
		return e
	case syntax.ErrorList:
		return e[0]
	}
	return &syntax.Error{Pos: at, Msg: err.Error()}
}

// Modules lists the files that were required, by name.
func (l *files) Modules() []string {
	var files []string
	for f := range l.s.modules {
		files = append(files, f)
	}
	slices.Sort(files)
	return files
}

// LastRun is a file as it was when the state ran it last; nil for one that it did not run.
func (l *files) LastRun(file string) *Chunk { return l.s.chunks[file] }

// SetLastRun notes as what a file was run last, in a state that was restored.
func (l *files) SetLastRun(c *Chunk) { l.s.chunks[c.Name] = c }

// Absent returns what is not in the sandbox of a name as scripts write it, such as os of os.time; empty
// where nothing is missing.
func Absent(name string) string {
	first, _, _ := strings.Cut(name, ".")
	if slices.Contains(absentTables, first) || slices.Contains(absentFunctions, name) {
		return first
	}
	return ""
}
