package unvanquished

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// sequence is BotSequenceNode: it starts at its place. FAILURE and RUNNING end
// it; SUCCESS and other numbers go on. It succeeds past the last child, also
// when there is none. Cases unv-sequence-resume, unv-sequence-empty,
// unv-return-out-of-range.
func sequence(x *run.Exec, node *tree.Node) host.Status {
	kids := children(x, node)
	for _, kid := range kids[running(x.Mem).place(kids):] {
		if s := evaluate(x, kid); s == host.Failure || s == host.Running {
			return s
		}
	}
	return host.Success
}

func (b *batch) sequence(node *tree.Node, mask uint64) (o outcome) {
	kids := children(b.x, node)
	going, later := b.places(kids, mask)
	for i, kid := range kids {
		if going |= later[i]; going != 0 {
			k := b.evaluate(kid, going)
			o.running |= k.running
			going = k.success | k.other
		}
	}
	o.success = going
	return o
}

// fallback is BotFallbackNode: it starts at its place. SUCCESS and RUNNING end
// it; FAILURE and other numbers go on. It fails past the last child. Case
// unv-fallback-in-sequence.
func fallback(x *run.Exec, node *tree.Node) host.Status {
	kids := children(x, node)
	for _, kid := range kids[running(x.Mem).place(kids):] {
		if s := evaluate(x, kid); s == host.Success || s == host.Running {
			return s
		}
	}
	return host.Failure
}

func (b *batch) fallback(node *tree.Node, mask uint64) (o outcome) {
	kids := children(b.x, node)
	going, later := b.places(kids, mask)
	for i, kid := range kids {
		if going |= later[i]; going != 0 {
			k := b.evaluate(kid, going)
			o.running |= k.running
			o.success |= k.success
			going &^= k.success | k.running
		}
	}
	return o
}

// places splits bots by the child that they start at: first has those that start
// at the first, later[i] those that start at child i.
func (b *batch) places(kids []tree.NodeID, mask uint64) (first uint64, later [maxChildren]uint64) {
	first = mask
	for i := len(kids) - 1; i > 0 && first != 0; i-- {
		later[i] = first & *b.plane(kids[i])
		first &^= later[i]
	}
	return first, later
}

// selector is BotSelectorNode: it starts at its first child, and anything but
// FAILURE ends it. It fails past the last child. Cases unv-selector-stateless,
// unv-selector-empty.
func selector(x *run.Exec, node *tree.Node) host.Status {
	for _, kid := range children(x, node) {
		if s := evaluate(x, kid); s != host.Failure {
			return s
		}
	}
	return host.Failure
}

func (b *batch) selector(node *tree.Node, mask uint64) (o outcome) {
	for _, kid := range children(b.x, node) {
		if mask == 0 {
			break
		}
		k := b.evaluate(kid, mask)
		o.success |= k.success
		o.running |= k.running
		o.other |= k.other
		mask &^= k.answered()
	}
	return o
}

// concurrent is BotConcurrentNode: it starts at its first child. FAILURE ends
// it; past the last child it runs when any child ran, else it succeeds. Cases
// unv-concurrent-first-failure, unv-concurrent-running.
func concurrent(x *run.Exec, node *tree.Node) host.Status {
	result := host.Success
	for _, kid := range children(x, node) {
		switch evaluate(x, kid) {
		case host.Failure:
			return host.Failure
		case host.Running:
			result = host.Running
		}
	}
	return result
}

func (b *batch) concurrent(node *tree.Node, mask uint64) outcome {
	ran := uint64(0)
	for _, kid := range children(b.x, node) {
		if mask == 0 {
			break
		}
		k := b.evaluate(kid, mask)
		ran |= k.running
		mask &= k.answered()
	}
	return outcome{success: mask &^ ran, running: mask & ran}
}
