package wage

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/insight/judge"
)

var _ judge.Judge = (*semantics)(nil)

// Judge judges a node by the table of ops.
func (s *semantics) Judge(t *tree.Tree, n tree.NodeID, kids []host.Answers) (j judge.Judgement) {
	node := &t.Nodes[n]
	switch opcode(node.Op) {
	case opSelector:
		j.Order = judge.OnFailure
		j.Answers, j.Asked = judge.InSequence(kids, host.MayFail, host.MayFail)
	case opSequence:
		j.Order = judge.OnSuccess
		j.Answers, j.Asked = judge.InSequence(kids, host.MaySucceed, host.MaySucceed)
	case opStateEquals:
		test := t.Exprs[node.Arg]
		key := host.Key(test.A)
		j.Test = &judge.Test{Name: "state " + s.symbols.KeyNames()[key], Is: host.Equal, Bound: float64(test.B), Key: key, Steady: true}
		j.Answers = host.MayFail | host.MaySucceed
	case opNever:
		j.Test, j.Answers = judge.Literal(false), host.MayFail
	case opCondition:
		leaf := &t.Leaves[node.Leaf]
		j.Test, j.Answers = judge.Asks(leaf, host.Differs, 0), host.MayFail|host.MaySucceed
	case opAction:
		j.Answers, j.Acts = host.MayAnswer(t.Leaves[node.Leaf].Action), true
		if j.Answers&host.MayOther != 0 {
			j.Answers = j.Answers&^host.MayOther | host.MayFail
		}
	default:
		ops.Unknown(node.Op)
	}
	return j
}
