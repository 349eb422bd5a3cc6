package nodes

import (
	"math"
	"sync"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/lua/number"
)

// Flags of a tree.Node.
const (
	flagCustom    = 1 << iota // some method is a script's own
	flagCondition             // is a ConditionNode, maybe of a derived class
	flagEvent                 // is an EventNode
	flagPriority              // is a PriorityNode
	flagNoList                // has no child list at all
	flagOdd                   // its child list has holes or names, see shape.odd
	flagLeaf                  // its function is one of the game's, see tree.Leaf
)

// The head is one word a node: status, last result, flags, index.
const (
	statusMask  = 3
	lastShift   = 2
	headSlept   = 1 << 4 // the wake time is set
	headFlag    = 1 << 5 // triggered, running, stoponanycomplete, or: lasttime, wake_time or maxreps is not nil
	headOdd     = 1 << 6 // what should be a number is another value, which is in fn2 or data
	headIndexed = 1 << 7 // idx is not nil
	indexShift  = 8
	headStart   = script.Ready | script.Ready<<lastShift
)

// Offsets in a node's slot, each a float64 of two words. The wake time of a kind that sleeps lies
// behind its own numbers.
const (
	atOwn  = 0 // the first number of the kind
	atMore = 2 // the second one
)

// Node is what Go keeps for a node of scripts. Its numbers are words: its own
// until it is laid out, then a part of the tree's. Creatures have many, each with conditions of
// its own, so it is as small as it can be.
type Node struct {
	object machine.Table // what scripts hold
	*traits
	*special

	held machine.Value // a condition, an action or a duration where its kind takesFn; otherwise its list of children, nil if that is implied

	in     *Instance // the tree that it is in; nil before it is laid out
	nodeID tree.NodeID
	op     tree.Op
	marks  marks
	id     uint32 // the number that the original gives nodes
}

// marks are what is so of a node.
type marks uint8

const (
	isShown   marks = 1 << iota // a script may hold its list of children
	isPrivate                   // no script holds that list, which was made here
	isImplied                   // the list is made when somebody asks, of the children in the tree
	isLoose                     // its words are its own
	isOddID                     // its number is in rest
	isBelow                     // its parent is the one in the tree
)

func (n *Node) is(m marks) bool { return n.marks&m != 0 }

func (n *Node) mark(m marks, on bool) {
	n.marks &^= m
	if on {
		n.marks |= m
	}
}

// IsImplied reports whether the list of children is made only when somebody asks for it.
func (n *Node) IsImplied() bool { return n.is(isImplied) }

// Obj returns what scripts hold.
func (n *Node) Obj() *machine.Table { return &n.object }

// Decoded returns a node for a decoder to fill.
func (en *Engine) Decoded() *Node {
	n := &Node{}
	en.kin.Init(&n.object)
	return n
}

// number returns the field id.
func (n *Node) number() int64 {
	if n.is(isOddID) {
		return n.special.id
	}
	return int64(n.id)
}

func (n *Node) setNumber(id int64) {
	n.id = uint32(id)
	n.mark(isOddID, int64(n.id) != id)
	if n.is(isOddID) {
		n.own().id = id
	}
}

// traits is what nodes have in common that were made in one place, and called alike.
type traits struct {
	class  *machine.Table
	At     syntax.Pos // where its constructor was called
	Name   machine.Value
	custom *ownMethods // found when it is laid out; nil if it has none; shared
}

// ownMethods are the methods of a node that are a script's own.
type ownMethods struct {
	f   [numMethods]machine.Value
	has uint16 // a bit for each that is, also where a script has made it nil
}

// special is what only some nodes keep. All others share noSpecial.
type special struct {
	fn2      machine.Value // a second condition; what should be a number and is none
	inst     machine.Value // the entity of an EventNode or LatchNode
	event    machine.Value
	data     machine.Value
	listener *machine.Function
	*rest
}

// rest is what few nodes keep once they are laid out. All others share noRest.
type rest struct {
	laid   *machine.Value // its children when it was laid out; nil for those that it has now
	list   machine.Value  // the children of a node that takes a function; nil if they are implied
	parent machine.Value  // nil if it is none, or the one in the tree

	words [1 + mostWords]uint32 // the head and the slot of a loose one
	wake  uint64                // nextupdatetime, as bits, of a kind that does not sleep by itself
	id    int64                 // a number that a script gave, which is none of the original's
}

var (
	noRest    = &rest{}
	noSpecial = &special{rest: noRest}
)

// hasSpecial tells the kinds that have one of their own.
var hasSpecial = [opCount]bool{opMultiCondition: true, opLoop: true, opEvent: true, opLatch: true}

// takesFn tells the kinds that have a condition, an action or a duration.
var takesFn = [opCount]bool{
	opCondition: true, opConditionWait: true, opMultiCondition: true, opAction: true, opWait: true, opLatch: true, opHost: true,
}

// fn returns its condition, action or duration.
func (n *Node) fn() machine.Value {
	if takesFn[n.op] {
		return n.held
	}
	return machine.Nil
}

// list returns the list of children that it keeps.
func (n *Node) list() machine.Value {
	switch {
	case !takesFn[n.op]:
		return n.held
	case n.special != nil:
		return n.special.list
	}
	return machine.Nil
}

// keepList has it keep a list of children; nil for none.
func (n *Node) keepList(v machine.Value) {
	if !takesFn[n.op] {
		n.held = v
	} else if v != n.special.list {
		n.own().list = v
	}
}

func (n *Node) Code(c script.Codec) {
	d := coded.Get().(*nodeData)
	fresh := n.traits == nil // a decoder's
	if d.special = *noSpecial; !fresh {
		d.traits, d.special = *n.traits, *n.special
	}
	script.Table(c, &d.class)
	kind := n.op - 1 // saves count the kinds from 0
	script.Integer(c, &kind)
	if n.op = kind + 1; n.op == opNone || n.op >= opCount {
		panic(machine.ErrDamaged)
	}
	c.Text(&d.At.File)
	script.Integer(c, &d.At.Line)
	script.Integer(c, &d.At.Col)
	id := n.number()
	script.Integer(c, &id)
	d.parent, d.children, d.fn = n.parentValue(), n.shownList(), n.fn()
	for _, v := range [...]*machine.Value{&d.Name, &d.children, &d.parent, &d.fn, &d.fn2, &d.inst, &d.event, &d.data} {
		c.Value(v)
	}
	script.Function(c, &d.listener)
	if fresh {
		n.keep(d.traits, d.special)
		if takesFn[n.op] {
			n.held = d.fn
		}
		n.setParent(d.parent)
		n.setChildren(d.children)
		n.setNumber(id)
		n.own()
		n.mark(isLoose, true)
	}
	script.Integer(c, n.head())
	d.kept = keptWords(d.kept[:0], n.op, n, n.slot())
	script.Integers(c, &d.kept)
	if len(d.kept) != wakeWords+ownWords[n.op] {
		panic(machine.ErrDamaged)
	}
	copy(n.slot(), d.kept[wakeWords:])
	n.setWakeTime(n.slot(), numberAt(d.kept, 0))
	*d = nodeData{kept: d.kept}
	coded.Put(d)
}

// nodeData is what a codec visits of a node in copies: a digest visits each node of a game, which
// would be garbage by the megabyte.
type nodeData struct {
	traits
	special
	parent, children, fn machine.Value
	kept                 []uint32
}

var coded = sync.Pool{New: func() any { return new(nodeData) }}

// keptWords appends the words of a node of a kind as saves and digests have them: the wake time,
// then those of its kind.
func keptWords(to []uint32, op tree.Op, n *Node, slot []uint32) []uint32 {
	wake := number.Bits(n.wakeTime(slot))
	to = append(to, uint32(wake), uint32(wake>>32))
	return append(to, slot[:ownWords[op]]...)
}

// wakeTime returns nextupdatetime of a node with a slot. It counts while its head says headSlept.
func (n *Node) wakeTime(slot []uint32) float64 {
	switch {
	case sleeps[n.op]:
		return numberAt(slot, ownWords[n.op])
	case n.special != nil:
		return math.Float64frombits(n.special.wake)
	}
	return 0
}

func (n *Node) setWakeTime(slot []uint32, at float64) {
	if sleeps[n.op] {
		setNumber(slot, ownWords[n.op], at)
	} else if wake := number.Bits(at); wake != n.special.wake {
		n.own().wake = wake
	}
}

// keep takes what a decoder read.
func (n *Node) keep(from traits, more special) {
	if n.traits, n.special = &from, noSpecial; hasSpecial[n.op] || more != *noSpecial {
		n.special = &more
	}
}

// parentValue returns the field parent.
func (n *Node) parentValue() machine.Value {
	switch {
	case n.is(isBelow):
		return n.treeParent()
	case n.special != nil:
		return n.special.parent
	}
	return machine.Nil
}

// treeParent returns the parent in the tree that the node is in; nil for none.
func (n *Node) treeParent() machine.Value {
	if n.in != nil {
		if above := n.in.shape.tree.Nodes[n.nodeID].Parent; above != 0 {
			return n.in.Nodes[above].Obj().V()
		}
	}
	return machine.Nil
}

// Above is the node whose child it is; nil for none.
func (n *Node) Above() *Node { return NodeOf(n.parentValue()) }

func (n *Node) setParent(v machine.Value) {
	n.mark(isBelow, !v.IsNil() && v == n.treeParent())
	if n.is(isBelow) {
		v = machine.Nil
	}
	if v != n.special.parent {
		n.own().parent = v
	}
}

// Children returns the field children.
func (n *Node) Children() machine.Value {
	if n.is(isImplied) {
		n.keepList(n.in.listOf(n.nodeID).V())
		n.mark(isImplied, false)
	}
	return n.list()
}

// shownList returns the field children for somebody who does not keep it.
func (n *Node) shownList() machine.Value {
	if n.is(isImplied) {
		return n.in.listOf(n.nodeID).V()
	}
	return n.list()
}

// hasChildren reports whether the field children is not nil.
func (n *Node) hasChildren() bool { return n.is(isImplied) || !n.list().IsNil() }

// setChildren gives a node another list of children.
func (n *Node) setChildren(v machine.Value) {
	if n.in != nil && n.laid == nil && v != n.Children() {
		laid := n.Children()
		n.own().laid = &laid
	}
	n.mark(isPrivate, n.is(isPrivate) && v == n.list())
	n.mark(isImplied, false)
	n.keepList(v)
}

// laidList returns the list of children with which a node was laid out.
func (n *Node) laidList() machine.Value {
	if n.laid != nil {
		return *n.laid
	}
	return n.Children()
}

// isSwapped reports whether a node has another list of children than when it was laid out.
func (n *Node) isSwapped() bool { return n.laid != nil && *n.laid != n.Children() }

// own returns what is special of a node and not shared.
func (n *Node) own() *special {
	switch {
	case n.special == noSpecial:
		both := &struct {
			special
			rest rest
		}{}
		both.special.rest = &both.rest
		n.special = &both.special
	case n.rest == noRest:
		n.special.rest = &rest{}
	}
	return n.special
}

// head returns the first word of a node.
func (n *Node) head() *uint32 {
	if n.is(isLoose) {
		return &n.special.words[0]
	}
	return &n.in.words[n.nodeID]
}

// slot returns its other words.
func (n *Node) slot() []uint32 {
	if n.is(isLoose) {
		return n.special.words[1 : 1+slotWords(n.op)]
	}
	return n.in.slot(n.nodeID)[:slotWords(n.op)]
}

// keepOwn gives a node words, a parent and a list of its own, before the tree that has them is
// laid out anew.
func (n *Node) keepOwn() {
	n.Children()
	own := n.own()
	if n.is(isBelow) {
		own.parent = n.treeParent()
		n.mark(isBelow, false)
	}
	if n.is(isLoose) {
		return
	}
	own.words[0] = *n.head()
	copy(own.words[1:], n.slot())
	n.mark(isLoose, true)
}

// settle takes the words of a node away, which the tree has now.
func (n *Node) settle() {
	if n.is(isLoose) {
		n.mark(isLoose, false)
		n.rest.words = [1 + mostWords]uint32{}
	}
	if n.rest == noRest || *n.rest != *noRest {
		return
	}
	own := *n.special
	own.rest = noRest
	if n.special = noSpecial; hasSpecial[n.op] || own != *noSpecial {
		n.special = &own
	}
}

func (n *Node) Status() script.Status { return *n.head() & statusMask }

func (n *Node) SetStatus(s script.Status) { h := n.head(); *h = *h&^statusMask | s }

func (n *Node) flag() bool { return *n.head()&headFlag != 0 }

func (n *Node) setFlag(on bool) {
	h := n.head()
	*h &^= headFlag
	if on {
		*h |= headFlag
	}
}

// index returns idx; 0 for nil.
func (n *Node) index() int {
	if *n.head()&headIndexed == 0 {
		return 0
	}
	return int(*n.head() >> indexShift)
}

func (n *Node) setIndex(i int) {
	h := n.head()
	*h = *h&(headIndexed-1) | headIndexed | uint32(i)<<indexShift
}

func (n *Node) clearIndex() { *n.head() &= headIndexed - 1 }

// Given are numbers that a constructor was given.
type Given struct {
	period float64 // of a PriorityNode, in seconds
	rounds float64 // of a LoopNode; 0 where it has no end, or one that is no number
}

func (n *Node) given() (of Given) {
	switch {
	case n.op == opPriority:
		of.period = numberAt(n.slot(), atMore)
	case n.op == opLoop && n.flag() && *n.head()&headOdd == 0:
		of.rounds = numberAt(n.slot(), atMore)
	}
	return of
}

func numberAt(slot []uint32, at int) float64 {
	return math.Float64frombits(uint64(slot[at]) | uint64(slot[at+1])<<32)
}

func setNumber(slot []uint32, at int, f float64) {
	b := number.Bits(f)
	slot[at], slot[at+1] = uint32(b), uint32(b>>32)
}

// slotWords is how many words a node of a kind has beside its head.
func slotWords(op tree.Op) int {
	if sleeps[op] {
		return ownWords[op] + wakeWords
	}
	return ownWords[op]
}

const (
	wakeWords = 2 // a wake time has
	mostWords = 4 // a slot has at most
)

// sleeps tells the kinds that call Sleep: the original's Wait, and the classes of scripts. Others
// have no words for a wake time.
var sleeps = [opCount]bool{opNode: true, opWait: true}

// ownWords is how many words a node of a kind has beside its head and its wake
// time. The table fields has what scripts read and write of them.
var ownWords = [opCount]int{
	opWait:     2, // wake_time
	opLoop:     4, // rep, maxreps
	opPriority: 4, // lasttime, period
	opEvent:    2, // priority
	opLatch:    4, // lastlatchtime, currentduration
}

// adopt gives a node its kind and fresh words. Constructors call it.
func (n *Node) adopt(op tree.Op) {
	own := n.own()
	if takesFn[n.op] != takesFn[op] { // another constructor ran before
		list := n.Children()
		n.held, own.list, n.op = machine.Nil, machine.Nil, op
		n.keepList(list)
	}
	n.op = op
	own.words, own.wake = [1 + mostWords]uint32{headStart}, 0
	n.mark(isLoose, true)
}

// newNode makes an object of a node class, whose constructor has not run yet.
func (en *Engine) newNode(class *machine.Table) *machine.Table {
	n := &Node{special: noSpecial}
	en.kin.Init(&n.object)
	at := en.Program.InnerAt(en.Lua.WhereLine())
	n.traits = en.share(traits{class: class, At: at, Name: en.noName})
	n.adopt(opNode)
	return n.Obj()
}

// rename gives a node a name.
func (en *Engine) rename(n *Node, name machine.Value) {
	named := *n.traits
	named.Name = name
	n.traits = en.share(named)
}

// customize gives a node the methods of a script; nil if it has none.
func (en *Engine) customize(n *Node, custom *ownMethods) {
	if custom != n.custom {
		changed := *n.traits
		changed.custom = custom
		n.traits = en.share(changed)
	}
}

// alike is what traits have that many nodes share: those whose name is a text.
type alike struct {
	class  *machine.Table
	at     syntax.Pos
	name   string
	custom *ownMethods
}

// share returns traits that many nodes may have in common.
func (en *Engine) share(t traits) *traits {
	name, isText := t.Name.Text()
	if !isText {
		kept := t // which moves to the heap only here
		return &kept
	}
	key := alike{t.class, t.At, name, t.custom}
	if known := en.traitsOf[key]; known != nil {
		return known
	}
	if en.traitsOf == nil || len(en.traitsOf) >= maxKinds {
		en.traitsOf = map[alike]*traits{}
	}
	kept := t
	en.traitsOf[key] = &kept
	return &kept
}

// NodeOf returns the Go side of a node; nil if v is none.
func NodeOf(v machine.Value) *Node {
	n, _ := script.Handle(v).(*Node)
	return n
}
