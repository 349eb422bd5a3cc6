package mbt

import (
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// indexBits is the width of a child's index. In the original it has 8 bits, so
// that a Selector of 256 children that all fail never ends there.
const indexBits = 16

// What a Priority and a StateMachine remember where nothing is chosen.
const (
	noCase    = 0xff
	noPending = 0xff
)

func at(x *run.Exec, node *tree.Node) uint32 {
	if node.NKid == 1 {
		return 0
	}
	return field(x, node, indexBits)
}

// sequence is Sequence::Update: the current child is ticked; when it succeeds
// the next one follows in the same tick, and failure and running are answered.
// Success past the last. It never goes back. Cases mbt-seq-same-tick,
// mbt-seq-fail, mbt-seq-resume.
func (s *semantics) sequence(x *run.Exec, node *tree.Node) host.Status {
	kids := x.Tree.Edges[node.Kid:][:node.NKid]
	for i := at(x, node); ; {
		if st := s.tick(x, kids[i]); st != host.Success {
			return st
		}
		if i++; i == uint32(len(kids)) {
			return host.Success
		}
		setField(x, node, indexBits, i)
	}
}

// selector is Selector::Update: as a sequence, with success and failure
// swapped. Earlier children are not tried again while a later one runs. Cases
// mbt-sel-first-success, mbt-sel-all-fail, mbt-sel-resume.
func (s *semantics) selector(x *run.Exec, node *tree.Node) host.Status {
	kids := x.Tree.Edges[node.Kid:][:node.NKid]
	for i := at(x, node); ; {
		if st := s.tick(x, kids[i]); st != host.Failure {
			return st
		}
		if i++; i == uint32(len(kids)) {
			return host.Failure
		}
		setField(x, node, indexBits, i)
	}
}

// parallel is Parallel::Update: every child that has not ended since the node
// was entered is ticked, without a short cut; then success is looked at before
// failure. Where both want all and the children differ, it runs for ever with
// nothing below it. Cases mbt-par-default-fail-no-shortcut,
// mbt-par-success-before-failure, mbt-par-stuck.
func (s *semantics) parallel(x *run.Exec, node *tree.Node) host.Status {
	kids := x.Tree.Edges[node.Kid:][:node.NKid]
	w := node.Slot >> 5
	for i, kid := range kids {
		if (x.Mem[w]|x.Mem[w+1])>>i&1 == 1 {
			continue
		}
		switch s.tick(x, kid) {
		case host.Success:
			x.Mem[w] |= 1 << i
		case host.Failure:
			x.Mem[w+1] |= 1 << i
		}
	}
	if enough(x.Mem[w], len(kids), node.Flags&flagSuccessAny != 0) {
		return host.Success
	}
	if enough(x.Mem[w+1], len(kids), node.Flags&flagFailureAll == 0) {
		return host.Failure
	}
	return host.Running
}

func enough(ended uint32, all int, any bool) bool {
	return any && ended != 0 || bits.OnesCount32(ended) == all
}

// loop is Loop::Update. A success counts; where the child was running before
// this tick it is ticked once more at once, and a success of that tick is not
// counted. Failure fails. Cases mbt-loop-instant-once-per-tick,
// mbt-loop-retick-not-counted, mbt-loop-retick-fail.
func (s *semantics) loop(x *run.Exec, node *tree.Node) host.Status {
	kid := only(x, node)
	before := runs(x, kid)
	st := s.tick(x, kid)
	if st == host.Success {
		if s.counted(x, node) {
			return host.Success
		}
		if before {
			st = s.tick(x, kid)
		}
	}
	if st == host.Failure {
		return host.Failure
	}
	return host.Running
}

// loopUntilSuccess is LoopUntilSuccess::Update, the mirror image: a failure
// counts and is tried again, and success succeeds. Cases
// mbt-lus-retry-same-tick, mbt-lus-retry-same-tick-success.
func (s *semantics) loopUntilSuccess(x *run.Exec, node *tree.Node) host.Status {
	kid := only(x, node)
	before := runs(x, kid)
	st := s.tick(x, kid)
	if st == host.Failure {
		if s.counted(x, node) {
			return host.Failure
		}
		if before {
			st = s.tick(x, kid)
		}
	}
	if st == host.Success {
		return host.Success
	}
	return host.Running
}

// counted counts a round of a loop and reports whether it was the last.
func (s *semantics) counted(x *run.Exec, node *tree.Node) bool {
	if node.Arg == 0 {
		return false
	}
	done := field(x, node, 8) + 1
	if done >= uint32(node.Arg) {
		return true
	}
	setField(x, node, 8, done)
	return false
}

// priority is Priority::Update. The original picks a case on entry and whenever
// a variable has changed; picking in every tick shows the same. The first case
// that holds is ticked, after the current one was terminated where it is another.
// Where none holds the node fails, and what runs is terminated as it is left.
// Cases mbt-prio-preempt, mbt-prio-same-pick-keeps, mbt-prio-lost-case,
// mbt-quirk-priority-result-of-dropped.
func (s *semantics) priority(x *run.Exec, node *tree.Node) host.Status {
	kids := x.Tree.Edges[node.Kid:][:node.NKid]
	pick := uint32(noCase)
	for i, kid := range kids {
		if x.Holds(kid, s.asks(x, kid, x.Tree.Nodes[kid].Arg)) {
			pick = uint32(i)
			break
		}
		visited(x, kid, host.Failure)
	}
	if pick == noCase {
		return host.Failure
	}
	if now := field(x, node, 8); now != pick {
		if now != noCase {
			s.terminate(x, only(x, &x.Tree.Nodes[kids[now]]))
		}
		setField(x, node, 8, pick)
	}
	return s.instead(x, kids[pick])
}

// stateMachine is StateMachine::Update: a change that is due terminates the
// state, and the new one is ticked at once, also where both are the same. What
// the state answers the machine answers. Cases mbt-sm-transition,
// mbt-sm-finished-state-ends-machine.
func (s *semantics) stateMachine(x *run.Exec, node *tree.Node) host.Status {
	kids := x.Tree.Edges[node.Kid:][:node.NKid]
	v := field(x, node, 16)
	state, pending := v&0xff, v>>8
	if pending != noPending {
		s.terminate(x, only(x, &x.Tree.Nodes[kids[state]]))
		state = pending
		setField(x, node, 16, noPending<<8|state)
	}
	return s.instead(x, kids[state])
}

// transition is StateMachine::HandleEvent: the transitions of the state that is
// pending, else of the current one, are searched, and the first for the event
// becomes pending. So several events between two ticks walk through states that
// are never entered. Cases mbt-sm-first-transition-wins,
// mbt-quirk-statemachine-first-tick-event.
func (s *semantics) transition(x *run.Exec, node *tree.Node, e host.EventID) {
	v := field(x, node, 16)
	from := v >> 8
	if from == noPending {
		from = v & 0xff
	}
	kids := x.Tree.Edges[node.Kid:][:node.NKid]
	for _, t := range s.states[x.Tree.Nodes[kids[from]].Arg] {
		if t.event == e {
			setField(x, node, 16, uint32(t.to)<<8|v&0xff)
			return
		}
	}
}

// suppressFailure is SuppressFailure::Update: running stays, all else is success.
func (s *semantics) suppressFailure(x *run.Exec, node *tree.Node) host.Status {
	if s.tick(x, only(x, node)) == host.Running {
		return host.Running
	}
	return host.Success
}

// waitForEvent ends at the first update after its event came while it ran.
// Cases mbt-event-wait, mbt-event-result-failure.
func (s *semantics) waitForEvent(x *run.Exec, n tree.NodeID, node *tree.Node) host.Status {
	if field(x, node, 1) == 0 {
		x.Because(n, "the event has not come")
		return host.Running
	}
	return host.StatusOf(node.Flags&flagTrue != 0)
}

// enterAction zeroes the memory of a game's action and calls its Enter.
func (s *semantics) enterAction(x *run.Exec, n tree.NodeID, node *tree.Node) {
	l := &x.Tree.Leaves[node.Leaf]
	if n := l.Action.Bits; n > 0 {
		host.ClearMemory(host.MemoryOf(x.Mem, int(l.Slot), n))
	}
	if l.Action.Enter != nil || x.Trace != nil {
		x.Notify(n, host.Entered)
	}
}

func (s *semantics) leaveAction(x *run.Exec, n tree.NodeID, node *tree.Node) {
	if l := &x.Tree.Leaves[node.Leaf]; l.Action.Exit != nil || l.Lived || x.Trace != nil {
		x.Notify(n, host.Exited)
	}
}

// decorator asks a game's decorator what to make of its child's answer.
func (s *semantics) decorator(x *run.Exec, n tree.NodeID, node *tree.Node) host.Status {
	return x.Wrap(n, s.tick(x, only(x, node)))
}

// Run ticks a child of a game's composite.
func (s *semantics) Run(x *run.Exec, n tree.NodeID) host.Status { return s.tick(x, n) }

// Runs reports whether a child of a game's composite runs.
func (s *semantics) Runs(x *run.Exec, n tree.NodeID) bool { return runs(x, n) }

// End terminates a child of a game's composite.
func (s *semantics) End(x *run.Exec, n tree.NodeID) { s.terminate(x, n) }
