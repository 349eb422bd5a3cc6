package dragengine

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// tells reports whether somebody wants to know what a tree does.
func tells(x *run.Exec) bool { return x.Trace != nil || x.LogsSteps() }

// tell tells a tracer and the log in words what a tree did at a rule, where they want to
// know.
func tell(x *run.Exec, n tree.NodeID, text func() string) {
	if t, ok := x.Trace.(run.StepTextTracer); ok {
		t.StepText(x.Row, text())
	}
	if x.LogsSteps() {
		x.Log(n, text())
	}
}

// traceRun tells of a rule that ran: because it is the current one or, as a
// parent, because its child has finished. Of an action that was called every
// tracer was told by the call.
func (s *semantics) traceRun(x *run.Exec, n tree.NodeID, parent bool, result host.Status) {
	if op := opOf(&x.Tree.Nodes[n]); x.Trace != nil && op != opAction && op != opReady {
		x.Trace.Node(x.Row, n, host.Visited, result)
	}
	tell(x, n, func() string {
		what := "runs"
		if parent {
			what = "goes on as the parent"
		}
		return fmt.Sprintf("%s %s: %v", s.brief(x.Tree, n), what, result)
	})
}

// traceMove tells of the rule that is the current one now. A place that is
// restored moves nobody.
func (s *semantics) traceMove(x *run.Exec, n tree.NodeID) {
	tell(x, n, func() string { return "now at " + s.brief(x.Tree, n) })
}
