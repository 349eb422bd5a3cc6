package dragengine

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// readyKind says what a ready-made action or condition does.
type readyKind uint8

const (
	// actions
	updateParameter readyKind = iota + 1
	useTrigger
	sendEvent
	askConditions
	scriptAction
	flagSet
	flagCheck
	timerStart
	timerStop
	timerWait
	timerIsRunning // also a condition, as are the next two
	timerIsFinished
	tableCheck
	tableSet
	// conditions
	compareBool
	compareInt
	compareFloat
	askTrigger
	combined
	flagState
	scriptCondition
)

// ready is one use of a ready-made action or condition, with its parameters read
// and its names resolved to words of the bot's state.
type ready struct {
	kind       readyKind
	op         uint8 // an Operator, Comparison, Pulse or Firing
	negated    bool
	waits      bool // runs on where it does not match
	clears     bool // or expects a cleared flag, or resets it
	resets     bool
	yes        bool
	fallbackIs bool
	at, from   int // words, or a trigger; from is 0 where the value is the one below
	value      float32
	fallback   float32
	whole      int32 // value and fallback of integers
	otherwise  int32
	lower      float64
	upper      float64
	numbers    numbers
	send       host.Announcement
	conditions int32 // in Tree.Exprs
}

// actionPayload and conditionPayload make the ready value of an action or condition of
// this package. They are in its field Payload.
type (
	actionPayload struct {
		make func(*compiler, *Head) ready
		reads
	}
	conditionPayload struct {
		make func(*compiler, *Head) ready
		reads
	}
)

// reads are the parameters of a rule that an action or condition of this package reads; nil where its
// scene names them.
type reads []words.Param

// Describe adds the parameters to a row.
func (r reads) Describe(w *words.Word) { w.Params = r }

func readyMade(name, doc string, local bool, make func(*compiler, *Head) ready) host.Action {
	return host.Action{
		Name: name, Doc: doc, Local: local, Internals: host.Internals{Payload: actionPayload{make: make}},
		Tick: func(c *host.Call) host.Status {
			c.Warnf("action %q works only in trees that have its tables", host.RuntimeOf(c).Action.Name)
			return host.Failure
		},
	}
}

func readyAsked(name, doc string, local bool, make func(*compiler, *Head) ready) host.Func {
	return host.Func{
		Name: name, Doc: doc, Result: host.Bool, Local: local, Internals: host.Internals{Payload: conditionPayload{make: make}},
		Eval: func(c *host.Call) host.Value {
			c.Warnf("condition %q works only in trees that have its tables", name)
			return host.BoolValue(false)
		},
	}
}

// readyAction runs an action of this package, as action runs one of the game.
func (s *semantics) readyAction(x *run.Exec, n tree.NodeID, node *tree.Node) host.Status {
	if !s.holds(x, n, node) {
		return refused(x, n, node)
	}
	r := &s.ready[node.Leaf]
	result := x.Answers(n, s.act(x, n, r))
	x.Mem[s.tables.base] &^= isFirstRun
	if result != host.Failure {
		intent := host.Intent{}
		if r.kind == scriptAction {
			intent = s.share(x).scripts.intent
		}
		x.World.Decide(x.Body, x.Tree.Leaves[node.Leaf].Action, intent)
	}
	if x.Trace != nil {
		x.Trace.Leaf(x.Row, n, host.Visited, result)
	}
	if result == host.Failure {
		return failed(node)
	}
	return result
}

func (s *semantics) act(x *run.Exec, n tree.NodeID, r *ready) host.Status {
	switch r.kind {
	case updateParameter:
		s.update(x, r)
	case useTrigger:
		s.triggerAt(x, r.at).use(Pulse(r.op))
	case sendEvent:
		announce(x, n, r.send)
	case askConditions:
		return host.StatusOf(s.test(x, n, r.conditions))
	case scriptAction:
		return s.scriptAction(x, n, r)
	case flagSet:
		s.tables.words(x, r.at, 1)[0] = word(!r.clears)
	case flagCheck:
		s.tell(x, n, r)
		return s.checkFlag(x, r)
	case timerStart:
		seconds := r.lower
		if r.upper > r.lower {
			seconds += float64((r.upper - r.lower) * x.Random(n))
		}
		s.tables.startTimer(x, r.at, seconds)
	case timerStop:
		s.tables.stopTimer(x, r.at)
	case timerWait:
		s.tell(x, n, r)
		if runs, _ := s.tables.timer(x, r.at); runs {
			return host.Running
		}
	case timerIsRunning, timerIsFinished:
		return host.StatusOf(s.ask(x, n, r))
	case tableSet:
		s.tables.setInt(x, r.at, r.numbers.change(s.tables.int(x, r.at, 0)))
	case tableCheck:
		return verdictOrWait(s.ask(x, n, r), r.waits)
	}
	s.tellMade(x, n, r)
	return host.Success
}

func verdictOrWait(ok, waits bool) host.Status {
	switch {
	case ok:
		return host.Success
	case waits:
		return host.Running
	}
	return host.Failure
}

func word(on bool) uint32 {
	if on {
		return 1
	}
	return 0
}

// readyCondition asks a condition of this package.
func (s *semantics) readyCondition(x *run.Exec, n tree.NodeID, leaf uint16) bool {
	r := &s.ready[leaf]
	return s.ask(x, n, r) != r.negated
}

func (s *semantics) ask(x *run.Exec, n tree.NodeID, r *ready) bool {
	s.tell(x, n, r)
	switch r.kind {
	case compareBool:
		yes := r.yes
		if r.from != 0 {
			yes = s.tables.bool(x, r.from, yes)
		}
		same := s.tables.bool(x, r.at, r.fallbackIs) == yes
		return same == (Comparison(r.op) == Equal)
	case compareInt:
		value := r.whole
		if r.from != 0 {
			value = s.tables.int(x, r.from, value)
		}
		return compareInts(Comparison(r.op), s.tables.int(x, r.at, r.otherwise), value)
	case compareFloat:
		value := r.value
		if r.from != 0 {
			value = s.tables.float(x, r.from, value)
		}
		return compareFloats(Comparison(r.op), s.tables.float(x, r.at, r.fallback), value)
	case askTrigger:
		return s.triggerAt(x, r.at).is(Firing(r.op))
	case combined:
		return s.test(x, n, r.conditions)
	case scriptCondition:
		return s.scriptCondition(x, n, r)
	case flagState:
		return (s.tables.words(x, r.at, 1)[0] != 0) != r.clears
	case timerIsRunning:
		runs, _ := s.tables.timer(x, r.at)
		return runs
	case timerIsFinished:
		_, finished := s.tables.timer(x, r.at)
		return finished
	case tableCheck:
		return r.numbers.hold(s.tables.int(x, r.at, 0))
	}
	return false
}
