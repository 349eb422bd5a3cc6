package dragengine

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// textOf returns the text of an element as the engine's reader sees it: the first
// piece alone, with each run of white space as one space. White space at its
// ends is dropped only where the piece is the first or the last thing in the
// element, and attributes are things: what follows one keeps a space in front.
// A piece of nothing but white space before a comment or a CDATA section is one
// space, and a CDATA section stays as it is.
// Cases drag-text-cleaning, drag-text-cleaning-quirk.
func textOf(e *markup.Element) string {
	if len(e.Texts) == 0 {
		return ""
	}
	t := &e.Texts[0]
	if t.CDATA {
		return t.Value
	}
	text := collapse(t.Value)
	if t.Last {
		text = strings.TrimSuffix(text, " ")
	}
	if t.First && text != " " && !hasAttrs(e) {
		text = strings.TrimPrefix(text, " ")
	}
	return text
}

// hasAttrs reports whether an element has attributes; declarations of name
// spaces are none.
func hasAttrs(e *markup.Element) bool {
	return slices.ContainsFunc(e.Attrs, func(a markup.Attr) bool { return !strings.HasPrefix(a.Name, "xmlns:") })
}

// textAt returns the range of the text of an element, or that of the element when it has
// none.
func textAt(e *markup.Element) syntax.Span {
	if len(e.Texts) == 0 {
		return e.Span
	}
	at := spanOf(&e.Texts[0])
	if last := e.Texts[len(e.Texts)-1].Span; len(e.Texts) > 1 {
		at.EndLine, at.EndCol = last.EndLine, last.EndCol
	}
	return at
}

// spanOf returns the range of a piece of text without the white space around it. The space
// behind a text with references is in the range, too.
func spanOf(t *markup.Text) syntax.Span {
	if t.CDATA || strings.TrimSpace(t.Value) == "" {
		return t.Span
	}
	at := t.Span
	at.Start = behind(at.Start, t.Value[:strings.Index(t.Value, strings.TrimLeft(t.Value, blanks))])
	if behind(t.Span.Start, t.Value) == t.Span.End() { // there are no references
		end := behind(t.Span.Start, strings.TrimRight(t.Value, blanks))
		at.EndLine, at.EndCol = end.Line, end.Col
	}
	return at
}

const blanks = " \t\r\n"

// behind returns the place behind a text that is written at a place.
func behind(at syntax.Pos, text string) syntax.Pos {
	for _, c := range text {
		if c == '\n' {
			at.Line++
			at.Col = 1
		} else {
			at.Col++
		}
	}
	return at
}

func collapse(s string) string {
	var b strings.Builder
	blank := false
	for i := range len(s) {
		switch c := s[i]; c {
		case ' ', '\t', '\r', '\n':
			blank = true
		default:
			if blank {
				b.WriteByte(' ')
			}
			blank = false
			b.WriteByte(c)
		}
	}
	if blank {
		b.WriteByte(' ')
	}
	return b.String()
}
