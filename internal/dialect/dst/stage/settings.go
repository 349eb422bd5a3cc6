package stage

import (
	glua "github.com/yuin/gopher-lua"

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
func (vw *View) setting(name string) glua.LValue {
	all, _ := vw.Program.Own.Config.([]Setting)
	for _, s := range all {
		if s.Name == name {
			return vw.ToLua(s.Value)
		}
	}
	return glua.LNil
}

// settings lists the scene's settings for Thicket's own files.
func (vw *View) settings() glua.LValue {
	all, _ := vw.Program.Own.Config.([]Setting)
	list := vw.L.CreateTable(len(all), 0)
	for _, s := range all {
		t := vw.L.NewTable()
		t.RawSetString("name", glua.LString(s.Name))
		t.RawSetString("value", vw.ToLua(s.Value))
		list.Append(t)
	}
	return list
}
