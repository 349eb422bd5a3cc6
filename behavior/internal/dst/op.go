package dst

import (
	"github.com/thicket-sim/thicket/behavior/tree"
)

// The kinds of nodes. A class that a script derives has the kind of the
// built-in class whose constructor ran, or opNode.
const (
	opNode tree.Op = iota // BehaviourNode
	opDecorator
	opCondition
	opMultiCondition
	opConditionWait
	opAction
	opWait
	opSequence
	opSelector
	opNot
	opFailIfRunning
	opFailIfSuccess
	opLoop
	opRandom
	opPriority
	opParallel
	opEvent
	opLatch
	opHost // a leaf of the game that may run on
	numOps
)

// ops names each kind, as scripts call its class, and its words beside the
// head and the wake time.
var ops = [numOps]struct {
	class string
	words int
}{
	opNode:           {"BehaviourNode", 0},
	opDecorator:      {"DecoratorNode", 0},
	opCondition:      {"ConditionNode", 0},
	opMultiCondition: {"MultiConditionNode", 0},
	opConditionWait:  {"ConditionWaitNode", 0},
	opAction:         {"ActionNode", 0},
	opWait:           {"WaitNode", 2},     // wake_time
	opSequence:       {"SequenceNode", 0}, // idx is in the head
	opSelector:       {"SelectorNode", 0}, // idx
	opNot:            {"NotDecorator", 0}, //
	opFailIfRunning:  {"FailIfRunningDecorator", 0},
	opFailIfSuccess:  {"FailIfSuccessDecorator", 0},
	opLoop:           {"LoopNode", 4},     // rep, maxreps; idx
	opRandom:         {"RandomNode", 0},   // idx
	opPriority:       {"PriorityNode", 4}, // lasttime, period; idx
	opParallel:       {"ParallelNode", 0},
	opEvent:          {"EventNode", 2}, // priority
	opLatch:          {"LatchNode", 4}, // lastlatchtime, currentduration
	opHost:           {"HostNode", 0},
}

// method is a function of a node that a class may override.
type method uint8

const (
	mVisit method = iota
	mStep
	mReset
	mStop
	mSaveStatus
	mSleep
	mGetSleepTime
	mGetTreeSleepTime
	mDBString
	mGetString
	mGetTreeString
	mDoToParents
	mOnStop
	mOnEvent
	numMethods
)

var methodNames = [numMethods]string{
	"Visit", "Step", "Reset", "Stop", "SaveStatus", "Sleep", "GetSleepTime", "GetTreeSleepTime", "DBString", "GetString",
	"GetTreeString", "DoToParents", "OnStop", "OnEvent",
}

// Flags of a tree.Node.
const (
	flagCustom    = 1 << iota // some method is a script's own
	flagCondition             // is a ConditionNode, maybe of a derived class
	flagEvent                 // is an EventNode
	flagPriority              // is a PriorityNode
	flagNoList                // has no child list at all
	flagOdd                   // its child list has holes or names, see shape.odd
	flagLeaf                  // its function is one of the game's, see tree.Leaf
)

// status is the two bits of a node's status.
type status = uint32

const (
	ready status = iota
	success
	failed
	running
)

var statusNames = [...]string{"READY", "SUCCESS", "FAILED", "RUNNING"}

// The head is one word a node: status, last result, flags, index.
const (
	statusMask  = 3
	lastShift   = 2
	headSlept   = 1 << 4 // the wake time is set
	headFlag    = 1 << 5 // triggered, running, lasttime or maxreps is set, stop on any
	headOdd     = 1 << 6 // a number of the node is none; fn2 has what it is
	headIndexed = 1 << 7 // idx is not nil
	indexShift  = 8
	headStart   = ready | ready<<lastShift
)

// Offsets in a node's slot, each a float64 of two words.
const (
	atWake = 0 // nextupdatetime
	atOwn  = 2 // the first of the kind's own
	atMore = 4 // the second
)
