package dst

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/tree"
)

// The functions below are those of the nodes of the original script,
// behaviourtree.lua, one by one and in its order of effects. Numbers are read
// anew after each call of a child or a script, since an event may change them
// in the middle of a visit.

func (in *instance) status(no tree.NodeID) status { return in.heads[no] & statusMask }

func (in *instance) set(no tree.NodeID, s status) {
	old := in.heads[no]
	in.heads[no] = old&^statusMask | s
	if in.shape.watched {
		in.nodes[no].told(in.m, "status", glua.LString(statusNames[s]), glua.LString(statusNames[old&statusMask]))
	}
}

func (in *instance) slot(no tree.NodeID) []uint32 { return in.slots[in.shape.tree.Nodes[no].Arg:] }

// children is a list that is gone through from its first node to the first
// hole. A script may change the list meanwhile, not put another in its place.
type children struct {
	nos  []tree.NodeID
	list glua.LValue // nil: the one that was laid out
}

func (in *instance) list(no tree.NodeID) (kids children) {
	if in.loose {
		in.refresh(no)
		kids.list = in.nodes[no].children
	}
	kids.nos = in.shape.tree.Kids(no)
	if in.shape.tree.Nodes[no].Flags&flagOdd != 0 {
		kids.nos = kids.nos[:in.shape.odd[no].list]
	}
	return kids
}

// mustList is list where the original goes through the list without asking
// whether there is one.
func (in *instance) mustList(no tree.NodeID) children {
	kids := in.list(no)
	if len(kids.nos) == 0 {
		in.needList(no)
	}
	return kids
}

// more reports whether the list has a node at i, counted from 0, also after
// something was done to those before.
func (in *instance) more(i int, no tree.NodeID, kids *children) bool {
	if in.loose {
		in.relist(i, no, kids)
	}
	return i < len(kids.nos)
}

// length is the children as # counts them. A hole is number 0.
func (in *instance) length(no tree.NodeID) []tree.NodeID {
	if in.loose {
		in.refresh(no)
	}
	kids := in.shape.tree.Kids(no)
	if in.shape.tree.Nodes[no].Flags&flagOdd != 0 {
		return kids[:in.shape.odd[no].length]
	}
	if len(kids) == 0 {
		in.needList(no)
	}
	return kids
}

func (in *instance) needList(no tree.NodeID) {
	if in.shape.tree.Nodes[no].Flags&flagNoList != 0 {
		n := in.nodes[no]
		in.m.fail(n, "%s has no list of children", in.m.title(n))
	}
}

// child is a child by its place from 1 on.
func (in *instance) child(no tree.NodeID, i int) tree.NodeID {
	kids := in.length(no)
	if i < 1 || i > len(kids) || kids[i-1] == 0 {
		n := in.nodes[no]
		in.m.fail(n, "%s: there is no child %d", in.m.title(n), i)
	}
	return kids[i-1]
}

func (in *instance) index(no tree.NodeID) int {
	if h := in.heads[no]; h&headIndexed != 0 {
		return int(h >> indexShift)
	}
	return 0
}

// mustIndex is idx where the original computes with it.
func (in *instance) mustIndex(no tree.NodeID) int {
	if in.heads[no]&headIndexed == 0 {
		n := in.nodes[no]
		in.m.fail(n, "%s: idx is nil: the node was reset in the middle of its visit", in.m.title(n))
	}
	return int(in.heads[no] >> indexShift)
}

func (in *instance) setIndex(no tree.NodeID, i int) {
	in.heads[no] = in.heads[no]&(headIndexed-1) | headIndexed | uint32(i)<<indexShift
}

// own is a script's own method of a node, nil where the engine's is in place.
func (in *instance) own(no tree.NodeID, name method) glua.LValue {
	if in.shape.tree.Nodes[no].Flags&flagCustom == 0 {
		return nil
	}
	return in.nodes[no].custom[name]
}

// callOwn calls a script's own method.
func (in *instance) callOwn(no tree.NodeID, name method, f glua.LValue, args ...glua.LValue) glua.LValue {
	n := in.nodes[no]
	if len(args) == 0 {
		return in.m.call(n, f, methodNames[name], n.obj)
	}
	return in.m.call(n, f, methodNames[name], append([]glua.LValue{n.obj}, args...)...)
}

// visit is node:Visit(). The budget of visits ends trees that wake themselves
// without end, which no script does that could be stopped.
func (in *instance) visit(no tree.NodeID) {
	m := in.m
	if in.stale {
		in.renew()
	}
	m.visits--
	if m.visits < 0 {
		m.fail(in.nodes[no], "the tree was stopped: more than %d visits in one tick", m.program.limits.Visits)
	}
	m.deep++
	if m.deep > maxDeep {
		m.fail(in.nodes[no], "visits nested deeper than %d", maxDeep)
	}
	if f := in.own(no, mVisit); f != nil {
		in.callOwn(no, mVisit, f)
	} else {
		in.visitAs(in.shape.tree.Nodes[no].Op, no)
	}
	m.deep--
	if m.x != nil && m.x.Trace != nil {
		m.traceNode(in, no)
	}
}

func (in *instance) visitAs(op tree.Op, no tree.NodeID) {
	switch op {
	case opCondition:
		in.set(no, verdict(in.ask(no)))
	case opMultiCondition:
		in.visitMulti(no)
	case opConditionWait:
		s := running
		if in.ask(no) {
			s = success
		}
		in.set(no, s)
	case opAction:
		in.visitAction(no)
	case opHost:
		in.visitHost(no)
	case opWait:
		in.visitWait(no)
	case opSequence:
		in.visitInTurn(no, success, failed)
	case opSelector:
		in.visitInTurn(no, failed, success)
	case opNot, opFailIfRunning, opFailIfSuccess:
		in.visitDecorator(op, no)
	case opLoop:
		in.visitLoop(no)
	case opRandom:
		in.visitRandom(no)
	case opPriority:
		in.visitPriority(no)
	case opParallel:
		in.visitParallel(no)
	case opEvent:
		in.visitEvent(no)
	case opLatch:
		in.visitLatch(no)
	default: // BehaviourNode and DecoratorNode do nothing themselves
		in.set(no, failed)
	}
}

func verdict(ok bool) status {
	if ok {
		return success
	}
	return failed
}

// ask asks the condition of a node.
func (in *instance) ask(no tree.NodeID) bool { return glua.LVAsBool(in.answer(no)) }

// answer is what the condition of a node gives.
func (in *instance) answer(no tree.NodeID) glua.LValue {
	if in.shape.tree.Nodes[no].Flags&flagLeaf != 0 {
		return glua.LBool(in.askHost(no))
	}
	n := in.nodes[no]
	return in.m.call(n, n.fn, "the condition")
}

// visitMulti asks the first function until it was true, then the second until
// that was false. Reset does not clear what was answered last.
func (in *instance) visitMulti(no tree.NodeID) {
	n := in.nodes[no]
	var v glua.LValue
	if in.heads[no]&headFlag != 0 {
		v = in.m.call(n, n.fn2, "the condition")
	} else {
		v = in.answer(no)
	}
	n.data = v
	n.setFlag(glua.LVAsBool(v))
	in.set(no, verdict(n.flag()))
}

// visitAction succeeds whatever the action returns.
func (in *instance) visitAction(no tree.NodeID) {
	if in.shape.tree.Nodes[no].Flags&flagLeaf != 0 {
		in.actHost(no)
	} else {
		n := in.nodes[no]
		if s, ok := in.m.call(n, n.fn, "the action").(glua.LString); ok {
			in.m.noticeStatus(n, s)
		}
	}
	in.set(no, success)
}

// visitWait asks to sleep a time that lies in the past, as the original does:
// the sign is the wrong way round. Case dst-wait-boundary.
func (in *instance) visitWait(no tree.NodeID) {
	m := in.m
	if in.status(no) != running {
		n := in.nodes[no]
		v := m.functionOrValue(n, n.fn, "the time")
		f, ok := m.number(v)
		if !ok {
			m.fail(n, "%s: the time is %s, wanted a number", m.title(n), describe(v))
		}
		setNumber(in.slot(no), atOwn, m.now+f)
		in.heads[no] |= headFlag
		in.set(no, running)
	}
	wake := in.wakeTime(no)
	if m.now >= wake {
		in.set(no, success)
		return
	}
	in.sleep(no, m.now-wake)
}

// wakeTime is when a WaitNode ends. It has none where a script made the node
// RUNNING before it was visited.
func (in *instance) wakeTime(no tree.NodeID) float64 {
	if in.heads[no]&headFlag == 0 {
		n := in.nodes[no]
		in.m.fail(n, "%s: wake_time is nil: the node runs and was never started", in.m.title(n))
	}
	return number(in.slot(no), atOwn)
}

func (in *instance) sleep(no tree.NodeID, t float64) {
	setNumber(in.slot(no), atWake, in.m.now+t)
	in.heads[no] |= headSlept
}

// functionOrValue is the value, or what it returns where it is a function.
func (m *machine) functionOrValue(n *node, v glua.LValue, what string, args ...glua.LValue) glua.LValue {
	if v.Type() != glua.LTFunction {
		return v
	}
	return m.call(n, v, what, args...)
}

// visitInTurn is SequenceNode and SelectorNode: a child that is running or
// answers stop decides, any other, also a READY one, is passed.
func (in *instance) visitInTurn(no tree.NodeID, end, stop status) {
	if in.status(no) != running {
		in.setIndex(no, 1)
	}
	for in.mustIndex(no) <= len(in.length(no)) {
		child := in.child(no, in.index(no))
		in.visit(child)
		if s := in.status(child); s == running || s == stop {
			in.set(no, s)
			return
		}
		in.setIndex(no, in.mustIndex(no)+1)
	}
	in.set(no, end)
}

func (in *instance) visitDecorator(op tree.Op, no tree.NodeID) {
	child := in.child(no, 1)
	in.visit(child)
	s := in.status(child)
	switch {
	case op == opNot && s == success, op == opFailIfRunning && s == running, op == opFailIfSuccess && s == success:
		s = failed
	case op == opNot && s == failed:
		s = success
	}
	in.set(no, s)
}

// visitLoop leaves the status as it was after a round that is not the last.
// On a first visit it is READY then, so that Step starts the count anew: rounds
// without a running child are never counted. Case dst-loop-instant.
func (in *instance) visitLoop(no tree.NodeID) {
	if in.status(no) != running {
		in.setIndex(no, 1)
		setNumber(in.slot(no), atOwn, 0)
	}
	for in.mustIndex(no) <= len(in.length(no)) {
		child := in.child(no, in.index(no))
		in.visit(child)
		if s := in.status(child); s == running || s == failed {
			in.set(no, s)
			return
		}
		in.setIndex(no, in.mustIndex(no)+1)
	}
	in.setIndex(no, 1)
	slot := in.slot(no)
	rep := number(slot, atOwn) + 1
	setNumber(slot, atOwn, rep)
	if in.heads[no]&headOdd != 0 {
		n := in.nodes[no]
		in.m.fail(n, "%s: maxreps is %s, wanted a number", in.m.title(n), describe(n.fn2))
	}
	if in.heads[no]&headFlag != 0 && rep >= number(slot, atMore) {
		in.set(no, success)
		return
	}
	kids := in.list(no)
	for i := 0; in.more(i, no, &kids); i++ {
		in.reset(kids.nos[i])
	}
}

// visitRandom draws only when it is READY, and tries the next children, around
// the end, only in the visit that draws.
func (in *instance) visitRandom(no tree.NodeID) {
	if in.status(no) != ready {
		child := in.child(no, in.mustIndex(no))
		in.visit(child)
		in.set(no, in.status(child))
		return
	}
	most := len(in.length(no))
	if most == 0 {
		n := in.nodes[no]
		in.m.fail(n, "%s has no children to draw from", in.m.title(n))
	}
	start := int(in.m.s.Draw()*float64(most)) + 1
	in.setIndex(no, start)
	for {
		child := in.child(no, in.mustIndex(no))
		in.visit(child)
		if s := in.status(child); s != failed {
			in.set(no, s)
			return
		}
		i := in.mustIndex(no) + 1
		if i > len(in.length(no)) {
			i = 1
		}
		in.setIndex(no, i)
		if i == start {
			in.set(no, failed)
			return
		}
	}
}

// visitParallel asks its ConditionNodes anew and visits all that have not
// succeeded. A READY child counts as done.
func (in *instance) visitParallel(no tree.NodeID) {
	done, anyDone := true, false
	kids := in.mustList(no)
	for i := 0; in.more(i, no, &kids); i++ {
		child := kids.nos[i]
		if in.shape.tree.Nodes[child].Flags&flagCondition != 0 {
			in.reset(child)
		}
		if in.status(child) != success {
			in.visit(child)
			if in.status(child) == failed {
				in.set(no, failed)
				return
			}
		}
		if in.status(child) == running {
			done = false
		} else {
			anyDone = true
		}
	}
	if done || anyDone && in.heads[no]&headFlag != 0 {
		in.set(no, success)
	} else {
		in.set(no, running)
	}
}

func (in *instance) visitEvent(no tree.NodeID) {
	if in.status(no) == ready && in.heads[no]&headFlag != 0 {
		in.set(no, running)
	}
	if in.status(no) != running {
		return
	}
	if kids := in.length(no); len(kids) == 1 {
		in.visit(kids[0])
		in.set(no, in.status(kids[0]))
	} else {
		in.set(no, failed)
	}
}

// visitLatch lets its child be entered once in each duration, counted from the
// entry and compared strictly. A duration that is no number is noticed when it
// is computed with, at the next entry.
func (in *instance) visitLatch(no tree.NodeID) {
	m := in.m
	if in.status(no) == ready {
		n := in.nodes[no]
		if in.heads[no]&headOdd != 0 {
			m.fail(n, "%s: the duration is %s, wanted a number", m.title(n), describe(n.data))
		}
		if slot := in.slot(no); m.now > number(slot, atOwn)+number(slot, atMore) {
			setNumber(slot, atOwn, m.now)
			m.setLatch(n, m.functionOrValue(n, n.fn, "the duration", n.inst))
			in.set(no, running)
		} else {
			in.set(no, failed)
		}
	}
	if in.status(no) == running {
		child := in.child(no, 1)
		in.visit(child)
		in.set(no, in.status(child))
	}
}

// setLatch is the current duration of a LatchNode.
func (m *machine) setLatch(n *node, v glua.LValue) {
	*n.head &^= headOdd
	f, ok := m.number(v)
	if !ok {
		*n.head |= headOdd
	}
	n.data = v
	setNumber(n.slot, atMore, f)
}
