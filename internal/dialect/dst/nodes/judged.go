package nodes

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/insight/judge"
)

// mayStay is READY.
const mayStay = host.MayOther

// Judged judges a node, whose constructor was given some numbers, by the table of ops, and not
// at all one with methods of a script's own.
func Judged(t *tree.Tree, n tree.NodeID, kids []host.Answers, of Given) judge.Judgement {
	node := &t.Nodes[n]
	j := judge.Judgement{Asked: len(kids)}
	if node.Flags&(flagCustom|flagOdd) != 0 {
		return judge.Open(kids)
	}
	switch node.Op {
	case opNode, opDecorator:
		j.Answers, j.Asked = host.MayFail, 0
	case opCondition, opMultiCondition:
		j.Asks, j.Answers = true, host.MaySucceed|host.MayFail
	case opConditionWait, opWait:
		j.Answers = host.MaySucceed | host.MayRun
	case opAction:
		j.Answers = host.MaySucceed
	case opHost:
		j.Answers = host.MayAnswer(t.Leaves[node.Leaf].Action)
	case opSequence:
		j.Order, j.Memory = judge.OnSuccess, judge.Resumes
		j.Answers, j.Asked = judge.InSequence(kids, host.MaySucceed|mayStay, host.MaySucceed)
	case opSelector:
		j.Order, j.Memory = judge.OnFailure, judge.Resumes
		j.Answers, j.Asked = judge.InSequence(kids, host.MayFail|mayStay, host.MayFail)
	case opPriority: // it stays READY while it is not due
		j.Order, j.Every = judge.OnFailure, of.period
		j.Answers, j.Asked = judge.InSequence(kids, host.MayFail|mayStay, host.MayFail)
		j.Answers |= mayStay
		for i, kid := range t.Kids(n) {
			if t.Nodes[kid].Flags&flagEvent != 0 { // it may be visited although another was found
				j.Answers, j.Asked = j.Answers|kids[i], max(j.Asked, i+1)
			}
		}
	case opParallel:
		j.Order, j.Answers = judge.InTurn, host.MaySucceed
		for i, kid := range kids {
			if t.Nodes[t.Kids(n)[i]].Op == opMultiCondition { // it is no ConditionNode, so nothing resets it
				j.Kept = append(j.Kept, i)
			}
			if j.Answers |= kid & (host.MayFail | host.MayRun); kid == host.MayFail {
				j.Asked = i + 1
				break
			}
		}
	case opNot:
		j.Answers = kids[0] & (host.MayRun | mayStay)
		if kids[0]&host.MaySucceed != 0 {
			j.Answers |= host.MayFail
		}
		if kids[0]&host.MayFail != 0 {
			j.Answers |= host.MaySucceed
		}
	case opFailIfRunning, opFailIfSuccess:
		as := host.MayRun
		if node.Op == opFailIfSuccess {
			as = host.MaySucceed
		}
		if j.Answers, j.Idle = kids[0], kids[0]&as == 0; !j.Idle {
			j.Answers = kids[0]&^as | host.MayFail
		}
	default: // what they answer depends on what was before
		j = judge.Open(kids)
	}
	switch node.Op {
	case opEvent:
		j.Heeds = true
	case opLatch:
		j.Rests = true
	case opLoop: // it begins to count again in each visit in which it does not run
		j.Uncounted = of.rounds > 1 && !slices.ContainsFunc(kids, func(kid host.Answers) bool { return kid&host.MayRun != 0 })
	}
	return j
}

// Label returns a node's class, and the name of the leaf that it has.
func Label(t *tree.Tree, n tree.NodeID) (kind, leaf string) {
	if t.Nodes[n].Flags&flagLeaf != 0 {
		leaf = t.Leaves[t.Nodes[n].Leaf].Name()
	}
	return ops.Name(t.Nodes[n].Op), leaf
}

// Role returns which part a node plays.
func Role(t *tree.Tree, n tree.NodeID) run.Role {
	node := t.Nodes[n]
	if node.Op == opNode && node.NKid == 0 {
		return run.Action
	}
	return ops.Role(node.Op)
}
