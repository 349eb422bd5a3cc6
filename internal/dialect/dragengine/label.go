package dragengine

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Label names a rule as files do: with its id, what it calls, and what it asks.
func (s *semantics) Label(t *tree.Tree, n tree.NodeID) (kind, detail string) {
	node := &t.Nodes[n]
	var parts []string
	switch opOf(node) {
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
	if opOf(node) == opMissing {
		parts = append(parts, "(missing)")
	}
	if node.Arg != 0 {
		parts = append(parts, s.tests(t, node.Arg))
	}
	return s.kind(t, n), strings.Join(parts, " ")
}

// kind returns the tag of a rule.
func (s *semantics) kind(t *tree.Tree, n tree.NodeID) string {
	if s.files[n] != "" {
		return "subtree"
	}
	return opOf(&t.Nodes[n]).String()
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
func (*semantics) Role(t *tree.Tree, n tree.NodeID) run.Role { return ops.Role(t.Nodes[n].Op) }

// brief names a rule in a few words: its kind, its action and its id.
func (s *semantics) brief(t *tree.Tree, n tree.NodeID) string {
	node := &t.Nodes[n]
	text := s.kind(t, n)
	switch opOf(node) {
	case opAction, opReady, opMissing:
		text += " " + t.Leaves[node.Leaf].Name()
	}
	if id := s.ids[n]; id != "" {
		return text + " #" + id
	}
	return text + " without id"
}
