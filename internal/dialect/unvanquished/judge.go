package unvanquished

import (
	"maps"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/insight/judge"
)

var (
	_ judge.Judge    = (*semantics)(nil)
	_ judge.Includer = (*semantics)(nil)
)

// Judge judges a node by the table of ops. A sequence or a fallback may begin at a child that
// runs on, but has asked it before in its turn; only the root of a file may run on for
// another mention, and it is asked there.
func (*semantics) Judge(t *tree.Tree, n tree.NodeID, kids []host.Answers) (j judge.Judgement) {
	node := &t.Nodes[n]
	j.Asked = len(kids)
	switch opOf(node) {
	case opFile:
		j.Order, j.Answers = judge.OnSuccess, kids[0]
	case opSequence:
		j.Order, j.Memory = judge.OnSuccess, judge.Resumes
		j.Answers, j.Asked = judge.InSequence(kids, host.MaySucceed|host.MayOther, host.MaySucceed)
	case opSelector:
		j.Order = judge.OnFailure
		j.Answers, j.Asked = judge.InSequence(kids, host.MayFail, host.MayFail)
	case opFallback:
		j.Order, j.Memory = judge.OnFailure, judge.Resumes
		j.Answers, j.Asked = judge.InSequence(kids, host.MayFail|host.MayOther, host.MayFail)
	case opConcurrent:
		j.Order = judge.InTurn
		j.Answers, j.Asked = judgeConcurrent(kids)
	case opCondition:
		j.Test = testOf(t, node.Arg)
		j.Answers = host.MayFail | host.MaySucceed
		switch j.Test.Truth() {
		case judge.Holds:
			j.Answers = host.MaySucceed
		case judge.Fails:
			j.Answers = host.MayFail
		}
	case opGuard:
		j.Order, j.Test = judge.OnSuccess, testOf(t, node.Arg)
		j.Answers = kids[0] | host.MayFail
		switch j.Test.Truth() {
		case judge.Holds:
			j.Answers = kids[0]
		case judge.Fails:
			j.Answers, j.Asked = host.MayFail, 0
		}
	case opInvert:
		j.Order = judge.OnSuccess
		j.Answers = mapped(kids[0], host.Success, host.Failure, host.Running)
		j.Idle = kids[0]&(host.MaySucceed|host.MayFail) == 0
	case opMapStatus:
		j.Order = judge.OnSuccess
		to := [...]host.Status{host.Status(node.Arg & 0xff), host.Status(node.Arg >> 8 & 0xff), host.Status(node.Arg >> 16 & 0xff)}
		j.Answers, j.Idle = mapped(kids[0], to[0], to[1], to[2]), true
		for s, answer := range to {
			j.Idle = j.Idle && (kids[0]&host.AnswerOf(host.Status(s)) == 0 || answer == host.Status(s))
		}
	case opReturn:
		j.Order, j.Answers = judge.OnSuccess, host.AnswerOf(host.Status(node.Arg))
	case opTimer:
		j.Order, j.Answers = judge.OnSuccess, kids[0]|host.MayFail
		j.Rests, j.Idle = true, kids[0]&host.MayFail == 0
	case opAction:
		j.Answers, j.Acts = host.MayAnswer(t.Leaves[node.Leaf].Action)|host.MayFail, true
	case opSpawn:
		j.Answers, j.Acts = host.MayFail|host.MaySucceed, true
	default:
		ops.Unknown(node.Op)
	}
	return j
}

// Included lists where files of the library mention others.
func (s *semantics) Included() (all []judge.Include) {
	nodes := map[*File]tree.NodeID{}
	for id, f := range s.files {
		nodes[f] = id
	}
	var in func(n Node)
	in = func(n Node) {
		if to, ok := n.(*Include); ok {
			all = append(all, judge.Include{At: to.At.Start, Node: nodes[to.File]})
		}
		for _, kid := range kids(n) {
			in(kid)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(s.files)) {
		in(s.files[id].Root)
	}
	return all
}

// judgeConcurrent judges a concurrent by its children.
func judgeConcurrent(kids []host.Answers) (may host.Answers, asked int) {
	runs := false
	rests := true // none need run
	for i, kid := range kids {
		may |= kid & host.MayFail
		if kid == host.MayFail {
			return may, i + 1
		}
		runs = runs || kid&host.MayRun != 0
		rests = rests && kid&(host.MaySucceed|host.MayOther) != 0
	}
	if runs {
		may |= host.MayRun
	}
	if rests {
		may |= host.MaySucceed
	}
	return may, len(kids)
}

// mapped returns what becomes of answers where each of the three has another.
func mapped(kid host.Answers, failure, success, running host.Status) host.Answers {
	may := kid & host.MayOther
	for s, to := range [...]host.Status{host.Failure: failure, host.Success: success, host.Running: running} {
		if kid&host.AnswerOf(host.Status(s)) != 0 {
			may |= host.AnswerOf(to)
		}
	}
	return may
}

// turned are the relations with their sides changed.
var turned = [...]host.Relation{
	host.Below: host.Above, host.AtMost: host.AtLeast, host.Above: host.Below, host.AtLeast: host.AtMost, host.Equal: host.Equal, host.Differs: host.Differs,
}

// testOf returns an expression as a test.
func testOf(t *tree.Tree, at int32) *judge.Test {
	in := &t.Exprs[at]
	switch in.Code {
	case exprConst:
		return judge.Literal(t.Consts[in.A].Number() != 0)
	case exprCall:
		return judge.Asks(&t.Leaves[in.A], host.Differs, 0)
	case exprNot:
		return judge.Opposite(testOf(t, in.A))
	case exprAnd:
		return &judge.Test{Op: judge.And, X: testOf(t, in.A), Y: testOf(t, int32(in.B))}
	case exprOr:
		return &judge.Test{Op: judge.Or, X: testOf(t, in.A), Y: testOf(t, int32(in.B))}
	}
	x, y := &t.Exprs[in.A], &t.Exprs[in.B]
	is := relations[in.Code]
	switch {
	case x.Code == exprConst && y.Code == exprConst:
		return judge.Literal(host.Holds(is, t.Consts[x.A].Number(), t.Consts[y.A].Number()))
	case x.Code == exprCall && y.Code == exprConst:
		return judge.Asks(&t.Leaves[x.A], is, t.Consts[y.A].Number())
	case x.Code == exprConst && y.Code == exprCall:
		return judge.Asks(&t.Leaves[y.A], turned[is], t.Consts[x.A].Number())
	}
	return &judge.Test{} // two values, or what comes of other tests
}
