package unvanquished

import (
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// The instructions of expressions. A and B are where the operands end.
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

// holds is whether an expression is not 0, on behalf of a node. && and || stop
// early. Cases unv-expr-truth, unv-expr-and-or.
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
		return amountOf(x, n, in) != 0
	}
	return compares(x, n, in)
}

// compares holds two operands against each other, both in 64 bits. Cases
// unv-expr-int-float, unv-expr-rel-before-eq.
func compares(x *run.Exec, n tree.NodeID, in *tree.Instr) bool {
	a := amountOf(x, n, &x.Tree.Exprs[in.A])
	b := amountOf(x, n, &x.Tree.Exprs[in.B])
	switch in.Code {
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

// amountOf is the value of an expression; that of a logical one is 0 or 1. Case
// unv-expr-bool-as-number.
func amountOf(x *run.Exec, n tree.NodeID, in *tree.Instr) float64 {
	switch in.Code {
	case exprConst:
		return x.Tree.Consts[in.A].Number()
	case exprCall:
		return numberOf(x.Value(n, uint16(in.A)))
	case exprNot:
		if holds(x, n, in.A) {
			return 0
		}
		return 1
	case exprAnd:
		if !holds(x, n, in.A) || !holds(x, n, int32(in.B)) {
			return 0
		}
		return 1
	case exprOr:
		if !holds(x, n, in.A) && !holds(x, n, int32(in.B)) {
			return 0
		}
		return 1
	}
	if compares(x, n, in) {
		return 1
	}
	return 0
}
