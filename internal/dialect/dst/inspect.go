package dst

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/nodes"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

var _ run.Inspector = (*semantics)(nil)

// colors are those of nodes by status.
var colors = [...]string{script.Ready: "gray", script.Success: "green", script.Failed: "red", script.Running: "blue"}

// Inspect shows a bot: its whole tree, each node as in the original's debug text,
// the lines that its scripts printed, and the state of its brain.
func (s *semantics) Inspect(x *run.Exec) run.Inspection {
	view := run.Inspection{Nodes: []run.InspectedNode{}, Log: []string{}, Values: []run.InspectedFact{}}
	b, ok := x.Side.(*bot)
	if !ok {
		return view
	}
	m := b.m
	old := m.enter(x, b)
	defer m.leave(old)
	if b.printed != nil {
		view.Log = append(view.Log, b.printed.log...)
	}
	fact := func(name, value string) {
		view.Values = append(view.Values, run.InspectedFact{Kind: "brain", Name: name, Value: value, Color: "white"})
	}
	fact("list", b.list())
	if b.Parked {
		fact("parked", fmt.Sprintf("after %d failures in a row", b.faults))
	}
	t := b.tree()
	if t == nil {
		return view
	}
	m.Lua.Looking(func() {
		err := m.Protect(func() {
			if d := t.SleepTime(); d.Ok {
				fact("sleep time", nodes.Two(d.Seconds))
			}
			t.EachLine(func(n tree.NodeID, depth int, line string, s script.Status) {
				view.Nodes = append(view.Nodes, run.InspectedNode{Node: n, Depth: depth, Text: line, Color: colors[s]})
			})
		})
		if err != nil {
			fact("error", m.Program.Placed(err).Error())
		}
	})
	return view
}
