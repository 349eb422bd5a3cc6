package dst

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
)

// engine is what runs nodes: their classes, and the BTs and trees that are made
// of them.
type engine struct {
	library
	nodeClasses [opCount]*glua.LTable
	methods     [opCount][numMethods]*glua.LFunction
	kinds       map[*glua.LTable]uint8 // flags of each class that was used
	calls       [opCount]called        // what makes the objects of nodeClasses
	given       *glua.LTable           // a list of children that was made here for the next node, and that no script has seen
	btClass     *glua.LTable
	traitsOf    shared[traits]
	shapes      map[string]*shape // of the trees of all machines of a folder
	customs     shared[[numMethods]glua.LValue]
	nodes       int // how many were made
	// made last; a file that returns nothing means one of them
	lastBT   *bt
	lastNode *node
	// calling is the node of which a function runs, also once that has failed
	calling *node
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

// maxDeep bounds how deep visits may be nested, which are calls of Go.
var maxDeep = 500

// fail ends the turn with an error at a node; at the running script if n is nil.
func (en *engine) fail(n *node, format string, args ...any) {
	at := en.here()
	if n != nil {
		at = en.program.shownAt(n.at)
	}
	en.failAt(at, format, args...)
}

// call calls a function that a script gave a node as what.
func (en *engine) call(n *node, f glua.LValue, what string, args ...glua.LValue) glua.LValue {
	if f.Type() != glua.LTFunction && en.L.GetMetaField(f, "__call") == glua.LNil {
		en.fail(n, "%s: %s is %s, wanted a function", en.title(n), what, describe(f))
	}
	deep, outer := en.deep, en.calling
	en.calling = n
	v := en.lua.Call(f, args...)
	en.deep, en.calling = deep, outer // a script may have caught an error that unwound visits
	return v
}

// title names a node in messages.
func (en *engine) title(n *node) string {
	name := lua.Text(n.name)
	if class := ops.Name(n.op); name != class && name != "" {
		return class + " " + name
	}
	return ops.Name(n.op)
}

// noticeStatus gives a notice, once for a place in the file, that the status
// which an action returned is ignored.
func (en *engine) noticeStatus(n *node, s glua.LString) {
	if en.notice == nil {
		return
	}
	for _, name := range statusNames {
		if string(s) == name && !en.program.noticed[n.at] {
			en.program.noticed[n.at] = true
			en.notice(en.program.shownAt(n.at), en.title(n)+": the action returned "+lua.Text(s)+", which is ignored: an ActionNode always succeeds")
		}
	}
}

// open defines the classes of nodes and trees, whose shapes go to a map that may have some.
func (en *engine) open(shapes map[string]*shape) {
	en.kinds, en.shapes = map[*glua.LTable]uint8{}, shapes
	en.openFields()
	en.openNodes()
	en.openBT()
}

// roots lists the tables and functions that the engine made, in the order of ops.
func (en *engine) roots() (all []glua.LValue) {
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

// base returns BehaviourNode, from which all classes of nodes are derived.
func (en *engine) base() *glua.LTable { return en.nodeClasses[opNode] }

// scripted makes a class of nodes without children, whose constructor takes a name, for dry
// runs. visit, reset and stop take the place of the methods of those names.
func (en *engine) scripted(visit, reset, stop func(n *node)) *glua.LTable {
	class := en.class(en.base(), en.constructor(func(n *node, arg func(int) glua.LValue) {
		en.construct(n, opNode, arg(1), glua.LNil)
	}), nil)
	for _, f := range []struct {
		name method
		call func(n *node)
	}{{mVisit, visit}, {mReset, reset}, {mOnStop, stop}} {
		class.RawSetString(methodNames[f.name], en.L.NewFunction(func(L *glua.LState) int {
			f.call(nodeOf(L.CheckTable(1)))
			return 0
		}))
	}
	return class
}

// resetBase is BehaviourNode.Reset, and sleepBase BehaviourNode.Sleep.
func (en *engine) resetBase(n *node) { en.lua.Call(en.methods[opNode][mReset], n.obj) }
func (en *engine) sleepBase(n *node, seconds float64) {
	en.lua.Call(en.methods[opNode][mSleep], n.obj, glua.LNumber(seconds))
}
