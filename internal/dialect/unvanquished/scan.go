package unvanquished

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// maxToken is the longest token in bytes.
const maxToken = 1023

// reader is a file that is being read. It stops at the first NUL byte, and at a
// comment that nothing closes.
type reader struct {
	file string
	text string
	off  int
	line int32
	col  int32
	from *origin // where it was included; nil for a main file
	// back is a token that was read ahead and given back
	back *token
	// odd is a notice about the last token, which is read all the same
	odd []oddity
	// comment is a comment that has no end
	comment syntax.Span
	nul     bool // a NUL byte cuts the text off
}

type oddity struct {
	at   syntax.Span
	msg  string
	lint bool // the original has nothing to say about it
}

func newReader(file string, src []byte, from *origin) *reader {
	text, _, nul := strings.Cut(string(src), "\x00")
	return &reader{file: file, text: text, line: 1, col: 1, from: from, nul: nul}
}

// short says why a file that was read ends before its text does; nil where it
// does not.
func (s *reader) short() *syntax.Error {
	var e *syntax.Error
	switch {
	case s.comment.EndLine > 0:
		e = &syntax.Error{Pos: s.comment.Start, At: s.comment, Msg: "this comment has no end, and takes the rest of the file", Hint: `wanted "*/" behind it`}
	case s.nul:
		at := s.pos()
		e = &syntax.Error{Pos: at, At: syntax.Span{Start: at, EndLine: at.Line, EndCol: at.Col + 1}, Msg: "found the control character NUL, which ends the file", Hint: "save the file as plain text"}
	default:
		return nil
	}
	e.Notes = (&token{from: s.from}).notes()
	return e
}

// lexFault is a place where no token can be read.
type lexFault struct {
	at   syntax.Span
	msg  string
	hint string
}

func (s *reader) pos() syntax.Pos { return syntax.Pos{File: s.file, Line: s.line, Col: s.col} }

// since is the range from a place to here.
func (s *reader) since(start syntax.Pos) syntax.Span {
	return syntax.Span{Start: start, EndLine: s.line, EndCol: s.col}
}

func (s *reader) peek(ahead int) byte {
	if s.off+ahead < len(s.text) {
		return s.text[s.off+ahead]
	}
	return 0
}

// step moves over n bytes. Only \n ends a line, and a character of several bytes
// is one column.
func (s *reader) step(n int) {
	for _, b := range []byte(s.text[s.off:min(s.off+n, len(s.text))]) {
		s.off++
		switch {
		case b == '\n':
			s.line++
			s.col = 1
		case b < 0x80 || b >= 0xC0:
			s.col++
		}
	}
}

// isBlank reports whether a byte is white space: up to the blank and, because the
// original's bytes are signed, from 0x80 on. Case unv-text-high-bytes.
func isBlank(b byte) bool { return b <= ' ' || b >= 0x80 }

// blank skips white space and comments, and reports whether anything follows. An
// open comment reaches to the end of the file.
func (s *reader) blank() bool {
	for s.off < len(s.text) {
		rest := s.text[s.off:]
		switch {
		case isBlank(rest[0]):
			s.step(1)
		case strings.HasPrefix(rest, "//"):
			n := strings.IndexByte(rest, '\n')
			if n < 0 {
				n = len(rest) - 1
			}
			s.step(n + 1)
		case strings.HasPrefix(rest, "/*"):
			start := s.pos()
			n := strings.Index(rest[2:], "*/")
			if n < 0 {
				s.step(len(rest))
				s.comment = s.since(start)
				return false
			}
			s.step(n + 4)
		default:
			return true
		}
	}
	return false
}

// next reads a token. It returns nil at the end of the file and at a fault, which
// it skips, so that reading can go on.
func (s *reader) next() (*token, *lexFault) {
	if t := s.back; t != nil {
		s.back = nil
		return t, nil
	}
	line, off := s.line, s.off
	if !s.blank() {
		return nil, nil
	}
	t := &token{lines: s.line - line, spaced: s.off > off, from: s.from}
	start := s.pos()
	var f *lexFault
	switch b := s.peek(0); {
	case b == '"' || b == '\'':
		f = s.quoted(t, b)
	case isDigit(b) || b == '.' && isDigit(s.peek(1)):
		f = s.number(t)
	case isLetter(b):
		n := 1
		for isLetter(s.peek(n)) || isDigit(s.peek(n)) {
			n++
		}
		t.kind, t.text = nameToken, s.text[s.off:s.off+n]
		s.step(n)
		if n > maxToken {
			f = &lexFault{at: s.since(start), msg: fmt.Sprintf("a name of %d bytes, wanted at most %d", n, maxToken)}
		}
	default:
		f = s.punct(t)
	}
	if f != nil {
		return nil, f
	}
	t.at = s.since(start)
	return t, nil
}

func isDigit(b byte) bool  { return '0' <= b && b <= '9' }
func isLetter(b byte) bool { return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b == '_' }

// number reads a number: hexadecimal, octal, decimal or with a dot, and up to two
// letters behind it that mean nothing. Cases unv-text-hex-octal,
// unv-text-suffixes, unv-parse-number-literals-2.
func (s *reader) number(t *token) *lexFault {
	start, at := s.off, s.pos()
	t.kind, t.integer = numberToken, true
	if s.peek(0) == '0' && (s.peek(1) == 'x' || s.peek(1) == 'X') {
		s.step(2)
		for hexDigit(s.peek(0)) < 16 {
			t.whole = t.whole<<4 | uint64(hexDigit(s.peek(0)))
			s.step(1)
		}
		t.value = float64(t.whole)
	} else {
		for isDigit(s.peek(0)) || s.peek(0) == '.' {
			s.step(1)
		}
		digits := s.text[start:s.off]
		if strings.Contains(digits, ".") {
			t.integer = false
			t.whole, t.value = fraction(digits)
		} else {
			t.whole = integer(digits)
			t.value = float64(t.whole)
		}
		if _, after, dot := strings.Cut(digits, "."); dot && (after == "" || after[0] == '.') {
			msg := fmt.Sprintf("%s without a digit behind its dot is the number %.6g, as in the game", quote(digits), t.value)
			s.odd = append(s.odd, oddity{at: s.since(at), msg: msg, lint: true})
		}
	}
	t.text = s.text[start:s.off]
	s.suffixes(t)
	if s.off-start > maxToken {
		return &lexFault{at: s.since(at), msg: fmt.Sprintf("a number of more than %d bytes", maxToken)}
	}
	return nil
}

// suffixes skips one l and one u, in either order; a fraction has no u.
func (s *reader) suffixes(t *token) {
	long, unsigned := false, !t.integer
	for range 2 {
		switch b := s.peek(0); {
		case (b == 'l' || b == 'L') && !long:
			long = true
			s.step(1)
		case (b == 'u' || b == 'U') && !unsigned:
			unsigned = true
			s.step(1)
		}
	}
}

func hexDigit(b byte) int {
	switch {
	case isDigit(b):
		return int(b - '0')
	case 'a' <= b && b <= 'f':
		return int(b-'a') + 10
	case 'A' <= b && b <= 'F':
		return int(b-'A') + 10
	}
	return 16
}

// integer is octal when it starts with 0 and has no 8 or 9. It wraps around at
// 64 bits.
func integer(digits string) (n uint64) {
	base := uint64(10)
	if digits[0] == '0' && !strings.ContainsAny(digits, "89") {
		base = 8
	}
	for _, d := range []byte(digits) {
		n = n*base + uint64(d-'0')
	}
	return n
}

// fraction is NumberValue, which adds up the digits one by one. It takes the byte
// behind the first dot for a digit, whatever it is: a second dot, or the 0 byte
// that ends the number, so that 1. is -3.8. It stops at a later dot, and the
// whole part is 0 then. Cases unv-text-trailing-dot, unv-parse-number-literals.
func fraction(digits string) (whole uint64, value float64) {
	before, after, _ := strings.Cut(digits, ".")
	for _, d := range []byte(before) {
		value = float64(value*10) + float64(d-'0')
	}
	if after == "" {
		after = "\x00"
	}
	unit := 10.0
	for i, d := range []byte(after) {
		if d == '.' && i > 0 {
			return 0, value
		}
		value += (float64(d) - '0') / unit
		unit *= 10
	}
	if value >= 1<<63 {
		return 0, value
	}
	return uint64(int64(value)), value
}

// quoted reads a string, or a literal in single quotes. Those that follow with
// nothing but white space between become a part of it. Case unv-parse-strings.
func (s *reader) quoted(t *token, quote byte) *lexFault {
	at := s.pos()
	var text []byte
	for {
		s.step(1)
		if f := s.untilQuote(&text, at, quote); f != nil {
			return f
		}
		s.step(1)
		mark := *s
		if s.blank() && s.peek(0) == quote {
			continue
		}
		s.off, s.line, s.col = mark.off, mark.line, mark.col
		break
	}
	if len(text) > maxToken-2 {
		return &lexFault{at: s.since(at), msg: fmt.Sprintf("a string of %d bytes, wanted at most %d", len(text), maxToken-2)}
	}
	if nul := slices.Index(text, 0); nul >= 0 { // the original's strings end there
		text = text[:nul]
	}
	t.kind, t.text = stringToken, string(text)
	if quote == '\'' {
		t.kind, t.text = literalToken, "'"+t.text+"'"
	}
	return nil
}

// untilQuote reads up to the closing quote, which must stand on the same line.
func (s *reader) untilQuote(text *[]byte, at syntax.Pos, quote byte) *lexFault {
	for s.peek(0) != quote {
		switch {
		case s.off == len(s.text):
			return &lexFault{at: s.since(at), msg: "a string without a closing quote"}
		case s.peek(0) == '\n':
			return &lexFault{at: s.since(at), msg: "a string without a closing quote on its line", hint: `a new line is written \n`}
		case s.peek(0) == '\\':
			*text = append(*text, s.escape())
		default:
			*text = append(*text, s.peek(0))
			s.step(1)
		}
	}
	return nil
}

var escapes = map[byte]byte{
	'\\': '\\', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v', 'b': '\b', 'f': '\f', 'a': '\a', '\'': '\'', '"': '"', '?': '?',
}

// escape reads an escape sequence. \x is followed by hexadecimal digits and \ by
// decimal ones; both stop at 255.
func (s *reader) escape() byte {
	at := s.pos()
	s.step(1)
	if b, ok := escapes[s.peek(0)]; ok {
		s.step(1)
		return b
	}
	base, digits := 10, 0
	if s.peek(0) == 'x' {
		base = 16
		s.step(1)
	}
	n := 0
	for d := hexDigit(s.peek(0)); d < base; d = hexDigit(s.peek(0)) {
		n = min(n*base+d, 1<<16)
		digits++
		s.step(1)
	}
	switch {
	case digits == 0:
		s.odd = append(s.odd, oddity{at: s.since(at), msg: "an unknown escape sequence, which ends the text of the string"})
	case n > 255:
		s.odd = append(s.odd, oddity{at: s.since(at), msg: "an escape sequence above 255, which stands for 255"})
		n = 255
	}
	return byte(n)
}

// puncts is all punctuation, the longest first.
var puncts = []string{
	">>=", "<<=", "...",
	"##", "&&", "||", ">=", "<=", "==", "!=", "*=", "/=", "%=", "+=", "-=", "++", "--", "&=", "|=", "^=", ">>", "<<", "->", "::", ".*",
	"*", "/", "%", "+", "-", "=", "&", "|", "^", "~", "!", ">", "<", ".", ",", ";", ":", "?", "(", ")", "{", "}", "[", "]", "\\", "#", "$",
}

func (s *reader) punct(t *token) *lexFault {
	rest := s.text[s.off:]
	for _, p := range puncts {
		if strings.HasPrefix(rest, p) {
			t.kind, t.text = punctToken, p
			s.step(len(p))
			return nil
		}
	}
	at := s.pos()
	s.step(1)
	return &lexFault{at: s.since(at), msg: fmt.Sprintf("found the character %q, which starts no token", rest[0])}
}
