package dragengine

import (
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
	opChoice
	opAction
	opReady   // an action of this package
	opMissing // an action that nothing offers
	opSuccess
	opFailure
	opRunning
	opYield
	opNothing // the rule of a file without rules
	opCount
)

// ops has a line for each op: its tag, the part that it plays in a tree, and its
// truth, in which F, S and R are failure, success and running. Against its
// conditions any of them is F, except where the truth says that it does not ask.
var ops = optable.Table{Dialect: "dragengine", Ops: []optable.Op{
	opNone:     {"none", run.Condition, "no rule"},
	opSequence: {"sequence", run.Composite, "S of a child goes on while the conditions hold, F ends it; past the last S, or the first again"},
	opChoice:   {"choice", run.Composite, "F of a child goes on while the conditions hold, S ends it or begins it anew; past the last F"},
	opAction:   {"action", run.Action, "answers what the game does"},
	opReady:    {"action", run.Action, "answers what the action of this package does"},
	opMissing:  {"action", run.Action, "F, and does not ask"},
	opSuccess:  {"success", run.Condition, "S"},
	opFailure:  {"failure", run.Condition, "F, and does not ask"},
	opRunning:  {"running", run.Condition, "R"},
	opYield:    {"yield", run.Condition, "R at its first run, then S"},
	opNothing:  {"nothing", run.Composite, "F, and does not ask"},
}}

// String returns the op's tag.
func (o opcode) String() string { return ops.Name(tree.Op(o)) }

// opOf returns the op of a node.
func opOf(node *tree.Node) opcode { return opcode(node.Op) }

// isList tells a sequence or choice from other rules.
func isList(node *tree.Node) bool { return opOf(node) == opSequence || opOf(node) == opChoice }

// The flags of a node.
const (
	loops uint8 = 1 << iota
	doesNotFail
)

// Node.Slot of a rule is its index in its list.

// semantics runs the trees of one program. What a bot remembers is in its
// words, see state.go.
type semantics struct {
	symbols *host.Symbols
	ids     []string // by node
	named   map[string]tree.NodeID
	files   map[tree.NodeID]string // of the sequences that are subtrees
	ready   []ready                // by leaf; the zero one is a leaf of the game
	tables  tables
	// The offsets of the tables of this package in a bot's state, by name.
	entries, flags, timers map[string]int
	targets                []target
	announced              []run.SentEvent
	registry               *host.Registry
	scripts                *Scripts // or nil
	calls                  []call   // of functions of scripts
	options                Options
}

var (
	_ run.Semantics   = (*semantics)(nil)
	_ run.Controller  = (*semantics)(nil)
	_ run.EventJudge  = (*semantics)(nil)
	_ run.Describer   = (*semantics)(nil)
	_ run.TriggerUser = (*semantics)(nil)
	_ run.Sharer      = (*semantics)(nil)
	_ run.Rester      = (*semantics)(nil)
)

// Rests tells of a tree that was stopped.
func (s *semantics) Rests(x *run.Exec) string {
	if x.Mem[s.tables.base]&isStopped != 0 {
		return "stopped"
	}
	return ""
}

// Tick is one step: BTContext.stepBehaviorTree. It runs the current rule, and
// hands each result that is not running to the parent until one of them makes
// another rule the current one, which is run in turn. The bot stays where the
// step ends; past the root it begins anew with the next step.
// Cases drag-sequence-success, drag-choice-resume, drag-grandparent-condition.
func (s *semantics) Tick(x *run.Exec) host.Status {
	w := &x.Mem[s.tables.base]
	if *w&isStopped != 0 {
		return host.Stopped
	}
	limit, told := s.limit(x), tells(x)
	ran := trailOf(x)
	for count := 0; current(*w) != 0; {
		r := current(*w)
		last := s.run(x, r)
		ran.note(count, r)
		if told {
			s.traceRun(x, r, false, last)
		}
		if count++; last == host.Running {
			return s.answer(x, last)
		}
		if count == limit {
			return s.runAway(x, last, ran, count)
		}
		for current(*w) == r {
			if r = x.Tree.Nodes[r].Parent; r == 0 {
				return s.end(x, last, ran, count)
			}
			last = s.hear(x, r, last)
			ran.note(count, r)
			if told {
				s.traceRun(x, r, true, last)
			}
			if count++; count == limit {
				return s.runAway(x, last, ran, count)
			}
		}
	}
	return host.Failure // a place was restored that is not in the tree
}

// run runs the current rule.
func (s *semantics) run(x *run.Exec, n tree.NodeID) host.Status {
	node := &x.Tree.Nodes[n]
	o := opOf(node)
	switch o {
	case opSequence, opChoice:
		return s.enter(x, n, node)
	case opAction:
		return s.action(x, n, node)
	case opReady:
		return s.readyAction(x, n, node)
	case opMissing:
		return failed(node)
	case opSuccess:
		return s.always(x, n, node, host.Success)
	case opRunning:
		return s.always(x, n, node, host.Running)
	case opYield:
		return s.yield(x, n, node)
	case opFailure, opNothing:
		return host.Failure
	}
	ops.Unknown(tree.Op(o))
	return host.Failure
}

// hear tells a list that its child has finished. The answer is never running.
func (s *semantics) hear(x *run.Exec, n tree.NodeID, child host.Status) host.Status {
	node := &x.Tree.Nodes[n]
	if opOf(node) == opChoice {
		return s.choice(x, n, node, child)
	}
	return s.sequence(x, n, node, child)
}

// failed returns the answer of a failing rule: success where it must not fail.
// Cases drag-sequence-donotfail, drag-choice-condition-donotfail.
func failed(n *tree.Node) host.Status {
	if n.Flags&doesNotFail != 0 {
		return host.Success
	}
	return host.Failure
}

// refused returns the answer of an action whose conditions do not hold: it is not
// called.
func refused(x *run.Exec, n tree.NodeID, node *tree.Node) host.Status {
	result := failed(node)
	if x.Trace != nil {
		x.Trace.Node(x.Row, n, host.Visited, result)
	}
	return result
}

// enter is BTRuleSequence.run and BTRuleChoice.run of the current rule: without
// children or against its conditions a list fails, else its first child is next.
// Cases drag-sequence-empty, drag-choice-empty, drag-subtree-empty.
func (s *semantics) enter(x *run.Exec, n tree.NodeID, node *tree.Node) host.Status {
	if node.NKid == 0 || !s.holds(x, n, node) {
		return failed(node)
	}
	s.moveTo(x, x.Tree.Edges[node.Kid])
	return host.Success
}

// sequence is BTRuleSequence.run when a child has finished. After a success its
// conditions are tested, also after the last; the next child follows, or the
// first in a loop, or the sequence has succeeded. After a failure it has failed,
// untested. Whenever it ends it becomes the current rule, so that its own parent
// hears of it.
// Cases drag-sequence-loop-condition, drag-sequence-condition-donotfail.
func (s *semantics) sequence(x *run.Exec, n tree.NodeID, node *tree.Node, child host.Status) host.Status {
	if child == host.Failure || !s.holds(x, n, node) {
		s.moveTo(x, n)
		return failed(node)
	}
	next := s.behind(x, n)
	if next == int(node.NKid) {
		if node.Flags&loops == 0 {
			s.moveTo(x, n)
			return host.Success
		}
		next = 0
	}
	s.moveTo(x, x.Tree.Edges[int(node.Kid)+next])
	return host.Success
}

// choice is BTRuleChoice.run when a child has finished. After the failure of a
// child that is not the last its conditions are tested, and the next child
// follows; else it has failed. After a success it has succeeded, untested; in a
// loop its conditions are tested and the first child follows.
// Cases drag-choice-condition-after-success, drag-choice-condition-after-failure,
// drag-choice-loop-condition.
func (s *semantics) choice(x *run.Exec, n tree.NodeID, node *tree.Node, child host.Status) host.Status {
	if child == host.Failure {
		to := n
		if next := s.behind(x, n); next < int(node.NKid) && s.holds(x, n, node) {
			to = x.Tree.Edges[int(node.Kid)+next]
		}
		s.moveTo(x, to)
		return failed(node)
	}
	if node.Flags&loops == 0 {
		s.moveTo(x, n)
		return host.Success
	}
	if !s.holds(x, n, node) {
		s.moveTo(x, n)
		return failed(node)
	}
	s.moveTo(x, x.Tree.Edges[node.Kid])
	return host.Success
}

// behind returns the index of the child behind the current rule in a list; 0 when
// the current rule is no child of it.
func (s *semantics) behind(x *run.Exec, list tree.NodeID) int {
	if node := &x.Tree.Nodes[current(x.Mem[s.tables.base])]; node.Parent == list {
		return int(node.Slot) + 1
	}
	return 0
}

// action is BTRuleAction.run: against its conditions it fails without a call.
// The call clears the first run, also of a rule that the action jumped to.
// Case drag-action-donotfail.
func (s *semantics) action(x *run.Exec, n tree.NodeID, node *tree.Node) host.Status {
	if !s.holds(x, n, node) {
		return refused(x, n, node)
	}
	w := &x.Mem[s.tables.base]
	if *w&isFirstRun != 0 && x.Tree.Leaves[node.Leaf].Action.Enter != nil {
		x.Notify(n, host.Entered)
	}
	result := x.Leaf(n)
	*w &^= isFirstRun
	if result == host.Success || result == host.Running {
		return result
	}
	return failed(node)
}

// always is BTRuleSuccess.run and BTRuleRunning.run.
// Case drag-running-condition.
func (s *semantics) always(x *run.Exec, n tree.NodeID, node *tree.Node, result host.Status) host.Status {
	if s.holds(x, n, node) {
		return result
	}
	return host.Failure
}

// yield is BTRuleYield.run: it runs on at its first run, and succeeds then. As
// the root it is the current rule for ever and has no second first run.
// Cases drag-yield-sequence, drag-yield-root, drag-yield-condition.
func (s *semantics) yield(x *run.Exec, n tree.NodeID, node *tree.Node) host.Status {
	if !s.holds(x, n, node) {
		return host.Failure
	}
	w := &x.Mem[s.tables.base]
	if *w&isFirstRun != 0 {
		*w &^= isFirstRun
		return host.Running
	}
	return host.Success
}

// The codes of conditions in Tree.Exprs. A list of conditions is one codeMode,
// with the mode in N and the number of conditions in A, and then these.
const (
	codeMode    uint8 = iota + 1
	codeFunc          // A: its leaf
	codeReady         // A: its leaf
	codeMissing       // A: its name among the constants
)

// holds is BTRule.evaluateConditions: whether the conditions of a rule let it
// run. Rules without any always run.
// Cases drag-mode-anyTrue, drag-mode-anyFalse, drag-mode-allFalse.
func (s *semantics) holds(x *run.Exec, n tree.NodeID, node *tree.Node) bool {
	return node.Arg == 0 || x.Holds(n, s.test(x, n, node.Arg))
}

func (s *semantics) test(x *run.Exec, n tree.NodeID, at int32) bool {
	head := &x.Tree.Exprs[at]
	if head.A == 0 {
		x.Because(n, "no condition to ask")
		return true
	}
	mode := Mode(head.N)
	decides := mode == AnyTrue || mode == AllFalse // the answer of a condition that ends the search
	for i := at + 1; i <= at+head.A; i++ {
		if s.condition(x, n, &x.Tree.Exprs[i]) == decides {
			return mode == AnyTrue || mode == AnyFalse
		}
	}
	return mode == AllTrue || mode == AllFalse
}

// condition asks one condition; one that nothing offers is false.
// Case drag-mode-missing-condition.
func (s *semantics) condition(x *run.Exec, n tree.NodeID, c *tree.Instr) bool {
	switch c.Code {
	case codeFunc:
		return x.Asked(n, uint16(c.A)).Bool()
	case codeReady:
		return s.readyCondition(x, n, uint16(c.A))
	}
	if x.Trace != nil {
		x.Because(n, "nothing offers the condition").About(x.Tree.Consts[c.A].Text())
	}
	return false
}
