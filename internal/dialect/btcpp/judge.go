package btcpp

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/insight/judge"
)

var _ judge.Judge = (*semantics)(nil)

// mayDo are the answers of a call that is not skipped.
const mayDo = host.MayFail | host.MaySucceed

// Judge judges a node by the table of ops. Skipped is MayOther.
func (s *semantics) Judge(t *tree.Tree, n tree.NodeID, kids []host.Answers) judge.Judgement {
	j := s.judgeOwn(t, n, kids)
	all := s.nodes[n].scripts
	if all == nil {
		return j
	}
	j.Order, j.Idle, j.Test = judge.Apart, false, nil
	for i, may := range [...]host.Answers{failureIf: host.MayFail, successIf: host.MaySucceed, skipIf: host.MayOther, while: host.MayOther} {
		if all[i] != nil {
			j.Answers |= may
			j.Asks = true
		}
	}
	for _, b := range all {
		j.Acts = j.Acts || b != nil && len(b.script.Targets()) > 0
	}
	return j
}

func (s *semantics) judgeOwn(t *tree.Tree, n tree.NodeID, kids []host.Answers) (j judge.Judgement) {
	j.Asked = len(kids)
	switch opOf(&t.Nodes[n]) {
	case opSequence, opAsyncSequence, opReactiveSequence:
		j.Order = judge.OnSuccess
		j.Answers, j.Asked = judge.InSequence(kids, host.MaySucceed|host.MayOther, host.MaySucceed)
		s.judgePlace(t, n, kids, &j)
	case opFallback, opAsyncFallback, opReactiveFallback:
		j.Order = judge.OnFailure
		j.Answers, j.Asked = judge.InSequence(kids, host.MayFail|host.MayOther, host.MayFail)
		s.judgePlace(t, n, kids, &j)
	case opInverter:
		j.Answers = kids[0] &^ mayDo
		if kids[0]&host.MaySucceed != 0 {
			j.Answers |= host.MayFail
		}
		if kids[0]&host.MayFail != 0 {
			j.Answers |= host.MaySucceed
		}
		j.Order, j.Idle = judge.OnSuccess, kids[0]&mayDo == 0
	case opForceSuccess:
		j.Order, j.Answers, j.Idle = judge.OnSuccess, forced(kids[0], host.MaySucceed), kids[0]&host.MayFail == 0
	case opForceFailure:
		j.Order, j.Answers, j.Idle = judge.OnSuccess, forced(kids[0], host.MayFail), kids[0]&host.MaySucceed == 0
	case opSubTree:
		j.Order, j.Answers = judge.OnSuccess, kids[0]
	case opAlwaysSuccess:
		j.Answers = host.MaySucceed
	case opAlwaysFailure:
		j.Answers = host.MayFail
	case opSleep:
		j.Answers = host.MaySucceed | host.MayRun
	case opScript:
		j.Answers, j.Acts = host.MaySucceed, true
	case opScriptCondition, opWasEntryUpdated:
		j.Answers, j.Acts = mayDo, true
	case opSetBlackboard, opUnsetBlackboard, opValue:
		j.Answers, j.Acts = mayDo, true
	case opCondition:
		leaf := &t.Leaves[t.Nodes[n].Leaf]
		j.Answers = mayDo
		if !s.nodes[n].moving {
			j.Test = judge.Asks(leaf, host.Differs, 0)
		}
	case opAction, opSyncAction:
		a := t.Leaves[t.Nodes[n].Leaf].Action
		if j.Answers, j.Acts = host.MayAnswer(a), true; !a.Skips {
			j.Answers &^= host.MayOther
		}
	case opKeepRunningUntilFailure:
		j.Answers = kids[0]&host.MayFail | host.MayRun
	default:
		j = judge.Open(kids)
		if len(kids) == 0 {
			j.Acts = true
		}
	}
	return j
}

// judgePlace judges what Sequences and Fallbacks have in common: all children may be skipped, and the
// reactive ones begin with the first child in each tick.
func (s *semantics) judgePlace(t *tree.Tree, n tree.NodeID, kids []host.Answers, j *judge.Judgement) {
	all := true
	for _, k := range kids {
		all = all && k&host.MayOther != 0
	}
	if j.Answers &^= host.MayOther; all {
		j.Answers |= host.MayOther
	}
	switch opOf(&t.Nodes[n]) {
	case opReactiveSequence, opReactiveFallback:
	case opAsyncSequence, opAsyncFallback:
		j.Memory = judge.Resumes
		j.Answers |= host.MayRun
	default:
		j.Memory = judge.Resumes
	}
}

func forced(kid, to host.Answers) host.Answers {
	if kid&mayDo == 0 {
		return kid
	}
	return kid&^mayDo | to
}
