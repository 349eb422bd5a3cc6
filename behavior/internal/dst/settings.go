package dst

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
)

// setting is a number, a text or a truth value that a scene gives brains, by its name.
type setting struct {
	Name  string
	Value host.Value
}

// extend gives settings to the brains that are loaded from now on.
func extend(reg *host.Registry, settings []setting) {
	reg.Overlay("dst").Config = settings
}

// setting returns a setting of the scene; nil if it has none of that name.
func (vw *view) setting(name string) glua.LValue {
	all, _ := vw.program.own.Config.([]setting)
	for _, s := range all {
		if s.Name == name {
			return vw.toLua(s.Value)
		}
	}
	return glua.LNil
}

// settings lists the scene's settings for Thicket's own files.
func (vw *view) settings() glua.LValue {
	all, _ := vw.program.own.Config.([]setting)
	list := vw.L.CreateTable(len(all), 0)
	for _, s := range all {
		t := vw.L.NewTable()
		t.RawSetString("name", glua.LString(s.Name))
		t.RawSetString("value", vw.toLua(s.Value))
		list.Append(t)
	}
	return list
}
