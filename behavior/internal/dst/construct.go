package dst

import (
	"math"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// openNodes defines the node classes, their methods, the three functions that
// combine nodes, and the names of statuses. Files may replace them, as in the
// original.
func (m *engine) openNodes() {
	m.makers[madeListener] = ofTable(func(obj *glua.LTable) glua.LGFunction {
		return func(L *glua.LState) int {
			m.dispatch(nodeOf(obj), mOnEvent, L.Get(2))
			return 0
		}
	})
	for _, name := range statusNames {
		m.lua.Set(name, glua.LString(name))
	}
	for op := opNode; op < opCount; op++ {
		m.openKind(op)
	}
	any := m.class(m.nodeClasses[opParallel], m.constructor(func(n *node, arg func(int) glua.LValue) {
		m.construct(n, opParallel, glua.LString("Parallel(Any)"), arg(1))
		n.setFlag(true)
	}), nil)
	m.lua.Set("ParallelNodeAny", any)
	m.openCombinations()
}

// openKind makes the class of a kind of node.
func (m *engine) openKind(op tree.Op) {
	var base *glua.LTable
	switch op {
	case opNode:
	case opNot, opFailIfRunning, opFailIfSuccess:
		base = m.nodeClasses[opDecorator]
	default:
		base = m.nodeClasses[opNode]
	}
	class := m.class(base, m.constructor(func(n *node, arg func(int) glua.LValue) { m.fill(n, op, arg) }), nil)
	class.RawSetString("__index", m.fieldRead)
	class.RawSetString("__newindex", m.fieldWrite)
	m.foldable(class)
	for _, f := range m.ownMethods(op) {
		class.RawSetString(methodNames[f.name], m.L.NewFunction(f.call))
	}
	for name := range numMethods {
		m.methods[op][name], _ = class.RawGetString(methodNames[name]).(*glua.LFunction)
	}
	m.nodeClasses[op] = class
	m.calls[op] = calledFor(class)
	if op == opNode {
		m.native = append(m.native, nativeClass{class, m.newNode})
	}
	m.lua.Set(ops.Name(op), class)
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
func (m *engine) constructor(fill func(n *node, arg func(int) glua.LValue)) *glua.LFunction {
	return m.L.NewFunction(func(L *glua.LState) int {
		n := nodeOf(L.Get(1))
		if n == nil {
			m.lua.Raise("a constructor: wanted an object of the class first, found %s", describe(L.Get(1)))
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
func (m *engine) fill(n *node, op tree.Op, arg func(int) glua.LValue) {
	switch op {
	case opNode:
		m.construct(n, n.op, named(arg(1), ""), arg(2))
	case opDecorator:
		if n.op != opNode { // another constructor ran before
			op = n.op
		}
		m.construct(n, op, named(arg(1), "Decorator"), m.list(arg(2)))
	case opCondition:
		m.construct(n, op, named(arg(2), "Condition"), glua.LNil)
		n.fn = arg(1)
	case opMultiCondition:
		m.construct(n, op, named(arg(3), "Condition"), glua.LNil)
		n.fn, n.fn2 = arg(1), arg(2)
	case opConditionWait:
		m.construct(n, op, named(arg(2), "Wait"), glua.LNil)
		n.fn = arg(1)
	case opAction:
		m.construct(n, op, named(arg(2), "ActionNode"), glua.LNil)
		n.fn = arg(1)
	case opWait:
		m.construct(n, op, glua.LString("Wait"), glua.LNil)
		n.fn = arg(1)
	case opSequence, opSelector:
		name := glua.LString("Sequence")
		if op == opSelector {
			name = "Selector"
		}
		m.construct(n, op, name, arg(1))
		n.setIndex(1)
	case opNot:
		m.construct(n, op, glua.LString("Not"), m.list(arg(1)))
	case opFailIfRunning:
		m.construct(n, op, glua.LString("FailIfRunning"), m.list(arg(1)))
	case opFailIfSuccess:
		m.construct(n, op, glua.LString("FailIfSuccess"), m.list(arg(1)))
	case opLoop:
		m.construct(n, op, glua.LString("Sequence"), arg(1)) // the original names it so
		n.setIndex(1)
		m.setReps(n, arg(2))
	case opRandom:
		m.construct(n, op, glua.LString("Random"), arg(1))
	case opPriority:
		m.construct(n, op, glua.LString("Priority"), arg(1))
		m.setPeriod(n, arg(2), arg(3))
	case opParallel:
		m.construct(n, op, named(arg(2), "Parallel"), arg(1))
	case opEvent:
		m.fillEvent(n, arg)
	case opLatch:
		name := "Latch (" + lua.Text(m.lua.ToString(arg(2))) + ")"
		m.construct(n, op, glua.LString(name), m.list(arg(3)))
		n.inst, n.fn = arg(1), arg(2)
		setNumber(n.slot(), atOwn, math.Inf(-1))
		setNumber(n.slot(), atMore, 0)
	case opHost:
		f, _ := arg(1).(*glua.LFunction)
		leaf, ok := m.hosts[f]
		if f == nil || !ok || leaf.Action == nil {
			m.lua.Raise("HostNode: wanted an action of the game, found %s", describe(arg(1)))
		}
		m.construct(n, op, named(arg(2), leaf.Name()), glua.LNil)
		n.fn = f
	}
}

// list makes the child list of a decorator. The child may be nil.
func (m *engine) list(child glua.LValue) glua.LValue {
	t := m.L.CreateTable(1, 0)
	if child == glua.LNil && m.program.lenient {
		child = m.lenientNode(glua.LString("nothing"))
	}
	if child != glua.LNil {
		t.RawSetInt(1, child)
	}
	m.given = t
	return t
}

// construct runs the constructor of BehaviourNode.
func (m *engine) construct(n *node, op tree.Op, name, children glua.LValue) {
	n.adopt(op)
	m.rename(n, name)
	n.setChildren(children)
	n.private, m.given = n.kids != nil && n.kids == m.given, nil
	n.id = int64(m.nodes)
	m.nodes++
	m.lastNode = n
	if !glua.LVAsBool(children) {
		n.setChildren(glua.LNil)
		if m.program.lenient && isComposite(op) {
			n.setChildren(m.L.NewTable())
		}
	}
	for _, key := range [...]string{"name", "children", "status", "lastresult", "nextupdatetick", "id"} {
		if setterOf(n.obj, glua.LString(key)) != nil {
			n.told(m, key, m.field(n.obj, glua.LString(key)), glua.LNil)
		}
	}
	if !n.hasChildren() {
		return
	}
	if m.program.lenient {
		children = m.lenientChildren(op, children)
		n.setChildren(children)
	}
	t, ok := children.(*glua.LTable)
	if !ok {
		m.lua.Raise("%s: wanted a list of children, found %s", m.title(n), describe(children))
	}
	m.lua.Unfold(t)
	for k, v := t.Next(glua.LNil); k != glua.LNil; k, v = t.Next(k) {
		m.lua.Charge(1)
		if child := nodeOf(v); child != nil {
			old := child.parentValue()
			child.setParent(n.obj)
			child.told(m, "parent", n.obj, old)
			continue
		}
		if _, ok := v.(*glua.LTable); !ok {
			m.lua.Raise("%s: child %s is %s, wanted a node", m.title(n), lua.Text(k), describe(v))
		}
		m.L.SetField(v, "parent", n.obj)
	}
}

func (m *engine) setReps(n *node, v glua.LValue) {
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
func (m *engine) setPeriod(n *node, period, noscatter glua.LValue) {
	f := 1.0
	if glua.LVAsBool(period) {
		var ok bool
		if f, ok = m.number(period); !ok {
			m.lua.Raise("PriorityNode: the period is %s, wanted a number", describe(period))
		}
	}
	setNumber(n.slot(), atMore, f)
	if !glua.LVAsBool(noscatter) {
		n.setFlag(true)
		setNumber(n.slot(), atOwn, float64(f*0.5)+float64(f*m.lua.Draw()))
	}
}

func (m *engine) setPriority(n *node, v glua.LValue) {
	*n.head() &^= headOdd
	n.fn2 = glua.LNil
	if f, ok := v.(glua.LNumber); ok {
		setNumber(n.slot(), atOwn, float64(f))
		return
	}
	*n.head() |= headOdd
	n.fn2 = v
}

func (m *engine) fillEvent(n *node, arg func(int) glua.LValue) {
	if !glua.LVCanConvToString(arg(2)) && !m.program.lenient {
		m.lua.Raise("EventNode: the event is %s, wanted a name", describe(arg(2)))
	}
	name := "Event(" + lua.Text(arg(2)) + ")"
	m.construct(n, opEvent, glua.LString(name), m.list(arg(3)))
	n.inst, n.event = arg(1), arg(2)
	priority := arg(4)
	if !glua.LVAsBool(priority) {
		priority = glua.LNumber(0)
	}
	m.setPriority(n, priority)
	if n.inst == glua.LNil && !m.program.lenient {
		m.lua.Raise("%s: wanted an entity to listen to, found nil", name)
	}
	n.listener = m.made(madeListener, n.obj)
	m.lua.Call(m.L.GetField(n.inst, "ListenForEvent"), n.inst, n.event, n.listener)
}

// openCombinations defines WhileNode, IfNode and IfThenDoWhileNode, which combine
// two nodes.
func (m *engine) openCombinations() {
	pair := func(name string, outer tree.Op, first func(L *glua.LState) (glua.LValue, glua.LValue)) {
		m.lua.Set(name, m.L.NewFunction(func(L *glua.LState) int {
			head, body := first(L)
			list := m.L.CreateTable(2, 0)
			list.RawSetInt(1, head)
			if body != glua.LNil {
				list.RawSetInt(2, body)
			}
			if calledFor(m.nodeClasses[outer]) == m.calls[outer] {
				m.given = list
			}
			L.Push(m.lua.Call(m.nodeClasses[outer], list))
			return 1
		}))
	}
	condition := func(L *glua.LState) (glua.LValue, glua.LValue) {
		return m.lua.Call(m.nodeClasses[opCondition], L.Get(1), L.Get(2)), L.Get(3)
	}
	pair("WhileNode", opParallel, condition)
	pair("IfNode", opSequence, condition)
	pair("IfThenDoWhileNode", opParallel, func(L *glua.LState) (glua.LValue, glua.LValue) {
		return m.lua.Call(m.nodeClasses[opMultiCondition], L.Get(1), L.Get(2), L.Get(3)), L.Get(4)
	})
}

// lenientNode returns v if that is a node, else a node that fails.
func (m *engine) lenientNode(v glua.LValue) glua.LValue {
	if nodeOf(v) != nil {
		return v
	}
	return m.lua.Call(m.nodeClasses[opNode], glua.LString(m.stubText(v)))
}

// lenientTree returns a BT around v, or around a node that fails.
func (m *engine) lenientTree(inst, v glua.LValue) *bt {
	return handle(m.lua.Call(m.btClass, inst, m.lenientNode(v))).(*bt)
}

func isComposite(op tree.Op) bool {
	return slices.Contains([]tree.Op{opSequence, opSelector, opLoop, opRandom, opPriority, opParallel}, op)
}

// lenientChildren returns a child list in which everything is a node; for a
// RandomNode it is not empty.
func (m *engine) lenientChildren(op tree.Op, v glua.LValue) glua.LValue {
	t, ok := v.(*glua.LTable)
	if !ok || m.stubOf(v) != nil {
		t = m.L.NewTable()
	}
	if op == opRandom && t.Len() == 0 {
		t.Append(m.lenientNode(glua.LString("nothing")))
	}
	m.lua.Unfold(t)
	for k, v := t.Next(glua.LNil); k != glua.LNil; k, v = t.Next(k) {
		if nodeOf(v) == nil {
			t.RawSet(k, m.lenientNode(v))
		}
	}
	return t
}
