package btcpp

import (
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// decorate is the work of a node over one child, for the bots of a mask. A child that has ended is
// reset by call.
func (b *batch) decorate(n tree.NodeID, node *tree.Node, mask uint64) outcome {
	kid := only(b.x, node)
	switch opOf(node) {
	case opInverter:
		b.set(n, mask, running)
		o := b.call(kid, mask)
		o.success, o.failure = o.failure, o.success
		return o
	case opForceSuccess:
		b.set(n, mask, running)
		o := b.call(kid, mask)
		o.success, o.failure = o.completed(), 0
		return o
	case opForceFailure:
		b.set(n, mask, running)
		o := b.call(kid, mask)
		o.success, o.failure = 0, o.completed()
		return o
	case opKeepRunningUntilFailure:
		b.set(n, mask, running)
		o := b.call(kid, mask)
		o.running |= o.success | o.skipped
		o.success, o.skipped = 0, 0
		return o
	case opRepeat:
		return b.rounds(n, kid, mask, success)
	case opRetryUntilSuccessful:
		return b.rounds(n, kid, mask, failure)
	case opRunOnce:
		return b.runOnce(n, kid, mask)
	}
	ops.Unknown(node.Op)
	return outcome{}
}

// rounds is Repeat, which counts successes, and RetryUntilSuccessful, which counts failures.
func (b *batch) rounds(n, kid tree.NodeID, mask uint64, counted answer) (o outcome) {
	at := &b.s.planes[n]
	done := at.low.of(b.p)
	again := func(mask uint64) uint64 {
		if most := at.counts.most; most != -1 {
			return below(done[:31], most, mask&^done[31]) | mask&done[31]&negativeBelow(most)
		}
		return mask
	}
	b.set(n, mask, running)
	over := uint64(0)
	for {
		going := again(mask)
		over |= mask &^ going
		if going == 0 {
			break
		}
		fresh := b.is(kid, idle, going)
		k := b.call(kid, going)
		on, end := turned(k, counted)
		count(done, on)
		b.reset(kid, on|end)
		wakes := again(on & fresh)
		b.p[planeWake] |= wakes
		put(done, 0, end)
		if k.skipped != 0 {
			b.stop(kid, k.skipped)
		}
		o.running |= k.running | wakes
		o.skipped |= k.skipped
		o.add(end, success+failure-counted)
		mask = on &^ wakes
	}
	put(done, 0, over)
	o.add(over, counted)
	return o
}

// negativeBelow has all bots where a negative count, which one of 32 bits becomes that overflows, is below most.
func negativeBelow(most int64) uint64 {
	if most >= 0 {
		return ^uint64(0)
	}
	return 0
}

// runOnce calls its child until that has ended once.
func (b *batch) runOnce(n, kid tree.NodeID, mask uint64) (o outcome) {
	at := &b.s.planes[n]
	once := at.own.of(b.p) // whether it has ended, and whether it failed
	over := mask & once[0]
	if at.counts.most != 0 {
		o.skipped = over
	} else {
		o.failure = over & once[1]
		o.success = over &^ once[1]
	}
	mask &^= over
	b.set(n, mask, running)
	k := b.call(kid, mask)
	once[0] |= k.completed()
	once[1] |= k.failure
	o.join(k)
	return o
}

// act calls an action of the game.
func (b *batch) act(n tree.NodeID, node *tree.Node, mask uint64) (o outcome) {
	o.success, o.failure = b.is(n, success, mask), b.is(n, failure, mask)
	mask &^= o.completed()
	if b.x.Tree.Leaves[node.Leaf].Action.Enter != nil {
		b.each(b.is(n, idle, mask), func() { b.x.Notify(n, host.Entered) })
	}
	succeeded, runs, other := b.x.ActLanes(n, mask)
	o.success |= succeeded
	o.running = runs
	o.failure |= mask &^ (succeeded | runs | other)
	for ; other != 0; other &= other - 1 {
		i := bits.TrailingZeros64(other)
		o.add(1<<i, fromStatus(b.x.Others[i]))
	}
	return o
}
