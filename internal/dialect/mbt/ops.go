package mbt

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/optable"
)

// opcode says what a node does.
type opcode tree.Op

const (
	opNone opcode = iota
	opSequence
	opSelector
	opParallel
	opLoop
	opLoopUntilSuccess
	opPriority
	opCase
	opStateMachine
	opState
	opSendEvent
	opSendTransitionEvent
	opIfCondition
	opAssertCondition
	opMonitorCondition
	opRandomGate
	opTimeout
	opWait
	opWaitForEvent
	opIfTime
	opAssertTime
	opWaitUntilTime
	opFail
	opSuppressFailure
	opHalt
	opLog
	opBreakpoint
	opGraft
	opGrafted
	opExecuteLua
	opAssertLua
	opLuaGate
	opLuaWrapper
	opSignal
	opSendTransitionSignal
	opGroupScope
	opAction
	opGate
	opDecorator
	opComposite
	opCount
)

// ops has a line for each op: its element, or what it is of a game's; the part
// that it plays in a tree; and its truth, in which F, S and R are failure,
// success and running. Every op that ends leaves what still runs below it.
//
// A Case, a State and the root of a grafted tree are no nodes of the original:
// what stands below them is ticked in their place, and tracers are told that they
// answered as it does.
var ops = optable.Table{Dialect: "mbt", Ops: []optable.Op{
	opNone:                 {"none", run.Action, "no node"},
	opSequence:             {"Sequence", run.Composite, "from where it is; F and R are answered, S goes on; past the last S"},
	opSelector:             {"Selector", run.Composite, "from where it is; S and R are answered, F goes on; past the last F"},
	opParallel:             {"Parallel", run.Composite, "ticks all that have not ended; S when any or all succeeded, then F when any or all failed, else R"},
	opLoop:                 {"Loop", run.Decorator, "S counts and begins anew, F is F; S after the last round"},
	opLoopUntilSuccess:     {"LoopUntilSuccess", run.Decorator, "F counts and begins anew, S is S; F after the last round"},
	opPriority:             {"Priority", run.Composite, "picks the first case that holds in each tick and answers what it does; F where none holds"},
	opCase:                 {"Case", run.Decorator, "a condition of a Priority; never ticked"},
	opStateMachine:         {"StateMachine", run.Composite, "answers what its state does; a transition ends one state and begins another"},
	opState:                {"State", run.Decorator, "a state of a StateMachine; never ticked"},
	opSendEvent:            {"SendEvent", run.Action, "sends an event to the tree when it is entered; S"},
	opSendTransitionEvent:  {"SendTransitionEvent", run.Action, "sends an event to the tree when it is entered; R until it is left"},
	opIfCondition:          {"IfCondition", run.Decorator, "F where the condition differs when it is entered, else answers what its child does"},
	opAssertCondition:      {"AssertCondition", run.Condition, "S where the condition holds, else F"},
	opMonitorCondition:     {"MonitorCondition", run.Condition, "S where the condition holds, else R"},
	opRandomGate:           {"RandomGate", run.Decorator, "draws a number when it is entered: answers what its child does with the probability opensWithChance, else F"},
	opTimeout:              {"Timeout", run.Action, "R, and F when its time is over"},
	opWait:                 {"Wait", run.Action, "R, and S when its time is over"},
	opWaitForEvent:         {"WaitForEvent", run.Action, "R until its event came, then S or F as it says"},
	opIfTime:               {"IfTime", run.Decorator, "F where the time does not hold when it is entered, else answers what its child does"},
	opAssertTime:           {"AssertTime", run.Condition, "S where the time holds, else F"},
	opWaitUntilTime:        {"WaitUntilTime", run.Condition, "S where the time holds, else R"},
	opFail:                 {"Fail", run.Action, "F"},
	opSuppressFailure:      {"SuppressFailure", run.Decorator, "S for F; R stays"},
	opHalt:                 {"Halt", run.Action, "R"},
	opLog:                  {"Log", run.Action, "writes to the log; S"},
	opBreakpoint:           {"Breakpoint", run.Action, "S"},
	opGraft:                {"Graft", run.Composite, "R while a grafted tree runs or none is there; F when that fails"},
	opGrafted:              {graftRoot, run.Decorator, "the root of a tree below a Graft; never ticked"},
	opExecuteLua:           {"ExecuteLua", run.Action, "runs code; S"},
	opAssertLua:            {"AssertLua", run.Condition, "S where code answers true, else F"},
	opLuaGate:              {"LuaGate", run.Decorator, "F where code does not answer true when it is entered, else answers what its child does"},
	opLuaWrapper:           {"LuaWrapper", run.Decorator, "runs code before and after its child and answers what that does"},
	opSignal:               {"Signal", run.Action, "sends a signal to others when it is entered; S"},
	opSendTransitionSignal: {"SendTransitionSignal", run.Action, "sends a signal to others when it is entered; R until it is left"},
	opGroupScope:           {"GroupScope", run.Decorator, "F where no place is free when it is entered, else answers what its child does"},
	opAction:               {"action", run.Action, "answers what the game does"},
	opGate:                 {"gate", run.Decorator, "F where the game does not say S when it is entered, else answers what its child does"},
	opDecorator:            {"decorator", run.Decorator, "answers what the game makes of what its child answers"},
	opComposite:            {"composite", run.Composite, "answers what the game makes of its children"},
}}

// rests has the ops in which a tree can rest: they run on, tick after tick, and do
// nothing.
var rests = [opCount]bool{
	opSendTransitionEvent:  true,
	opMonitorCondition:     true,
	opTimeout:              true,
	opWait:                 true,
	opWaitForEvent:         true,
	opHalt:                 true,
	opSendTransitionSignal: true,
}

// String returns the name of the op's element.
func (o opcode) String() string { return ops.Name(tree.Op(o)) }

// opCalled returns the op of an element.
func opCalled(name string) opcode {
	for o := range opCount {
		if ops.Ops[o].Name == name {
			return o
		}
	}
	panic(fmt.Sprintf("mbt: no op is called %q", name))
}

// opOf returns the op of a node.
func opOf(node *tree.Node) opcode { return opcode(node.Op) }

// The flags of a node. Each bit means what it says on some nodes only.
const (
	flagLogs       uint8 = 1 << iota // some of the log attributes are there
	flagTrue                         // IfCondition: equalTo; WaitForEvent: succeeds
	flagSuccessAny                   // Parallel
	flagFailureAll                   // Parallel
)

// audienceShift is the position of a Signal's audience, two bits of its flags.
const audienceShift = 4

// tick is Node::Tick: a node that does not run yet is entered, and then
// updated; one that ends is left, and after that its result is logged.
func (s *semantics) tick(x *run.Exec, n tree.NodeID) host.Status {
	node := &x.Tree.Nodes[n]
	st := host.Failure
	word, bit := n>>5, uint32(1)<<(n&31)
	open := true
	if x.Mem[word]&bit == 0 {
		x.Mem[word] |= bit
		if node.Flags&flagLogs != 0 {
			s.log(x, n, s.kinds[n].logs[0])
		}
		open = s.enter(x, n, node)
	}
	if open {
		if st = s.update(x, n, node); st > host.Running {
			st = host.Failure // a game's action knows more answers than the three
		}
	}
	if st != host.Running {
		s.exit(x, n, node, open)
		x.Mem[word] &^= bit
		x.Scratch = append(x.Scratch, uint32(n))
		if node.Flags&flagLogs != 0 {
			s.log(x, n, s.kinds[n].logs[2-st]) // Success is 1, Failure 0
		}
	}
	visited(x, n, st)
	return st
}

// instead ticks what stands below a Case, a State or the root of a grafted tree in
// the place of it.
func (s *semantics) instead(x *run.Exec, n tree.NodeID) host.Status {
	st := s.tick(x, below(x, n))
	visited(x, n, st)
	return st
}

// visited tells a tracer what a node has answered.
func visited(x *run.Exec, n tree.NodeID, st host.Status) {
	if x.Trace != nil {
		x.Trace.Node(x.Row, n, host.Visited, st)
	}
}

// terminate is Node::Terminate: a node that runs is left, without a result and
// without a log; for any other nothing happens.
func (s *semantics) terminate(x *run.Exec, n tree.NodeID) {
	if !runs(x, n) {
		return
	}
	s.exit(x, n, &x.Tree.Nodes[n], true)
	x.Mem[n>>5] &^= 1 << (n & 31)
	if x.Trace != nil {
		x.Trace.Node(x.Row, n, host.WasStopped, host.Ready)
	}
}

// runs reports whether there is runtime data for a node.
func runs(x *run.Exec, n tree.NodeID) bool { return x.Mem[n>>5]>>(n&31)&1 == 1 }

// field reads bits of a node's memory, all in one word.
func field(x *run.Exec, node *tree.Node, width int) uint32 {
	return x.Mem[node.Slot>>5] >> (node.Slot & 31) & (1<<width - 1)
}

func setField(x *run.Exec, node *tree.Node, width int, v uint32) {
	w, shift := node.Slot>>5, node.Slot&31
	mask := uint32(1<<width-1) << shift
	x.Mem[w] = x.Mem[w]&^mask | v<<shift
}

// enter is OnInitialize. It answers false for a gate that stays closed: it
// decides here and never again while its child runs.
func (s *semantics) enter(x *run.Exec, n tree.NodeID, node *tree.Node) (open bool) {
	switch opOf(node) {
	case opSequence, opSelector:
		if node.NKid > 1 {
			setField(x, node, indexBits, 0)
		}
	case opParallel:
		x.Mem[node.Slot>>5], x.Mem[node.Slot>>5+1] = 0, 0
	case opLoop, opLoopUntilSuccess:
		if node.Arg > 0 {
			setField(x, node, 8, 0)
		}
	case opPriority:
		setField(x, node, 8, noCase)
	case opStateMachine:
		setField(x, node, 16, noPending<<8)
	case opSendEvent, opSendTransitionEvent:
		s.handle(x, host.Event{ID: s.events[node.Arg]})
	case opIfCondition:
		return x.Holds(n, s.asks(x, n, node.Arg) == (node.Flags&flagTrue != 0))
	case opRandomGate:
		return x.Holds(n, drawn(x, n, x.Tree.Consts[node.Arg].Number()))
	case opTimeout, opWait:
		s.startTimer(x, n, node)
	case opWaitForEvent:
		setField(x, node, 1, 0)
	case opIfTime:
		return x.Holds(n, s.timeHolds(x, n, node))
	case opGraft:
		s.graftReady(x, n, node)
	case opLuaGate:
		return x.Holds(n, s.luaTrue(x, n, s.share(x).code[node.Arg].first))
	case opLuaWrapper:
		s.luaRun(x, n, s.share(x).code[node.Arg].first)
	case opSignal, opSendTransitionSignal:
		s.signal(x, n, node)
	case opGroupScope:
		return s.enterScope(x, node)
	case opAction, opDecorator, opComposite:
		s.enterAction(x, n, node)
	case opGate:
		s.enterAction(x, n, node)
		return x.Holds(n, x.Leaf(n) == host.Success)
	}
	return true
}

// update is Update: what a node does in each tick in which it runs.
func (s *semantics) update(x *run.Exec, n tree.NodeID, node *tree.Node) host.Status {
	o := opOf(node)
	switch o {
	case opSequence:
		return s.sequence(x, node)
	case opSelector:
		return s.selector(x, node)
	case opParallel:
		return s.parallel(x, node)
	case opLoop:
		return s.loop(x, node)
	case opLoopUntilSuccess:
		return s.loopUntilSuccess(x, node)
	case opPriority:
		return s.priority(x, node)
	case opStateMachine:
		return s.stateMachine(x, node)
	case opAssertCondition:
		return host.StatusOf(x.Holds(n, s.asks(x, n, node.Arg)))
	case opMonitorCondition:
		return untilTrue(x.Holds(n, s.asks(x, n, node.Arg)))
	case opTimeout:
		tellTimer(x, n, node)
		return s.timeout(x, node)
	case opWait:
		tellTimer(x, n, node)
		return untilTrue(elapsed(x, node))
	case opWaitForEvent:
		return s.waitForEvent(x, n, node)
	case opAssertTime:
		return host.StatusOf(x.Holds(n, s.timeHolds(x, n, node)))
	case opWaitUntilTime:
		return untilTrue(x.Holds(n, s.timeHolds(x, n, node)))
	case opFail:
		return host.Failure
	case opSuppressFailure:
		return s.suppressFailure(x, node)
	case opHalt, opSendTransitionEvent, opSendTransitionSignal:
		return host.Running
	case opLog:
		s.log(x, n, node.Arg)
		return host.Success
	case opGraft:
		return s.graft(x, n, node)
	case opExecuteLua:
		s.luaRun(x, n, s.share(x).code[node.Arg].first)
		return host.Success
	case opAssertLua:
		return host.StatusOf(x.Holds(n, s.luaTrue(x, n, s.share(x).code[node.Arg].first)))
	case opIfCondition, opRandomGate, opIfTime, opLuaGate, opLuaWrapper, opGroupScope, opGate:
		return s.tick(x, only(x, node))
	case opAction:
		return x.Leaf(n)
	case opDecorator:
		return s.decorator(x, n, node)
	case opComposite:
		return x.Compose(n)
	case opSendEvent, opSignal, opBreakpoint: // done as it was entered
		return host.Success
	}
	ops.Unknown(tree.Op(o))
	return host.Failure
}

// exit is OnTerminate: what still runs below is terminated, in order. A gate
// that stayed closed has no place to give back.
func (s *semantics) exit(x *run.Exec, n tree.NodeID, node *tree.Node, open bool) {
	if node.NKid > 0 {
		s.terminateKids(x, n)
	}
	switch opOf(node) {
	case opGraft:
		s.graftLeft(x, n)
	case opLuaWrapper:
		s.luaRun(x, n, s.share(x).code[node.Arg].second)
	case opGroupScope:
		if open {
			s.leaveScope(x, node)
		}
	case opAction, opGate, opDecorator, opComposite:
		s.leaveAction(x, n, node)
	}
}

func (s *semantics) terminateKids(x *run.Exec, n tree.NodeID) {
	for _, kid := range x.Tree.Kids(n) {
		s.terminate(x, below(x, kid))
	}
}

// below returns the node of the original that a child stands for: the one below a
// Case, a State or the root of a grafted tree, otherwise the child itself.
func below(x *run.Exec, kid tree.NodeID) tree.NodeID {
	switch node := &x.Tree.Nodes[kid]; opOf(node) {
	case opCase, opState, opGrafted:
		return only(x, node)
	}
	return kid
}

// only returns the one child of a node.
func only(x *run.Exec, node *tree.Node) tree.NodeID { return x.Tree.Edges[node.Kid] }

func untilTrue(ok bool) host.Status {
	if ok {
		return host.Success
	}
	return host.Running
}
