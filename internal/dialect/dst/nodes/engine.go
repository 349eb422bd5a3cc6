package nodes

import (
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// Engine is what runs nodes: their classes, and the BTs and trees that are made
// of them.
type Engine struct {
	script.Library
	kin, kinBT  *machine.Kin // of nodes and BTs
	nodeClasses [opCount]*machine.Table
	methods     [opCount][numMethods]*machine.Function
	Kinds       map[*machine.Table]uint8 // flags of each class that was used
	calls       [opCount]script.Calls    // what makes the objects of nodeClasses
	BTClass     *machine.Table
	traitsOf    map[alike]*traits
	noName      machine.Value
	keys        [numMethods]machine.Value // the names of methods
	shapes      map[string]*Shape         // of the trees of all machines of a folder
	customs     map[ownMethods]*ownMethods
	spare       *layout // to lay out the next tree with; nil for none
	Nodes       int     // how many were made
	// Lived: some tree has actions that have a life; Lives are those of the bot that has its turn
	Lived bool
	Lives *Lives
	// made last; a file that returns nothing means one of them
	LastBT   *BT
	LastNode *Node
	// Calling is the node of which a function runs, also once that has failed
	Calling *Node
}

// Fail ends the turn with an error at a node; at the running script if n is nil.
func (en *Engine) Fail(n *Node, format string, args ...any) {
	at := en.Here()
	if n != nil {
		at = en.Program.ShownAt(n.At)
	}
	en.FailAt(at, format, args...)
}

// call calls a function that a script gave a node as what.
func (en *Engine) call(n *Node, f machine.Value, what string, args ...machine.Value) machine.Value {
	if !en.Callable(f) {
		en.Fail(n, "%s: %s is %s, wanted a function", en.Title(n), what, script.Describe(f))
	}
	deep, outer := en.Deep, en.Calling
	en.Calling = n
	v := en.Lua.Call(f, args...)
	en.Deep, en.Calling = deep, outer // a script may have caught an error that unwound visits
	return v
}

// Title names a node in messages.
func (en *Engine) Title(n *Node) string {
	name := machine.Show(n.Name)
	if class := ops.Name(n.op); name != class && name != "" {
		return class + " " + name
	}
	return ops.Name(n.op)
}

// noticeStatus gives a notice, once for a place in the file, that the status
// which an action returned is ignored.
func (en *Engine) noticeStatus(n *Node, s string) {
	if en.Notice == nil {
		return
	}
	for _, name := range script.StatusNames {
		if s == name && !en.Program.Noticed[n.At] {
			en.Program.Noticed[n.At] = true
			en.Notice(en.Program.ShownAt(n.At), en.Title(n)+": the action returned "+s+", which is ignored: an ActionNode always succeeds")
		}
	}
}

// Open defines the classes of nodes and trees, whose shapes go to a map that may have some.
func (en *Engine) Open(shapes map[string]*Shape) {
	en.Kinds, en.shapes = map[*machine.Table]uint8{}, shapes
	en.kin, en.kinBT = machine.NewKin[Node](en.Lua), machine.NewKin[BT](en.Lua)
	en.noName = en.Lua.Constant("")
	for m, name := range methodNames {
		en.keys[m] = en.Lua.Constant(name)
	}
	en.openFields()
	en.openNodes()
	en.openBT()
}

// Roots lists the tables and functions that the engine made, in the order of ops.
func (en *Engine) Roots() (all []machine.Value) {
	for op := opNode; op < opCount; op++ {
		all = append(all, en.nodeClasses[op].V())
		for _, f := range en.methods[op] {
			if f != nil {
				all = append(all, f.V())
			}
		}
	}
	return all
}

// Base returns BehaviourNode, from which all classes of nodes are derived.
func (en *Engine) Base() *machine.Table { return en.nodeClasses[opNode] }

// Scripted makes a class of nodes without children, whose constructor takes a name, for dry
// runs. visit, reset and stop take the place of the methods of those names.
func (en *Engine) Scripted(visit, reset, stop func(n *Node)) *machine.Table {
	class := en.Class(en.Base(), en.constructor(func(n *Node, arg arguments) {
		en.construct(n, opNode, arg.at(1), machine.Nil)
	}), nil)
	for _, f := range []struct {
		name method
		call func(n *Node)
	}{{mVisit, visit}, {mReset, reset}, {mOnStop, stop}} {
		en.Offer(class, methodNames[f.name], func(c *machine.Call) int {
			f.call(NodeOf(c.CheckTable(1).V()))
			return 0
		})
	}
	return class
}

// ResetBase is BehaviourNode.Reset, and sleepBase BehaviourNode.Sleep.
func (en *Engine) ResetBase(n *Node) { en.Lua.Call(en.methods[opNode][mReset].V(), n.Obj().V()) }
func (en *Engine) SleepBase(n *Node, seconds float64) {
	en.Lua.Call(en.methods[opNode][mSleep].V(), n.Obj().V(), machine.Number(seconds))
}
