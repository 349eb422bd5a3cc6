package nodes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// condition calls a function that a script gave a node as its condition.
func (t *Instance) condition(n tree.NodeID, f machine.Value) machine.Value {
	return t.explained(n, f, "the condition")
}

// explained calls a function of a node. While somebody looks, it notes what the function
// compared, and what it answered.
func (t *Instance) explained(n tree.NodeID, f machine.Value, what string) (v machine.Value) {
	en := t.en
	node := t.Nodes[n]
	x := en.X
	if !t.isWatched() {
		return en.call(node, f, what)
	}
	outer := en.Seat.Asked
	en.Seat.Asked = &script.Asked{X: x, N: n}
	en.Lua.Witness(compared(x, n, machine.Nil), func() { v = en.call(node, f, what) })
	en.Seat.Asked = outer
	answer := host.OpaqueValue(script.Describe(v))
	if k := v.Kind(); k == machine.KindBool || k == machine.KindNumber || k == machine.KindText {
		answer = lua.ToHost(v)
	}
	x.Because(n, "function").About(en.functionAt(f)).HasValue(answer)
	return v
}

// compared notes what the user's scripts compare as reasons of a node, and the numbers that
// Thicket's own file compares where the node's function stands in one.
func compared(x *run.Exec, n tree.NodeID, f machine.Value) func(machine.Comparison) {
	var own *machine.Chunk
	if fn := f.Function(); fn != nil && !fn.IsNative() {
		own = fn.Proto().Chunk
	}
	return func(c machine.Comparison) {
		isNumber := c.A.Kind() == machine.KindNumber && c.B.Kind() == machine.KindNumber
		if of := c.Proto.Chunk; strings.HasPrefix(of.Name, script.OwnFolder) && (of != own || !isNumber) {
			return
		}
		lua.Compared(x.Because(n, c.Left), c)
	}
}

// begun is how a node of a script's own stood before it was visited.
var begun = [...]string{script.Ready: "begins", script.Success: "was done", script.Failed: "was done", script.Running: "goes on"}

// visitOwn is the Visit of a script's own class. While somebody looks, it notes how the node
// stood, what the script compared, and when the node is visited again.
func (t *Instance) visitOwn(n tree.NodeID, visit machine.Value) {
	if !t.isWatched() {
		t.callOwn(n, mVisit, visit)
		return
	}
	en, x, node := t.en, t.en.X, t.Nodes[n]
	x.Because(n, begun[t.status(n)])
	outer, around, called := en.Seat.Asked, en.Seat.Called, []tree.NodeID(nil)
	en.Seat.Asked, en.Seat.Called = &script.Asked{X: x, N: n}, &called
	en.Lua.Witness(compared(x, n, visit), func() { t.callOwn(n, mVisit, visit) })
	en.Seat.Asked, en.Seat.Called = outer, around
	if t.isWatched() { // the script may have made another tree of it
		t.tellCalled(n, called)
	}
	if wait := node.wakeTime(node.slot()) - en.Now; *node.head()&headSlept != 0 && wait > 0 {
		x.Because(n, "sleeps").Has(wait, "s")
	}
}

// visited notes that a script looks up the Visit of a node, which it does to call it.
func (en *Engine) visited(of *machine.Table) {
	if n := NodeOf(of.V()); n != nil && n.in != nil && n.in.shape.tree == en.Program.Shown {
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
func (en *Engine) functionAt(v machine.Value) string {
	f := v.Function()
	if f == nil || f.IsNative() {
		return "of Thicket"
	}
	p := f.Proto()
	at := en.Program.ShownAt(syntax.Pos{File: p.Chunk.Name})
	return fmt.Sprintf("%s:%d", at.File, p.Span().Start.Line)
}
