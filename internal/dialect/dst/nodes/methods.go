package nodes

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// method is a method of nodes that a class may override.
type method uint8

const (
	mVisit method = iota
	mStep
	mReset
	mStop
	mSaveStatus
	mSleep
	mGetSleepTime
	mGetTreeSleepTime
	mDBString
	mGetString
	mGetTreeString
	mDoToParents
	mOnStop
	mOnEvent
	numMethods
)

var methodNames = [numMethods]string{
	"Visit", "Step", "Reset", "Stop", "SaveStatus", "Sleep", "GetSleepTime", "GetTreeSleepTime", "DBString", "GetString",
	"GetTreeString", "DoToParents", "OnStop", "OnEvent",
}

// entry is a method of a class.
type entry struct {
	name method
	call func(*machine.Call) int
}

// ownMethods returns the methods that a kind's class defines; it inherits the
// others. A method does what its kind does, whatever kind of node it is called
// with.
func (en *Engine) ownMethods(op tree.Op) []entry {
	visit := entry{mVisit, en.method(op, func(t *Instance, n tree.NodeID, _ *machine.Call) { t.visitAs(op, n) })}
	reset := entry{mReset, en.method(op, func(t *Instance, n tree.NodeID, _ *machine.Call) { t.resetAs(op, n) })}
	step := entry{mStep, en.method(op, func(t *Instance, n tree.NodeID, _ *machine.Call) { t.stepAs(op, n) })}
	note := entry{mDBString, en.answer(op, func(t *Instance, n tree.NodeID, _ *machine.Call) machine.Value {
		return machine.String(page{t}.noteAs(op, n))
	})}
	sleepTime := entry{mGetSleepTime, en.answer(op, func(t *Instance, n tree.NodeID, _ *machine.Call) machine.Value {
		return t.sleepTimeAs(op, n).Value()
	})}
	switch op {
	case opNode:
		return append(en.baseMethods(), visit, reset, step, note, sleepTime)
	case opDecorator:
		return nil
	case opSequence, opSelector, opLoop:
		return []entry{visit, reset, note}
	case opRandom:
		return []entry{visit, reset}
	case opWait:
		return []entry{visit, note}
	case opPriority:
		return []entry{visit, reset, note, sleepTime}
	case opParallel:
		return []entry{visit, step}
	case opHost:
		return []entry{visit, reset}
	case opEvent:
		return []entry{
			visit, reset, step,
			{mOnStop, en.method(op, func(t *Instance, n tree.NodeID, _ *machine.Call) { en.unlisten(t.Nodes[n]) })},
			{mOnEvent, en.method(op, func(t *Instance, n tree.NodeID, c *machine.Call) { t.event(n, c.Get(2)) })},
		}
	}
	return []entry{visit}
}

// baseMethods returns the methods that only BehaviourNode defines.
func (en *Engine) baseMethods() []entry {
	return []entry{
		{mStop, en.method(opNode, func(t *Instance, n tree.NodeID, _ *machine.Call) { t.stopAs(n) })},
		{mSaveStatus, en.method(opNode, func(t *Instance, n tree.NodeID, _ *machine.Call) { t.saveAs(n) })},
		{mSleep, en.method(opNode, func(t *Instance, n tree.NodeID, c *machine.Call) {
			t.sleep(n, en.ToNumber(c.Get(2), "Sleep"))
		})},
		{mGetTreeSleepTime, en.answer(opNode, func(t *Instance, n tree.NodeID, _ *machine.Call) machine.Value {
			return t.treeSleepTimeAs(n).Value()
		})},
		{mGetString, en.answer(opNode, func(t *Instance, n tree.NodeID, _ *machine.Call) machine.Value {
			return machine.String(page{t}.lineAs(n))
		})},
		{mGetTreeString, en.answer(opNode, func(t *Instance, n tree.NodeID, c *machine.Call) machine.Value {
			indent := ""
			if v := c.Get(2); v.Truth() {
				indent = machine.Show(v)
			}
			en.Lua.Charge(int64(len(t.Nodes) * textSteps))
			var b strings.Builder
			page{t}.textAs(&b, n, indent)
			return machine.String(b.String())
		})},
		{mDoToParents, en.method(opNode, func(t *Instance, n tree.NodeID, c *machine.Call) {
			f := c.Get(2)
			en.doToParents(t.Nodes[n], func(parent *Node) { en.call(t.Nodes[n], f, "DoToParents' argument", parent.Obj().V()) })
		})},
	}
}

// method makes a method that scripts can call, and that gives nothing.
func (en *Engine) method(op tree.Op, f func(in *Instance, n tree.NodeID, c *machine.Call)) func(*machine.Call) int {
	return func(c *machine.Call) int {
		in, n := en.begins(op, c.Get(1))
		f(in, n, c)
		en.Deep--
		return 0
	}
}

// answer makes a method that scripts can call, and that gives a value.
func (en *Engine) answer(op tree.Op, f func(in *Instance, n tree.NodeID, c *machine.Call) machine.Value) func(*machine.Call) int {
	return func(c *machine.Call) int {
		in, n := en.begins(op, c.Get(1))
		v := f(in, n, c)
		en.Deep--
		return c.Give(v)
	}
}

// begins begins a method of a kind of node, within the bounds of visits.
func (en *Engine) begins(op tree.Op, self machine.Value) (*Instance, tree.NodeID) {
	n := NodeOf(self)
	if n == nil {
		en.Lua.Raise("a method of %s: wanted a node as self, found %s", ops.Name(op), script.Describe(self))
	}
	if ownWords[n.op] < ownWords[op] {
		en.Lua.Raise("a method of %s: the constructor of %s did not run for this node", ops.Name(op), ops.Name(op))
	}
	en.Visits--
	if en.Visits < 0 {
		en.Fail(n, "the tree was stopped: more than %d visits in one tick", en.Program.Limits.Visits)
	}
	en.Deep++
	if en.Deep > en.Program.Limits.Deep {
		en.Fail(n, "visits nested deeper than %d", en.Program.Limits.Deep)
	}
	in := en.bound(n)
	if n.hasChildren() { // it may go through the whole tree
		en.Lua.Charge(int64(len(in.Nodes) / 4))
	}
	return in, n.nodeID
}

// dispatch calls a method of a node as node:Method(arg) does, also if a script
// replaced it.
func (en *Engine) dispatch(n *Node, name method, arg machine.Value) {
	en.Lua.Call(en.Lua.Index(n.Obj().V(), en.keys[name]), n.Obj().V(), arg)
}
