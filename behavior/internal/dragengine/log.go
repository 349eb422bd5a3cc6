package dragengine

import (
	"fmt"
	"io"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// StepTracer is a [run.Tracer] that is also told of the steps of a bot. Rules
// are told apart from other calls: one is run because it is the current one, or
// because its child has finished.
type StepTracer interface {
	run.Tracer
	// Step begins a step of a bot.
	Step(row int32)
	// Ran is a rule and its result; parent says that it ran for its child.
	Ran(row int32, n tree.NodeID, parent bool, s host.Status)
	// Moved makes a rule the current one. A place that is restored moves nobody.
	Moved(row int32, n tree.NodeID)
	// Failed ends a step whose root has failed, RanAway one that ran so many
	// rules.
	Failed(row int32)
	RanAway(row int32, rules int)
}

func (s *semantics) steps(x *run.Exec) StepTracer {
	switch t := x.Trace.(type) {
	case StepTracer:
		return t
	case run.StepTextTracer:
		return &teller{x.Trace, t, s, x.Tree}
	}
	return nil
}

func (s *semantics) traceStep(x *run.Exec) {
	if steps := s.steps(x); steps != nil {
		steps.Step(x.Row)
	}
}

// traceRun tells of a rule that ran. Of an action that was called every tracer
// was told by the call.
func (s *semantics) traceRun(x *run.Exec, n tree.NodeID, parent bool, result host.Status) {
	if op := opOf(&x.Tree.Nodes[n]); op != opAction && op != opReady {
		x.Trace.Node(x.Row, n, host.Visited, result)
	}
	if steps := s.steps(x); steps != nil {
		steps.Ran(x.Row, n, parent, result)
	}
}

func (s *semantics) traceMove(x *run.Exec, n tree.NodeID) {
	if steps := s.steps(x); steps != nil {
		steps.Moved(x.Row, n)
	}
}

// teller tells the steps of a bot in words.
type teller struct {
	run.Tracer
	to run.StepTextTracer
	s  *semantics
	of *tree.Tree
}

func (*teller) Step(int32) {}

func (t *teller) Ran(row int32, n tree.NodeID, parent bool, result host.Status) {
	t.to.StepText(row, t.s.ranText(t.of, n, parent, result))
}

func (t *teller) Moved(row int32, n tree.NodeID) { t.to.StepText(row, t.s.movedText(t.of, n)) }

func (t *teller) Failed(row int32) { t.to.StepText(row, failedText) }

func (t *teller) RanAway(row int32, rules int) { t.to.StepText(row, ranAwayText(rules)) }

func (s *semantics) ranText(t *tree.Tree, n tree.NodeID, parent bool, result host.Status) string {
	what := "runs"
	if parent {
		what = "goes on as the parent"
	}
	return fmt.Sprintf("%s %s: %v", s.brief(t, n), what, result)
}

func (s *semantics) movedText(t *tree.Tree, n tree.NodeID) string { return "now at " + s.brief(t, n) }

const failedText = "the tree failed"

func ranAwayText(rules int) string { return fmt.Sprintf("run-away after %d rules", rules) }

// Log writes what a tree does, a line for each rule that runs or becomes the
// current one. It is a tracer for the pool of the tree.
type Log struct {
	To   io.Writer
	Name string // begins each line; empty: BehaviorTree
	Row  int32  // whose steps; -1 for those of all bots
	// Steps writes the rules that run, Moves those that become the current one.
	Steps, Moves bool

	pool  *run.Pool
	count int
}

var _ StepTracer = (*Log)(nil)

// NewLog makes a log of the bot in a row of a pool, which must run a tree of
// this dialect. Its steps and moves are both on.
func NewLog(to io.Writer, pool *run.Pool, row int32) (*Log, error) {
	if _, err := of(pool); err != nil {
		return nil, err
	}
	return &Log{To: to, Row: row, Steps: true, Moves: true, pool: pool}, nil
}

// Leaf writes nothing: Ran tells of the rule.
func (l *Log) Leaf(int32, tree.NodeID, host.Notice, host.Status) {}

// Node writes nothing: Ran tells of the rule.
func (l *Log) Node(int32, tree.NodeID, host.Notice, host.Status) {}

// Step writes that a step begins.
func (l *Log) Step(row int32) {
	l.count = 0
	l.line(l.Steps, row, "step")
}

// Ran writes a rule and its result, numbered within the step.
func (l *Log) Ran(row int32, n tree.NodeID, parent bool, s host.Status) {
	if l.Row >= 0 && row != l.Row {
		return
	}
	l.count++
	l.line(l.Steps, row, "%3d) %s", l.count, l.semantics().ranText(l.tree(), n, parent, s))
}

// Moved writes the rule that is the current one now.
func (l *Log) Moved(row int32, n tree.NodeID) {
	l.line(l.Moves, row, "%s", l.semantics().movedText(l.tree(), n))
}

// Failed writes that the root has failed.
func (l *Log) Failed(row int32) { l.line(l.Steps, row, failedText) }

// RanAway writes that the step was broken off.
func (l *Log) RanAway(row int32, rules int) {
	l.line(l.Steps, row, "%s", ranAwayText(rules))
}

// semantics and tree are those that tell now: the tree may have been reloaded.
func (l *Log) semantics() *semantics { return l.pool.Program().Semantics.(*semantics) }

func (l *Log) tree() *tree.Tree { return l.pool.Program().Tree }

func (l *Log) line(on bool, row int32, format string, args ...any) {
	if !on || l.Row >= 0 && row != l.Row {
		return
	}
	name := l.Name
	if name == "" {
		name = "BehaviorTree"
	}
	if l.Row < 0 {
		name = fmt.Sprintf("%s[%d]", name, row)
	}
	fmt.Fprintf(l.To, "%s: %s\n", name, fmt.Sprintf(format, args...))
}
