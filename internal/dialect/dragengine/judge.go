package dragengine

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/insight/judge"
)

var (
	_ judge.Judge = (*semantics)(nil)
	_ judge.Coder = (*semantics)(nil)
)

// Coded reports whether the scene has Lua for its trees.
func (s *semantics) Coded() bool { return s.scripts != nil }

// Judge judges a rule by the table of ops. A bot may jump to every rule with an id, and goes
// on from there.
func (s *semantics) Judge(t *tree.Tree, n tree.NodeID, kids []host.Answers) (j judge.Judgement) {
	node := &t.Nodes[n]
	may := host.Answers(0)
	switch opOf(node) {
	case opSequence:
		j.Order, j.Memory = judge.OnSuccess, judge.Stays
		may, j.Asked = s.judgeList(t, n, kids)
	case opChoice:
		j.Order, j.Memory = judge.OnFailure, judge.Stays
		may, j.Asked = s.judgeList(t, n, kids)
	case opAction:
		if may = host.MayAnswer(t.Leaves[node.Leaf].Action); may&host.MayOther != 0 {
			may = may&^host.MayOther | host.MayFail
		}
		j.Acts = true
	case opReady:
		may, j.Acts = s.ready[node.Leaf].answers(), true
	case opSuccess:
		may = host.MaySucceed
	case opRunning:
		may = host.MayRun
	case opYield:
		may = host.MayRun | host.MaySucceed
	case opMissing, opFailure, opNothing:
		may = host.MayFail
	default:
		ops.Unknown(node.Op)
	}
	if j.Asks = node.Arg != 0; j.Asks {
		may |= host.MayFail
	}
	if node.Flags&doesNotFail != 0 && may&host.MayFail != 0 {
		may = may&^host.MayFail | host.MaySucceed
	}
	j.Answers = may
	return j
}

// judgeList judges a sequence or a choice without its conditions.
func (s *semantics) judgeList(t *tree.Tree, n tree.NodeID, kids []host.Answers) (may host.Answers, asked int) {
	if len(kids) == 0 {
		return host.MayFail, 0
	}
	node := &t.Nodes[n]
	on := host.MaySucceed // what goes on with the next child
	if opOf(node) == opChoice {
		on = host.MayFail
	}
	for i, kid := range t.Kids(n) {
		if i == 0 || s.isNamed(t, kid) { // a bot may begin here
			_, more := judge.InSequence(kids[i:], on, 0)
			asked = max(asked, i+more)
		}
	}
	for _, kid := range kids[:asked] {
		may |= kid &^ on
	}
	if asked == len(kids) {
		may |= kids[asked-1] & on
	}
	if node.Flags&loops != 0 { // success begins it anew
		may &^= host.MaySucceed
	}
	return may, asked
}

// isNamed reports whether a rule or one below it has an id.
func (s *semantics) isNamed(t *tree.Tree, n tree.NodeID) bool {
	if s.ids[n] != "" {
		return true
	}
	for _, kid := range t.Kids(n) {
		if s.isNamed(t, kid) {
			return true
		}
	}
	return false
}

// answers returns the answers of an action of this package.
func (r *ready) answers() host.Answers {
	no := host.MayFail
	if r.waits {
		no = host.MayRun
	}
	switch r.kind {
	case askConditions, timerIsRunning, timerIsFinished:
		return host.MaySucceed | host.MayFail
	case flagCheck, tableCheck:
		return host.MaySucceed | no
	case timerWait:
		return host.MaySucceed | host.MayRun
	case scriptAction:
		return host.MaySucceed | host.MayFail | host.MayRun
	}
	return host.MaySucceed
}
