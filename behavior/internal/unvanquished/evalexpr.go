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
		return valueOf(x, n, at) != 0
	}
	a := valueOf(x, n, in.A)
	return compares(in.Code, a, valueOf(x, n, int32(in.B)))
}

// compares holds two numbers of 64 bits against each other. Cases
// unv-expr-int-float, unv-expr-rel-before-eq.
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

// valueOf is the value of an expression; that of a logical one is 0 or 1. Case
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
