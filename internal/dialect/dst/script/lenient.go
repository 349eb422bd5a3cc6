package script

import (
	"cmp"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
)

// In a lenient file what is nil may be used: indexed, called or reckoned with it gives
// a stub, with a notice. A script that asks first whether something is nil goes on as
// ever. Stubs, and what is calculated with them, get to wherever a number, a text, a
// list, a node or an entity is wanted. None of that ends a script.

// oddTexts is what scripts may do to texts although it makes no sense, and oddKinds the kinds of
// which they may do anything with any value.
var (
	oddTexts = []string{"__call", "__newindex", "__add", "__sub", "__mul", "__div", "__mod", "__pow", "__unm", "__concat"}
	oddKinds = [...]machine.Kind{machine.KindNil, machine.KindBool, machine.KindNumber, machine.KindFunction}
)

// openOdd lets scripts index what is no table, call what is no function, and
// calculate with what is no number.
func (le *leniency) openOdd() {
	things := le.Lua.NewTable()
	le.Offer(things, "__index", func(c *machine.Call) int {
		key, ok := c.Get(2).Text()
		if !ok {
			return c.Give(machine.Nil)
		}
		return c.Give(le.stubKey(le.odd(c.Get(1)), key))
	})
	le.Offer(things, "__call", func(c *machine.Call) int {
		if !c.Get(1).IsNil() {
			return c.Give(c.Get(1))
		}
		return le.callStub(c, le.Missing(cmp.Or(le.Lua.Subject(), "nil")))
	})
	odds := le.odds()
	for _, name := range SortedKeys(odds) {
		le.Offer(things, name, func(c *machine.Call) int {
			if name != "__tostring" && (c.Get(1).IsNil() || c.Get(2).IsNil() && name != "__unm") {
				if of := le.Lua.Subject(); of != "" {
					le.Tell(of + " is unknown: a stub stands in for it")
				}
			}
			return odds[name](c)
		})
	}
	le.Offer(things, "__newindex", func(c *machine.Call) int {
		if key, ok := c.Get(2).Text(); ok {
			if s := le.odd(c.Get(1)); len(s.Fields) < MostStubs {
				s.Fields[key] = c.Get(3)
			}
		}
		return 0
	})
	le.Offer(things, "__len", func(c *machine.Call) int { return c.Give(machine.Number(0)) })
	for _, kind := range oddKinds {
		*le.Lua.KindMeta(kind) = things
	}
	texts := *le.Lua.KindMeta(machine.KindText)
	for _, name := range oddTexts {
		le.Lua.SetField(texts, name, things.Field(name))
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
	var before [len(oddKinds)]*machine.Table
	for i, kind := range oddKinds {
		before[i] = *le.Lua.KindMeta(kind)
	}
	texts := *le.Lua.KindMeta(machine.KindText)
	ofTexts := map[string]machine.Value{}
	for _, name := range oddTexts {
		ofTexts[name] = texts.Field(name)
	}
	le.openOdd()
	le.Program.excused = true
	defer func() {
		le.Program.excused = false
		for i, kind := range oddKinds {
			*le.Lua.KindMeta(kind) = before[i]
		}
		for _, name := range oddTexts {
			le.Lua.SetField(texts, name, ofTexts[name])
		}
	}()
	le.Lua.Keeping(f)
}

// odd returns the stub for what a script indexes although it is no table.
func (le *leniency) odd(v machine.Value) *Stub {
	name := v.Kind().String()
	if v.IsNil() {
		name = cmp.Or(le.Lua.Subject(), name)
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
			le.Lua.Define(f.name, le.accepting(f.name, le.Lua.Global(f.name), f.kinds))
			continue
		}
		le.acceptIn(f.lib, f.name, f.kinds)
	}
	draw := le.Lua.Global("math").Table().Field("random") // also from an empty interval
	for _, name := range le.Lua.Library("math") {
		le.acceptIn("math", name, "N")
	}
	le.Lua.AddToLibrary("math", "random", le.Lua.NewFunction("random", func(c *machine.Call) int {
		least, most := 1.0, 0.0
		switch c.Len() {
		case 0:
			return c.Give(le.Lua.Call(draw))
		case 1:
			most = stubNumber(c.Get(1))
		default:
			least, most = stubNumber(c.Get(1)), stubNumber(c.Get(2))
		}
		return c.Give(le.Lua.Call(draw, machine.Number(least), machine.Number(max(least, most))))
	}).V())
}

func (le *leniency) acceptIn(lib, name, kinds string) {
	if f := le.Lua.Global(lib).Table().Field(name); f.Function() != nil {
		le.Lua.AddToLibrary(lib, name, le.accepting(name, f, kinds))
	}
}

func (le *leniency) accepting(name string, f machine.Value, kinds string) machine.Value {
	return le.Lua.NewFunction(name, func(c *machine.Call) int {
		kinds := kinds
		if kinds == "S%" {
			kinds = formatTakes(le.StubText(c.Get(1)))
		}
		needed := len(kinds) - len(strings.TrimLeft(kinds, "TNSRFKP"))
		args := make([]machine.Value, max(c.Len(), needed, 1)) // missing arguments are nil
		for i := range args {
			args[i] = le.as(kinds[min(i, len(kinds)-1)], c.Get(i+1))
		}
		results := slices.Clone(le.Lua.CallAll(f, args...))
		for _, v := range results {
			c.Push(v)
		}
		return len(results)
	}).V()
}

// formatTakes returns what string.format takes with a format, as in takes.
func formatTakes(text string) string {
	kinds := "S"
	for _, part := range directives().FindAllString(text, -1) {
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

var directives = lazy.Regexp(`%[-+ #0-9.]*.`)

// as converts a value to what a function takes, see takes.
func (le *leniency) as(kind byte, v machine.Value) machine.Value {
	if kind >= 'a' && v.IsNil() {
		return v
	}
	isTable := v.Table() != nil
	isOdd := !IsText(v) && (!isTable || le.StubOf(v) != nil)
	switch kind {
	case 'T', 't':
		if !isTable {
			return le.Lua.NewTable().V()
		}
	case 'N', 'n':
		return machine.Number(stubNumber(v))
	case 'S', 's':
		return machine.String(le.StubText(v))
	case 'P', 'p':
		if isOdd {
			return machine.Number(stubNumber(v))
		}
	case 'K':
		if v.IsNil() {
			return machine.String("nil")
		}
	case 'R':
		if isOdd && v.Function() == nil {
			return machine.String(le.StubText(v))
		}
	case 'F':
		if v.Function() == nil {
			return le.Lua.NewFunction("less", func(c *machine.Call) int {
				return c.Give(machine.Bool(lenientLess(c.Get(1), c.Get(2))))
			}).V()
		}
	}
	return v
}

// lenientLess orders values for table.sort: texts by their letters, all others as
// numbers.
func lenientLess(a, b machine.Value) bool {
	x, isText := a.Text()
	y, isTextToo := b.Text()
	if isText && isTextToo {
		return x < y
	}
	return stubNumber(a) < stubNumber(b)
}
