package dragengine

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/mutant"
)

// opposites are the modes that hold where the others do not, by those.
var opposites = [...]Mode{AllTrue: AnyFalse, AnyTrue: AllFalse, AnyFalse: AllTrue, AllFalse: AnyTrue}

// Outline describes what can be changed in the rules of a file. The conditions of a rule are
// negated all together, by their mode.
func Outline(file string, src []byte, limits limit.Values) []*mutant.Node {
	root, err := markup.ParseXML(file, src, markup.LimitsOf(limits))
	if err != nil {
		return nil
	}
	return outlines(src, root)
}

func outlines(src []byte, e *markup.Element) (all []*mutant.Node) {
	for _, c := range e.Children {
		if isRule(c.Name) {
			all = append(all, outline(src, c))
		}
	}
	return all
}

func outline(src []byte, e *markup.Element) *mutant.Node {
	n := &mutant.Node{At: e.Span.Start, Span: e.Span, List: outlines(src, e)}
	switch e.Name {
	case "sequence":
		n.Swapped = e.Renamed("choice")
	case "choice":
		n.Swapped = e.Renamed("sequence")
	}
	var last, mode *markup.Element
	for _, c := range e.Children {
		switch c.Name {
		case "condition":
			last = c
		case "conditionMode":
			mode = c
		case "parameter":
			if at, ok := textSpan(c); ok && mutant.Numeric(c.Texts[0].Value) {
				n.Numbers = append(n.Numbers, at)
			}
		}
	}
	if last == nil || e.Name == "failure" { // which fails all the same
		return n
	}
	n.Guarded = true
	now := AllTrue
	if mode != nil {
		now = Mode(slices.Index(modeNames[:], textOf(mode)))
		if at, ok := textSpan(mode); ok && now <= AllFalse {
			n.Negated = []syntax.Edit{{At: at, With: opposites[now].String()}}
		}
		return n
	}
	n.Negated = []syntax.Edit{{At: last.Span, With: last.Text(src) + "<conditionMode>" + opposites[now].String() + "</conditionMode>"}}
	return n
}

// textSpan returns where the text of an element stands, if it is one plain word.
func textSpan(e *markup.Element) (syntax.Span, bool) {
	if fixedText(e) != "" || e.Texts[0].Value != strings.TrimSpace(e.Texts[0].Value) {
		return syntax.Span{}, false
	}
	return e.Texts[0].Span, true
}
