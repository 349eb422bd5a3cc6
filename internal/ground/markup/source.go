package markup

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// byteOrderMark is the mark that some editors put before UTF-8 text.
const byteOrderMark = "\uFEFF"

// forbidden reports whether r may stand neither in a file nor in a string of
// one: control characters but for tab and line breaks, and the two
// noncharacters that YAML excludes.
func forbidden(r rune) bool {
	switch {
	case r == '\t', r == '\n', r == '\r':
		return false
	case r < ' ', r >= 0x7f && r <= 0x9f, r == 0xfffe, r == 0xffff:
		return true
	}
	return false
}

// clean gives the text of a file, or of a part of one that begins at a line,
// without byte order mark, each character that may not stand in it reported and
// replaced by one U+FFFD, so that the rest can be looked at and stays where it
// was. It gives false if that is pointless: past the size limit, in another
// encoding, or with so many faults that it is no text.
func clean(file string, line int32, src []byte, lim Limits, l *syntax.List) (text []byte, ok bool) {
	if !readable(file, line, src, lim, l) {
		return nil, false
	}
	return scrub(file, line, bytes.TrimPrefix(src, []byte(byteOrderMark)), forbidden, l)
}

// readable reports what is past the size limit or in an encoding that nothing
// here is written in.
func readable(file string, line int32, src []byte, lim Limits, l *syntax.List) bool {
	at := syntax.Pos{File: file, Line: line, Col: 1}
	switch {
	case int64(len(src)) > lim.Bytes:
		l.Errors = append(l.Errors, lim.tooLarge(at, byteCount(int64(len(src)))))
	case bytes.HasPrefix(src, []byte("\xff\xfe")) || bytes.HasPrefix(src, []byte("\xfe\xff")):
		l.Errorf(at, "found UTF-16 text, wanted UTF-8")
	case bytes.HasPrefix(src, []byte("\x1f\x8b")) || bytes.HasPrefix(src, []byte("PK\x03\x04")):
		l.Errorf(at, "found a packed file, wanted text; unpack it first")
	default:
		return true
	}
	return false
}

// maxStray limits the stray bytes of a text: a file with so many is none, and fewer are told
// one by one.
const maxStray = 10

// scrub is clean for text that is not too large, by what may not stand in it.
func scrub(file string, line int32, src []byte, forbidden func(rune) bool, l *syntax.List) (text []byte, ok bool) {
	c, before := newCursor(file, line, src), len(l.Errors)
	var out []byte // the text up to kept with replacements; nil if it needed none
	kept := 0
	for faults := 0; c.off < len(c.text); {
		if b := c.text[c.off]; b >= ' ' && b < 0x7f {
			c.next()
			continue
		}
		at, off := c.pos(), c.off
		r, size := utf8.DecodeRune(c.text[off:])
		c.next()
		switch {
		case r == utf8.RuneError && size == 1:
			l.Errorf(at, "invalid UTF-8: found the byte 0x%02x", c.text[off])
		case forbidden(r):
			l.Errorf(at, "control character %s", codePoint(r))
		default:
			continue
		}
		if faults++; faults == maxStray {
			l.Errors = l.Errors[:before+1]
			l.Errors[before].Hint = "there is more like this, so that it is probably no text"
			return nil, false
		}
		out = append(out, c.text[kept:off]...)
		out = append(out, "\uFFFD"...)
		kept = c.off
	}
	if out == nil {
		return c.text, true
	}
	return append(out, c.text[kept:]...), true
}

func codePoint(r rune) string { return fmt.Sprintf("U+%04X", r) }

// checkString reports the first forbidden character of a string in which the
// file wrote it as an escape sequence.
func checkString(l *syntax.List, at syntax.Pos, s string) {
	for _, r := range s {
		if forbidden(r) {
			l.Errorf(at, "control character %s in a string", codePoint(r))
			return
		}
	}
}

// recoverError, deferred, adds the error that a parser panicked with to a list, unless
// its place has an error already: there a character was replaced.
func recoverError(l *syntax.List) {
	switch e := recover().(type) {
	case nil:
	case *syntax.Error:
		tell(l, e)
	case stop:
		tell(l, e.Error)
	default:
		panic(e)
	}
}

// stop is what a parser panics with where nothing of the document is to be used, as at a limit.
type stop struct{ *syntax.Error }

// tell adds an error to a list unless its place has one already.
func tell(l *syntax.List, e *syntax.Error) {
	if !slices.ContainsFunc(l.Errors, func(o *syntax.Error) bool { return o.Pos == e.Pos }) {
		l.Errors = append(l.Errors, e)
	}
}

// cursor walks forward through a text and knows the line and column.
type cursor struct {
	file      string
	text      []byte
	off       int // of the next character, in bytes
	line, col int32
}

func newCursor(file string, line int32, text []byte) cursor {
	return cursor{file: file, text: text, line: line, col: 1}
}

func (c *cursor) pos() syntax.Pos { return syntax.Pos{File: c.file, Line: c.line, Col: c.col} }

// peek gives the next byte, or 0 at the end.
func (c *cursor) peek() byte {
	if c.off < len(c.text) {
		return c.text[c.off]
	}
	return 0
}

// next steps over one character and gives it, or 0 at the end.
func (c *cursor) next() rune {
	if c.off == len(c.text) {
		return 0
	}
	r, size := rune(c.text[c.off]), 1
	if r >= utf8.RuneSelf {
		r, size = utf8.DecodeRune(c.text[c.off:])
	}
	c.off += size
	if r == '\n' || r == '\r' && c.peek() != '\n' {
		c.line++
		c.col = 1
	} else {
		c.col++
	}
	return r
}

// seek steps forward to a byte offset.
func (c *cursor) seek(off int) {
	for c.off < off {
		c.next()
	}
}

// found names what stands at the cursor as an error does: a word of letters and
// digits, or else a character.
func (c *cursor) found() string {
	rest := c.text[c.off:]
	if n := bytes.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }); n != 0 && len(rest) > 0 {
		if n < 0 {
			n = len(rest)
		}
		return strconv.Quote(shorten(string(rest[:n])))
	}
	switch r, _ := utf8.DecodeRune(rest); {
	case len(rest) == 0:
		return "the end of the file"
	case r == '\n', r == '\r':
		return "the end of the line"
	case r == '\t':
		return "a tab"
	case r == '"':
		return "a double quote"
	default:
		return strconv.Quote(string(r))
	}
}

// span returns the range from start to here.
func (c *cursor) span(start syntax.Pos) syntax.Span {
	return syntax.Span{Start: start, EndLine: c.line, EndCol: c.col}
}
