package run

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Tracer is told of every leaf that is called and, by the dialects, of every
// other node that is evaluated; functions are no leaves. Tracing that is off
// costs one comparison a leaf.
type Tracer interface {
	Leaf(row int32, n tree.NodeID, what host.Notice, s host.Status)
	Node(row int32, n tree.NodeID, what host.Notice, s host.Status)
}

// EventTracer is a Tracer that is also told of every event that a bot's tree
// gets, after the tree has handled it. Dialects report the events that a tree
// sends to itself.
type EventTracer interface {
	Event(row int32, e host.Event)
}

// StepTextTracer is a Tracer that is also told in words, one step after the
// other, what a bot's tree does in a tick. Not all dialects do that.
type StepTextTracer interface {
	StepText(row int32, text string)
}
