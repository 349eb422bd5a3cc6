package unvanquished

import (
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// action is BotActionNode: the action of a dead bot fails and is not called. A
// lasting action starts over when the bot's current action is another, or this one
// has ended. Unless it is admitted then, it fails and the current action stays as it
// is. Any status but the three becomes Other.
func action(x *run.Exec, n tree.NodeID, node *tree.Node) host.Status {
	if m, ok := x.World.(host.Mortal); ok && !m.Alive(x.Body) {
		x.Because(n, "it is dead")
		return host.Failure
	}
	enters := node.Flags&flagEnters != 0
	if r := running(x.Mem); enters && r.current() != n {
		if !x.Admit(n) {
			return host.Failure
		}
		r.setCurrent(n)
		x.Notify(n, host.Entered)
	}
	s := x.Leaf(n)
	if s > host.Running {
		return host.Other
	}
	if r := running(x.Mem); enters && s != host.Running && r.current() == n {
		r.setCurrent(0)
	}
	return s
}

func (b *batch) action(n tree.NodeID, node *tree.Node, mask uint64) (o outcome) {
	if w, ok := b.x.World.(host.Mortal); ok {
		bodies := b.x.Bodies()
		for m := mask; m != 0; m &= m - 1 {
			if i := bits.TrailingZeros64(m); !w.Alive(bodies[i]) {
				mask &^= 1 << i
			}
		}
	}
	if node.Flags&flagEnters == 0 {
		o.success, o.running, o.other = b.x.ActLanes(n, mask)
		return o
	}
	entering := mask &^ b.isCurrent(n, mask)
	for m := entering; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		b.x.Enter(i)
		if !b.x.Admit(n) {
			mask &^= 1 << i
		} else {
			b.setCurrent(n, 1<<i)
			b.x.Notify(n, host.Entered)
		}
		b.x.Leave()
	}
	o.success, o.running, o.other = b.x.ActLanes(n, mask)
	b.setCurrent(0, b.isCurrent(n, mask&^o.running&^o.other)) // in which host.Status is OTHER
	return o
}

// asks is holds, and notes why while somebody looks.
func asks(x *run.Exec, n tree.NodeID, at int32) bool {
	if x.Trace != nil {
		return x.Holds(n, explained(x, n, at))
	}
	return holds(x, n, at)
}

// condition is BotConditionNode without a child. The expression is evaluated at
// every call. Case unv-expr-truth.
func condition(x *run.Exec, n tree.NodeID, node *tree.Node) host.Status {
	return host.StatusOf(asks(x, n, node.Arg))
}

func (b *batch) condition(n tree.NodeID, node *tree.Node, mask uint64) outcome {
	return outcome{success: b.holds(n, node.Arg, mask)}
}

// guard is BotConditionNode with a child, which is not told when the expression
// turns false. Cases unv-condition-child-every-tick,
// unv-condition-abort-keeps-place.
func guard(x *run.Exec, n tree.NodeID, node *tree.Node) host.Status {
	if !asks(x, n, node.Arg) {
		return host.Failure
	}
	return evaluate(x, only(x, node))
}

func (b *batch) guard(n tree.NodeID, node *tree.Node, mask uint64) outcome {
	if mask = b.holds(n, node.Arg, mask); mask == 0 {
		return outcome{}
	}
	return b.evaluate(only(b.x, node), mask)
}

// spawnAs is BotSpawnAs: it fails unless the bot waits to spawn.
func spawnAs(x *run.Exec, n tree.NodeID, node *tree.Node) host.Status {
	if w, ok := host.Find[host.Spawner](x.World); ok && w.Spawn(x.Body, node.Arg) {
		return host.Success
	}
	x.Because(n, "it does not wait to spawn, or cannot spawn as that")
	return host.Failure
}

func (b *batch) spawnAs(node *tree.Node, mask uint64) (o outcome) {
	if w, ok := host.Find[host.Spawner](b.x.World); ok {
		bodies := b.x.Bodies()
		for m := mask; m != 0; m &= m - 1 {
			if i := bits.TrailingZeros64(m); w.Spawn(bodies[i], node.Arg) {
				o.success |= 1 << i
			}
		}
	}
	return o
}
