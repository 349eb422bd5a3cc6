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
	opHost // an action of the game, which may run on
	numOps
)

// ops says for each kind what scripts call its class, what its Visit answers in a
// line, and how many words it has beside the head and the wake time. The table
// fields has what scripts read and write of it.
var ops = [numOps]struct {
	class string
	truth string
	words int
}{
	opNode:           {"BehaviourNode", "FAILED", 0},
	opDecorator:      {"DecoratorNode", "FAILED", 0},
	opCondition:      {"ConditionNode", "SUCCESS if its function answers true, else FAILED", 0},
	opMultiCondition: {"MultiConditionNode", "SUCCESS if the first function answers true, later the second, else FAILED", 0},
	opConditionWait:  {"ConditionWaitNode", "SUCCESS if its function answers true, else RUNNING", 0},
	opAction:         {"ActionNode", "SUCCESS, after its function was called", 0},
	opWait:           {"WaitNode", "RUNNING for a time, then SUCCESS", 2}, // wake_time
	opSequence:       {"SequenceNode", "the first child that is RUNNING or FAILED decides, else SUCCESS", 0},
	opSelector:       {"SelectorNode", "the first child that is RUNNING or SUCCESS decides, else FAILED", 0},
	opNot:            {"NotDecorator", "SUCCESS for FAILED and FAILED for SUCCESS, else as its child", 0},
	opFailIfRunning:  {"FailIfRunningDecorator", "FAILED for RUNNING, else as its child", 0},
	opFailIfSuccess:  {"FailIfSuccessDecorator", "FAILED for SUCCESS, else as its child", 0},
	opLoop:           {"LoopNode", "a sequence that begins again; SUCCESS after its rounds", 4}, // rep, maxreps
	opRandom:         {"RandomNode", "as a child that is drawn, or the next one that does not fail; FAILED if all do", 0},
	opPriority:       {"PriorityNode", "the first child that is RUNNING or SUCCESS decides in each period, else FAILED", 4}, // lasttime, period
	opParallel:       {"ParallelNode", "FAILED if a child is, SUCCESS once all are done, or any if so wanted, else RUNNING", 0},
	opEvent:          {"EventNode", "READY until its event comes, then as its child", 2},                    // priority
	opLatch:          {"LatchNode", "as its child, which is entered once in each duration, else FAILED", 4}, // lastlatchtime, currentduration
	opHost:           {"HostNode", "as an action of the game", 0},
}

// method is a method of nodes that a class may override.
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
	headFlag    = 1 << 5 // triggered, running, stoponanycomplete, or: lasttime, wake_time or maxreps is not nil
	headOdd     = 1 << 6 // what should be a number is another value, which is in fn2 or data
	headIndexed = 1 << 7 // idx is not nil
	indexShift  = 8
	headStart   = ready | ready<<lastShift
)

// Offsets in a node's slot, each a float64 of two words.
const (
	atWake = 0 // nextupdatetime
	atOwn  = 2 // the first number of the kind
	atMore = 4 // the second one
)
