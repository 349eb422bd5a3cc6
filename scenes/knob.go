package scenes

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/systems"
)

// Knob is a tunable of a class, with the number that the scene has.
type Knob struct {
	systems.Tunable
	Class string
	Value float64
	// Written is where the number stands: in the scene, or in a file of a tree. Its Line is 0
	// for one that stands nowhere, as it is the default.
	Written syntax.Pos
}

// Knobs are the tunables of all classes, in the order of the scene.
func (s *Scene) Knobs() []Knob {
	var doc *syntax.Node
	if text, ok := s.Source(s.File); ok {
		doc, _ = syntax.Parse(s.File, text, syntax.DefaultLimits) // it was read when the scene was loaded
	}
	var all []Knob
	for i := range s.Setup.Classes {
		c := &s.Setup.Classes[i]
		for _, t := range c.Tunables {
			k := Knob{Tunable: t, Class: c.ID, Value: c.Number(t.Key)}
			if t.Tree {
				if at, err := run.FindNumber(c.Program.Numbers, strings.TrimPrefix(t.Key, treeKey)); err == nil {
					k.Written = c.Program.Numbers[at].At.Start
				}
			} else if doc != nil {
				if n := nodeOf(doc, Number{Class: c.ID, Key: t.Key}); n != nil {
					k.Written = n.Span.Start
				}
			}
			all = append(all, k)
		}
	}
	return all
}
