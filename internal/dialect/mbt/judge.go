package mbt

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/insight/judge"
)

var (
	_ judge.Judge = (*semantics)(nil)
	_ judge.Coder = (*semantics)(nil)
)

// Judge judges a node by the table of ops. No node is asked again while it runs on but a
// Priority for its case.
func (s *semantics) Judge(t *tree.Tree, n tree.NodeID, kids []host.Answers) judge.Judgement {
	node := &t.Nodes[n]
	j := judge.Judgement{Asked: len(kids), Memory: judge.Stays}
	if len(kids) > 0 {
		s.judgeAbove(t, n, kids, &j)
	} else {
		s.judgeLeaf(t, node, &j)
	}
	if j.Answers&host.MayOther != 0 { // the engine takes it as F
		j.Answers = j.Answers&^host.MayOther | host.MayFail
	}
	return j
}

func (s *semantics) judgeAbove(t *tree.Tree, n tree.NodeID, kids []host.Answers, j *judge.Judgement) {
	node := &t.Nodes[n]
	switch opOf(node) {
	case opSequence:
		j.Order = judge.OnSuccess
		j.Answers, j.Asked = judge.InSequence(kids, host.MaySucceed, host.MaySucceed)
	case opSelector:
		j.Order = judge.OnFailure
		j.Answers, j.Asked = judge.InSequence(kids, host.MayFail, host.MayFail)
	case opParallel:
		j.Order = judge.InTurn
		j.Stuck = stuck(node, kids)
		j.Answers = host.MayRun | anyOrAll(kids, host.MaySucceed, node.Flags&flagSuccessAny != 0) | anyOrAll(kids, host.MayFail, node.Flags&flagFailureAll == 0)
	case opLoop:
		j.Answers = rounds(kids[0], host.MaySucceed, host.MayFail, node.Arg)
	case opLoopUntilSuccess:
		j.Answers = rounds(kids[0], host.MayFail, host.MaySucceed, node.Arg)
	case opPriority:
		s.judgePriority(t, n, kids, j)
	case opCase:
		j.Answers, j.Test = kids[0], s.testOf(t, node.Arg)
		if !s.Coded() { // the case that it takes the place of runs its code last
			j.Order = judge.OnSuccess
		}
	case opIfCondition:
		j.Order, j.Test = judge.OnSuccess, s.testOf(t, node.Arg)
		if node.Flags&flagTrue == 0 {
			j.Test = judge.Opposite(j.Test)
		}
		j.Answers = kids[0] | host.MayFail
		switch j.Test.Truth() {
		case judge.Holds:
			j.Answers = kids[0]
		case judge.Fails:
			j.Answers, j.Asked = host.MayFail, 0
		}
	case opRandomGate, opIfTime, opGroupScope:
		j.Order, j.Answers = judge.OnSuccess, kids[0]|host.MayFail
	case opSuppressFailure:
		j.Order, j.Answers, j.Idle = judge.OnSuccess, kids[0]&host.MayRun, kids[0]&host.MayFail == 0
		if kids[0]&^host.MayRun != 0 {
			j.Answers |= host.MaySucceed
		}
	case opLuaGate, opGate:
		j.Answers, j.Acts = kids[0]|host.MayFail, true
	case opLuaWrapper:
		j.Answers, j.Acts = kids[0], true
	case opState:
		j.Answers = kids[0]
	case opStateMachine:
		for i, ok := range s.entered(t, n) {
			if ok {
				j.Answers |= kids[i]
			} else {
				j.Skipped = append(j.Skipped, i)
			}
		}
	default: // those of a game, and trees that are grafted
		*j = judge.Open(kids)
	}
}

func (s *semantics) judgeLeaf(t *tree.Tree, node *tree.Node, j *judge.Judgement) {
	switch opOf(node) {
	case opSendEvent, opSignal, opExecuteLua:
		j.Answers, j.Acts = host.MaySucceed, true
	case opSendTransitionEvent, opSendTransitionSignal:
		j.Answers, j.Acts = host.MayRun, true
	case opAssertCondition, opMonitorCondition:
		j.Test = s.testOf(t, node.Arg)
		no := host.MayFail
		if opOf(node) == opMonitorCondition {
			no = host.MayRun
		}
		switch j.Answers = host.MaySucceed | no; j.Test.Truth() {
		case judge.Holds:
			j.Answers = host.MaySucceed
		case judge.Fails:
			j.Answers = no
		}
	case opAssertTime:
		j.Answers = host.MaySucceed | host.MayFail
	case opWaitUntilTime, opWait:
		j.Answers = host.MaySucceed | host.MayRun
	case opTimeout:
		j.Answers = host.MayFail | host.MayRun
	case opWaitForEvent:
		j.Answers = host.MayFail | host.MayRun
		if node.Flags&flagTrue != 0 {
			j.Answers = host.MaySucceed | host.MayRun
		}
	case opFail:
		j.Answers = host.MayFail
	case opHalt:
		j.Answers = host.MayRun
	case opLog, opBreakpoint:
		j.Answers = host.MaySucceed
	case opAssertLua:
		j.Answers, j.Acts = host.MaySucceed|host.MayFail, true
	case opAction:
		j.Answers, j.Acts = host.MayAnswer(t.Leaves[node.Leaf].Action), true
	default:
		*j = judge.Open(nil)
	}
}

// anyOrAll returns an answer where any child, or all, may give it.
func anyOrAll(kids []host.Answers, of host.Answers, any bool) host.Answers {
	for _, kid := range kids {
		if has := kid&of != 0; has == any {
			if any {
				return of
			}
			return 0
		}
	}
	if any {
		return 0
	}
	return of
}

// stuck reports whether a Parallel that wants all children to succeed, or all to fail, has some
// that always end, and may end differently.
func stuck(node *tree.Node, kids []host.Answers) bool {
	if node.Flags&flagSuccessAny != 0 || node.Flags&flagFailureAll == 0 {
		return false
	}
	for i, a := range kids {
		for j, b := range kids {
			if i != j && a&host.MaySucceed != 0 && b&host.MayFail != 0 {
				return true
			}
		}
	}
	return false
}

// rounds judges a loop that goes on after one answer and ends with another. Without a count
// it never ends with the first.
func rounds(kid, on, end host.Answers, count int32) host.Answers {
	may := kid & (end | host.MayRun)
	if kid&on != 0 {
		may |= host.MayRun
		if count > 0 {
			may |= on
		}
	}
	return may
}

// judgePriority judges a Priority by its cases.
func (s *semantics) judgePriority(t *tree.Tree, n tree.NodeID, kids []host.Answers, j *judge.Judgement) {
	j.Order = judge.Picked
	for i, kid := range t.Kids(n) {
		j.Answers |= kids[i]
		if s.testOf(t, t.Nodes[kid].Arg).Truth() == judge.Holds {
			j.Asked = i + 1
			return
		}
	}
	j.Answers |= host.MayFail
}

// entered returns the states of a StateMachine to which transitions lead from the first.
func (s *semantics) entered(t *tree.Tree, n tree.NodeID) []bool {
	states := t.Kids(n)
	all := make([]bool, len(states))
	var enter func(i int)
	enter = func(i int) {
		if all[i] {
			return
		}
		all[i] = true
		for _, e := range s.states[t.Nodes[states[i]].Arg] {
			enter(int(e.to))
		}
	}
	enter(0)
	return all
}

// testOf returns a condition as a test.
func (s *semantics) testOf(t *tree.Tree, at int32) *judge.Test {
	var stack []*judge.Test
	for i := at; ; i++ {
		in := &t.Exprs[i]
		top := len(stack) - 1
		switch in.Code {
		case codeEnd:
			return stack[top]
		case codeFalse, codeTrue:
			stack = append(stack, judge.Literal(in.Code == codeTrue))
		case codeVar:
			stack = append(stack, s.variableTest(int(in.A)))
		case codeNot:
			stack[top] = judge.Opposite(stack[top])
		default:
			stack = append(stack[:top-1], combined(in.Code, stack[top-1], stack[top]))
		}
	}
}

func combined(code uint8, x, y *judge.Test) *judge.Test {
	switch code {
	case codeAnd:
		return &judge.Test{Op: judge.And, X: x, Y: y}
	case codeOr:
		return &judge.Test{Op: judge.Or, X: x, Y: y}
	case codeEqual:
		return judge.Opposite(&judge.Test{Op: judge.Differ, X: x, Y: y})
	}
	return &judge.Test{Op: judge.Differ, X: x, Y: y}
}

// variableTest asks for a variable. One that no event sets stays as it is declared, where no
// code of Lua can set it.
func (s *semantics) variableTest(i int) *judge.Test {
	test := &judge.Test{Name: s.variables[i].name, Is: host.Differs, Among: []float64{0, 1}}
	set := s.Coded()
	for _, sig := range s.signals {
		set = set || sig.variable == i
	}
	if !set {
		test.Among = test.Among[btoi(s.variables[i].on):][:1]
	}
	return test
}

// Coded reports whether there is Lua that can do something to the tree.
func (s *semantics) Coded() bool { return len(s.scripts) > 0 || s.hooked || s.config.Lua != nil }
