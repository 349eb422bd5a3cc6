package stage

import (
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/lua/profile"

	"github.com/thicket-sim/thicket/behavior/host"
)

// Setting is a number, a text or a truth value that a scene gives brains, by its name.
type Setting struct {
	Name  string
	Value host.Value
}

// config is what a scene, and who runs it, say of all brains.
type config struct {
	settings []Setting
	recorder *profile.Recorder
}

func configOf(own *host.Overlay) *config {
	c, ok := own.Config.(*config)
	if !ok {
		c = &config{}
		own.Config = c
	}
	return c
}

// Extend gives settings to the brains that are loaded from now on.
func Extend(reg *host.Registry, settings []Setting) {
	configOf(reg.Overlay("dst")).settings = settings
}

// Record has a recorder gather where the time of scripts goes in games that begin from now on.
func Record(reg *host.Registry, by *profile.Recorder) { configOf(reg.Overlay("dst")).recorder = by }

// Recorder is the one of Record; nil for none.
func (vw *View) Recorder() *profile.Recorder { return configOf(vw.Program.Own).recorder }

// setting returns a setting of the scene; nil if it has none of that name.
func (vw *View) setting(name string) machine.Value {
	all := configOf(vw.Program.Own).settings
	for _, s := range all {
		if s.Name == name {
			return vw.ToLua(s.Value)
		}
	}
	return machine.Nil
}

// settings lists the scene's settings for Thicket's own files.
func (vw *View) settings() machine.Value {
	all := configOf(vw.Program.Own).settings
	list := vw.Lua.NewTable()
	for _, s := range all {
		t := vw.Lua.NewTable()
		vw.Lua.SetField(t, "name", vw.Lua.Constant(s.Name))
		vw.Lua.SetField(t, "value", vw.ToLua(s.Value))
		vw.Lua.Append(list, t.V())
	}
	return list.V()
}
