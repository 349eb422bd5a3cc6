package vocabulary

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// Beside returns the vocabulary without what a registry has by itself.
func (v *Vocabulary) Beside(base *host.Registry, overlays Overlays) *Vocabulary {
	own := *v
	own.leaves = slices.DeleteFunc(slices.Clone(v.leaves), func(e leaf) bool {
		return slices.ContainsFunc(e.targets(base, overlays, &syntax.List{}), func(t target) bool {
			return t.Action(e.name) != nil || t.Func(e.name) != nil
		})
	})
	return &own
}

// StandIns tells what the leaves answer where nobody scripts them, by their names.
func (v *Vocabulary) StandIns() map[string]string {
	all := map[string]string{}
	for i := range v.leaves {
		if e := &v.leaves[i]; e.kind != words.Relation {
			all[e.name] = e.made()
		}
	}
	return all
}

// made says what a leaf answers of which nobody says anything.
func (e *leaf) made() string {
	stands, acts := e.kind.ActionKind()
	switch {
	case acts && stands == host.Gate:
		return "it is always open"
	case acts && stands == host.Decorator:
		return "it answers as its child does"
	case acts && stands == host.Composite:
		return "it is a sequence"
	case acts && len(e.outputs) > 0:
		var written []string
		for i := range e.outputs {
			written = append(written, e.outputs[i].Name+" as "+output(&e.outputs[i]).String())
		}
		return "it succeeds at once, and writes " + strings.Join(written, ", ")
	case acts:
		return "it succeeds at once and does nothing"
	case e.kind == words.Condition:
		return "it is always false"
	}
	return "it is always " + usual(e.result).String()
}
