package tree

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// NodeID is the number of a node in its tree; 0 is none.
type NodeID uint16

// Op says what a node does. Each dialect numbers its own.
type Op uint8

// Node is one node of a compiled tree.
type Node struct {
	Op     Op
	Flags  uint8
	NKid   uint16 // number of children
	Kid    uint16 // the first of them in Tree.Edges
	Parent NodeID // the last parent it was put under, 0 for a root
	Leaf   uint16 // its leaf in Tree.Leaves, where it has one
	Slot   uint16 // its first bit in the bot's memory
	Arg    int32  // an expression, a constant or an entry of a side table
}

// Leaf is one use of an action or a function.
type Leaf struct {
	Action *host.Action // or
	Func   *host.Func
	Args   []host.Value // in the order of the declared parameters
	Facet  host.FacetID
}

// Name is the name of the leaf's action or function.
func (l *Leaf) Name() string {
	if l.Action != nil {
		return l.Action.Name
	}
	return l.Func.Name
}

// Local reports whether the leaf may run on any worker.
func (l *Leaf) Local() bool {
	if l.Action != nil {
		return l.Action.Local
	}
	return l.Func.Local
}

// Instr is one instruction of an expression. Each dialect numbers its own
// codes; most are a stack machine's, with N the operands and A, B immediate.
type Instr struct {
	Code uint8
	N    uint8
	A    int32
	B    uint32
}

// Tree is a compiled tree, or a library of trees that share nodes. It is
// immutable once built.
type Tree struct {
	Name    string
	Nodes   []Node // Nodes[0] is no node
	Edges   []NodeID
	Entries []NodeID // the roots
	Leaves  []Leaf
	Exprs   []Instr
	Consts  []host.Value
	Bits    int           // of memory per bot
	Spans   []syntax.Span // by node
	Facets  []host.FacetID
}

// Kids are the children of a node, in order.
func (t *Tree) Kids(n NodeID) []NodeID {
	node := &t.Nodes[n]
	return t.Edges[node.Kid : int(node.Kid)+int(node.NKid)]
}

// Words is the memory of one bot in words of 32 bits.
func (t *Tree) Words() int { return (t.Bits + 31) / 32 }

// Local reports whether every leaf may run on any worker.
func (t *Tree) Local() bool {
	for i := range t.Leaves {
		if !t.Leaves[i].Local() {
			return false
		}
	}
	return true
}

// Origin is the name of the tree and the position of a node.
func (t *Tree) Origin(node uint16) (name, pos string) {
	return t.Name, t.Spans[node].Start.String()
}
