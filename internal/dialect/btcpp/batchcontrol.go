package btcpp

import (
	"github.com/thicket-sim/thicket/behavior/tree"
)

// work is a node's own work, for the bots of a mask.
func (b *batch) work(n tree.NodeID, node *tree.Node, mask uint64) outcome {
	switch opOf(node) {
	case opSequence, opAsyncSequence, opFallback, opAsyncFallback, opSequenceWithMemory:
		return b.inTurn(n, node, mask)
	case opReactiveSequence:
		return b.reactive(n, node, mask, success)
	case opReactiveFallback:
		return b.reactive(n, node, mask, failure)
	case opParallel:
		return b.parallel(n, node, mask)
	case opParallelAll:
		return b.parallelAll(n, node, mask)
	case opIfThenElse:
		return b.ifThenElse(n, node, mask)
	case opWhileDoElse:
		return b.whileDoElse(n, node, mask)
	case opSubTree:
		b.set(n, b.is(n, idle, mask), running)
		return b.call(only(b.x, node), mask)
	case opPass:
		b.set(n, mask, running)
		return b.call(only(b.x, node), mask)
	case opAlwaysSuccess:
		return outcome{success: mask}
	case opAlwaysFailure:
		return outcome{failure: mask}
	case opAction:
		return b.act(n, node, mask)
	case opCondition:
		holds := b.x.HoldLanes(n, mask)
		return outcome{success: holds, failure: mask &^ holds}
	}
	return b.decorate(n, node, mask)
}

// turned has the answers of a child as a Sequence sees them, whose way on is success, or a Fallback.
func turned(o outcome, onward answer) (on, end uint64) {
	if onward == success {
		return o.success, o.failure
	}
	return o.failure, o.success
}

// inTurn goes through children from the one that ran on.
func (b *batch) inTurn(n tree.NodeID, node *tree.Node, mask uint64) (o outcome) {
	op := opOf(node)
	onward, ending := success, failure
	if op == opFallback || op == opAsyncFallback {
		onward, ending = failure, success
	}
	yields := op == opAsyncSequence || op == opAsyncFallback || op == opSequenceWithMemory
	at := &b.s.planes[n]
	place, skips := at.low.of(b.p), at.high.of(b.p)
	if len(skips) > 0 {
		put(skips, 0, b.is(n, idle, mask))
	}
	b.set(n, mask, running)
	kids := b.x.Tree.Edges[node.Kid : node.Kid+node.NKid]
	going, later := uint64(0), mask
	for i, kid := range kids {
		if later != 0 {
			starts := equals(place, uint64(i), later)
			going, later = going|starts, later&^starts
		}
		if going == 0 {
			continue
		}
		fresh := uint64(0)
		if yields {
			fresh = b.is(kid, idle, going)
		}
		k := b.call(kid, going)
		o.running |= k.running
		on, end := turned(k, onward)
		count(place, on|k.skipped)
		if len(skips) > 0 {
			count(skips, k.skipped)
		}
		if yields && i+1 < len(kids) {
			fresh &= on
			b.p[planeWake] |= fresh
			o.running |= fresh
			on &^= fresh
		}
		if end != 0 {
			if op == opSequenceWithMemory { // the place stays
				for _, other := range kids[i:] {
					b.stop(other, end)
				}
			} else {
				put(place, 0, end)
				b.stopAll(node, end)
			}
			o.add(end, ending)
		}
		going = on | k.skipped
	}
	if going |= later; going == 0 {
		return o
	}
	if len(skips) > 0 {
		o.skipped = equals(skips, uint64(len(kids)), going)
	}
	b.forget(at, going)
	b.stopAll(node, going)
	o.add(going&^o.skipped, onward)
	return o
}

// reactive goes through children from the first in each call.
func (b *batch) reactive(n tree.NodeID, node *tree.Node, mask uint64, onward answer) (o outcome) {
	b.set(n, mask, running)
	kids := b.x.Tree.Edges[node.Kid : node.Kid+node.NKid]
	allSkipped := mask
	for i, kid := range kids {
		if mask == 0 {
			break
		}
		k := b.call(kid, mask)
		allSkipped &= k.skipped
		if k.running != 0 {
			for j, other := range kids {
				if j != i {
					b.stop(other, k.running)
				}
			}
			o.running |= k.running
		}
		on, end := turned(k, onward)
		b.stopAll(node, end)
		o.add(end, success+failure-onward)
		if k.skipped != 0 {
			b.stop(kid, k.skipped)
		}
		mask = on | k.skipped
	}
	b.stopAll(node, mask)
	o.skipped = allSkipped & mask
	o.add(mask&^o.skipped, onward)
	return o
}

// ifThenElse asks its first child which of the others goes on.
func (b *batch) ifThenElse(n tree.NodeID, node *tree.Node, mask uint64) (o outcome) {
	kids := b.x.Tree.Edges[node.Kid : node.Kid+node.NKid]
	b.set(n, mask, running)
	branch := b.s.planes[n].own.of(b.p)
	asked := b.call(kids[0], equals(branch, 0, mask))
	o.running = asked.running
	branch[0] |= asked.success
	if len(kids) == 2 {
		o.failure = asked.failure
	} else {
		branch[1] |= asked.failure
	}
	if asked.skipped != 0 {
		b.each(asked.skipped, func() { b.s.fail(b.x, n, "the condition was skipped, which it may not be") })
	}
	a := b.call(kids[1], mask&branch[0]&^branch[1])
	if len(kids) == 3 {
		a.join(b.call(kids[2], mask&branch[1]&^branch[0]))
	}
	done := a.completed() | a.skipped
	put(branch, 0, done)
	b.stopAll(node, done)
	o.join(a)
	return o
}

// whileDoElse asks its first child in each call.
func (b *batch) whileDoElse(n tree.NodeID, node *tree.Node, mask uint64) (o outcome) {
	kids := b.x.Tree.Edges[node.Kid : node.Kid+node.NKid]
	b.set(n, mask, running)
	asked := b.call(kids[0], mask)
	o.running = asked.running
	o.idle = asked.skipped
	if asked.success != 0 {
		if len(kids) == 3 {
			b.stop(kids[2], asked.success)
		}
		o.join(b.call(kids[1], asked.success))
	}
	if asked.failure != 0 {
		b.stop(kids[1], asked.failure)
		if len(kids) == 2 {
			o.failure |= asked.failure
		} else {
			o.join(b.call(kids[2], asked.failure))
		}
	}
	b.stopAll(node, o.completed()|o.skipped|o.idle)
	return o
}

// parallel calls all children that have not ended.
func (b *batch) parallel(n tree.NodeID, node *tree.Node, mask uint64) (o outcome) {
	at := &b.s.planes[n]
	successes, failures, ended := at.low.of(b.p), at.high.of(b.p), at.ended.of(b.p)
	needed, most := at.counts.needed, at.counts.most
	all := int64(node.NKid)
	b.set(n, mask, running)
	var either skipping
	for i, kid := range b.x.Tree.Edges[node.Kid : node.Kid+node.NKid] {
		if mask == 0 {
			return o
		}
		fresh := mask &^ ended[i]
		k := b.end(at, i, kid, fresh)
		mask &^= fresh &^ (k.completed() | k.running | k.skipped)
		either.add(k.skipped)
		won := mask &^ below(successes, needed, mask)
		if at.counts.negative && either.any {
			won |= either.enough(successes, needed, mask&^won)
		}
		lost := mask &^ won
		lost = lost&^below(failures, all-needed+1, lost) | equals(failures, uint64(most), lost)
		b.forget(at, won|lost)
		b.stopAll(node, won|lost)
		o.success |= won
		o.failure |= lost
		mask &^= won | lost
	}
	if either.any {
		o.skipped = equals(either.count[:], uint64(all), mask)
	}
	o.running |= mask &^ o.skipped
	return o
}

// end calls a child of a Parallel, and notes who ended.
func (b *batch) end(at *planesOf, i int, kid tree.NodeID, mask uint64) outcome {
	k := b.call(kid, mask)
	at.ended.of(b.p)[i] |= k.completed()
	count(at.low.of(b.p), k.success)
	count(at.high.of(b.p), k.failure)
	return k
}

// skipping counts the children that were skipped in a call, which nobody remembers.
type skipping struct {
	count [16]uint64
	any   bool
}

func (k *skipping) add(mask uint64) {
	if mask != 0 {
		k.any = true
		count(k.count[:], mask)
	}
}

// plus adds a number of each bot.
func (k *skipping) plus(planes []uint64) (sum [16]uint64) {
	carry := uint64(0)
	for i, c := range k.count {
		p := uint64(0)
		if i < len(planes) {
			p = planes[i]
		}
		sum[i] = c ^ p ^ carry
		carry = c&p | carry&(c^p)
	}
	return sum
}

// enough returns the bots of a mask of which so many children succeeded or were skipped.
func (k *skipping) enough(successes []uint64, needed int64, mask uint64) uint64 {
	sum := k.plus(successes)
	return mask &^ below(sum[:], needed, mask)
}

// parallelAll calls all children that have not ended, until all have.
func (b *batch) parallelAll(n tree.NodeID, node *tree.Node, mask uint64) (o outcome) {
	at := &b.s.planes[n]
	successes, failures, ended := at.low.of(b.p), at.high.of(b.p), at.ended.of(b.p)
	b.set(n, mask, running)
	var over skipping
	for i, kid := range b.x.Tree.Edges[node.Kid : node.Kid+node.NKid] {
		fresh := mask &^ ended[i]
		k := b.end(at, i, kid, fresh)
		mask &^= fresh &^ (k.completed() | k.running | k.skipped)
		over.add(k.skipped)
	}
	all := uint64(node.NKid)
	if over.any {
		o.skipped = equals(over.count[:], all, mask)
		mask &^= o.skipped
	}
	over.count = over.plus(successes)
	over.count = over.plus(failures)
	done := equals(over.count[:], all, mask)
	o.running = mask &^ done
	o.success = below(failures, at.counts.most, done)
	o.failure = done &^ o.success
	b.forget(at, done)
	b.stopAll(node, done)
	return o
}
