package btcpp

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// Load compiles the main tree of a file, with the files that it includes. Faults go to the list.
func Load(file string, src []byte, reg *host.Registry, files *sourcefile.Files, l *syntax.List) *run.Program {
	c := configOf(reg)
	return load(file, src, reg, files, &options{enums: c.Enums, exactly: c.Exactly, ends: c.Stop}, l)
}

func load(file string, src []byte, reg *host.Registry, files *sourcefile.Files, o *options, l *syntax.List) *run.Program {
	before := len(l.Errors)
	lib := newLibrary(reg, files, l)
	var p *run.Program
	if t := lib.read(file, src, o.wanted); t != nil {
		p = compile(file, lib, t, o)
	}
	if lib.finish(); len(l.Errors) > before {
		return nil
	}
	return p
}
