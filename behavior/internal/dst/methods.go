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
func (m *engine) ownMethods(op tree.Op) []entry {
	visit := entry{mVisit, m.method(op, func(t *instance, n tree.NodeID) { t.visitAs(op, n) })}
	reset := entry{mReset, m.method(op, func(t *instance, n tree.NodeID) { t.resetAs(op, n) })}
	step := entry{mStep, m.method(op, func(t *instance, n tree.NodeID) { t.stepAs(op, n) })}
	note := entry{mDBString, m.answer(op, func(t *instance, n tree.NodeID) glua.LValue {
		return glua.LString(t.noteAs(op, n))
	})}
	sleepTime := entry{mGetSleepTime, m.answer(op, func(t *instance, n tree.NodeID) glua.LValue {
		return t.sleepTimeAs(op, n).value()
	})}
	switch op {
	case opNode:
		return append(m.baseMethods(), visit, reset, step, note, sleepTime)
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
			{mOnStop, m.method(op, func(t *instance, n tree.NodeID) { m.unlisten(t.nodes[n]) })},
			{mOnEvent, m.method(op, func(t *instance, n tree.NodeID) { t.event(n, m.L.Get(2)) })},
		}
	}
	return []entry{visit}
}

// baseMethods returns the methods that only BehaviourNode defines.
func (m *engine) baseMethods() []entry {
	return []entry{
		{mStop, m.method(opNode, func(t *instance, n tree.NodeID) { t.stopAs(n) })},
		{mSaveStatus, m.method(opNode, func(t *instance, n tree.NodeID) { t.saveAs(n) })},
		{mSleep, m.method(opNode, func(t *instance, n tree.NodeID) {
			t.sleep(n, m.toNumber(m.L.Get(2), "Sleep"))
		})},
		{mGetTreeSleepTime, m.answer(opNode, func(t *instance, n tree.NodeID) glua.LValue {
			return t.treeSleepTimeAs(n).value()
		})},
		{mGetString, m.answer(opNode, func(t *instance, n tree.NodeID) glua.LValue {
			return glua.LString(t.lineAs(n))
		})},
		{mGetTreeString, m.answer(opNode, func(t *instance, n tree.NodeID) glua.LValue {
			indent := ""
			if v := m.L.Get(2); glua.LVAsBool(v) {
				indent = lua.Text(v)
			}
			m.lua.Charge(int64(len(t.nodes) * textSteps))
			var b strings.Builder
			t.textAs(&b, n, indent)
			return glua.LString(b.String())
		})},
		{mDoToParents, m.method(opNode, func(t *instance, n tree.NodeID) {
			f := m.L.Get(2)
			m.doToParents(t.nodes[n], func(parent *node) { m.call(t.nodes[n], f, "DoToParents' argument", parent.obj) })
		})},
	}
}

// method makes a method that scripts can call.
func (m *engine) method(op tree.Op, f func(in *instance, n tree.NodeID)) glua.LGFunction {
	return m.answer(op, func(t *instance, n tree.NodeID) glua.LValue {
		f(t, n)
		return nil
	})
}

func (m *engine) answer(op tree.Op, f func(in *instance, n tree.NodeID) glua.LValue) glua.LGFunction {
	return func(L *glua.LState) int {
		n := nodeOf(L.Get(1))
		if n == nil {
			m.lua.Raise("a method of %s: wanted a node as self, found %s", ops.Name(op), describe(L.Get(1)))
		}
		if slotWords(n.op) < slotWords(op) {
			m.lua.Raise("a method of %s: the constructor of %s did not run for this node", ops.Name(op), ops.Name(op))
		}
		m.visits--
		if m.visits < 0 {
			m.fail(n, "the tree was stopped: more than %d visits in one tick", m.program.limits.Visits)
		}
		m.deep++
		if m.deep > maxDeep {
			m.fail(n, "visits nested deeper than %d", maxDeep)
		}
		in := m.bound(n)
		if n.hasChildren() { // it may go through the whole tree
			m.lua.Charge(int64(len(in.nodes) / 4))
		}
		v := f(in, n.nodeID)
		m.deep--
		if v == nil {
			return 0
		}
		L.Push(v)
		return 1
	}
}

// dispatch calls a method of a node as node:Method(arg) does, also if a script
// replaced it.
func (m *engine) dispatch(n *node, name method, arg glua.LValue) {
	m.lua.Call(m.L.GetField(n.obj, methodNames[name]), n.obj, arg)
}
