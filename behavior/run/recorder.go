package run

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// MaxRecorded is how many events a [Recorder] keeps.
const MaxRecorded = 20

// Recorder is a Tracer that keeps the last events of one row of a pool, for a
// look at a bot while it runs. It is for pools that one worker evaluates, or for
// events that come between ticks.
type Recorder struct {
	Row int32

	ring  [MaxRecorded]host.Event
	count int
}

var (
	_ Tracer      = (*Recorder)(nil)
	_ EventTracer = (*Recorder)(nil)
)

// Leaf takes note of nothing.
func (*Recorder) Leaf(int32, tree.NodeID, host.Notice, host.Status) {}

// Node takes note of nothing.
func (*Recorder) Node(int32, tree.NodeID, host.Notice, host.Status) {}

// Event keeps an event of the row.
func (r *Recorder) Event(row int32, e host.Event) {
	if row == r.Row {
		r.ring[r.count%MaxRecorded] = e
		r.count++
	}
}

// Events are the last events, newest first.
func (r *Recorder) Events() []host.Event {
	n := min(r.count, MaxRecorded)
	list := make([]host.Event, n)
	for i := range list {
		list[i] = r.ring[(r.count-1-i)%MaxRecorded]
	}
	return list
}
