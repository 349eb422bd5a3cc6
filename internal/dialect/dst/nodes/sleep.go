package nodes

import (
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"

	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

// Duration is a sleep time in seconds, or none: nil in the original.
type Duration struct {
	Seconds float64
	Ok      bool
}

func (d Duration) min(e Duration) Duration {
	if e.Ok && (!d.Ok || d.Seconds > e.Seconds) {
		return e
	}
	return d
}

func (d Duration) Value() machine.Value { return script.Optional(d.Ok, machine.Number(d.Seconds)) }

func (en *Engine) ToDuration(n *Node, v machine.Value) Duration {
	if !v.Truth() {
		return Duration{}
	}
	f, ok := en.Number(v)
	if !ok || v.Kind() == machine.KindText {
		en.Fail(n, "the sleep time is %s, wanted a number or nil", script.Describe(v))
	}
	return Duration{f, true}
}

// sleepTime is node:GetSleepTime().
func (t *Instance) sleepTime(n tree.NodeID) Duration {
	if f, ok := t.own(n, mGetSleepTime); ok {
		return t.en.ToDuration(t.Nodes[n], t.callOwn(n, mGetSleepTime, f))
	}
	return t.sleepTimeAs(t.shape.tree.Nodes[n].Op, n)
}

func (t *Instance) sleepTimeAs(op tree.Op, n tree.NodeID) Duration {
	s := t.status(n)
	if op == opPriority {
		switch slot := t.slot(n); {
		case s == script.Running && t.words[n]&headFlag != 0:
			return Duration{max(0, numberAt(slot, atOwn)+numberAt(slot, atMore)-t.en.Now), true}
		case s == script.Running || s == script.Ready:
			return Duration{0, true}
		}
		return Duration{}
	}
	const only = flagNoList | flagCondition
	if s != script.Running || t.shape.tree.Nodes[n].Flags&only != flagNoList {
		return Duration{}
	}
	if t.words[n]&headSlept == 0 {
		return Duration{0, true}
	}
	return Duration{max(0, t.Nodes[n].wakeTime(t.slot(n))-t.en.Now), true}
}

// treeSleepTime is node:GetTreeSleepTime(): the least sleep time of the node and of
// all running nodes below it.
func (t *Instance) treeSleepTime(n tree.NodeID) Duration {
	if f, ok := t.own(n, mGetTreeSleepTime); ok {
		return t.en.ToDuration(t.Nodes[n], t.callOwn(n, mGetTreeSleepTime, f))
	}
	return t.treeSleepTimeAs(n)
}

func (t *Instance) treeSleepTimeAs(n tree.NodeID) Duration {
	var least Duration
	kids := t.list(n)
	for i := 0; t.more(i, n, &kids); i++ {
		child := kids.ids[i]
		if t.status(child) != script.Running {
			continue
		}
		least = least.min(t.treeSleepTime(child))
		if t.shape.bare && least == (Duration{0, true}) { // nothing is less, and no script expects to be asked
			return least
		}
	}
	return least.min(t.sleepTime(n))
}
