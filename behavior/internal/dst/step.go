package dst

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/tree"
)

// step is node:Step(): what ended is reset, what runs is asked on.
func (in *instance) step(no tree.NodeID) {
	if in.stale {
		in.renew()
	}
	if f := in.own(no, mStep); f != nil {
		in.callOwn(no, mStep, f)
		return
	}
	in.stepAs(in.shape.tree.Nodes[no].Op, no)
}

func (in *instance) stepAs(op tree.Op, no tree.NodeID) {
	switch {
	case in.status(no) != running:
		in.reset(no)
	case op == opParallel: // its other children get no Step
		kids := in.list(no)
		for i := 0; in.more(i, no, &kids); i++ {
			child := kids.nos[i]
			if in.status(child) == success && in.shape.tree.Nodes[child].Flags&flagCondition != 0 {
				in.reset(child)
			}
		}
	default:
		kids := in.list(no)
		for i := 0; in.more(i, no, &kids); i++ {
			in.step(kids.nos[i])
		}
	}
	if op == opEvent {
		in.heads[no] &^= headFlag
	}
}

// reset is node:Reset(). A node that is READY is left alone, and so is all
// below it.
func (in *instance) reset(no tree.NodeID) {
	if in.stale {
		in.renew()
	}
	if f := in.own(no, mReset); f != nil {
		in.callOwn(no, mReset, f)
		return
	}
	in.resetAs(in.shape.tree.Nodes[no].Op, no)
}

func (in *instance) resetAs(op tree.Op, no tree.NodeID) {
	if op == opEvent {
		in.heads[no] &^= headFlag
	}
	if in.status(no) != ready {
		in.set(no, ready)
		kids := in.list(no)
		for i := 0; in.more(i, no, &kids); i++ {
			in.reset(kids.nos[i])
		}
		if op == opHost {
			in.notifyHost(no, false)
		}
	}
	switch op {
	case opSequence, opSelector:
		in.setIndex(no, 1)
	case opLoop:
		in.setIndex(no, 1)
		setNumber(in.slot(no), atOwn, 0)
	case opRandom, opPriority:
		in.heads[no] &= headIndexed - 1
	}
}

// stop is node:Stop().
func (in *instance) stop(no tree.NodeID) {
	if in.stale {
		in.renew()
	}
	if f := in.own(no, mStop); f != nil {
		in.callOwn(no, mStop, f)
		return
	}
	in.stopAs(no)
}

func (in *instance) stopAs(no tree.NodeID) {
	if f := in.own(no, mOnStop); f != nil {
		if glua.LVAsBool(f) {
			in.callOwn(no, mOnStop, f)
		}
	} else if in.shape.tree.Nodes[no].Op == opEvent {
		in.m.unlisten(in.nodes[no])
	}
	if in.shape.tree.Nodes[no].Op == opHost {
		in.notifyHost(no, true)
	}
	kids := in.list(no)
	for i := 0; in.more(i, no, &kids); i++ {
		in.stop(kids.nos[i])
	}
}

// unlisten is EventNode:OnStop().
func (m *machine) unlisten(n *node) {
	if n.listener == nil {
		return
	}
	f := n.listener
	n.listener = nil
	m.s.Call(m.L.GetField(n.inst, "RemoveEventCallback"), n.inst, n.event, f)
}

// save is root:SaveStatus(): the whole tree, whatever runs.
func (in *instance) save(no tree.NodeID) {
	if in.stale {
		in.renew()
	}
	if in.shape.saves || no != 1 {
		in.saveBelow(no)
		return
	}
	heads := in.heads
	for i, h := range heads {
		heads[i] = h&^(statusMask<<lastShift) | h&statusMask<<lastShift
	}
}

func (in *instance) saveBelow(no tree.NodeID) {
	if in.stale {
		in.renew()
	}
	if f := in.own(no, mSaveStatus); f != nil {
		in.callOwn(no, mSaveStatus, f)
		return
	}
	in.saveAs(no)
}

func (in *instance) saveAs(no tree.NodeID) {
	h := in.heads[no]
	in.heads[no] = h&^(statusMask<<lastShift) | h&statusMask<<lastShift
	if in.shape.watched {
		in.nodes[no].told(in.m, "lastresult", glua.LString(statusNames[h&statusMask]), glua.LString(statusNames[h>>lastShift&statusMask]))
	}
	if in.loose {
		in.refresh(no)
	}
	for i, kids := 0, in.shape.tree.Kids(no); i < len(kids); i, kids = i+1, in.shape.tree.Kids(no) {
		if kids[i] != 0 {
			in.saveBelow(kids[i])
		}
	}
}

// event is EventNode:OnEvent(data), at once, whatever is being visited.
func (in *instance) event(no tree.NodeID, data glua.LValue) {
	m := in.m
	n := in.nodes[no]
	if in.status(no) == running {
		in.reset(in.child(no, 1))
	}
	in.heads[no] |= headFlag
	n.data = data
	if brain := m.L.GetField(n.inst, "brain"); glua.LVAsBool(brain) {
		m.s.Call(m.L.GetField(brain, "ForceUpdate"), brain)
	}
	m.doToParents(n, func(parent *node) {
		if m.kindOf(parent.class)&flagPriority != 0 {
			parent.setFlag(false)
		}
	})
}

// doToParents goes from a node's parent up, nearest first.
func (m *machine) doToParents(n *node, f func(*node)) {
	for range maxDeep {
		parent := nodeOf(n.parent)
		if parent == nil {
			return
		}
		f(parent)
		n = parent
	}
	m.fail(n, "%s is its own parent", m.title(n))
}
