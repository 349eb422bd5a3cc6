package syntax

import (
	"bytes"
	"cmp"
	"slices"
	"unicode/utf8"
)

// Edit is a range of a file and the text that takes its place.
type Edit struct {
	At   Span
	With string
}

// Apply returns a text after edits of it, whose ranges do not overlap. All else stays byte
// for byte as it was.
func Apply(text []byte, edits ...Edit) []byte {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.At.Start.Line, b.At.Start.Line), cmp.Compare(a.At.Start.Col, b.At.Start.Col))
	})
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(append(out, text[at:Offset(text, e.At.Start)]...), e.With...)
		at = Offset(text, e.At.End())
	}
	return append(out, text[at:]...)
}

// End returns the place right behind a range.
func (s Span) End() Pos { return Pos{File: s.Start.File, Line: s.EndLine, Col: s.EndCol} }

// Before reports whether a place is earlier in its file than another of the same file.
func (p Pos) Before(o Pos) bool { return p.Line < o.Line || p.Line == o.Line && p.Col < o.Col }

// Offset returns where a place is in the text of its file, in bytes. A byte order mark at the
// beginning is no character of the first line.
func Offset(text []byte, p Pos) int {
	at := 0
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		at = len("\ufeff")
	}
	for line := int32(1); line < p.Line && at < len(text); at++ {
		if text[at] == '\n' || text[at] == '\r' && (at+1 == len(text) || text[at+1] != '\n') {
			line++
		}
	}
	for col := int32(1); col < p.Col && at < len(text); col++ {
		_, size := utf8.DecodeRune(text[at:])
		at += size
	}
	return at
}
