package stage

import (
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"

	"github.com/thicket-sim/thicket/behavior/host"
)

// Setting is a number, a text or a truth value that a scene gives brains, by its name.
type Setting struct {
	Name  string
	Value host.Value
}

// Extend gives settings to the brains that are loaded from now on.
func Extend(reg *host.Registry, settings []Setting) {
	reg.Overlay("dst").Config = settings
}

// setting returns a setting of the scene; nil if it has none of that name.
func (vw *View) setting(name string) machine.Value {
	all, _ := vw.Program.Own.Config.([]Setting)
	for _, s := range all {
		if s.Name == name {
			return vw.ToLua(s.Value)
		}
	}
	return machine.Nil
}

// settings lists the scene's settings for Thicket's own files.
func (vw *View) settings() machine.Value {
	all, _ := vw.Program.Own.Config.([]Setting)
	list := vw.Lua.NewTable()
	for _, s := range all {
		t := vw.Lua.NewTable()
		vw.Lua.SetField(t, "name", vw.Lua.Constant(s.Name))
		vw.Lua.SetField(t, "value", vw.ToLua(s.Value))
		vw.Lua.Append(list, t.V())
	}
	return list.V()
}
