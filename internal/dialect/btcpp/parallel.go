package btcpp

import (
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// The second word of a Parallel has the successes and the failures of this run; then comes a bit for
// each child that has ended.
const failuresShift = 16

func ended(x *run.Exec, node *tree.Node, i int) bool { return *more(x, node, 1+i/32)>>(i%32)&1 != 0 }

// end notes that a child has ended.
func end(x *run.Exec, node *tree.Node, i int, a answer) {
	*more(x, node, 1+i/32) |= 1 << (i % 32)
	if a == success {
		*more(x, node, 0)++
	} else {
		*more(x, node, 0) += 1 << failuresShift
	}
}

// forget forgets which children have ended.
func forget(x *run.Exec, node *tree.Node) {
	for i := range wordsOf(&kind{op: opOf(node)}, int(node.NKid)) - 1 {
		*more(x, node, i) = 0
	}
}

func counts(x *run.Exec, node *tree.Node) (successes, failures int) {
	w := *more(x, node, 0)
	return int(w & (1<<failuresShift - 1)), int(w >> failuresShift)
}

// threshold reads a number of children: a negative one counts from their number.
func (s *semantics) threshold(x *run.Exec, n tree.NodeID, node *tree.Node, port int) (count int, negative, ok bool) {
	v, err := s.whole(x, node, port)
	if err != nil {
		s.fail(x, n, "%s: %v", s.usesOf(node, n)[port].name, err)
		return 0, false, false
	}
	count = int(v)
	if count < 0 {
		return max(int(node.NKid)+count+1, 0), true, true
	}
	if count > int(node.NKid) {
		s.fail(x, n, "%s is %d, and there are %d children", s.usesOf(node, n)[port].name, count, node.NKid)
		return 0, false, false
	}
	return count, false, true
}

// parallel calls all children that have not ended. parallel_node.cpp.
func (s *semantics) parallel(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	needed, most, ok := 0, 0, false
	negative := false
	if needed, negative, ok = s.threshold(x, n, node, 0); !ok {
		return broken
	}
	if most, _, ok = s.threshold(x, n, node, 1); !ok {
		return broken
	}
	setStatus(x, node, running)
	skips := 0
	for i, kid := range x.Tree.Edges[node.Kid : node.Kid+node.NKid] {
		if !ended(x, node, i) {
			switch a := s.call(x, kid); a {
			case running:
			case skipped:
				skips++
			case success, failure:
				end(x, node, i, a)
			default:
				return broken
			}
		}
		successes, failures := counts(x, node)
		if i+1 == int(node.NKid) {
			s.tellCount(x, n, "successes", successes, needed)
		}
		switch {
		case successes >= needed || negative && successes+skips >= needed:
			forget(x, node)
			return answerIf(s.stopAll(x, node), success)
		case int(node.NKid)-failures < needed || failures == most:
			forget(x, node)
			return answerIf(s.stopAll(x, node), failure)
		}
	}
	if skips == int(node.NKid) {
		return skipped
	}
	return running
}

// parallelAll calls all children that have not ended, until all have. parallel_all_node.cpp.
func (s *semantics) parallelAll(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	most, _, ok := s.threshold(x, n, node, 0)
	if !ok {
		return broken
	}
	setStatus(x, node, running)
	skips := 0
	for i, kid := range x.Tree.Edges[node.Kid : node.Kid+node.NKid] {
		if ended(x, node, i) {
			continue
		}
		switch a := s.call(x, kid); a {
		case running:
		case skipped:
			skips++
		case success, failure:
			end(x, node, i, a)
		default:
			return broken
		}
	}
	successes, failures := counts(x, node)
	s.tellCount(x, n, "ended", successes+failures, int(node.NKid))
	switch {
	case skips == int(node.NKid):
		return skipped
	case skips+successes+failures < int(node.NKid):
		return running
	}
	forget(x, node)
	if !s.stopAll(x, node) {
		return broken
	}
	if failures >= most {
		return failure
	}
	return success
}

// matches reports whether the text of a Switch equals that of a case. CheckStringEquality of the
// original.
func (s *semantics) matches(v, c string) bool {
	if v == c {
		return true
	}
	a, ok := s.caseWhole(v)
	b, alsoOK := s.caseWhole(c)
	if ok && alsoOK {
		return a == b
	}
	f, ok := s.caseReal(v)
	g, alsoOK := s.caseReal(c)
	const near = 1.1920929e-7
	return ok && alsoOK && f-g < near && g-f < near
}

// caseWhole reads a text of nothing but digits, or a name of an enum.
func (s *semantics) caseWhole(text string) (int64, bool) {
	if n, ok := s.enums[text]; ok {
		return n, true
	}
	n, ok := board.Wholly(text)
	return n, ok && n == int64(int32(n))
}

// caseReal reads a text that is a real number to its end, or a name of an enum: scripts make real
// numbers of these.
func (s *semantics) caseReal(text string) (float64, bool) {
	if n, ok := s.enums[text]; ok {
		return float64(n), true
	}
	return board.WhollyReal(text)
}
