package mbt

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// document is a file of a tree that was decoded without errors.
type document struct {
	variables  []variable
	signals    []signalVariable
	timestamps []timestamp
	root       node
	numbers    []run.Number
}

type variable struct {
	name string // in lower case
	show string // as written
	on   bool   // at the start
}

// signalVariable sets a variable when an event comes.
type signalVariable struct {
	event    string
	at       syntax.Span
	variable string // in lower case
	value    expression
}

type timestamp struct {
	name, event, exclusiveTo string
	at                       syntax.Span
}

// node is one node of a tree. Only the types of this file implement it, so that
// the compiler knows them all.
type node interface{ base() *element }

// element holds the common part of all nodes.
type element struct {
	kind string // the name of the element
	at   syntax.Span
	logs [3]string // start, success, failure
}

func (e *element) base() *element { return e }

type (
	sequenceNode struct {
		element
		kids []node
	}
	selectorNode struct {
		element
		kids []node
	}
	parallelNode struct {
		element
		successAny, failureAll bool
		kids                   []node
	}
	// loopNode is a Loop or, where it retries, a LoopUntilSuccess.
	loopNode struct {
		element
		retries bool
		count   uint8 // 0 for ever
		kid     node
	}
	priorityNode struct {
		element
		cases []caseNode
	}
	caseNode struct {
		at        syntax.Span
		condition expression
		kid       node
	}
	machineNode struct {
		element
		states []stateNode
	}
	stateNode struct {
		at          syntax.Span
		name        string
		transitions []transition
		kid         node
	}
	transition struct {
		at    syntax.Span
		to    string
		toAt  syntax.Span
		event string
		state int // that it leads to
	}
	// sendNode is a SendEvent or, where it stays, a SendTransitionEvent.
	sendNode struct {
		element
		event string
		stays bool
	}
	// signalNode is a Signal or, where it stays, a SendTransitionSignal.
	signalNode struct {
		element
		event string
		to    host.Audience
		stays bool
	}
	ifNode struct {
		element
		condition expression
		equalTo   bool
		kid       node
	}
	assertNode struct {
		element
		condition expression
	}
	monitorNode struct {
		element
		condition expression
	}
	randomGateNode struct {
		element
		chance float32
		kid    node
	}
	// timerNode is a Wait or, where it fails, a Timeout.
	timerNode struct {
		element
		fails               bool
		duration, variation float32
	}
	waitForEventNode struct {
		element
		event string
		fails bool
	}
	// timeNode is an IfTime, an AssertTime or a WaitUntilTime.
	timeNode struct {
		element
		op    opcode
		since string
		more  bool // isMoreThan, else isLessThan
		limit float32
		never bool // holds while the timestamp was never set
		kid   node // of an IfTime
	}
	suppressNode struct {
		element
		kid node
	}
	// plainNode is a Fail, a Halt or a Breakpoint.
	plainNode struct {
		element
	}
	logNode struct {
		element
		message string
	}
	graftNode struct {
		element
	}
	luaNode struct {
		element
		code *machine.Chunk
	}
	luaGateNode struct {
		element
		code *machine.Chunk
		kid  node
	}
	luaWrapperNode struct {
		element
		enter, exit *machine.Chunk // nil for none
		kid         node
	}
	// scopeNode is a GroupScope, a SquadScope or, where it has no name, a
	// LimitConcurrentUsers.
	scopeNode struct {
		element
		squad   bool
		name    string // in lower case
		show    string // as written
		allowed uint32
		kid     node
	}
	// actionNode is an action of the game.
	actionNode struct {
		element
		use   *host.Action
		args  []host.Value
		spots []syntax.Pos // of these
		items []host.Item
		pipe  *machine.Chunk // gives the goals that stand in it; nil for none
		facet host.FacetID
		kids  []node
	}
)
