package btcpp

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

var _ run.Sleeper = (*semantics)(nil)

// Sleep is run.Sleeper: a tree in which all that runs waits for timers has nothing to do until the
// first of them fires.
func (s *semantics) Sleep(x *run.Exec) (ticks int64, forever bool) {
	flags := x.Mem[treeFlags]
	switch {
	case flags&flagEnded != 0:
		return 0, true
	case flags&(flagWake|flagBroken) != 0 || x.Mem[treeTimers] == 0:
		return 1, false
	}
	if !s.waits(x, x.Tree.Entries[0]) {
		return 1, false
	}
	return s.ticksUntil(x, s.nextEnd(x)), false
}

// nextEnd returns when the first of all timers fires: one may run on in a node that was skipped.
func (s *semantics) nextEnd(x *run.Exec) int64 {
	end := int64(math.MaxInt64)
	for _, n := range s.timers {
		if node := &x.Tree.Nodes[n]; *word(x, node)&timerRuns != 0 {
			end = min(end, endOf(x, node))
		}
	}
	return end
}

// ticksUntil returns in how many ticks a time has come.
func (s *semantics) ticksUntil(x *run.Exec, end int64) (ticks int64) {
	at := func(ticks int64) int64 { return nanoseconds(float64(x.Tick+ticks) * x.DT) }
	ticks = max(1, int64(float64(end-now(x))/(x.DT*1e9)))
	for ticks > 1 && at(ticks-1) >= end {
		ticks--
	}
	for at(ticks) < end {
		ticks++
	}
	return ticks
}

// waits reports whether a node runs, and would do nothing if it was called before a timer fires.
func (s *semantics) waits(x *run.Exec, n tree.NodeID) bool {
	node := &x.Tree.Nodes[n]
	w := *word(x, node)
	if answer(w&statusMask) != running || node.Flags&flagScripts != 0 && s.nodes[n].scripts[while] != nil {
		return false
	}
	switch opOf(node) {
	case opSleep, opMock:
		return w&timerRuns != 0
	case opDelay:
		return w&timerRuns != 0 && s.steady(node, 1)
	case opSequence, opAsyncSequence, opSequenceWithMemory, opFallback, opAsyncFallback:
		return s.waits(x, x.Tree.Edges[node.Kid+uint16(*more(x, node, 0)&placeMask)])
	case opParallel:
		return s.steady(node, 2) && s.waitsForAll(x, node)
	case opParallelAll:
		return s.steady(node, 1) && s.waitsForAll(x, node)
	case opRepeat, opRetryUntilSuccessful, opTimeout:
		return s.steady(node, 1) && s.waits(x, only(x, node))
	case opInverter, opForceSuccess, opForceFailure, opKeepRunningUntilFailure, opRunOnce, opSubTree, opPass:
		return s.waits(x, only(x, node))
	case opIfThenElse:
		branch := w >> opShift
		return branch != 0 && s.waits(x, x.Tree.Edges[node.Kid+uint16(branch)])
	}
	return false
}

// waitsForAll is waits for the children that have not ended.
func (s *semantics) waitsForAll(x *run.Exec, node *tree.Node) bool {
	for i, kid := range x.Tree.Edges[node.Kid : node.Kid+node.NKid] {
		if !ended(x, node, i) && !s.waits(x, kid) {
			return false
		}
	}
	return true
}

// steady reports whether the first ports of a node are the same in each call.
func (s *semantics) steady(node *tree.Node, ports int) bool {
	for _, f := range s.fixed[node.Arg : int(node.Arg)+ports] {
		if !f.ok {
			return false
		}
	}
	return true
}

// fixedPort is the whole number of a port that has one in the file, by the number of the use.
type fixedPort struct {
	whole int64
	ok    bool
}

// fix notes the ports that have whole numbers in the file.
func (s *semantics) fix() {
	s.fixed = make([]fixedPort, len(s.uses))
	for i := range s.uses {
		if u := &s.uses[i]; u.how == static && u.err == nil && u.value.IsWhole() {
			s.fixed[i] = fixedPort{u.value.Whole(), true}
		}
	}
}

// whole reads a port of whole numbers.
func (s *semantics) whole(x *run.Exec, node *tree.Node, port int) (int64, error) {
	at := int(node.Arg) + port
	if f := s.fixed[at]; f.ok {
		return f.whole, nil
	}
	v, err := s.read(x, &s.uses[at])
	return v.Whole(), err
}
