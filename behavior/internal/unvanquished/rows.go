package unvanquished

import (
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Here each op of ops.go stands once more, for up to 64 bots: where that one has
// a status, this one has a mask of bots for each. A property test holds both
// together, bot for bot.

// outcome is who answered what; who is in no mask failed.
type outcome struct{ success, running, other uint64 }

func (o outcome) answered() uint64 { return o.success | o.running | o.other }

// add puts bots where a status wants them.
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

// TickRows is Tick for many bots. Leaves that may act on other bots at once, and
// tracers, get one bot after the other.
func (s *semantics) TickRows(x *run.Exec, rows []int32) {
	if !s.local || x.Trace != nil {
		for _, row := range rows {
			x.Seek(row)
			x.Finish(row, s.Tick(x))
		}
		return
	}
	root := only(x, &x.Tree.Nodes[x.Tree.Entries[0]])
	for len(rows) > 0 {
		word := rows[:min(64, len(rows))]
		rows = rows[len(word):]
		x.Abreast(word)
		o := evaluateRows(x, root, ^uint64(0)>>(64-len(word)))
		for i, row := range word {
			switch bit := uint64(1) << i; {
			case o.success&bit != 0:
				x.Finish(row, host.Success)
			case o.running&bit != 0:
				x.Finish(row, host.Running)
			case o.other&bit != 0:
				x.Finish(row, host.Other)
			default:
				x.Finish(row, host.Failure)
			}
		}
	}
}

func evaluateRows(x *run.Exec, n tree.NodeID, mask uint64) outcome {
	node := &x.Tree.Nodes[n]
	o := dispatchRows(x, n, node, mask)
	if node.Flags&flagRuns == 0 {
		return o
	}
	for m := o.success; m != 0; m &= m - 1 {
		if l := list(x.MemoryOf(bits.TrailingZeros64(m))); l.has(n) {
			l.forget()
		}
	}
	for m := o.running; m != 0; m &= m - 1 {
		l := list(x.MemoryOf(bits.TrailingZeros64(m)))
		if node.Op == opAction {
			l.forget()
		}
		l.add(n)
	}
	return o
}

func dispatchRows(x *run.Exec, n tree.NodeID, node *tree.Node, mask uint64) outcome {
	switch node.Op {
	case opFile:
		return evaluateRows(x, only(x, node), mask)
	case opSequence:
		return sequenceRows(x, node, mask)
	case opSelector:
		return selectorRows(x, node, mask)
	case opFallback:
		return fallbackRows(x, node, mask)
	case opConcurrent:
		return concurrentRows(x, node, mask)
	case opAction:
		return actionRows(x, n, node, mask)
	case opCondition:
		return outcome{success: holdsRows(x, n, node.Arg, mask)}
	case opGuard:
		if mask = holdsRows(x, n, node.Arg, mask); mask == 0 {
			return outcome{}
		}
		return evaluateRows(x, only(x, node), mask)
	case opInvert:
		o := evaluateRows(x, only(x, node), mask)
		o.success = mask &^ o.answered()
		return o
	case opMapStatus:
		return mapStatusRows(x, node, mask)
	case opReturn:
		evaluateRows(x, only(x, node), mask)
		var o outcome
		o.add(mask, host.Status(node.Arg))
		return o
	case opTimer:
		return timerRows(x, node, mask)
	}
	return spawnRows(x, node, mask)
}

// places is which of the bots start at which child, but for the first.
func places(x *run.Exec, kids []tree.NodeID, mask uint64) (first uint64, later [maxChildren]uint64) {
	first = mask
	for m := mask; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		if at := list(x.MemoryOf(i)).place(kids); at > 0 {
			first &^= 1 << i
			later[at] |= 1 << i
		}
	}
	return first, later
}

func sequenceRows(x *run.Exec, node *tree.Node, mask uint64) (o outcome) {
	kids := children(x, node)
	going, later := places(x, kids, mask)
	for i, kid := range kids {
		if going |= later[i]; going != 0 {
			k := evaluateRows(x, kid, going)
			o.running |= k.running
			going = k.success | k.other
		}
	}
	o.success = going
	return o
}

func fallbackRows(x *run.Exec, node *tree.Node, mask uint64) (o outcome) {
	kids := children(x, node)
	going, later := places(x, kids, mask)
	for i, kid := range kids {
		if going |= later[i]; going != 0 {
			k := evaluateRows(x, kid, going)
			o.running |= k.running
			o.success |= k.success
			going &^= k.success | k.running
		}
	}
	return o
}

func selectorRows(x *run.Exec, node *tree.Node, mask uint64) (o outcome) {
	for _, kid := range children(x, node) {
		if mask == 0 {
			break
		}
		k := evaluateRows(x, kid, mask)
		o.success |= k.success
		o.running |= k.running
		o.other |= k.other
		mask &^= k.answered()
	}
	return o
}

func concurrentRows(x *run.Exec, node *tree.Node, mask uint64) outcome {
	ran := uint64(0)
	for _, kid := range children(x, node) {
		if mask == 0 {
			break
		}
		k := evaluateRows(x, kid, mask)
		ran |= k.running
		mask &= k.answered()
	}
	return outcome{success: mask &^ ran, running: mask & ran}
}

func actionRows(x *run.Exec, n tree.NodeID, node *tree.Node, mask uint64) (o outcome) {
	var s [64]host.Status
	if w, ok := x.World.(host.Mortal); ok {
		for m := mask; m != 0; m &= m - 1 {
			if i := bits.TrailingZeros64(m); !w.Alive(x.BodyAt(i)) {
				mask &^= 1 << i
			}
		}
	}
	if node.Flags&flagEnters == 0 {
		x.ActEach(n, mask, &s)
	}
	for m := mask; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		if node.Flags&flagEnters != 0 {
			x.At(i)
			s[i] = action(x, n, node)
			x.Away(i)
		}
		o.add(1<<i, s[i])
	}
	return o
}

func mapStatusRows(x *run.Exec, node *tree.Node, mask uint64) outcome {
	k := evaluateRows(x, only(x, node), mask)
	o := outcome{other: k.other}
	o.add(mask&^k.answered(), host.Status(node.Arg&0xff))
	o.add(k.success, host.Status(node.Arg>>8&0xff))
	o.add(k.running, host.Status(node.Arg>>16&0xff))
	return o
}

func timerRows(x *run.Exec, node *tree.Node, mask uint64) outcome {
	now, open := levelTime(x), uint64(0)
	for m := mask; m != 0; m &= m - 1 {
		if i := bits.TrailingZeros64(m); gateOf(x.MemoryOf(i), node).open(now) {
			open |= 1 << i
		}
	}
	if open == 0 {
		return outcome{}
	}
	o := evaluateRows(x, only(x, node), open)
	for m := open &^ o.answered(); m != 0; m &= m - 1 {
		gateOf(x.MemoryOf(bits.TrailingZeros64(m)), node).close(now + int64(node.Arg))
	}
	return o
}

func spawnRows(x *run.Exec, node *tree.Node, mask uint64) (o outcome) {
	if w, ok := x.World.(host.Spawner); ok {
		for m := mask; m != 0; m &= m - 1 {
			if i := bits.TrailingZeros64(m); w.Spawn(x.BodyAt(i), node.Arg) {
				o.success |= 1 << i
			}
		}
	}
	return o
}

// holdsRows is who of the bots finds an expression true.
func holdsRows(x *run.Exec, n tree.NodeID, at int32, mask uint64) uint64 {
	if mask == 0 {
		return 0
	}
	in := &x.Tree.Exprs[at]
	switch in.Code {
	case exprAnd:
		return holdsRows(x, n, int32(in.B), holdsRows(x, n, in.A, mask))
	case exprOr:
		yes := holdsRows(x, n, in.A, mask)
		return yes | holdsRows(x, n, int32(in.B), mask&^yes)
	case exprNot:
		return mask &^ holdsRows(x, n, in.A, mask)
	case exprConst:
		if x.Tree.Consts[in.A].Number() == 0 {
			return 0
		}
		return mask
	case exprCall:
		var a [64]float64
		valueRows(x, n, at, mask, &a)
		yes := uint64(0)
		for m := mask; m != 0; m &= m - 1 {
			if i := bits.TrailingZeros64(m); a[i] != 0 {
				yes |= 1 << i
			}
		}
		return yes
	}
	return comparesRows(x, n, in, mask)
}

func comparesRows(x *run.Exec, n tree.NodeID, in *tree.Instr, mask uint64) (yes uint64) {
	var a, b [64]float64
	valueRows(x, n, in.A, mask, &a)
	valueRows(x, n, int32(in.B), mask, &b)
	for m := mask; m != 0; m &= m - 1 {
		if i := bits.TrailingZeros64(m); compares(in.Code, a[i], b[i]) {
			yes |= 1 << i
		}
	}
	return yes
}

// valueRows is valueOf for each bot.
func valueRows(x *run.Exec, n tree.NodeID, at int32, mask uint64, a *[64]float64) {
	in := &x.Tree.Exprs[at]
	switch in.Code {
	case exprConst:
		v := x.Tree.Consts[in.A].Number()
		for i := range a {
			a[i] = v
		}
	case exprCall:
		var v [64]host.Value
		x.AskEach(n, uint16(in.A), mask, &v)
		for m := mask; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m)
			a[i] = numberOf(v[i])
		}
	default:
		for m := holdsRows(x, n, at, mask); m != 0; m &= m - 1 {
			a[bits.TrailingZeros64(m)] = 1
		}
	}
}
