package unvanquished

import (
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

var _ run.Inspector = (*semantics)(nil)

// Inspect shows the nodes that are listed as running, by number, which is the
// order of the file; the current action in blue.
func (s *semantics) Inspect(x *run.Exec) run.Inspection {
	seen := run.Inspection{Nodes: []run.InspectedNode{}, Log: []string{}, Values: []run.InspectedFact{}}
	listed := running(x.Mem)
	for i := range x.Tree.Nodes[1:] {
		n := tree.NodeID(i + 1)
		if !listed.has(n) {
			continue
		}
		kind, detail := s.Label(x.Tree, n)
		line := run.InspectedNode{Node: n, Text: kind, Color: "gray"}
		if detail != "" {
			line.Text += " " + detail
		}
		if n == listed.current() {
			line.Color = "blue"
		}
		seen.Nodes = append(seen.Nodes, line)
	}
	return seen
}
