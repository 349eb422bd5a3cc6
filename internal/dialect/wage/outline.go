package wage

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/mutant"
)

// Outline describes what can be changed in the trees of a file, or of a ruleset: every map with
// a kind of node is one. The dialect has no negation, so that a condition has an opposite where
// it asks for a truth value, or for a bound.
func Outline(file string, src []byte, limits limit.Values) []*mutant.Node {
	doc, err := markup.Parse(file, src, markup.LimitsOf(limits))
	if err != nil {
		return nil
	}
	o := &outliner{src: src, seen: map[*markup.Node]bool{}}
	return o.within(doc)
}

// outliner finds the nodes of a document. What an alias stands for is met once.
type outliner struct {
	src  []byte
	seen map[*markup.Node]bool
}

// within lists the outermost nodes in a value.
func (o *outliner) within(n *markup.Node) (all []*mutant.Node) {
	if o.seen[n] {
		return nil
	}
	if k := n.Get("kind"); k != nil && k.Kind == markup.String && slices.Contains(allKinds, k.Str) {
		return []*mutant.Node{o.node(n, k)}
	}
	o.seen[n] = true
	for _, item := range n.Items {
		all = append(all, o.within(item)...)
	}
	for _, e := range n.Entries {
		all = append(all, o.within(e.Value)...)
	}
	return all
}

func (o *outliner) node(n, kind *markup.Node) *mutant.Node {
	o.seen[n] = true
	out := &mutant.Node{At: n.Span.Start, Span: n.Span}
	switch kind.Str {
	case "selector":
		out.Swapped = o.edit(kind, "sequence")
	case "sequence":
		out.Swapped = o.edit(kind, "selector")
	case "state_equals":
		if v := n.Get("value"); v != nil && v.Kind == markup.Bool {
			out.Negated = o.edit(v, map[bool]string{true: "false", false: "true"}[v.Bool])
		}
	case "condition":
		if name := n.Get("name"); name != nil && opposite(name.Str) != "" {
			out.Negated = o.edit(name, opposite(name.Str))
		}
	}
	for _, e := range n.Entries {
		if e.Key == "children" {
			for _, kid := range e.Value.Items {
				if k := kid.Get("kind"); k != nil && !o.seen[kid] {
					out.List = append(out.List, o.node(kid, k))
				}
			}
			continue
		}
		out.Numbers = append(out.Numbers, numbersIn(e.Value)...)
	}
	return out
}

// The two conditions that there are of a number of a bot.
const (
	below   = "_below"
	atLeast = "_at_least"
)

// opposite returns the condition that is true where one of that name is not; empty for those
// without.
func opposite(name string) string {
	if of, ok := strings.CutSuffix(name, below); ok {
		return of + atLeast
	}
	if of, ok := strings.CutSuffix(name, atLeast); ok {
		return of + below
	}
	return ""
}

// edit writes a word in the place of another value, in quotes where that has some.
func (o *outliner) edit(n *markup.Node, word string) []syntax.Edit {
	if c := o.src[syntax.Offset(o.src, n.Span.Start)]; c == '"' || c == '\'' {
		word = string(c) + word + string(c)
	}
	return []syntax.Edit{{At: n.Span, With: word}}
}

// numbersIn returns the numbers of a value.
func numbersIn(n *markup.Node) (all []syntax.Span) {
	if n.Kind == markup.Number {
		return []syntax.Span{n.Span}
	}
	for _, item := range n.Items {
		all = append(all, numbersIn(item)...)
	}
	for _, e := range n.Entries {
		all = append(all, numbersIn(e.Value)...)
	}
	return all
}
