package tree

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/digest"
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
	Leaf   uint16 // its leaf in Tree.Leaves, where its Op has one
	Slot   uint16 // its first bit in the bot's memory, where it has reserved some
	Arg    int32  // an expression, a constant or an entry of a side table
}

// Leaf is one use of an action or a function.
type Leaf struct {
	Action *host.Action // or
	Func   *host.Func
	Args   []host.Value     // in the order of the declared parameters
	Texts  []host.TextParam // in the dialects that hand over a dictionary
	Items  []host.Item      // in the dialect whose nodes have elements
	Facet  host.FacetID
	Slot   uint16 // the first bit of its own in the bot's memory
	// Lived: the action has Begin or End, so that the bits behind its own are what the
	// runtime remembers of its life.
	Lived bool
}

// Life is a node whose leaf is Lived.
type Life struct {
	Node NodeID
	Leaf uint16
}

// Slot is the memory of a node or of its leaf, which may be of no bits. Two
// versions of a tree are compared by their slots: a bot keeps its memory of a node
// where they agree.
type Slot struct {
	Node NodeID // 0: of the tree as a whole
	Name string // of the leaf's action or function; empty for what a node reserved
	Bit  uint16 // its first, in the bot's memory
	Bits uint16
}

// Params returns the parameters that the leaf's action or function declares.
func (l *Leaf) Params() []host.Param {
	if l.Action != nil {
		return l.Action.Params
	}
	return l.Func.Params
}

// Name returns the name of the leaf's action or function.
func (l *Leaf) Name() string {
	if l.Action != nil {
		return l.Action.Name
	}
	return l.Func.Name
}

// Needs returns the name of the part of the game that the leaf works on, or "".
func (l *Leaf) Needs() string {
	if l.Action != nil {
		return l.Action.Needs
	}
	return l.Func.Needs
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
	Bits    int            // of memory per bot
	Env     int            // words per bot that trees grafted into this one share
	Spans   []syntax.Span  // by node
	Facets  []host.FacetID // that its leaves look for, without Nobody
	Tests   []host.FacetID // that its nodes ask of the bot itself
	Slots   []Slot         // which node has which memory, in the order of adding
	Lives   []Life         // the nodes whose actions have a life, in the order of adding
	Needs   []string       // parts of the game that it works on, beside those of its leaves
	Wants   []string       // parts that it works on where the game has what they belong to
	Alone   bool           // its nodes touch what bots share, so no two run at the same time
}

var _ host.Source = (*Tree)(nil)

// Kids returns the children of a node, in order.
func (t *Tree) Kids(n NodeID) []NodeID {
	node := &t.Nodes[n]
	return t.Edges[node.Kid : int(node.Kid)+int(node.NKid)]
}

// Words returns the size of one bot's memory, in words of 32 bits.
func (t *Tree) Words() int { return (t.Bits + 31) / 32 }

// Differ returns the nodes of which two memories of a bot, each of Words words, do not have
// the same, in the order in which their memory lies; 0 for the tree as a whole.
func (t *Tree) Differ(a, b []uint32) (nodes []NodeID) {
	for _, s := range t.Slots {
		for bit := int(s.Bit); bit < int(s.Bit)+int(s.Bits); bit++ {
			if (a[bit/32]^b[bit/32])>>(bit%32)&1 != 0 {
				if !slices.Contains(nodes, s.Node) {
					nodes = append(nodes, s.Node)
				}
				break
			}
		}
	}
	return nodes
}

// Local reports whether bots may run the tree on any worker.
func (t *Tree) Local() bool {
	if t.Alone {
		return false
	}
	for i := range t.Leaves {
		if !t.Leaves[i].Local() {
			return false
		}
	}
	return true
}

// Origin returns the name of the tree and the position of a node.
func (t *Tree) Origin(node uint16) (name, pos string) {
	return t.Name, t.Spans[node].Start.String()
}

// Fingerprint returns a hash of all that a bot's memory depends on: nodes, edges,
// leaves with their arguments, expressions and constants. It is the same in every
// process. Numbers that a registry gave, such as those of state keys, are no part
// of it, as they depend on what else was loaded.
func (t *Tree) Fingerprint() uint64 {
	h := digest.New()
	mix := func(v uint64) { h = h.Word(v) }
	text := func(s string) { mix(host.StringValue(s).Hash()) }
	for _, n := range t.Nodes {
		mix(uint64(n.Op) | uint64(n.Flags)<<8 | uint64(n.NKid)<<16 | uint64(n.Kid)<<32 | uint64(n.Parent)<<48)
		mix(uint64(n.Leaf) | uint64(n.Slot)<<16 | uint64(uint32(n.Arg))<<32)
	}
	for _, ids := range [][]NodeID{t.Edges, t.Entries} {
		mix(uint64(len(ids)))
		for _, n := range ids {
			mix(uint64(n))
		}
	}
	for i := range t.Leaves {
		leaf := &t.Leaves[i]
		text(leaf.Name())
		mix(uint64(leaf.Slot))
		for _, v := range leaf.Args {
			mix(v.Hash())
		}
		for _, e := range leaf.Texts {
			text(e.Name)
			text(e.Value)
		}
		mixItems(leaf.Items, mix)
	}
	for _, in := range t.Exprs {
		mix(uint64(in.Code) | uint64(in.N)<<8)
	}
	for _, v := range t.Consts {
		mix(v.Hash())
	}
	mix(uint64(t.Bits) | uint64(t.Env)<<32)
	return uint64(h)
}

// mixItems hands all that elements say to a hash.
func mixItems(items []host.Item, mix func(uint64)) {
	for i := range items {
		mix(host.StringValue(items[i].Name).Hash())
		for _, v := range items[i].Args {
			mix(v.Hash())
		}
		mix(uint64(len(items[i].Items)))
		mixItems(items[i].Items, mix)
	}
}

// SameShape reports whether two trees have the same nodes with the same memory, so that
// what a bot remembers of one means the same in the other.
func (t *Tree) SameShape(o *Tree) bool {
	return t.Bits == o.Bits && t.Env == o.Env && slices.Equal(t.Edges, o.Edges) && slices.Equal(t.Entries, o.Entries) && slices.Equal(t.Slots, o.Slots) &&
		slices.EqualFunc(t.Nodes, o.Nodes, func(a, b Node) bool {
			return a.Op == b.Op && a.Parent == b.Parent && a.Slot == b.Slot && a.Leaf == b.Leaf
		})
}
