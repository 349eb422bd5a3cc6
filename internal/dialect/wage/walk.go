package wage

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// step is a leaf of a tree, and the steps that are next where it succeeds and where it fails.
// What runs on ends the tick. So a bot goes through its tree without the nodes above the leaves.
type step struct {
	op        opcode
	node      tree.NodeID
	then, els int32
	key       host.Key   // of opStateEquals
	value     host.Sym   // that the bot's state is to have
	leaf      *tree.Leaf // of an opAction that run.Act can call, else nil
}

// Ends in the place of a next step.
const (
	succeeds = -1
	fails    = -2
)

// stepsOf returns the steps of a tree, and with which it begins.
func stepsOf(t *tree.Tree) (steps []step, first int32) {
	var lay func(n tree.NodeID, then, els int32) int32
	lay = func(n tree.NodeID, then, els int32) int32 {
		kids := t.Kids(n)
		switch o := opcode(t.Nodes[n].Op); o {
		case opSelector:
			for i := len(kids) - 1; i >= 0; i-- {
				els = lay(kids[i], then, els)
			}
			return els
		case opSequence:
			for i := len(kids) - 1; i >= 0; i-- {
				then = lay(kids[i], then, els)
			}
			return then
		case opNever:
			return els
		default:
			steps = append(steps, stepOf(t, n, then, els))
			return int32(len(steps)) - 1
		}
	}
	first = lay(t.Entries[0], succeeds, fails)
	return steps, first
}

func stepOf(t *tree.Tree, n tree.NodeID, then, els int32) step {
	s := step{op: opcode(t.Nodes[n].Op), node: n, then: then, els: els}
	switch s.op {
	case opStateEquals:
		test := &t.Exprs[t.Nodes[n].Arg]
		s.key, s.value = host.Key(test.A), host.Sym(test.B)
	case opAction:
		if l := &t.Leaves[t.Nodes[n].Leaf]; l.Action.Kind == host.Leaf && !l.Lived {
			s.leaf = l
		}
	}
	return s
}

// First is the step with which the tree begins.
func (m *semantics) First() int32 { return m.first }

// Walk is eval of the root, by steps.
func (m *semantics) Walk(x *run.Exec, at int32) host.Status {
	asked, known, state := false, host.Key(0), host.Sym(0) // the key that was asked for last, and what the bot has of it
	for at >= 0 {
		s := &m.steps[at]
		var holds bool
		switch s.op {
		case opStateEquals:
			if !asked || s.key != known {
				asked, known, state = true, s.key, x.World.State(x.Body, s.key)
			}
			holds = state == s.value
		case opAction:
			asked = false // it may change them
			var answer host.Status
			if s.leaf != nil {
				x.Draws, x.Next = 0, s.els
				answer = run.Act(x, s.node, s.leaf)
			} else {
				answer = action(x, s.node)
			}
			switch answer {
			case host.Running:
				return host.Running
			case host.Success:
				holds = true
			}
		default:
			asked = false
			holds = condition(x, s.node) == host.Success
		}
		if at = s.els; holds {
			at = s.then
		}
	}
	return host.StatusOf(at == succeeds)
}
