package btcpp

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// decorate is the work of a node over one child.
func (s *semantics) decorate(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	kid := only(x, node)
	switch opOf(node) {
	case opInverter:
		setStatus(x, node, running)
		switch a := s.call(x, kid); a {
		case success:
			return s.ended(x, kid, failure)
		case failure:
			return s.ended(x, kid, success)
		default:
			return a
		}
	case opForceSuccess:
		return s.force(x, node, success)
	case opForceFailure:
		return s.force(x, node, failure)
	case opKeepRunningUntilFailure:
		setStatus(x, node, running)
		switch s.call(x, kid) {
		case failure:
			return s.ended(x, kid, failure)
		case success:
			return s.ended(x, kid, running)
		case running, skipped:
			return running
		}
		return broken
	case opRepeat:
		return s.rounds(x, n, node, success, failure)
	case opRetryUntilSuccessful:
		return s.rounds(x, n, node, failure, success)
	case opTimeout:
		return s.timeout(x, n, node)
	case opDelay:
		return s.delay(x, n, node)
	case opRunOnce:
		return s.runOnce(x, n, node)
	case opPrecondition:
		return s.precondition(x, n, node)
	case opSkipUnlessUpdated:
		return s.ifUpdated(x, n, node, skipped)
	case opWaitValueUpdate:
		return s.ifUpdated(x, n, node, running)
	case opLoop:
		return s.loop(x, n, node)
	case opDecorator:
		setStatus(x, node, running)
		a := s.call(x, kid)
		if a == broken || a == skipped {
			return a
		}
		s.give(x, n, node)
		return fromStatus(x.Wrap(n, toStatus[a]))
	case opGate:
		if statusOf(x, kid) != running {
			if s.give(x, n, node); x.Leaf(n) != host.Success {
				return failure
			}
		}
		return s.pass(x, node)
	}
	ops.Unknown(node.Op)
	return broken
}

// ended resets a child that has ended, and answers.
func (s *semantics) ended(x *run.Exec, kid tree.NodeID, a answer) answer {
	setStatus(x, &x.Tree.Nodes[kid], idle)
	return a
}

// force answers the same whatever the child ends with. force_success_node.h, force_failure_node.h.
func (s *semantics) force(x *run.Exec, node *tree.Node, a answer) answer {
	setStatus(x, node, running)
	kid := only(x, node)
	if is := s.call(x, kid); !completed(is) {
		return is
	}
	return s.ended(x, kid, a)
}

// rounds is Repeat, which counts successes, and RetryUntilSuccessful, which counts failures.
// repeat_node.cpp, retry_node.cpp.
func (s *semantics) rounds(x *run.Exec, n tree.NodeID, node *tree.Node, counted, ending answer) answer {
	most, err := s.whole(x, node, 0)
	if err != nil {
		return s.fail(x, n, "%s: %v", s.usesOf(node, n)[0].name, err)
	}
	count := more(x, node, 0)
	kid := only(x, node)
	again := func() bool { return most == -1 || int64(int32(*count)) < most }
	setStatus(x, node, running)
	for again() {
		fresh := statusOf(x, kid) == idle
		a := s.call(x, kid)
		switch a {
		case counted:
			*count++
			setStatus(x, &x.Tree.Nodes[kid], idle)
			if counted == failure {
				if most, err = s.whole(x, node, 0); err != nil {
					return s.fail(x, n, "%s: %v", s.usesOf(node, n)[0].name, err)
				}
			}
			if fresh && again() {
				x.Mem[treeFlags] |= flagWake
				return running
			}
		case ending:
			*count = 0
			return s.ended(x, kid, ending)
		case running:
			return running
		case skipped:
			return answerIf(s.stop(x, kid), skipped)
		default:
			return broken
		}
	}
	*count = 0
	return counted
}

// Bits of a RunOnce: whether its child has ended, and how.
const (
	onceDone = 1 << opShift << iota
	onceFailed
)

// runOnce calls its child until that has ended once. run_once_node.h.
func (s *semantics) runOnce(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	w := word(x, node)
	if *w&onceDone != 0 {
		skip, err := s.read(x, &s.usesOf(node, n)[0])
		switch {
		case err != nil || skip.Whole() != 0:
			return skipped
		case *w&onceFailed != 0:
			return failure
		}
		return success
	}
	setStatus(x, node, running)
	kid := only(x, node)
	a := s.call(x, kid)
	if completed(a) {
		*w |= onceDone
		if a == failure {
			*w |= onceFailed
		}
		setStatus(x, &x.Tree.Nodes[kid], idle)
	}
	return a
}

// precondition asks a script before its child begins. The mark that it has begun outlives halts and
// skips. script_precondition.h.
func (s *semantics) precondition(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	const begun = 1 << opShift
	uses := s.usesOf(node, n)
	other, err := s.read(x, &uses[1])
	if err != nil {
		return s.fail(x, n, "else: %v", err)
	}
	w := word(x, node)
	if *w&begun == 0 {
		b, ok := s.codeOf(x, n, &uses[0])
		switch {
		case !ok:
			return broken
		case b == nil:
			return s.fail(x, n, "if: found no script")
		}
		holds, fault := s.test(x, n, b)
		switch {
		case fault != nil:
			return s.fail(x, n, "if, at %v: %v", b.at(&uses[0], fault), fault)
		case !x.Holds(n, holds):
			return answer(other.Whole())
		}
		*w |= begun
	}
	a := s.call(x, only(x, node))
	if completed(a) {
		*w &^= begun
		s.resetEnded(x, only(x, node))
	}
	return a
}

// childRuns is set in nodes that note themselves whether their child answered running.
const childRuns = 1 << opShift

// ifUpdated calls its child if an entry was written since it was last called. updated_decorator.cpp.
func (s *semantics) ifUpdated(x *run.Exec, n tree.NodeID, node *tree.Node, otherwise answer) answer {
	kid := only(x, node)
	w := word(x, node)
	if *w&childRuns == 0 {
		slot := s.find(x, s.nodes[n].ref)
		if slot < 0 {
			return otherwise
		}
		sequence := s.words(x, slot)[1]
		if *more(x, node, 0) == sequence {
			return otherwise
		}
		*more(x, node, 0) = sequence
	}
	a := s.call(x, kid)
	if *w &^= childRuns; a == running {
		*w |= childRuns
	}
	s.resetEnded(x, kid)
	return a
}

// loop gives its child one element of a list after the other. Its second word counts from 1 which
// element is the next; 0 where the node never began, and has no list. loop_node.h.
func (s *semantics) loop(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	info := &s.nodes[n]
	uses := s.usesOf(node, n)
	kid := only(x, node)
	list := info.list
	place, w := more(x, node, 0), word(x, node)
	if statusOf(x, n) == idle {
		*place = 1
		*w &^= childRuns
		if uses[0].how == keyed {
			var err error
			if list, err = s.listOf(x, info, &uses[0]); err != nil {
				return s.fail(x, n, "queue: %v", err)
			}
			s.store(x, info.slot, &board.Entry{Value: list})
		}
	} else if uses[0].how == keyed {
		list = s.value(x, info.slot)
	}
	if *w&childRuns == 0 {
		all := list.List()
		if *place == 0 || int(*place) > len(all) {
			empty, err := s.read(x, &uses[1])
			if err != nil {
				return s.fail(x, n, "if_empty: %v", err)
			}
			return answer(empty.Whole())
		}
		setStatus(x, node, running)
		if uses[2].how != absent {
			if err := s.write(x, &uses[2], all[*place-1]); err != nil {
				return s.fail(x, n, "%v", err)
			}
		}
		*place++
	}
	*w &^= childRuns
	switch s.call(x, kid) {
	case broken:
		return broken
	case failure:
		return s.ended(x, kid, failure)
	case running:
		*w |= childRuns
	case success:
		s.resetEnded(x, kid)
	}
	return running
}

// listOf reads the list of an entry: a text, or a list of the loop's own type.
func (s *semantics) listOf(x *run.Exec, info *nodeInfo, u *use) (board.Value, error) {
	v, err := s.read(x, u)
	if err != nil {
		return v, err
	}
	return s.enums.As(info.kind.element.List(), v)
}
