package machine

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/cputime"
)

// attacks are scripts that would hang, fill the memory, overflow a stack or leave the sandbox.
// stopped says that an error must end them; others may end as they like, soon.
var attacks = []struct {
	name, src string
	stopped   bool
}{
	{"a loop", "while true do end", true},
	{"a loop of repeat", "repeat until false", true},
	{"a loop without an end", "for i = 1, math.huge do end", true},
	{"a loop without a step", "for i = 1, 1, 0 do end", true},
	{"a loop of nothing", "for i = 0/0, 1 do end", false},
	{"a loop in a condition", "repeat local x = 1 until (function() while true do end end)()", true},
	{"pcall around loops", "while true do pcall(function() while true do end end) end", true},
	{"pcall around a loop, again and again", "local function f() while true do end end for i = 1, 1e9 do pcall(f) end", true},
	{"xpcall with a handler that loops", "xpcall(function() while true do end end, function() while true do end end)", true},
	{"handlers that call themselves", "local function f() xpcall(f, f) f() end f()", true},
	{"towers of pcall", "local function f() pcall(f) pcall(f) end f() while true do end", true},
	{"pcall of pcall", "local function f() return pcall(pcall, f) end while true do f() end", true},
	{"recursion", "local function f() return 1 + f() end f()", true},
	{"recursion by two", "local f, g f = function() return 1 + g() end g = function() return 1 + f() end f()", true},
	{"tail calls", "local function f() return f() end f()", true},
	{"tail calls by two", "local f, g f = function() return g() end g = function() return f() end f()", true},
	{"tail calls of built-in functions", "local function f() return pcall(f) end f() while true do end", true},
	{"__index of itself", "local t = setmetatable({}, {}) getmetatable(t).__index = t return t.y", true},
	{"__index that asks itself", "local t = {} setmetatable(t, { __index = function(a, b) return a[b] end }) return t.y", true},
	{"__index with longer keys", "local t = {} setmetatable(t, { __index = function(t, k) return t[k .. 'x'] end }) return t.x", true},
	{"__newindex that writes itself", "local t = {} setmetatable(t, { __newindex = function(a, b, c) a[b] = c end }) t.y = 1", true},
	{"__newindex of itself", "local t = setmetatable({}, {}) getmetatable(t).__newindex = t t.x = 1", true},
	{"__concat that joins", "local t = setmetatable({}, { __concat = function(a, b) return a .. b end }) return t .. 'x'", true},
	{"__eq that compares", "local m = { __eq = function(a, b) return a == b end } return setmetatable({}, m) == setmetatable({}, m)", true},
	{"__lt that compares", "local m = { __lt = function(a, b) return a < b end } return setmetatable({}, m) < setmetatable({}, m)", true},
	{"__add that adds", "local t = setmetatable({}, { __add = function(a, b) return a + b end }) return t + 1", true},
	{"__unm that negates", "local t = setmetatable({}, { __unm = function(a) return -a end }) return -t", true},
	{"__tostring that asks", "return tostring(setmetatable({}, { __tostring = function(x) return tostring(x) end }))", true},
	{"__call of itself", "local t = setmetatable({}, {}) getmetatable(t).__call = t t()", true},
	{"a text of a billion", "return ('x'):rep(1e9)", true},
	{"a text of many texts", "return ('xy'):rep(20000):rep(1e6)", true},
	{"doubling", "local s = 'x' while true do s = s .. s end", true},
	{"doubling by concat", "local s = 'x' while true do s = table.concat({ s, s }) end", true},
	{"doubling by format", "local s = 'x' while true do s = ('%s%s'):format(s, s) end", true},
	{"doubling by gsub", "local s = 'x' while true do s = s:gsub('.', '%0%0') end", true},
	{"doubling by upper", "local s = ('x'):rep(30000) while true do s = s:upper() end", true},
	{"texts in a table", "local t, i = {}, 0 while true do i = i + 1 t[i] = ('x'):rep(30000) .. i end", true},
	{"a table of a billion", "local t = {} for i = 1, 1e9 do t[i] = i end", true},
	{"a table of names", "local t = {} for i = 1, 1e9 do t['k' .. i] = i end", true},
	{"tables in tables", "local t = {} while true do t = { t, t } end", true},
	{"tables with names", "local t = {} for i = 1, 1e9 do t = { a = t } end", true},
	{"closures in closures", "local f = function() end while true do local g = f f = function() return g end end", true},
	{"shapes without end", "while true do local t = {} for i = 1, 30 do t['k' .. math.random(1, 100) .. i] = 1 end end", true},
	{"keys far apart", "local t = {} t[1e15] = 1 t[2^53] = 2 t[-1] = 3 t[0.5] = 1 print(#t)", false},
	{"gaps", "local all = {} for i = 1, 1e9 do all[i] = { [60000] = 1 } end", true},
	{"gaps by insert", "local all = {} for i = 1, 1e9 do local t = {} table.insert(t, 60000, 1) all[i] = t end", true},
	{"insert far below", "table.insert({}, -1e9, 1)", true},
	{"insert at the front", "local t = {} for i = 1, 1e8 do table.insert(t, 1, i) end", true},
	{"remove from the front", "local t = {} for i = 1, 30000 do t[i] = i end while true do table.remove(t, 1) t[#t + 1] = 1 end", true},
	{"concat of much", "local t = {} for i = 1, 1000 do t[i] = ('x'):rep(30000) end return table.concat(t)", true},
	{"concat of a wide range", "return table.concat({}, '', 1, 1e9)", true},
	{"a wide format", "return string.format('%099999999d', 1)", true},
	{"an exact format", "return string.format('%.999999999f', 1/3)", true},
	{"a format of many", "return string.format(('%s'):rep(200), ('x'):rep(200))", true},
	{"backtracking", "return (('a'):rep(40)):find(('a-'):rep(20) .. 'b')", true},
	{"backtracking by stars", "return (('a'):rep(30000)):find(('a*'):rep(30) .. 'b')", true},
	{"backtracking for long", "local s = ('a'):rep(30000) for i = 1, 1e5 do s:find(('a-'):rep(200) .. 'b') end", true},
	{"replacements that grow", "return (('a'):rep(30000)):gsub('.', function() return ('b'):rep(30000) end)", true},
	{"captures of captures", "return ('x'):find(('('):rep(40))", true},
	{"a pattern that ends", "return ('x'):find('%')", true},
	{"balance of nothing", "local s = ('('):rep(30000) for i = 1, 1e5 do s:find('%b()') end", true},
	{"gsub that calls a loop", "return ('x'):gsub('', function() while true do end end)", true},
	{"gmatch without end", "while true do for w in (('x'):rep(30000)):gmatch('y*') do end end", true},
	{"searching again and again", "local s = ('a'):rep(30000) for i = 1, 1e9 do s:find('b', 1, true) end", true},
	{"sorting without an order", "local t = {} for i = 1, 1000 do t[i] = i end while true do pcall(table.sort, t, function() return true end) end", true},
	{"sorting with a loop", "table.sort({ 3, 2, 1 }, function() while true do end end)", true},
	{"sorting much", "local t = {} for i = 1, 1e4 do t[i] = -i end while true do table.sort(t) end", true},
	{"sorting long texts", "local s, t = ('x'):rep(32000), {} for i = 1, 100 do t[i] = s .. '' end while true do table.sort(t) end", true},
	{"the worst order for sort", "local t = {} for i = 1, 20000 do t[i] = i % 2 == 0 and i or -i end while true do table.sort(t, function(a, b) return a < b end) t[#t], t[1] = t[1], t[#t] end", true},
	{"unpack of much", "return unpack({}, 1, 1e8)", true},
	{"unpack of much, counted", "return select('#', unpack({}, 1, 1e9))", true},
	{"unpack again and again", "local function f(...) return select('#', ...) end while true do f(unpack({}, 1, 7000)) end", true},
	{"varargs that grow", "local function f(...) return f(1, ...) end f()", true},
	{"varargs in tables", "local function f(...) while true do local t = { ... } end end f(unpack({}, 1, 240))", true},
	{"select from below", "return select(-1e9, 1)", true},
	{"bytes of much", "return (('x'):rep(30000)):byte(1, -1)", true},
	{"a negative character", "return string.char(-1)", true},
	{"comparisons of long texts", "local a, b = ('x'):rep(32000) .. '', ('x'):rep(32000) .. '' while true do local n = a < b end", true},
	{"equality of long texts", "local a, b = ('x'):rep(32000) .. '', ('x'):rep(32000) .. '' while true do local n = a == b end", true},
	{"long texts as numbers", "local a = ('0'):rep(32000) while true do local n = a + 1 end", true},
	{"long texts for functions", "local a = ('0'):rep(32000) while true do math.max(a, a, a, a, a) end", true},
	{"remainders of far numbers", "local a = 1e300 while true do local n = math.fmod(a, 1e-300) end", true},
	{"sines of far numbers", "while true do local x = math.sin(1e22) + math.cos(1e30) + math.tan(-1e9) end", true},
	{"keys that are gone", "local t = {} for i = 1, 1e5 do t[i + 0.5] = 1 end for i = 1, 1e5 do t[i + .5] = nil end while true do next(t) end", true},
	{"lists that are gone", "local t = {} for i = 1, 60000 do t[i] = 1 end for i = 1, 59999 do t[i] = nil end while true do next(t) end", true},
	{"names that come and go", "local t = {} while true do for i = 1, 100 do t['k' .. i] = i end for i = 1, 100 do t['k' .. i] = nil end end", true},
	{"few names that come and go", "local t, i = {}, 0 while true do i = i + 1 t['k' .. i] = i t['k' .. i - 10] = nil end", true},
	{"printing", "local s = ('x'):rep(30000) while true do print(s, s) end", true},
	{"a key of nothing", "local t = {} t[0/0] = 1", true},
	{"a key that is not there", "next({}, 'nokey')", true},
	{"the environment", "print(getfenv and pcall(getfenv, 0), pcall(load, 'x'), pcall(loadstring, 'x'), pcall(dofile, 'x')) os.execute('x')", true},
	{"os.exit", "os.exit(3)", true},
	{"io.open", "io.open('/etc/passwd')", true},
	{"debug", "debug.getinfo(1)", true},
	{"string.dump", "string.dump(print)", true},
	{"loadstring", "local f = loadstring('while true do end') f()", true},
	{"coroutines", "coroutine.wrap(function() end)()", true},
	{"coroutines in functions", "local function f() local c = coroutine.create(f) coroutine.resume(c) end f()", true},
	{"the metatable of texts", "getmetatable('').__index = function() while true do end end", true},
	{"poison in source.Libraries", "string.format = nil", true},
	{"poison by rawset", "rawset(string, 'format', nil)", true},
	{"poison by rawset of globals", "rawset(_G, 'print', nil)", true},
	{"poison by insert", "table.insert(string, 1)", true},
	{"poison by a metatable", "setmetatable(string, {})", true},
	{"clearing globals", "for k in pairs(_G) do _G[k] = nil end", true},
	{"a metatable of globals", "setmetatable(_G, { __index = function() while true do end end })", true},
	{"collectors", "for i = 1, 1000 do setmetatable({}, { __gc = function() while true do end end }) end", false},
	{"weak tables", "local t = setmetatable({}, { __mode = 'k' }) for i = 1, 1e7 do t[{}] = i end", true},
	{"an error that loops", "error(setmetatable({}, { __tostring = function() while true do end end }))", true},
	{"an error of nothing", "error(nil)", true},
	{"an error of much", "error(('x'):rep(30000))", true},
	{"errors in loops", "while true do pcall(error, 'x') end", true},
	{"random of nothing", "return math.random(0)", true},
	{"random of much", "return math.random(1, 1e300)", false},
	{"a seed", "math.randomseed(1e300)", false},
	{"bases", "return tonumber('z', 37)", true},
	{"a number of many digits", "return tonumber(('9'):rep(30000))", false},
	{"remainders by nothing", "return 1 % 0, -1 % math.huge", false},
	{"modules", "module('x', package.seeall)", true},
	{"files by paths", "require('../../../../etc/passwd')", true},
	{"files by nothing", "require('a\\0b')", true},
	{"wide constructors in a loop", "while true do local t = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, a = 1, b = 2, c = 3 } end", true},
}

// Each attack is stopped soon, with a place, in a state that still works.
func TestAttacks(t *testing.T) {
	for i, a := range attacks {
		if testing.Short() && i%4 > 0 { // each plays a million steps
			continue
		}
		t.Run(a.name, func(t *testing.T) {
			s := NewState(Options{})
			c, err := Compile(syntax.Pos{File: "t.lua"}, a.src, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			begin := cputime.Now()
			e := s.Protect(Budget{Steps: 1_000_000, Limit: "brain.steps"}, func() { s.Call(s.Function(c).V()) })
			runtime.ReadMemStats(&after)
			if took, got := cputime.Now()-begin, after.TotalAlloc-before.TotalAlloc; took > 10*time.Second || got > 400<<20 {
				t.Errorf("it took %v and %d MB", took, got>>20)
			}
			if a.stopped && (e == nil || e.Pos.Line == 0) {
				t.Errorf("error %v, wanted one with a place", e)
			}
			if e != nil && strings.Contains(e.Msg, "runtime error") {
				t.Errorf("the machine failed: %v", e)
			}
			if s.th.depth != 0 || s.nesting != 0 || s.th.top != 0 || s.calls != 0 {
				t.Errorf("the stack is left at %d calls, %d nested, %d values", s.th.depth, s.nesting, s.th.top)
			}
			if v, err := s.Run(plenty, s.Function(c1plus1).V().Function()); err != nil || v != Number(2) {
				t.Errorf("afterwards 1 + 1 is %s, %v", Show(v), err)
			}
		})
	}
}

var c1plus1 = func() *Chunk {
	c, err := Compile(syntax.Pos{File: "one.lua"}, "return 1 + 1", Limits{})
	if err != nil {
		panic(err)
	}
	return c
}()

// counted returns n pieces with # for their number, and something between them.
func counted(n int, format, between string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = strings.ReplaceAll(format, "#", fmt.Sprint(i+1))
	}
	return strings.Join(parts, between)
}

// What is large is right, or refused with its name; and soon.
func TestLargeSources(t *testing.T) {
	list := func(n int, more string) string {
		return "local function f() return 7, 8, 9 end local t = {" + counted(n, "#", ",") + more + fmt.Sprintf("} print(#t, t[1], t[%d], t[%d], t[%[2]d + 2])", n, n+1)
	}
	captures := func(n int) string {
		var b strings.Builder
		for i := 0; i < n; i += 50 {
			fmt.Fprintf(&b, "local %s = %s return (function() ", counted(min(50, n-i), fmt.Sprintf("v%d_#", i), ","), counted(min(50, n-i), "#", ","))
		}
		b.WriteString("local s = 0 ")
		for i := range n {
			fmt.Fprintf(&b, "s = s + v%d_%d ", i/50*50, i%50+1)
		}
		return "print((function() " + b.String() + "return s " + strings.Repeat("end)() ", (n+49)/50) + " end)())"
	}
	for _, c := range []struct{ name, src, want string }{
		{"50 values and a call", list(50, ", f()"), "53\t1\t50\t7\t9\n"},
		{"100 values and a call", list(100, ", f()"), "103\t1\t100\t7\t9\n"},
		{"25,550 values and a call", list(25_550, ", f()"), "25553\t1\t25550\t7\t9\n"},
		{"25,551 values", list(25_551, ""), "25551\t1\t25551\tnil\tnil\n"},
		{"30,000 values", list(30_000, ""), "30000\t1\t30000\tnil\tnil\n"},
		{"70,000 values", list(70_000, ""), "70000\t1\t70000\tnil\tnil\n"},
		{"a for of 140,000 statements", "local x = 0 for i = 1, 2 do " + strings.Repeat("x=x+1 ", 140_000) + "end print(x)", "280000\n"},
		{"a while of 140,000 statements", "local x, n = 0, 0 while n < 2 do n = n + 1 " + strings.Repeat("x=x+1 ", 140_000) + "end print(x)", "280000\n"},
		{"a repeat of 140,000 statements", "local x, n = 0, 0 repeat n = n + 1 " + strings.Repeat("x=x+1 ", 140_000) + "until n > 1 print(x)", "280000\n"},
		{"60,000 texts", "local t = {" + counted(60_000, "'k#'", ",") + "} print(#t, t[1], t[60000])", "60000\tk1\tk60000\n"},
		{"60,000 names", "local t = {" + counted(60_000, "k#=#", ",") + "} print(t.k1, t.k60000)", "1\t60000\n"},
		{"60,000 numbers", "local s = 0 " + counted(60_000, "s = s + #.5", " ") + " print(s)", "1800060000\n"},
		{"33,000 or", "local x, y = 0 " + strings.Repeat("x = y or x ", 33_000) + "print(x)", "0\n"},
		{"30,000 if", "local x, y = 0 " + strings.Repeat("if not y then x = x + 1 end ", 30_000) + "print(x)", "30000\n"},
		{"10,000 elseif", "local x = 9999 if x == 0 then " + counted(10_000, "elseif x == # then print(#)", " ") + " end", "9999\n"},
		{"3,000 functions", "local t = {} " + counted(3000, "t[#] = function() return # end", " ") + " print(t[1](), t[3000]())", "1\t3000\n"},
		{"60 locals of functions around", captures(60), "1330\n"},
		{"255 locals of functions around", captures(255), "6390\n"},
		{"256 locals of functions around", captures(256), "uses more than 255 locals"},
		{"200 locals", counted(200, "local v# = #", " ") + " print(v1, v200)", "1\t200\n"},
		{"201 locals", "\n" + counted(201, "local v# = #", " "), "t.lua:2:3"},
		{"400 locals", counted(400, "local a# = #", "\n"), "more than 200 locals"},
		{"300 arguments", "print(" + counted(300, "1", ",") + ")", "more than 250 places"},
		{"200 joins", "print(#(" + strings.Repeat("'x'..", 199) + "'x'))", "200\n"},
		{"5,000 joins", "local s = " + strings.Repeat("'x'..", 5000) + "'x'", "a join of more than 200 texts"},
		{"5,000 sums", "local x = 1 print(" + strings.Repeat("x+", 5000) + "x)", "5001\n"},
		{"20,000 sums", "local x = 1 print(" + strings.Repeat("x+", 20_000) + "x)", "more than 10000 operators"},
		{"5,000 and", "local x = 1 print(" + strings.Repeat("x and ", 5000) + "x)", "1\n"},
		{"brackets", "local x = " + strings.Repeat("(", 5000) + "1" + strings.Repeat(")", 5000), "nested deeper than 200 levels"},
		{"tables", "local x = " + strings.Repeat("{", 100_000) + strings.Repeat("}", 100_000), "nested deeper than 200 levels"},
		{"blocks", strings.Repeat("do ", 5000) + strings.Repeat("end ", 5000), "nested deeper than 200 levels"},
		{"minus", "local x = " + strings.Repeat("- ", 100_000) + "1", "nested deeper than 200 levels"},
		{"powers", "local x = " + strings.Repeat("1^", 100_000) + "1", "nested deeper than 200 levels"},
		{"functions", strings.Repeat("return function() ", 1000) + strings.Repeat("end ", 1000), "nested deeper than 200 levels"},
		{"fields", "local t = {} t.t = t print(t" + strings.Repeat(".t", 9000) + " == t)", "true\n"},
		{"calls", "local f f = function() return f end print(f" + strings.Repeat("()", 9000) + " == f)", "true\n"},
		{"too long", strings.Repeat(" ", 2<<20), "the limit lua.source"},
		{"bytecode", "\x1bLuaQ\x00", "found a compiled script"},
		{"a zero", "x = 'a'\x00 while", `found '\x00', which is no sign of Lua`},
		{"a text that does not end", "x=[==[" + strings.Repeat("a", 200_000), "a text that does not end"},
		{"a byte order mark", "\ufeffprint(1)", "1\n"},
		{"a first line for Unix", "#!/usr/bin/lua\nprint(2)", "2\n"},
		{"a sign of others", "local x = 1 != 2 local y = 3 !", `1:13: found !=, which Lua writes ~=`},
		{"signs of others, all on one line", strings.Repeat("@", 1<<20), `found '@', which is no sign of Lua`},
		{"ends, all on one line", strings.Repeat("end ", 1<<18), `found "end", wanted a statement`},
		{"returns, all on one line", strings.Repeat("return 1 ", 1<<16), `wanted the end of the block`},
		{"exponents", "x = 1" + strings.Repeat("e+", 1<<19-10), "malformed number"},
		{"printing from a long line", "--[[" + strings.Repeat("\u00fc", 1<<18) + "]] for i = 1, 20000 do print() end", strings.Repeat("\n", 20_000)},
		{"letters of others", "local \u0430 = 1", "found 'а', which is no sign of Lua"},
		{"great numbers", "print(1e9999, -1e9999, 0x" + strings.Repeat("f", 1000) + ")", "inf\t-inf\tinf\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			begin := cputime.Now()
			got := output(c.src, Options{})
			if took := cputime.Now() - begin; took > 5*time.Second {
				t.Errorf("it took %v", took)
			}
			if got != c.want && (strings.HasSuffix(c.want, "\n") || !strings.Contains(got, c.want)) {
				t.Errorf("%.300s, wanted %s", got, c.want)
			}
		})
	}
}

// Compiling allocates in proportion to the source: what is copied or kept for each part is so.
func TestCompilingIsLinear(t *testing.T) {
	cost := func(n int) (objects, size uint64) {
		src := "local t = {" + counted(n, "'k#'", ",") + "} " + counted(n/8, "function f#(a, b) local c = a + b if c > # then return t.x# end end", " ")
		objects, size = math.MaxUint64, math.MaxUint64
		for range 3 { // of which the least has no work of others
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, err := Compile(syntax.Pos{File: "t.lua"}, src, Limits{Source: 1 << 28}); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			objects, size = min(objects, after.Mallocs-before.Mallocs), min(size, after.TotalAlloc-before.TotalAlloc)
		}
		return objects, size
	}
	objects, size := cost(4_000)
	moreObjects, moreSize := cost(40_000)
	if moreObjects > 15*objects || moreSize > 15*size {
		t.Errorf("ten times the source takes %d objects of %d bytes, and %d of %d before", moreObjects, moreSize, objects, size)
	}
}
