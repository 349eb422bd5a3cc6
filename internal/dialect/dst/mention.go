package dst

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/mention"
)

// Mentions lists the names in the texts of a script: of files that it requires, of events, and of
// the nodes that ask a function. Any other text may be a name.
func Mentions(file string, src []byte, _ limit.Values) (all mention.List) {
	lines := source.NewLines(syntax.Pos{File: file, Line: 1, Col: 1}, string(src))
	words := source.Words(string(src))
	calls := []string{} // the names before the open brackets
	for i, w := range words {
		switch {
		case w.Text == "(" || w.Text == "{":
			name := ""
			if i > 0 && words[i-1].Kind == source.NameWord && w.Text == "(" {
				name = words[i-1].Text
			}
			calls = append(calls, name)
		case (w.Text == ")" || w.Text == "}") && len(calls) > 0:
			calls = calls[:len(calls)-1]
		case w.Kind == source.TextWord && len(w.Text) > 2 && w.Text[0] != '[':
			name := w.Text[1 : len(w.Text)-1]
			start, end := lines.At(int32(w.From)), lines.At(int32(w.To))
			at := syntax.Span{Start: start, EndLine: end.Line, EndCol: end.Col}
			call := ""
			if len(calls) > 0 {
				call = calls[len(calls)-1]
			}
			event, hears := eventCalls[call]
			switch {
			case call == "require" || i > 0 && words[i-1].Text == "require":
				all.Use(mention.File, name, at)
			case event.sends:
				all.Define(mention.Event, name, at)
			case hears:
				all.Use(mention.Event, name, at)
			case slices.Contains(askedNodes, call):
				all.Define(mention.Name, name, at)
			default:
				all.Value("", name, at)
			}
		}
	}
	return all
}
