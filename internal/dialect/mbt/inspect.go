package mbt

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// The colours of the view: leaves, other nodes with a text, and the rest.
const (
	leafColor  = "blue"
	textColor  = "white"
	plainColor = "gray"
)

// Inspect shows the nodes that run, the last texts of the log, and variables
// and timestamps.
func (s *semantics) Inspect(x *run.Exec) run.Inspection {
	return run.Inspection{Nodes: s.view(x), Log: s.logged(x), Values: s.facts(x)}
}

// view returns the tree view: the nodes that run still, from the root down, each
// with the line of its element. Cases mbt-view-basic, mbt-view-conditions,
// mbt-view-nothing-left.
func (s *semantics) view(x *run.Exec) []run.InspectedNode {
	lines := []run.InspectedNode{}
	var show func(n tree.NodeID, depth int)
	show = func(n tree.NodeID, depth int) {
		if !runs(x, n) {
			return
		}
		i := len(lines)
		text := s.text(x, n)
		lines = append(lines, run.InspectedNode{Node: n, Depth: depth, Text: s.line(x, n, depth, text), Color: plainColor})
		for _, kid := range x.Tree.Kids(n) {
			show(below(x, kid), depth+1)
		}
		switch {
		case len(lines) == i+1:
			lines[i].Color = leafColor
		case text != "":
			lines[i].Color = textColor
		}
	}
	show(x.Tree.Entries[0], 0)
	return lines
}

func (s *semantics) line(x *run.Exec, n tree.NodeID, depth int, text string) string {
	var b strings.Builder
	if line := x.Tree.Spans[n].Start.Line; line > 0 {
		fmt.Fprintf(&b, "%5d ", line)
	} else {
		b.WriteString("      ")
	}
	for i := range depth + 1 {
		b.WriteString([...]string{"  ", "- "}[i%2])
	}
	b.WriteString(s.kinds[n].name)
	if text != "" {
		b.WriteString(" - " + text)
	}
	return b.String()
}

// text returns what a running node says about itself.
func (s *semantics) text(x *run.Exec, n tree.NodeID) string {
	node := &x.Tree.Nodes[n]
	switch opOf(node) {
	case opTimeout, opWait:
		return fmt.Sprintf("%0.1f (%0.1f)", left(x, node), s.timers[node.Arg].duration)
	case opStateMachine:
		return s.kinds[x.Tree.Kids(n)[field(x, node, 16)&0xff]].text
	case opGraft:
		if i := field(x, node, 16); i > 0 {
			return s.kinds[x.Tree.Kids(n)[i-1]].text
		}
		return ""
	case opAction, opGate, opDecorator, opComposite:
		return x.Describe(n)
	}
	return s.kinds[n].text
}

// facts lists the variables, and the timestamps with the seconds since they were
// set.
func (s *semantics) facts(x *run.Exec) []run.InspectedFact {
	facts := []run.InspectedFact{}
	for i, v := range s.variables {
		f := run.InspectedFact{Kind: "variable", Name: v.show, Value: "false", Color: "red"}
		if s.variable(x, i) {
			f.Value, f.Color = "true", "green"
		}
		facts = append(facts, f)
	}
	for i, t := range s.stampList {
		f := run.InspectedFact{Kind: "timestamp", Name: t.name, Value: "--", Color: "gray"}
		if set := s.stampOf(x.Env, i); set >= 0 {
			f.Value, f.Color = fmt.Sprintf("%.2f", seconds(now(x)-set)), "green"
		}
		facts = append(facts, f)
	}
	return facts
}

// Label returns the name of a node's element and what tells it from others.
func (s *semantics) Label(t *tree.Tree, n tree.NodeID) (kind, detail string) {
	node := &t.Nodes[n]
	detail = cmp.Or(s.kinds[n].text, s.kinds[n].more)
	switch opOf(node) {
	case opTimeout, opWait:
		timer := s.timers[node.Arg]
		detail = fmt.Sprintf("%g s", timer.duration)
		if timer.variation != 0 {
			detail += fmt.Sprintf(" to %g s", timer.duration+timer.variation)
		}
	case opLoop, opLoopUntilSuccess:
		if node.Arg > 0 {
			detail = fmt.Sprint(node.Arg)
		}
	case opSendEvent, opSendTransitionEvent:
		detail = s.symbols.EventName(s.events[node.Arg])
	case opLog:
		detail = s.texts[node.Arg-1]
	case opGroupScope:
		if sc := &s.scopes[node.Arg]; !sc.everyone {
			detail += fmt.Sprintf(" max %d", sc.allowed)
		}
	case opAction, opGate, opDecorator, opComposite:
		leaf := &t.Leaves[node.Leaf]
		for i, p := range leaf.Params() {
			if p.Kind == host.Where && leaf.Facet > host.Everyone {
				f := s.symbols.Facets()[leaf.Facet-1]
				detail += fmt.Sprintf(" %s %s=%v", p.Name, s.symbols.KeyNames()[f.Key], s.symbols.Value(f.Value))
			}
			if i < len(leaf.Args) && leaf.Args[i] != p.Default && leaf.Args[i].Kind() != host.Null {
				detail += fmt.Sprintf(" %s %v", p.Name, leaf.Args[i])
			}
		}
		detail = strings.TrimSpace(detail)
	}
	return s.kinds[n].name, detail
}

// Role tells what part a node plays.
func (*semantics) Role(t *tree.Tree, n tree.NodeID) run.Role { return ops.Role(t.Nodes[n].Op) }
