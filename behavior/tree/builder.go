package tree

import (
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// MaxNodes is the largest number of nodes, edges and leaves of one tree.
const MaxNodes = math.MaxUint16

// Builder puts a tree together. A node is added before its children are
// known, so that a parser can number nodes in the order of the source.
type Builder struct {
	t    Tree
	kids [][]NodeID // by node
	err  error
}

// NewBuilder starts a tree.
func NewBuilder(name string) *Builder {
	return &Builder{
		t:    Tree{Name: name, Nodes: make([]Node, 1), Spans: make([]syntax.Span, 1)},
		kids: make([][]NodeID, 1),
	}
}

// Add makes a node and returns its number, or 0 when the tree is full.
func (b *Builder) Add(op Op, at syntax.Span) NodeID {
	if len(b.t.Nodes) > MaxNodes {
		b.fail("more than %d nodes", MaxNodes)
		return 0
	}
	b.t.Nodes = append(b.t.Nodes, Node{Op: op})
	b.t.Spans = append(b.t.Spans, at)
	b.kids = append(b.kids, nil)
	return NodeID(len(b.t.Nodes) - 1)
}

// Node is a node that was added, to be filled in.
func (b *Builder) Node(n NodeID) *Node { return &b.t.Nodes[n] }

// Put puts a child under a parent, behind those that it has. A child may be
// put under several parents.
func (b *Builder) Put(parent, child NodeID) {
	b.kids[parent] = append(b.kids[parent], child)
	b.t.Nodes[child].Parent = parent
}

// Entry makes a node a root.
func (b *Builder) Entry(n NodeID) { b.t.Entries = append(b.t.Entries, n) }

// Leaf gives a node its leaf, and the leaf its memory.
func (b *Builder) Leaf(n NodeID, l Leaf) {
	if len(b.t.Leaves) > MaxNodes {
		b.fail("more than %d leaves", MaxNodes)
		return
	}
	b.t.Leaves = append(b.t.Leaves, l)
	b.t.Nodes[n].Leaf = uint16(len(b.t.Leaves) - 1)
	b.Facet(l.Facet)
	if l.Action != nil && l.Action.Bits > 0 {
		b.Reserve(n, l.Action.Bits)
	}
}

// Facet notes a selection that the tree asks for.
func (b *Builder) Facet(f host.FacetID) {
	if f > host.Everyone && !slices.Contains(b.t.Facets, f) {
		b.t.Facets = append(b.t.Facets, f)
	}
}

// Reserve gives a node bits of memory per bot, aligned to a word where they
// are 32 or more.
func (b *Builder) Reserve(n NodeID, bits int) {
	if bits >= 32 {
		b.t.Bits = (b.t.Bits + 31) &^ 31
	}
	if b.t.Bits+bits > math.MaxUint16 {
		b.fail("more than %d bits of memory", math.MaxUint16)
		return
	}
	b.t.Nodes[n].Slot = uint16(b.t.Bits)
	b.t.Bits += bits
}

// Expr appends an expression and returns where it begins.
func (b *Builder) Expr(code ...Instr) int32 {
	b.t.Exprs = append(b.t.Exprs, code...)
	return int32(len(b.t.Exprs) - len(code))
}

// Const numbers a constant.
func (b *Builder) Const(v host.Value) int32 {
	if i := slices.Index(b.t.Consts, v); i >= 0 {
		return int32(i)
	}
	b.t.Consts = append(b.t.Consts, v)
	return int32(len(b.t.Consts) - 1)
}

func (b *Builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf("the tree is too large: "+format, args...)
	}
}

// Build lays out the children and returns the tree. It fails when the tree
// grew past what a node can address.
func (b *Builder) Build() (*Tree, error) {
	for n, kids := range b.kids {
		if len(b.t.Edges)+len(kids) > MaxNodes {
			b.fail("more than %d edges", MaxNodes)
			break
		}
		b.t.Nodes[n].Kid, b.t.Nodes[n].NKid = uint16(len(b.t.Edges)), uint16(len(kids))
		b.t.Edges = append(b.t.Edges, kids...)
	}
	if b.err != nil {
		return nil, b.err
	}
	return &b.t, nil
}
