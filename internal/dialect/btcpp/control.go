package btcpp

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// work is a node's own work.
func (s *semantics) work(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	switch opOf(node) {
	case opSequence, opAsyncSequence, opFallback, opAsyncFallback, opSequenceWithMemory:
		return s.inTurn(x, node, int(node.NKid))
	case opReactiveSequence:
		return s.reactive(x, node, success, failure)
	case opReactiveFallback:
		return s.reactive(x, node, failure, success)
	case opParallel:
		return s.parallel(x, n, node)
	case opParallelAll:
		return s.parallelAll(x, n, node)
	case opIfThenElse:
		return s.ifThenElse(x, n, node)
	case opWhileDoElse:
		return s.whileDoElse(x, n, node)
	case opSwitch:
		return s.choose(x, n, node)
	case opTryCatch:
		return s.tryCatch(x, node)
	case opSubTree:
		if statusOf(x, n) == idle {
			setStatus(x, node, running)
		}
		return s.pass(x, node)
	case opPass:
		setStatus(x, node, running)
		return s.pass(x, node)
	case opAlwaysSuccess:
		return success
	case opAlwaysFailure:
		return failure
	case opScript, opScriptCondition:
		return s.script(x, n, node)
	case opSetBlackboard:
		return s.setBlackboard(x, n, node)
	case opUnsetBlackboard:
		return s.unsetBlackboard(x, n, node)
	case opWasEntryUpdated:
		return s.wasUpdated(x, n, node)
	case opSleep:
		return s.sleep(x, n, node)
	case opMock:
		return s.mocked(x, n, node)
	case opAction, opSyncAction:
		return s.act(x, n, node)
	case opCondition:
		return s.ask(x, n, node)
	case opValue:
		return s.put(x, n, node)
	case opComposite:
		return s.compose(x, n, node)
	}
	if isNav2(opOf(node)) {
		return s.nav2(x, n, node)
	}
	return s.decorate(x, n, node)
}

// pass calls the one child of a node, and answers as it; a child that has ended is reset.
func (s *semantics) pass(x *run.Exec, node *tree.Node) answer { return s.call(x, only(x, node)) }

// The second word of the nodes that go through their children has the child that runs on, and how
// many were skipped in this run.
const placeMask, skipsShift = 1<<16 - 1, 16

// inTurn goes through children from the one that ran on, and remembers that. sequence_node.cpp,
// fallback_node.cpp, sequence_with_memory_node.cpp.
func (s *semantics) inTurn(x *run.Exec, node *tree.Node, count int) answer {
	op := opOf(node)
	onward, end := success, failure
	if op == opFallback || op == opAsyncFallback {
		onward, end = failure, success
	}
	yields := op == opAsyncSequence || op == opAsyncFallback || op == opSequenceWithMemory
	w := more(x, node, 0)
	if answer(*word(x, node)&statusMask) == idle {
		*w &= placeMask
	}
	setStatus(x, node, running)
	for i := int(*w & placeMask); i < count; i++ {
		kid := x.Tree.Edges[int(node.Kid)+i]
		fresh := statusOf(x, kid) == idle
		switch s.call(x, kid) {
		case running:
			return running
		case onward:
			*w++
			if yields && fresh && i+1 < count {
				x.Mem[treeFlags] |= flagWake
				return running
			}
		case skipped:
			*w += 1<<skipsShift + 1
		case end:
			if op == opSequenceWithMemory { // the place stays
				return answerIf(s.stopFrom(x, node, i), end)
			}
			*w &^= placeMask
			return answerIf(s.stopAll(x, node), end)
		default:
			return broken
		}
	}
	skips := int(*w >> skipsShift)
	*w = 0
	if !s.stopAll(x, node) {
		return broken
	}
	if skips == count {
		return skipped
	}
	return onward
}

// answerIf is an answer where what had to be done for it went well.
func answerIf(ok bool, a answer) answer {
	if !ok {
		return broken
	}
	return a
}

func (s *semantics) stopFrom(x *run.Exec, node *tree.Node, first int) bool {
	for i := first; i < int(node.NKid); i++ {
		if !s.stop(x, x.Tree.Edges[int(node.Kid)+i]) {
			return false
		}
	}
	return true
}

// reactive goes through children from the first in each call. reactive_sequence.cpp,
// reactive_fallback.cpp.
func (s *semantics) reactive(x *run.Exec, node *tree.Node, onward, end answer) answer {
	setStatus(x, node, running)
	kids := x.Tree.Edges[node.Kid : node.Kid+node.NKid]
	allSkipped := true
	for i, kid := range kids {
		a := s.call(x, kid)
		allSkipped = allSkipped && a == skipped
		switch a {
		case onward:
		case running:
			for j, other := range kids {
				if j != i && !s.stop(x, other) {
					return broken
				}
			}
			return running
		case end:
			return answerIf(s.stopAll(x, node), end)
		case skipped:
			if !s.stop(x, kid) {
				return broken
			}
		default:
			return broken
		}
	}
	if !s.stopAll(x, node) {
		return broken
	}
	if allSkipped {
		return skipped
	}
	return onward
}

// tryCatch calls all children but the last as a Sequence, and the last after a failure. try_catch_node.cpp.
func (s *semantics) tryCatch(x *run.Exec, node *tree.Node) answer {
	const catching = 1 << opShift
	last := x.Tree.Edges[node.Kid+node.NKid-1]
	if *word(x, node)&catching == 0 {
		a := s.inTurn(x, node, int(node.NKid)-1)
		if a != failure {
			return a
		}
		*word(x, node) |= catching
	}
	setStatus(x, node, running)
	switch s.call(x, last) {
	case running:
		return running
	case broken:
		return broken
	}
	*word(x, node) &^= catching
	return answerIf(s.stopAll(x, node), failure)
}

// ifThenElse asks its first child which of the others goes on. if_then_else_node.cpp.
func (s *semantics) ifThenElse(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	if node.NKid != 2 && node.NKid != 3 {
		return s.fail(x, n, "found %d children, wanted 2 or 3", node.NKid)
	}
	kids := x.Tree.Edges[node.Kid : node.Kid+node.NKid]
	setStatus(x, node, running)
	w := word(x, node)
	if *w>>opShift == 0 {
		switch s.call(x, kids[0]) {
		case running:
			return running
		case success:
			*w |= 1 << opShift
		case failure:
			if len(kids) == 2 {
				return failure
			}
			*w |= 2 << opShift
		case skipped:
			return s.fail(x, n, "the condition was skipped, which it may not be")
		default:
			return broken
		}
	}
	a := s.call(x, kids[*w>>opShift])
	if a == running || a == broken {
		return a
	}
	*w &= statusMask
	return answerIf(s.stopAll(x, node), a)
}

// whileDoElse asks its first child in each call. while_do_else_node.cpp.
func (s *semantics) whileDoElse(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	if node.NKid != 2 && node.NKid != 3 {
		return s.fail(x, n, "found %d children, wanted 2 or 3", node.NKid)
	}
	kids := x.Tree.Edges[node.Kid : node.Kid+node.NKid]
	setStatus(x, node, running)
	var a answer
	switch s.call(x, kids[0]) {
	case running:
		return running
	case success:
		if len(kids) == 3 && !s.stop(x, kids[2]) {
			return broken
		}
		a = s.call(x, kids[1])
	case failure:
		if !s.stop(x, kids[1]) {
			return broken
		}
		if len(kids) == 2 {
			a = failure
		} else {
			a = s.call(x, kids[2])
		}
	case skipped:
		a = idle
	default:
		return broken
	}
	if a == running || a == broken {
		return a
	}
	return answerIf(s.stopAll(x, node), a)
}

// choose calls the child of the case that equals the variable. switch_node.h.
func (s *semantics) choose(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	cases := s.nodes[n].kind.cases
	if int(node.NKid) != cases+1 {
		return s.fail(x, n, "found %d children, wanted %d: one for each case and one for all others", node.NKid, cases+1)
	}
	kids := x.Tree.Edges[node.Kid : node.Kid+node.NKid]
	chosen := s.chosen(x, n, s.usesOf(node, n)[:1+cases])
	w := word(x, node)
	if ran := int(*w>>opShift) - 1; ran >= 0 && ran != chosen && !s.stop(x, kids[ran]) {
		return broken
	}
	a := s.call(x, kids[chosen])
	switch a {
	case skipped, broken:
		return a
	case running:
		*w = *w&statusMask | uint32(chosen+1)<<opShift
		return running
	}
	*w &= statusMask
	return answerIf(s.stopAll(x, node), a)
}

// chosen returns the first case of a Switch that equals its variable, or else their number.
func (s *semantics) chosen(x *run.Exec, n tree.NodeID, uses []use) int {
	cases := uses[1:]
	v, err := s.held(x, &uses[0])
	if err != nil || !v.IsText() && !v.IsNumber() {
		return len(cases)
	}
	if x.Trace != nil {
		x.Because(n, "variable").HasValue(toHost(v))
	}
	text := v.Text()
	var digits [32]byte // most texts of numbers take no memory so
	if v.IsNumber() {
		text = string(v.AppendText(digits[:0]))
	}
	for i := range cases {
		if c, err := s.read(x, &cases[i]); err == nil && s.matches(text, c.Text()) {
			return i
		}
	}
	return len(cases)
}

// compose calls a composite of the game.
func (s *semantics) compose(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	setStatus(x, node, running)
	s.give(x, n, node)
	a := fromStatus(x.Compose(n))
	if a == running || a == broken {
		return a
	}
	return answerIf(s.stopAll(x, node), a)
}

var _ run.Composer = (*semantics)(nil)

// Run is run.Composer. A child that has ended is reset, so that it begins when it is run again.
func (s *semantics) Run(x *run.Exec, n tree.NodeID) host.Status {
	a := s.call(x, n)
	s.resetEnded(x, n)
	return toStatus[a]
}

// Runs is run.Composer.
func (s *semantics) Runs(x *run.Exec, n tree.NodeID) bool { return statusOf(x, n) == running }

// End is run.Composer.
func (s *semantics) End(x *run.Exec, n tree.NodeID) { s.stop(x, n) }
