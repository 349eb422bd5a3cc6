package lua

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// TestQuotas holds each bound to what it lets through and to how it stops what
// it does not. A quota of a turn cannot be caught; one of a value can, as any
// error.
func TestQuotas(t *testing.T) {
	const (
		tooLong = "error t.lua:1:1: the script was stopped: it ran for too long"
		tooMuch = "error t.lua:1:1: the script was stopped: it took too much memory"
		text    = "a string of more than 32768 bytes"
		list    = "a list of more than 65535 values"
		pattern = "a pattern that takes too long"
	)
	check(t, []fact{
		// instructions
		{"pcall does not escape the budget", `while true do pcall(function() while true do end end) end`, tooLong},
		{"the budget ends the first pcall that it meets", `local ok = pcall(function() while true do end end) return ok`, tooLong},
		{"xpcall does not escape the budget", `local function again() while true do end end xpcall(again, again)`, tooLong},
		{"a handler does not escape the budget", `return xpcall(error, function() while true do end end)`, tooLong},
		{"an order does not escape the budget", `table.sort({ 2, 1 }, function() while true do end end)`, tooLong},
		{"a replacement does not escape the budget", `("x"):gsub("x", function() while true do end end)`, tooLong},
		{"an index does not escape the budget", `return setmetatable({}, { __index = function() while true do end end }).x`, tooLong},
		{"a length costs what it looks through", `local t = {} t[60000] = 1 t[60000] = nil for i = 1, 20 do local n = #t end`, tooLong},
		{"a text to be read costs its length", `local a = ("0"):rep(30000) .. "1" return a + 1, a * 2, a - 1, a / 1, a ^ 1, -a, a % 7`, tooLong},

		// texts
		{"rep to the limit", `return #("x"):rep(32768), #("xy"):rep(16384)`, "32768 32768"},
		{"rep past the limit", `return pcall(string.rep, "xy", 16385)`, "false t.lua:1: " + text},
		{"rep of a count that overflows", `return pcall(string.rep, "xy", 2 ^ 62)`, "false t.lua:1: " + text},
		{"rep of nothing", `return ("") == (""):rep(1e9)`, "true"},
		{"a join to the limit", `local s = ("x"):rep(16384) return #(s .. s)`, "32768"},
		{"a join past the limit", `local s = ("x"):rep(16384) return pcall(function() return s .. s .. "y" end)`, "false t.lua:1: " + text},
		{"concat past the limit", `local s = ("x"):rep(16384) return pcall(table.concat, { s, s, "y" })`, "false t.lua:1: " + text},
		{"concat with separators past the limit", `return pcall(table.concat, { 1, 2, 3 }, ("x"):rep(16384))`, "false t.lua:1: " + text},
		{"format past the limit", `local s = ("x"):rep(16384) return pcall(string.format, "%s%s%s", s, s, "y")`, "false t.lua:1: " + text},
		{"format of a long format past the limit", `return pcall(string.format, ("x"):rep(32760) .. "%99d", 1)`, "false t.lua:1: " + text},
		{"gsub past the limit", `return pcall(string.gsub, ("x"):rep(100), "x", ("y"):rep(400))`, "false t.lua:1: " + text},
		{"doubling ends", `local s = "x" while true do s = s .. s end`, "error t.lua:1:1: " + text},

		// patterns
		{"backtracking ends", `return pcall(string.find, ("a"):rep(40), ("a-"):rep(20) .. "b")`, "false t.lua:1: " + pattern},
		{"backtracking of stars ends", `return pcall(string.match, ("a"):rep(100), ("a*"):rep(10) .. "b")`, "false t.lua:1: " + pattern},
		{"backtracking of gsub ends", `return pcall(string.gsub, ("a"):rep(100), ("a*"):rep(10) .. "b", "")`, "false t.lua:1: " + pattern},
		{"backtracking of gmatch ends", `return pcall(("a"):rep(100):gmatch(("a*"):rep(10) .. "b"))`, "false t.lua:1: " + pattern},
		{"balances of each place end", `return pcall(string.find, ("("):rep(2000), "%b()")`, "false t.lua:1: " + pattern},
		{"long sets of each place end", `return pcall(string.find, ("a"):rep(2000), "[" .. ("b"):rep(2000) .. "]")`, "false t.lua:1: " + pattern},
		{"captures again and again end", `return pcall(string.find, ("a"):rep(3000), "(.-)%1%1%1b")`, "false t.lua:1: " + pattern},
		{"patterns that fail use up the budget", `while true do pcall(string.find, ("a"):rep(40), ("a-"):rep(20) .. "b") end`, tooLong},
		{"a pattern waits for 200 of its parts", `return ("x"):match(("x?"):rep(199) .. "$"), pcall(string.match, ("x"):rep(300), ("x?"):rep(300))`,
			"x false t.lua:1: pattern too complex"},
		{"long texts of simple patterns are no trouble", `return (("a"):rep(30000) .. "b"):find("b$"), #("a"):rep(30000):match("^(a+)$")`, "30001 30000"},

		// depth
		{"recursion ends, and can be caught", `local function f(n) return 1 + f(n + 1) end local ok, e = pcall(f, 1) return ok, e:match("stack overflow")`, "false stack overflow"},
		{"recursion to a depth", `local function f(n) if n == 0 then return 0 end return 1 + f(n - 1) end return f(150)`, "150"},
		{"recursion through metatables ends", `local t = setmetatable({}, {}) getmetatable(t).__add = function(a, b) return a + b end local ok = pcall(function() return t + t end) return ok`, "false"},
		{"a tower of pcall ends", `local function f() return pcall(f), pcall(f) end while true do f() end`, tooLong},

		// tables
		{"a list to the limit", `local t = {} t[65535] = 1 return t[65535], rawget(t, 65534)`, "1 nil"},
		{"a list past the limit", `local t = {} t[65535] = 1 return pcall(function() t[65536] = 2 end)`, "false t.lua:1: " + list},
		{"a list past the limit by rawset", `local t = {} t[65535] = 1 return pcall(rawset, t, 65536, 2)`, "false t.lua:1: " + list},
		{"a list past the limit by insert", `local t = {} t[65535] = 1 return pcall(table.insert, t, 2)`, "false t.lua:1: " + list},
		{"a number past the limit is a key like others", `local t = {} t[65536], t[1e9], t[-1], t[0] = 1, 2, 3, 4 return t[65536], t[1e9], t[-1], t[0], #t`, "1 2 3 4 0"},
		{"lists with gaps use up the budget", `local all = {} for i = 1, 100 do all[i] = { [65000] = 1 } end`, tooLong},
		{"pcall does not escape the memory", `local t while true do pcall(function() for i = 1, 1e9 do t = { t } end end) end`, tooMuch},
		{"functions use up the memory", `local f while true do local g = f f = function() return g end local a, b, c, d = {}, {}, {}, {} end`, tooMuch},
		{"texts use up the budget", `local s = ("x"):rep(16000) for i = 1, 1e9 do local u = s .. i end`, tooLong},

		// values at once
		{"unpack to the limit", `return select("#", unpack({}, 1, 250))`, "250"},
		{"unpack past the limit", `return pcall(unpack, {}, 1, 251)`, "false t.lua:1: too many results to unpack"},
		{"unpack of bounds that overflow", `return pcall(unpack, {}, -2 ^ 62, 2 ^ 62)`, "false t.lua:1: too many results to unpack"},
		{"byte past the limit", `return pcall(string.byte, ("x"):rep(251), 1, -1)`, "false t.lua:1: string slice too long"},
		{"arguments past the limit", `local function f(...) return f(1, 2, 3, 4, 5, ...) end f()`, "error t.lua:1:1: more than 250 values of '...'"},
	})
}

// Each field of Limits bounds what it says, and lets through what is one less.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		rule          string
		limits        Limits
		within, above string
		want          string
	}{
		{"source", Limits{Source: 9}, "return 10", "return 100", "t.lua:1:1: a script of 10 bytes, wanted at most 9"},
		{"depth", Limits{Depth: 5}, "return -(-(1))", "return - - - - - -1", "t.lua:1:1: a script nested deeper than 5 levels"},
		{"depth of blocks", Limits{Depth: 4}, "do do do end end end", "\ndo do do do local x = 1 end end end end", "t.lua:2:1: a script nested deeper than 4 levels"},
		{"calls", Limits{Calls: 10}, "local function f(n) return n == 0 or not f(n - 1) end f(5)", "local function f(n) return n == 0 or not f(n - 1) end f(12)", "t.lua:1:1: stack overflow"},
		{"text", Limits{Text: 8}, "return 'abcd' .. 'efgh'", "return 'abcd' .. 'efghi'", "t.lua:1:1: a string of more than 8 bytes"},
		{"match", Limits{Match: 60}, "return ('aaaa'):find('a*b')", "return ('aaaaaaaaaaaaaaaaaaaa'):find('a*b')", "t.lua:1:1: a pattern that takes too long"},
		{"memory", Limits{Memory: 6000}, "local a, b = {}, {}", "local a, b, c = {}, {}, {}", "t.lua:1:1: " + errMemory.Error()},
	} {
		run := func(src string) string {
			chunk, err := Compile(syntax.Pos{File: "t.lua"}, src, c.limits)
			if err != nil {
				return err.Error()
			}
			s := NewState(Options{Limits: c.limits})
			return errText(s.Protect(budget, func(*glua.LState) { s.Call(s.Function(chunk)) }))
		}
		if got := run(c.within); got != "" {
			t.Errorf("%s: %s: %s", c.rule, c.within, got)
		}
		if got := run(c.above); got != c.want {
			t.Errorf("%s: %s\n got %s\nwant %s", c.rule, c.above, got, c.want)
		}
	}
}

// A native function takes from the same budget, and the budget of an inner
// Protect is the outer one's.
func TestChargeAndNesting(t *testing.T) {
	s := NewState(Options{})
	s.Set("work", s.L.NewFunction(func(L *glua.LState) int { s.Charge(int64(L.CheckInt(1))); return 0 }))
	if _, err := evalIn(s, "work(1000)"); err != nil || budget-s.Left() < 1000 {
		t.Errorf("%v, %d used, wanted 1000 and some", err, budget-s.Left())
	}
	if _, err := evalIn(s, "pcall(work, 1e9) return 1"); err == nil || err.Msg != errBudget.Error() {
		t.Errorf("%v, wanted %v", err, errBudget)
	}
	s.Set("inner", s.L.NewFunction(func(L *glua.LState) int {
		f := L.Get(1)
		if err := s.Protect(1e9, func(*glua.LState) { s.Call(f) }); err != nil {
			s.Throw(err)
		}
		return 0
	}))
	if _, err := evalIn(s, "inner(function() while true do end end)"); err == nil || err.Msg != errBudget.Error() {
		t.Errorf("%v, wanted %v", err, errBudget)
	}
	if got, err := evalIn(s, "inner(function() end) return 1"); got != "1" || err != nil {
		t.Errorf("a new turn gives %s, %v", got, err)
	}
	s.Charge(1e9) // no script runs
}

// A table that is put back holds what it held, traverses in the same order, and
// still remembers the keys that were taken from it.
func TestEntriesAndFill(t *testing.T) {
	s := NewState(Options{})
	if _, err := evalIn(s, `t = { 1, nil, 3, b = "x", a = true } t[2.5] = 7 t.gone = 8 t.c = 9 t.gone = nil`); err != nil {
		t.Fatal(err)
	}
	old := s.Get("t").(*glua.LTable)
	list, keys := Entries(old)
	values := make([]glua.LValue, len(keys))
	for i, k := range keys {
		values[i] = old.RawGet(k)
	}
	meta := s.L.NewTable()
	fresh := s.L.NewTable()
	fresh.RawSetString("before", glua.LTrue)
	Fill(fresh, meta, list, keys, values)
	show := func(v *glua.LTable) (lines []string) {
		for k, e := v.Next(glua.LNil); k != glua.LNil; k, e = v.Next(k) {
			lines = append(lines, Text(k)+"="+Text(e))
		}
		return lines
	}
	if diff := cmp.Diff([]string{"1=1", "3=3", "b=x", "a=true", "2.5=7", "c=9"}, show(fresh)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if listSize(fresh) != 3 || deadKeys(fresh) != 1 || fresh.Metatable != meta {
		t.Errorf("a list of %d, %d dead keys, metatable %v", listSize(fresh), deadKeys(fresh), fresh.Metatable)
	}
	fresh.RawSetString("gone", glua.LTrue) // at its old place
	if got := strings.Join(show(fresh), " "); got != "1=1 3=3 b=x a=true 2.5=7 gone=true c=9" {
		t.Error(got)
	}
}

// Functions that are made again from their chunk share the variables that they
// are given.
func TestRemake(t *testing.T) {
	c, err := Compile(syntax.Pos{File: "t.lua"}, "local n = 5\nfunction up() n = n + 1 return n end\nfunction get() local function inner() end return n end", Limits{})
	if err != nil {
		t.Fatal(err)
	}
	s := NewState(Options{})
	run := func(v glua.LValue) (result string) {
		if err := s.Protect(budget, func(*glua.LState) { result = Text(s.Call(v)) }); err != nil {
			t.Fatal(err)
		}
		return result
	}
	run(s.Function(c))
	run(s.Get("up"))
	all := c.Functions()
	var lines []int
	for _, p := range all {
		lines = append(lines, p.LineDefined)
	}
	if diff := cmp.Diff([]int{0, 2, 3, 3}, lines); diff != "" {
		t.Fatalf("functions by line (-want +got)\n%s", diff)
	}
	shared := s.Get("up").(*glua.LFunction).Upvalues
	other := NewState(Options{})
	up, get := other.Remake(c, all[1], shared), other.Remake(c, all[2], shared)
	s = other
	if a, b := run(up), run(get); a != "7" || b != "7" {
		t.Errorf("up gives %s and get %s, wanted 7 of both", a, b)
	}
}

// What a state keeps beside its globals goes over to another state.
func TestKept(t *testing.T) {
	require := func(at syntax.Pos, name string) (*Chunk, error) {
		return Compile(syntax.Pos{File: name + ".lua"}, "loads = (loads or 0) + 1 return { n = loads }", Limits{})
	}
	from := NewState(Options{Require: require})
	if _, err := evalIn(from, "mine = 1 require 'b' require 'a'"); err != nil {
		t.Fatal(err)
	}
	from.Freeze()
	k := from.Kept()
	if diff := cmp.Diff([]string{"mine", "loads"}, k.Written); diff != "" {
		t.Errorf("written (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a.lua", "b.lua"}, k.Files); diff != "" || !k.Frozen || k.Taken < bytesOfTable {
		t.Errorf("files (-want +got)\n%s frozen %v, %d bytes", diff, k.Frozen, k.Taken)
	}
	to := NewState(Options{Require: require})
	if _, err := evalIn(to, "require 'c'"); err != nil {
		t.Fatal(err)
	}
	to.Keep(k)
	if got, err := evalIn(to, "return require('a').n, require('b').n, loads"); got != "2 1 1" || err != nil {
		t.Errorf("%s, %v, wanted both files as they were", got, err)
	}
	if diff := cmp.Diff([]string{"a.lua", "b.lua"}, to.Modules()); diff != "" || to.Taken() < k.Taken {
		t.Errorf("files (-want +got)\n%s %d bytes, wanted at least %d", diff, to.Taken(), k.Taken)
	}
	if _, err := evalIn(to, "other = 1"); err == nil {
		t.Error("a frozen state lets a global be assigned")
	}
}

// What scripts hold on to is weighed once, however often it is met.
func TestScaleCountsOnce(t *testing.T) {
	s := NewState(Options{})
	weigh := func(src string) int64 {
		var w Scale
		if _, err := evalIn(s, "v = "+src); err != nil {
			t.Fatal(err)
		}
		w.Add(s.Get("v"))
		w.Add(s.Get("v"))
		return w.Bytes
	}
	empty := weigh("{}")
	if empty != bytesOfList {
		t.Errorf("an empty table weighs %d, wanted %d", empty, bytesOfList)
	}
	for src, want := range map[string]int64{
		"{ 1, 2, 3 }": empty + 3*bytesOfItem,
		"{ x = 1 }":   empty + bytesOfTable + bytesOfSlot,
		"{ {}, {} }":  3*empty + 2*bytesOfItem,
		"(function() local t = {} t[1] = t return t end)()":                                       empty + bytesOfItem,
		"(function() local t = {} return { t, t } end)()":                                         2*empty + 2*bytesOfItem,
		"setmetatable({}, {})":                                                                    2 * empty,
		"{ ('x'):rep(1000) }":                                                                     empty + bytesOfItem + 1000,
		"(function() local s = ('x'):rep(1000) return { s, s } end)()":                            empty + 2*bytesOfItem + 2000,
		"(function() local t = {} return function() return t end end)()":                          empty + bytesOfFunction,
		"(function() local n = 1 return { function() n = 2 end, function() return n end } end)()": empty + 2*bytesOfItem + 2*bytesOfFunction,
	} {
		if got := weigh(src); got != want {
			t.Errorf("%s weighs %d, wanted %d", src, got, want)
		}
	}
}

// Globals and what files returned are weighed with all that they lead to.
func TestWeigh(t *testing.T) {
	s := NewState(Options{Require: func(syntax.Pos, string) (*Chunk, error) {
		return Compile(syntax.Pos{File: "a.lua"}, "return ('x'):rep(1000)", Limits{})
	}})
	weigh := func() int64 {
		var w Scale
		s.Weigh(&w)
		return w.Bytes
	}
	run := func(src string) {
		if _, err := evalIn(s, src); err != nil {
			t.Fatal(err)
		}
	}
	empty := weigh()
	run("require 'a'")
	if got := weigh(); got != empty+1000 {
		t.Errorf("with a file's text %d bytes, wanted %d", got, empty+1000)
	}
	run("text = require('a') .. '!'")
	if got, want := weigh(), empty+1000+1001+bytesOfSlot; got != want {
		t.Errorf("with a global %d bytes, wanted %d", got, want)
	}
}
