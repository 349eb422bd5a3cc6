package btcpp

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// pipeline calls its children from the first in each tick, and passes over those that run before the
// last one that it has come to. pipeline_sequence.cpp.
func (s nav2Ops) pipeline(x *run.Exec, node *tree.Node) answer {
	last := more(x, node, 0)
	kids := x.Tree.Edges[node.Kid : node.Kid+node.NKid]
	skips := 0
	for i, kid := range kids {
		switch s.call(x, kid) {
		case success:
		case skipped:
			skips++
		case running:
			if i >= int(*last) {
				*last = uint32(i)
				return running
			}
		case failure:
			*last = 0
			return answerIf(s.stopAll(x, node), failure)
		default:
			return broken
		}
	}
	*last = 0
	switch {
	case !s.stopAll(x, node):
		return broken
	case skips == len(kids):
		return skipped
	}
	return success
}

// recovery calls its second child after a failure of the first, which has its next try then.
// recovery_node.cpp. After a recovery that is skipped the number of tries stays.
func (s nav2Ops) recovery(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	u := &s.usesOf(node, n)[0]
	most, err := s.read(x, u)
	if err != nil {
		return s.fail(x, n, "%s: %v", u.name, err)
	}
	at, tries := more(x, node, 0), more(x, node, 1)
	kids := x.Tree.Edges[node.Kid : node.Kid+2]
	halted := func(a answer) answer {
		*at, *tries = 0, 0
		return answerIf(s.stopAll(x, node), a)
	}
	setStatus(x, node, running)
	for int64(*tries) <= most.Whole() {
		a := s.call(x, kids[*at])
		if a == running || a == broken {
			return a
		}
		switch {
		case *at == 0 && a == failure && int64(*tries) < most.Whole():
			s.tellCount(x, n, "retries", int(*tries), int(most.Whole()))
			if !s.stop(x, kids[0]) {
				return broken
			}
			*at = 1
		case *at == 0:
			return halted(a)
		case a == success:
			if !s.stop(x, kids[1]) {
				return broken
			}
			*tries++
			*at = 0
		case a == skipped:
			*at = 0
			return answerIf(s.stop(x, kids[1]), failure)
		default:
			return halted(failure)
		}
	}
	return halted(failure)
}

func recoveries(at, tries uint32) string {
	if at == 1 {
		return fmt.Sprintf("recovery %d", tries+1)
	}
	return fmt.Sprintf("%d retries so far", tries)
}

// roundRobin calls one child after the other, also over ticks: after a success the next one has its
// turn. round_robin_node.cpp, to the letter: without wrap_around the success of the last child is a
// failure, because the end of the children is looked at first.
func (s nav2Ops) roundRobin(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	u := &s.usesOf(node, n)[0]
	wraps := s.maybe(x, u).Whole() != 0
	at, failed := more(x, node, 0), more(x, node, 1)
	kids := x.Tree.Edges[node.Kid : node.Kid+node.NKid]
	setStatus(x, node, running)
	skips := 0
	for int(*failed)+skips < len(kids) {
		a := s.call(x, kids[*at])
		if a == running || a == broken {
			return a
		}
		*at++
		atEnd := int(*at) == len(kids) && !wraps
		if int(*at) == len(kids) {
			*at = 0
		}
		switch {
		case a == success && !atEnd:
			*failed = 0
			return answerIf(s.stopAll(x, node), success)
		case a == failure:
			*failed++
		case a == skipped:
			skips++
		}
		if atEnd {
			break
		}
	}
	*at, *failed = 0, 0
	switch {
	case !s.stopAll(x, node):
		return broken
	case skips == len(kids):
		return skipped
	}
	return failure
}

// nonblocking calls all children in each tick. nonblocking_sequence.cpp.
func (s nav2Ops) nonblocking(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	all := true
	for _, kid := range x.Tree.Edges[node.Kid : node.Kid+node.NKid] {
		switch s.call(x, kid) {
		case success:
		case running:
			all = false
		case failure:
			return answerIf(s.stopAll(x, node), failure)
		case skipped:
			return s.fail(x, n, "%s was skipped, which a child may not be", s.nodes[kid].name)
		default:
			return broken
		}
	}
	if !all {
		return running
	}
	return answerIf(s.stopAll(x, node), success)
}

// persistent is a Sequence that has its place in an entry. persistent_sequence.cpp.
func (s nav2Ops) persistent(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	u := &s.usesOf(node, n)[0]
	v, err := s.read(x, u)
	at := v.Whole()
	if err != nil || at < 0 {
		if err == nil {
			err = fmt.Errorf("found %d, wanted the place of a child, from 0", at)
		}
		return s.fail(x, n, "%s: %v", u.name, err)
	}
	put := func(to int64) bool {
		err := s.write(x, u, board.WholeOf(board.Int, to))
		if err != nil {
			s.fail(x, n, "%s: %v", u.name, err)
		}
		return err == nil
	}
	setStatus(x, node, running)
	for at < int64(node.NKid) {
		switch s.call(x, x.Tree.Edges[int64(node.Kid)+at]) {
		case running:
			return running
		case failure:
			return answerIf(s.stopAll(x, node) && put(0), failure)
		case success, skipped:
			if at++; !put(at) {
				return broken
			}
		default:
			return broken
		}
	}
	return answerIf(s.stopAll(x, node) && put(0), success)
}

// The states of a PauseResumeController, behind its status.
const (
	resumed = iota
	paused
	onPause
	onResume
)

// pauseNames has the states, of which each is also the place of its child.
var pauseNames = [...]string{"resumed", "paused", "pausing", "resuming"}

// pauseResume calls the child of its state. pause_resume_controller.cpp. The services of the original are
// entries: a call is that one is true, and the node makes it false when it serves the call.
func (s nav2Ops) pauseResume(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	w := word(x, node)
	if answer(*w&statusMask) == idle {
		*w = 0
	}
	setStatus(x, node, running)
	to := func(state uint32) { *w = *w&statusMask | state<<opShift }
	for i, u := range s.usesOf(node, n) {
		called, ok := s.served(x, n, &u)
		if !ok {
			return broken
		}
		isPaused := *w>>opShift == paused
		if !called || isPaused == (i == 0) {
			continue
		}
		if !s.stopAll(x, node) {
			return broken
		}
		to([...]uint32{onPause, onResume}[i])
	}
	state := *w >> opShift
	a := success
	if int(state) < int(node.NKid) {
		a = s.call(x, x.Tree.Edges[int(node.Kid)+int(state)])
	} else if state == resumed || state == paused {
		a = running
	}
	switch a {
	case failure, running, broken:
		return a
	}
	switch state {
	case resumed:
		return answerIf(s.stopAll(x, node), success)
	case onPause:
		to(paused)
	case onResume:
		to(resumed)
	}
	return running
}

// served reports whether the entry that a port names is true, and makes it false.
func (s nav2Ops) served(x *run.Exec, n tree.NodeID, u *use) (called, ok bool) {
	name, err := s.text(x, u)
	if err != nil {
		s.fail(x, n, "%s: %v", u.name, err)
		return false, false
	}
	slot := s.findNamed(x, s.nodes[n].board, name)
	if slot < 0 || s.value(x, slot).IsEmpty() {
		return false, true
	}
	v, err := s.enums.As(board.Bool, s.value(x, slot))
	if err != nil {
		s.fail(x, n, "entry %q: %v", name, err)
		return false, false
	}
	if v.Whole() == 0 {
		return false, true
	}
	en := s.entry(x, slot)
	if err := en.Assign(s.enums, board.Truth(false)); err != nil {
		s.fail(x, n, "entry %q: %v", name, err)
		return false, false
	}
	s.store(x, slot, &en)
	return true, true
}
