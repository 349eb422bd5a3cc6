package run

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Composer is Semantics whose trees may hold composites of a game.
type Composer interface {
	// Run enters a child, unless it runs already, and evaluates it once.
	Run(x *Exec, n tree.NodeID) host.Status
	// Runs reports whether a child has been entered and has not ended.
	Runs(x *Exec, n tree.NodeID) bool
	// End stops a child that runs.
	End(x *Exec, n tree.NodeID)
}

var _ host.Runner = (*Exec)(nil)

// Compose calls the composite of a node. Its children are run by the program's
// semantics, which is a [Composer].
func (x *Exec) Compose(n tree.NodeID) host.Status {
	l := x.begin(n, x.Tree.Nodes[n].Leaf)
	x.call.Kids = host.KidsOf(x, uint16(n))
	s := x.tick(l)
	x.traceLeaf(n, host.Visited, s)
	if l.Lived && s != host.Running {
		x.end(n, l)
	}
	return s
}

// Kids returns how many children a node has.
func (x *Exec) Kids(node uint16) int { return int(x.Tree.Nodes[node].NKid) }

// RunKid runs a child for a composite that is being called.
func (x *Exec) RunKid(node uint16, i int) host.Status {
	outer := x.suspend()
	s := x.pool.program.Semantics.(Composer).Run(x, x.Tree.Kids(tree.NodeID(node))[i])
	x.resume(outer)
	return s
}

// KidRuns reports whether a child of a composite runs.
func (x *Exec) KidRuns(node uint16, i int) bool {
	return x.pool.program.Semantics.(Composer).Runs(x, x.Tree.Kids(tree.NodeID(node))[i])
}

// StopKid ends a child for a composite that is being called.
func (x *Exec) StopKid(node uint16, i int) {
	outer := x.suspend()
	x.pool.program.Semantics.(Composer).End(x, x.Tree.Kids(tree.NodeID(node))[i])
	x.resume(outer)
}

// suspend returns the call that is under way, before others are made within it.
func (x *Exec) suspend() host.Call {
	x.held += len(x.call.Args)
	return x.call
}

// resume goes on with a call after other calls that were made within it.
func (x *Exec) resume(outer host.Call) {
	x.held -= len(outer.Args)
	host.RuntimeOf(&outer).Draws = x.Draws
	x.call = outer
}
