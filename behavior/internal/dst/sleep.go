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

func (en *engine) toDuration(n *node, v glua.LValue) duration {
	if !glua.LVAsBool(v) {
		return duration{}
	}
	f, ok := en.number(v)
	if !ok || v.Type() == glua.LTString {
		en.fail(n, "the sleep time is %s, wanted a number or nil", describe(v))
	}
	return duration{f, true}
}

// sleepTime is node:GetSleepTime().
func (t *instance) sleepTime(n tree.NodeID) duration {
	if f := t.own(n, mGetSleepTime); f != nil {
		return t.en.toDuration(t.nodes[n], t.callOwn(n, mGetSleepTime, f))
	}
	return t.sleepTimeAs(t.shape.tree.Nodes[n].Op, n)
}

func (t *instance) sleepTimeAs(op tree.Op, n tree.NodeID) duration {
	s := t.status(n)
	if op == opPriority {
		switch slot := t.slot(n); {
		case s == running && t.words[n]&headFlag != 0:
			return duration{max(0, number(slot, atOwn)+number(slot, atMore)-t.en.now), true}
		case s == running || s == ready:
			return duration{0, true}
		}
		return duration{}
	}
	const only = flagNoList | flagCondition
	if s != running || t.shape.tree.Nodes[n].Flags&only != flagNoList {
		return duration{}
	}
	if t.words[n]&headSlept == 0 {
		return duration{0, true}
	}
	return duration{max(0, number(t.slot(n), atWake)-t.en.now), true}
}

// treeSleepTime is node:GetTreeSleepTime(): the least sleep time of the node and of
// all running nodes below it.
func (t *instance) treeSleepTime(n tree.NodeID) duration {
	if f := t.own(n, mGetTreeSleepTime); f != nil {
		return t.en.toDuration(t.nodes[n], t.callOwn(n, mGetTreeSleepTime, f))
	}
	return t.treeSleepTimeAs(n)
}

func (t *instance) treeSleepTimeAs(n tree.NodeID) duration {
	var least duration
	kids := t.list(n)
	for i := 0; t.more(i, n, &kids); i++ {
		child := kids.ids[i]
		if t.status(child) != running {
			continue
		}
		least = least.min(t.treeSleepTime(child))
		if t.shape.bare && least == (duration{0, true}) { // nothing is less, and no script expects to be asked
			return least
		}
	}
	return least.min(t.sleepTime(n))
}
