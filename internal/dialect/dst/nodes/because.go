package nodes

import (
	"fmt"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

// condition calls a function that a script gave a node as its condition.
func (t *Instance) condition(n tree.NodeID, f glua.LValue) glua.LValue {
	return t.explained(n, f, "the condition")
}

// explained calls a function of a node. While somebody looks, it notes what the function
// compared, and what it answered.
func (t *Instance) explained(n tree.NodeID, f glua.LValue, what string) (v glua.LValue) {
	en := t.en
	node := t.Nodes[n]
	x := en.X
	if !t.isWatched() {
		return en.call(node, f, what)
	}
	outer := en.Seat.Asked
	en.Seat.Asked = &script.Asked{X: x, N: n}
	en.Lua.Witness(compared(x, n), func() { v = en.call(node, f, what) })
	en.Seat.Asked = outer
	answer := host.OpaqueValue(script.Describe(v))
	switch v.(type) {
	case glua.LBool, glua.LNumber, glua.LString:
		answer = lua.ToHost(v)
	}
	x.Because(n, "function").About(en.functionAt(f)).HasValue(answer)
	return v
}

// compared notes what a script compares as reasons of a node.
func compared(x *run.Exec, n tree.NodeID) func(lua.Comparison) {
	return func(c lua.Comparison) {
		x.Because(n, c.What).IsValue(c.Found, c.Relation, c.Bound).Against(c.Versus)
	}
}

// begun is how a node of a script's own stood before it was visited.
var begun = [...]string{script.Ready: "begins", script.Success: "was done", script.Failed: "was done", script.Running: "goes on"}

// visitOwn is the Visit of a script's own class. While somebody looks, it notes how the node
// stood, what the script compared, and when the node is visited again.
func (t *Instance) visitOwn(n tree.NodeID, visit glua.LValue) {
	if !t.isWatched() {
		t.callOwn(n, mVisit, visit)
		return
	}
	en, x, node := t.en, t.en.X, t.Nodes[n]
	x.Because(n, begun[t.status(n)])
	outer, around, called := en.Seat.Asked, en.Seat.Called, []tree.NodeID(nil)
	en.Seat.Asked, en.Seat.Called = &script.Asked{X: x, N: n}, &called
	en.Lua.WitnessOf(visit, compared(x, n), func() { t.callOwn(n, mVisit, visit) })
	en.Seat.Asked, en.Seat.Called = outer, around
	if t.isWatched() { // the script may have made another tree of it
		t.tellCalled(n, called)
	}
	if wait := number(node.slot(), atWake) - en.Now; *node.head()&headSlept != 0 && wait > 0 {
		x.Because(n, "sleeps").Has(wait, "s")
	}
}

// visited notes that a script looks up the Visit of a node, which it does to call it.
func (en *Engine) visited(of *glua.LTable) {
	if n := NodeOf(of); n != nil && n.in != nil && n.in.shape.tree == en.Program.Shown {
		*en.Seat.Called = append(*en.Seat.Called, n.nodeID)
	}
}

// tellCalled tells of nodes below one that its own Visit called: nobody else does. Each is
// told once, before those above it.
func (t *Instance) tellCalled(n tree.NodeID, called []tree.NodeID) {
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
	x := t.en.X
	for _, c := range order {
		x.Trace.Node(x.Row, c, host.Visited, script.ToHost(t.status(c)))
	}
}

// isBelow reports whether a node stands below another.
func (t *Instance) isBelow(n, above tree.NodeID) bool {
	nodes := t.shape.tree.Nodes
	for n != above && nodes[n].Parent != 0 {
		if n = nodes[n].Parent; n == above {
			return true
		}
	}
	return false
}

// isWatched reports whether somebody looks who sees the nodes of this tree.
func (t *Instance) isWatched() bool {
	return t.en.X != nil && t.en.X.Trace != nil && t.shape.tree == t.en.Program.Shown
}

// tellWait notes how long a WaitNode still waits.
func (t *Instance) tellWait(n tree.NodeID, wake float64) {
	if t.isWatched() {
		t.en.X.Because(n, host.TimeLeft).Is(wake-t.en.Now, host.AtMost, 0, "s")
	}
}

// functionAt is the file and the line of a function.
func (en *Engine) functionAt(v glua.LValue) string {
	f, ok := v.(*glua.LFunction)
	if !ok || f.IsG {
		return "of Thicket"
	}
	at := en.Program.ShownAt(syntax.Pos{File: f.Proto.SourceName})
	return fmt.Sprintf("%s:%d", at.File, f.Proto.LineDefined)
}
