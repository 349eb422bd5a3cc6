package unvanquished

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// The opcodes. opCondition is a condition without a block, opGuard one with.
const (
	opNone tree.Op = iota
	opFile
	opSequence
	opSelector
	opFallback
	opConcurrent
	opAction
	opCondition
	opGuard
	opInvert
	opMapStatus
	opReturn
	opTimer
	opSpawn
	opCount
)

// flagEnters marks an action that is told when it starts over, flagRuns a node
// that can be running: no other is ever listed.
const (
	flagEnters uint8 = 1 << iota
	flagRuns
)

// statusOf is a status as a number of the game. What is none of the three is
// kept apart, but not which number it was: nothing can tell.
func statusOf(number int32) host.Status {
	if number < 0 || number > int32(host.Running) {
		return host.Other
	}
	return host.Status(number)
}

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

// children are those of a node, in order.
func children(x *run.Exec, node *tree.Node) []tree.NodeID {
	return x.Tree.Edges[node.Kid:][:node.NKid]
}

// only is the child of a node that has one.
func only(x *run.Exec, node *tree.Node) tree.NodeID { return x.Tree.Edges[node.Kid] }

// evaluate is BotEvaluateNode, by which every node but the top one is run. A
// node that succeeds and is listed empties the list, also for the nodes above
// it; one that runs is listed, and an action empties the list first. FAILURE and
// other numbers leave the list alone. Cases unv-list-survives-failing-leaf,
// unv-status-only-node-listed-without-leaf, unv-sequence-failed-keeps-place.
func evaluate(x *run.Exec, n tree.NodeID) host.Status {
	node := &x.Tree.Nodes[n]
	if node.Op == opCondition && x.Trace == nil { // it never runs, so it is never listed
		return condition(x, n, node)
	}
	s := dispatch(x, n, node)
	switch l := list(x.Mem); s {
	case host.Success:
		if l.has(n) {
			l.forget()
		}
	case host.Running:
		if node.Op == opAction {
			l.forget()
		}
		l.add(n)
	}
	if x.Trace != nil && node.Op != opAction { // actions are traced as leaves
		x.Trace.Node(x.Row, n, host.Visited, s)
	}
	return s
}

func dispatch(x *run.Exec, n tree.NodeID, node *tree.Node) host.Status {
	switch node.Op {
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
		return timer(x, node)
	case opSpawn:
		return spawnAs(x, node)
	}
	return host.Error
}

// sequence is BotSequenceNode: it starts at its place. FAILURE and RUNNING end
// it; SUCCESS and other numbers go on. It succeeds past the last child, also
// when there is none. Cases unv-sequence-resume, unv-sequence-empty,
// unv-return-out-of-range.
func sequence(x *run.Exec, node *tree.Node) host.Status {
	kids := children(x, node)
	for _, kid := range kids[list(x.Mem).place(kids):] {
		if s := evaluate(x, kid); s == host.Failure || s == host.Running {
			return s
		}
	}
	return host.Success
}

// fallback is BotFallbackNode: it starts at its place. SUCCESS and RUNNING end
// it; FAILURE and other numbers go on. It fails past the last child. Case
// unv-fallback-in-sequence.
func fallback(x *run.Exec, node *tree.Node) host.Status {
	kids := children(x, node)
	for _, kid := range kids[list(x.Mem).place(kids):] {
		if s := evaluate(x, kid); s == host.Success || s == host.Running {
			return s
		}
	}
	return host.Failure
}

// selector is BotSelectorNode: it starts at its first child, and anything but
// FAILURE ends it. It fails past the last child. Cases unv-selector-stateless,
// unv-selector-empty.
func selector(x *run.Exec, node *tree.Node) host.Status {
	for _, kid := range children(x, node) {
		if s := evaluate(x, kid); s != host.Failure {
			return s
		}
	}
	return host.Failure
}

// concurrent is BotConcurrentNode: it starts at its first child. FAILURE ends
// it; past the last child it runs when any child ran, else it succeeds. Cases
// unv-concurrent-first-failure, unv-concurrent-running.
func concurrent(x *run.Exec, node *tree.Node) host.Status {
	result := host.Success
	for _, kid := range children(x, node) {
		switch evaluate(x, kid) {
		case host.Failure:
			return host.Failure
		case host.Running:
			result = host.Running
		}
	}
	return result
}

// action is BotActionNode: a dead bot's action fails and is not called. An
// action that asks for it is told when it starts over: when the bot's current
// action is another, or this one ended. What is none of the three statuses is
// another number.
func action(x *run.Exec, n tree.NodeID, node *tree.Node) host.Status {
	if m, ok := x.World.(host.Mortal); ok && !m.Alive(x.Body) {
		return host.Failure
	}
	enters := node.Flags&flagEnters != 0
	if l := list(x.Mem); enters && l.current() != n {
		l.setCurrent(n)
		x.Notify(n, host.Entered)
	}
	s := x.Leaf(n)
	if s > host.Running {
		return host.Other
	}
	if l := list(x.Mem); enters && s != host.Running && l.current() == n {
		l.setCurrent(0)
	}
	return s
}

// condition is BotConditionNode without a child. The expression is evaluated at
// every call. Case unv-expr-truth.
func condition(x *run.Exec, n tree.NodeID, node *tree.Node) host.Status {
	if holds(x, n, node.Arg) {
		return host.Success
	}
	return host.Failure
}

// guard is BotConditionNode with a child: nothing is told to the child when the
// expression turns false. Cases unv-condition-child-every-tick,
// unv-condition-abort-keeps-place.
func guard(x *run.Exec, n tree.NodeID, node *tree.Node) host.Status {
	if !holds(x, n, node.Arg) {
		return host.Failure
	}
	return evaluate(x, only(x, node))
}

// invert is BotDecoratorInvert: SUCCESS and FAILURE change places.
func invert(x *run.Exec, node *tree.Node) host.Status {
	switch s := evaluate(x, only(x, node)); s {
	case host.Success:
		return host.Failure
	case host.Failure:
		return host.Success
	default:
		return s
	}
}

// mapStatus is BotDecoratorMapStatus: one status in place of each of the three;
// another number stays. Case unv-mapstatus-hides-running.
func mapStatus(x *run.Exec, node *tree.Node) host.Status {
	s := evaluate(x, only(x, node))
	if s > host.Running {
		return s
	}
	return host.Status(node.Arg >> (8 * s) & 0xff)
}

// returns is BotDecoratorReturn: the child is evaluated for what it does. Cases
// unv-return-values, unv-return-number-forms.
func returns(x *run.Exec, node *tree.Node) host.Status {
	evaluate(x, only(x, node))
	return host.Status(node.Arg)
}

// timer is BotDecoratorTimer: the gate, a level time, is open strictly after it,
// so never at time 0, and a child that fails closes it from now on. The gate is
// the bot's for good: a respawn leaves it. Cases unv-timer-zero-time,
// unv-timer-success-free, unv-timer-closed-keeps-place.
func timer(x *run.Exec, node *tree.Node) host.Status {
	now := levelTime(x)
	if !gateOf(x.Mem, node).open(now) {
		return host.Failure
	}
	s := evaluate(x, only(x, node))
	if s == host.Failure {
		gateOf(x.Mem, node).close(now + int64(node.Arg))
	}
	return s
}

// levelTime is the time of the match in whole milliseconds.
func levelTime(x *run.Exec) int64 { return int64(math.Round(float64(x.Tick) * x.DT * 1000)) }

// spawnAs is BotSpawnAs: it fails unless the bot waits to spawn.
func spawnAs(x *run.Exec, node *tree.Node) host.Status {
	if w, ok := x.World.(host.Spawner); ok && w.Spawn(x.Body, node.Arg) {
		return host.Success
	}
	return host.Failure
}
