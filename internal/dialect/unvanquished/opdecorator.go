package unvanquished

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// invert is BotDecoratorInvert: it swaps SUCCESS and FAILURE.
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

func (b *batch) invert(node *tree.Node, mask uint64) outcome {
	o := b.evaluate(only(b.x, node), mask)
	o.success = mask &^ o.answered()
	return o
}

// mapStatus is BotDecoratorMapStatus: it has a status for each of the three; any
// other number stays. Case unv-mapstatus-hides-running.
func mapStatus(x *run.Exec, node *tree.Node) host.Status {
	s := evaluate(x, only(x, node))
	if s > host.Running {
		return s
	}
	return host.Status(node.Arg >> (8 * s) & 0xff)
}

func (b *batch) mapStatus(node *tree.Node, mask uint64) outcome {
	k := b.evaluate(only(b.x, node), mask)
	o := outcome{other: k.other}
	o.add(mask&^k.answered(), host.Status(node.Arg&0xff))
	o.add(k.success, host.Status(node.Arg>>8&0xff))
	o.add(k.running, host.Status(node.Arg>>16&0xff))
	return o
}

// returns is BotDecoratorReturn: the child is evaluated, and its status ignored.
// Cases unv-return-values, unv-return-number-forms.
func returns(x *run.Exec, node *tree.Node) host.Status {
	evaluate(x, only(x, node))
	return host.Status(node.Arg)
}

func (b *batch) returns(node *tree.Node, mask uint64) (o outcome) {
	b.evaluate(only(b.x, node), mask)
	o.add(mask, host.Status(node.Arg))
	return o
}

// timer is BotDecoratorTimer. Its gate is a level time and open strictly after
// that, so never at time 0; a child that fails closes it for the timer's time. A
// respawn does not change the gate. Cases unv-timer-zero-time,
// unv-timer-success-free, unv-timer-closed-keeps-place.
func timer(x *run.Exec, n tree.NodeID, node *tree.Node) host.Status {
	now := levelTime(x)
	if g := gateOf(x.Mem, node); !g.open(now) {
		x.Because(n, "time").Is(float64(now), host.Above, float64(g.opens()), "ms").Against("opens after")
		return host.Failure
	}
	s := evaluate(x, only(x, node))
	if s == host.Failure {
		gateOf(x.Mem, node).close(now + int64(node.Arg))
	}
	return s
}

func (b *batch) timer(n tree.NodeID, node *tree.Node, mask uint64) outcome {
	open := mask &^ b.closed(n)
	if open == 0 {
		return outcome{}
	}
	o := b.evaluate(only(b.x, node), open)
	b.close(n, open&^o.answered(), b.now+int64(node.Arg))
	return o
}

// levelTime returns the time of the match in whole milliseconds.
func levelTime(x *run.Exec) int64 { return int64(math.Round(float64(x.Tick) * x.DT * 1000)) }

// statusOfNumber returns the status with a number of the game. All numbers but
// those of the three statuses become Other: no node can tell them apart.
func statusOfNumber(number int32) host.Status {
	if number < 0 || number > int32(host.Running) {
		return host.Other
	}
	return host.Status(number)
}
