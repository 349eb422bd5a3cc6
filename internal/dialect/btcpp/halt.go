package btcpp

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// halt halts a node: first what is below it, then itself, then its _onHalted script runs, with which
// it fails. TreeNode::haltNode.
func (s *semantics) halt(x *run.Exec, n tree.NodeID) bool {
	node := &x.Tree.Nodes[n]
	if !s.haltOwn(x, n, node) {
		return false
	}
	if x.Trace != nil {
		x.Trace.Node(x.Row, n, host.WasStopped, host.Ready)
	}
	if node.Flags&flagScripts != 0 {
		return s.does(x, n, s.nodes[n].scripts[onHalted])
	}
	return true
}

// haltOwn is a node's own halt.
func (s *semantics) haltOwn(x *run.Exec, n tree.NodeID, node *tree.Node) bool {
	w := word(x, node)
	switch op := opOf(node); op {
	case opAction:
		if answer(*w&statusMask) == running {
			x.Notify(n, host.WasStopped)
		}
		setStatus(x, node, idle)
		return true
	case opSequence, opAsyncSequence, opFallback, opAsyncFallback, opRepeat, opRetryUntilSuccessful:
		*more(x, node, 0) = 0
	case opSequenceWithMemory:
		*more(x, node, 0) &= placeMask
	case opParallel, opParallelAll:
		forget(x, node)
	case opIfThenElse, opSwitch, opSkipUnlessUpdated, opWaitValueUpdate, opLoop:
		*w &= statusMask
	case opTryCatch:
		if !s.haltTry(x, n, node) {
			return false
		}
	case opTimeout, opDelay, opSleep, opMock:
		s.cancel(x, node)
	default:
		haltNav2(x, node)
	}
	if !s.stopAll(x, node) {
		return false
	}
	setStatus(x, node, idle)
	return true
}

// haltTry calls the last child of a TryCatch that is halted before it failed, if it is to. try_catch_node.cpp.
func (s *semantics) haltTry(x *run.Exec, n tree.NodeID, node *tree.Node) bool {
	const catching = 1 << opShift
	w := word(x, node)
	wanted, err := s.read(x, &s.usesOf(node, n)[0])
	runs := answer(*w&statusMask) == running && *w&catching == 0
	*more(x, node, 0) = 0
	*w &= statusMask
	if err != nil || wanted.Whole() == 0 || !runs {
		return true
	}
	kids := x.Tree.Edges[node.Kid : node.Kid+node.NKid]
	last := kids[len(kids)-1]
	for _, kid := range kids[:len(kids)-1] {
		if !s.stop(x, kid) {
			return false
		}
	}
	switch s.call(x, last) {
	case running:
		return s.stop(x, last)
	case broken:
		return false
	}
	return true
}

// haltTree halts all as a host of the original does: the root, then every node once more, parents
// first, so that each _onHalted runs, also of nodes that did not. Tree::haltTree.
func (s *semantics) haltTree(x *run.Exec) bool {
	root := x.Tree.Entries[0]
	if !s.halt(x, root) {
		return false
	}
	for n := range x.Tree.Nodes[1:] { // nodes have their numbers in this order
		if !s.halt(x, tree.NodeID(n+1)) {
			return false
		}
	}
	setStatus(x, &x.Tree.Nodes[root], idle)
	return true
}
