package nodes

import (
	"encoding/binary"
	"slices"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// Shape is what the trees of several bots have in common: the nodes and how they
// are linked. Bots whose scripts build equal trees share one.
type Shape struct {
	tree  *tree.Tree
	words int     // of the slots
	slots []int32 // where the slot of each node begins
	odd   map[tree.NodeID]lengths
	bare  bool // no node calls a script
	saves bool // SaveStatus must go from node to node: one has its own, is not below the root, or is watched
	// watched is whether the class of some node has setters, which are told of
	// each change
	watched bool
	// memory says where the game's actions keep what they remember
	memory map[slotKey]tree.Slot
}

// slotKey names a memory slot of a leaf.
type slotKey struct {
	node tree.NodeID
	name string
}

// lengths are the two lengths of a child list that has holes or names: up to the
// first hole, as ipairs goes, and as # counts. The children after both are seen
// by pairs only.
type lengths struct{ list, length int }

// maxKinds bounds the shapes and classes that are remembered. They are found anew
// if need be.
const maxKinds = 10_000

// How many steps are charged for laying out a node, and for showing one as text.
const (
	bindSteps = 20
	textSteps = 20
)

// layout is a tree that is being laid out: nodes are numbered, and the key of the
// shape is written.
type layout struct {
	en    *Engine
	nodes []*Node
	ids   map[*Node]tree.NodeID
	done  []bool         // by number
	path  map[*Node]bool // from the root to where it is
	kids  [][]tree.NodeID
	odd   map[tree.NodeID]lengths // nil for none
	key   []byte
	flags []uint8
	bare  bool
	saves bool
	watch bool
}

// bind lays out the tree below a node, and moves the words of its nodes into the
// instance.
func (en *Engine) bind(root *Node) *Instance {
	l := en.layout()
	l.know(nil)
	in := &Instance{en: en}
	l.lay(in, root)
	return in
}

// layout returns an empty one; lay keeps it for the next tree.
func (en *Engine) layout() *layout {
	l := en.spare
	if en.spare = nil; l == nil {
		l = &layout{en: en, ids: map[*Node]tree.NodeID{}, path: map[*Node]bool{}}
	}
	return l
}

// empty forgets what was laid out.
func (l *layout) empty() {
	clear(l.ids)
	clear(l.nodes)
	clear(l.kids)
	*l = layout{en: l.en, ids: l.ids, path: l.path, nodes: l.nodes[:0], done: l.done[:0], kids: l.kids[:0], flags: l.flags[:0], key: l.key[:0]}
}

// lay makes an instance the tree below a node.
func (l *layout) lay(in *Instance, root *Node) {
	l.bare = true
	l.add(root)
	for id := 1; id < len(l.nodes); id++ { // nodes that were taken out in the middle of a visit
		l.saves = l.saves || !l.done[id]
		l.add(l.nodes[id])
	}
	l.en.Lua.Charge(int64(len(l.nodes)) * bindSteps)
	for _, is := range []bool{l.bare, l.saves, l.watch} { // which the flags of the nodes do not tell
		if is {
			l.key = append(l.key, 1)
		} else {
			l.key = append(l.key, 0)
		}
	}
	sh := l.en.shapes[string(l.key)]
	if sh == nil {
		if len(l.en.shapes) >= maxKinds {
			clear(l.en.shapes)
		}
		sh = l.build()
		l.en.shapes[string(l.key)] = sh
	}
	for _, n := range in.Nodes {
		if n != nil && n.in == in {
			n.keepOwn()
		}
	}
	before := *in
	in.shape, in.Nodes = sh, slices.Clone(l.nodes)
	in.laid++
	heads := len(l.nodes)
	in.words = make([]uint32, heads+sh.words+sh.tree.Words())
	in.recall(&before)
	l.en.Lived = l.en.Lived || len(sh.tree.Lives) > 0
	for id, n := range l.nodes[1:] {
		in.adopt(n, tree.NodeID(id+1))
	}
	if in.loose, in.stale = false, false; in.loosed != nil {
		in.loosed.exposed = nil
	}
	for id, n := range l.nodes[1:] {
		if n.is(isShown) {
			in.expose(tree.NodeID(id + 1))
		}
		in.imply(tree.NodeID(id + 1))
	}
	l.empty()
	l.en.spare = l
}

// know gives a node the next number.
func (l *layout) know(n *Node) tree.NodeID {
	id := tree.NodeID(len(l.nodes))
	l.nodes, l.kids, l.flags, l.done = append(l.nodes, n), append(l.kids, nil), append(l.flags, 0), append(l.done, false)
	if n != nil {
		l.ids[n] = id
	}
	return id
}

// adopt moves the words of a node into the instance.
func (t *Instance) adopt(node *Node, n tree.NodeID) {
	if node.in != nil && node.in != t {
		node.in.mark() // it has moved away from there
	}
	copy(t.slot(n), node.slot())
	t.words[n] = *node.head()
	parent := node.parentValue()
	node.in, node.nodeID = t, n
	node.setParent(parent)
	node.settle()
}

// add lays out a node and all below it, and returns its number.
func (l *layout) add(n *Node) tree.NodeID {
	if l.path[n] {
		l.en.Fail(n, "%s is its own child", l.en.Title(n))
	}
	id, ok := l.ids[n]
	if ok && l.done[id] {
		return id
	}
	if lim := &l.en.Program.Limits; len(l.path) >= lim.Deep || len(l.nodes) > lim.Nodes {
		l.en.Fail(n, "a tree of more than %d nodes, or deeper than %d", lim.Nodes, lim.Deep)
	}
	if !ok {
		id = l.know(n)
	}
	l.done[id] = true
	l.path[n] = true
	flags := l.classify(n)
	kids, size := l.children(n)
	delete(l.path, n)
	if size.list != len(kids) || size.length != len(kids) {
		flags |= flagOdd
		if l.odd == nil {
			l.odd = map[tree.NodeID]lengths{}
		}
		l.odd[id] = size
	}
	l.kids[id], l.flags[id] = kids, flags
	l.key = append(l.key, byte(n.op), flags)
	if flags&flagOdd != 0 {
		l.key = binary.AppendUvarint(l.key, uint64(size.list))
		l.key = binary.AppendUvarint(l.key, uint64(size.length))
	}
	if flags&flagLeaf != 0 {
		l.key = append(l.key, l.en.LeafKey(n.fn())...)
	}
	l.key = binary.AppendUvarint(l.key, uint64(id))
	l.key = binary.AppendUvarint(l.key, uint64(len(kids)))
	for _, kid := range kids {
		l.key = binary.AppendUvarint(l.key, uint64(kid))
	}
	return id
}

// children numbers the children of a node: first those of the list, 0 for a hole,
// then those that only pairs sees.
func (l *layout) children(n *Node) (kids []tree.NodeID, size lengths) {
	if n.laid != nil {
		n.rest.laid = nil
	}
	t := n.Children().Table()
	if t == nil {
		return nil, lengths{}
	}
	size.length = t.Len()
	for i := 1; i <= size.length; i++ {
		v := t.At(i)
		if v.IsNil() {
			kids = append(kids, 0)
			continue
		}
		kids = append(kids, l.child(n, v))
		if size.list == i-1 {
			size.list = i
		}
	}
	for k, v := range t.Pairs {
		if isPlaceIn(k, size.length) {
			continue
		}
		kids = append(kids, l.child(n, v))
	}
	return kids, size
}

// isPlaceIn reports whether a key is an index of a list of that length.
func isPlaceIn(k machine.Value, length int) bool {
	i, ok := k.Number()
	return ok && i >= 1 && i <= float64(length) && float64(int(i)) == i
}

func (l *layout) child(n *Node, v machine.Value) tree.NodeID {
	child := NodeOf(v)
	if child == nil && l.en.Program.Lenient {
		child = NodeOf(l.en.lenientNode(v))
	}
	if child == nil {
		l.en.Fail(n, "%s: a child is %s, wanted a node", l.en.Title(n), script.Describe(v))
	}
	return l.add(child)
}

// classify finds the flags of a node: what its class is, which methods are a
// script's own, whether its function is the game's.
func (l *layout) classify(n *Node) uint8 {
	en := l.en
	flags := en.kindOf(n.class)
	if !n.Children().Truth() {
		flags |= flagNoList
	}
	if en.HasSetters(n.class) {
		l.bare, l.saves, l.watch = false, true, true
	}
	var custom ownMethods
	for name := range numMethods {
		f := n.Obj().Get(en.keys[name])
		if f.IsNil() {
			f = n.class.Get(en.keys[name])
		}
		if f.Function() == en.methods[n.op][name] && (f.IsNil() || f.Function() != nil) {
			continue
		}
		custom.f[name] = f
		custom.has |= 1 << name
		flags |= flagCustom
		l.bare = false
		l.saves = l.saves || name == mSaveStatus
	}
	if custom.has != 0 {
		en.customize(n, en.sameMethods(custom))
	} else {
		en.customize(n, nil)
	}
	if f := n.fn().Function(); f != nil {
		leaf, isHost := en.Hosts[f]
		switch isAction := leaf.Action != nil; {
		case isHost && (n.op == opHost || n.op == opAction) == isAction:
			flags |= flagLeaf
		default:
			l.bare = false
		}
	}
	if !n.fn2.IsNil() {
		l.bare = false
	}
	return flags
}

// sameMethods returns the methods that many nodes have in common. Who has them keeps them when
// the others are forgotten.
func (en *Engine) sameMethods(custom ownMethods) *ownMethods {
	if p := en.customs[custom]; p != nil {
		return p
	}
	if en.customs == nil || len(en.customs) >= maxKinds {
		en.customs = map[ownMethods]*ownMethods{}
	}
	kept := custom // which moves to the heap only here
	en.customs[custom] = &kept
	return &kept
}

// kindOf returns the flags for what a class is derived from.
func (en *Engine) kindOf(class *machine.Table) uint8 {
	flags, ok := en.Kinds[class]
	if !ok {
		if len(en.Kinds) >= maxKinds {
			clear(en.Kinds)
		}
		for _, k := range []struct {
			op   tree.Op
			flag uint8
		}{{opCondition, flagCondition}, {opEvent, flagEvent}, {opPriority, flagPriority}} {
			if en.IsClassOf(class, en.nodeClasses[k.op]) {
				flags |= k.flag
			}
		}
		en.Kinds[class] = flags
	}
	return flags
}

// build makes the shape of what was laid out.
func (l *layout) build() *Shape {
	sh := &Shape{odd: l.odd, bare: l.bare, saves: l.saves, watched: l.watch}
	b := tree.NewBuilder(l.en.Program.Name)
	kept := int32(0) // words of the slots as saves and digests have them
	sh.slots = make([]int32, 1, len(l.nodes))
	for _, n := range l.nodes[1:] {
		at := l.en.Program.ShownAt(n.At)
		id := b.Add(n.op, syntax.Span{Start: at, EndLine: at.Line, EndCol: at.Col})
		flags := l.flags[id]
		b.Node(id).Flags = flags
		b.Node(id).Arg = kept // which saves know the tree by
		kept += wakeWords + int32(ownWords[n.op])
		sh.slots = append(sh.slots, int32(sh.words))
		sh.words += slotWords(n.op)
		if flags&flagLeaf != 0 {
			b.Leaf(id, l.en.Hosts[n.fn().Function()])
		}
	}
	for id, kids := range l.kids {
		for _, kid := range kids {
			b.Put(tree.NodeID(id), kid)
		}
	}
	b.Entry(1)
	t, err := b.Build()
	if err != nil {
		l.en.Fail(l.nodes[1], "%v", err)
	}
	sh.tree = t
	for _, slot := range t.Slots {
		if sh.memory == nil {
			sh.memory = map[slotKey]tree.Slot{}
		}
		sh.memory[slotKey{slot.Node, slot.Name}] = slot
	}
	return sh
}
