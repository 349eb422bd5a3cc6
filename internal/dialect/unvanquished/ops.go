package unvanquished

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/optable"
)

// opcode says what a node does. The ops are in oplist.go, opdecorator.go and
// opleaf.go, each twice: for one bot and, below that, for a [batch] of them. A
// property test wants the same of both, bot for bot.
type opcode tree.Op

const (
	opNone opcode = iota
	opFile
	opSequence
	opSelector
	opFallback
	opConcurrent
	opAction
	opCondition // without a block
	opGuard     // a condition with a block
	opInvert
	opMapStatus
	opReturn
	opTimer
	opSpawn
	opCount
)

// ops has a line for each op: its name as files write it, the part that it plays
// in a tree, and its truth, in which F, S, R and O are failure, success, running
// and any other number.
var ops = optable.Table{Dialect: "unvanquished", Ops: []optable.Op{
	opNone:       {"none", run.Composite, "no node"},
	opFile:       {"behavior", run.Composite, "answers what its root does"},
	opSequence:   {"sequence", run.Composite, "from its place; F and R end it, S and O go on; past the last S"},
	opSelector:   {"selector", run.Composite, "from the first; S, R and O end it, F goes on; past the last F"},
	opFallback:   {"fallback", run.Composite, "from its place; S and R end it, F and O go on; past the last F"},
	opConcurrent: {"concurrent", run.Composite, "from the first; F ends it; past the last R where any was R, else S"},
	opAction:     {"action", run.Action, "answers what the game does; a dead bot's F"},
	opCondition:  {"condition", run.Condition, "S where its expression is not 0, else F"},
	opGuard:      {"condition", run.Condition, "answers what its child does where its expression is not 0, else F"},
	opInvert:     {"invert", run.Decorator, "F for S and S for F; R and O stay"},
	opMapStatus:  {"mapStatus", run.Decorator, "a status of its own for each of F, S and R; O stays"},
	opReturn:     {"return", run.Decorator, "a status of its own for all"},
	opTimer:      {"timer", run.Decorator, "answers what its child does, and F for a time after that was F"},
	opSpawn:      {"spawnAs", run.Action, "S where the bot waits to spawn and can spawn like that, else F"},
}}

// String returns the name by which files call the op.
func (o opcode) String() string { return ops.Name(tree.Op(o)) }

// opOf returns the op of a node.
func opOf(node *tree.Node) opcode { return opcode(node.Op) }

// flagEnters marks an action that is told when it starts over.
const flagEnters uint8 = 1

// Tick is BotBehaviorTree's run of a bot in a frame: the root of the file is
// evaluated; the file itself is not listed.
func (*semantics) Tick(x *run.Exec) host.Status { return top(x, x.Tree.Entries[0]) }

func top(x *run.Exec, file tree.NodeID) host.Status {
	s := evaluate(x, only(x, &x.Tree.Nodes[file]))
	if x.Trace != nil {
		x.Trace.Node(x.Row, file, host.Visited, s)
	}
	return s
}

// children returns the children of a node, in order.
func children(x *run.Exec, node *tree.Node) []tree.NodeID {
	return x.Tree.Edges[node.Kid:][:node.NKid]
}

// only returns the child of a node that has one.
func only(x *run.Exec, node *tree.Node) tree.NodeID { return x.Tree.Edges[node.Kid] }

// evaluate is BotEvaluateNode, by which every node but the top one is run. A
// node that succeeds and is listed empties the list, also for the nodes above
// it; one that runs is listed, and an action empties the list first. FAILURE and
// other numbers leave the list alone. Cases unv-list-survives-failing-leaf,
// unv-status-only-node-listed-without-leaf, unv-sequence-failed-keeps-place.
func evaluate(x *run.Exec, n tree.NodeID) host.Status {
	node := &x.Tree.Nodes[n]
	if opOf(node) == opCondition && x.Trace == nil { // it never runs, so it is never listed
		return condition(x, n, node)
	}
	s := dispatch(x, n, node)
	switch r := running(x.Mem); s {
	case host.Success:
		if r.has(n) {
			r.forget()
		}
	case host.Running:
		if opOf(node) == opAction {
			r.forget()
		}
		r.add(n)
	}
	if x.Trace != nil && opOf(node) != opAction { // actions are traced as leaves
		x.Trace.Node(x.Row, n, host.Visited, s)
	}
	return s
}

func (b *batch) evaluate(n tree.NodeID, mask uint64) outcome {
	node := &b.x.Tree.Nodes[n]
	o := b.dispatchAll(n, node, mask)
	b.forget(o.success & *b.plane(n))
	if opOf(node) == opAction {
		b.forget(o.running)
	}
	b.add(n, o.running)
	return o
}

func dispatch(x *run.Exec, n tree.NodeID, node *tree.Node) host.Status {
	o := opOf(node)
	switch o {
	case opFile:
		return evaluate(x, only(x, node))
	case opSequence:
		return sequence(x, node)
	case opSelector:
		return selector(x, node)
	case opFallback:
		return fallback(x, node)
	case opConcurrent:
		return concurrent(x, node)
	case opAction:
		return action(x, n, node)
	case opCondition:
		return condition(x, n, node)
	case opGuard:
		return guard(x, n, node)
	case opInvert:
		return invert(x, node)
	case opMapStatus:
		return mapStatus(x, node)
	case opReturn:
		return returns(x, node)
	case opTimer:
		return timer(x, n, node)
	case opSpawn:
		return spawnAs(x, n, node)
	}
	ops.Unknown(tree.Op(o))
	return host.Error
}

func (b *batch) dispatchAll(n tree.NodeID, node *tree.Node, mask uint64) outcome {
	o := opOf(node)
	switch o {
	case opFile:
		return b.evaluate(only(b.x, node), mask)
	case opSequence:
		return b.sequence(node, mask)
	case opSelector:
		return b.selector(node, mask)
	case opFallback:
		return b.fallback(node, mask)
	case opConcurrent:
		return b.concurrent(node, mask)
	case opAction:
		return b.action(n, node, mask)
	case opCondition:
		return b.condition(n, node, mask)
	case opGuard:
		return b.guard(n, node, mask)
	case opInvert:
		return b.invert(node, mask)
	case opMapStatus:
		return b.mapStatus(node, mask)
	case opReturn:
		return b.returns(node, mask)
	case opTimer:
		return b.timer(n, node, mask)
	case opSpawn:
		return b.spawnAs(node, mask)
	}
	ops.Unknown(tree.Op(o))
	return outcome{}
}
