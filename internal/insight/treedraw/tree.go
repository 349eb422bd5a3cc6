package treedraw

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Tree is a behaviour tree as it is drawn. As JSON it is
//
//	{"name": "...", "roots": [1], "nodes": [
//	  {"id": 1, "kind": "selector", "detail": "", "role": "composite",
//	   "file": "tag.yaml", "line": 24, "col": 7, "children": [2, 5]}, ...]}
type Tree struct {
	Name  string        `json:"name"`
	Roots []tree.NodeID `json:"roots"`
	// Nodes has every node that a root leads to, once, in the order of drawing:
	// a node before those below it.
	Nodes []Node `json:"nodes"`
}

// Node is one node of a [Tree].
type Node struct {
	ID       tree.NodeID   `json:"id"`
	Kind     string        `json:"kind"`   // as the dialect calls it
	Detail   string        `json:"detail"` // its arguments, or empty
	Role     run.Role      `json:"role"`
	File     string        `json:"file"` // where it was written
	Line     int32         `json:"line"` // from 1; 0 where unknown
	Col      int32         `json:"col"`  // in characters, from 1
	Children []tree.NodeID `json:"children"`
	Depth    int           `json:"-"` // below a root, where it comes first
}

// Of makes a program's tree ready for drawing, under the name that the tree
// has. In a dialect that is no run.Describer nodes are named by opcode, those with
// children are composites, and the others are actions.
func Of(p *run.Program) *Tree {
	t := &Tree{Name: p.Tree.Name, Roots: append([]tree.NodeID{}, p.Tree.Entries...)}
	seen := make([]bool, len(p.Tree.Nodes))
	var visit func(ids []tree.NodeID, depth int)
	visit = func(ids []tree.NodeID, depth int) {
		for _, id := range ids {
			if !seen[id] {
				seen[id] = true
				n := describe(p, id)
				n.Depth = depth
				t.Nodes = append(t.Nodes, n)
				visit(p.Tree.Kids(id), depth+1)
			}
		}
	}
	visit(t.Roots, 0)
	return t
}

func describe(p *run.Program, id tree.NodeID) Node {
	at := p.Tree.Spans[id].Start
	n := Node{
		ID: id, File: Printable(at.File), Line: at.Line, Col: at.Col,
		Kind: fmt.Sprintf("op %d", p.Tree.Nodes[id].Op), Children: append([]tree.NodeID{}, p.Tree.Kids(id)...),
	}
	if labels, ok := p.Semantics.(run.Describer); ok {
		kind, detail := labels.Label(p.Tree, id)
		n.Kind, n.Detail = Printable(kind), Printable(strings.TrimSpace(detail))
		n.Role = labels.Role(p.Tree, id)
	} else if len(n.Children) == 0 {
		n.Role = run.Action
	}
	return n
}

// Printable replaces what would move the cursor of a terminal or break a line.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return ' '
		case unicode.IsPrint(r):
			return r
		}
		return unicode.ReplacementChar
	}, s)
}

// twig is an occurrence of a node in a drawing. A shared node has several: the first
// has the children, the others refer to it.
type twig struct {
	*Node
	shared bool // the node occurs several times
	ref    bool // this is not the first of them
	kids   []*twig
}

// grow unfolds the tree into twigs.
func (t *Tree) grow() []*twig {
	nodes := make(map[tree.NodeID]*Node, len(t.Nodes))
	places := make(map[tree.NodeID]int, len(t.Nodes))
	for _, id := range t.Roots {
		places[id]++
	}
	for i := range t.Nodes {
		nodes[t.Nodes[i].ID] = &t.Nodes[i]
		for _, id := range t.Nodes[i].Children {
			places[id]++
		}
	}
	drawn := make(map[tree.NodeID]bool, len(t.Nodes))
	var place func(ids []tree.NodeID) []*twig
	place = func(ids []tree.NodeID) []*twig {
		twigs := make([]*twig, len(ids))
		for i, id := range ids {
			w := &twig{Node: nodes[id], shared: places[id] > 1, ref: drawn[id]}
			twigs[i] = w
			if !w.ref {
				drawn[id] = true
				w.kids = place(w.Children)
			}
		}
		return twigs
	}
	return place(t.Roots)
}

// mark returns the number by which the twigs of a shared node refer to each other.
func (w *twig) mark() string {
	switch {
	case w.ref:
		return fmt.Sprintf("see #%d", w.ID)
	case w.shared:
		return fmt.Sprintf("#%d", w.ID)
	}
	return ""
}
