package dragengine

import (
	"maps"
	"slices"
	"strconv"

	"github.com/thicket-sim/thicket/behavior/run"
)

var _ run.Inspector = (*semantics)(nil)

// Inspect shows the path of the current rule, and the parameters, flags and
// timers that the bot has, by name.
func (s *semantics) Inspect(x *run.Exec) run.Inspection {
	now := current(x.Mem[s.base])
	seen := run.Inspection{Nodes: []run.InspectedNode{}, Log: []string{}}
	for n := now; n != 0; n = x.Tree.Nodes[n].Parent {
		seen.Nodes = append(seen.Nodes, run.InspectedNode{Node: n, Text: s.brief(x.Tree, n), Color: "gray"})
	}
	slices.Reverse(seen.Nodes)
	for depth := range seen.Nodes {
		seen.Nodes[depth].Depth = depth
	}
	if len(seen.Nodes) > 0 {
		seen.Nodes[len(seen.Nodes)-1].Color = "blue"
	}
	seen.Values = []run.InspectedFact{{Kind: "rule", Name: "current", Value: s.path(x.Tree, now), Color: "blue"}}
	if saved := current(x.Mem[s.base+1]); x.Mem[s.base]&hasSaved != 0 {
		seen.Values = append(seen.Values, run.InspectedFact{Kind: "rule", Name: "saved", Value: s.path(x.Tree, saved), Color: "gray"})
	}
	for _, name := range slices.Sorted(maps.Keys(s.entries)) {
		if at := s.entries[name]; s.words(x, at, entryWords)[0]&isSet != 0 {
			seen.Values = append(seen.Values, fact("parameter", name, strconv.FormatFloat(float64(s.float(x, at, 0)), 'g', -1, 32), "white"))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.flags)) {
		seen.Values = append(seen.Values, yesNo("flag", name, x.Mem[s.base+s.flags[name]] != 0))
	}
	for _, name := range slices.Sorted(maps.Keys(s.timers)) {
		runs, _ := s.timer(x, s.timers[name])
		seen.Values = append(seen.Values, yesNo("timer", name, runs))
	}
	return seen
}

func fact(kind, name, value, color string) run.InspectedFact {
	return run.InspectedFact{Kind: kind, Name: name, Value: value, Color: color}
}

func yesNo(kind, name string, on bool) run.InspectedFact {
	if on {
		return fact(kind, name, "true", "green")
	}
	return fact(kind, name, "false", "red")
}
