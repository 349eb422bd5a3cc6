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

// Misnamed tells that an error is about the name of the element, that it may be a misspelling of
// an entry of among, and how to mend that in both tags; it gives the error.
func (e *Element) Misnamed(fault *syntax.Error, among ...string) *syntax.Error {
	fault.At = e.NameSpan()
	if fault.Suggest(e.Name, among); len(fault.Fix) > 0 {
		fault.Fix = e.Renamed(fault.Fix[0].With)
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
