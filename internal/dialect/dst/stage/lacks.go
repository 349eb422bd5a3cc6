package stage

import (
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// accept lets a component of Thicket's own take calls that nobody wrote for it, each with
// a notice, where files describe creatures: what such a file sets up is more than a brain
// asks for, and the rest of it counts. Without such files an unknown call is a fault.
func (st *Stage) accept(component string, class machine.Value) {
	c := class.Table()
	if c == nil || st.Program.Lenient {
		return
	}
	if meta := c.Meta(); meta != nil {
		st.Lua.SetField(meta, "__index", st.Made(script.MadeLack, class, st.Lua.Constant(component)))
	}
}

func (st *Stage) openLacks() {
	st.Makers[script.MadeNothing] = func([]machine.Value) func(*machine.Call) int { return func(*machine.Call) int { return 0 } }
	nothing := st.Made(script.MadeNothing)
	st.Makers[script.MadeConstants] = func(of []machine.Value) func(*machine.Call) int {
		if len(of) < 1 {
			return nil
		}
		path := script.Text(of[0]) + "."
		return func(c *machine.Call) int {
			if name, ok := c.Get(2).Text(); ok && isUsers(c.Caller()) {
				st.unknown(path+name+" is unknown: nil", name, c.Get(1).Table())
			}
			return c.Give(machine.Nil)
		}
	}
	st.Makers[script.MadeLack] = func(of []machine.Value) func(*machine.Call) int {
		if len(of) < 2 {
			return nil
		}
		component := script.Text(of[1])
		return func(c *machine.Call) int {
			if key, ok := c.Get(2).Text(); ok && isCall(key) && st.describes() && isUsers(c.Caller()) {
				st.unknown(component+":"+key+" is unknown: it does nothing, and gives nil", key, of[0].Table())
				return c.Give(nothing)
			}
			return c.Give(machine.Nil)
		}
	}
}

// constants makes the metatable of a table of constants: a name that it does not have is nil, and told.
func (st *Stage) constants(name machine.Value) machine.Value {
	meta := st.Lua.NewTable()
	st.Lua.SetField(meta, "__index", st.Made(script.MadeConstants, name))
	return meta.V()
}

// unknown tells of a name that nobody knows, and of the one in a table, or of all components where
// there is none, that may be meant.
func (st *Stage) unknown(text, name string, among *machine.Table) {
	st.Tell(text + hint(name, among))
}

// nearly tells of a name that a table of constants takes, as it takes any, although it is nearly another that
// the table, or a text, lists.
func (st *Stage) nearly(of string, key, known machine.Value) {
	name, isText := key.Text()
	if !isText || strings.ContainsAny(name, "0123456789") { // which are often one of a row
		return
	}
	among := known.Table()
	if text, ok := known.Text(); ok {
		if slices.Contains(strings.Fields(text), name) {
			return
		}
		if among = nil; syntax.Closest(name, strings.Fields(text)) != "" {
			st.Tell(of + "." + name + " is unknown: a value of its own stands in for it; " + (&syntax.Error{}).Suggest(name, strings.Fields(text)).Hint)
		}
		return
	}
	if may := hint(name, among); may != "" {
		st.Tell(of + "." + name + " is unknown: a value of its own stands in for it" + may)
	}
}

// hint asks whether a name of a table was meant by another; empty where none is near.
func hint(name string, among *machine.Table) string {
	var names []string
	for t := range 2 {
		if among == nil {
			break
		}
		for k := range among.Pairs {
			if text, ok := k.Text(); ok && !strings.HasPrefix(text, "_") {
				names = append(names, text)
			}
		}
		if among = among.Meta(); t == 0 && among != nil {
			among = among.Field("__index").Table()
		}
	}
	if e := (&syntax.Error{}).Suggest(name, names); e.Hint != "" {
		return "; " + e.Hint
	}
	return ""
}

// need ends a script that gave a function of Thicket's own something else than a number, the first
// argument, as an argument of the number that the second says. A third one asks for a list instead.
func (st *Stage) need(c *machine.Call) {
	v, wanted := c.Get(1), "a number"
	_, ok := script.AsNumber(v)
	if c.Get(3).Truth() {
		ok, wanted = v.Table() != nil, "a list"
	}
	if ok || st.Program.Lenient {
		return
	}
	name := c.ArgumentOfUser(1)
	if name == "" {
		n, _ := c.Get(2).Number()
		name = "argument " + strconv.Itoa(int(n))
	}
	st.Lua.Raise("%s is %s, where %s is wanted", name, script.Describe(v), wanted)
}

// isUsers reports whether a piece of code is none of Thicket's own.
func isUsers(c *machine.Chunk) bool { return c == nil || !strings.HasPrefix(c.Name, script.OwnFolder) }

// isCall reports whether a name is that of a method, and none that the engine looks for
// in components that may have it.
func isCall(name string) bool {
	return name != "" && name[0] >= 'A' && name[0] <= 'Z' && !strings.HasPrefix(name, "On") && name != "LongUpdate"
}

// describes reports whether a file has described a creature.
func (st *Stage) describes() bool {
	all := st.Lua.Global("Prefabs").Table()
	if all == nil {
		return false
	}
	k, _, _ := all.Next(machine.Nil)
	return !k.IsNil()
}
