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
	root, done := decode(file, src, reg, files, l)
	if root == nil {
		done()
		done = func() bool { return false }
	}
	var p *run.Program
	if len(l.Errors) == before {
		if p = Compile(file, root, reg, configOf(reg).options, l); p != nil {
			lint(p, l)
		}
	}
	if done(); len(l.Errors) > before {
		return nil
	}
	return p
}
