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

// number evaluates an expression on behalf of a node. All is compared in 64
// bits; a logical result is 0 or 1. && and || stop early. Cases unv-expr-truth,
// unv-expr-bool-as-number, unv-expr-int-float.
func number(x *run.Exec, n tree.NodeID, at int32) float64 {
	in := &x.Tree.Exprs[at]
	switch in.Code {
	case exprConst:
		return x.Tree.Consts[in.A].Number()
	case exprCall:
		return numberOf(x.Value(n, uint16(in.A)))
	case exprNot:
		return truthOf(number(x, n, in.A) == 0)
	case exprBinary + uint8(And):
		return truthOf(number(x, n, in.A) != 0 && number(x, n, int32(in.B)) != 0)
	case exprBinary + uint8(Or):
		return truthOf(number(x, n, in.A) != 0 || number(x, n, int32(in.B)) != 0)
	}
	a, b := number(x, n, in.A), number(x, n, int32(in.B))
	switch Operator(in.Code - exprBinary) {
	case Less:
		return truthOf(a < b)
	case LessEqual:
		return truthOf(a <= b)
	case Greater:
		return truthOf(a > b)
	case GreaterEqual:
		return truthOf(a >= b)
	case Equal:
		return truthOf(a == b)
	default:
		return truthOf(a != b)
	}
}

func truthOf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
