package dragengine

import (
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// linter reports what an author probably did not mean.
type linter struct {
	s    *semantics
	of   *tree.Tree
	list *syntax.List
}

func lint(p *run.Program, l *syntax.List) {
	t := linter{p.Semantics.(*semantics), p.Tree, l}
	root := p.Tree.Entries[0]
	node := &p.Tree.Nodes[root]
	if opOf(node) == opNothing {
		return
	}
	if t.s.ids[root] == "" {
		t.notice(root, "the root has no id, so that the place of a bot cannot be saved after a finished step")
	}
	if node.Flags&loops != 0 && t.waits(root) {
		t.notice(root, "the root loops: a step that ends it in success goes on with its first rule at once; without loop the next step does that")
	}
	t.loops(root)
}

func (t *linter) notice(n tree.NodeID, text string) { t.list.Noticef(t.of.Spans[n].Start, "%s", text) }

// loops reports loops in which nothing runs on: they fail or run away.
func (t *linter) loops(n tree.NodeID) {
	if node := &t.of.Nodes[n]; node.Flags&loops != 0 && node.NKid > 0 && !t.waits(n) {
		t.notice(n, "a loop in which nothing runs on: it fails, or runs away within one step")
		return
	}
	for _, kid := range t.of.Kids(n) {
		t.loops(kid)
	}
}

// waits reports whether a rule, or one below it, may run on. Of actions of the
// game that is not known.
func (t *linter) waits(n tree.NodeID) bool {
	node := &t.of.Nodes[n]
	switch opOf(node) {
	case opAction, opMissing, opRunning, opYield:
		return true
	case opReady:
		switch r := &t.s.ready[node.Leaf]; r.kind {
		case timerWait, scriptAction:
			return true
		case flagCheck, tableCheck:
			return r.waits
		}
	}
	for _, kid := range t.of.Kids(n) {
		if t.waits(kid) {
			return true
		}
	}
	return false
}
