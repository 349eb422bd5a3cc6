package nodes

import (
	"math"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

// openNodes defines the node classes, their methods, the three functions that
// combine nodes, and the names of statuses. Files may replace them, as in the
// original.
func (en *Engine) openNodes() {
	en.Makers[script.MadeListener] = script.OfTable(func(obj *glua.LTable) glua.LGFunction {
		return func(L *glua.LState) int {
			en.dispatch(NodeOf(obj), mOnEvent, L.Get(2))
			return 0
		}
	})
	for _, name := range script.StatusNames {
		en.Lua.Set(name, glua.LString(name))
	}
	for op := opNode; op < opCount; op++ {
		en.openKind(op)
	}
	any := en.Class(en.nodeClasses[opParallel], en.constructor(func(n *Node, arg func(int) glua.LValue) {
		en.construct(n, opParallel, glua.LString("Parallel(Any)"), arg(1))
		n.setFlag(true)
	}), nil)
	en.Lua.Set("ParallelNodeAny", any)
	en.openCombinations()
}

// openKind makes the class of a kind of node.
func (en *Engine) openKind(op tree.Op) {
	var base *glua.LTable
	switch op {
	case opNode:
	case opNot, opFailIfRunning, opFailIfSuccess:
		base = en.nodeClasses[opDecorator]
	default:
		base = en.nodeClasses[opNode]
	}
	class := en.Class(base, en.constructor(func(n *Node, arg func(int) glua.LValue) { en.fill(n, op, arg) }), nil)
	class.RawSetString("__index", en.FieldRead)
	class.RawSetString("__newindex", en.FieldWrite)
	en.Foldable(class)
	for _, f := range en.ownMethods(op) {
		class.RawSetString(methodNames[f.name], en.L.NewFunction(f.call))
	}
	for name := range numMethods {
		en.methods[op][name], _ = class.RawGetString(methodNames[name]).(*glua.LFunction)
	}
	en.nodeClasses[op] = class
	en.calls[op] = calledFor(class)
	if op == opNode {
		en.Native = append(en.Native, script.NativeClass{Class: class, Make: en.newNode})
	}
	en.Lua.Set(ops.Name(op), class)
}

// called are the functions that run when a class is called. A script may put others there.
type called struct{ call, ctor glua.LValue }

func calledFor(class *glua.LTable) called {
	f := called{glua.LNil, class.RawGetString("_ctor")}
	if meta, ok := class.Metatable.(*glua.LTable); ok {
		f.call = meta.RawGetString("__call")
	}
	return f
}

// constructor makes the _ctor of a class: it is called with the object, then the
// arguments.
func (en *Engine) constructor(fill func(n *Node, arg func(int) glua.LValue)) *glua.LFunction {
	return en.L.NewFunction(func(L *glua.LState) int {
		n := NodeOf(L.Get(1))
		if n == nil {
			en.Lua.Raise("a constructor: wanted an object of the class first, found %s", script.Describe(L.Get(1)))
		}
		fill(n, func(i int) glua.LValue { return L.Get(i + 1) })
		return 0
	})
}

// named returns the name that was given, or else the usual one.
func named(v glua.LValue, usual string) glua.LValue {
	if glua.LVAsBool(v) {
		return v
	}
	return glua.LString(usual)
}

// fill runs the constructor of a built-in class.
func (en *Engine) fill(n *Node, op tree.Op, arg func(int) glua.LValue) {
	switch op {
	case opNode:
		en.construct(n, n.op, named(arg(1), ""), arg(2))
	case opDecorator:
		if n.op != opNode { // another constructor ran before
			op = n.op
		}
		en.construct(n, op, named(arg(1), "Decorator"), en.list(arg(2)))
	case opCondition:
		en.construct(n, op, named(arg(2), "Condition"), glua.LNil)
		n.fn = arg(1)
	case opMultiCondition:
		en.construct(n, op, named(arg(3), "Condition"), glua.LNil)
		n.fn, n.fn2 = arg(1), arg(2)
	case opConditionWait:
		en.construct(n, op, named(arg(2), "Wait"), glua.LNil)
		n.fn = arg(1)
	case opAction:
		en.construct(n, op, named(arg(2), "ActionNode"), glua.LNil)
		n.fn = arg(1)
	case opWait:
		en.construct(n, op, glua.LString("Wait"), glua.LNil)
		n.fn = arg(1)
	case opSequence, opSelector:
		name := glua.LString("Sequence")
		if op == opSelector {
			name = "Selector"
		}
		en.construct(n, op, name, arg(1))
		n.setIndex(1)
	case opNot:
		en.construct(n, op, glua.LString("Not"), en.list(arg(1)))
	case opFailIfRunning:
		en.construct(n, op, glua.LString("FailIfRunning"), en.list(arg(1)))
	case opFailIfSuccess:
		en.construct(n, op, glua.LString("FailIfSuccess"), en.list(arg(1)))
	case opLoop:
		en.construct(n, op, glua.LString("Sequence"), arg(1)) // the original names it so
		n.setIndex(1)
		en.setReps(n, arg(2))
	case opRandom:
		en.construct(n, op, glua.LString("Random"), arg(1))
	case opPriority:
		en.construct(n, op, glua.LString("Priority"), arg(1))
		en.setPeriod(n, arg(2), arg(3))
	case opParallel:
		en.construct(n, op, named(arg(2), "Parallel"), arg(1))
	case opEvent:
		en.fillEvent(n, arg)
	case opLatch:
		name := "Latch (" + lua.Text(en.Lua.ToString(arg(2))) + ")"
		en.construct(n, op, glua.LString(name), en.list(arg(3)))
		n.inst, n.fn = arg(1), arg(2)
		setNumber(n.slot(), atOwn, math.Inf(-1))
		setNumber(n.slot(), atMore, 0)
	case opHost:
		f, _ := arg(1).(*glua.LFunction)
		leaf, ok := en.Hosts[f]
		if f == nil || !ok || leaf.Action == nil {
			en.Lua.Raise("HostNode: wanted an action of the game, found %s", script.Describe(arg(1)))
		}
		en.construct(n, op, named(arg(2), leaf.Name()), glua.LNil)
		n.fn = f
	}
}

// list makes the child list of a decorator. The child may be nil.
func (en *Engine) list(child glua.LValue) glua.LValue {
	t := en.L.CreateTable(1, 0)
	if child == glua.LNil && en.Program.Lenient {
		child = en.lenientNode(glua.LString("nothing"))
	}
	if child != glua.LNil {
		t.RawSetInt(1, child)
	}
	en.given = t
	return t
}

// construct runs the constructor of BehaviourNode.
func (en *Engine) construct(n *Node, op tree.Op, name, children glua.LValue) {
	n.adopt(op)
	en.rename(n, name)
	n.setChildren(children)
	n.private, en.given = n.Kids != nil && n.Kids == en.given, nil
	n.id = int64(en.Nodes)
	en.Nodes++
	en.LastNode = n
	if !glua.LVAsBool(children) {
		n.setChildren(glua.LNil)
		if en.Program.Lenient && isComposite(op) {
			n.setChildren(en.L.NewTable())
		}
	}
	for _, key := range [...]string{"name", "children", "status", "lastresult", "nextupdatetick", "id"} {
		if setterOf(n.Obj, glua.LString(key)) != nil {
			n.told(en, key, en.field(n.Obj, glua.LString(key)), glua.LNil)
		}
	}
	if !n.hasChildren() {
		return
	}
	if en.Program.Lenient {
		children = en.lenientChildren(op, children)
		n.setChildren(children)
	}
	t, ok := children.(*glua.LTable)
	if !ok {
		en.Lua.Raise("%s: wanted a list of children, found %s", en.Title(n), script.Describe(children))
	}
	en.Lua.Unfold(t)
	for k, v := t.Next(glua.LNil); k != glua.LNil; k, v = t.Next(k) {
		en.Lua.Charge(1)
		if child := NodeOf(v); child != nil {
			old := child.parentValue()
			child.setParent(n.Obj)
			child.told(en, "parent", n.Obj, old)
			continue
		}
		if _, ok := v.(*glua.LTable); !ok {
			en.Lua.Raise("%s: child %s is %s, wanted a node", en.Title(n), lua.Text(k), script.Describe(v))
		}
		en.L.SetField(v, "parent", n.Obj)
	}
}

func (en *Engine) setReps(n *Node, v glua.LValue) {
	*n.head() &^= headFlag | headOdd
	n.fn2 = glua.LNil
	switch f, ok := v.(glua.LNumber); {
	case ok:
		*n.head() |= headFlag
		setNumber(n.slot(), atMore, float64(f))
	case glua.LVAsBool(v):
		*n.head() |= headFlag | headOdd
		n.fn2 = v
	}
}

// setPeriod sets the period of a PriorityNode, in seconds, and unless noscatter
// is set its lasttime: a random moment from 0.5 to 1.5 periods, counted from tick
// 0 as in the original, whenever the node is made.
func (en *Engine) setPeriod(n *Node, period, noscatter glua.LValue) {
	f := 1.0
	if glua.LVAsBool(period) {
		var ok bool
		if f, ok = en.Number(period); !ok {
			en.Lua.Raise("PriorityNode: the period is %s, wanted a number", script.Describe(period))
		}
	}
	setNumber(n.slot(), atMore, f)
	if !glua.LVAsBool(noscatter) {
		n.setFlag(true)
		setNumber(n.slot(), atOwn, float64(f*0.5)+float64(f*en.Lua.Draw()))
	}
}

func (en *Engine) setPriority(n *Node, v glua.LValue) {
	*n.head() &^= headOdd
	n.fn2 = glua.LNil
	if f, ok := v.(glua.LNumber); ok {
		setNumber(n.slot(), atOwn, float64(f))
		return
	}
	*n.head() |= headOdd
	n.fn2 = v
}

func (en *Engine) fillEvent(n *Node, arg func(int) glua.LValue) {
	if !glua.LVCanConvToString(arg(2)) && !en.Program.Lenient {
		en.Lua.Raise("EventNode: the event is %s, wanted a name", script.Describe(arg(2)))
	}
	name := "Event(" + lua.Text(arg(2)) + ")"
	en.construct(n, opEvent, glua.LString(name), en.list(arg(3)))
	n.inst, n.event = arg(1), arg(2)
	priority := arg(4)
	if !glua.LVAsBool(priority) {
		priority = glua.LNumber(0)
	}
	en.setPriority(n, priority)
	if n.inst == glua.LNil && !en.Program.Lenient {
		en.Lua.Raise("%s: wanted an entity to listen to, found nil", name)
	}
	n.listener = en.Made(script.MadeListener, n.Obj)
	en.Lua.Call(en.L.GetField(n.inst, "ListenForEvent"), n.inst, n.event, n.listener)
}

// openCombinations defines WhileNode, IfNode and IfThenDoWhileNode, which combine
// two nodes.
func (en *Engine) openCombinations() {
	pair := func(name string, outer tree.Op, first func(L *glua.LState) (glua.LValue, glua.LValue)) {
		en.Lua.Set(name, en.L.NewFunction(func(L *glua.LState) int {
			head, body := first(L)
			list := en.L.CreateTable(2, 0)
			list.RawSetInt(1, head)
			if body != glua.LNil {
				list.RawSetInt(2, body)
			}
			if calledFor(en.nodeClasses[outer]) == en.calls[outer] {
				en.given = list
			}
			L.Push(en.Lua.Call(en.nodeClasses[outer], list))
			return 1
		}))
	}
	condition := func(L *glua.LState) (glua.LValue, glua.LValue) {
		return en.Lua.Call(en.nodeClasses[opCondition], L.Get(1), L.Get(2)), L.Get(3)
	}
	pair("WhileNode", opParallel, condition)
	pair("IfNode", opSequence, condition)
	pair("IfThenDoWhileNode", opParallel, func(L *glua.LState) (glua.LValue, glua.LValue) {
		return en.Lua.Call(en.nodeClasses[opMultiCondition], L.Get(1), L.Get(2), L.Get(3)), L.Get(4)
	})
}

// lenientNode returns v if that is a node, else a node that fails.
func (en *Engine) lenientNode(v glua.LValue) glua.LValue {
	if NodeOf(v) != nil {
		return v
	}
	return en.Lua.Call(en.nodeClasses[opNode], glua.LString(en.StubText(v)))
}

// LenientTree returns a BT around v, or around a node that fails.
func (en *Engine) LenientTree(inst, v glua.LValue) *BT {
	return script.Handle(en.Lua.Call(en.BTClass, inst, en.lenientNode(v))).(*BT)
}

func isComposite(op tree.Op) bool {
	return slices.Contains([]tree.Op{opSequence, opSelector, opLoop, opRandom, opPriority, opParallel}, op)
}

// lenientChildren returns a child list in which everything is a node; for a
// RandomNode it is not empty.
func (en *Engine) lenientChildren(op tree.Op, v glua.LValue) glua.LValue {
	t, ok := v.(*glua.LTable)
	if !ok || en.StubOf(v) != nil {
		t = en.L.NewTable()
	}
	if op == opRandom && t.Len() == 0 {
		t.Append(en.lenientNode(glua.LString("nothing")))
	}
	en.Lua.Unfold(t)
	for k, v := t.Next(glua.LNil); k != glua.LNil; k, v = t.Next(k) {
		if NodeOf(v) == nil {
			t.RawSet(k, en.lenientNode(v))
		}
	}
	return t
}
