package dst

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

var _ run.Inspector = (*semantics)(nil)

// colors are those of nodes by status.
var colors = [...]string{ready: "gray", success: "green", failed: "red", running: "blue"}

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
	view.Log = append(view.Log, b.log...)
	fact := func(name, value string) {
		view.Values = append(view.Values, run.InspectedFact{Kind: "brain", Name: name, Value: value, Color: "white"})
	}
	fact("list", b.list())
	if b.parked {
		fact("parked", fmt.Sprintf("after %d failures in a row", b.faults))
	}
	t := b.tree()
	if t == nil {
		return view
	}
	m.lua.Looking(func() {
		err := m.protect(func() {
			if d := t.sleepTime(); d.ok {
				fact("sleep time", two(d.seconds))
			}
			in, root := t.tree()
			in.walk(root, 0, func(n tree.NodeID, depth int) {
				var line strings.Builder
				in.head(&line, n, strings.Repeat("   >", depth))
				view.Nodes = append(view.Nodes, run.InspectedNode{
					Node: n, Depth: depth, Text: strings.TrimSuffix(line.String(), "\n"), Color: colors[in.status(n)],
				})
			})
		})
		if err != nil {
			fact("error", m.program.placed(err).Error())
		}
	})
	return view
}

// walk calls f for a node and those below it, in the order of the debug text.
func (t *instance) walk(n tree.NodeID, depth int, f func(n tree.NodeID, depth int)) {
	f(n, depth)
	for _, child := range t.list(n).ids {
		t.walk(child, depth+1, f)
	}
}
