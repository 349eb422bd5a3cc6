package nodes

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

// Engine is what runs nodes: their classes, and the BTs and trees that are made
// of them.
type Engine struct {
	script.Library
	nodeClasses [opCount]*glua.LTable
	methods     [opCount][numMethods]*glua.LFunction
	Kinds       map[*glua.LTable]uint8 // flags of each class that was used
	calls       [opCount]called        // what makes the objects of nodeClasses
	given       *glua.LTable           // a list of children that was made here for the next node, and that no script has seen
	BTClass     *glua.LTable
	traitsOf    shared[traits]
	shapes      map[string]*Shape // of the trees of all machines of a folder
	customs     shared[[numMethods]glua.LValue]
	Nodes       int // how many were made
	// made last; a file that returns nothing means one of them
	LastBT   *BT
	LastNode *Node
	// Calling is the node of which a function runs, also once that has failed
	Calling *Node
}

// shared keeps one copy of each value that many nodes have in common. Who has a copy
// keeps it when the others are forgotten.
type shared[T comparable] map[T]*T

func (s *shared[T]) share(v T) *T {
	if p := (*s)[v]; p != nil {
		return p
	}
	if *s == nil || len(*s) >= maxKinds {
		*s = shared[T]{}
	}
	(*s)[v] = &v
	return &v
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
func (en *Engine) call(n *Node, f glua.LValue, what string, args ...glua.LValue) glua.LValue {
	if f.Type() != glua.LTFunction && en.L.GetMetaField(f, "__call") == glua.LNil {
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
	name := lua.Text(n.Name)
	if class := ops.Name(n.op); name != class && name != "" {
		return class + " " + name
	}
	return ops.Name(n.op)
}

// noticeStatus gives a notice, once for a place in the file, that the status
// which an action returned is ignored.
func (en *Engine) noticeStatus(n *Node, s glua.LString) {
	if en.Notice == nil {
		return
	}
	for _, name := range script.StatusNames {
		if string(s) == name && !en.Program.Noticed[n.At] {
			en.Program.Noticed[n.At] = true
			en.Notice(en.Program.ShownAt(n.At), en.Title(n)+": the action returned "+lua.Text(s)+", which is ignored: an ActionNode always succeeds")
		}
	}
}

// Open defines the classes of nodes and trees, whose shapes go to a map that may have some.
func (en *Engine) Open(shapes map[string]*Shape) {
	en.Kinds, en.shapes = map[*glua.LTable]uint8{}, shapes
	en.openFields()
	en.openNodes()
	en.openBT()
}

// Roots lists the tables and functions that the engine made, in the order of ops.
func (en *Engine) Roots() (all []glua.LValue) {
	for op := opNode; op < opCount; op++ {
		all = append(all, en.nodeClasses[op])
		for _, f := range en.methods[op] {
			if f != nil {
				all = append(all, f)
			}
		}
	}
	return all
}

// Base returns BehaviourNode, from which all classes of nodes are derived.
func (en *Engine) Base() *glua.LTable { return en.nodeClasses[opNode] }

// Scripted makes a class of nodes without children, whose constructor takes a name, for dry
// runs. visit, reset and stop take the place of the methods of those names.
func (en *Engine) Scripted(visit, reset, stop func(n *Node)) *glua.LTable {
	class := en.Class(en.Base(), en.constructor(func(n *Node, arg func(int) glua.LValue) {
		en.construct(n, opNode, arg(1), glua.LNil)
	}), nil)
	for _, f := range []struct {
		name method
		call func(n *Node)
	}{{mVisit, visit}, {mReset, reset}, {mOnStop, stop}} {
		class.RawSetString(methodNames[f.name], en.L.NewFunction(func(L *glua.LState) int {
			f.call(NodeOf(L.CheckTable(1)))
			return 0
		}))
	}
	return class
}

// ResetBase is BehaviourNode.Reset, and sleepBase BehaviourNode.Sleep.
func (en *Engine) ResetBase(n *Node) { en.Lua.Call(en.methods[opNode][mReset], n.Obj) }
func (en *Engine) SleepBase(n *Node, seconds float64) {
	en.Lua.Call(en.methods[opNode][mSleep], n.Obj, glua.LNumber(seconds))
}
