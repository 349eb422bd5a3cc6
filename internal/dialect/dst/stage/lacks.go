package stage

import (
	"strings"

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
	st.Makers[script.MadeLack] = func(of []machine.Value) func(*machine.Call) int {
		if len(of) < 2 {
			return nil
		}
		component := script.Text(of[1])
		return func(c *machine.Call) int {
			if key, ok := c.Get(2).Text(); ok && isCall(key) && st.describes() && isUsers(c.Caller()) {
				st.Tell(component + ":" + key + " is unknown: it does nothing, and gives nil")
				return c.Give(nothing)
			}
			return c.Give(machine.Nil)
		}
	}
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
