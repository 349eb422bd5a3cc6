package unvanquished

import (
	"math"
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// batch is up to 64 bots that are evaluated side by side. A mask of bots for each
// status takes the place of the status, and a plane, which has a bit of each bot's
// memory, that of the bit: see [run.PlaneTicker].
type batch struct {
	x      *run.Exec
	s      *semantics
	now    int64 // the time of the match in milliseconds
	held   int   // columns of numbers that are in use
	listed []uint32
	known  [mostStills]uint64 // the bots whose still values are in the columns, by value
}

// outcome has a mask of bots for each answer; who is in none failed.
type outcome struct{ success, running, other uint64 }

func (o outcome) answered() uint64 { return o.success | o.running | o.other }

// add puts bots into the mask of a status.
func (o *outcome) add(mask uint64, s host.Status) {
	switch s {
	case host.Failure:
	case host.Success:
		o.success |= mask
	case host.Running:
		o.running |= mask
	default:
		o.other |= mask
	}
}

// Layout keeps the running set by planes, and the gates of the timers as columns.
func (s *semantics) Layout() run.Layout { return s.layout }

// TickPlanes is Tick for the bots of a mask.
func (s *semantics) TickPlanes(x *run.Exec, mask uint64) (success, running, other uint64) {
	b := batch{x: x, s: s, now: levelTime(x), listed: x.Scratch}
	o := b.evaluate(only(x, &x.Tree.Nodes[x.Tree.Entries[0]]), mask)
	x.Scratch = b.listed
	for m := o.other; m != 0; m &= m - 1 {
		x.Others[bits.TrailingZeros64(m)] = host.Other
	}
	return o.success, o.running, o.other
}

// The planes of a runningSet: its count, its current action, and from listAt on one
// for each node.
const (
	currentAt = 16
	listAt    = 32
)

// plane returns the bots that have a node in their sets.
func (b *batch) plane(n tree.NodeID) *uint64 { return &b.x.Planes[listAt+int(n)] }

// counts returns the planes of the count, as far as it goes.
func (b *batch) counts() []uint64 { return b.x.Planes[:countPlanes] }

// countPlanes is the bits of maxRunning.
const countPlanes = 5

// add is runningSet.add for the bots of a mask.
func (b *batch) add(n tree.NodeID, mask uint64) {
	plane := b.plane(n)
	if mask &^= *plane; mask == 0 {
		return
	}
	if mask &^= equals(b.counts(), maxRunning, mask); mask == 0 {
		return
	}
	if *plane == 0 && !b.x.Gathered {
		b.listed = append(b.listed, uint32(n))
	}
	*plane |= mask
	for i, carry := 0, mask; carry != 0; i++ { // count
		b.x.Planes[i], carry = b.x.Planes[i]^carry, b.x.Planes[i]&carry
	}
}

// forget is runningSet.forget for the bots of a mask.
func (b *batch) forget(mask uint64) {
	if mask == 0 {
		return
	}
	some := uint64(0)
	for i := range b.counts() {
		some |= b.x.Planes[i] & mask
		b.x.Planes[i] &^= mask
	}
	if some == 0 {
		return
	}
	b.list()
	left := b.listed[:0]
	for _, n := range b.listed {
		plane := b.plane(tree.NodeID(n))
		if *plane &^= some; *plane != 0 {
			left = append(left, n)
		}
	}
	b.listed = left
}

// list finds the nodes that some bot has in its set, unless they are known.
func (b *batch) list() {
	if !b.x.Gathered {
		return
	}
	b.x.Gathered = false
	b.listed = b.listed[:0]
	for n := range b.x.Tree.Nodes {
		if *b.plane(tree.NodeID(n)) != 0 {
			b.listed = append(b.listed, uint32(n))
		}
	}
}

// isCurrent returns the bots of a mask that have a node as their current action.
func (b *batch) isCurrent(n tree.NodeID, mask uint64) uint64 {
	return equals(b.x.Planes[currentAt:listAt], uint32(n), mask)
}

func (b *batch) setCurrent(n tree.NodeID, mask uint64) {
	for i := range uint32(listAt - currentAt) {
		b.x.Planes[currentAt+i] &^= mask
		if n>>i&1 != 0 {
			b.x.Planes[currentAt+i] |= mask
		}
	}
}

// gates returns when the gates of a timer open, by bot.
func (b *batch) gates(n tree.NodeID) []uint64 { return b.x.Planes[b.s.timers[n].gates:][:64] }

// The notes of a timer, so that its gates are seldom looked at: the bots for which it is
// closed before a time.
const (
	noteClosed = iota
	noteUntil
	timerNotes
)

// closed returns the bots whose gates of a timer are closed.
func (b *batch) closed(n tree.NodeID) uint64 {
	note := b.x.Planes[b.s.timers[n].notes:][:timerNotes]
	if int64(note[noteUntil]) <= b.now {
		closed, until := uint64(0), int64(math.MaxInt64)
		for i, gate := range b.gates(n) {
			if b.now <= int64(gate) {
				closed |= 1 << i
				until = min(until, int64(gate)+1)
			}
		}
		note[noteClosed], note[noteUntil] = closed, uint64(until)
	}
	return note[noteClosed]
}

// close closes a timer for the bots of a mask.
func (b *batch) close(n tree.NodeID, mask uint64, until int64) {
	if mask == 0 {
		return
	}
	gates := b.gates(n)
	for m := mask; m != 0; m &= m - 1 {
		gates[bits.TrailingZeros64(m)] = uint64(until)
	}
	b.x.Planes[b.s.timers[n].notes+noteUntil] = 0 // to be noted anew
}

// equals returns the bots of a mask whose number in some planes is v.
func equals(planes []uint64, v uint32, mask uint64) uint64 {
	for i, plane := range planes {
		if v>>i&1 != 0 {
			mask &= plane
		} else {
			mask &^= plane
		}
	}
	return mask
}
