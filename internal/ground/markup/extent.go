package markup

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Extent returns the range of what stands at a place of a text, in whatever language: a string with
// its quotes or, right behind a quote, what is in them; the beginning of a tag; a word; or else one
// character. At the end of a line that is the line break, at the end of the text the last character.
// It is empty in an empty text only.
func Extent(text []byte, at syntax.Pos) syntax.Span {
	c := newCursor(at.File, 1, bytes.TrimPrefix(text, []byte(byteOrderMark)))
	c.reach(at)
	return c.extent()
}

// reach steps forward to a place.
func (c *cursor) reach(at syntax.Pos) {
	for c.off < len(c.text) && c.pos().Before(at) {
		c.next()
	}
}

// extent is Extent of the place of the cursor.
func (c *cursor) extent() syntax.Span {
	from := *c
	if from.off == len(from.text) && from.off > 0 {
		_, size := utf8.DecodeLastRune(from.text)
		from = newCursor(c.file, 1, c.text)
		from.line += c.line - lastLine(c.text)
		if bytes.HasSuffix(c.text, []byte("\r\n")) {
			size++
		}
		from.seek(len(c.text) - size)
	}
	start := from.pos()
	from.seek(from.off + extentLength(from.text, from.off))
	return from.span(start)
}

// lastLine returns the number of the line on which a text ends.
func lastLine(text []byte) int32 {
	c := newCursor("", 1, text)
	c.seek(len(text))
	return c.line
}

// extentLength returns how many bytes of a text belong to what begins at an offset.
func extentLength(text []byte, off int) int {
	rest := text[off:]
	if len(rest) == 0 {
		return 0
	}
	line := rest
	if end := bytes.IndexAny(line, "\r\n"); end >= 0 {
		line = line[:end]
	}
	_, first := utf8.DecodeRune(rest)
	switch c := rest[0]; {
	case bytes.HasPrefix(rest, []byte("\r\n")):
		return 2
	case len(line) == 0:
		return 1
	case c == '"' || c == '\'':
		if end := closingQuote(line[1:], c); end > 0 {
			return 1 + end + 1
		}
	case off > 0 && (text[off-1] == '"' || text[off-1] == '\''):
		if end := closingQuote(line, text[off-1]); end > 0 {
			return end
		}
	case c == '<':
		n := 1
		for n < len(line) && (line[n] == '/' || line[n] == '!' || line[n] == '?') {
			n++
		}
		return n + wordLength(line[n:])
	}
	return max(first, wordLength(line))
}

// closingQuote returns where the next quote stands that is not behind a backslash; -1 for none.
func closingQuote(line []byte, quote byte) int {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case quote:
			return i
		}
	}
	return -1
}

// wordLength returns how many bytes of a line are a word, a path or a number.
func wordLength(line []byte) int {
	n := bytes.IndexFunc(line, func(r rune) bool {
		return r <= ' ' || strings.ContainsRune(`<>()[]{}"',;=:`, r)
	})
	if n < 0 {
		return len(line)
	}
	return n
}

// ranged gives each error its range that has none, in a text that begins at a line of its file.
func ranged(list syntax.ErrorList, line int32, text []byte) {
	list = slices.DeleteFunc(slices.Clone(list), func(e *syntax.Error) bool { return e.At.EndLine > 0 })
	slices.SortStableFunc(list, func(a, b *syntax.Error) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
	c := newCursor("", line, bytes.TrimPrefix(text, []byte(byteOrderMark)))
	for _, e := range list {
		c.file = e.Pos.File
		c.reach(e.Pos)
		e.At = c.extent()
	}
}
