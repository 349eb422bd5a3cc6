package btcpp

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// portsAt are the ports of a native leaf in the middle of its call.
type portsAt struct {
	s *semantics
	x *run.Exec
	n tree.NodeID
}

func portsIn(c *host.Call) portsAt {
	r := host.RuntimeOf(c)
	x := r.Orders.(*run.Exec)
	return portsAt{x.Pool().Program().Semantics.(*semantics), x, tree.NodeID(r.Node)}
}

func (p portsAt) use(name string) *use {
	node := &p.x.Tree.Nodes[p.n]
	uses := p.s.usesOf(node, p.n)
	i := p.s.nodes[p.n].kind.port(name)
	if i < 0 {
		return nil
	}
	return &uses[i]
}

// read reads a port.
func (p portsAt) read(name string) (board.Value, error) {
	u := p.use(name)
	if u == nil {
		return board.Value{}, errNotGiven
	}
	return p.s.read(p.x, u)
}

// raw reads the entry of a port as it is, empty too; static texts are unreadable.
func (p portsAt) raw(name string) (board.Value, bool) {
	u := p.use(name)
	if u == nil || u.how != keyed {
		return board.Value{}, false
	}
	slot := p.s.find(p.x, u.ref)
	if slot < 0 {
		return board.Value{}, false
	}
	return p.s.value(p.x, slot), true
}

// write writes a port.
func (p portsAt) write(name string, v board.Value) error { return p.s.writeNamed(p.x, p.n, name, v) }

// writeNamed writes an output port of a node.
func (s *semantics) writeNamed(x *run.Exec, n tree.NodeID, name string, v board.Value) error {
	u := portsAt{s, x, n}.use(name)
	if u == nil || u.dir == in {
		return fmt.Errorf("there is no output %q", name)
	}
	return s.write(x, u, v)
}
