package nodes

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// openNodes defines the node classes, their methods, the three functions that
// combine nodes, and the names of statuses. Files may replace them, as in the
// original.
func (en *Engine) openNodes() {
	en.Makers[script.MadeListener] = script.OfTable(func(c *machine.Call) int {
		en.dispatch(NodeOf(c.Kept()[0]), mOnEvent, c.Get(2))
		return 0
	})
	for s, name := range script.StatusNames {
		en.Lua.SetGlobal(name, en.StatusText(script.Status(s)))
	}
	for op := opNode; op < opCount; op++ {
		en.openKind(op)
	}
	any := en.Class(en.nodeClasses[opParallel], en.constructor(func(n *Node, arg arguments) {
		en.construct(n, opParallel, machine.String("Parallel(Any)"), arg.at(1))
		n.setFlag(true)
	}), nil)
	en.Lua.SetGlobal("ParallelNodeAny", any.V())
	en.openCombinations()
}

// openKind makes the class of a kind of node.
func (en *Engine) openKind(op tree.Op) {
	var base *machine.Table
	switch op {
	case opNode:
	case opNot, opFailIfRunning, opFailIfSuccess:
		base = en.nodeClasses[opDecorator]
	default:
		base = en.nodeClasses[opNode]
	}
	class := en.Class(base, en.constructor(func(n *Node, arg arguments) { en.fill(n, op, arg) }), nil)
	en.Fielded(class)
	for _, f := range en.ownMethods(op) {
		en.Offer(class, methodNames[f.name], f.call)
	}
	for name := range numMethods {
		en.methods[op][name] = class.Get(en.keys[name]).Function()
	}
	en.nodeClasses[op] = class
	en.calls[op] = en.CallsOf(class)
	if op == opNode {
		en.Native = append(en.Native, script.NativeClass{Class: class, Make: en.newNode})
	}
	en.Lua.SetGlobal(ops.Name(op), class.V())
}

// Fielded lets the objects of a class reach the fields that Go keeps.
func (en *Engine) Fielded(class *machine.Table) {
	en.Lua.SetField(class, "__index", en.FieldRead)
	en.Lua.SetField(class, "__newindex", en.FieldWrite)
}

// arguments are those of a constructor, without the object.
type arguments struct{ c *machine.Call }

func (a arguments) at(i int) machine.Value { return a.c.Get(i + 1) }

// constructor makes the _ctor of a class: it is called with the object, then the
// arguments.
func (en *Engine) constructor(fill func(n *Node, arg arguments)) *machine.Function {
	return en.Lua.NewFunction("_ctor", func(c *machine.Call) int {
		n := NodeOf(c.Get(1))
		if n == nil {
			en.Lua.Raise("a constructor: wanted an object of the class first, found %s", script.Describe(c.Get(1)))
		}
		fill(n, arguments{c})
		return 0
	})
}

// named returns the name that was given, or else the usual one.
func named(v machine.Value, usual string) machine.Value {
	if v.Truth() {
		return v
	}
	return machine.String(usual)
}

// fill runs the constructor of a built-in class.
func (en *Engine) fill(n *Node, op tree.Op, arg arguments) {
	switch op {
	case opNode:
		en.construct(n, n.op, named(arg.at(1), ""), arg.at(2))
	case opDecorator:
		if n.op != opNode { // another constructor ran before
			op = n.op
		}
		en.construct(n, op, named(arg.at(1), "Decorator"), en.list(arg.at(2)))
	case opCondition:
		en.construct(n, op, named(arg.at(2), "Condition"), machine.Nil)
		n.held = arg.at(1)
	case opMultiCondition:
		en.construct(n, op, named(arg.at(3), "Condition"), machine.Nil)
		n.held, n.fn2 = arg.at(1), arg.at(2)
	case opConditionWait:
		en.construct(n, op, named(arg.at(2), "Wait"), machine.Nil)
		n.held = arg.at(1)
	case opAction:
		en.construct(n, op, named(arg.at(2), "ActionNode"), machine.Nil)
		n.held = arg.at(1)
	case opWait:
		en.construct(n, op, machine.String("Wait"), machine.Nil)
		n.held = arg.at(1)
	case opSequence, opSelector:
		name := "Sequence"
		if op == opSelector {
			name = "Selector"
		}
		en.construct(n, op, machine.String(name), arg.at(1))
		n.setIndex(1)
	case opNot:
		en.construct(n, op, machine.String("Not"), en.list(arg.at(1)))
	case opFailIfRunning:
		en.construct(n, op, machine.String("FailIfRunning"), en.list(arg.at(1)))
	case opFailIfSuccess:
		en.construct(n, op, machine.String("FailIfSuccess"), en.list(arg.at(1)))
	case opLoop:
		en.construct(n, op, machine.String("Sequence"), arg.at(1)) // the original names it so
		n.setIndex(1)
		en.setReps(n, arg.at(2))
	case opRandom:
		en.construct(n, op, machine.String("Random"), arg.at(1))
	case opPriority:
		en.construct(n, op, machine.String("Priority"), arg.at(1))
		en.setPeriod(n, arg.at(2), arg.at(3))
	case opParallel:
		en.construct(n, op, named(arg.at(2), "Parallel"), arg.at(1))
	case opEvent:
		en.fillEvent(n, arg)
	case opLatch:
		name := "Latch (" + machine.Show(en.Lua.ToString(arg.at(2))) + ")"
		en.construct(n, op, machine.String(name), en.list(arg.at(3)))
		n.inst, n.held = arg.at(1), arg.at(2)
		setNumber(n.slot(), atOwn, math.Inf(-1))
		setNumber(n.slot(), atMore, 0)
	case opHost:
		f := arg.at(1).Function()
		leaf, ok := en.Hosts[f]
		if f == nil || !ok || leaf.Action == nil {
			en.Lua.Raise("HostNode: wanted an action of the game, found %s", script.Describe(arg.at(1)))
		}
		en.construct(n, op, named(arg.at(2), leaf.Name()), machine.Nil)
		n.held = f.V()
	}
}

// list makes the child list of a decorator. The child may be nil.
func (en *Engine) list(child machine.Value) machine.Value {
	t := en.Lua.NewTable()
	if child.IsNil() && en.Program.Lenient {
		child = en.lenientNode(machine.String("nothing"))
	}
	if !child.IsNil() {
		en.Lua.Append(t, child)
	}
	en.Given = t
	return t.V()
}

// construct runs the constructor of BehaviourNode.
func (en *Engine) construct(n *Node, op tree.Op, name, children machine.Value) {
	n.adopt(op)
	en.rename(n, name)
	n.setChildren(children)
	n.mark(isPrivate, en.Given != nil && n.list().Table() == en.Given)
	en.Given = nil
	n.setNumber(int64(en.Nodes))
	en.Nodes++
	en.LastNode = n
	if !children.Truth() {
		n.setChildren(machine.Nil)
		if en.Program.Lenient && isComposite(op) {
			n.setChildren(en.Lua.NewTable().V())
		}
	}
	for _, key := range [...]string{"name", "children", "status", "lastresult", "nextupdatetick", "id"} {
		if en.HasSetters(n.class) {
			n.told(en, key, en.field(n.Obj(), en.Lua.Constant(key)), machine.Nil)
		}
	}
	if !n.hasChildren() {
		return
	}
	if en.Program.Lenient {
		children = en.lenientChildren(op, children)
		n.setChildren(children)
	}
	t := children.Table()
	if t == nil {
		en.Lua.Raise("%s: wanted a list of children, found %s", en.Title(n), script.Describe(children))
	}
	for k, v := range t.Pairs {
		en.Lua.Charge(1)
		if child := NodeOf(v); child != nil {
			old := child.parentValue()
			child.setParent(n.Obj().V())
			child.told(en, "parent", n.Obj().V(), old)
			continue
		}
		if v.Table() == nil {
			en.Lua.Raise("%s: child %s is %s, wanted a node", en.Title(n), machine.Show(k), script.Describe(v))
		}
		en.Lua.SetIndex(v, en.Lua.Constant("parent"), n.Obj().V())
	}
}

func (en *Engine) setReps(n *Node, v machine.Value) {
	*n.head() &^= headFlag | headOdd
	n.fn2 = machine.Nil
	switch f, ok := v.Number(); {
	case ok:
		*n.head() |= headFlag
		setNumber(n.slot(), atMore, f)
	case v.Truth():
		*n.head() |= headFlag | headOdd
		n.fn2 = v
	}
}

// setPeriod sets the period of a PriorityNode, in seconds, and unless noscatter
// is set its lasttime: a random moment from 0.5 to 1.5 periods, counted from tick
// 0 as in the original, whenever the node is made.
func (en *Engine) setPeriod(n *Node, period, noscatter machine.Value) {
	f := 1.0
	if period.Truth() {
		var ok bool
		if f, ok = en.Number(period); !ok {
			en.Lua.Raise("PriorityNode: the period is %s, wanted a number", script.Describe(period))
		}
	}
	setNumber(n.slot(), atMore, f)
	if !noscatter.Truth() {
		n.setFlag(true)
		setNumber(n.slot(), atOwn, float64(f*0.5)+float64(f*en.Lua.Draw()))
	}
}

func (en *Engine) setPriority(n *Node, v machine.Value) {
	*n.head() &^= headOdd
	n.fn2 = machine.Nil
	if f, ok := v.Number(); ok {
		setNumber(n.slot(), atOwn, f)
		return
	}
	*n.head() |= headOdd
	n.fn2 = v
}

func (en *Engine) fillEvent(n *Node, arg arguments) {
	if !script.IsText(arg.at(2)) && !en.Program.Lenient {
		en.Lua.Raise("EventNode: the event is %s, wanted a name", script.Describe(arg.at(2)))
	}
	name := "Event(" + machine.Show(arg.at(2)) + ")"
	en.construct(n, opEvent, machine.String(name), en.list(arg.at(3)))
	n.inst, n.event = arg.at(1), arg.at(2)
	priority := arg.at(4)
	if !priority.Truth() {
		priority = machine.Number(0)
	}
	en.setPriority(n, priority)
	if n.inst.IsNil() && !en.Program.Lenient {
		en.Lua.Raise("%s: wanted an entity to listen to, found nil", name)
	}
	n.listener = en.Made(script.MadeListener, n.Obj().V()).Function()
	en.Lua.Call(en.Method(n.inst, "ListenForEvent"), n.inst, n.event, n.listener.V())
}

// openCombinations defines WhileNode, IfNode and IfThenDoWhileNode, which combine
// two nodes.
func (en *Engine) openCombinations() {
	pair := func(name string, outer tree.Op, first func(c *machine.Call) (head, body machine.Value)) {
		en.OfferGlobal(name, func(c *machine.Call) int {
			head, body := first(c)
			list := en.Lua.NewTable()
			en.Lua.Append(list, head)
			if !body.IsNil() {
				en.Lua.Append(list, body)
			}
			if en.CallsOf(en.nodeClasses[outer]) == en.calls[outer] {
				en.Given = list
			}
			return c.Give(en.Lua.Call(en.nodeClasses[outer].V(), list.V()))
		})
	}
	condition := func(c *machine.Call) (head, body machine.Value) {
		return en.Lua.Call(en.nodeClasses[opCondition].V(), c.Get(1), c.Get(2)), c.Get(3)
	}
	pair("WhileNode", opParallel, condition)
	pair("IfNode", opSequence, condition)
	pair("IfThenDoWhileNode", opParallel, func(c *machine.Call) (head, body machine.Value) {
		return en.Lua.Call(en.nodeClasses[opMultiCondition].V(), c.Get(1), c.Get(2), c.Get(3)), c.Get(4)
	})
}

// lenientNode returns v if that is a node, else a node that fails.
func (en *Engine) lenientNode(v machine.Value) machine.Value {
	if NodeOf(v) != nil {
		return v
	}
	return en.Lua.Call(en.nodeClasses[opNode].V(), machine.String(en.StubText(v)))
}

// LenientTree returns a BT around v, or around a node that fails.
func (en *Engine) LenientTree(inst, v machine.Value) *BT {
	return script.Handle(en.Lua.Call(en.BTClass.V(), inst, en.lenientNode(v))).(*BT)
}

func isComposite(op tree.Op) bool {
	return slices.Contains([]tree.Op{opSequence, opSelector, opLoop, opRandom, opPriority, opParallel}, op)
}

// lenientChildren returns a child list in which everything is a node; for a
// RandomNode it is not empty.
func (en *Engine) lenientChildren(op tree.Op, v machine.Value) machine.Value {
	t := v.Table()
	if t == nil || en.StubOf(v) != nil {
		t = en.Lua.NewTable()
	}
	if op == opRandom && t.Len() == 0 {
		en.Lua.Append(t, en.lenientNode(machine.String("nothing")))
	}
	for k, v := range t.Pairs {
		if NodeOf(v) == nil {
			en.Lua.Set(t, k, en.lenientNode(v))
		}
	}
	return t.V()
}
