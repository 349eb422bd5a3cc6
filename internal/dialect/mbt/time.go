package mbt

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// now returns the time at which the tick began, in units.
func now(x *run.Exec) int64 {
	return int64(math.Round(float64(x.Tick) * x.DT * unitsPerSecond))
}

func load64(words []uint32) int64 { return int64(uint64(words[0]) | uint64(words[1])<<32) }

func store64(words []uint32, v int64) { words[0], words[1] = uint32(v), uint32(uint64(v)>>32) }

// startTimer fixes when a Wait or Timeout ends. A Wait of a negative time never
// does. Cases mbt-wait-negative, mbt-timeout-negative-later.
func (s *semantics) startTimer(x *run.Exec, n tree.NodeID, node *tree.Node) {
	t := s.timers[node.Arg]
	length := t.duration
	if t.variation != 0 {
		length += float32(float32(x.Random(n)) * t.variation)
	}
	end := now(x) + units(length)
	if opOf(node) == opWait && t.duration < 0 {
		end = -1
	}
	store64(x.Mem[node.Slot>>5:], end)
}

// elapsed reports whether a timer has run out. One that ends before the
// beginning of time never does. Case mbt-timeout-negative-at-zero.
func elapsed(x *run.Exec, node *tree.Node) bool {
	end := load64(x.Mem[node.Slot>>5:])
	return end >= 0 && now(x) >= end
}

// left returns what remains of a timer, in seconds.
func left(x *run.Exec, node *tree.Node) float32 {
	end := load64(x.Mem[node.Slot>>5:])
	if end < 0 {
		return 0
	}
	return seconds(max(end-now(x), 0))
}

func (s *semantics) timeout(x *run.Exec, node *tree.Node) host.Status {
	if elapsed(x, node) {
		return host.Failure
	}
	return host.Running
}

// timeHolds does the test of IfTime, AssertTime and WaitUntilTime. A timestamp that
// was cleared counts as set and passes no test. Cases mbt-time-if-never,
// mbt-time-exclusive, mbt-quirk-unknown-timestamp.
func (s *semantics) timeHolds(x *run.Exec, n tree.NodeID, node *tree.Node) bool {
	t := &s.tests[node.Arg]
	set := int64(neverSet)
	if t.stamp >= 0 {
		set = s.stampOf(x.Env, t.stamp)
	}
	if x.Trace != nil {
		s.tellStamp(x, n, t, set)
	}
	switch since := now(x) - set; {
	case set == neverSet:
		return t.never
	case set == cleared:
		return false
	case t.more:
		return since > t.limit
	default:
		return since < t.limit
	}
}

// stamp sets the timestamps of an event, and then clears the ones that these
// exclude. Two that exclude each other and share an event both end up cleared.
func (s *semantics) stamp(x *run.Exec, e host.EventID) {
	set := false
	for i := range s.stamps {
		if s.stamps[i].event == e {
			s.setStamp(x.Env, i, now(x))
			set = true
		}
	}
	if !set {
		return
	}
	for i := range s.stamps {
		if t := &s.stamps[i]; t.event == e && t.exclusiveTo >= 0 && s.stampOf(x.Env, t.exclusiveTo) != neverSet {
			s.setStamp(x.Env, t.exclusiveTo, cleared)
		}
	}
}

func (s *semantics) stampOf(env []uint32, i int) int64 { return load64(env[s.env.stamps+2*i:]) }

func (s *semantics) setStamp(env []uint32, i int, t int64) { store64(env[s.env.stamps+2*i:], t) }
