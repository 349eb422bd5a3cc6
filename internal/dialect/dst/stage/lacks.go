package stage

import (
	"strings"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

// accept lets a component of Thicket's own take calls that nobody wrote for it, each with
// a notice, where files describe creatures: what such a file sets up is more than a brain
// asks for, and the rest of it counts. Without such files an unknown call is a fault.
func (st *Stage) accept(component string, class glua.LValue) {
	c, ok := class.(*glua.LTable)
	if !ok || st.Program.Lenient {
		return
	}
	if meta, ok := c.Metatable.(*glua.LTable); ok {
		meta.RawSetString("__index", st.Made(script.MadeLack, c, glua.LString(component)))
	}
}

func (st *Stage) openLacks() {
	st.Makers[script.MadeNothing] = func([]glua.LValue) glua.LGFunction { return func(*glua.LState) int { return 0 } }
	nothing := st.Made(script.MadeNothing)
	st.Makers[script.MadeLack] = func(of []glua.LValue) glua.LGFunction {
		if len(of) < 2 {
			return nil
		}
		component := of[1].String()
		return func(L *glua.LState) int {
			if key, ok := L.Get(2).(glua.LString); ok && isCall(string(key)) && st.describes() && !strings.HasPrefix(L.Where(1), script.OwnFolder) {
				st.Tell(component + ":" + string(key) + " is unknown: it does nothing, and gives nil")
				L.Push(nothing)
				return 1
			}
			L.Push(glua.LNil)
			return 1
		}
	}
}

// isCall reports whether a name is that of a method, and none that the engine looks for
// in components that may have it.
func isCall(name string) bool {
	return name != "" && name[0] >= 'A' && name[0] <= 'Z' && !strings.HasPrefix(name, "On") && name != "LongUpdate"
}

// describes reports whether a file has described a creature.
func (st *Stage) describes() bool {
	all, ok := st.Lua.Get("Prefabs").(*glua.LTable)
	if !ok {
		return false
	}
	k, _ := all.Next(glua.LNil)
	return k != glua.LNil
}
