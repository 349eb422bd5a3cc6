package run

import (
	"strings"

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

// Both returns a tracer that passes everything on to two others, either of which may be nil. Reasons go to the first of
// them that wants any.
func Both(a, b Tracer) Tracer {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	t := both{a, b, nil}
	for _, one := range []Tracer{b, a} {
		if r, ok := one.(ReasonTracer); ok {
			t.reasons = r
		}
	}
	return &t
}

type both struct {
	a, b    Tracer
	reasons ReasonTracer // nil for none
}

func (t *both) Leaf(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	t.a.Leaf(row, n, what, s)
	t.b.Leaf(row, n, what, s)
}

func (t *both) Node(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	t.a.Node(row, n, what, s)
	t.b.Node(row, n, what, s)
}

func (t *both) Reason(row int32, n tree.NodeID) *host.Reason {
	if t.reasons == nil {
		return nil
	}
	return t.reasons.Reason(row, n)
}

func (t *both) Reasons(row int32, n tree.NodeID) []host.Reason {
	if t.reasons == nil {
		return nil
	}
	return t.reasons.Reasons(row, n)
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

// ReasonTracer is a Tracer that also wants to know why, see [host.Call.Because]. What a node
// notes before it is told as visited belongs to that visit.
type ReasonTracer interface {
	// Reason is room for another reason of a node: the caller sets all of it. It stays where
	// it is until the visit ends. nil where nobody wants it.
	Reason(row int32, n tree.NodeID) *host.Reason
	// Reasons are those of the visit that goes on.
	Reasons(row int32, n tree.NodeID) []host.Reason
}

// Forcer is a Tracer that may have a bot's tree go another way than it does, to find out what
// it would do. The game is another one from there on, so that only copies of games are played
// so.
type Forcer interface {
	Tracer
	// Holds is what a node takes for the answer of its condition, which is ok: one that only
	// asks, and one that asks before its child runs.
	Holds(row int32, n tree.NodeID, ok bool) bool
	// Answers is what an action has answered to its tree, for s. It did what it did.
	Answers(row int32, n tree.NodeID, s host.Status) host.Status
}

// Holds passes on what a node has found of its condition; see [Forcer].
func (x *Exec) Holds(n tree.NodeID, ok bool) bool {
	if x.Trace == nil {
		return ok
	}
	return x.holds(n, ok)
}

func (x *Exec) holds(n tree.NodeID, ok bool) bool {
	if f, on := x.Trace.(Forcer); on {
		return f.Holds(x.Row, n, ok)
	}
	return ok
}

// Answers passes on what an action has answered; see [Forcer].
func (x *Exec) Answers(n tree.NodeID, s host.Status) host.Status {
	if x.Trace == nil {
		return s
	}
	return x.answers(n, s)
}

func (x *Exec) answers(n tree.NodeID, s host.Status) host.Status {
	if f, on := x.Trace.(Forcer); on {
		return f.Answers(x.Row, n, s)
	}
	return s
}

// Reason is [host.Reasoner].
func (x *Exec) Reason(node uint16) *host.Reason {
	if t, ok := x.Trace.(ReasonTracer); ok {
		return t.Reason(x.Row, tree.NodeID(node))
	}
	return nil
}

// Reasons is [host.Reasoner].
func (x *Exec) Reasons(node uint16) []host.Reason {
	if t, ok := x.Trace.(ReasonTracer); ok {
		return t.Reasons(x.Row, tree.NodeID(node))
	}
	return nil
}

// Because is [host.Call.Because] for what a node compares itself.
func (x *Exec) Because(n tree.NodeID, what string) *host.Reason {
	if x.Trace == nil {
		return nil
	}
	return x.because(n, what)
}

func (x *Exec) because(n tree.NodeID, what string) *host.Reason {
	r := x.Reason(uint16(n))
	if r != nil {
		*r = host.Reason{What: what}
	}
	return r
}

// Asked is Value. While somebody looks, a function that has noted nothing of its value is
// noted with it, by its name.
func (x *Exec) Asked(n tree.NodeID, leaf uint16) host.Value {
	mark := x.Operand(n)
	v := x.Value(n, leaf)
	if x.Trace != nil {
		x.answered(n, mark, x.Tree.Leaves[leaf].Func.Name, v)
	}
	return v
}

func (x *Exec) answered(n tree.NodeID, mark int, name string, v host.Value) {
	if len(x.Reasons(uint16(n))) != mark {
		return
	}
	r := x.Because(n, strings.ReplaceAll(name[strings.LastIndexByte(name, '.')+1:], "_", " "))
	if v.Kind() == host.Null {
		r.About("none")
	} else {
		r.HasValue(v)
	}
}

// Operand returns how many reasons a node has noted before it asks for an operand, for Told.
func (x *Exec) Operand(n tree.NodeID) int {
	if x.Trace == nil {
		return 0
	}
	return len(x.Reasons(uint16(n)))
}

// Told returns what the function of an operand has noted of its value, since Operand, and nothing
// has compared yet; nil for nothing.
func (x *Exec) Told(n tree.NodeID, since int) *host.Reason {
	if x.Trace == nil {
		return nil
	}
	list := x.Reasons(uint16(n))
	for i := min(since, len(list)); i < len(list); i++ {
		if list[i].Relation == host.None {
			return &list[i]
		}
	}
	return nil
}
