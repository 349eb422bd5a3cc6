package nodes

import (
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/optable"
)

// The kinds of nodes. A class that a script derives has the kind of the
// built-in class whose constructor ran, or opNode.
const (
	opNone tree.Op = iota
	opNode         // BehaviourNode
	opDecorator
	opCondition
	opMultiCondition
	opConditionWait
	opAction
	opWait
	opSequence
	opSelector
	opNot
	opFailIfRunning
	opFailIfSuccess
	opLoop
	opRandom
	opPriority
	opParallel
	opEvent
	opLatch
	opHost // an action of the game, which may run on
	opCount
)

// ops has what scripts call the class of each kind, and what its Visit answers.
var ops = optable.Table{Dialect: "dst", Ops: []optable.Op{
	opNone:           {"none", run.Composite, "no node"},
	opNode:           {"BehaviourNode", run.Composite, "F"},
	opDecorator:      {"DecoratorNode", run.Decorator, "F"},
	opCondition:      {"ConditionNode", run.Condition, "S if its function answers true, else F"},
	opMultiCondition: {"MultiConditionNode", run.Condition, "S if the first function answers true, later the second, else F"},
	opConditionWait:  {"ConditionWaitNode", run.Condition, "S if its function answers true, else R"},
	opAction:         {"ActionNode", run.Action, "S, after its function was called"},
	opWait:           {"WaitNode", run.Action, "R for a time, then S"},
	opSequence:       {"SequenceNode", run.Composite, "the first child that is R or F decides, else S"},
	opSelector:       {"SelectorNode", run.Composite, "the first child that is R or S decides, else F"},
	opNot:            {"NotDecorator", run.Decorator, "S for F and F for S, else as its child"},
	opFailIfRunning:  {"FailIfRunningDecorator", run.Decorator, "F for R, else as its child"},
	opFailIfSuccess:  {"FailIfSuccessDecorator", run.Decorator, "F for S, else as its child"},
	opLoop:           {"LoopNode", run.Composite, "a sequence that begins again; S after its rounds"},
	opRandom:         {"RandomNode", run.Composite, "as a child that is drawn, or the next one that does not fail; F if all do"},
	opPriority:       {"PriorityNode", run.Composite, "the first child that is R or S decides in each period, else F"},
	opParallel:       {"ParallelNode", run.Composite, "F if a child is, S once all are done, or any if so wanted, else R"},
	opEvent:          {"EventNode", run.Decorator, "READY until its event comes, then as its child"},
	opLatch:          {"LatchNode", run.Decorator, "as its child, which is entered once in each duration, else F"},
	opHost:           {"HostNode", run.Action, "as an action of the game"},
}}

// The functions below are Visit() of the node classes of the original script,
// behaviourtree.lua, one by one and in its order of effects. Numbers are read
// anew after each call of a child or a script, since an event may change them
// in the middle of a visit. Tables say what a node answers for what its child, or
// its children in turn, answer: R is RUNNING, S SUCCESS, F FAILED, - READY.

// visit is node:Visit(). The budget of visits stops trees that go on endlessly
// without a script, which would have a budget of its own.
func (t *Instance) visit(n tree.NodeID) {
	en := t.en
	if t.stale {
		t.renew()
	}
	en.Visits--
	if en.Visits < 0 {
		en.Fail(t.Nodes[n], "the tree was stopped: more than %d visits in one tick", en.Program.Limits.Visits)
	}
	en.Deep++
	if en.Deep > en.Program.Limits.Deep {
		en.Fail(t.Nodes[n], "visits nested deeper than %d", en.Program.Limits.Deep)
	}
	if f, ok := t.own(n, mVisit); ok {
		t.visitOwn(n, f)
	} else {
		t.visitAs(t.shape.tree.Nodes[n].Op, n)
	}
	en.Deep--
	if en.X != nil && en.X.Trace != nil {
		en.traceNode(t, n)
	}
}

// visitAs is Visit() of a kind's class, whatever the class of the node.
func (t *Instance) visitAs(op tree.Op, n tree.NodeID) {
	switch op {
	case opNode, opDecorator: // do nothing themselves
		t.set(n, script.Failed)
	case opCondition:
		t.set(n, verdict(t.ask(n)))
	case opMultiCondition:
		t.visitMulti(n)
	case opConditionWait:
		t.visitConditionWait(n)
	case opAction:
		t.visitAction(n)
	case opHost:
		t.visitHost(n)
	case opWait:
		t.visitWait(n)
	case opSequence:
		t.visitInTurn(n, script.Success, script.Failed)
	case opSelector:
		t.visitInTurn(n, script.Failed, script.Success)
	case opNot, opFailIfRunning, opFailIfSuccess:
		t.visitDecorator(op, n)
	case opLoop:
		t.visitLoop(n)
	case opRandom:
		t.visitRandom(n)
	case opPriority:
		t.visitPriority(n)
	case opParallel:
		t.visitParallel(n)
	case opEvent:
		t.visitEvent(n)
	case opLatch:
		t.visitLatch(n)
	default:
		ops.Unknown(op)
	}
}

func verdict(ok bool) script.Status {
	if ok {
		return script.Success
	}
	return script.Failed
}

// ask reports whether the condition of a node answers true.
func (t *Instance) ask(n tree.NodeID) bool { return t.answer(n).Truth() }

// answer calls the condition of a node.
func (t *Instance) answer(n tree.NodeID) machine.Value {
	if t.shape.tree.Nodes[n].Flags&flagLeaf != 0 {
		return machine.Bool(t.askHost(n))
	}
	return t.condition(n, t.Nodes[n].held)
}

// visitMulti is MultiConditionNode: S if the function answers true, else F. It asks
// the first function until that was true, then the second until that was false.
// Reset does not clear what was answered last.
func (t *Instance) visitMulti(n tree.NodeID) {
	node := t.Nodes[n]
	var v machine.Value
	if t.words[n]&headFlag != 0 {
		v = t.condition(n, node.fn2)
	} else {
		v = t.answer(n)
	}
	node.data = v
	node.setFlag(v.Truth())
	t.set(n, verdict(node.flag()))
}

// visitConditionWait is ConditionWaitNode: S if the function answers true, else R.
func (t *Instance) visitConditionWait(n tree.NodeID) {
	s := script.Running
	if t.ask(n) {
		s = script.Success
	}
	t.set(n, s)
}

// visitAction is ActionNode: S, whatever the action returns.
func (t *Instance) visitAction(n tree.NodeID) {
	if t.shape.tree.Nodes[n].Flags&flagLeaf != 0 {
		t.actHost(n)
	} else {
		node := t.Nodes[n]
		if s, ok := t.explained(n, node.held, "the action").Text(); ok {
			t.en.noticeStatus(node, s)
		}
	}
	t.set(n, script.Success)
}

// visitHost is HostNode, which the original has not: it answers what an action of
// the game answers, R, S or F.
func (t *Instance) visitHost(n tree.NodeID) { t.set(n, t.actHost(n)) }

// visitWait is WaitNode: R until the time has come, then S. A visit that is not R
// before it starts the time. It asks to sleep until a time that lies in the past,
// as the original does: the sign is the wrong way round. Case dst-wait-boundary.
func (t *Instance) visitWait(n tree.NodeID) {
	en := t.en
	if t.status(n) != script.Running {
		node := t.Nodes[n]
		v := en.functionOrValue(node, node.held, "the time")
		f, ok := en.Number(v)
		if !ok {
			t.fail(n, ": the time is %s, wanted a number", script.Describe(v))
		}
		setNumber(t.slot(n), atOwn, en.Now+f)
		t.words[n] |= headFlag
		t.set(n, script.Running)
	}
	wake := t.wakeTime(n)
	t.tellWait(n, wake)
	if en.Now >= wake {
		t.set(n, script.Success)
		return
	}
	t.sleep(n, en.Now-wake)
}

// wakeTime is when a WaitNode ends. It has none where a script made the node
// RUNNING before it was visited.
func (t *Instance) wakeTime(n tree.NodeID) float64 {
	if t.words[n]&headFlag == 0 {
		t.fail(n, ": wake_time is nil: the node runs and was never started")
	}
	return numberAt(t.slot(n), atOwn)
}

func (t *Instance) sleep(n tree.NodeID, list float64) {
	t.Nodes[n].setWakeTime(t.slot(n), t.en.Now+list)
	t.words[n] |= headSlept
}

// functionOrValue is the value, or what it returns where it is a function.
func (en *Engine) functionOrValue(n *Node, v machine.Value, what string, args ...machine.Value) machine.Value {
	if v.Function() == nil {
		return v
	}
	return en.call(n, v, what, args...)
}

// visitInTurn is SequenceNode and SelectorNode. They go on from the child that
// was R; a READY child is passed as one that does not decide.
//
//	child     R  S     F     -     after the last
//	Sequence  R  next  F     next  S
//	Selector  R  S     next  next  F
func (t *Instance) visitInTurn(n tree.NodeID, end, stop script.Status) {
	if t.status(n) != script.Running {
		t.setIndex(n, 1)
	}
	for t.mustIndex(n) <= len(t.length(n)) {
		child := t.child(n, t.index(n))
		t.visit(child)
		if s := t.status(child); s == script.Running || s == stop {
			t.set(n, s)
			return
		}
		t.setIndex(n, t.mustIndex(n)+1)
	}
	t.set(n, end)
}

// visitDecorator is NotDecorator, FailIfRunningDecorator and
// FailIfSuccessDecorator.
//
//	child          R  S  F  -
//	Not            R  F  S  -
//	FailIfRunning  F  S  F  -
//	FailIfSuccess  R  F  F  -
func (t *Instance) visitDecorator(op tree.Op, n tree.NodeID) {
	child := t.child(n, 1)
	t.visit(child)
	s := t.status(child)
	switch {
	case op == opNot && s == script.Success, op == opFailIfRunning && s == script.Running, op == opFailIfSuccess && s == script.Success:
		s = script.Failed
	case op == opNot && s == script.Failed:
		s = script.Success
	}
	t.set(n, s)
}

// visitLoop is LoopNode.
//
//	child  R  S     F  -     after the last
//	Loop   R  next  F  next  S in the last round, else as it was
//
// It leaves the status as it was after a round that is not the last.
// On a first visit it is READY then, so that Step starts the count anew: rounds
// without a running child are never counted. Case dst-loop-instant.
func (t *Instance) visitLoop(n tree.NodeID) {
	if t.status(n) != script.Running {
		t.setIndex(n, 1)
		setNumber(t.slot(n), atOwn, 0)
	}
	for t.mustIndex(n) <= len(t.length(n)) {
		child := t.child(n, t.index(n))
		t.visit(child)
		if s := t.status(child); s == script.Running || s == script.Failed {
			t.set(n, s)
			return
		}
		t.setIndex(n, t.mustIndex(n)+1)
	}
	t.setIndex(n, 1)
	slot := t.slot(n)
	rep := numberAt(slot, atOwn) + 1
	setNumber(slot, atOwn, rep)
	if t.words[n]&headOdd != 0 {
		node := t.Nodes[n]
		t.fail(n, ": maxreps is %s, wanted a number", script.Describe(node.fn2))
	}
	if t.words[n]&headFlag != 0 && rep >= numberAt(slot, atMore) {
		t.set(n, script.Success)
		return
	}
	kids := t.list(n)
	for i := 0; t.more(i, n, &kids); i++ {
		t.reset(kids.ids[i])
	}
}

// visitRandom is RandomNode. It draws a child when it is READY, and only in that
// visit tries the next ones, around the end. Later it visits the child that it has
// come to.
//
//	child           R  S  F     -  all F
//	while drawing   R  S  next  -  F
//	later           R  S  F     -
func (t *Instance) visitRandom(n tree.NodeID) {
	if t.status(n) != script.Ready {
		child := t.child(n, t.mustIndex(n))
		t.visit(child)
		t.set(n, t.status(child))
		return
	}
	most := len(t.length(n))
	if most == 0 {
		t.fail(n, " has no children to draw from")
	}
	start := int(t.en.Lua.Draw()*float64(most)) + 1
	t.setIndex(n, start)
	for {
		child := t.child(n, t.mustIndex(n))
		t.visit(child)
		if s := t.status(child); s != script.Failed {
			t.set(n, s)
			return
		}
		i := t.mustIndex(n) + 1
		if i > len(t.length(n)) {
			i = 1
		}
		t.setIndex(n, i)
		if i == start {
			t.set(n, script.Failed)
			return
		}
	}
}

// visitParallel is ParallelNode. It resets its ConditionNodes, so that they are
// asked anew, and visits each child that is not S. A child counts as done unless it
// is R: also one that has been S since an earlier visit, and a READY one.
//
//	a child F                            F at once
//	all children done                    S
//	some child done, stoponanycomplete   S
//	otherwise                            R
func (t *Instance) visitParallel(n tree.NodeID) {
	done, anyDone := true, false
	kids := t.mustList(n)
	for i := 0; t.more(i, n, &kids); i++ {
		child := kids.ids[i]
		if t.shape.tree.Nodes[child].Flags&flagCondition != 0 {
			t.reset(child)
		}
		if t.status(child) != script.Success {
			t.visit(child)
			if t.status(child) == script.Failed {
				t.set(n, script.Failed)
				return
			}
		}
		if t.status(child) == script.Running {
			done = false
		} else {
			anyDone = true
		}
	}
	if done || anyDone && t.words[n]&headFlag != 0 {
		t.set(n, script.Success)
	} else {
		t.set(n, script.Running)
	}
}

// visitEvent is EventNode. OnEvent triggers it; Step and Reset take that back.
//
//	READY, not triggered       stays READY
//	READY, triggered; or R     as its only child; F with none or several
//	S, F                       stays so until it is reset
func (t *Instance) visitEvent(n tree.NodeID) {
	if t.status(n) == script.Ready && t.words[n]&headFlag != 0 {
		t.set(n, script.Running)
	}
	if t.status(n) != script.Running {
		return
	}
	if kids := t.length(n); len(kids) == 1 {
		t.visit(kids[0])
		t.set(n, t.status(kids[0]))
	} else {
		t.set(n, script.Failed)
	}
}

// visitLatch is LatchNode: its child is entered once in each duration, counted
// from the entry and compared strictly.
//
//	READY, more than the duration since the entry   as the child
//	READY, earlier                                  F
//	R                                               as the child
//	S, F                                            stays so until it is reset
//
// A duration that is no number is an error when it is used, at the next entry.
func (t *Instance) visitLatch(n tree.NodeID) {
	en := t.en
	if t.status(n) == script.Ready {
		node := t.Nodes[n]
		if t.words[n]&headOdd != 0 {
			t.fail(n, ": the duration is %s, wanted a number", script.Describe(node.data))
		}
		if slot := t.slot(n); en.Now > numberAt(slot, atOwn)+numberAt(slot, atMore) {
			setNumber(slot, atOwn, en.Now)
			en.setLatch(node, en.functionOrValue(node, node.held, "the duration", node.inst))
			t.set(n, script.Running)
		} else {
			t.set(n, script.Failed)
		}
	}
	if t.status(n) == script.Running {
		child := t.child(n, 1)
		t.visit(child)
		t.set(n, t.status(child))
	}
}

// setLatch sets the current duration of a LatchNode.
func (en *Engine) setLatch(n *Node, v machine.Value) {
	*n.head() &^= headOdd
	f, ok := en.Number(v)
	if !ok {
		*n.head() |= headOdd
	}
	n.data = v
	setNumber(n.slot(), atMore, f)
}

// due reports whether a PriorityNode looks at all its children now: strictly
// after its period, or at once where lasttime is nil.
func (t *Instance) due(n tree.NodeID) bool {
	slot := t.slot(n)
	return t.words[n]&headFlag == 0 || numberAt(slot, atOwn)+numberAt(slot, atMore) < t.en.Now
}

// visitPriority is PriorityNode. When it is due it looks at all its children:
//
//	child, none found yet   R, S: found, and decides   F, -: next
//	child, one found        is reset
//	after the last          F if none was found
//
// A child that is S or F is reset before it is visited. An EventNode after the one
// found is visited all the same if the child of the last evaluation is an EventNode
// of at most its priority; with R or S it takes the place of the one found, which is
// reset. Between evaluations the node does visitCurrent.
func (t *Instance) visitPriority(n tree.NodeID) {
	if !t.due(n) {
		t.visitCurrent(n)
		return
	}
	var old tree.NodeID // the current child, where it is an EventNode
	if i := t.index(n); i != 0 {
		if c := t.child(n, i); t.isEvent(c) {
			old = c
		}
	}
	setNumber(t.slot(n), atOwn, t.en.Now)
	t.words[n] |= headFlag
	found := false
	kids := t.mustList(n)
	for i := 0; t.more(i, n, &kids); i++ {
		child := kids.ids[i]
		anyway := old != 0 && t.isEvent(child) && t.notAbove(old, child)
		if found && !anyway {
			t.reset(child)
			continue
		}
		if s := t.status(child); s == script.Failed || s == script.Success {
			t.reset(child)
		}
		t.visit(child)
		if s := t.status(child); s == script.Success || s == script.Running {
			if anyway && t.index(n) != i+1 {
				t.reset(t.child(n, t.index(n)))
			}
			t.set(n, t.status(child))
			t.setIndex(n, i+1)
			found = true
		}
	}
	if !found {
		t.set(n, script.Failed)
	}
}

// visitCurrent is what a PriorityNode does between evaluations: the current child
// is visited while it is R, and decides; once it has ended all are due. Without such
// a child the status stays.
func (t *Instance) visitCurrent(n tree.NodeID) {
	i := t.index(n)
	if i == 0 {
		return
	}
	child := t.child(n, i)
	if t.status(child) != script.Running {
		return
	}
	t.visit(child)
	s := t.status(child)
	t.set(n, s)
	if s != script.Running {
		t.words[n] &^= headFlag // lasttime is nil: it looks at all again
	}
}

func (t *Instance) isEvent(n tree.NodeID) bool { return t.shape.tree.Nodes[n].Flags&flagEvent != 0 }

// notAbove reports whether the priority of one EventNode is at most another's.
func (t *Instance) notAbove(a, b tree.NodeID) bool {
	if t.words[a]&headOdd == 0 && t.words[b]&headOdd == 0 {
		return numberAt(t.slot(a), atOwn) <= numberAt(t.slot(b), atOwn)
	}
	x, y := t.Nodes[a].priority(), t.Nodes[b].priority()
	if x.Kind() != y.Kind() || x.Kind() != machine.KindText {
		t.fail(b, ": cannot compare the priorities %s and %s", script.Describe(x), script.Describe(y))
	}
	return machine.Show(x) <= machine.Show(y)
}

// Truth says what the node of a name answers, see [optable.Table.Truth].
func Truth(name string) string { return ops.Truth(name) }
