package judge

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Judge is Semantics that judges nodes.
type Judge interface {
	// Judge judges a node. kids is what its children may answer, in order.
	Judge(t *tree.Tree, n tree.NodeID, kids []host.Answers) Judgement
}

// Coder is Semantics whose trees may run code that nobody has judged.
type Coder interface {
	// Coded reports whether there is such code, in the tree or beside it.
	Coded() bool
}

// IsCoded reports whether trees may do what nobody knows: read and write any state, take and
// send any event.
func IsCoded(s run.Semantics) bool {
	if _, judges := s.(Judge); !judges {
		return true
	}
	c, ok := s.(Coder)
	return ok && c.Coded()
}

// Judgement holds the knowledge of a node.
type Judgement struct {
	Answers host.Answers // that it may give
	Asked   int          // how many of its children, from the first, may ever be asked
	Skipped []int        // those of them that never are, as nothing leads to them
	Order   Order
	Memory  Memory
	// Test holds the question that the node asks before its children, which it asks only where
	// that holds; a node without children succeeds where it holds and fails elsewhere. nil where
	// that is not so, or not known.
	Test *Test
	// Asks: it asks conditions of which nothing is known, before it does anything.
	Asks bool
	// Kept lists the children that are not asked again while another runs on, once
	// they have succeeded.
	Kept []int
	// Every is the number of seconds that must have passed until it asks its children again from
	// the first; 0 where it does so in each tick, or goes by Memory.
	Every float64
	// Rests: it keeps until when its child is not entered, whatever else is remembered.
	Rests bool
	// Heeds: an event that comes in a tick in which it is not asked is lost to it.
	Heeds bool
	// Uncounted: it is to end after some rounds, which are never counted.
	Uncounted bool
	// Idle: the node answers what its child does, whatever that may be, and has no other use.
	Idle bool
	// Stuck: its children may end so that it runs for ever with none of them running.
	Stuck bool
	// Acts: to ask the node may change what tests ask.
	Acts bool
}

// Open returns the judgement of a node of which nothing is known.
func Open(kids []host.Answers) Judgement {
	return Judgement{Answers: host.MayAll, Asked: len(kids), Acts: true}
}

// Order says when a node asks a child after the one before it, in the same moment.
type Order uint8

// The orders.
const (
	Apart     Order = iota // that is not known, nor that a child is asked in the moment in which the node is, with nothing in between
	OnSuccess              // when that one has succeeded
	OnFailure              // when that one has failed
	InTurn                 // whatever that one answers, though it may end the node
	Picked                 // when the test of that one does not hold; only one child is asked for more than its test
)

// Memory says what is not asked again in the next tick while a child runs on.
type Memory uint8

// The memories.
const (
	Forgets Memory = iota // all is asked again
	Resumes               // the children before it are not
	Stays                 // nor are the nodes above
)

// Includer is Semantics whose files mention others, each of which is one node wherever it is
// mentioned.
type Includer interface {
	// Included lists the mentions, in the order in which they stand in files.
	Included() []Include
}

// Include says where a file is mentioned.
type Include struct {
	At   syntax.Pos
	Node tree.NodeID // that the mentioned file is
}

// InSequence judges a node that asks its children from the first until one gives an answer
// that is not in on; past the last it gives the answer end. MayOther of a child is not told
// from what ends the node where on has it not.
func InSequence(kids []host.Answers, on, end host.Answers) (may host.Answers, asked int) {
	for i, kid := range kids {
		may |= kid &^ on
		if kid&on == 0 {
			return may, i + 1
		}
	}
	return may | end, len(kids)
}
