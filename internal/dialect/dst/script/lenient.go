package script

import (
	"regexp"
	"strings"

	glua "github.com/yuin/gopher-lua"
)

// In a lenient file what is nil may be used: indexed, called or reckoned with it gives
// a stub, with a notice. A script that asks first whether something is nil goes on as
// ever. Stubs, and what is calculated with them, get to wherever a number, a text, a
// list, a node or an entity is wanted. None of that ends a script.

// oddTexts is what scripts may do to texts although it makes no sense.
var oddTexts = []string{"__call", "__newindex", "__add", "__sub", "__mul", "__div", "__mod", "__pow", "__unm", "__concat"}

// openOdd lets scripts index what is no table, call what is no function, and
// calculate with what is no number.
func (le *leniency) openOdd() {
	things := le.L.NewTable()
	for k, v := le.stubMeta.Next(glua.LNil); k != glua.LNil; k, v = le.stubMeta.Next(k) {
		things.RawSet(k, v)
	}
	set := func(name string, f glua.LGFunction) { things.RawSetString(name, le.L.NewFunction(f)) }
	set("__index", func(L *glua.LState) int {
		key, ok := L.Get(2).(glua.LString)
		if !ok {
			L.Push(glua.LNil)
			return 1
		}
		L.Push(le.stubKey(le.odd(L.Get(1), key), string(key)))
		return 1
	})
	set("__call", func(L *glua.LState) int {
		if L.Get(1) != glua.LNil {
			L.Push(L.Get(1))
			return 1
		}
		name := le.Lua.Nil("")
		if name == "" {
			name = "nil"
		}
		return le.callStub(le.StubOf(le.Missing(name)))
	})
	for _, name := range []string{"__add", "__sub", "__mul", "__div", "__mod", "__pow", "__unm", "__concat"} {
		f := things.RawGetString(name).(*glua.LFunction).GFunction
		set(name, func(L *glua.LState) int {
			if L.Get(1) == glua.LNil || L.Get(2) == glua.LNil && name != "__unm" {
				if of := le.Lua.Nil(""); of != "" {
					le.Tell(of + " is unknown: a stub stands in for it")
				}
			}
			return f(L)
		})
	}
	set("__newindex", func(L *glua.LState) int {
		if key, ok := L.Get(2).(glua.LString); ok {
			if t := le.odd(L.Get(1), key); len(le.StubOf(t).Fields) < MostStubs {
				le.StubOf(t).Fields[string(key)] = L.Get(3)
			}
		}
		return 0
	})
	set("__len", func(L *glua.LState) int {
		L.Push(glua.LNumber(0))
		return 1
	})
	nothing := le.L.NewFunction(func(*glua.LState) int { return 0 })
	for _, v := range []glua.LValue{glua.LNil, glua.LTrue, glua.LNumber(0), nothing} {
		le.L.SetMetatable(v, things)
	}
	texts := le.L.GetMetatable(glua.LString("")).(*glua.LTable)
	for _, name := range oddTexts {
		texts.RawSetString(name, things.RawGetString(name))
	}
}

// Excuse runs f, in which what is nil may be used as in a lenient file, a file that is
// not there is a stub, and what is built in stays as it is.
func (le *leniency) Excuse(f func()) {
	if le.Program.Lenient {
		le.Lua.Keeping(f)
		return
	}
	if le.stubMeta == nil {
		le.makeStubs()
	}
	kinds := []glua.LValue{glua.LNil, glua.LTrue, glua.LNumber(0), le.L.NewFunction(func(*glua.LState) int { return 0 })}
	before := make([]glua.LValue, len(kinds))
	for i, v := range kinds {
		before[i] = le.L.GetMetatable(v)
	}
	texts := le.L.GetMetatable(glua.LString("")).(*glua.LTable)
	ofTexts := map[string]glua.LValue{}
	for _, name := range oddTexts {
		ofTexts[name] = texts.RawGetString(name)
	}
	le.openOdd()
	le.Program.excused = true
	defer func() {
		le.Program.excused = false
		for i, v := range kinds {
			le.L.SetMetatable(v, before[i])
		}
		for _, name := range oddTexts {
			texts.RawSetString(name, ofTexts[name])
		}
	}()
	le.Lua.Keeping(f)
}

// odd returns the stub for what a script indexes with a key although it is no table.
func (le *leniency) odd(v glua.LValue, key glua.LString) *glua.LTable {
	name := v.Type().String()
	if v == glua.LNil {
		if of := le.Lua.Nil(string(key)); of != "" {
			name = of
		}
	}
	return le.Missing(name)
}

// takes lists what library functions take, a letter for each argument, the last
// one for all that follow: T a table, N a number, S a text, F a function, P a
// number or a text, K any key, R a replacement, * anything. A small letter also
// allows nil. % stands for what the format, the first argument, asks for.
var takes = []struct{ lib, name, kinds string }{
	{"", "ipairs", "T"}, {"", "pairs", "T"}, {"", "next", "T*"}, {"", "unpack", "Tn"}, {"", "rawget", "TK"}, {"", "rawset", "TK*"},
	{"", "setmetatable", "Tt"}, {"", "tonumber", "pn"}, {"", "tostring", "*"}, {"", "type", "*"}, {"", "select", "P*"},
	{"table", "concat", "Tsn"}, {"table", "insert", "T*"}, {"table", "remove", "Tn"}, {"table", "sort", "TF"}, {"table", "getn", "T"},
	{"table", "maxn", "T"}, {"table", "foreach", "TF"}, {"table", "foreachi", "TF"}, {"table", "removearrayvalue", "T*"},
	{"string", "byte", "Sn"}, {"string", "char", "N"}, {"string", "find", "SSn*"}, {"string", "format", "S%"}, {"string", "gmatch", "SS"},
	{"string", "gsub", "SSRn"}, {"string", "len", "S"}, {"string", "lower", "S"}, {"string", "match", "SSn"}, {"string", "rep", "SN"},
	{"string", "reverse", "S"}, {"string", "sub", "SNn"}, {"string", "upper", "S"}, {"string", "split", "Ss"},
}

// acceptStubs makes library functions accept any arguments.
func (le *leniency) acceptStubs() {
	for _, f := range takes {
		if f.lib == "" {
			le.Lua.Define(f.name, le.accepting(le.Lua.Get(f.name), f.kinds))
			continue
		}
		le.acceptIn(f.lib, f.name, f.kinds)
	}
	draw := le.L.GetField(le.Lua.Get("math"), "random") // also from an empty interval
	for _, name := range le.Lua.Library("math") {
		le.acceptIn("math", name, "N")
	}
	le.Lua.AddToLibrary("math", "random", le.L.NewFunction(func(L *glua.LState) int {
		least, most := 1.0, 0.0
		switch L.GetTop() {
		case 0:
			L.Push(le.Lua.Call(draw))
			return 1
		case 1:
			most = stubNumber(L.Get(1))
		default:
			least, most = stubNumber(L.Get(1)), stubNumber(L.Get(2))
		}
		L.Push(le.Lua.Call(draw, glua.LNumber(least), glua.LNumber(max(least, most))))
		return 1
	}))
}

func (le *leniency) acceptIn(lib, name, kinds string) {
	if f, ok := le.L.GetField(le.Lua.Get(lib), name).(*glua.LFunction); ok {
		le.Lua.AddToLibrary(lib, name, le.accepting(f, kinds))
	}
}

func (le *leniency) accepting(f glua.LValue, kinds string) *glua.LFunction {
	return le.L.NewFunction(func(L *glua.LState) int {
		kinds, top := kinds, L.GetTop()
		if kinds == "S%" {
			kinds = formatTakes(le.StubText(L.Get(1)))
		}
		needed := len(kinds) - len(strings.TrimLeft(kinds, "TNSRFKP"))
		args := max(top, needed, 1)
		L.SetTop(args) // missing arguments are nil
		L.Push(f)
		for i := range args {
			L.Push(le.as(kinds[min(i, len(kinds)-1)], L.Get(i+1)))
		}
		L.Call(args, glua.MultRet)
		return L.GetTop() - args
	})
}

// formatTakes returns what string.format takes with a format, as in takes.
func formatTakes(text string) string {
	kinds := "S"
	for _, part := range directives.FindAllString(text, -1) {
		switch part[len(part)-1] {
		case '%':
		case 's', 'q':
			kinds += "S"
		default:
			kinds += "N"
		}
	}
	return kinds + "*"
}

var directives = regexp.MustCompile(`%[-+ #0-9.]*.`)

// as converts a value to what a function takes, see takes.
func (le *leniency) as(kind byte, v glua.LValue) glua.LValue {
	if kind >= 'a' && v == glua.LNil {
		return v
	}
	_, isTable := v.(*glua.LTable)
	isOdd := v.Type() != glua.LTNumber && v.Type() != glua.LTString && (!isTable || le.StubOf(v) != nil)
	switch kind {
	case 'T', 't':
		if !isTable {
			return le.L.NewTable()
		}
	case 'N', 'n':
		return glua.LNumber(stubNumber(v))
	case 'S', 's':
		return glua.LString(le.StubText(v))
	case 'P', 'p':
		if isOdd {
			return glua.LNumber(stubNumber(v))
		}
	case 'K':
		if v == glua.LNil {
			return glua.LString("nil")
		}
	case 'R':
		if isOdd && v.Type() != glua.LTFunction {
			return glua.LString(le.StubText(v))
		}
	case 'F':
		if v.Type() != glua.LTFunction {
			return le.L.NewFunction(func(L *glua.LState) int {
				L.Push(glua.LBool(lenientLess(L.Get(1), L.Get(2))))
				return 1
			})
		}
	}
	return v
}

// lenientLess orders values for table.sort: texts by their letters, all others as
// numbers.
func lenientLess(a, b glua.LValue) bool {
	x, isText := a.(glua.LString)
	y, isTextToo := b.(glua.LString)
	if isText && isTextToo {
		return x < y
	}
	return stubNumber(a) < stubNumber(b)
}
