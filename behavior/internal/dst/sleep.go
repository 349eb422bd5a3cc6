package dst

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/tree"
)

// duration is a sleep time in seconds, or none: nil in the original.
type duration struct {
	seconds float64
	ok      bool
}

func (d duration) min(e duration) duration {
	if e.ok && (!d.ok || d.seconds > e.seconds) {
		return e
	}
	return d
}

func (d duration) value() glua.LValue { return optional(d.ok, glua.LNumber(d.seconds)) }

func (m *machine) toDuration(n *node, v glua.LValue) duration {
	if !glua.LVAsBool(v) {
		return duration{}
	}
	f, ok := m.number(v)
	if !ok || v.Type() == glua.LTString {
		m.fail(n, "the sleep time is %s, wanted a number or nil", describe(v))
	}
	return duration{f, true}
}

// sleepTime is node:GetSleepTime().
func (in *instance) sleepTime(no tree.NodeID) duration {
	if f := in.own(no, mGetSleepTime); f != nil {
		return in.m.toDuration(in.nodes[no], in.callOwn(no, mGetSleepTime, f))
	}
	return in.sleepTimeAs(in.shape.tree.Nodes[no].Op, no)
}

func (in *instance) sleepTimeAs(op tree.Op, no tree.NodeID) duration {
	s := in.status(no)
	if op == opPriority {
		switch slot := in.slot(no); {
		case s == running && in.heads[no]&headFlag != 0:
			return duration{max(0, number(slot, atOwn)+number(slot, atMore)-in.m.now), true}
		case s == running || s == ready:
			return duration{0, true}
		}
		return duration{}
	}
	const only = flagNoList | flagCondition
	if s != running || in.shape.tree.Nodes[no].Flags&only != flagNoList {
		return duration{}
	}
	if in.heads[no]&headSlept == 0 {
		return duration{0, true}
	}
	return duration{max(0, number(in.slot(no), atWake)-in.m.now), true}
}

// treeSleepTime is node:GetTreeSleepTime(): the least of what runs below, and
// of the node's own.
func (in *instance) treeSleepTime(no tree.NodeID) duration {
	if f := in.own(no, mGetTreeSleepTime); f != nil {
		return in.m.toDuration(in.nodes[no], in.callOwn(no, mGetTreeSleepTime, f))
	}
	return in.treeSleepTimeAs(no)
}

func (in *instance) treeSleepTimeAs(no tree.NodeID) duration {
	var least duration
	kids := in.list(no)
	for i := 0; in.more(i, no, &kids); i++ {
		child := kids.nos[i]
		if in.status(child) != running {
			continue
		}
		least = least.min(in.treeSleepTime(child))
		if in.shape.bare && least == (duration{0, true}) { // no script is left out that had to be asked
			return least
		}
	}
	return least.min(in.sleepTime(no))
}
