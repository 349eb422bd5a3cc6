package tree

import (
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// MaxNodes is the largest number of nodes, of edges, of leaves, and of bits of
// memory per bot of one tree.
const MaxNodes = math.MaxUint16

// Builder puts a tree together. A node is added before its children are
// known, so that a parser can number nodes in the order of the source.
//
// A tree that grows past what a node can address is refused by [Builder.Build]
// and by nothing before it: what does not fit is node 0, which all methods take.
type Builder struct {
	overflow NodeID // the first for which there was no memory left
	t        Tree
	kids     [][]NodeID // by node
	// consts finds the constants that have a number
	consts map[host.Value]int32
	err    *SizeError
}

// SizeError says that a tree grew past what a node can address.
type SizeError struct {
	At  syntax.Span // of the node that was added last, and is too much; zero for none
	Msg string
}

// Error returns the message.
func (e *SizeError) Error() string { return e.Msg }

// NewBuilder starts a tree.
func NewBuilder(name string) *Builder {
	return &Builder{
		t:      Tree{Name: name, Nodes: make([]Node, 1), Spans: make([]syntax.Span, 1)},
		kids:   make([][]NodeID, 1),
		consts: map[host.Value]int32{},
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

// Node returns a node that was added, to be filled in.
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
	i := b.use(n, l)
	b.t.Nodes[n].Leaf = i
	slot := Slot{Node: n, Name: l.Name(), Bit: b.t.Leaves[i].Slot, Bits: uint16(memoryOf(&l))}
	b.t.Slots = append(b.t.Slots, slot)
}

// Use numbers a leaf that nodes call beside their own or instead of it, such as
// a function in an expression, and gives it its memory. That memory belongs to
// no node: it begins anew in a newer version of the tree.
func (b *Builder) Use(l Leaf) uint16 { return b.use(0, l) }

func (b *Builder) use(n NodeID, l Leaf) uint16 {
	if len(b.t.Leaves) == MaxNodes {
		b.fail("more than %d leaves", MaxNodes)
		return 0
	}
	if bits := memoryOf(&l); bits > 0 {
		l.Slot = b.reserve(n, bits)
	}
	if l.Lived = host.HasLife(l.Action); l.Lived {
		b.t.Lives = append(b.t.Lives, Life{n, uint16(len(b.t.Leaves))})
	}
	b.t.Leaves = append(b.t.Leaves, l)
	looks := slices.ContainsFunc(l.Params(), func(p host.Param) bool { return p.Kind == host.Where })
	if looks && l.Facet != host.Nobody && !slices.Contains(b.t.Facets, l.Facet) {
		b.t.Facets = append(b.t.Facets, l.Facet)
	}
	return uint16(len(b.t.Leaves) - 1)
}

// memoryOf is how many bits of memory a leaf has.
func memoryOf(l *Leaf) int {
	switch {
	case l.Action == nil:
		return 0
	case host.HasLife(l.Action):
		return l.Action.Bits + host.LifeBits
	}
	return l.Action.Bits
}

// Test notes a facet that a node asks of the bot itself.
func (b *Builder) Test(f host.FacetID) {
	if !slices.Contains(b.t.Tests, f) {
		b.t.Tests = append(b.t.Tests, f)
	}
}

// Reserve gives a node memory of its own, beside that of its leaf: bits per
// bot, aligned to a word where they are 32 or more. Node 0 stands for the tree
// as a whole.
func (b *Builder) Reserve(n NodeID, bits int) {
	slot := b.reserve(n, bits)
	b.t.Nodes[n].Slot = slot
	b.t.Slots = append(b.t.Slots, Slot{Node: n, Bit: slot, Bits: uint16(bits)})
}

func (b *Builder) reserve(n NodeID, bits int) (slot uint16) {
	start := b.t.Bits
	if bits >= 32 {
		start = (start + 31) &^ 31
	}
	b.t.Bits = start + bits
	if b.t.Bits > MaxNodes {
		if b.overflow == 0 {
			b.overflow = n
		}
		return 0
	}
	return uint16(start)
}

// Env gives every bot words that trees grafted into this one share.
func (b *Builder) Env(words int) { b.t.Env = words }

// Alone notes that the tree's nodes themselves touch what bots share, as some
// leaves do.
func (b *Builder) Alone() { b.t.Alone = true }

// Needs says that nodes work on a part of the game, which is made for that.
func (b *Builder) Needs(part string) { b.t.Needs = append(b.t.Needs, part) }

// Wants says that nodes work on a part of the game where there is what it belongs to.
func (b *Builder) Wants(part string) { b.t.Wants = append(b.t.Wants, part) }

// Expr appends an expression and returns where it begins.
func (b *Builder) Expr(code ...Instr) int32 {
	b.t.Exprs = append(b.t.Exprs, code...)
	return int32(len(b.t.Exprs) - len(code))
}

// Const numbers a constant; equal ones have one number.
func (b *Builder) Const(v host.Value) int32 {
	i, ok := b.consts[v]
	if !ok {
		i = int32(len(b.t.Consts))
		b.consts[v] = i
		b.t.Consts = append(b.t.Consts, v)
	}
	return i
}

func (b *Builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = &SizeError{At: b.t.Spans[len(b.t.Spans)-1], Msg: fmt.Sprintf("the tree is too large: "+format, args...)}
	}
}

// Build lays out the children and returns the tree. It fails with a [SizeError] when the
// tree grew past what a node can address.
func (b *Builder) Build() (*Tree, error) {
	for n, kids := range b.kids {
		if len(b.t.Edges)+len(kids) > MaxNodes {
			b.fail("more than %d edges", MaxNodes)
			break
		}
		b.t.Nodes[n].Kid, b.t.Nodes[n].NKid = uint16(len(b.t.Edges)), uint16(len(kids))
		b.t.Edges = append(b.t.Edges, kids...)
	}
	if b.t.Bits > MaxNodes {
		at := ""
		if n := b.overflow; n != 0 {
			at = fmt.Sprintf("; the first node without any is at %d:%d", b.t.Spans[n].Start.Line, b.t.Spans[n].Start.Col)
		}
		b.fail("more than %d bits of memory for each bot: its nodes need %d%s", MaxNodes, b.t.Bits, at)
	}
	if b.err != nil {
		return nil, b.err
	}
	return &b.t, nil
}
