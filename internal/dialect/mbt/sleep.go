package mbt

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// asleep stands for ever: only an event ends the sleep.
const asleep = math.MaxInt64

// Sleep lets a tree sleep while it would only wait: for a timer, an event, or a
// variable that an event sets. The search ends at the first node that has
// something else to do.
func (s *semantics) Sleep(x *run.Exec) (ticks int64, forever bool) {
	if x.Env[0]&envDead != 0 {
		return 0, true
	}
	if !s.rests || x.Env[0]&envOver != 0 || s.selected(x) != nil {
		return 1, false
	}
	ticks = s.idle(x, x.Tree.Entries[0])
	return ticks, ticks == asleep
}

// Rests tells of a tree that has finished for good.
func (s *semantics) Rests(x *run.Exec) string {
	if x.Env[0]&envStopped != 0 {
		return "stopped"
	}
	return ""
}

// idle returns for how many ticks a running node would do nothing; less than 1
// when it has something to do in the next.
func (s *semantics) idle(x *run.Exec, n tree.NodeID) int64 {
	node := &x.Tree.Nodes[n]
	switch opOf(node) {
	case opHalt, opSendTransitionEvent, opSendTransitionSignal:
		return asleep
	case opWait, opTimeout:
		return ticksLeft(x, node)
	case opWaitForEvent:
		return asleepIf(field(x, node, 1) == 0)
	case opMonitorCondition: // what runs after it may have set a variable
		return asleepIf(!s.holds(x, node.Arg))
	case opSequence, opSelector:
		return s.idleBelow(x, x.Tree.Edges[int(node.Kid)+int(at(x, node))])
	case opParallel:
		return s.idleParallel(x, node)
	case opLoop, opLoopUntilSuccess, opSuppressFailure, opIfCondition, opRandomGate, opIfTime, opLuaGate, opLuaWrapper, opGroupScope, opGate:
		return s.idleBelow(x, only(x, node))
	case opPriority:
		return s.idlePriority(x, node)
	case opStateMachine:
		v := field(x, node, 16)
		if v>>8 != noPending {
			return 0
		}
		return s.idleBelow(x, only(x, &x.Tree.Nodes[x.Tree.Edges[int(node.Kid)+int(v&0xff)]]))
	}
	return 0
}

// idleBelow is idle for the node that its parent ticks next. A node that does not
// run has to be entered.
func (s *semantics) idleBelow(x *run.Exec, n tree.NodeID) int64 {
	if !runs(x, n) {
		return 0
	}
	return s.idle(x, n)
}

func (s *semantics) idleParallel(x *run.Exec, node *tree.Node) int64 {
	w, least := node.Slot>>5, int64(asleep)
	for i, kid := range x.Tree.Edges[node.Kid:][:node.NKid] {
		if (x.Mem[w]|x.Mem[w+1])>>i&1 == 1 {
			continue
		}
		if least = min(least, s.idleBelow(x, kid)); least < 1 {
			break
		}
	}
	return least
}

// idlePriority can only be idle while the case that runs is the one that would be
// picked.
func (s *semantics) idlePriority(x *run.Exec, node *tree.Node) int64 {
	now := field(x, node, 8)
	for i, kid := range x.Tree.Edges[node.Kid:][:node.NKid] {
		if s.holds(x, x.Tree.Nodes[kid].Arg) {
			if uint32(i) != now {
				break
			}
			return s.idleBelow(x, only(x, &x.Tree.Nodes[kid]))
		}
	}
	return 0
}

func asleepIf(still bool) int64 {
	if still {
		return asleep
	}
	return 0
}

// ticksLeft returns the number of ticks to the first in which a timer may have
// run out. Two units are kept back for the rounding of the clock, so that it
// never comes too late.
func ticksLeft(x *run.Exec, node *tree.Node) int64 {
	const most = 1 << 40
	end := load64(x.Mem[node.Slot>>5:])
	if end < 0 {
		return asleep
	}
	return int64(min(float64(end-now(x)-2)/(x.DT*unitsPerSecond), most)) + 1
}
