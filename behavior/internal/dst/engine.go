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
func (m *engine) fail(n *node, format string, args ...any) {
	at := m.here()
	if n != nil {
		at = m.program.shownAt(n.at)
	}
	m.failAt(at, format, args...)
}

// call calls a function that a script gave a node as what.
func (m *engine) call(n *node, f glua.LValue, what string, args ...glua.LValue) glua.LValue {
	if f.Type() != glua.LTFunction && m.L.GetMetaField(f, "__call") == glua.LNil {
		m.fail(n, "%s: %s is %s, wanted a function", m.title(n), what, describe(f))
	}
	deep, outer := m.deep, m.calling
	m.calling = n
	v := m.lua.Call(f, args...)
	m.deep, m.calling = deep, outer // a script may have caught an error that unwound visits
	return v
}

// title names a node in messages.
func (m *engine) title(n *node) string {
	name := lua.Text(n.name)
	if class := ops.Name(n.op); name != class && name != "" {
		return class + " " + name
	}
	return ops.Name(n.op)
}

// noticeStatus gives a notice, once for a place in the file, that the status
// which an action returned is ignored.
func (m *engine) noticeStatus(n *node, s glua.LString) {
	if m.notice == nil {
		return
	}
	for _, name := range statusNames {
		if string(s) == name && !m.program.noticed[n.at] {
			m.program.noticed[n.at] = true
			m.notice(m.program.shownAt(n.at), m.title(n)+": the action returned "+lua.Text(s)+", which is ignored: an ActionNode always succeeds")
		}
	}
}
