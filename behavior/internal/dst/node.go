package dst

import (
	"math"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
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

// status is the two bits of a node's status.
type status = uint32

const (
	ready status = iota
	success
	failed
	running
)

var statusNames = [...]string{"READY", "SUCCESS", "FAILED", "RUNNING"}

// statusTexts are the statuses as scripts see them.
var statusTexts = [...]glua.LValue{
	glua.LString(statusNames[ready]), glua.LString(statusNames[success]), glua.LString(statusNames[failed]), glua.LString(statusNames[running]),
}

// The head is one word a node: status, last result, flags, index.
const (
	statusMask  = 3
	lastShift   = 2
	headSlept   = 1 << 4 // the wake time is set
	headFlag    = 1 << 5 // triggered, running, stoponanycomplete, or: lasttime, wake_time or maxreps is not nil
	headOdd     = 1 << 6 // what should be a number is another value, which is in fn2 or data
	headIndexed = 1 << 7 // idx is not nil
	indexShift  = 8
	headStart   = ready | ready<<lastShift
)

// Offsets in a node's slot, each a float64 of two words.
const (
	atWake = 0 // nextupdatetime
	atOwn  = 2 // the first number of the kind
	atMore = 4 // the second one
)

// node is what Go keeps for a node of scripts. Its numbers are words: its own
// until it is laid out, then a part of the tree's.
type node struct {
	side
	op     tree.Op
	shown  bool // a script may hold its list of children
	nodeID tree.NodeID
	obj    *glua.LTable // what scripts hold
	*traits

	id       int64 // the number that the original gives nodes
	children glua.LValue
	above    *glua.LTable             // its parent; nil if that is none, or no table
	fn       glua.LValue              // a condition, an action, a duration
	custom   *[numMethods]glua.LValue // a script's own methods, found when it is laid out; nil if it has none; shared
	*special

	head *uint32
	slot []uint32

	in *instance // the tree that it is in; nil before it is laid out
}

// traits is what nodes have in common that were made in one place, and called alike.
type traits struct {
	class *glua.LTable
	at    syntax.Pos // where its constructor was called
	name  glua.LValue
}

// special is what only some nodes keep. All others share noSpecial.
type special struct {
	laid   glua.LValue // its children when it was laid out; nil for those that it has now
	parent glua.LValue // one that is no table; nil for none

	fn2      glua.LValue // a second condition; what should be a number and is none
	inst     glua.LValue // the entity of an EventNode or LatchNode
	event    glua.LValue
	data     glua.LValue
	listener *glua.LFunction
}

func newSpecial() *special {
	return &special{fn2: glua.LNil, inst: glua.LNil, event: glua.LNil, data: glua.LNil}
}

var noSpecial = newSpecial()

// hasSpecial tells the kinds that have one of their own.
var hasSpecial = [opCount]bool{opMultiCondition: true, opLoop: true, opEvent: true, opLatch: true}

func (n *node) code(c codec) {
	table(c, &n.obj)
	var from traits
	fresh := n.traits == nil // a decoder's
	if !fresh {
		from = *n.traits
	}
	table(c, &from.class)
	kind := n.op - 1 // saves count the kinds from 0
	integer(c, &kind)
	if n.op = kind + 1; n.op == opNone || n.op >= opCount {
		panic(lua.ErrDamaged)
	}
	var more special
	if !fresh {
		more = *n.special
	}
	c.Text(&from.at.File)
	integer(c, &from.at.Line)
	integer(c, &from.at.Col)
	integer(c, &n.id)
	parent := n.parentValue()
	for _, v := range [...]*glua.LValue{&from.name, &n.children, &parent, &n.fn, &more.fn2, &more.inst, &more.event, &more.data} {
		c.Value(v)
	}
	function(c, &more.listener)
	if fresh {
		n.keep(from, more)
		n.setParent(parent)
	}
	if n.head == nil {
		n.head = new(uint32)
	}
	integer(c, n.head)
	integers(c, &n.slot)
	if len(n.slot) != slotWords(n.op) {
		panic(lua.ErrDamaged)
	}
}

// keep takes what a decoder read.
func (n *node) keep(from traits, more special) {
	if n.traits, n.special = &from, noSpecial; hasSpecial[n.op] || more != *noSpecial {
		n.special = &more
	}
}

// parentValue returns the field parent.
func (n *node) parentValue() glua.LValue {
	switch {
	case n.above != nil:
		return n.above
	case n.special != nil && n.special.parent != nil:
		return n.special.parent
	}
	return glua.LNil
}

func (n *node) setParent(v glua.LValue) {
	t, ok := v.(*glua.LTable)
	if n.above = t; n.special.parent != nil {
		n.special.parent = nil
	}
	if !ok && v != glua.LNil {
		n.own().parent = v
	}
}

// setChildren gives a node another list of children.
func (n *node) setChildren(v glua.LValue) {
	if n.in != nil && n.laid == nil && v != n.children {
		n.own().laid = n.children
	}
	n.children = v
}

// laidList returns the list of children with which a node was laid out.
func (n *node) laidList() glua.LValue {
	if n.laid != nil {
		return n.laid
	}
	return n.children
}

// own returns what is special of a node and not shared.
func (n *node) own() *special {
	if n.special == noSpecial {
		n.special = newSpecial()
	}
	return n.special
}

func (n *node) status() status { return *n.head & statusMask }

func (n *node) setStatus(s status) { *n.head = *n.head&^statusMask | s }

func (n *node) flag() bool { return *n.head&headFlag != 0 }

func (n *node) setFlag(on bool) {
	*n.head &^= headFlag
	if on {
		*n.head |= headFlag
	}
}

// index returns idx; 0 for nil.
func (n *node) index() int {
	if *n.head&headIndexed == 0 {
		return 0
	}
	return int(*n.head >> indexShift)
}

func (n *node) setIndex(i int) {
	*n.head = *n.head&(headIndexed-1) | headIndexed | uint32(i)<<indexShift
}

func (n *node) clearIndex() { *n.head &= headIndexed - 1 }

func number(slot []uint32, at int) float64 {
	return math.Float64frombits(uint64(slot[at]) | uint64(slot[at+1])<<32)
}

func setNumber(slot []uint32, at int, f float64) {
	b := lua.Bits(f)
	slot[at], slot[at+1] = uint32(b), uint32(b>>32)
}

// slotWords is how many words a node of a kind has beside its head.
func slotWords(op tree.Op) int { return 2 + ownWords[op] }

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
func (n *node) adopt(op tree.Op) {
	n.op = op
	if n.special == noSpecial && hasSpecial[op] {
		n.special = newSpecial()
	}
	words := make([]uint32, 1+slotWords(op))
	words[0] = headStart
	n.head, n.slot = &words[0], words[1:]
}

// newNode makes the Go side of an object of a node class, whose constructor has
// not run yet.
func (m *engine) newNode(obj, class *glua.LTable) *node {
	n := &node{obj: obj, children: glua.LNil, fn: glua.LNil, special: noSpecial}
	n.traits = m.traitsOf.share(traits{class, m.lua.Where(), glua.LString("")})
	n.adopt(opNode)
	return n
}

// rename gives a node a name. Nodes share those that are texts.
func (m *engine) rename(n *node, name glua.LValue) {
	named := traits{n.class, n.at, name}
	if name.Type() == glua.LTString {
		n.traits = m.traitsOf.share(named)
	} else {
		n.traits = &named
	}
}

// nodeOf returns the Go side of a node; nil if v is none.
func nodeOf(v glua.LValue) *node {
	t, ok := v.(*glua.LTable)
	if !ok {
		return nil
	}
	n, _ := t.RawGetInt(1).(*node)
	return n
}

// handle returns the Go side of an object of scripts; nil if v has none.
func handle(v glua.LValue) any {
	t, ok := v.(*glua.LTable)
	if !ok {
		return nil
	}
	switch h := t.RawGetInt(1).(type) {
	case *node, *entity, *bt, *brain:
		return h
	}
	return nil
}

// side makes a Go type a value of scripts. It stands first in the list of its object;
// to scripts it is a userdata that they can do nothing with.
type side struct{}

func (side) String() string        { return "userdata" }
func (side) Type() glua.LValueType { return glua.LTUserData }
