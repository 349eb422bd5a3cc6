package dst

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/tree"
)

// due reports whether a PriorityNode looks at all its children now: strictly
// after its period, or at once where lasttime is nil.
func (in *instance) due(no tree.NodeID) bool {
	slot := in.slot(no)
	return in.heads[no]&headFlag == 0 || number(slot, atOwn)+number(slot, atMore) < in.m.now
}

func (in *instance) visitPriority(no tree.NodeID) {
	if !in.due(no) {
		in.visitCurrent(no)
		return
	}
	var old tree.NodeID // the current child, where it is an EventNode
	if i := in.index(no); i != 0 {
		if c := in.child(no, i); in.isEvent(c) {
			old = c
		}
	}
	setNumber(in.slot(no), atOwn, in.m.now)
	in.heads[no] |= headFlag
	found := false
	kids := in.mustList(no)
	for i := 0; in.more(i, no, &kids); i++ {
		child := kids.nos[i]
		anyway := old != 0 && in.isEvent(child) && in.notAbove(old, child)
		if found && !anyway {
			in.reset(child)
			continue
		}
		if s := in.status(child); s == failed || s == success {
			in.reset(child)
		}
		in.visit(child)
		if s := in.status(child); s == success || s == running {
			if anyway && in.index(no) != i+1 {
				in.reset(in.child(no, in.index(no)))
			}
			in.set(no, in.status(child))
			in.setIndex(no, i+1)
			found = true
		}
	}
	if !found {
		in.set(no, failed)
	}
}

// visitCurrent is what a PriorityNode does between evaluations.
func (in *instance) visitCurrent(no tree.NodeID) {
	i := in.index(no)
	if i == 0 {
		return
	}
	child := in.child(no, i)
	if in.status(child) != running {
		return
	}
	in.visit(child)
	s := in.status(child)
	in.set(no, s)
	if s != running {
		in.heads[no] &^= headFlag // lasttime is nil: it looks at all again
	}
}

func (in *instance) isEvent(no tree.NodeID) bool { return in.shape.tree.Nodes[no].Flags&flagEvent != 0 }

// notAbove reports whether the priority of one EventNode is at most another's.
func (in *instance) notAbove(a, b tree.NodeID) bool {
	if in.heads[a]&headOdd == 0 && in.heads[b]&headOdd == 0 {
		return number(in.slot(a), atOwn) <= number(in.slot(b), atOwn)
	}
	m := in.m
	x, _ := m.readNode(in.nodes[a], "priority")
	y, _ := m.readNode(in.nodes[b], "priority")
	if x.Type() != y.Type() || x.Type() != glua.LTString {
		m.fail(in.nodes[b], "%s: cannot compare the priorities %s and %s", m.title(in.nodes[b]), describe(x), describe(y))
	}
	return x.String() <= y.String()
}
