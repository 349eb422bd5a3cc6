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
	arg       int32 // of the node
	then, els int32
}

// Ends in the place of a next step.
const (
	succeeds = -1
	fails    = -2
)

// unknown is no key of a state.
const unknown = -1

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
			steps = append(steps, step{o, n, int32(t.Nodes[n].Arg), then, els})
			return int32(len(steps)) - 1
		}
	}
	first = lay(t.Entries[0], succeeds, fails)
	return steps, first
}

// walk is eval of the root, by steps.
func (m *semantics) walk(x *run.Exec) host.Status {
	at := m.first
	known, state := unknown, host.Sym(0) // the key that was asked for last, and what the bot has of it
	for at >= 0 {
		s := &m.steps[at]
		var holds bool
		switch s.op {
		case opStateEquals:
			test := &x.Tree.Exprs[s.arg]
			if int(test.A) != known {
				known, state = int(test.A), x.World.State(x.Body, host.Key(test.A))
			}
			holds = state == host.Sym(test.B)
		case opAction:
			known = unknown // it may change them
			switch action(x, s.node) {
			case host.Running:
				return host.Running
			case host.Success:
				holds = true
			}
		default:
			known = unknown
			holds = condition(x, s.node) == host.Success
		}
		if at = s.els; holds {
			at = s.then
		}
	}
	return host.StatusOf(at == succeeds)
}
