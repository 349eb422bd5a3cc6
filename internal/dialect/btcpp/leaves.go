package btcpp

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// script runs the script of a Script or a ScriptCondition. script_node.h, script_condition.h.
func (s *semantics) script(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	u := &s.usesOf(node, n)[0]
	asks := opOf(node) == opScriptCondition
	b, ok := s.codeOf(x, n, u)
	switch {
	case !ok:
		return broken
	case b == nil && asks:
		return s.fail(x, n, "code: found no script")
	case b == nil:
		return success
	case !asks:
		err := s.run(x, b)
		s.tellEntries(x, n, b)
		if err != nil {
			return s.fail(x, n, "code, at %v: %v", b.at(u, err), err)
		}
		return success
	}
	holds, err := s.test(x, n, b)
	switch {
	case err != nil:
		return s.fail(x, n, "code, at %v: %v", b.at(u, err), err)
	case x.Holds(n, holds):
		return success
	}
	return failure
}

// setBlackboard copies a value into an entry. set_blackboard_node.h.
func (s *semantics) setBlackboard(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	uses := s.usesOf(node, n)
	value, to := &uses[0], &uses[1]
	name, err := s.text(x, to)
	if err != nil {
		return s.fail(x, n, "output_key: %v", err)
	}
	source := board.Entry{Value: board.TextOf(value.text), Declared: board.String}
	switch value.how {
	case absent:
		return s.fail(x, n, "value: %v", errNotGiven)
	case keyed:
		slot := s.find(x, value.ref)
		if slot < 0 {
			return s.fail(x, n, "value: there is no entry %s", value.text)
		}
		source = s.entry(x, slot)
	}
	at := s.nodes[n].board
	slot := s.findNamed(x, at, name)
	target := board.Entry{Declared: source.Declared}
	if slot >= 0 {
		target = s.entry(x, slot)
	} else if slot = s.makeNamed(x, at, name); slot < 0 {
		return s.fail(x, n, "output_key: there is no place for an entry %q: its binding leads to no blackboard, or %d entries that no file names are there", name, s.mostExtra)
	}
	if source.IsEmpty() {
		s.store(x, slot, &target)
		return failure
	}
	if err := target.Copy(s.enums, source.Value); err != nil {
		return s.fail(x, n, "entry %q: %v", name, err)
	}
	if target.Declared == board.Free && s.boardOf(x, slot) == at {
		target.Declared = board.Any
	}
	s.store(x, slot, &target)
	return success
}

// text reads a port as a text: a key is that of an entry that holds it.
func (s *semantics) text(x *run.Exec, u *use) (string, error) {
	v, err := s.read(x, u)
	if err != nil {
		return "", err
	}
	v, err = s.enums.As(board.String, v)
	return v.Text(), err
}

// boardOf returns the blackboard that a slot is in.
func (s *semantics) boardOf(x *run.Exec, slot int32) int32 {
	if i := int(slot) - len(s.boards.slots); i >= 0 {
		return x.Side.(*aside).extra[i].board
	}
	return s.boards.slots[slot].board
}

// unsetBlackboard removes an entry of the tree's own blackboard. unset_blackboard_node.h.
func (s *semantics) unsetBlackboard(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	u := &s.usesOf(node, n)[0]
	name, err := s.text(x, u)
	if err != nil {
		return s.fail(x, n, "%s: %v", u.name, err)
	}
	if slot := s.slotNamed(x, s.nodes[n].board, name); slot >= 0 && s.isThere(x, slot) {
		s.remove(x, slot)
	}
	return success
}

// wasUpdated asks whether an entry was written since the last call. updated_action.cpp.
func (s *semantics) wasUpdated(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	slot := s.find(x, s.nodes[n].ref)
	if slot < 0 {
		return failure
	}
	seen := more(x, node, 0)
	sequence := s.words(x, slot)[1]
	if *seen == sequence {
		return failure
	}
	*seen = sequence
	return success
}

// act calls an action of the game: one that ran on or begins, but none that has ended and was not
// reset. StatefulActionNode::tick; SyncActionNode::executeTick.
func (s *semantics) act(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	is := statusOf(x, n)
	sync := opOf(node) == opSyncAction
	if completed(is) && !sync {
		return is
	}
	if is == idle && !sync {
		x.Notify(n, host.Entered)
	}
	s.give(x, n, node)
	a := fromStatus(x.Leaf(n))
	if sync && a == running {
		s.blame(x, n, "%s answers running, which a synchronous action may not", s.nodes[n].name)
		return broken
	}
	return a
}

// give reads the arguments of a leaf that is about to be called, where some are values of the moment.
func (s *semantics) give(x *run.Exec, n tree.NodeID, node *tree.Node) {
	if !s.nodes[n].moving {
		return
	}
	l := &x.Tree.Leaves[node.Leaf]
	args := x.Give(len(l.Args))
	uses := s.usesOf(node, n)
	for i := range args {
		args[i] = l.Args[i]
		if uses[i].how != keyed {
			continue
		}
		args[i] = host.NullValue
		if v, err := s.read(x, &uses[i]); err == nil {
			args[i] = toHost(v)
			x.Because(n, uses[i].name).HasValue(args[i])
		}
	}
}

// ask calls a condition of the game.
func (s *semantics) ask(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	s.give(x, n, node)
	if x.Holds(n, x.Value(n, node.Leaf).Bool()) {
		return success
	}
	return failure
}

// put writes the value of a function of the game into an entry.
func (s *semantics) put(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	s.give(x, n, node)
	v, err := fromHost(x.Value(n, node.Leaf))
	if err != nil {
		return failure
	}
	uses := s.usesOf(node, n)
	if err := s.write(x, &uses[len(uses)-1], v); err != nil {
		return s.fail(x, n, "%v", err)
	}
	return success
}

var _ run.Outputter = (*semantics)(nil)

// Output is run.Outputter.
func (s *semantics) Output(x *run.Exec, n tree.NodeID, name string, v host.Value) error {
	value, err := fromHost(v)
	if err != nil {
		return err
	}
	return s.writeNamed(x, n, name, value)
}

// mocked answers what a mock is told to. test_node.cpp.
func (s *semantics) mocked(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	m := s.nodes[n].kind.mock
	switch is := statusOf(x, n); {
	case completed(is):
		return is
	case is == idle && m.after > 0:
		s.cancel(x, node)
		s.start(x, node, int64(m.after))
		return running
	case is == running && *word(x, node)&timerFired == 0:
		return running
	}
	*word(x, node) &= statusMask
	return s.mockDone(x, n, m)
}
