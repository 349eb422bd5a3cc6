package unvanquished

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// explained is holds while somebody looks: it asks the same in the same order, and notes each
// comparison with its operands.
func explained(x *run.Exec, n tree.NodeID, at int32) bool {
	in := &x.Tree.Exprs[at]
	switch in.Code {
	case exprAnd:
		return explained(x, n, in.A) && explained(x, n, int32(in.B))
	case exprOr:
		return explained(x, n, in.A) || explained(x, n, int32(in.B))
	case exprNot:
		return !explained(x, n, in.A)
	case exprConst, exprCall:
		v, r := explainedValue(x, n, at)
		if r == nil && in.Code == exprCall && x.Tree.Leaves[in.A].Func.Result == host.Bool {
			tell(x, n, at, r).Whether(v != 0)
		} else {
			tell(x, n, at, r).IsValue(host.NumberValue(v), host.Differs, host.NumberValue(0))
		}
		return v != 0
	}
	a, r := explainedValue(x, n, in.A)
	b, _ := explainedValue(x, n, int32(in.B))
	r = tell(x, n, in.A, r).IsValue(host.NumberValue(a), relations[in.Code], host.NumberValue(b))
	right := &x.Tree.Exprs[in.B]
	if text := label(x.Tree, int32(in.B)); right.Code != exprConst {
		r.Against(text)
	} else if left := &x.Tree.Exprs[in.A]; left.Code == exprCall {
		if name := symbolic(x.Tree.Leaves[left.A].Name(), x.Tree.Consts[right.A]); name != text {
			r.Against(name)
		}
	}
	return compares(in.Code, a, b)
}

// relations lists the relations of the operators.
var relations = [...]host.Relation{
	exprLess: host.Below, exprLessEqual: host.AtMost, exprGreater: host.Above, exprGreaterEqual: host.AtLeast,
	exprEqual: host.Equal, exprNotEqual: host.Differs,
}

// explainedValue is valueOf, with what a function has noted of its value.
func explainedValue(x *run.Exec, n tree.NodeID, at int32) (float64, *host.Reason) {
	in := &x.Tree.Exprs[at]
	switch {
	case in.Code == exprConst:
		return x.Tree.Consts[in.A].Number(), nil
	case in.Code == exprCall:
		since := x.Operand(n)
		v := numberOf(x.Value(n, uint16(in.A)))
		return v, x.Told(n, since)
	case explained(x, n, at):
		return 1, nil
	}
	return 0, nil
}

// tell returns the reason that an operand has noted, or a new one with the operand as it is
// written.
func tell(x *run.Exec, n tree.NodeID, at int32, noted *host.Reason) *host.Reason {
	if noted != nil {
		return noted
	}
	return x.Because(n, label(x.Tree, at))
}
