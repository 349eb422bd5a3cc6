package btcpp

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

var (
	_ run.Describer = (*semantics)(nil)
	_ run.Inspector = (*semantics)(nil)
)

// Label returns the type of a node, and its own name and ports.
func (s *semantics) Label(t *tree.Tree, n tree.NodeID) (kind, detail string) {
	info := &s.nodes[n]
	kind = info.typ
	var parts []string
	if opOf(&t.Nodes[n]) == opSubTree {
		kind = subTree
		parts = append(parts, info.typ)
	}
	if info.name != info.typ {
		parts = append(parts, info.name)
	}
	for i := range info.kind.ports {
		u := &s.uses[int(t.Nodes[n].Arg)+i]
		if u.how != absent && u.attr != nil {
			parts = append(parts, u.name+" "+cut(u.text))
		}
	}
	if info.scripts != nil {
		for i, b := range info.scripts {
			if b != nil {
				parts = append(parts, conditionNames[i]+" "+cut(b.attr.Value))
			}
		}
	}
	return kind, strings.Join(parts, " ")
}

// cut shortens a text so that a line stays one.
func cut(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	const most = 60
	if r := []rune(text); len(r) > most {
		return string(r[:most-3]) + "..."
	}
	return text
}

// Role tells what part a node plays.
func (s *semantics) Role(t *tree.Tree, n tree.NodeID) run.Role { return ops.Role(t.Nodes[n].Op) }

// Inspect shows the nodes that run, and all entries of the blackboards.
func (s *semantics) Inspect(x *run.Exec) run.Inspection {
	seen := run.Inspection{Nodes: []run.InspectedNode{}, Log: []string{}, Values: s.facts(x)}
	var show func(n tree.NodeID, depth int)
	show = func(n tree.NodeID, depth int) {
		if statusOf(x, n) != running {
			return
		}
		node := &x.Tree.Nodes[n]
		kind, detail := s.Label(x.Tree, n)
		line := run.InspectedNode{Node: n, Depth: depth, Text: strings.TrimSpace(kind + " " + detail), Color: "gray"}
		if ops.Role(node.Op) == run.Action {
			line.Color = "blue"
		}
		if text := s.progress(x, n, node); text != "" {
			line.Text += " - " + text
		}
		seen.Nodes = append(seen.Nodes, line)
		for _, kid := range x.Tree.Kids(n) {
			show(kid, depth+1)
		}
	}
	show(x.Tree.Entries[0], 0)
	return seen
}

// progress says how far a node that runs is; empty for one that does not count.
func (s *semantics) progress(x *run.Exec, n tree.NodeID, node *tree.Node) string {
	switch opOf(node) {
	case opTimeout, opDelay, opSleep, opMock:
		if *word(x, node)&timerRuns != 0 {
			return fmt.Sprintf("%.2f s left", float64(endOf(x, node)-now(x))/1e9)
		}
	case opRepeat, opRetryUntilSuccessful:
		return fmt.Sprintf("%d so far", *more(x, node, 0))
	case opParallel, opParallelAll:
		successes, failures := counts(x, node)
		return fmt.Sprintf("%d succeeded, %d failed", successes, failures)
	case opLoop:
		return fmt.Sprintf("element %d", *more(x, node, 0)-1)
	case opAction:
		return x.Describe(n)
	}
	return progressNav2(x, node)
}

// facts lists the entries that are there.
func (s *semantics) facts(x *run.Exec) []run.InspectedFact {
	all := []run.InspectedFact{}
	add := func(slot int32, name string) {
		if !s.isThere(x, slot) {
			return
		}
		v := s.value(x, slot)
		color := "green"
		if v.IsEmpty() {
			color = "gray"
		}
		all = append(all, run.InspectedFact{Kind: "entry", Name: name, Value: shown(v), Color: color})
	}
	for i := range s.boards.slots {
		if !s.boards.slots[i].hidden {
			add(int32(i), s.boards.path(int32(i)))
		}
	}
	if side, _ := x.Side.(*aside); side != nil {
		for i := range side.extra {
			add(int32(len(s.boards.slots)+i), side.extra[i].name)
		}
	}
	return all
}

// shown writes a value for people.
func shown(v board.Value) string {
	switch {
	case v.IsEmpty():
		return "--"
	case v.IsText():
		return v.Text()
	case v.PoseCount() > 1:
		first, last := v.Pose(0), v.Pose(v.PoseCount()-1)
		return fmt.Sprintf("%d poses, from %.2f;%.2f to %.2f;%.2f", v.PoseCount(), first.X, first.Y, last.X, last.Y)
	case v.PoseCount() == 1:
		p := v.Pose(0)
		return fmt.Sprintf("%.2f;%.2f;%.2f", p.X, p.Y, p.Angle)
	}
	return cut(toHost(v).String())
}

// tellEntries notes what a script has read.
func (s *semantics) tellEntries(x *run.Exec, n tree.NodeID, b *bound) {
	if x.Trace == nil || b.refs == nil {
		return
	}
	for i, name := range b.script.Names() {
		if _, isEnum := s.enums[name]; isEnum {
			continue
		}
		if slot := s.find(x, b.refs[i]); slot >= 0 {
			x.Because(n, name).HasValue(toHost(s.value(x, slot)))
		}
	}
}

// tellCount notes a count beside its bound.
func (s *semantics) tellCount(x *run.Exec, n tree.NodeID, what string, count, bound int) {
	if x.Trace != nil {
		x.Because(n, what).Is(float64(count), host.AtLeast, float64(bound), "")
	}
}

// tellTime notes what remains of the time of a node.
func (s *semantics) tellTime(x *run.Exec, n tree.NodeID, node *tree.Node) {
	if x.Trace != nil && *word(x, node)&(timerRuns|timerFired) != 0 {
		x.Because(n, host.TimeLeft).Is(max(float64(endOf(x, node)-now(x))/1e9, 0), host.AtMost, 0, "s")
	}
}
