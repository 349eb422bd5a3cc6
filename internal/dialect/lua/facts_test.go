package lua

import (
	"slices"
	"strings"
	"testing"
)

// fact is a rule of the language and a script that shows it: what the script
// returns, or after "error " the error that ends it.
type fact struct{ rule, src, want string }

// check runs each fact in a state of its own.
func check(t *testing.T, facts []fact) {
	t.Helper()
	var rules []string
	for _, f := range facts {
		if slices.Contains(rules, f.rule) {
			t.Errorf("two facts are named %s", f.rule)
		}
		rules = append(rules, f.rule)
		t.Run(f.rule, func(t *testing.T) {
			got, err := eval(t, f.src)
			if err != nil {
				got, _, _ = strings.Cut("error "+err.Error(), "\n") // without the calls that led there
			}
			if got != f.want {
				t.Errorf("%s\n got %s\nwant %s", f.src, got, f.want)
			}
		})
	}
}

func TestNumberFacts(t *testing.T) {
	check(t, []fact{
		{"division keeps the fraction", `return 7 / 2, -7 / 2`, "3.5 -3.5"},
		{"division by zero is infinite or not a number", `return 1 / 0, -1 / 0, 0 / 0 ~= 0 / 0`, "inf -inf true"},
		{"power binds to the right and tighter than minus", `return 2 ^ 3 ^ 2, -2 ^ 2`, "512 -4"},
		{"the remainder has the sign of the divisor", `return 5.5 % 2, -5.5 % 2, 5.5 % -2`, "1.5 0.5 -0.5"},
		{"the remainder of zero is not a number", `local n = 5 % 0 return n ~= n`, "true"},
		{"fmod has the sign of the dividend", `return math.fmod(-7, 3), math.fmod(7, -3)`, "-1 1"},
		{"literals", `return 0xff, 0XA, 3e2, .5, 5., 31.4E-1`, "255 10 300 0.5 5 3.14"},
		{"large numbers show 14 digits", `return 2 ^ 63, -2 ^ 63, 2 ^ 1024`, "9.2233720368548e+18 -9.2233720368548e+18 inf"},
		{"zero keeps its sign", `return math.ceil(-0.5), -0 == 0`, "-0 true"},
		{"a number and its text are not equal", `return 1 == "1", "0" == 0`, "false false"},
		{"a number and a text have no order", `return 1 < "2"`, "error t.lua:1:1: attempt to compare number with string"},
		{"text counts where arithmetic needs a number", `return "0x10" + 0, " 5 " * 2, 10 .. 20`, "16 10 1020"},
		{"other text does not", "local n = 1\nreturn n + 'a'", "error t.lua:2:1: cannot perform add operation between number and string"},
		{"tonumber takes whole texts alone", `return tonumber("0x"), tonumber("1e"), tonumber("1 2"), tonumber({}), tonumber(" 7\n")`, "nil nil nil nil 7"},
		{"tonumber reads bases to 36", `return tonumber("zz", 36), tonumber("7F", 16), tonumber("2", 2), tonumber(10, 2)`, "1295 127 nil 2"},
		{"tonumber refuses other bases", `return tonumber("1", 37)`, "error t.lua:1:1: bad argument #2 to tonumber (base out of range)"},
		{"modf splits towards zero", `local a, b = math.modf(-3.25) local c, d = math.modf(-1 / 0) return a, b, c, d`, "-3 -0.25 -inf 0"},
		{"frexp and ldexp", `local m, e = math.frexp(8) return m, e, math.ldexp(m, e)`, "0.5 4 8"},
		{"max and min of many", `return math.max(-1, -5, -3), math.min(4, 2, 8)`, "-1 2"},
		{"max of none", `return math.max()`, "error t.lua:1:1: bad argument #1 to math.max (number expected, got nil)"},
		{"angles and roots", `return math.deg(math.pi), math.rad(180) == math.pi, math.sqrt(16), math.abs(-3), math.pow(2, 10)`, "180 true 4 3 1024"},
		{"a loop counts in fractions", `local n, s = 0, 0 for i = 1, 2, 0.25 do n, s = n + 1, s + i end return n, s`, "5 7.5"},
		{"a loop counts down", `local s = "" for i = 3, 1, -1 do s = s .. i end for i = 3, 1 do s = "up" end return s`, "321"},
		{"a loop takes its bounds once", `local n, last = 3, 0 for i = 1, n do n, last, i = 10, i, 9 end return last, n`, "3 10"},
		{"a bound must be a number", "\nfor i = 1, {} do end", "error t.lua:2:1: for statement limit must be a number"},
		{"random of one bound begins at 1", `return math.random(7), math.random(-2, 2), pcall(math.random, 2, 1)`,
			"4 0 false t.lua:1: bad argument to 'random': the interval from 2 to 1 is empty"},
	})
}

func TestStringFacts(t *testing.T) {
	check(t, []fact{
		{"escapes", `return #"\a\b\f\n\r\t\v\\\"\'\0", ("\065\10"):byte(1, -1)`, "11 65 10"},
		{"long brackets drop their first newline", "return #[[\nab]], [==[x]]y]==], [[a\\n]]", `2 x]]y a\n`},
		{"a zero byte is a character", `return #"a\0b", ("a\0b"):reverse():byte(1, -1)`, "3 98 0 97"},
		{"sub counts from either end", `local s = "hello" return s:sub(2) .. "|" .. s:sub(-3, -2) .. "|" .. s:sub(0) .. "|" .. s:sub(4, 2) .. "|" .. s:sub(-9, 2) .. "|" .. s:sub(9)`,
			"ello|ll|hello||he|"},
		{"byte gives nothing past the end", `return select("#", ("abc"):byte(10)), ("abc"):byte(), (("abc"):byte(-1))`, "0 97 99"},
		{"char makes a text of bytes", `return string.char(72, 105) .. string.char()`, "Hi"},
		{"char takes bytes alone", `return string.char(256)`, "error t.lua:1:1: bad argument #1 to string.char (invalid value)"},
		{"rep of zero and less", `return "<" .. ("ab"):rep(0) .. ("ab"):rep(-1) .. ("ab"):rep(2) .. ">"`, "<abab>"},
		{"case changes in ASCII alone", `return ("aZ\228"):upper() == "AZ\228", ("aZ\196"):lower() == "az\196"`, "true true"},
		{"texts are ordered by bytes", `return "Z" < "a", "" < "a", "a" < "aa", "a\0a" < "a\0b", "10" < "9", "b" <= "b", "b" >= "c"`, "true true true true true true false"},
		{"numbers join without a point", `return 1 .. "", 1.5 .. "|" .. -2`, "1 1.5|-2"},
		{"nothing joins with nil", "\nreturn 'a' .. 1 .. nil", "error t.lua:2:1: attempt to concatenate nil"},
		{"methods of texts", `return ("x").len ~= nil, ("x").nothing, #("ab"):rep(3)`, "true nil 6"},
		{"format pads and cuts", `return string.format("[%5s|%-5s|%.2s|%5.1s]", "ab", "ab", "abc", "xyz")`, "[   ab|ab   |ab|    x]"},
		{"format of whole numbers", `return string.format("%+d|% d|%05d|%.3d|%-4d|%o|%X|%#x|%i", 3, 3, -42, 7, 5, 8, 255, 255, -1)`, "+3| 3|-0042|007|5   |10|FF|0xff|-1"},
		{"format fills up behind a sign or a prefix", `return string.format("%#06x|%+05d|% 05d|%-#6x|", 255, 7, 7, 255)`, "0x00ff|+0007| 0007|0xff  |"},
		{"format of fractions", `return string.format("%.3f|%8.2e|%G|%g|%.0f", 2 / 3, 12345, 1e-10, 1e20, 2.5)`, "0.667|1.23e+04|1E-10|1e+20|2"},
		{"format reads numbers from texts", `return string.format("%d %s %s", "10", nil, true)`, "10 nil true"},
		{"format wants its arguments", `return string.format("%d %d", 1)`, "error t.lua:1:1: bad argument #3 to string.format (number expected, got nil)"},
		{"format quotes what a source can say", `return string.format("%q", "a\nb\0c\r\\")`, "\"a\\\nb\\000c\\r\\\\\""},
		{"format knows no widths of three digits", `return string.format("%100d", 1)`, "error t.lua:1:1: invalid format (width or precision too long)"},
		{"format refuses a lone percent", `return string.format("5%")`, "error t.lua:1:1: invalid option to 'format': it ends with %"},
	})
}

func TestPatternFacts(t *testing.T) {
	check(t, []fact{
		{"find gives captures after the places", `return ("a key=val"):find("(%w+)=(%w+)")`, "3 9 key val"},
		{"find from a place", `return ("abab"):find("b", 3), (("abab"):find("b", -1)), (("ab"):find("", 3)), (("ab"):find("", 9)), (("ab"):find("$", 9))`, "4 4 3 3 3"},
		{"find of plain text", `return ("a+b"):find("+", 1, true)`, "2 2"},
		{"classes", `return ("aB3 _\t\0"):gsub("%a", "a"):gsub("%d", "d"):gsub("%s", "s"):gsub("%p", "p"):gsub("%z", "z")`, "aadspsz 1"},
		{"complements of classes", `return (("a1!"):gsub("%D", ".")), (("a1!"):gsub("%W", "."))`, ".1. a1."},
		{"hexadecimal digits and letters by case", `return ("xFg9"):gsub("%x", "."), (("aBc"):gsub("%u", "."):gsub("%l", ","))`, "x.g. ,.,"},
		{"sets", `return ("a-]^b"):gsub("[]]", "1"), (("a-]^b"):gsub("[^]]", ".")), (("a-]^b"):gsub("[a-]", ".")), (("abcd"):gsub("[b-c]", "."))`,
			"a-1^b ..].. ..]^b a..d"},
		{"classes in sets", `return (("a_1-"):gsub("[%w_]", ".")), (("a.b%c"):gsub("[%.%%]", "!"))`, "...- a!b!c"},
		{"star and plus take the most, minus the least", `return ("<a><b>"):match("<(.*)>"), ("<a><b>"):match("<(.-)>"), ("aaa"):match("a+"), ("b"):match("a*") .. "|"`,
			"a><b a aaa |"},
		{"a question mark takes one or none", `return ("color colour"):gsub("colou?r", "x")`, "x x 2"},
		{"anchors count at the ends alone", `return ("a^b$c"):match("a^b$c"), ("ab"):match("^b"), ("ab"):match("b$"), ("ab"):match("a$")`, "a^b$c nil b nil"},
		{"a position is a capture", `return ("hello"):match("()ll()")`, "3 5"},
		{"captures within captures count from the left", `return ("2024-05"):match("((%d+)-(%d+))")`, "2024-05 2024 05"},
		{"a capture again", `return ([["it's" x]]):match([[(["'])(.-)%1]])`, `" it's`},
		{"balanced brackets", `return ("f(a(b)c) d)"):match("%b()"), ("((x)"):match("%b()"), ("a=b==c="):match("%b=="), ("(("):match("%b()")`, "(a(b)c) (x) =b= nil"},
		{"frontiers", `return ("THE (quick) fox"):find("%f[%a]%a+%f[%A]"), (("the cat"):gsub("%f[%w]%w+", string.upper))`, "1 THE CAT"},
		{"gmatch gives every match", `local s = "" for k, v in ("a=1, b=2"):gmatch("(%w+)=(%w+)") do s = s .. k .. v .. ";" end return s`, "a1;b2;"},
		{"gmatch goes on behind an empty match", `local n = 0 for w in ("ab c"):gmatch("%a*") do n = n + 1 end return n`, "4"},
		{"gmatch knows no anchor", `return ("a^a"):gmatch("^a")()`, "^a"},
		{"gsub of an anchored pattern", `return ("aaa"):gsub("^a", "b")`, "baa 1"},
		{"gsub as often as is told", `return ("aaa"):gsub("a", "b", 2), (("aaa"):gsub("a", "b", 0))`, "bba aaa"},
		{"gsub fills in captures", `return ("hello world"):gsub("(%w+) (%w+)", "%2 %1 %0 %%")`, "world hello hello world % 1"},
		{"gsub keeps what a function or a table gives no text for", `return (("abc"):gsub("%w", function(c) if c == "b" then return 7 end end)), (("abc"):gsub("%w", { a = "x", c = false }))`,
			"a7c xbc"},
		{"gsub at empty matches", `return ("abc"):gsub("()", "%1"), (("a,b"):gsub("%w*", "x"))`, "1a2b3c4 xx,xx"},
		{"gsub takes texts and numbers alone", "\nreturn ('a'):gsub('a', function() return {} end)", "error t.lua:2:1: invalid replacement value (a table)"},
		{"a capture that is not closed", `return ("a"):find("(a")`, "error t.lua:1:1: unfinished capture"},
		{"a capture that is not open", `return ("a"):match("a)")`, "error t.lua:1:1: invalid pattern capture"},
		{"a capture that is not there", `return ("aa"):find("(a)%2")`, "error t.lua:1:1: invalid capture index"},
		{"balance of one bracket", `return ("a"):find("%b(")`, "error t.lua:1:1: unbalanced pattern"},
		{"a frontier of no set", `return ("a"):find("%fa")`, "error t.lua:1:1: missing '[' after '%f' in pattern"},
		{"at most 32 captures", `return #{ ("x"):find(("()"):rep(32)) }, pcall(string.find, "x", ("()"):rep(33))`, "34 false t.lua:1: too many captures"},
	})
}

func TestTableFacts(t *testing.T) {
	check(t, []fact{
		{"constructors", `local function f() return 1, 2 end local t = { f(), f(), x = 5, [0.5] = 6; } local u = { f(), (f()) } return #t, t[3], t.x, t[1 / 2], #u`, "2 nil 5 6 2"},
		{"the last call of a constructor gives all", `local function f() return 1, 2 end local t = { f(), f() } return #t, t[3]`, "3 2"},
		{"a key is a value, not its text", `local t = {} t[1], t["1"], t[1.5], t[true] = "n", "s", "f", "b" return t[1.0], t["1"], t[3 / 2], t[true]`, "n s f b"},
		{"no key is nil or not a number", `local t = {} return t[nil], t[0 / 0], pcall(rawset, t, nil, 1)`, "nil nil false t.lua:1: the key of a table cannot be nil"},
		{"insert moves what is behind", `local t = { 1, 2 } table.insert(t, 2, "x") table.insert(t, "y") return table.concat(t, " "), #t`, "1 x 2 y 4"},
		{"insert wants two or three arguments", `table.insert({}, 1, 2, 3)`, "error t.lua:1:1: wrong number of arguments to 'insert'"},
		{"remove closes the gap", `local t = { "a", "b", "c" } return table.remove(t, 1), table.remove(t), #t, t[1], select("#", table.remove({}))`, "a c 1 b 0"},
		{"concat of a part", `return table.concat({ 1, 2, "x", 4 }, ", ", 2, 3), table.concat({}, "x") .. "|", table.concat({ 1 }, "x", 2) .. "|"`, "2, x | |"},
		{"concat of texts and numbers alone", "local t = { 1, {}, 3 }\nreturn table.concat(t)", "error t.lua:2:1: invalid value (a table) at index 2 in table for 'concat'"},
		{"sort by an order", `local t = { "pear", "fig", "apple" } table.sort(t) local u = { 3, 1, 2 } table.sort(u, function(a, b) return a > b end) return t[1], t[3], table.concat(u)`,
			"apple pear 321"},
		{"sort of values without an order", `table.sort({ 1, "x" })`, "error t.lua:1:1: attempt to compare string with number"},
		{"maxn and getn", `return table.maxn({ 1, 2, [10] = 1, x = 1 }), table.maxn({}), table.getn({ 1, 2 })`, "10 0 2"},
		{"foreach ends with a value", `return table.foreach({ 5, 6 }, function(k, v) if v == 6 then return k end end), table.foreachi({ 5, 6 }, function(i, v) return v end)`, "2 5"},
		{"ipairs ends at nil", `local n = 0 for i in ipairs({ 1, 2, nil, 4 }) do n = i end return n`, "2"},
		{"a list comes first, then keys in their order of coming", `local t = { z = 1, 10, y = 2, 20 } t.a = 3 local s = "" for k in pairs(t) do s = s .. k .. " " end return s`, "1 2 z y a "},
		{"a traversal may clear", `local t = { 1, 2, a = 1, b = 2, c = 3 } local n = 0 for k in pairs(t) do t[k] = nil n = n + 1 end return n, next(t)`, "5 nil"},
		{"next of no table", `next(1)`, "error t.lua:1:1: bad argument #1 to next (table expected, got number)"},
		{"unpack of a range with gaps", `return select("#", unpack({ 1, nil, 3 }, 1, 3)), unpack({ 1, 2, 3 }, 2, 3)`, "3 2 3"},
		{"rawset gives the table", `local t = {} return rawset(t, "x", 1) == t, select("#", rawset(t, 1, 2)), t.x`, "true 1 1"},
		{"raw access asks no metatable", `local t = setmetatable({}, { __index = { x = 1 }, __newindex = error, __eq = error }) rawset(t, "y", 2) return rawget(t, "x"), t.y, rawequal(t, {})`, "nil 2 false"},
	})
}

func TestMetatableFacts(t *testing.T) {
	check(t, []fact{
		{"index by a table and on to the next", `local a = setmetatable({}, { __index = setmetatable({ x = 1 }, { __index = function(t, k) return k .. "?" end }) }) return a.x, a.y, rawget(a, "x")`, "1 y? nil"},
		{"newindex by a table", `local store = {} local t = setmetatable({ own = 1 }, { __newindex = store }) t.own, t.x = 2, 3 return t.own, t.x, store.x`, "2 nil 3"},
		{"equality is asked of two tables alone", `local m = { __eq = function() return true end } local a, b = setmetatable({}, m), setmetatable({}, m) return a == b, a ~= b, a == 1, a == {}`,
			"true false false false"},
		{"order is asked for by lt", `local m = { __lt = function(a, b) return a.n < b.n end } local function n(i) return setmetatable({ n = i }, m) end return n(1) < n(2), n(1) > n(2), n(2) >= n(2), n(3) <= n(2)`,
			"true false true false"},
		{"at most is asked for by le first", `local m = { __le = function() return "yes" end, __lt = error } local a, b = setmetatable({}, m), setmetatable({}, m) return a <= b, a >= b`, "true true"},
		{"length of a table is its own", `return #setmetatable({ 1, 2 }, { __len = function() return 9 end })`, "2"},
		{"a call passes itself", `local t = setmetatable({ n = 2 }, { __call = function(self, a, ...) return self.n * a, ... end }) return t(3, "x", "y")`, "6 x y"},
		{"a join of either side", `local m = { __concat = function(a, b) return (type(a) == "table" and "T" or a) .. "+" .. (type(b) == "table" and "T" or b) end } local t = setmetatable({}, m) return 1 .. t, t .. "x", "a" .. "b" .. t`,
			"1+T T+x ab+T"},
		{"arithmetic asks the left side first", `local function m(name) return setmetatable({}, { __add = function() return name end, __div = function() return name .. "/" end }) end return m("l") + m("r"), 1 + m("r"), m("l") / 2`,
			"l r l/"},
		{"a protected metatable", `local t = setmetatable({}, { __metatable = "locked" }) return getmetatable(t), pcall(setmetatable, t, {})`, "locked false t.lua:1: cannot change a protected metatable"},
		{"setmetatable gives the table, and nil takes it off", `local t = {} local u = setmetatable(t, { __index = { x = 1 } }) local x = u.x setmetatable(t, nil) return t == u, x, t.x, getmetatable(t)`, "true 1 nil nil"},
		{"tostring is asked for", `return tostring(setmetatable({}, { __tostring = function() return "me" end })), tostring(nil), tostring(1e3)`, "me nil 1000"},
		{"tostring must give a text to print", "print(setmetatable({}, { __tostring = function() return {} end }))", "error t.lua:1:1: tostring gave no string to print"},
	})
}

func TestFunctionFacts(t *testing.T) {
	check(t, []fact{
		{"and, or and not", `return nil and 1, false or "x", 0 and "zero", not nil, nil or false, 1 and nil`, "nil x zero true false nil"},
		{"the right side waits", `local n = 0 local function f() n = n + 1 return true end local a = false and f() local b = true or f() return n`, "0"},
		{"precedence", `return 2 + 3 * 4 ^ 2 / 2, not 1 == 2, 1 .. 2 == "12", -3 ^ 2, "a" .. "b" < "b", 1 + 2 < 4 and 5 or 6`, "26 false true -9 true 5"},
		{"sides are evaluated from the left", `local s = "" local function f(x) s = s .. x return x end
			local a, b, c, d, e = f("a") > f("b"), f("c") >= f("d"), f("e") < f("f"), f("g") .. f("h"), f("1") % f("2") return s`, "abcdefgh12"},
		{"a call in the middle gives one value", `local function f() return 1, 2 end return f(), f(), (f())`, "1 1 1"},
		{"missing arguments are nil, more are dropped", `local function f(a, b) return a, b end return f(1), f(1, 2, 3)`, "1 1 2"},
		{"the rest of the arguments", `local function f(a, ...) local b, c = ... return select("#", ...), b, c, (select(2, ...)) end return f(1, 2, nil, nil)`, "3 2 nil nil"},
		{"select counts from the end", `return select(-1, "a", "b"), select(-2, "a", "b")`, "b a b"},
		{"select of nothing", `return select(0, "a")`, "error t.lua:1:1: bad argument #1 to select (index out of range)"},
		{"each round has its own local", `local f = {} for i = 1, 3 do f[i] = function() i = i + 10 return i end end f[1]() return f[1](), f[2]()`, "21 12"},
		{"functions share a variable", `local function counter() local n = 0 return function() n = n + 1 return n end, function() return n end end local up, get = counter() up() up() return get()`, "2"},
		{"a function sees a local that was declared before it alone", `local function f() return later end local later = 1 return f()`, "nil"},
		{"a local function calls itself", `local function f(n) return n == 0 and "done" or f(n - 1) end return f(20)`, "done"},
		{"a local function may assign itself", `local function f() f = 1 end f() return f, _G.f`, "1 nil"},
		{"a tail call takes no room", `local function f(n) if n == 0 then return "done" end return f(n - 1) end return f(2000)`, "done"},
		{"methods", `local t = { n = 1 } function t:add(k) self.n = self.n + k return self end function t.get(x) return x.n end return t:add(2):add(3):get(), t.add ~= nil`, "6 true"},
		{"calls without brackets", `local function f(x) return type(x) end return f{}, f"", f[[x]], ("x"):rep(2)`, "table string string xx"},
		{"the condition of repeat sees its block", `local n = 0 repeat local done = n >= 3 n = n + 1 until done return n`, "4"},
		{"break leaves the inner loop", `local n = 0 for i = 1, 3 do while true do n = n + 1 if n > i then break end end end return n`, "4"},
		{"a loop by an iterator", `local s = "" for i, v in function(s, i) if i < 3 then return i + 1, s end end, "x", 0 do s = s .. i .. v end return s`, "1x2x3x"},
		{"comments", "--[==[ x ]] \n ]==] return 1 -- 2\n--[[ 3 ]]", "1"},
		{"sides of an assignment are evaluated once", `local n, t = 0, {} local function k() n = n + 1 return n end t[k()] = k() t[k()], t[k()] = k(), k() return n, t[1], t[3], t[4]`, "6 2 5 6"},
		{"an assignment takes as many values as it has targets", `local a, b, c = (function() return 1, 2, 3 end)() local d, e = 1 local f = 1, 2 return a, b, c, d, e, f`, "1 2 3 1 nil 1"},
		{"a global is nil until it is given", `local before = fresh fresh = 1 return before, fresh, _G.fresh`, "nil 1 1"},
		// gopher-lua reads this as "local function f"; Lua 5.1 gives nil.
		{"a local that is given a function is known in it", `local f = function() return f end return f() ~= nil`, "true"},
	})
}

func TestErrorFacts(t *testing.T) {
	check(t, []fact{
		{"an error stands where it was raised", "local function f()\n  error('no')\nend\nf()", "error t.lua:2:3: no"},
		{"level 2 blames the caller", "local function f()\n  error('no', 2)\nend\n  f()", "error t.lua:4:3: no"},
		{"level 0 says no place", `return pcall(error, "no", 0)`, "false no"},
		{"any value is an error", `local ok, e = pcall(error, { code = 2 }) return ok, e.code, select(2, pcall(error, nil)), select(2, pcall(error, false))`, "false 2 nil false"},
		{"pcall gives all values", `return pcall(function(...) return ..., "x" end, 1, 2)`, "true 1 x"},
		{"pcall of no function", `return (pcall(nil)), (pcall(1))`, "false false"},
		{"pcall within pcall", `return pcall(pcall, error, "x")`, "true false x"},
		{"xpcall asks its handler", `return xpcall(function() return 1, 2 end, error), select(2, xpcall(function() error({ n = 3 }) end, function(e) return e.n end))`, "true 3"},
		{"assert gives its arguments", `return assert(1, "m", 3)`, "1 m 3"},
		{"assert tells its message", "\nassert(nil, 'broken')", "error t.lua:2:1: broken"},
		{"assert has a message of its own", `assert(false)`, "error t.lua:1:1: assertion failed!"},
		{"a field of nil", "local t\n\nt.x = 1", "error t.lua:3:1: t is nil, where something that has x is wanted"},
		{"a call of nil", "local t = {}\nt.run()", "error t.lua:2:1: t.run is no function"},
		{"two tables have no order", `return {} < {}`, "error t.lua:1:1: attempt to compare table with table"},
		{"length of a number", "local n = 5\nreturn #n", "error t.lua:2:1: __len undefined"},
		{"arithmetic with nil", "local t = {}\nreturn t.n * 2", "error t.lua:2:8: t.n is nil"},
		{"setmetatable of no table", `setmetatable(1, {})`, "error t.lua:1:1: bad argument #1 to setmetatable (table expected, got number)"},
		{"type of nothing", `return type()`, "error t.lua:1:1: bad argument #1 to type (value expected)"},
		{"a string that does not end", "x = 1\ny = 'abc", "error t.lua:2:9: unexpected end of the script: unterminated string"},
		{"a block that does not end", "if x then\n  y()", "error t.lua:2:6: unexpected end of the script: syntax error"},
		{"an end too many", "x = 1 end", `error t.lua:1:7: syntax error near "end"`},
		{"break without a loop", "local x\nbreak", "error t.lua:2:1: no loop to break"},
		{"the rest where there is none", "function f() return ... end", "error t.lua:1:1: cannot use '...' outside a vararg function"},
	})
}
