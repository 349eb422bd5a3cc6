package btcpp

import (
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// batch is up to 64 bots that are evaluated side by side. A mask of bots for each answer takes the place
// of the answer, and a plane, which has a bit of each bot's memory, that of the bit: see
// [run.PlaneTicker]. What a node does is written a second time here, in the order of work and decorate.
type batch struct {
	x *run.Exec
	s *semantics
	p []uint64 // the planes
}

// outcome has a mask of bots for each answer; who is in none broke off.
type outcome struct{ success, failure, running, skipped, idle uint64 }

func (o *outcome) completed() uint64 { return o.success | o.failure }

func (o *outcome) join(k outcome) {
	o.success |= k.success
	o.failure |= k.failure
	o.running |= k.running
	o.skipped |= k.skipped
}

// add puts bots into the mask of an answer.
func (o *outcome) add(mask uint64, a answer) {
	switch a {
	case success:
		o.success |= mask
	case failure:
		o.failure |= mask
	case running:
		o.running |= mask
	case skipped:
		o.skipped |= mask
	case idle:
		o.idle |= mask
	}
}

// TickPlanes is Tick for the bots of a mask.
func (s *semantics) TickPlanes(x *run.Exec, mask uint64) (succeeded, runs, other uint64) {
	x.Scratch = append(x.Scratch[:0], 0, 0)
	b := batch{x, s, x.Planes}
	ended := mask & b.p[planeEnded]
	b.answer(ended, host.Stopped)
	going := mask &^ ended
	for m := going & b.p[planeBroken]; m != 0; m &= m - 1 {
		x.InLane(bits.TrailingZeros64(m), func() {
			s.recover(x)
			x.Leave()
		})
	}
	if len(s.timers) > 0 {
		b.fire(going)
	}
	root := x.Tree.Entries[0]
	o := b.call(root, going)
	if !s.exactly {
		o = b.again(root, o)
	}
	gone := going &^ (o.completed() | o.running | o.skipped)
	b.p[planeBroken] |= gone
	b.answer(gone, host.Error)
	b.answer(o.skipped, host.Skipped)
	b.reset(root, o.completed())
	if s.ends {
		b.p[planeEnded] |= o.completed()
	}
	return o.success, o.running, ended | gone | o.skipped
}

// again calls the root again for the bots that asked for that, as often as they may.
func (b *batch) again(root tree.NodeID, o outcome) outcome {
	for n := 1; ; n++ {
		awake := o.running & b.p[planeWake]
		if awake == 0 {
			return o
		}
		b.p[planeWake] &^= awake
		if n >= b.s.calls {
			b.each(awake, func() {
				b.x.Notef(root, "the root was called %d times in one tick, and asks for another call: it goes on in the next", n)
			})
			return o
		}
		o.running &^= awake
		o.join(b.call(root, awake))
	}
}

// answer notes another status for the bots of a mask.
func (b *batch) answer(mask uint64, s host.Status) {
	for ; mask != 0; mask &= mask - 1 {
		b.x.Others[bits.TrailingZeros64(mask)] = s
	}
}

// each calls f with the cursor over each bot of a mask.
func (b *batch) each(mask uint64, f func()) {
	for ; mask != 0; mask &= mask - 1 {
		b.x.Enter(bits.TrailingZeros64(mask))
		f()
		b.x.Leave()
	}
}

// is returns the bots of a mask whose node has a status.
func (b *batch) is(n tree.NodeID, a answer, mask uint64) uint64 {
	at := b.s.planes[n].status
	return equals(b.p[at:at+2], uint64(a), mask)
}

// set gives a node a status.
func (b *batch) set(n tree.NodeID, mask uint64, a answer) {
	at := b.s.planes[n].status
	put(b.p[at:at+2], uint64(a), mask)
}

// reset has a node idle.
func (b *batch) reset(n tree.NodeID, mask uint64) {
	at := b.s.planes[n].status
	b.p[at] &^= mask
	b.p[at+1] &^= mask
}

// equals returns the bots of a mask whose number in some planes is v.
func equals(planes []uint64, v, mask uint64) uint64 {
	for i, plane := range planes {
		if v>>i&1 != 0 {
			mask &= plane
		} else {
			mask &^= plane
		}
	}
	if v>>len(planes) != 0 {
		return 0
	}
	return mask
}

// put makes the number of the bots of a mask v.
func put(planes []uint64, v, mask uint64) {
	for i := range planes {
		planes[i] &^= mask
		if v>>i&1 != 0 {
			planes[i] |= mask
		}
	}
}

// count adds one to the number of the bots of a mask.
func count(planes []uint64, mask uint64) {
	for i := 0; mask != 0 && i < len(planes); i++ {
		planes[i], mask = planes[i]^mask, planes[i]&mask
	}
}

// below returns the bots of a mask whose number is less than v.
func below(planes []uint64, v int64, mask uint64) (less uint64) {
	if v <= 0 {
		return 0
	}
	if v>>len(planes) != 0 {
		return mask
	}
	for i := len(planes) - 1; i >= 0 && mask != 0; i-- {
		if v>>i&1 != 0 {
			less |= mask &^ planes[i]
			mask &= planes[i]
		} else {
			mask &^= planes[i]
		}
	}
	return less
}

// call calls a node for the bots of a mask.
func (b *batch) call(n tree.NodeID, mask uint64) outcome {
	if mask == 0 {
		return outcome{}
	}
	at := &b.s.planes[n]
	if at.aside {
		return b.callAside(n, mask)
	}
	node := &b.x.Tree.Nodes[n]
	o := b.work(n, node, mask)
	if o.idle != 0 {
		b.each(o.idle, func() {
			b.s.blame(b.x, n, "a node below it answers IDLE, which no node may answer: %s", b.s.nodes[n].name)
		})
		o.idle = 0
	}
	done := o.completed() | o.running
	b.p[at.status] = b.p[at.status]&^done | o.running | o.failure
	b.p[at.status+1] = b.p[at.status+1]&^done | o.completed()
	if node.NKid == 1 && isDecorator(opOf(node)) {
		b.resetEnded(only(b.x, node), done|o.skipped)
	}
	return o
}

// resetEnded resets a child that has ended.
func (b *batch) resetEnded(kid tree.NodeID, mask uint64) {
	at := b.s.planes[kid].status
	b.reset(kid, mask&b.p[at+1])
}

// stop halts a child that runs, and resets it in any case.
func (b *batch) stop(n tree.NodeID, mask uint64) {
	if runs := b.is(n, running, mask); runs != 0 {
		b.halt(n, runs)
	}
	b.reset(n, mask)
}

// stopAll stops all children of a node, in order.
func (b *batch) stopAll(node *tree.Node, mask uint64) {
	if mask == 0 {
		return
	}
	for _, kid := range b.x.Tree.Edges[node.Kid : node.Kid+node.NKid] {
		b.stop(kid, mask)
	}
}

// halt halts a node that runs.
func (b *batch) halt(n tree.NodeID, mask uint64) {
	at := &b.s.planes[n]
	if at.aside {
		for m := mask; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m)
			b.enter(n, i)
			b.s.halt(b.x, n) // it cannot fail
			b.leave(n, i)
		}
		return
	}
	node := &b.x.Tree.Nodes[n]
	switch opOf(node) {
	case opAction:
		if at.hooked {
			b.each(mask, func() { b.x.Notify(n, host.WasStopped) })
		}
		return
	case opSequenceWithMemory:
		put(at.high.of(b.p), 0, mask)
	case opSequence, opAsyncSequence, opFallback, opAsyncFallback, opRepeat, opRetryUntilSuccessful, opParallel, opParallelAll:
		b.forget(at, mask)
	case opIfThenElse:
		put(at.own.of(b.p), 0, mask)
	}
	b.stopAll(node, mask)
}

// forget clears what a node has in its second word, and behind it.
func (b *batch) forget(at *planesOf, mask uint64) {
	if mask != 0 {
		put(at.low.of(b.p), 0, mask)
		put(at.high.of(b.p), 0, mask)
		put(at.ended.of(b.p), 0, mask)
	}
}
