package btcpp

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// Load compiles the main tree of a file, with the files that it includes. Faults go to the list.
func Load(file string, src []byte, reg *host.Registry, files *sourcefile.Files, l *syntax.List) *run.Program {
	return loadFor(noStandIns, file, src, reg, files, l)
}

// LoadToCheck is Load for who looks at a file and does not run it: a node that the game does not have
// and a TreeNodesModel describes is a notice.
func LoadToCheck(file string, src []byte, reg *host.Registry, files *sourcefile.Files, l *syntax.List) *run.Program {
	return loadFor(declaredStandIns, file, src, reg, files, l)
}

// LoadLeniently is Load for files that use nodes which the game does not have: others stand in for
// them, with a notice each.
func LoadLeniently(file string, src []byte, reg *host.Registry, files *sourcefile.Files, l *syntax.List) *run.Program {
	return loadFor(allStandIns, file, src, reg, files, l)
}

func loadFor(standIn leniency, file string, src []byte, reg *host.Registry, files *sourcefile.Files, l *syntax.List) *run.Program {
	c := configOf(reg)
	return load(file, src, reg, files, &options{standIn: standIn, enums: c.Enums, exactly: c.Exactly, ends: c.Stop}, l)
}

func load(file string, src []byte, reg *host.Registry, files *sourcefile.Files, o *options, l *syntax.List) *run.Program {
	before := len(l.Errors)
	lib := newLibrary(reg, files, o.standIn, l)
	t := lib.read(file, src, o.wanted)
	if t == nil {
		return nil
	}
	p := compile(file, lib, t, o)
	if len(l.Errors) > before {
		return nil
	}
	return p
}
