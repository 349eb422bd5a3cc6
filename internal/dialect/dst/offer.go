package dst

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/dst/stage"
)

// Setting is a number, a text or a truth value that a scene gives brains, by its
// name.
type Setting struct {
	Name  string
	Value host.Value
}

// Extend gives settings to the brains that are loaded from now on.
func Extend(reg *host.Registry, settings []Setting) {
	all := make([]stage.Setting, len(settings))
	for i, s := range settings {
		all[i] = stage.Setting(s)
	}
	stage.Extend(reg, all)
}
