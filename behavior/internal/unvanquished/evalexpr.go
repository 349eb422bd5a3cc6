package unvanquished

import (
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// The instructions of expressions. A and B are the indices of the last
// instructions of the operands.
const (
	exprConst  uint8 = iota // the constant A
	exprCall                // the function of leaf A
	exprNot                 // !A
	exprBinary              // and the operators behind it: A op B
)

// The instructions of the operators.
const (
	exprLess = exprBinary + uint8(iota)
	exprLessEqual
	exprGreater
	exprGreaterEqual
	exprEqual
	exprNotEqual
	exprAnd
	exprOr
)

// holds reports whether an expression is not 0. n is the node that asks. && and
// || stop early. Cases unv-expr-truth, unv-expr-and-or.
func holds(x *run.Exec, n tree.NodeID, at int32) bool {
	in := &x.Tree.Exprs[at]
	switch in.Code {
	case exprAnd:
		return holds(x, n, in.A) && holds(x, n, int32(in.B))
	case exprOr:
		return holds(x, n, in.A) || holds(x, n, int32(in.B))
	case exprNot:
		return !holds(x, n, in.A)
	case exprConst, exprCall:
		return valueOf(x, n, at) != 0
	}
	a := valueOf(x, n, in.A)
	return compares(in.Code, a, valueOf(x, n, int32(in.B)))
}

// holdsRows returns the bots of a mask for which an expression holds.
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

// compares compares two numbers of 64 bits. Cases unv-expr-int-float,
// unv-expr-rel-before-eq.
func compares(code uint8, a, b float64) bool {
	switch code {
	case exprLess:
		return a < b
	case exprLessEqual:
		return a <= b
	case exprGreater:
		return a > b
	case exprGreaterEqual:
		return a >= b
	case exprEqual:
		return a == b
	}
	return a != b
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

// valueOf computes an expression; a logical one is 0 or 1. Case
// unv-expr-bool-as-number.
func valueOf(x *run.Exec, n tree.NodeID, at int32) float64 {
	in := &x.Tree.Exprs[at]
	switch {
	case in.Code == exprConst:
		return x.Tree.Consts[in.A].Number()
	case in.Code == exprCall:
		return numberOf(x.Value(n, uint16(in.A)))
	case holds(x, n, at):
		return 1
	}
	return 0
}

// valueRows does what valueOf does, for each bot of a mask.
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
