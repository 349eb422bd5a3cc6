package wage

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/golden"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

func TestTrees(t *testing.T) {
	answers(t, "testdata/trees.txtar", func(file string, src []byte, reg *host.Registry, l *syntax.List) {
		Load(file, src, reg, l)
	})
}

func TestConditions(t *testing.T) {
	answers(t, "testdata/conditions.txtar", func(file string, src []byte, reg *host.Registry, l *syntax.List) {
		doc, err := markup.Parse(file, src, markup.Limits{})
		if l.Add(err); err == nil {
			DecodeCondition(doc, file, reg, l)
		}
	})
}

func TestRulesets(t *testing.T) {
	answers(t, "testdata/rulesets.txtar", func(file string, src []byte, reg *host.Registry, l *syntax.List) {
		doc, err := markup.Parse(file, src, markup.Limits{})
		if l.Add(err); err == nil {
			DecodeRuleset(doc.Object(l, "a ruleset"), reg, l)
		}
	})
}

func answers(t *testing.T, path string, decode func(string, []byte, *host.Registry, *syntax.List)) {
	golden.Test(t, path, func(_ *testing.T, file string, all golden.Documents) string {
		var l syntax.List
		decode(file, []byte(all[file]), newGame(), &l)
		return golden.Said(&l)
	})
}
