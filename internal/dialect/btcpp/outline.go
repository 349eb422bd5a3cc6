package btcpp

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/mutant"
)

// Outline describes what can be changed in the nodes of a file.
func Outline(file string, src []byte, limits limit.Values) (all []*mutant.Node) {
	root, err := markup.ParseLenientXML(file, src, markup.LimitsOf(limits))
	if err != nil {
		return nil
	}
	for _, e := range root.Children {
		if e.Name == "BehaviorTree" && len(e.Children) == 1 {
			all = append(all, outline(src, e.Children[0]))
		}
	}
	return all
}

// opposites are the controls that go on with a success by those that go on with a failure, and the
// other way round.
var opposites = map[string]string{
	"Sequence": "Fallback", "Fallback": "Sequence", "AsyncSequence": "AsyncFallback", "AsyncFallback": "AsyncSequence",
	"ReactiveSequence": "ReactiveFallback", "ReactiveFallback": "ReactiveSequence", "SequenceWithMemory": "Fallback",
}

func outline(src []byte, e *markup.Element) *mutant.Node {
	n := &mutant.Node{At: e.Span.Start, Span: e.Span}
	for i := range e.Attrs {
		a := &e.Attrs[i]
		if mutant.Numeric(a.Value) && !a.Escaped() {
			n.Numbers = append(n.Numbers, a.ValueSpan)
		}
		if n.Negated == nil {
			n.Negated = negated(src, e, a)
		}
	}
	if to := opposites[e.Name]; to != "" {
		n.Swapped = e.Renamed(to)
	}
	k := builtIn[e.Name]
	list := opposites[e.Name] != "" || k != nil && (k.op == opParallel || k.op == opParallelAll)
	for _, child := range e.Children {
		if list {
			n.List = append(n.List, outline(src, child))
		} else {
			n.Inner = append(n.Inner, outline(src, child))
		}
	}
	return n
}

// negated turns the condition round that an attribute has; nil for one that has none, and for scripts
// that do more than to answer.
func negated(src []byte, e *markup.Element, a *markup.Attr) []syntax.Edit {
	switch {
	case a.Name == "_skipIf", a.Name == "_successIf", a.Name == "_failureIf", a.Name == "_while":
	case a.Name == "code" && e.Name == "ScriptCondition", a.Name == "if" && e.Name == "Precondition":
	default:
		return nil
	}
	written := string(src[syntax.Offset(src, a.ValueSpan.Start):syntax.Offset(src, a.ValueSpan.End())])
	if strings.TrimSpace(written) == "" || strings.Contains(a.Value, ";") || strings.Contains(a.Value, ":=") || strings.HasPrefix(a.Value, "{") {
		return nil
	}
	return []syntax.Edit{{At: a.ValueSpan, With: "!(" + written + ")"}}
}
