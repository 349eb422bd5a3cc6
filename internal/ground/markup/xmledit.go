package markup

import (
	"unicode/utf8"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Renamed returns the edits that give an element another name, in its first tag and in its last.
func (e *Element) Renamed(name string) []syntax.Edit {
	edits := []syntax.Edit{{At: e.NameSpan(), With: name}}
	if e.lastLine > 0 {
		edits = append(edits, syntax.Edit{At: e.named(syntax.Pos{File: e.Span.Start.File, Line: e.lastLine, Col: e.lastCol}), With: name})
	}
	return edits
}

// Suggest is [syntax.Error.Suggest] for an error about the name of the element. Its fix renames
// both tags.
func (e *Element) Suggest(fault *syntax.Error, among []string) *syntax.Error {
	if near := syntax.Closest(e.Name, among); near != "" {
		fault.Suggest(e.Name, []string{near})
		fault.Fix = e.Renamed(near)
	}
	return fault
}

// NameSpan returns the range of the name in the first tag.
func (e *Element) NameSpan() syntax.Span {
	first := e.Span.Start
	first.Col++ // behind the <
	return e.named(first)
}

// named returns the range of the name of the element from a place on.
func (e *Element) named(from syntax.Pos) syntax.Span {
	return syntax.Span{Start: from, EndLine: from.Line, EndCol: from.Col + int32(utf8.RuneCountInString(e.Name))}
}

// Text returns the text of the element with all that is in it.
func (e *Element) Text(src []byte) string {
	return string(src[syntax.Offset(src, e.Span.Start):syntax.Offset(src, e.Span.End())])
}
