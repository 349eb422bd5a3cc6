package dst

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
)

// engine runs nodes: their classes, and the trees that were laid out of them.
type engine struct {
	library
	nodeClasses [numOps]*glua.LTable
	methods     [numOps][numMethods]*glua.LFunction
	kinds       map[*glua.LTable]uint8 // flags of each class that was met
	btClass     *glua.LTable
	nodes       int // made so far
	// made last, for files that return nothing
	lastBT   *bt
	lastNode *node
}

// maxDeep is how many nodes may wait for each other.
const maxDeep = 500

// fail ends what runs with an error at a node, or at the running script where
// there is no node.
func (m *engine) fail(n *node, format string, args ...any) {
	at := m.here()
	if n != nil {
		at = n.at
	}
	m.failAt(at, format, args...)
}

// call calls a function of a script for a node that was given it as what.
func (m *engine) call(n *node, f glua.LValue, what string, args ...glua.LValue) glua.LValue {
	if f.Type() != glua.LTFunction && m.L.GetMetaField(f, "__call") == glua.LNil {
		m.fail(n, "%s: %s is %s, wanted a function", m.title(n), what, describe(f))
	}
	deep := m.deep
	v := m.lua.Call(f, args...)
	m.deep = deep // a script may have caught what ended visits early
	return v
}

// title is a node as messages name it.
func (m *engine) title(n *node) string {
	name := lua.Text(n.name)
	if class := ops[n.op].class; name != class && name != "" {
		return class + " " + name
	}
	return ops[n.op].class
}

// noticeStatus tells once for a node that what its action returns is ignored.
func (m *engine) noticeStatus(n *node, s glua.LString) {
	if m.notice == nil {
		return
	}
	for _, name := range statusNames {
		if string(s) == name && !m.program.noticed[n.at] {
			m.program.noticed[n.at] = true
			m.notice(n.at, m.title(n)+": the action returned "+lua.Text(s)+", which is ignored: an ActionNode always succeeds")
		}
	}
}
