package dst

import (
	"strings"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/tree"
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
	call glua.LGFunction
}

// ownMethods returns the methods that a kind's class defines; it inherits the
// others. A method does what its kind does, whatever kind of node it is called
// with.
func (en *engine) ownMethods(op tree.Op) []entry {
	visit := entry{mVisit, en.method(op, func(t *instance, n tree.NodeID) { t.visitAs(op, n) })}
	reset := entry{mReset, en.method(op, func(t *instance, n tree.NodeID) { t.resetAs(op, n) })}
	step := entry{mStep, en.method(op, func(t *instance, n tree.NodeID) { t.stepAs(op, n) })}
	note := entry{mDBString, en.answer(op, func(t *instance, n tree.NodeID) glua.LValue {
		return glua.LString(page{t}.noteAs(op, n))
	})}
	sleepTime := entry{mGetSleepTime, en.answer(op, func(t *instance, n tree.NodeID) glua.LValue {
		return t.sleepTimeAs(op, n).value()
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
			{mOnStop, en.method(op, func(t *instance, n tree.NodeID) { en.unlisten(t.nodes[n]) })},
			{mOnEvent, en.method(op, func(t *instance, n tree.NodeID) { t.event(n, en.L.Get(2)) })},
		}
	}
	return []entry{visit}
}

// baseMethods returns the methods that only BehaviourNode defines.
func (en *engine) baseMethods() []entry {
	return []entry{
		{mStop, en.method(opNode, func(t *instance, n tree.NodeID) { t.stopAs(n) })},
		{mSaveStatus, en.method(opNode, func(t *instance, n tree.NodeID) { t.saveAs(n) })},
		{mSleep, en.method(opNode, func(t *instance, n tree.NodeID) {
			t.sleep(n, en.toNumber(en.L.Get(2), "Sleep"))
		})},
		{mGetTreeSleepTime, en.answer(opNode, func(t *instance, n tree.NodeID) glua.LValue {
			return t.treeSleepTimeAs(n).value()
		})},
		{mGetString, en.answer(opNode, func(t *instance, n tree.NodeID) glua.LValue {
			return glua.LString(page{t}.lineAs(n))
		})},
		{mGetTreeString, en.answer(opNode, func(t *instance, n tree.NodeID) glua.LValue {
			indent := ""
			if v := en.L.Get(2); glua.LVAsBool(v) {
				indent = lua.Text(v)
			}
			en.lua.Charge(int64(len(t.nodes) * textSteps))
			var b strings.Builder
			page{t}.textAs(&b, n, indent)
			return glua.LString(b.String())
		})},
		{mDoToParents, en.method(opNode, func(t *instance, n tree.NodeID) {
			f := en.L.Get(2)
			en.doToParents(t.nodes[n], func(parent *node) { en.call(t.nodes[n], f, "DoToParents' argument", parent.obj) })
		})},
	}
}

// method makes a method that scripts can call.
func (en *engine) method(op tree.Op, f func(in *instance, n tree.NodeID)) glua.LGFunction {
	return en.answer(op, func(t *instance, n tree.NodeID) glua.LValue {
		f(t, n)
		return nil
	})
}

func (en *engine) answer(op tree.Op, f func(in *instance, n tree.NodeID) glua.LValue) glua.LGFunction {
	return func(L *glua.LState) int {
		n := nodeOf(L.Get(1))
		if n == nil {
			en.lua.Raise("a method of %s: wanted a node as self, found %s", ops.Name(op), describe(L.Get(1)))
		}
		if slotWords(n.op) < slotWords(op) {
			en.lua.Raise("a method of %s: the constructor of %s did not run for this node", ops.Name(op), ops.Name(op))
		}
		en.visits--
		if en.visits < 0 {
			en.fail(n, "the tree was stopped: more than %d visits in one tick", en.program.limits.Visits)
		}
		en.deep++
		if en.deep > maxDeep {
			en.fail(n, "visits nested deeper than %d", maxDeep)
		}
		in := en.bound(n)
		if n.hasChildren() { // it may go through the whole tree
			en.lua.Charge(int64(len(in.nodes) / 4))
		}
		v := f(in, n.nodeID)
		en.deep--
		if v == nil {
			return 0
		}
		L.Push(v)
		return 1
	}
}

// dispatch calls a method of a node as node:Method(arg) does, also if a script
// replaced it.
func (en *engine) dispatch(n *node, name method, arg glua.LValue) {
	en.lua.Call(en.L.GetField(n.obj, methodNames[name]), n.obj, arg)
}
