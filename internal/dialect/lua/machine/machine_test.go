package machine

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// plenty is enough for every test that is meant to end.
var plenty = Budget{Steps: 20_000_000}

// output runs a source in a new state, and returns what it printed; the error last.
func output(src string, o Options) string {
	var b strings.Builder
	o.Print = func(_ syntax.Pos, text string) { b.WriteString(text + "\n") }
	if _, err := evaluate(NewState(o), src); err != nil {
		b.WriteString("error: " + err.Error() + "\n")
	}
	return b.String()
}

// evaluate runs a source and shows what it returned.
func evaluate(s *State, src string, lim ...Limits) (string, error) {
	c, err := Compile(syntax.Pos{File: "t.lua"}, src, append(lim, Limits{})[0])
	if err != nil {
		return "", err
	}
	var got []string
	if err := s.Protect(plenty, func() {
		for _, v := range slices.Clone(s.CallAll(s.Function(c).V())) {
			got = append(got, Show(v))
		}
	}); err != nil {
		return "", err
	}
	return strings.Join(got, " "), nil
}

// firstLine is an error without the calls that led to it.
func firstLine(err error) string {
	if e, ok := err.(*syntax.Error); err == nil || ok && e == nil {
		return ""
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// Errors have a file, a line and a column, and say in the words of the source what failed.
func TestErrorsInTheWordsOfTheSource(t *testing.T) {
	for src, want := range map[string]string{
		// what was nil, or no function
		"local t\n\nt.x = 1":                                    `t.lua:3:1: t is nil, where something that has x is wanted`,
		"local t = {}\nlocal x = 1 + t.a.b.c":                   `t.lua:2:15: t.a is nil, where something that has b is wanted`,
		"local t = {}\nt.run()":                                 `t.lua:2:1: t.run is no function`,
		"local self = { inst = {} }\n  self.inst:CanStandUp(1)": `t.lua:2:3: self.inst:CanStandUp is no function`,
		"local t = { f = 5 }\nreturn t.f(1)":                    `t.lua:2:8: t.f is no function, but a number`,
		"local function g() end\nreturn g().x":                  `t.lua:2:8: g() is nil, where something that has x is wanted`,
		"local t = {}\nreturn t[1].x":                           `t.lua:2:8: t[1] is nil, where something that has x is wanted`,
		"local t, k = {}, 'a'\nreturn t[k].x":                   `t.lua:2:8: t[k] is nil, where something that has x is wanted`,
		"local up\nlocal function f() return up.x end\nf()":     `t.lua:2:27: up is nil, where something that has x is wanted`,
		"local s = 'x'\nreturn s.y.z":                           `t.lua:2:8: s.y is nil, where something that has z is wanted`,
		"return (nil).x":                                        `t.lua:1:8: found nil, where something that has x is wanted`,
		"for i, v in pairs(nil) do end":                         `t.lua:1:13: bad argument #1 to 'pairs' (table expected, got nil)`,
		"return #nil":                                           `t.lua:1:9: attempt to get the length of nil`,
		"local n = 5\nreturn #n":                                `t.lua:2:8: attempt to get the length of a number (local 'n')`,
		"local t = {}\nfor i, v in ipairs(t.list) do end":       `t.lua:2:13: bad argument #1 to 'ipairs' (table expected, got nil, field 't.list')`,
		"local t = {}\nreturn ('x'):rep(t.n)":                   `t.lua:2:8: bad argument #2 to 'rep' (number expected, got nil, field 't.n')`,
		"local function f() end\nmath.floor((f()))":             `t.lua:2:1: bad argument #1 to 'floor' (number expected, got nil, result 'f()')`,
		"local t = {}\nfor i = 1, t.n do end":                   `t.lua:2:1: the limit of a loop must be a number, found nil (field 't.n')`,
		"local t = {}\nfor k, v in t.list do end":               `t.lua:2:13: attempt to call nil (field 't.list')`,
		"local t = {}\nfor k, v in t do end":                    `t.lua:2:13: attempt to call a table (local 't')`,
		"for k, v in prs do end":                                `t.lua:1:13: unknown name "prs"`,
		// unknown names
		"local t\nreturn 1, prnit(3)": `t.lua:2:11: unknown name "prnit"; did you mean "print"?`,
		"return mth.floor(1)":         `t.lua:1:8: unknown name "mth"; did you mean "math"?`,
		"return math.flor(1)":         `t.lua:1:8: unknown name "math.flor"; did you mean "math.floor"?`,
		"return 1 + nothing":          `t.lua:1:12: unknown name "nothing"`,
		// arithmetic, joins, comparisons
		"local t = {}\nreturn t.n * 2":                  `t.lua:2:8: t.n is nil, where a number is wanted`,
		"local t = {}\nreturn 2 * t.n":                  `t.lua:2:12: t.n is nil, where a number is wanted`,
		"local a, b = 1, {}\nreturn a + b":              `t.lua:2:8: attempt to compute with a table (local 'b')`,
		"local n = 1\nreturn n + 'a'":                   `t.lua:2:12: attempt to compute with a string`,
		"local t = { limit = nil }\nreturn 1 < t.limit": `t.lua:2:12: attempt to compare number with nil (field 't.limit')`,
		"local t = {}\nif t.size >= 5 then end":         `t.lua:2:4: attempt to compare number with nil (field 't.size')`,
		"return {} < {}":                                `t.lua:1:8: attempt to compare two table values`,
		"return 1 < '2'":                                `t.lua:1:8: attempt to compare number with string`,
		"local t\nreturn 'a' .. t":                      `t.lua:2:15: attempt to join nil (local 't')`,
		"return 'a' .. {}":                              `t.lua:1:15: attempt to join a table`,
		"for i = 1, {} do end":                          `t.lua:1:1: the limit of a loop must be a number, found a table`,
		"local t = {} t[nil] = 1":                       `t.lua:1:14: the key of a table cannot be nil`,
		// raised
		"\n  error('boom')": `t.lua:2:3: boom`,
		"local function f()\n  error('no', 2)\nend\n  f()": `t.lua:4:3: no`,
		"error({})": `t.lua:1:1: an error that is a table`,
		"error()":   `t.lua:1:1: an error that is nil`,
		"local ok, e = pcall(error, 'x') error(e, 0)":                `t.lua:1:33: x`,
		"local _, e = pcall(function() error('x') end)\nerror(e, 0)": `t.lua:1:1: x`,
		"assert(nil, 'broken')":                                      `t.lua:1:1: broken`,
		// the sandbox
		"os.execute('true')":           `t.lua:1:1: os.execute is not in the sandbox`,
		"loadstring('x')()":            `t.lua:1:1: loadstring is not in the sandbox`,
		"coroutine.yield()":            `t.lua:1:1: coroutine.yield is not in the sandbox`,
		"getmetatable('').__index = 1": `t.lua:1:1: the metatable of strings is not in the sandbox`,
		"string.upper = nil":           `t.lua:1:1: string.upper is read-only`,
		"rawset(math, 'floor', 1)":     `t.lua:1:1: a read-only table`,
		"setmetatable(string, {})":     `t.lua:1:1: cannot change a protected metatable`,
		"print = 1":                    `t.lua:1:1: global "print" is built in`,
		"_G.print = 1":                 `t.lua:1:1: global "print" is built in`,
		"require('x')":                 `t.lua:1:1: there are no files to require`,
	} {
		_, err := evaluate(NewState(Options{}), src)
		if got := firstLine(err); got != want {
			t.Errorf("%s\n got %s\nwant %s", src, got, want)
		}
	}
}

// Faults of a source are told all at once, each where it is.
func TestAllFaultsOfASource(t *testing.T) {
	for src, want := range map[string]string{
		"local x =":                   `t.lua:1:10: found the end of the script, wanted an expression`,
		"x = 1\n  y = = 2":            `t.lua:2:7: found "=", wanted an expression`,
		"f(g(1,\nh({\n2}),\n}":        `t.lua:4:1: found "}", wanted an expression, or ")" for "(" of line 1`,
		"f({\n1,\n)":                  `t.lua:3:1: found ")", wanted an expression, or "}" for "{" of line 1`,
		"if x then\n  y()":            `t.lua:2:6: found the end of the script, wanted "end" for "if" of line 1`,
		"x = 1 end":                   `t.lua:1:7: found "end", wanted a statement`,
		"local x\nbreak":              `t.lua:2:1: found "break" outside of loops`,
		"function f() return ... end": `t.lua:1:21: found "..." in a function that has none`,
		"::top:: goto top":            "t.lua:1:1: found a label; Lua 5.1 has none",
		"goto top":                    "t.lua:1:1: found goto; Lua 5.1 has none",
		"x = 1\ny = 'abc":             `t.lua:2:5: a text that does not end, wanted ' on its line`,
		"f() = 1":                     `t.lua:1:1: found an expression that nothing can be assigned to`,
		"x\n= 1 y":                    `t.lua:2:6: found the end of the script, wanted "=" or a call`,
		"return 1 return 2":           `t.lua:1:10: found "return" behind "return", wanted the end of the block`,
		"local a <const> = 1":         `t.lua:1:9: found "<", wanted a statement`,
		"x = 3..4":                    `t.lua:1:5: malformed number "3..4"`,
		"x = a\n(f or g)()":           `t.lua:2:1: found "(" on a new line behind an expression, which may be a call or another statement; put a ";" between`,
		"local = 1\nlocal y = 2\nfor = 3\nfunction g( return end\nlocal z = (1": `t.lua:1:7: found "=", wanted a name
t.lua:3:5: found "=", wanted a name
t.lua:4:13: found "return", wanted a name
t.lua:5:13: found the end of the script, wanted ")"`,
	} {
		_, err := Compile(syntax.Pos{File: "t.lua"}, src, Limits{})
		if got := fmt.Sprint(err); got != want {
			t.Errorf("%s\n got %s\nwant %s", src, got, want)
		}
	}
}

// An error tells of the calls that led to it, and one in the owner's files of who called them.
func TestCallsThatLedToAnError(t *testing.T) {
	s := NewState(Options{Library: "own/"})
	own, err := CompileAs("own/x.lua", syntax.Pos{File: "own/x.lua"}, "function helper(t) return t.a.b end", Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Protect(plenty, func() { s.Call(s.Function(own).V()) }); err != nil {
		t.Fatal(err)
	}
	_, e := evaluate(s, "local function f()\n  helper({})\nend\nf()")
	if want := "t.lua:2:3: helper: t.a is nil, where something that has b is wanted\n\tt.lua:4:1: called from here"; e == nil || e.Error() != want {
		t.Errorf("%v, wanted %s", e, want)
	}
}

// What one of the owner's functions cannot work with is told as the argument that the user's script gave, as
// long as it is that: through functions that hand it on, and where the script called it as its last.
func TestArgumentsOfTheUser(t *testing.T) {
	s := NewState(Options{Library: "own/"})
	own, err := CompileAs("own/x.lua", syntax.Pos{File: "own/x.lua"}, `
		function half(n) return n / 2 end
		function less(n, m) if n < m then return n end end
		function at(list, k) list[k] = 1 end
		function within(t) return t.x end
		function run(f) return 1 + f() end
		function join(a) return "a" .. a end
		function later(n) return function() return n + 1 end end
		function changed(n) n = other return n + 1 end
		function handed(n) local r = half(n) return r end
		function passed(n) return half(n) end
		function rest(...) return ... + 1 end
		function length(t) return table.getn(t) end
		object = { size = 1 }
		function object:grow(by) self.size = self.size + by end
		function object:half(by) self:grow(by / 2) end
		second = {}
		function second:reset(to) self.size = to self.twice = self.size * 2 end`, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Protect(plenty, func() { s.Call(s.Function(own).V()) }); err != nil {
		t.Fatal(err)
	}
	for src, want := range map[string]string{
		"half(t.a)":                    "t.lua:1:16: half: argument 1, t.a, is nil, where a number is wanted",
		"half()":                       "t.lua:1:16: half: argument 1 is nil, where a number is wanted",
		"half(t)":                      "t.lua:1:16: half: argument 1, t, is a table, where a number is wanted",
		"less(1, t.a)":                 "t.lua:1:16: less: argument 2, t.a, is nil, where a number is wanted",
		"at(t, t.a)":                   "t.lua:1:16: at: argument 2, t.a, is nil, where something to be the key of a table is wanted",
		"within(t.a)":                  "t.lua:1:16: within: argument 1, t.a, is nil, where something that has x is wanted",
		"run(t.a)":                     "t.lua:1:16: run: argument 1, t.a, is nil, where a function is wanted",
		"join(t.a)":                    "t.lua:1:16: join: attempt to join argument 1, t.a, which is nil",
		"length(t.a)":                  "t.lua:1:16: length: argument 1, t.a, is nil, where a table is wanted",
		"handed(t.a)":                  "t.lua:1:16: handed: argument 1, t.a, is nil, where a number is wanted",
		"object:grow(t.a)":             "t.lua:1:16: object:grow: argument 1, t.a, is nil, where a number is wanted",
		"object.grow(object, t.a)":     "t.lua:1:16: object.grow: argument 1, t.a, is nil, where a number is wanted",
		"object:half(t.a)":             "t.lua:1:16: object:half: argument 1, t.a, is nil, where a number is wanted",
		"return half(t.a)":             "t.lua:1:23: half: argument 1, t.a, is nil, where a number is wanted",
		"return object:grow(t.a)":      "t.lua:1:23: object:grow: argument 1, t.a, is nil, where a number is wanted",
		"half(table.remove(t))":        "t.lua:1:16: half: argument 1 is nil, where a number is wanted",
		"half(unpack(t))":              "t.lua:1:16: half: argument 1 is nil, where a number is wanted",
		"passed(t.a)":                  "t.lua:1:16: passed: n is nil, where a number is wanted", // its frame is gone
		"later(t.a)()":                 "t.lua:1:16: later(): n is nil, where a number is wanted",
		"changed(1)":                   "t.lua:1:16: changed: n is nil, where a number is wanted",
		"second:reset(t.a)":            "t.lua:1:16: second:reset: self.size is nil, where a number is wanted",
		"local f = half return f(t.a)": "t.lua:1:38: f: argument 1, t.a, is nil, where a number is wanted",
	} {
		_, e := evaluate(s, "local t = {}   "+src)
		if got := firstLine(e); got != want {
			t.Errorf("%s\n got %s\nwant %s", src, got, want)
		}
	}
}

func TestQuotas(t *testing.T) {
	s := NewState(Options{Limits: Limits{Memory: 1 << 20, Text: 100, Calls: 50, Match: 1000}})
	for src, want := range map[string]string{
		"while true do end":                   "t.lua:1:7: the script was stopped: it ran for more than 10000 steps, the limit mbt.steps; --limit mbt.steps=NUMBER sets it",
		"local t while true do t = { t } end": "t.lua:1:27: the script was stopped: it took more than 1048576 bytes of memory, the limit lua.memory; --limit lua.memory=NUMBER sets it",
		"while true do pcall(function() local t while true do t = { t } end end) end": "t.lua:1:58: the script was stopped: it took more than 1048576 bytes of memory, the limit lua.memory; --limit lua.memory=NUMBER sets it",
		"return ('x'):rep(101)":                              "t.lua:1:8: a text of more than 100 bytes, the limit lua.text; --limit lua.text=NUMBER sets it",
		"local function f() return 1 + f() end f()":          "t.lua:1:31: stack overflow: more than 50 functions that wait for each other, the limit lua.calls; --limit lua.calls=NUMBER sets it",
		"return (('a'):rep(90)):find(('a-'):rep(20) .. 'b')": "t.lua:1:8: a pattern that takes too long, more than 1000 steps, the limit lua.match; --limit lua.match=NUMBER sets it",
	} {
		c, err := Compile(syntax.Pos{File: "t.lua"}, src, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		e := s.Protect(Budget{Steps: 10_000, Limit: "mbt.steps"}, func() { s.Call(s.Function(c).V()) })
		if got := firstLine(e); got != want {
			t.Errorf("%s\n got %s\nwant %s", src, got, want)
		}
	}
}

// Steps and memory are counted the same each time, and to the last.
func TestBudgetIsExact(t *testing.T) {
	c, err := Compile(syntax.Pos{File: "t.lua"}, "local t = {} for i = 1, 1000 do t[i] = { x = i, y = 'a' .. i } end table.sort(t, function(a, b) return a.x > b.x end)", Limits{})
	if err != nil {
		t.Fatal(err)
	}
	used := func(budget int64) (steps, bytes int64, e *syntax.Error) {
		s := NewState(Options{})
		e = s.Protect(Budget{Steps: budget}, func() { s.Call(s.Function(c).V()) })
		return budget - s.Left(), s.Taken(), e
	}
	steps, bytes, e := used(1e6)
	if again, more, _ := used(1e6); again != steps || more != bytes || steps < 1000 || bytes < 1000*BytesOfTable || e != nil {
		t.Errorf("%d steps and %d bytes, then %d and %d, %v", steps, bytes, again, more, e)
	}
	if _, _, e := used(steps); e != nil {
		t.Errorf("with the whole budget: %v", e)
	}
	if _, _, e := used(steps - 1); e == nil {
		t.Error("one step less is enough")
	}
}

func TestFreeze(t *testing.T) {
	s := NewState(Options{Open: func(name string) bool { return name == "World" }})
	if _, err := evaluate(s, "tally = 0 names = {} function count() tally = tally + 1 end"); err != nil {
		t.Fatal(err)
	}
	if got := s.Written(); !slices.Equal(got, []string{"tally", "names", "count"}) {
		t.Errorf("written are %v", got)
	}
	s.SetGlobal("tools", s.NewTable().V())
	s.SetGlobal("World", s.NewTable().V())
	if _, err := evaluate(s, "tools.saw = { teeth = 3 } function tools.saw:cut() end math.double = function(x) return 2 * x end"); err != nil {
		t.Fatal(err)
	}
	s.Freeze()
	const all, own = `" cannot be assigned: globals are read-only once all files are loaded`, "tools is read-only once all files are loaded: it is not the scripts' own"
	for src, want := range map[string]string{
		"names.x = 1 World.x = names.x return math.double(World.x)": "",
		"count()":                   `t.lua:1:39: global "tally` + all,
		"other = 1":                 `t.lua:1:1: global "other` + all,
		"_G.x = 1":                  `t.lua:1:1: global "x` + all,
		"tools.saw = nil":           "t.lua:1:1: " + own,
		"tools.saw.teeth = 1":       "t.lua:1:1: " + own,
		"tools['s' .. 'aw'] = 1":    "t.lua:1:1: " + own,
		"function tools.f() end":    "t.lua:1:10: " + own,
		"function tools:f() end":    "t.lua:1:10: " + own,
		"local a a, tools.b = 1, 2": "t.lua:1:12: " + own,
		"local tools = {} tools.b = 1 return tools.b": "",
		"nothing.x = 1":   `t.lua:1:1: unknown name "nothing"`,
		"math.triple = 1": "t.lua:1:1: math.triple is read-only",
	} {
		_, err := evaluate(s, src)
		if got := firstLine(err); got != want {
			t.Errorf("%s: %q, wanted %q", src, got, want)
		}
	}
	if s.Thawed(func() { _, err := evaluate(s, "later = 1"); s.SetGlobal("err", Bool(err != nil)) }); s.Global("err").Truth() || !s.frozen {
		t.Error("a thawed state takes no globals, or stays thawed")
	}
}

func TestRequire(t *testing.T) {
	files := fstest.MapFS{
		"a.lua": {Data: []byte("loads = (loads or 0) + 1 return { n = 5 }")}, "b.lua": {Data: []byte("x = 1")}, "c.lua": {Data: []byte("require 'c'")},
		"d.lua": {Data: []byte("local = 3")}, "e.lua": {Data: []byte("\nerror('inside')")},
	}
	require := func(at syntax.Pos, name string) (*Chunk, error) {
		src, err := files.ReadFile(name + ".lua")
		if err != nil {
			return nil, &syntax.Error{Pos: at, Msg: "no file " + name}
		}
		return Compile(syntax.Pos{File: name + ".lua"}, string(src), Limits{})
	}
	for src, want := range map[string]string{
		"local a = require 'a' return a.n, require('a') == a, loads": "5 true 1",
		"return require 'b', x":      "true 1",
		"require 'c'":                `c.lua:1:1: file "c.lua" requires itself, or failed before`,
		"require 'd'":                `d.lua:1:7: found "=", wanted a name`,
		"require 'e'":                `e.lua:2:1: inside`,
		" require 'f'":               `t.lua:1:2: no file f`,
		"return pcall(require, 'f')": "false t.lua:1:8: no file f",
	} {
		got, err := evaluate(NewState(Options{Require: require}), src)
		if err != nil {
			got = firstLine(err)
		}
		if got != want {
			t.Errorf("%s: %s, wanted %s", src, got, want)
		}
	}
}

func TestPlacesOfAPieceOfAFile(t *testing.T) {
	at := syntax.Pos{File: "tree.xml", Line: 7, Col: 20}
	c, err := Compile(at, "return entity.n + #(extra or '')\n+ missing()", Limits{}, "entity", "extra")
	if err != nil {
		t.Fatal(err)
	}
	s := NewState(Options{})
	entity := s.NewTable()
	s.SetField(entity, "n", Number(1))
	if _, e := s.Run(plenty, s.Function(c), entity.V()); firstLine(e) != `tree.xml:8:3: unknown name "missing"` {
		t.Errorf("error %v", e)
	}
	if _, e := s.Run(plenty, s.Function(c)); firstLine(e) != "tree.xml:7:27: entity is nil, where something that has n is wanted" {
		t.Errorf("error %v", e)
	}
	if _, err := Compile(at, "return )", Limits{}); err == nil || !strings.HasPrefix(err.Error(), "tree.xml:7:27: ") {
		t.Errorf("error %v", err)
	}
	if got := c.Functions()[0].Span(); got.Start != at || got.EndLine != 8 || got.EndCol != 12 {
		t.Errorf("it spans %v", got)
	}
	if got := c.Reads(); !slices.Equal(got, []string{"missing"}) {
		t.Errorf("it reads %v", got)
	}
}

func TestNamesThatTheOwnerKnows(t *testing.T) {
	var asked []string
	s := NewState(Options{Unknown: func(name string) Value {
		asked = append(asked, name)
		if name == "TUNING" {
			return Number(3)
		}
		return Nil
	}})
	got, err := evaluate(s, "own = 1 return TUNING, _G.TUNING, Nothing, own, math.nothing")
	if got != "3 3 nil 1 nil" || err != nil || !slices.Equal(asked, []string{"TUNING", "TUNING", "Nothing", "math.nothing"}) {
		t.Errorf("got %s, %v; asked for %v", got, err, asked)
	}
}

// Where the owner says what counts as which number, nothing that Lua refuses to count, to
// compare, to join or to go through ends a script.
func TestLenient(t *testing.T) {
	s := NewState(Options{Number: func(v Value) float64 { return float64(len(v.Kind().String())) }})
	got, err := evaluate(s, `local t, n, m, joined = {}, 0, 0, "x" .. 1 .. (nil or "") .. (true and "" or {})
		for i = nil, {} do n = n + 1 end
		for i = 1, 3 do m = m + 1 end
		for k, v in nil do n = 100 end
		for k, v in t do n = 100 end
		for k, v in pairs{ 1 } do n = n + v end
		t[nil], t[0 / 0] = 1, 2
		return {} < 1, 1 < {}, {} <= {}, 2 > 1, 'a' >= 'b', nil < true, 1 <= 1, n, m, joined, next(t), nil .. 5 .. true, ('%s,%s'):format(nil, {})`, Limits{Lenient: true})
	if want := "false true true true false true true 4 3 x1 nil nil5true nil,table"; err != nil || got != want {
		t.Errorf("got %s, %v, wanted %s", got, err, want)
	}
}

func TestWitness(t *testing.T) {
	s := NewState(Options{})
	c, err := Compile(syntax.Pos{File: "t.lua"}, "local self, far = { hp = 3 }, 7\nif self.hp < 5 and far >= self.hp and far ~= nil and 'a' == 'b' then end", Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	s.Witness(func(c Comparison) {
		told = append(told, fmt.Sprint(c.At, " ", c.Left, " ", Show(c.A), " ", c.Relation, " ", c.Right, " ", Show(c.B)))
	}, func() {
		if _, err := s.Run(plenty, s.Function(c)); err != nil {
			t.Fatal(err)
		}
	})
	want := []string{
		"t.lua:2:4 self.hp 3 " + host.Below.String() + "  5",
		"t.lua:2:20 far 7 " + host.AtLeast.String() + " self.hp 3",
		"t.lua:2:39 far 7 " + host.Differs.String() + "  nil",
		"t.lua:2:54 'a' a " + host.Equal.String() + "  b",
	}
	if !slices.Equal(told, want) {
		t.Errorf("told %q, wanted %q", told, want)
	}
}

// A call from Go takes no memory, nor does what it mostly does.
func TestCallsTakeNoMemory(t *testing.T) {
	s := NewState(Options{})
	if _, err := evaluate(s, `local T = {} T.__index = T function T:add(n, ...) self.x = self.x + n for i = 1, 3 do self.x = self.x - i end return math.max(self.x, 0) end
		local obj = setmetatable({ x = 1 }, T) function each(n) for k, v in pairs(obj) do n = n + v end return obj:add(n) end`); err != nil {
		t.Fatal(err)
	}
	f := s.Global("each").Function()
	if n := testing.AllocsPerRun(100, func() {
		if _, err := s.Run(plenty, f, Number(6)); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestThreads(t *testing.T) {
	s := NewState(Options{})
	var log []string
	s.Define("wait", s.NewFunction("wait", func(c *Call) int { return c.Stop() }).V())
	s.Define("log", s.NewFunction("log", func(c *Call) int { log = append(log, c.CheckText(1)); return 0 }).V())
	if _, err := evaluate(s, "function f() for i = 1, 2 do log('a' .. i) wait() end pcall(function() wait() end) log('b') table.sort({ 2, 1 }, function() wait() end) end"); err != nil {
		t.Fatal(err)
	}
	th := s.NewThread(s.Global("f").Function())
	var err *syntax.Error
	for range 3 {
		err = s.Protect(plenty, func() { s.Resume(th) })
	}
	if got := strings.Join(log, " "); got != "a1 a2 b" || firstLine(err) != "t.lua:1:125: a thread cannot wait within a function that the engine called" {
		t.Errorf("%s, %v", got, err)
	}
	if !th.Done() {
		t.Error("a thread that failed is not done")
	}
	if _, err := evaluate(s, "wait()"); firstLine(err) != "t.lua:1:1: only a thread can wait" {
		t.Error(err)
	}
}

// A list comes first, then keys in their order of coming, whatever holds them.
func TestOrderOfPairs(t *testing.T) {
	for src, want := range map[string]string{
		"{ z = 1, 10, y = 2, 20, a = 3 }":                                                         "1 2 z y a ",
		"{ z = 1, [true] = 2, y = 3, [2.5] = 4, [-1] = 5 }":                                       "z true y 2.5 -1 ",
		"(function() local t = { a = 1, b = 2, c = 3 } t.b = nil t.d = 4 t.b = 5 return t end)()": "a b c d ",
		"(function() local t = {} for i = 1, 50 do t['k' .. i] = i end for i = 2, 50 do t['k' .. i] = nil end t.x = 1 t.k5 = 1 return t end)()": "k1 x k5 ",
		"(function() local t = {} for i = 1, 30 do t['k' .. i] = i end for i = 2, 30 do t['k' .. i] = nil end t.x = 1 t.k5 = 1 return t end)()": "k1 x k5 ",
		"{ [3] = 'c', [1] = 'a', [2] = 'b' }": "1 2 3 ",
		"{ [100] = 1, [50] = 2, x = 3 }":      "100 50 x ",
	} {
		got, err := evaluate(NewState(Options{}), "local s = '' for k in pairs("+src+") do s = s .. tostring(k) .. ' ' end return s")
		if got != want || err != nil {
			t.Errorf("%s: %s, wanted %s, %v", src, got, want, err)
		}
	}
}

// Go reads and writes fields by their places, whatever holds them.
func TestFields(t *testing.T) {
	s := NewState(Options{})
	x := s.NewField("x")
	if _, err := evaluate(s, "a = { x = 1, y = 2 } b = { y = 2, x = 3 } c = { [true] = 1, x = 5 } d = {} for i = 1, 50 do d['k' .. i] = i end d.x = 6 e = {}"); err != nil {
		t.Fatal(err)
	}
	got := ""
	for range 3 {
		for _, name := range []string{"a", "b", "a", "c", "d", "e"} {
			of := s.Global(name).Table()
			got += Show(x.Get(of)) + " "
			if v, ok := x.Get(of).Number(); ok {
				x.Set(of, Number(v+10))
			} else {
				x.Set(of, Number(0))
			}
		}
	}
	if want := "1 3 11 5 6 nil 21 13 31 15 16 0 41 23 51 25 26 10 "; got != want {
		t.Errorf("%s, wanted %s", got, want)
	}
	if shown, _ := evaluate(s, "return a.x, b.x, c.x, d.x, e.x"); shown != "61 33 35 36 20" {
		t.Errorf("scripts see %s", shown)
	}
	a := s.Global("a").Table()
	if n := testing.AllocsPerRun(100, func() { x.Set(a, Number(2)); x.Get(a) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Where nil has a metatable its handlers can say what was nil.
func TestWhatWasNil(t *testing.T) {
	s := NewState(Options{})
	var asked []string
	meta := s.NewTable()
	for _, event := range []string{"__index", "__call", "__add", "__newindex", "__concat"} {
		s.SetField(meta, event, s.NewFunction(event, func(c *Call) int {
			asked = append(asked, event+" "+s.Subject())
			c.Push(Number(1))
			return 1
		}).V())
	}
	*s.KindMeta(KindNil) = meta
	got, err := evaluate(s, "local self = { inst = {} } self.inst.brain.x = 2 return self.inst:IsSick(), self.inst.combat.target, 1 + self.count, self.name .. 'x', nothing.y")
	if want := "1 1 1 1 1"; err != nil || got != want {
		t.Errorf("%s, %v, wanted %s", got, err, want)
	}
	if want := []string{"__newindex self.inst.brain", "__call self.inst:IsSick", "__index self.inst.combat", "__add self.count", "__concat self.name", "__index nothing"}; !slices.Equal(asked, want) {
		t.Errorf("asked %q, wanted %q", asked, want)
	}
}

func TestPairsInGo(t *testing.T) {
	s := NewState(Options{})
	if _, err := evaluate(s, "t = { 1, nil, 3, x = 4, [true] = 5, gone = 6 } t.gone = nil"); err != nil {
		t.Fatal(err)
	}
	got := ""
	for k, v := range s.Global("t").Table().Pairs {
		got += Show(k) + "=" + Show(v) + " "
	}
	if want := "1=1 3=3 x=4 true=5 "; got != want {
		t.Errorf("%s, wanted %s", got, want)
	}
}
