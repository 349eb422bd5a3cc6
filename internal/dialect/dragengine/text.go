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

// textAt returns the position of the text of an element, or that of the element
// when it has none.
func textAt(e *markup.Element) syntax.Pos {
	if len(e.Texts) == 0 {
		return e.Span.Start
	}
	return startOf(&e.Texts[0])
}

// startOf returns the position of a piece of text behind the white space in
// front.
func startOf(t *markup.Text) syntax.Pos {
	at := t.Span.Start
	if t.CDATA || strings.TrimSpace(t.Value) == "" {
		return at
	}
	for _, c := range t.Value {
		switch c {
		case '\n':
			at.Line++
			at.Col = 1
		case ' ', '\t', '\r':
			at.Col++
		default:
			return at
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
