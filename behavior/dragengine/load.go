package dragengine

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Load compiles a file and the subtrees that it names. Faults go to the list.
func Load(file string, src []byte, reg *host.Registry, files *syntax.Files, l *syntax.List) *run.Program {
	return LoadWith(Options{}, file, src, reg, files, l)
}

// LoadWith is Load of a program that does something else than the engine's
// context unless a bot is told otherwise.
func LoadWith(o Options, file string, src []byte, reg *host.Registry, files *syntax.Files, l *syntax.List) *run.Program {
	before := len(l.Errors)
	root := Decode(file, src, files, l)
	if len(l.Errors) > before {
		return nil
	}
	lint(root, l)
	return Compile(file, root, reg, o, l)
}
