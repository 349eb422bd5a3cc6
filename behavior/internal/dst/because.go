package dst

import (
	"fmt"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// condition calls a function that a script gave a node as its condition.
func (t *instance) condition(n tree.NodeID, f glua.LValue) glua.LValue {
	return t.explained(n, f, "the condition")
}

// explained calls a function of a node. While somebody looks, it notes what the function
// compared, and what it answered.
func (t *instance) explained(n tree.NodeID, f glua.LValue, what string) (v glua.LValue) {
	m := t.m
	node := t.nodes[n]
	x := m.x
	if !t.isWatched() {
		return m.call(node, f, what)
	}
	outer := m.seat.asked
	m.seat.asked = &asked{x, n}
	m.lua.Witness(compared(x, n), func() { v = m.call(node, f, what) })
	m.seat.asked = outer
	answer := host.OpaqueValue(describe(v))
	switch v.(type) {
	case glua.LBool, glua.LNumber, glua.LString:
		answer = lua.ToHost(v)
	}
	x.Because(n, "function").About(m.functionAt(f)).HasValue(answer)
	return v
}

// compared notes what a script compares as reasons of a node.
func compared(x *run.Exec, n tree.NodeID) func(lua.Comparison) {
	return func(c lua.Comparison) {
		x.Because(n, c.What).IsValue(c.Found, c.Relation, c.Bound).Against(c.Versus)
	}
}

// begun is how a node of a script's own stood before it was visited.
var begun = [...]string{ready: "begins", success: "was done", failed: "was done", running: "goes on"}

// visitOwn is the Visit of a script's own class. While somebody looks, it notes how the node
// stood, what the script compared, and when the node is visited again.
func (t *instance) visitOwn(n tree.NodeID, visit glua.LValue) {
	if !t.isWatched() {
		t.callOwn(n, mVisit, visit)
		return
	}
	m, x, node := t.m, t.m.x, t.nodes[n]
	x.Because(n, begun[t.status(n)])
	outer, around, called := m.seat.asked, m.seat.called, []tree.NodeID(nil)
	m.seat.asked, m.seat.called = &asked{x, n}, &called
	m.lua.WitnessOf(visit, compared(x, n), func() { t.callOwn(n, mVisit, visit) })
	m.seat.asked, m.seat.called = outer, around
	if t.isWatched() { // the script may have made another tree of it
		t.tellCalled(n, called)
	}
	if wait := number(node.slot(), atWake) - m.now; *node.head()&headSlept != 0 && wait > 0 {
		x.Because(n, "sleeps").Has(wait, "s")
	}
}

// visited notes that a script looks up the Visit of a node, which it does to call it.
func (m *engine) visited(of *glua.LTable) {
	if n := nodeOf(of); n != nil && n.in != nil && n.in.shape.tree == m.program.shown {
		*m.seat.called = append(*m.seat.called, n.nodeID)
	}
}

// tellCalled tells of nodes below one that its own Visit called: nobody else does. Each is
// told once, before those above it.
func (t *instance) tellCalled(n tree.NodeID, called []tree.NodeID) {
	var order []tree.NodeID
	for _, c := range called {
		if !slices.Contains(order, c) && t.isBelow(c, n) {
			at := slices.IndexFunc(order, func(o tree.NodeID) bool { return t.isBelow(c, o) })
			if at < 0 {
				at = len(order)
			}
			order = slices.Insert(order, at, c)
		}
	}
	x := t.m.x
	for _, c := range order {
		x.Trace.Node(x.Row, c, host.Visited, toHost(t.status(c)))
	}
}

// isBelow reports whether a node stands below another.
func (t *instance) isBelow(n, above tree.NodeID) bool {
	nodes := t.shape.tree.Nodes
	for n != above && nodes[n].Parent != 0 {
		if n = nodes[n].Parent; n == above {
			return true
		}
	}
	return false
}

// isWatched reports whether somebody looks who sees the nodes of this tree.
func (t *instance) isWatched() bool {
	return t.m.x != nil && t.m.x.Trace != nil && t.shape.tree == t.m.program.shown
}

// tellWait notes how long a WaitNode still waits.
func (t *instance) tellWait(n tree.NodeID, wake float64) {
	if t.isWatched() {
		t.m.x.Because(n, host.TimeLeft).Is(wake-t.m.now, host.AtMost, 0, "s")
	}
}

// functionAt is the file and the line of a function.
func (m *engine) functionAt(v glua.LValue) string {
	f, ok := v.(*glua.LFunction)
	if !ok || f.IsG {
		return "of Thicket"
	}
	at := m.program.shownAt(syntax.Pos{File: f.Proto.SourceName})
	return fmt.Sprintf("%s:%d", at.File, f.Proto.LineDefined)
}
