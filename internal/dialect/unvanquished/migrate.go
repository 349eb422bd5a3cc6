package unvanquished

import (
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

var _ run.Migrator = (*semantics)(nil)

// Depart does nothing: no action is told that it is left.
func (*semantics) Depart(*run.Exec, *run.Migration) {}

// Arrive lists the nodes that were listed, under their new numbers. Timers have
// come over with their nodes.
func (*semantics) Arrive(x, was *run.Exec, m *run.Migration) {
	clear(x.Mem[:listBits(len(x.Tree.Nodes)-1)/32])
	before, now := running(was.Mem), running(x.Mem)
	for i := range was.Tree.Nodes[1:] {
		o := tree.NodeID(i + 1)
		if n := m.New(o); n != 0 && before.has(o) {
			now.add(n)
		}
	}
	now.setCurrent(m.New(before.current()))
}
