package machine

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// author writes random programs that end, and whose output does not depend on what Lua leaves
// open: the order of pairs, addresses, lengths of lists with gaps, words of errors.
type author struct {
	*rand.Rand
	b      strings.Builder
	depth  int
	vars   []string
	funcs  []string
	loops  int
	names  int
	budget int
	rest   bool // ... is there
}

const prelude = `local function R(v) local t = type(v) if t == "table" or t == "function" then return t end return tostring(v) end
local function P(...) local s = {} for i = 1, select("#", ...) do s[i] = R((select(i, ...))) end print(table.concat(s, " ")) end
local function T(ok, ...) if ok then P("ok", ...) else local e = ... if type(e) == "string" and not e:find("^E") then e = "err" end P("no", e) end end
local function V(v) local s = tostring(v) return (type(v) == "table" or type(v) == "function" or s:find("inf") or s:find("nan")) and "?" or s end
local function S(ok, v) if not ok and type(v) == "string" then return "err" end return v end
local function M(n) local mt = {} local t = setmetatable({ n = n }, mt)
mt.__add = function(a, b) return "add" end mt.__sub = function(a, b) return type(a) .. "-" .. type(b) end mt.__mul = function(a, b) return M end
mt.__div = function(a) return a end mt.__mod = function(a, b) return b end mt.__pow = function() return 3, 4 end mt.__unm = function(a, b) return rawequal(a, b) end
mt.__concat = function(a, b) return (type(a) == "table" and "T" or a) .. "&" .. (type(b) == "table" and "T" or b) end
mt.__call = function(self, ...) return select("#", ...), ... end mt.__index = function(t, k) return R(k) .. "?" end
mt.__lt = function(a, b) return type(a) == "table" and type(b) == "table" and a.n < b.n end return t, mt end
local a, b, c, d = 1, "x", { 1, 2, 3 }, M(5)
local mt = getmetatable(d) mt.__eq = function(x, y) return rawget(x, "n") == rawget(y, "n") end
`

func (w *author) pick(list ...string) string { return list[w.IntN(len(list))] }

func (w *author) write(format string, args ...any) { fmt.Fprintf(&w.b, format, args...) }

func (w *author) number() string {
	return w.pick(`#""`, "1", "2", "3", "-1", "7", "10", "0.5", "-2.5", "1e3", "100", "255", "0x10", "1e15", "2^53", "1e300", "3.14", "65536", ".5", "1e-3")
}

func (w *author) text() string {
	return w.pick(`""`, `"a"`, `"abc"`, `"10"`, `"0x1f"`, `" 5 "`, `"1e2"`, `"hello world"`, `"a,b,,c"`, `"%d"`, `[[long]]`, `"\65\n\\"`, `"b\0c"`, `'z'`, `"-3"`, `"Ab1_"`)
}

func (w *author) name() string { return w.vars[w.IntN(len(w.vars))] }

func (w *author) fresh() string {
	w.names++
	return "v" + strconv.Itoa(w.names)
}

// expr writes an expression of any kind.
func (w *author) expr() string {
	w.depth++
	defer func() { w.depth-- }()
	if w.depth > 5 {
		return w.atom()
	}
	switch w.IntN(26) {
	case 0, 1, 2, 3, 4:
		return w.atom()
	case 5, 6, 7:
		return "(" + w.expr() + " " + w.pick("+", "-", "*", "/", "%") + " " + w.expr() + ")"
	case 8:
		return w.expr() + " .. " + w.expr()
	case 9:
		return "(" + w.expr() + " " + w.pick("==", "~=", "<", "<=", ">", ">=") + " " + w.expr() + ")"
	case 10, 11:
		return "(" + w.expr() + " " + w.pick("and", "or") + " " + w.expr() + ")"
	case 12:
		return w.pick("not ", "-", "#") + "(" + w.expr() + ")"
	case 13:
		return "(" + w.expr() + ")^" + w.pick("2", "0", "1", "3")
	case 14:
		return "(" + w.expr() + ")[ " + w.expr() + " ]"
	case 15:
		return "(" + w.expr() + ")." + w.pick("n", "x", "len", "y")
	case 16:
		return w.table()
	case 17:
		return w.function()
	case 18, 19:
		return w.call()
	case 20:
		return w.library()
	case 21:
		return "select(" + w.pick(`"#"`, "1", "2", "-1") + ", " + w.exprs(3) + ")"
	case 22:
		if w.rest {
			return "..."
		}
		return w.atom()
	case 23:
		return "V(" + w.scalar() + ")"
	case 24:
		return "tonumber(" + w.scalar() + w.pick("", "", ", 16", ", 2", ", 10") + ")"
	default:
		return "type(" + w.expr() + ")"
	}
}

func (w *author) scalar() string {
	return w.pick(w.number(), w.text(), "true", "nil", "a", "b")
}

func (w *author) atom() string {
	switch w.IntN(8) {
	case 0, 1:
		return w.number()
	case 2:
		return w.text()
	case 3:
		return w.pick("nil", "true", "false")
	}
	return w.name()
}

func (w *author) exprs(most int) string {
	list := make([]string, 1+w.IntN(most))
	for i := range list {
		list[i] = w.expr()
	}
	return strings.Join(list, ", ")
}

func (w *author) table() string {
	var items []string
	for range w.IntN(5) {
		switch w.IntN(5) {
		case 0:
			items = append(items, w.pick("x", "y", "n")+" = "+w.expr())
		case 1:
			items = append(items, "["+w.pick("-1", `"k"`, "true", "0.5", "1e300")+"] = "+w.expr())
		default:
			items = append(items, w.pick(w.number(), w.text(), "true", "("+w.call()+" or 1)"))
		}
	}
	return "{ " + strings.Join(items, w.pick(", ", "; ")) + " }"
}

// function writes a function of its own, whose loops and calls are bounded.
func (w *author) function() string {
	if w.depth > 4 {
		return "function(p) return p end"
	}
	outer, rest, loops := len(w.vars), w.rest, w.loops
	w.rest = w.IntN(3) == 0
	w.loops = 0
	params := []string{}
	for range w.IntN(3) {
		p := w.fresh()
		params = append(params, p)
	}
	w.vars = append(w.vars, params...)
	if w.rest {
		params = append(params, "...")
	}
	saved := w.b.String()
	w.b.Reset()
	w.depth++
	w.block(2)
	w.depth--
	body := w.b.String()
	ret := ""
	if w.IntN(5) > 0 {
		ret = " return " + w.exprs(3)
	}
	w.b.Reset()
	w.b.WriteString(saved)
	w.vars, w.rest, w.loops = w.vars[:outer], rest, loops
	return "function(" + strings.Join(params, ", ") + ")\n" + body + ret + " end"
}

func (w *author) call() string {
	if len(w.funcs) > 0 && w.IntN(3) > 0 {
		return w.pick(w.funcs...) + "(" + w.exprs(3) + ")"
	}
	return w.pick("d", w.name(), "(function(...) return ... end)", "M") + "(" + w.exprs(2) + ")"
}

func (w *author) library() string {
	t, n := w.pick("b", w.text(), w.text(), "a"), func() string { return w.pick("1", "2", "-1", "0", "3", "-2", "5", "2.7", "1e15", "65536") }
	switch w.IntN(26) {
	case 0:
		return "string.rep(" + t + ", " + w.pick(`#""`, "1", "2", "3") + ")"
	case 1:
		return "string.sub(" + t + ", " + n() + ", " + n() + ")"
	case 2:
		return "string.byte(" + t + ", " + n() + ", " + n() + ")"
	case 3:
		return "string.upper(" + t + ")"
	case 4:
		return "string.find(" + t + ", " + w.pattern() + w.pick("", ", "+n(), ", 1, true") + ")"
	case 5:
		return "string.match(" + t + ", " + w.pattern() + ")"
	case 6:
		return "string.gsub(" + t + ", " + w.pattern() + ", " + w.pick(`"<%0>"`, `"%1"`, `"-"`, "{ a = 'A', x = false, l = 1 }", "function(s) if s == 'a' then return 'AA' end end") + w.pick("", ", 1", ", 2") + ")"
	case 7:
		return "string.format(" + w.pick(`"%d"`, `"%5d|"`, `"%-5d|"`, `"%05d"`, `"%x"`, `"%X"`, `"%o"`, `"%c"`, `"%+d"`, `"%u"`, `"% d"`, `"%.3d"`, `"%#x"`) + ", " + w.pick("1", "42", "255", "-7", "0", "a", `"12"`, "65") + ")"
	case 8:
		return "string.format(" + w.pick(`"%g"`, `"%.3f"`, `"%e"`, `"%10.2f|"`, `"%-10g|"`, `"%.0f"`, `"%G"`, `"%E"`, `"%+.1e"`, `"%#g"`, `"%#.0f"`, `"%010.3f"`) + ", " + w.pick("1", "0.5", "1e20", "-2.5", "1/3", "a", "1e-7", "123456789") + ")"
	case 9:
		return "string.format(" + w.pick(`"%s"`, `"%10s|"`, `"%-10s|"`, `"%.2s"`, `"%q"`, `"%s %s"`, `"%%"`) + ", " + w.pick(`"abc"`, `"a\"b\n"`, "12", `"hello world"`) + ", " + w.number() + ")"
	case 10:
		return "string.reverse(" + t + ")"
	case 11:
		return "string.len(" + t + ")"
	case 12:
		return "math.floor(" + w.number() + ")"
	case 13:
		return "math." + w.pick("max", "min") + "(" + w.number() + ", " + w.number() + ", " + w.pick("a", w.number()) + ")"
	case 14:
		return "math." + w.pick("abs", "ceil", "sqrt", "modf", "frexp") + "(" + w.number() + ")"
	case 15:
		return "math.fmod(" + w.number() + ", " + w.number() + ")"
	case 16:
		return "table.concat({ " + w.number() + ", 2, " + w.pick(w.text(), "true", "b or 1") + " }, " + w.pick(`""`, `","`, "1") + ")"
	case 17:
		return "unpack({ " + w.exprs(3) + " }, " + w.pick("1", "2", "0") + ", " + w.pick("1", "2", "3") + ")"
	case 18:
		return "rawget(" + w.pick("c", "d") + ", " + w.pick("1", `"n"`, "2") + ")"
	case 19:
		return "rawequal(" + w.expr() + ", " + w.expr() + ")"
	case 20:
		return "pcall(" + w.pick("error", "M", "string.rep", "d", "assert") + ", " + w.scalar() + w.pick("", ", 0", ", 2") + ") and 1"
	case 21:
		return "getmetatable(" + w.pick("c and {}", "{}", "M(1)") + ")"
	case 22:
		return "string.char(" + w.pick("65", "66, 67", "48", "200") + ")"
	case 23:
		return "string.lower(" + t + "):len()"
	case 24:
		return "(" + t + "):" + w.pick("upper()", "rep(2)", "sub(2)", "len()", "byte()", "reverse()")
	default:
		return "next({ " + w.scalar() + " })"
	}
}

func (w *author) pattern() string {
	return w.pick(`"a"`, `"."`, `"%a+"`, `"%d*"`, `"(%w)(%w*)"`, `"^%s*(.-)%s*$"`, `"[a-c]"`, `"[^,]*"`, `","`, `"()"`, `"%s"`, `"l+"`, `".-o"`, `"%b()"`, `"x?"`, `"(.)%1"`, `"%f[%w]%w+"`, `"[%w_]-$"`, `"("`, `"%"`, `"[a"`)
}

func (w *author) block(n int) {
	outer, funcs := len(w.vars), len(w.funcs)
	for range 1 + w.IntN(n) {
		if w.budget--; w.budget < 0 {
			break
		}
		w.stmt()
	}
	w.vars, w.funcs = w.vars[:outer], w.funcs[:funcs]
}

func (w *author) stmt() {
	w.depth++
	defer func() { w.depth-- }()
	deep := w.depth > 4
	switch k := w.IntN(22); {
	case k < 4:
		w.write("T(pcall(function() return %s end))\n", w.outside(func() string { return w.exprs(3) }))
	case k < 6:
		v := w.fresh()
		w.write("local %s = %s\n", v, w.safe())
		w.vars = append(w.vars, v)
	case k == 6:
		v, u := w.fresh(), w.fresh()
		w.write("local %s, %s = %s\n", v, u, w.safe())
		w.vars = append(w.vars, v, u)
	case k == 7:
		w.write("%s = %s\n", w.name(), w.safe())
	case k == 8:
		w.write("%s, %s = %s, %s\n", w.name(), w.name(), w.safe(), w.safe())
	case k == 9:
		w.write("pcall(function() %s[%s] = %s end)\n", w.pick("c", w.name()), w.pick(`"x"`, `"y"`, "0.5", "true"), w.outside(w.expr))
	case k == 10 && !deep:
		w.write("if %s then\n", w.safe())
		w.block(3)
		if w.IntN(2) == 0 {
			w.write("elseif %s then\n", w.safe())
			w.block(2)
		}
		if w.IntN(2) == 0 {
			w.write("else\n")
			w.block(2)
		}
		w.write("end\n")
	case k == 11 && !deep:
		v := w.fresh()
		w.write("for %s = %s do\n", v, w.pick("1, 3", "3, 1, -1", "1, 2, 0.5", "0, 1, 0.25", "5, 1", "-1, 1", `"1", "2"`, "0.1, 1, 0.3", "1, 0"))
		w.loop([]string{v})
	case k == 12 && !deep:
		v, u := w.fresh(), w.fresh()
		w.write("for %s, %s in %s do\n", v, u, w.pick(`ipairs({ "a", 2, false })`, `("a=1,b=2"):gmatch("(%w)=(%w)")`, "pairs({ 5, 6, 7 })", "next, { 1, 2 }", "function(s, i) if i < 2 then return i + 1, s end end, 'q', 0"))
		w.loop([]string{v, u})
	case k == 13 && !deep:
		v := w.fresh()
		w.write("local %s = 0\nwhile %s < %d do %s = %s + 1\n", v, v, w.IntN(4), v, v)
		w.loop(nil)
	case k == 14 && !deep:
		v, u := w.fresh(), w.fresh()
		w.write("local %s = 0\nrepeat %s = %s + 1\nlocal %s = %s\n", v, v, v, u, w.safe())
		w.vars = append(w.vars, u)
		w.block(2)
		w.write("until %s or %s > 2\n", u, v)
		w.vars = w.vars[:len(w.vars)-1]
	case k == 15 && !deep:
		f := w.fresh()
		w.write("local %s = %s\n", f, w.function())
		w.write("local n%s, g%s = 0, %s %s = function(...) n%s = n%s + 1 if n%s > 4 then return n%s end return g%s(...) end\n", f, f, f, f, f, f, f, f, f)
		w.funcs = append(w.funcs, f)
	case k == 16:
		w.write("T(pcall(%s, %s))\n", w.pick("error", "assert", "M", "tostring", w.name()), w.pick("nil", `"E1", 0`, "false, 'E2'", "5", w.safe()))
	case k == 17:
		w.write("T(xpcall(function() return %s end, function(e) return type(e) end))\n", w.outside(func() string { return w.exprs(2) }))
	case k == 18:
		v := w.fresh()
		w.write("local %s = { %s }\npcall(table.sort, %s%s)\nT(pcall(table.concat, %s, ','))\n", v, w.pick("3, 1, 2", `"b", "a", "c"`, "5, 5, 1, 4, 2, 8, 7", `1, "x"`, "2, 1, 2, 1, 2, 1, 3, 9, 0, 4", ""), v,
			w.pick("", ", function(x, y) return x > y end", ", function(x, y) return x % 3 < y % 3 end"), v)
	case k == 19:
		w.write("T(pcall(function() table.insert(c, %s) return #c, table.remove(c%s), #c end))\n", w.pick("1", "1, 9", "math.min(2, #c + 1), 'i'"), w.pick("", ", 1", ", 2"))
	case k == 20 && w.loops > 0:
		w.write("if %s then break end\n", w.safe())
	default:
		w.write("P(%s)\n", w.name())
	}
}

func (w *author) loop(names []string) {
	w.vars = append(w.vars, names...)
	w.loops++
	w.block(3)
	w.loops--
	w.vars = w.vars[:len(w.vars)-len(names)]
	w.write("end\n")
}

// outside writes an expression within a function of its own, which has no ....
func (w *author) outside(f func() string) string {
	rest := w.rest
	w.rest = false
	defer func() { w.rest = rest }()
	return f()
}

// safe writes an expression whose errors are caught.
func (w *author) safe() string {
	switch w.IntN(5) {
	case 0:
		return w.atom()
	case 1:
		return w.table2()
	case 2:
		return w.number()
	}
	return "S(pcall(function() return " + w.outside(w.expr) + " end))"
}

func (w *author) table2() string {
	return w.pick("{}", "{ 1, 2, 3 }", `{ x = 1, "a" }`, "M(2)", "(M(5))")
}

func program(seed uint64) string {
	w := &author{Rand: rand.New(rand.NewPCG(seed, 1)), vars: []string{"a", "b", "c", "d"}, budget: 24}
	for w.budget > 0 {
		w.block(8)
	}
	return prelude + w.b.String()
}

// TestRandomPrograms compares random programs with C Lua. LUA_PROGRAMS says how many, and
// LUA_SEED from which on.
func TestRandomPrograms(t *testing.T) {
	lua := reference(t)
	total, first := 300, uint64(1)
	if n, err := strconv.Atoi(os.Getenv("LUA_PROGRAMS")); err == nil {
		total = n
	}
	if n, err := strconv.ParseUint(os.Getenv("LUA_SEED"), 10, 64); err == nil {
		first = n
	}
	const batch = 300
	bad, long, without := 0, 0, 0
	for from := 0; from < total && bad < 10; from += batch {
		var sources []string
		for i := from; i < min(from+batch, total); i++ {
			sources = append(sources, program(first+uint64(i)))
		}
		for i, want := range answers(t, lua, sources) {
			if strings.HasPrefix(want, "refused: ") {
				t.Errorf("seed %d: no Lua: %s\n%s", first+uint64(from+i), want, sources[i])
				bad++
				continue
			}
			if want == endless {
				without++
				continue
			}
			if len(want) > 1200 {
				long++
				continue // it calls itself until the stack is full, which is another one
			}
			got := output(sources[i], Options{})
			if alike(got) != alike(want) && bad < 10 {
				bad++
				t.Errorf("seed %d:\n%s\ngot\n%s\nwant\n%s", first+uint64(from+i), sources[i][len(prelude):], got, want)
			}
		}
	}
	t.Logf("%d programs, of which %d were left out for their length, and %d without end", total, long, without)
}
