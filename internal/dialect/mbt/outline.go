package mbt

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/mutant"
)

// Outline describes what can be changed in the nodes of a file.
func Outline(file string, src []byte, limits limit.Values) []*mutant.Node {
	root, err := markup.ParseXML(file, src, fileLimits(limits))
	if err != nil {
		return nil
	}
	for _, e := range root.Children {
		if sameName(e.Name, "Root") && len(e.Children) > 0 {
			return []*mutant.Node{outline(src, e.Children[0])}
		}
	}
	return nil
}

func outline(src []byte, e *markup.Element) *mutant.Node {
	n := &mutant.Node{At: e.Span.Start, Span: e.Span}
	for i := range e.Attrs {
		a := &e.Attrs[i]
		if mutant.Numeric(a.Value) && !a.Escaped() {
			n.Numbers = append(n.Numbers, a.ValueSpan)
		}
		if n.Negated == nil {
			n.Negated = negated(src, a)
		}
	}
	list := false
	switch e.Name {
	case "Sequence":
		n.Swapped, list = e.Renamed("Selector"), true
	case "Selector":
		n.Swapped, list = e.Renamed("Sequence"), true
	case "Parallel", "Priority", "StateMachine":
		list = true
	}
	for _, c := range e.Children {
		if list {
			n.List = append(n.List, child(src, c))
		} else {
			n.Inner = append(n.Inner, outline(src, c))
		}
	}
	return n
}

// child is outline for a child of a list. A case has its condition asked by the Priority; a
// state is known by the node in it.
func child(src []byte, e *markup.Element) *mutant.Node {
	if !sameName(e.Name, "State") {
		n := outline(src, e)
		n.Guarded = sameName(e.Name, "Case")
		return n
	}
	n := &mutant.Node{At: e.Span.Start, Span: e.Span, Guarded: true}
	for _, block := range e.Children {
		if sameName(block.Name, "BehaviorTree") {
			for _, c := range block.Children {
				n.Inner = append(n.Inner, outline(src, c))
			}
			break // the others are not read
		}
	}
	return n
}

// The attributes of nodes that ask for times.
const (
	moreThan = "isMoreThan"
	lessThan = "isLessThan"
)

// negated turns the condition round that an attribute has; nil for one that has none.
func negated(src []byte, a *markup.Attr) []syntax.Edit {
	written := string(src[syntax.Offset(src, a.ValueSpan.Start):syntax.Offset(src, a.ValueSpan.End())])
	switch {
	case sameName(a.Name, moreThan):
		return []syntax.Edit{{At: a.NameSpan, With: lessThan}}
	case sameName(a.Name, lessThan):
		return []syntax.Edit{{At: a.NameSpan, With: moreThan}}
	case sameName(a.Name, "condition") && written != "":
		return []syntax.Edit{{At: a.ValueSpan, With: "!(" + written + ")"}}
	case sameName(a.Name, "code"):
		// a script that does more than to answer has no opposite
		if answer, ok := strings.CutPrefix(written, "return "); ok && !strings.ContainsAny(answer, ";\n") {
			return []syntax.Edit{{At: a.ValueSpan, With: "return not (" + answer + ")"}}
		}
	}
	return nil
}
