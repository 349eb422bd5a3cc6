package dragengine

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

var opNames = [opCount]string{
	opNone: "none", opSequence: "sequence", opChoice: "choice", opAction: "action", opReady: "action",
	opMissing: "action", opSuccess: "success", opFailure: "failure", opRunning: "running", opYield: "yield",
	opNothing: "nothing",
}

// Label names a rule as files do: with its id, what it calls, and what it asks.
func (s *semantics) Label(t *tree.Tree, n tree.NodeID) (kind, detail string) {
	node := &t.Nodes[n]
	var parts []string
	switch node.Op {
	case opAction, opReady, opMissing:
		parts = append(parts, t.Leaves[node.Leaf].Name())
	}
	if file := s.files[n]; file != "" {
		parts = append(parts, file)
	}
	if id := s.ids[n]; id != "" {
		parts = append(parts, "#"+id)
	}
	if node.Flags&loops != 0 {
		parts = append(parts, "loop")
	}
	if node.Flags&doesNotFail != 0 {
		parts = append(parts, "doNotFail")
	}
	if node.Op == opMissing {
		parts = append(parts, "(missing)")
	}
	if node.Arg != 0 {
		parts = append(parts, s.tests(t, node.Arg))
	}
	return s.kind(t, n), strings.Join(parts, " ")
}

// kind is a rule's tag.
func (s *semantics) kind(t *tree.Tree, n tree.NodeID) string {
	if s.files[n] != "" {
		return "subtree"
	}
	return opNames[t.Nodes[n].Op]
}

func (s *semantics) tests(t *tree.Tree, at int32) string {
	head := t.Exprs[at]
	var names []string
	for _, c := range t.Exprs[at+1 : at+1+head.A] {
		switch c.Code {
		case codeMissing:
			names = append(names, t.Consts[c.A].Text()+" (missing)")
		default:
			names = append(names, t.Leaves[c.A].Name())
		}
	}
	list := strings.Join(names, ", ")
	if head.A == 1 && Mode(head.N) == AllTrue {
		return "if " + list
	}
	return "if " + Mode(head.N).String() + ": " + list
}

// Role tells lists, actions and rules that only answer apart.
func (*semantics) Role(t *tree.Tree, n tree.NodeID) run.Role {
	switch t.Nodes[n].Op {
	case opSequence, opChoice, opNothing:
		return run.Composite
	case opAction, opReady, opMissing:
		return run.Action
	}
	return run.Condition
}

// brief is a rule in a few words: its kind, its action and its id.
func (s *semantics) brief(t *tree.Tree, n tree.NodeID) string {
	node := &t.Nodes[n]
	text := s.kind(t, n)
	switch node.Op {
	case opAction, opReady, opMissing:
		text += " " + t.Leaves[node.Leaf].Name()
	}
	if id := s.ids[n]; id != "" {
		return text + " #" + id
	}
	return text + " without id"
}
