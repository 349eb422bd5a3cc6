package dragengine

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

var _ run.Inspector = (*semantics)(nil)

// The colours of an inspection: the current rule, the lists around it, and
// values that are on or off.
const (
	currentColor = "blue"
	listColor    = "gray"
	onColor      = "green"
	offColor     = "red"
	plainColor   = "white"
)

// Inspect shows the current rule and the lists around it, the bot's parameter
// table, flags and timers, and what a game has changed of how its tree runs.
func (s *semantics) Inspect(x *run.Exec) run.Inspection {
	return run.Inspection{Nodes: s.chain(x), Log: []string{}, Values: s.facts(x)}
}

// chain lists the rules from the root to the current one.
func (s *semantics) chain(x *run.Exec) []run.InspectedNode {
	way := []tree.NodeID{}
	for n := current(x.Mem[s.tables.base]); n != 0; n = x.Tree.Nodes[n].Parent {
		way = append(way, n)
	}
	slices.Reverse(way)
	nodes := []run.InspectedNode{}
	for depth, n := range way {
		node := run.InspectedNode{Node: n, Depth: depth, Text: s.brief(x.Tree, n), Color: listColor}
		if depth == len(way)-1 {
			node.Color = currentColor
			if opOf(&x.Tree.Nodes[n]) == opAction {
				node.Text = strings.TrimSpace(node.Text + "  " + x.Describe(n))
			}
		}
		nodes = append(nodes, node)
	}
	return nodes
}

func (s *semantics) facts(x *run.Exec) []run.InspectedFact {
	facts := []run.InspectedFact{}
	fact := func(kind, name, value, color string) {
		facts = append(facts, run.InspectedFact{Kind: kind, Name: name, Value: value, Color: color})
	}
	fact("rule", "current", s.path(x.Tree, current(x.Mem[s.tables.base])), currentColor)
	if x.Mem[s.tables.base]&hasSaved != 0 {
		fact("rule", "saved", s.path(x.Tree, current(x.Mem[s.tables.base+1])), listColor)
	}
	for _, name := range slices.Sorted(maps.Keys(s.entries)) {
		at := s.entries[name]
		if s.tables.words(x, at, entryWords)[0]&isSet == 0 {
			fact("parameter", name, "--", listColor)
			continue
		}
		fact("parameter", name, strconv.FormatFloat(float64(s.tables.float(x, at, 0)), 'g', -1, 32), plainColor)
	}
	for _, name := range slices.Sorted(maps.Keys(s.flags)) {
		if s.tables.words(x, s.flags[name], 1)[0] != 0 {
			fact("flag", name, "set", onColor)
		} else {
			fact("flag", name, "clear", offColor)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.timers)) {
		at := s.timers[name]
		name = cmp.Or(name, "without name")
		switch runs, finished := s.tables.timer(x, at); {
		case runs:
			fact("timer", name, fmt.Sprintf("%.1f s left", s.tables.left(x, at)), onColor)
		case finished:
			fact("timer", name, "finished", offColor)
		default:
			fact("timer", name, "--", listColor)
		}
	}
	w := x.Mem[s.tables.base]
	if n := s.limit(x); n != DefaultLimit {
		fact("limit", "rules in a step", strconv.Itoa(n), plainColor)
	}
	if w&stopsOnFailure != 0 {
		fact("policy", "onRootFailed", policyNames[Stop], plainColor)
	}
	if w&isStopped != 0 {
		fact("state", "tree", "stopped", offColor)
	}
	return facts
}
