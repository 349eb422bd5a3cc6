package btcpp

import (
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// mock answers what it is told to, at once or after a while: a node that tests put in the place of another
// one. test_node.cpp.
type mock struct {
	answer answer
	after  uint32 // milliseconds
	// code gives the answer in its place; the others run when it is done: the one of the answer, then
	// post. All are empty for none.
	code, onSuccess, onFailure, post string
}

// mockDone runs the scripts of a mock and gives its answer.
func (s *semantics) mockDone(x *run.Exec, n tree.NodeID, m *mock) answer {
	a := m.answer
	if m.code != "" {
		v, ok := s.mockScript(x, n, "return_status_script", m.code)
		if !ok {
			return broken
		}
		status, err := s.enums.As(board.Status, v)
		if err != nil {
			return s.fail(x, n, "return_status_script: %v", err)
		}
		a = answer(status.Whole())
	}
	name, first := "success_script", m.onSuccess
	if a == failure {
		name, first = "failure_script", m.onFailure
	}
	if a != success && a != failure {
		first = ""
	}
	if _, ok := s.mockScript(x, n, name, first); !ok {
		return broken
	}
	_, ok := s.mockScript(x, n, "post_script", m.post)
	return answerIf(ok, a)
}

// mockScript runs a script of a mock, which is empty for none.
func (s *semantics) mockScript(x *run.Exec, n tree.NodeID, name, text string) (v board.Value, ok bool) {
	if text == "" {
		return v, true
	}
	parsed, err := parse(text, s.enums)
	if err == nil {
		r := s.runner(x, &bound{script: parsed, board: s.nodes[n].board})
		defer r.done()
		v, err = r.Run(parsed, r)
	}
	if err != nil {
		s.fail(x, n, "%s: %v", name, err)
		return v, false
	}
	return v, true
}
