package wage

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// Load compiles a file that holds one tree. Faults go to the list.
func Load(file string, src []byte, reg *host.Registry, l *syntax.List) *run.Program {
	before := len(l.Errors)
	doc, done := markup.Document(file, src, markup.LimitsOf(*host.LimitsOf(reg)), l)
	p := compiled(file, doc, reg, l)
	if done(); len(l.Errors) > before {
		return nil
	}
	return p
}

// compiled compiles what is whole of a document.
func compiled(file string, doc *markup.Node, reg *host.Registry, l *syntax.List) *run.Program {
	if doc == nil {
		return nil
	}
	if doc.Kind == markup.Map && doc.Get("kind") == nil && doc.Get("bots") != nil {
		l.Errorf(doc.Span, "found a ruleset with bots, wanted one tree")
		return nil
	}
	n := Decode(doc, file, reg, l)
	if n == nil {
		return nil
	}
	return Compile(file, n, reg, l)
}
