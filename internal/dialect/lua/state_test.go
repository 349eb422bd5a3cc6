package lua

import (
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// budget is enough for every test that is meant to end.
const budget = 200_000

// eval runs a source in a new state and shows what it returned.
func eval(t *testing.T, src string) (string, *syntax.Error) {
	t.Helper()
	return evalIn(NewState(Options{}), src)
}

func evalIn(s *State, src string) (string, *syntax.Error) {
	c, err := Compile(syntax.Pos{File: "t.lua"}, src, Limits{})
	if err != nil {
		return "", err.(*syntax.Error)
	}
	var got []string
	e := s.Protect(budget, func(L *glua.LState) {
		top := L.GetTop()
		L.Push(s.Function(c))
		L.Call(0, glua.MultRet)
		for i := top + 1; i <= L.GetTop(); i++ {
			got = append(got, string(s.ToString(L.Get(i)).(glua.LString)))
		}
	})
	return strings.Join(got, " "), e
}

// TestLanguage holds the sandbox to what Lua 5.1 prints. The expectations are
// those of the reference manual and of its printf.
func TestLanguage(t *testing.T) {
	for src, want := range map[string]string{
		// numbers
		"return 1, -0.5, 1e15, 1e14, 2^53, 0.1, 1/3":                "1 -0.5 1e+15 1e+14 9.007199254741e+15 0.1 0.33333333333333",
		"return math.huge, -math.huge, 1e100":                       "inf -inf 1e+100",
		"return 99999999999999, 123456.789e3":                       "99999999999999 123456789",
		`return tonumber("0x1F"), tonumber(" 1e2 "), tonumber(5)`:   "31 100 5",
		`return tonumber("1_0"), tonumber("inf"), tonumber("")`:     "nil nil nil",
		`return tonumber("ff", 16), tonumber("8", 8), 10 .. ""`:     "255 nil 10",
		"return math.floor(-1.5), math.max(1, 3, 2), math.mod(7,4)": "-2 3 3",
		"return math.random(), math.random(10), math.random(3, 5)":  "0.5 6 4",
		"return -7 % 3, 7 % -3":                                     "2 -2",
		// strings
		`return "a" .. 1 .. 2.5 .. "b"`:                                                                               "a12.5b",
		`return ("x"):rep(3), ("abc"):sub(-2), #"abc", ("aB"):upper()`:                                                "xxx bc 3 AB",
		`return ("abc"):byte(1, -1)`:                                                                                  "97 98 99",
		`return string.format("%5.2f|%-5d|%05d|%x|%s|%q|%%", 3.14159, 42, -7, 255, "s", 'a"b')`:                       `" 3.14|42   |-0007|ff|s|"a\"b"|%`[1:],
		`return string.format("%g %g %g %.3g %e", 100000, 1e6, 0.0001, 1234, 1)`:                                      "100000 1e+06 0.0001 1.23e+03 1.000000e+00",
		`return string.format("%2.2f %d %i %c %+d", 1/0, 3.9, -3.9, 65, 5)`:                                           "inf 3 -3 A +5",
		`return ("hello world"):find("o w"), ("a.b"):find(".", 1, true)`:                                              "5 2 2", // the first call is cut to one value
		`return ("key = value"):match("^(%w+)%s*=%s*(%w+)$")`:                                                         "key value",
		`return ("a,b,,c"):gsub(",", ";")`:                                                                            "a;b;;c 3",
		`return ("abc"):gsub("%w", "%0%0", 2)`:                                                                        "aabbc 2",
		`return ("hello"):gsub("", "-")`:                                                                              "-h-e-l-l-o- 6",
		`return ("$x $y"):gsub("%$(%w)", { x = 1, y = false })`:                                                       "1 $y 2",
		`return ("abc"):gsub("b", function(c) return c:upper() end)`:                                                  "aBc 1",
		`local r = {} for k, v in ("a=1, b=2"):gmatch("(%w)=(%w)") do r[#r+1] = k..v end return table.concat(r, " ")`: "a1 b2",
		`return ("THE (quick) fox"):find("%((%a+)%)"), ("f(a(b)c)d"):match("%b()")`:                                   "5 (a(b)c)",
		`return ("  x "):match("^%s*(.-)%s*$") .. "|", ("abcabc"):match("(abc)%1")`:                                   "x| abc",
		`return ("THE (quick) fox"):gsub("%f[%a]%a+", "W")`:                                                           "W (W) W 3",
		`return ("abc"):find("b", -1), ("abc"):find("", 10), ("abc"):match("()b()")`:                                  "nil 4 2 3",
		// tables
		`local t = {3, 1, 2} table.sort(t) return table.concat(t, ",")`:                                                                                                                              "1,2,3",
		`local t = {3, 1, 2} table.sort(t, function(a, b) return a > b end) return table.concat(t, ",")`:                                                                                             "3,2,1",
		`local t = {1, 2} table.insert(t, 3) table.insert(t, 1, 0) return #t, t[1], table.remove(t), table.remove(t, 1), #t`:                                                                         "4 0 3 0 2",
		`local t = {} for i = 1, 200 do t[i + 0.5] = i end for i = 1, 199 do t[i + 0.5] = nil end t.x = 1 local s = "" for k in pairs(t) do s = s .. k .. " " end return s`:                          "200.5 x ",
		`local t = {1, 2, 3, x = 4} local n = 0 for k, v in pairs(t) do n = n + v table.remove(t) end return n`:                                                                                      "7",
		`return "10" + 1, -"3", "2" ^ 3, 7 % "4", "a" < "b", #"abc", #{1, 2, nil}`:                                                                                                                   "11 -3 8 3 true 3 2",
		`local m = { __mod = function() return "mod" end, __unm = function() return "unm" end, __add = function() return "add" end } local t = setmetatable({}, m) return t % 2, 2 % t, -t, "1" + t`: "mod mod unm add",
		`local function f(...) return select("#", ...), (...) end return f(1, nil, nil)`:                                                                                                             "3 1",
		`local t = {} t.b = 1 t.a = 2 t[1] = 3 local s = "" for k in pairs(t) do s = s .. k end return s`:                                                                                            "1ba",
		`local t = {[5] = "x", [100001] = "y"} return t[5], t[100001], #t == 5 or #t == 0`:                                                                                                           "x y true",
		`return unpack({1, 2, 3}, 2)`:                       "2 3",
		`return select("#", nil, nil), select(2, "a", "b")`: "2 b",
		`local function r(x) return x end local t = {"a", "b", x = r("c")} local u = {1, x = "y" .. t.x} return #t, t.x, #u, u.x`:   "2 c 1 yc",
		`local function r(...) return {1, n = ...}, {1, ...}, {r2 = (...), ...} end local a, b, c = r(7, 8) return #a, a.n, #b, #c`: "1 7 3 2",
		// assignments of several targets
		`local t, i = {1, 2}, 1 i, t[i] = i + 1, 20 return i, t[1], t[2]`:   "2 20 2",
		`local t = {1, 2} t[1], t[2] = t[2], t[1] return t[1], t[2]`:        "2 1",
		`local a, b, c = 1, 2, 3 a, b, c = c, a, b return a, b, c`:          "3 1 2",
		`local function f(a, b) a, b = b, a return a, b end return f(1, 2)`: "2 1",
		`a, b = 1 return a, b`: "1 nil",
		`local t = {} t[1], t[2], c = (function() return 7, 8, 9 end)() return t[1], t[2], c`:          "7 8 9",
		`function f() return 1, 2 end x = f() local t = {} t[1] = f() return x, #t`:                    "1 1",
		`local function r(...) local t = {} t[1] = ... return #t, select("#", ...) end return r(1, 2)`: "1 2",
		// scopes and functions
		`local x = 1 do local x = 2 end x = x + 1 return x, _G.x`: "2 nil",
		`repeat local done = true until done return "ok"`:         "ok",
		`function a() return "a" end local t = {} function t.f() return 1 end function t:g() self.n = 1 return self.n end return a(), t.f(), t:g()`: "a 1 1",
		`local function v(...) return arg.n, arg[2] end return v(5, 6)`:                                                                             "2 6",
		`local continue = 3 return continue`:           "3",
		`local math = { floor = 1 } return math.floor`: "1",
		// metatables
		`local m = { __index = function(t, k) return k .. "!" end, __call = function(self, x) return x * 2 end, __tostring = function() return "T" end }
		 local t = setmetatable({}, m) return t.a, t(4), tostring(t)`: "a! 8 T",
		`local m = { __concat = function(a, b) return "cat" end } local t = setmetatable({}, m) return t .. "x", "y" .. 1 .. t`:    "cat ycat",
		`local t = setmetatable({}, { __newindex = function(t, k, v) rawset(t, k, v * 2) end }) t[1] = 4 t.x = 5 return t[1], t.x`: "8 10",
		// errors
		`return pcall(error, { 1 }) `:                                                     "false table",
		`local ok, e = pcall(function() error("no") end) return ok, e`:                    "false t.lua:1: no",
		`local ok, e = pcall(function() local x = nil; x.y = 1 end) return ok`:            "false",
		`return xpcall(function() error("x", 0) end, function(e) return "got " .. e end)`: "false got x",
		// no addresses
		`return tostring({}), tostring(print), string.format("%s", {})`: "table function table",
		// globals
		`_G.newname = 4 return newname, _G.newname, rawget(_G, "newname"), rawget(_G, "nothing")`: "4 4 4 nil",
		`math.double = function(x) return x * 2 end return math.double(4)`:                        "8",
		`return os ~= nil and type(os), type(load), type(_VERSION)`:                               "table function string",
	} {
		got, err := eval(t, src)
		if err != nil || got != want {
			t.Errorf("%s\n got %s, %v\nwant %s", src, got, err, want)
		}
	}
}

// TestFaults holds messages to places and words.
func TestFaults(t *testing.T) {
	for src, want := range map[string]string{
		"local x =":                    `t.lua:1:10: unexpected end of the script: syntax error`,
		"x = 1\n  y = = 2":             `t.lua:2:7: syntax error near "="`,
		"::top:: goto top":             `t.lua:1:1: found a label; Lua 5.1 has none`,
		"local a\n  goto a":            `t.lua:2:3: found goto; Lua 5.1 has none`,
		"\n  error('boom')":            `t.lua:2:3: boom`,
		"error({})":                    `t.lua:1:1: an error that is a table`,
		"error()":                      `t.lua:1:1: bad argument #1 to error (value expected)`,
		"local t\nreturn 1, prnit(3)":  `t.lua:2:11: unknown name "prnit"; did you mean "print"?`,
		"return mth.floor(1)":          `t.lua:1:8: unknown name "mth"; did you mean "math"?`,
		"return math.flor(1)":          `t.lua:1:8: unknown name "math.flor"; did you mean "math.floor"?`,
		"os.execute('true')":           `t.lua:1:1: os.execute is not in the sandbox`,
		"loadstring('x')()":            `t.lua:1:1: loadstring is not in the sandbox`,
		"coroutine.yield()":            `t.lua:1:1: coroutine.yield is not in the sandbox`,
		"getmetatable('').__index = 1": `t.lua:1:1: the metatable of strings is not in the sandbox`,
		"string.upper = nil":           `t.lua:1:1: string.upper is read-only`,
		"rawset(math, 'floor', 1)":     `t.lua:1:1: a read-only table`,
		"table.insert(string, 1)":      `t.lua:1:1: a read-only table`,
		"setmetatable(string, {})":     `t.lua:1:1: cannot change a protected metatable`,
		"print = 1":                    `t.lua:1:1: global "print" is built in`,
		"_G.print = 1":                 `t.lua:1:1: global "print" is built in`,
		"return 'a' .. {}":             `t.lua:1:1: attempt to concatenate a table`,
		"return require('x')":          `t.lua:1:1: there are no files to require`,
		"return math.random(0)":        `t.lua:1:1: bad argument to 'random': the interval from 1 to 0 is empty`,
		"return ('x'):find('[a')":      `t.lua:1:1: malformed pattern (missing ']')`,
		"return ('x'):find('%')":       `t.lua:1:1: malformed pattern (ends with '%')`,
		"return ('x'):gsub('x', '%2')": `t.lua:1:1: invalid capture index`,
		"return ('%y'):format(1)":      `t.lua:1:1: invalid option '%y' to 'format'`,
		"return ('%d'):format('x')":    `t.lua:1:1: bad argument #2 to format (number expected, got string)`,
		"local t = {} t[0/0] = 1":      `t.lua:1:1: the key of a table is not a number (NaN)`,
	} {
		if _, err := eval(t, src); err == nil || err.Error() != want {
			t.Errorf("%s\n got %v\nwant %s", src, err, want)
		}
	}
}

// TestHostile runs scripts that would hang, fill the memory or overflow the
// stack. Each is stopped with an error, soon, in a state that still works.
func TestHostile(t *testing.T) {
	for name, src := range map[string]string{
		"loop":            "while true do end",
		"pcall":           "while true do pcall(function() while true do end end) end",
		"pcall handler":   "local function f() xpcall(f, f) f() end f()",
		"pcall tower":     "local function f() pcall(f) pcall(f) end f() while true do end",
		"recursion":       "local function f() return 1 + f() end f()",
		"tail calls":      "local function f() return f() end f()",
		"flood":           "local t = {} while true do t[#t + 1] = {} end",
		"flood by insert": "local t = {} while true do table.insert(t, {}) end",
		"long list":       "local t = {} for i = 1, 1e9 do t[i] = i end",
		"gaps":            "local all = {} for i = 1, 1e9 do all[i] = { [60000] = 1 } end",
		"gaps by store":   "local all = {} for i = 1, 1e9 do local t = {} t[60000] = 1 all[i] = t end",
		"gaps by rawset":  "local all = {} for i = 1, 1e9 do local t = {} rawset(t, 60000, 1) all[i] = t end",
		"gaps by insert":  "local all = {} for i = 1, 1e9 do local t = {} table.insert(t, 60000, 1) all[i] = t end",
		"doubling":        "local s = 'x' while true do s = s .. s end",
		"doubling concat": "local s = 'x' while true do s = table.concat({ s, s }) end",
		"doubling format": "local s = 'x' while true do s = ('%s%s'):format(s, s) end",
		"doubling gsub":   "local s = 'x' while true do s = s:gsub('.', '%0%0') end",
		"rep":             "return ('x'):rep(1e9)",
		"rep of rep":      "local s = ('x'):rep(1e6) for i = 1, 1e9 do s:rep(1) end",
		"backtracking":    "return (('a'):rep(40)):find(('a-'):rep(20) .. 'b')",
		"find again":      "local s = ('a'):rep(1e5) for i = 1, 1e9 do s:find('b', 1, true) end",
		"unpack":          "return unpack({}, 1, 1e9)",
		"bytes":           "return (('x'):rep(1e6)):byte(1, -1)",
		"sort":            "local t = {} for i = 1, 1e4 do t[i] = -i end while true do table.sort(t) end",
		"order":           "local t = {} for i = 1, 1e3 do t[i] = i end while true do table.sort(t, function() return true end) end",
		"index loop":      "local t = {} setmetatable(t, { __index = t }) return t.x",
		"index calls":     "local t = {} setmetatable(t, { __index = function(t, k) return t[k .. 'x'] end }) return t.x",
		"concat meta":     "local m = {} m.__concat = function(a, b) return a .. b end local t = setmetatable({}, m) return t .. t",
		"tostring meta":   "local m = {} m.__tostring = function(a) return tostring(a) end return tostring(setmetatable({}, m))",
		"next dead":       "local t={} for i=1,1e5 do t[i+0.5]=1 end for i=1,1e5 do t[i+.5]=nil end while true do next(t) end",
		"pairs dead":      "local t={} for i=1,1e5 do t[i+0.5]=1 end for i=1,1e5 do t[i+.5]=nil end while true do for k in pairs(t) do end end",
		"len nils":        "local t={} t[65000]=1 t[65000]=nil while true do local n=#t end",
		"next nils":       "local t={} t[65000]=1 t[65000]=nil while true do next(t) end",
		"insert nils":     "local t={} t[65000]=1 t[65000]=nil while true do table.insert(t, 1) table.remove(t) end",
		"maxn":            "local t={} t[65000]=1 t[65000]=nil while true do table.maxn(t) end",
		"getn":            "local t={} t[65000]=1 t[65000]=nil while true do table.getn(t) end",
		"unpack nils":     "local t={} t[65000]=1 t[65000]=nil while true do unpack(t) end",
		"concat nils":     "local t={} t[65000]=1 t[65000]=nil while true do table.concat(t) end",
		"less":            "local a,b=('x'):rep(32000)..'',('x'):rep(32000)..'' while true do local n = a<b end",
		"index chain":     "local t={x=1} for i=1,18 do t=setmetatable({y=1},{__index=t}) end while true do local n = t.x end",
		"arith":           "local a=('0'):rep(32000) while true do local n = a+1 end",
		"unm":             "local a=('0'):rep(32000) while true do local n = -a end",
		"tonumber":        "local a=('0'):rep(32000) while true do tonumber(a) end",
		"floor":           "local a=('0'):rep(32000) while true do math.floor(a) end",
		"max":             "local a=('0'):rep(32000) while true do math.max(a,a,a,a,a) end",
		"mod":             "local a=1e300 while true do local n=a%1e-300 end",
		"fmod":            "local a=1e300 while true do local n=math.fmod(a,1e-300) end",
		"tables":          "local t={} for i=1,1e9 do local x={} x.a=t t=x end",
		"tables2":         "local t={} for i=1,1e9 do t={a=t} end",
		"varargs":         "local function f(...) return f(1, ...) end f()",
		"vararg table":    "local function f(...) while true do local t = {...} end end f(unpack({}, 1, 240))",
		"vararg call":     "local function g() end local function f(...) while true do g(...) end end f(unpack({}, 1, 240))",
		"select big":      "local function f(...) while true do select(1, ...) end end f(unpack({}, 1, 240))",
		"rawequal":        "local a,b=('x'):rep(32000)..'',('x'):rep(32000)..'' while true do rawequal(a,b) end",
		"eq":              "local a,b=('x'):rep(32000)..'',('x'):rep(32000)..'' while true do local n = a==b end",
		"sort meta":       "local m={__lt=function() return true end} local t={} for i=1,100 do t[i]=setmetatable({},m) end while true do table.sort(t) end",
		"sort texts":      "local s, t = ('x'):rep(32000), {} for i = 1, 100 do t[i] = s .. '' end while true do table.sort(t) end",
		"print":           "local s = ('x'):rep(1e6) while true do print(s, s) end",
	} {
		t.Run(name, func(t *testing.T) {
			s := NewState(Options{})
			if _, err := evalIn(s, src); err == nil || err.Pos.Line == 0 {
				t.Errorf("error %v, wanted one with a place", err)
			}
			if got, err := evalIn(s, "return 1 + 1"); got != "2" || err != nil {
				t.Errorf("afterwards 1 + 1 is %s, %v", got, err)
			}
		})
	}
}

func TestHostileSources(t *testing.T) {
	for name, src := range map[string]string{
		"brackets":  strings.Repeat("(", 1e5),
		"tables":    "return " + strings.Repeat("{", 1e5) + strings.Repeat("}", 1e5),
		"minus":     "return " + strings.Repeat("- ", 1e5) + "1",
		"joins":     "return " + strings.Repeat("'a'..", 1e4) + "''",
		"functions": strings.Repeat("do ", 1e5) + strings.Repeat("end ", 1e5),
		"else":      "if a then " + strings.Repeat("elseif b then ", 1e4) + "end",
		"locals":    strings.Repeat("local a ", 300) + "return a",
		"names":     "local " + strings.Repeat("a, ", 300) + "b = 1",
		"size":      strings.Repeat(" ", 2<<20),
		"bytecode":  "\x1bLuaQ",
		"zero":      "x = \x00",
	} {
		if _, err := Compile(syntax.Pos{File: "t.lua"}, src, Limits{}); err == nil {
			t.Errorf("%s: compiled", name)
		}
	}
}

func TestBudgetIsExact(t *testing.T) {
	c, err := Compile(syntax.Pos{File: "t.lua"}, "for i = 1, 1000 do end", Limits{})
	if err != nil {
		t.Fatal(err)
	}
	used := func() int64 {
		s := NewState(Options{})
		if err := s.Protect(budget, func(*glua.LState) { s.Call(s.Function(c)) }); err != nil {
			t.Fatal(err)
		}
		return budget - s.Left()
	}
	n := used()
	if again := used(); again != n || n < 1000 {
		t.Errorf("used %d instructions, then %d", n, again)
	}
	s := NewState(Options{})
	run := func(budget int64) *syntax.Error {
		return s.Protect(budget, func(*glua.LState) { s.Call(s.Function(c)) })
	}
	if err := run(n); err != nil {
		t.Errorf("with the whole budget: %v", err)
	}
	if err := run(n - 1); err == nil || err.Error() != "t.lua:1:1: "+errBudget.Error() {
		t.Errorf("with one instruction less: %v", err)
	}
}

func TestFreeze(t *testing.T) {
	s := NewState(Options{})
	if _, err := evalIn(s, "tally = 0 names = {} function count() tally = tally + 1 end"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"tally", "names", "count"}, s.Written()); diff != "" {
		t.Errorf("written (-want +got)\n%s", diff)
	}
	s.Set("tools", s.L.NewTable())
	if _, err := evalIn(s, "tools.saw = { teeth = 3 } function tools.saw:cut() end"); err != nil {
		t.Fatal(err)
	}
	s.Freeze()
	for src, want := range map[string]string{
		"names.x = 1 return names.x":                  "",
		"count()":                                     `t.lua:1:1: global "tally" cannot be assigned: globals are read-only once all files are loaded`,
		"other = 1":                                   `t.lua:1:1: global "other" cannot be assigned: globals are read-only once all files are loaded`,
		"_G.x = 1":                                    `t.lua:1:1: global "x" cannot be assigned: globals are read-only once all files are loaded`,
		"tools.saw = nil":                             "t.lua:1:1: tools is read-only once all files are loaded: it is not the scripts' own",
		"tools.saw.teeth = 1":                         "t.lua:1:1: tools is read-only once all files are loaded: it is not the scripts' own",
		"tools['s' .. 'aw'] = 1":                      "t.lua:1:1: tools is read-only once all files are loaded: it is not the scripts' own",
		"function tools.f() end":                      "t.lua:1:1: tools is read-only once all files are loaded: it is not the scripts' own",
		"function tools:f() end":                      "t.lua:1:1: tools is read-only once all files are loaded: it is not the scripts' own",
		"local a a, tools.b = 1, 2":                   "t.lua:1:1: tools is read-only once all files are loaded: it is not the scripts' own",
		"local tools = {} tools.b = 1 return tools.b": "",
		"nothing.x = 1":                               `t.lua:1:1: unknown name "nothing"`,
		"math.double = 1":                             `t.lua:1:1: math.double is read-only`,
	} {
		_, err := evalIn(s, src)
		if got := errText(err); got != want {
			t.Errorf("%s: %q, wanted %q", src, got, want)
		}
	}
	s.Set("tally", glua.LNumber(7))
	if got, _ := evalIn(s, "return tally"); got != "7" {
		t.Errorf("the owner's value is %s, wanted 7", got)
	}
}

func errText(err *syntax.Error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestRequire(t *testing.T) {
	files := fstest.MapFS{
		"a.lua": {Data: []byte("loads = (loads or 0) + 1 return { n = 5 }")},
		"b.lua": {Data: []byte("x = 1")},
		"c.lua": {Data: []byte("require 'c'")},
		"d.lua": {Data: []byte("local = 3")},
		"e.lua": {Data: []byte("\nerror('inside')")},
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
		"require 'd'":                `d.lua:1:7: syntax error near "="`,
		"require 'e'":                `e.lua:2:1: inside`,
		" require 'f'":               `t.lua:1:2: no file f`,
		"return pcall(require, 'f')": "false t.lua:1:1: no file f",
	} {
		got, err := evalIn(NewState(Options{Require: require}), src)
		if err != nil {
			got, _, _ = strings.Cut(err.Error(), "\n") // without the calls that led there
		}
		if got != want {
			t.Errorf("%s: %s, wanted %s", src, got, want)
		}
	}
}

func TestParametersAndPlaces(t *testing.T) {
	at := syntax.Pos{File: "tree.xml", Line: 7, Col: 20}
	c, err := Compile(at, "return entity.n + #(extra or '')\n+ missing()", Limits{}, "entity", "extra")
	if err != nil {
		t.Fatal(err)
	}
	s := NewState(Options{})
	e := s.Protect(budget, func(*glua.LState) {
		entity := s.L.NewTable()
		entity.RawSetString("n", glua.LNumber(1))
		s.Call(s.Function(c), entity)
	})
	if want := `tree.xml:8:3: unknown name "missing"`; errText(e) != want {
		t.Errorf("error %v, wanted %s", e, want)
	}
	e = s.Protect(budget, func(*glua.LState) { s.Call(s.Function(c), glua.LNil) })
	if e == nil || e.Pos != at {
		t.Errorf("error %v, wanted one at %v", e, at)
	}
	if _, err := Compile(at, "return )", Limits{}); err == nil || !strings.HasPrefix(err.Error(), "tree.xml:7:27: ") {
		t.Errorf("error %v, wanted one at tree.xml:7:27", err)
	}
}

func TestPrint(t *testing.T) {
	var got []string
	s := NewState(Options{Print: func(at syntax.Pos, text string) { got = append(got, at.String()+" "+text) }})
	if _, err := evalIn(s, "\n  print('a', 1, nil, {})"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"t.lua:2:3 a\t1\tnil\ttable"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestUnknown(t *testing.T) {
	asked := []string{}
	s := NewState(Options{Unknown: func(name string) glua.LValue {
		asked = append(asked, name)
		if name == "TUNING" {
			return glua.LNumber(3)
		}
		return nil
	}})
	got, err := evalIn(s, "own = 1 return TUNING, _G.TUNING, Nothing, own, math.nothing")
	if got != "3 3 nil 1 nil" || err != nil {
		t.Errorf("got %s, %v", got, err)
	}
	if diff := cmp.Diff([]string{"TUNING", "TUNING", "Nothing"}, asked[:3]); diff != "" {
		t.Errorf("asked (-want +got)\n%s", diff)
	}
}

// Where the owner says what counts as which number, nothing that Lua refuses to
// count, to compare, to join or to go through ends a script.
func TestNumbersOfWhatIsNone(t *testing.T) {
	s := NewState(Options{Number: func(v glua.LValue) float64 { return float64(len(v.Type().String())) }})
	src := `local t, n, m, joined = {}, 0, 0, "x" .. 1 .. (nil or "") .. (true and "" or {})
		for i = nil, {} do n = n + 1 end
		for i = 1, 3 do m = m + 1 end
		for k, v in nil do n = 100 end
		for k, v in t do n = 100 end
		for k, v in pairs{ 1 } do n = n + v end
		t[nil], t[0 / 0] = 1, 2
		return {} < 1, 1 < {}, {} <= {}, 2 > 1, 'a' >= 'b', nil < true, 1 <= 1, n, m, joined, next(t), nil .. 5 .. true`
	c, err := Compile(syntax.Pos{File: "t.lua"}, src, Limits{Compare: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	e := s.Protect(budget, func(L *glua.LState) {
		L.Push(s.Function(c))
		L.Call(0, glua.MultRet)
		for i := 1; i <= L.GetTop(); i++ {
			got = append(got, Text(L.Get(i)))
		}
	})
	if want := "false true true true false true true 4 3 x1 nil nil5true"; e != nil || strings.Join(got, " ") != want {
		t.Errorf("got %v, %v, wanted %s", got, e, want)
	}
}

// TestLibrariesAreInOrder guards against the order of a Go map.
func TestLibrariesAreInOrder(t *testing.T) {
	first := NewState(Options{}).names(false)
	for range 20 {
		if diff := cmp.Diff(first, NewState(Options{}).names(false)); diff != "" {
			t.Fatalf("globals in another order:\n%s", diff)
		}
	}
}

func TestNumber(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "-0", 0.1 + 0.2: "0.3", 1e14 + 0.5: "1e+14", 123456789012345: "1.2345678901234e+14", 1e-5: "1e-05",
	} {
		if got := Number(f); got != want {
			t.Errorf("%v: %s, wanted %s", f, got, want)
		}
	}
	for _, nan := range []float64{math.NaN(), math.Float64frombits(0xfff8000000000000), math.Float64frombits(0x7ff0000000000007)} {
		if got := Number(nan); got != "nan" {
			t.Errorf("NaN: %s", got)
		}
		if got := Bits(nan); got != 0x7ff8000000000000 {
			t.Errorf("the bits of a NaN are %x", got)
		}
	}
	if got := Bits(-1.5); got != math.Float64bits(-1.5) {
		t.Errorf("the bits of -1.5 are %x", got)
	}
}

// What is read inside of tables is where it is thought to be.
func TestInside(t *testing.T) {
	v := &glua.LTable{Metatable: glua.LNil}
	for i := 1; i <= 5; i++ {
		v.RawSetInt(i, glua.LNumber(i))
	}
	v.RawSetInt(5, glua.LNil)
	for i := range 100 {
		v.RawSet(glua.LNumber(i)+0.5, glua.LTrue)
		v.RawSetString(Number(float64(i)), glua.LTrue)
	}
	v.RawSet(glua.LNumber(0.5), glua.LNil)
	v.RawSetString("7", glua.LNil)
	if size, dead, at := listSize(v), deadKeys(v), keyPlace(v, glua.LString("1")); size != 5 || dead != 2 || at != 3 {
		t.Errorf("a list of %d, %d dead keys, one at %d", size, dead, at)
	}
	for i := 1; i < 90; i++ {
		v.RawSet(glua.LNumber(i)+0.5, glua.LNil)
		v.RawSetString(Number(float64(i)), glua.LNil)
	}
	keys := func() (list []string) {
		for k, _ := v.Next(glua.LNil); k != glua.LNil; k, _ = v.Next(k) {
			list = append(list, k.String())
		}
		return list
	}
	before := keys()
	tidy(v)
	after := keys()
	if diff := cmp.Diff(before, after); diff != "" || deadKeys(v) != 0 || len(after) != 4+21 {
		t.Errorf("%d dead keys (-before +after)\n%s", deadKeys(v), diff)
	}
}

// Memory is counted the same each time, and bounded.
func TestMemory(t *testing.T) {
	for src, least := range map[string]int64{
		"local t = {} for i = 1, 100 do t[i] = { x = i } end": 100 * bytesOfTable,
		"local t = {} for i = 1, 100 do t[i .. 'x'] = i end":  100 * bytesOfSlot,
		"local i = 0 while i < 100 do i = i + #{1} end":       100 * bytesOfTable,
		"local s = '' for i = 1, 100 do s = s .. 'x' end":     5000,
		"for i = 1, 100 do local f = function() end end":      100 * bytesOfFunction,
		"local function f(...) end for i = 1, 100 do f() end": 100 * bytesOfTable,
	} {
		used := func() int64 {
			s := NewState(Options{})
			if _, err := evalIn(s, src); err != nil {
				t.Fatal(err)
			}
			return s.Taken()
		}
		if n := used(); n < least || n > 2*least+10*bytesOfTable || used() != n {
			t.Errorf("%s: %d bytes, then %d, wanted about %d", src, n, used(), least)
		}
	}
	s := NewState(Options{Limits: Limits{Memory: 1 << 20}})
	if _, err := evalIn(s, "local t while true do pcall(function() t = { t } end) end"); err == nil || err.Msg != errMemory.Error() {
		t.Errorf("%v, wanted %v", err, errMemory)
	}
}
