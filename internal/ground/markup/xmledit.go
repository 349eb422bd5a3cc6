package markup

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Renamed returns the edits that give an element another name, in its first tag and in its last.
func (e *Element) Renamed(src []byte, name string) []syntax.Edit {
	first := e.Span.Start
	first.Col++ // behind the <
	edits := []syntax.Edit{{At: e.named(first), With: name}}
	if !strings.HasSuffix(e.Text(src), "/>") {
		last := e.Span.End()
		text := e.Text(src)
		tag := text[strings.LastIndex(text, "</")+2:]
		// the name may be followed by blanks, and so by ends of lines
		if !strings.Contains(tag, "\n") {
			last.Col -= int32(len([]rune(tag)))
			edits = append(edits, syntax.Edit{At: e.named(last), With: name})
		}
	}
	return edits
}

// named returns the range of the name of the element from a place on.
func (e *Element) named(from syntax.Pos) syntax.Span {
	return syntax.Span{Start: from, EndLine: from.Line, EndCol: from.Col + int32(len([]rune(e.Name)))}
}

// NameSpan returns the range of the name in the first tag of the element.
func (e *Element) NameSpan() syntax.Span {
	start := e.Span.Start
	start.Col++
	return e.named(start)
}

// Text returns the text of the element with all that is in it.
func (e *Element) Text(src []byte) string {
	return string(src[syntax.Offset(src, e.Span.Start):syntax.Offset(src, e.Span.End())])
}
