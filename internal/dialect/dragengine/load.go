package dragengine

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// Load compiles a file and the subtrees that it names, with the options that
// [Configure] has set. Faults go to the list.
func Load(file string, src []byte, reg *host.Registry, files *sourcefile.Files, l *syntax.List) *run.Program {
	before := len(l.Errors)
	root, done := decode(file, src, files, *host.LimitsOf(reg), l)
	defer done()
	if root == nil || len(l.Errors) > before {
		return nil
	}
	p := Compile(file, root, reg, configOf(reg).options, l)
	if p != nil {
		lint(p, l)
	}
	return p
}
