package nodes

import (
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"

	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

// step is node:Step(): it resets a node that has ended, and steps the children of
// one that runs.
func (t *Instance) step(n tree.NodeID) {
	if t.stale {
		t.renew()
	}
	if f, ok := t.own(n, mStep); ok {
		t.callOwn(n, mStep, f)
		return
	}
	t.stepAs(t.shape.tree.Nodes[n].Op, n)
}

func (t *Instance) stepAs(op tree.Op, n tree.NodeID) {
	switch {
	case t.status(n) != script.Running:
		t.reset(n)
	case op == opParallel: // its other children get no Step
		kids := t.list(n)
		for i := 0; t.more(i, n, &kids); i++ {
			child := kids.ids[i]
			if t.status(child) == script.Success && t.shape.tree.Nodes[child].Flags&flagCondition != 0 {
				t.reset(child)
			}
		}
	default:
		kids := t.list(n)
		for i := 0; t.more(i, n, &kids); i++ {
			t.step(kids.ids[i])
		}
	}
	if op == opEvent {
		t.words[n] &^= headFlag
	}
}

// reset is node:Reset(). A READY node stays as it is, with all below it.
func (t *Instance) reset(n tree.NodeID) {
	if t.stale {
		t.renew()
	}
	if f, ok := t.own(n, mReset); ok {
		t.callOwn(n, mReset, f)
		return
	}
	t.resetAs(t.shape.tree.Nodes[n].Op, n)
}

func (t *Instance) resetAs(op tree.Op, n tree.NodeID) {
	if op == opEvent {
		t.words[n] &^= headFlag
	}
	if t.status(n) != script.Ready {
		t.set(n, script.Ready)
		kids := t.list(n)
		for i := 0; t.more(i, n, &kids); i++ {
			t.reset(kids.ids[i])
		}
		if op == opHost {
			t.notifyHost(n, false)
		}
	}
	switch op {
	case opSequence, opSelector:
		t.setIndex(n, 1)
	case opLoop:
		t.setIndex(n, 1)
		setNumber(t.slot(n), atOwn, 0)
	case opRandom, opPriority:
		t.words[n] &= headIndexed - 1
	}
}

// stop is node:Stop().
func (t *Instance) stop(n tree.NodeID) {
	if t.stale {
		t.renew()
	}
	if f, ok := t.own(n, mStop); ok {
		t.callOwn(n, mStop, f)
		return
	}
	t.stopAs(n)
}

func (t *Instance) stopAs(n tree.NodeID) {
	if f, ok := t.own(n, mOnStop); ok {
		if f.Truth() {
			t.callOwn(n, mOnStop, f)
		}
	} else if t.shape.tree.Nodes[n].Op == opEvent {
		t.en.unlisten(t.Nodes[n])
	}
	if t.shape.tree.Nodes[n].Op == opHost {
		t.notifyHost(n, true)
	}
	kids := t.list(n)
	for i := 0; t.more(i, n, &kids); i++ {
		t.stop(kids.ids[i])
	}
}

// unlisten is EventNode:OnStop().
func (en *Engine) unlisten(n *Node) {
	if n.listener == nil {
		return
	}
	f := n.listener
	n.listener = nil
	en.Lua.Call(en.Method(n.inst, "RemoveEventCallback"), n.inst, n.event, f.V())
}

// save is root:SaveStatus(): it notes the status of every node as its last
// result.
func (t *Instance) save(n tree.NodeID) {
	if t.stale {
		t.renew()
	}
	if t.shape.saves || n != 1 {
		t.saveBelow(n)
		return
	}
	heads := t.words[:len(t.Nodes)]
	for i, h := range heads {
		heads[i] = h&^(statusMask<<lastShift) | h&statusMask<<lastShift
	}
}

func (t *Instance) saveBelow(n tree.NodeID) {
	if t.stale {
		t.renew()
	}
	if f, ok := t.own(n, mSaveStatus); ok {
		t.callOwn(n, mSaveStatus, f)
		return
	}
	t.saveAs(n)
}

func (t *Instance) saveAs(n tree.NodeID) {
	h := t.words[n]
	t.words[n] = h&^(statusMask<<lastShift) | h&statusMask<<lastShift
	if t.shape.watched {
		t.Nodes[n].told(t.en, "lastresult", t.en.StatusText(h&statusMask), t.en.StatusText(h>>lastShift&statusMask))
	}
	if t.loose {
		t.refresh(n)
	}
	for i, kids := 0, t.shape.tree.Kids(n); i < len(kids); i, kids = i+1, t.shape.tree.Kids(n) {
		if kids[i] != 0 {
			t.saveBelow(kids[i])
		}
	}
}

// event is EventNode:OnEvent(data). It acts at once, even in the middle of a
// visit.
func (t *Instance) event(n tree.NodeID, data machine.Value) {
	en := t.en
	object := t.Nodes[n]
	if t.status(n) == script.Running {
		t.reset(t.child(n, 1))
	}
	t.words[n] |= headFlag
	object.data = data
	if brain := en.Method(object.inst, "brain"); brain.Truth() {
		en.Lua.Call(en.Method(brain, "ForceUpdate"), brain)
	}
	en.doToParents(object, func(parent *Node) {
		if en.kindOf(parent.class)&flagPriority != 0 {
			parent.setFlag(false)
		}
	})
}

// doToParents is node:DoToParents(): it calls f for the nodes above n, the
// nearest first.
func (en *Engine) doToParents(n *Node, f func(*Node)) {
	for range en.Program.Limits.Deep {
		parent := NodeOf(n.parentValue())
		if parent == nil {
			return
		}
		f(parent)
		n = parent
	}
	en.Fail(n, "%s is its own parent", en.Title(n))
}
