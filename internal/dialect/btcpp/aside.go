package btcpp

import (
	"math"
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// The notes of a batch in the cursor's scratch: the node that is played in the memory of a bot, 0 for
// none, and how many timers that bot had started before.
const (
	scratchNode = iota
	scratchOrder
)

// noNode stands for a node while timers fire, in the memory of a bot.
const noNode = math.MaxUint16

// callAside calls a node that is played bot by bot.
func (b *batch) callAside(n tree.NodeID, mask uint64) (o outcome) {
	for ; mask != 0; mask &= mask - 1 {
		i := bits.TrailingZeros64(mask)
		b.enter(n, i)
		a := b.s.call(b.x, n)
		b.leave(n, i)
		o.add(1<<i, a)
	}
	return o
}

// enter moves the cursor to a bot for a node that is played in its memory. Until leave, the status of
// that node and the flags of the tree are there.
func (b *batch) enter(n tree.NodeID, lane int) {
	x := b.x
	x.Enter(lane)
	at := b.s.planes[n].status
	setStatus(x, &x.Tree.Nodes[n], answer(bitOf(b.p[at], lane)|bitOf(b.p[at+1], lane)<<1))
	b.takeFlags(lane)
	x.Scratch[scratchNode] = uint32(n)
}

func bitOf(plane uint64, lane int) uint64 { return plane >> lane & 1 }

func (b *batch) takeFlags(lane int) {
	b.x.Mem[treeFlags] = uint32(bitOf(b.p[planeWake], lane) | bitOf(b.p[planeBroken], lane)<<planeBroken | bitOf(b.p[planeEnded], lane)<<planeEnded)
	b.x.Scratch[scratchOrder] = b.x.Mem[treeOrder]
}

func (b *batch) leave(n tree.NodeID, lane int) {
	b.store(n, lane)
	b.x.Scratch[scratchNode] = 0
	b.x.Leave()
}

// store stores what enter took from the planes.
func (b *batch) store(n tree.NodeID, lane int) {
	bit := uint64(1) << lane
	b.set(n, bit, statusOf(b.x, n))
	b.storeFlags(lane)
}

func (b *batch) storeFlags(lane int) {
	put(b.p[:flagPlanes], uint64(b.x.Mem[treeFlags]), 1<<lane)
	if len(b.s.timers) > 0 && b.x.Mem[treeOrder] != b.x.Scratch[scratchOrder] {
		*b.calm() &^= 1 << lane
	}
}

// StorePlanes is run.PlaneStorer.
func (s *semantics) StorePlanes(x *run.Exec, lane int) {
	b := batch{x, s, x.Planes}
	switch n := x.Scratch[scratchNode]; n {
	case 0:
	case noNode:
		b.storeFlags(lane)
	default:
		b.store(tree.NodeID(n), lane)
	}
}

// calm is the note of a block: the bots of which no timer runs for certain.
func (b *batch) calm() *uint64 { return &b.p[len(b.p)-1] }

// fire fires the timers that are due.
func (b *batch) fire(mask uint64) {
	for m := mask &^ *b.calm(); m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		b.x.Enter(i)
		if b.x.Mem[treeTimers] == 0 {
			*b.calm() |= 1 << i
			continue
		}
		if b.s.nextEnd(b.x) <= now(b.x) {
			b.takeFlags(i)
			b.x.Scratch[scratchNode] = noNode
			b.s.fire(b.x) // it cannot fail
			b.x.Scratch[scratchNode] = 0
			b.storeFlags(i)
			b.x.Leave()
		}
	}
}

// SleepPlanes is Sleep for the bots of a mask.
func (s *semantics) SleepPlanes(x *run.Exec, mask uint64, ticks *[64]int64) (asleep uint64) {
	b := batch{x, s, x.Planes}
	asleep = mask & b.p[planeEnded]
	for m := asleep; m != 0; m &= m - 1 {
		ticks[bits.TrailingZeros64(m)] = math.MaxInt64
	}
	if len(s.timers) == 0 {
		return asleep
	}
	mask &^= asleep | b.p[planeWake] | b.p[planeBroken]
	waits := b.waits(x.Tree.Entries[0], mask)
	for m := waits; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		x.Enter(i)
		if x.Mem[treeTimers] == 0 {
			waits &^= 1 << i
			continue
		}
		ticks[i] = s.ticksUntil(x, s.nextEnd(x))
	}
	return asleep | waits
}

// waits returns the bots of a mask of which a node would do nothing if it was called before a timer fires.
func (b *batch) waits(n tree.NodeID, mask uint64) uint64 {
	if mask = b.is(n, running, mask); mask == 0 {
		return 0
	}
	at, node := &b.s.planes[n], &b.x.Tree.Nodes[n]
	if at.aside {
		return b.waitsAside(n, mask)
	}
	kids := b.x.Tree.Edges[node.Kid : node.Kid+node.NKid]
	waits := uint64(0)
	switch opOf(node) {
	case opSequence, opAsyncSequence, opSequenceWithMemory, opFallback, opAsyncFallback:
		for i, kid := range kids {
			waits |= b.waits(kid, equals(at.low.of(b.p), uint64(i), mask))
		}
	case opParallel, opParallelAll:
		for i, kid := range kids {
			ended := at.ended.of(b.p)[i]
			mask &= ended | b.waits(kid, mask&^ended)
		}
		waits = mask
	case opRepeat, opRetryUntilSuccessful, opInverter, opForceSuccess, opForceFailure, opKeepRunningUntilFailure, opRunOnce, opSubTree, opPass:
		waits = b.waits(kids[0], mask)
	case opIfThenElse:
		for i, kid := range kids[1:] {
			waits |= b.waits(kid, equals(at.own.of(b.p), uint64(i+1), mask))
		}
	}
	return waits
}

func (b *batch) waitsAside(n tree.NodeID, mask uint64) (waits uint64) {
	for ; mask != 0; mask &= mask - 1 {
		i := bits.TrailingZeros64(mask)
		b.x.Enter(i)
		setStatus(b.x, &b.x.Tree.Nodes[n], running)
		if b.s.waits(b.x, n) {
			waits |= 1 << i
		}
	}
	return waits
}
