package btcpp

import (
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// timerWords is what a node with a timer remembers behind its first word: when that fires, in
// nanoseconds of the tick clock, and how many timers were started before it.
const timerWords = 3

// Bits of a node with a timer.
const (
	timerRuns = 1 << opShift << iota
	timerFired
	timerOver // of a Delay: the time was waited; of a Timeout: the child was halted
)

// now is the time of a tick in nanoseconds.
func now(x *run.Exec) int64 { return nanoseconds(float64(x.Tick) * x.DT) }

func nanoseconds(seconds float64) int64 {
	whole := float64(seconds * 1e9)
	return int64(whole + 0.5)
}

// start starts the timer of a node.
func (s *semantics) start(x *run.Exec, node *tree.Node, milliseconds int64) {
	at := now(x) + milliseconds*1_000_000
	*more(x, node, 0), *more(x, node, 1) = uint32(at), uint32(uint64(at)>>32)
	*more(x, node, 2) = x.Mem[treeOrder]
	x.Mem[treeOrder]++
	*word(x, node) = *word(x, node)&^(timerFired|timerOver) | timerRuns
	x.Mem[treeTimers]++
}

// cancel takes away the timer of a node.
func (s *semantics) cancel(x *run.Exec, node *tree.Node) {
	if *word(x, node)&timerRuns != 0 {
		x.Mem[treeTimers]--
	}
	*word(x, node) &= statusMask
}

func endOf(x *run.Exec, node *tree.Node) int64 {
	return int64(uint64(*more(x, node, 0)) | uint64(*more(x, node, 1))<<32)
}

// fire fires the timers that are due, in the order of their ends, and of their starts among equal
// ones. It fails with an _onHalted script.
func (s *semantics) fire(x *run.Exec) bool {
	t := now(x)
	for {
		var next tree.NodeID
		for _, n := range s.timers {
			node := &x.Tree.Nodes[n]
			if *word(x, node)&timerRuns == 0 || endOf(x, node) > t {
				continue
			}
			if next == 0 || s.sooner(x, node, &x.Tree.Nodes[next]) {
				next = n
			}
		}
		if next == 0 {
			return true
		}
		if !s.fired(x, next) {
			return false
		}
	}
}

func (s *semantics) sooner(x *run.Exec, a, b *tree.Node) bool {
	if e, f := endOf(x, a), endOf(x, b); e != f {
		return e < f
	}
	return int32(*more(x, a, 2)-*more(x, b, 2)) < 0
}

// fired is what a timer does: a Timeout halts a child that runs, all others ask for a call.
func (s *semantics) fired(x *run.Exec, n tree.NodeID) bool {
	node := &x.Tree.Nodes[n]
	w := word(x, node)
	*w = *w&^timerRuns | timerFired
	x.Mem[treeTimers]--
	if opOf(node) != opTimeout {
		x.Mem[treeFlags] |= flagWake
		return true
	}
	kid := only(x, node)
	if statusOf(x, kid) != running {
		return true
	}
	*w |= timerOver
	x.Mem[treeFlags] |= flagWake
	if !s.halt(x, kid) {
		return false
	}
	setStatus(x, &x.Tree.Nodes[kid], idle)
	return true
}

// milliseconds reads a port of milliseconds.
func (s *semantics) milliseconds(x *run.Exec, n tree.NodeID, node *tree.Node) (int64, bool) {
	v, err := s.whole(x, node, 0)
	if err != nil {
		s.fail(x, n, "%s: %v", s.usesOf(node, n)[0].name, err)
		return 0, false
	}
	return v, true
}

// timeout fails when its child runs too long. timeout_node.cpp.
func (s *semantics) timeout(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	const started = timerOver << 1
	most, ok := s.milliseconds(x, n, node)
	if !ok {
		return broken
	}
	w := word(x, node)
	if *w&started == 0 {
		s.cancel(x, node)
		setStatus(x, node, running)
		if most > 0 {
			s.start(x, node, most)
		}
		*w |= started
	}
	if *w&timerOver != 0 {
		*w &= statusMask
		return failure
	}
	kid := only(x, node)
	a := s.call(x, kid)
	if completed(a) {
		s.cancel(x, node)
		s.resetEnded(x, kid)
	}
	return a
}

// delay waits before it calls its child. delay_node.cpp.
func (s *semantics) delay(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	const started = timerOver << 1
	wait, ok := s.milliseconds(x, n, node)
	if !ok {
		return broken
	}
	w := word(x, node)
	if *w&started == 0 {
		s.cancel(x, node)
		setStatus(x, node, running)
		s.start(x, node, wait)
		*w |= started
	}
	s.tellTime(x, n, node)
	if *w&timerFired == 0 {
		return running
	}
	kid := only(x, node)
	a := s.call(x, kid)
	if completed(a) {
		*w &= statusMask
		s.resetEnded(x, kid)
	}
	return a
}

// sleep waits. sleep_node.cpp.
func (s *semantics) sleep(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	switch statusOf(x, n) {
	case success, failure: // not reset
		return statusOf(x, n)
	case idle:
		wait, ok := s.milliseconds(x, n, node)
		switch {
		case !ok:
			return broken
		case wait == 0:
			return success
		}
		s.cancel(x, node)
		s.start(x, node, wait)
		return running
	}
	s.tellTime(x, n, node)
	if *word(x, node)&timerFired == 0 {
		return running
	}
	*word(x, node) &= statusMask
	return success
}
