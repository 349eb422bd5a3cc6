package unvanquished

import (
	"bytes"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// Format lays out a file: one node a line, braces on lines of their own, a tab a
// level. Tokens, comments and directives stay as they are written, and so do
// the line breaks within an expression, so that what comes out loads to the
// same tree. The error is a syntax.ErrorList with the place that cannot be read.
func Format(file string, src []byte, limits limit.Values) ([]byte, error) {
	var l syntax.List
	if len(src) > maxBytes.In(limits) {
		l.Errorf(syntax.Pos{File: file, Line: 1, Col: 1}, "a file of more than %d MB", maxBytes.In(limits)>>20)
		return nil, l.Err()
	}
	items := split(newReader(file, src, nil), &l)
	if nul := bytes.IndexByte(src, 0); nul >= 0 {
		l.Errorf(newReader(file, src[:nul], nil).last(), "a NUL byte, behind which nothing is read")
	}
	if err := l.Err(); err != nil {
		return nil, err
	}
	o := newOutliner(file, src, items, nil, limits)
	o.nodes()
	f := layout{begun: o.begun}
	for i := range items {
		f.item(&items[i])
		if f.level > maxDepth.In(limits)+1 { // the nodes, and selectClass
			l.Errorf(items[i].token.at, "braces nested deeper than %d", maxDepth.In(limits)+1)
			return nil, l.Err()
		}
	}
	f.endLine()
	return f.out.Bytes(), nil
}

// last returns the position of the end of the file.
func (s *reader) last() syntax.Pos {
	s.step(len(s.text) - s.off)
	return s.pos()
}

type itemKind uint8

const (
	tokenItem itemKind = iota
	lineComment
	blockComment
	directiveItem // to the end of its line, as it is written
)

// item is a piece of a file that is never broken up.
type item struct {
	kind   itemKind
	text   string
	token  *token // of a tokenItem
	breaks int    // line breaks before it
	spaced bool
}

// split takes a file to pieces.
func split(s *reader, l *syntax.List) (items []item) {
	for {
		it := item{}
		for s.off < len(s.text) && isBlank(s.peek(0)) {
			it.spaced = true
			if s.peek(0) == '\n' {
				it.breaks++
			}
			s.step(1)
		}
		rest := s.text[s.off:]
		start := s.off
		switch {
		case rest == "":
			return items
		case strings.HasPrefix(rest, "//"):
			it.kind = lineComment
			line, _, _ := strings.Cut(rest, "\n")
			s.step(len(line))
			it.text = strings.TrimRight(line, " \t\r")
		case strings.HasPrefix(rest, "/*"):
			it.kind = blockComment
			s.step(min(len(rest), 2+strings.Index(rest[2:]+"*/", "*/")+2))
			if it.text = s.text[start:s.off]; s.off == len(s.text) { // it may be open
				it.text = strings.TrimRight(it.text, " \t\r\n")
			}
		case rest[0] == '#':
			it.kind = directiveItem
			it.text = s.directive()
		default:
			t, f := s.next()
			if f != nil {
				l.Errorf(f.at, "%s", f.msg).Hint = f.hint
				continue
			}
			it.token, it.text = t, s.text[start:s.off]
		}
		items = append(items, it)
	}
}

// directive skips a directive, up to the last token on its line.
func (s *reader) directive() string {
	start, end := s.off, *s
	crossed := int32(0)
	for {
		t, f := s.next()
		if f != nil || t == nil || end.off > start && t.lines > crossed {
			break
		}
		crossed = 0
		if t.isPunct("\\") {
			crossed = 1
		}
		end = *s
	}
	if end.off == start { // a # that begins no token
		end.step(1)
	}
	*s = end
	return s.text[start:s.off]
}

// layout puts items into lines.
type layout struct {
	out    bytes.Buffer
	line   strings.Builder
	level  int    // of braces
	parens int    // that are open
	prev   *item  // the token before, nil at the start of a line
	last   *token // the token before, whatever stands between
	named  bool   // the next token is the name behind a keyword
	broken bool   // the next item begins a line
	open   bool   // no line before, or one behind which no empty line is kept
	// the line before is a directive, with comments behind it
	directive bool
	begun     map[*token]bool // macros that stand for nodes
}

func (f *layout) item(it *item) {
	switch it.kind {
	case directiveItem:
		f.endLine()
		f.blankLine(it)
		f.out.WriteString(it.text + "\n")
		f.open, f.directive = false, true
		if strings.HasSuffix(it.text, "\\") { // which goes on with the next line, and that is empty
			f.out.WriteString("\n")
			f.open = true
		}
		return
	case lineComment:
		f.comment(it)
		f.broken = true
		return
	case blockComment:
		f.comment(it)
		return
	}
	f.directive = false
	f.token(it)
}

// comment keeps a comment behind the token that it follows on its line; otherwise
// it begins a line.
func (f *layout) comment(it *item) {
	if it.breaks == 0 && f.line.Len() > 0 && !f.broken {
		f.line.WriteString(" " + it.text)
		return
	}
	if it.breaks == 0 && f.line.Len() == 0 && f.join(it) {
		return
	}
	f.directive = false
	f.endLine()
	f.blankLine(it)
	f.indent()
	f.line.WriteString(it.text)
	f.broken = it.kind == lineComment
}

// join puts a comment at the end of the line before, which a directive has ended,
// or, for a line comment, a brace.
func (f *layout) join(it *item) bool {
	text := f.out.Bytes()
	n := len(text)
	if brace := n > 1 && (text[n-2] == '{' || text[n-2] == '}'); !f.directive && !(brace && it.kind == lineComment) {
		return false
	}
	line := bytes.TrimRight(text, "\n")
	f.out.Truncate(len(line))
	f.out.WriteString(" " + it.text + strings.Repeat("\n", n-len(line)))
	return true
}

func (f *layout) token(it *item) {
	t := it.token
	starts := !f.named && f.parens == 0 && t.kind == nameToken && (isKeyword(t) || t.isWord("selectClass") || f.begun[t])
	switch {
	case t.isPunct("{"):
		f.endLine()
		f.indent()
		f.line.WriteString("{")
		f.endLine()
		f.level++
		f.open = true
	case t.isPunct("}"):
		f.endLine()
		f.level = max(f.level-1, 0)
		f.indent()
		f.line.WriteString("}")
		f.endLine()
	case t.isPunct(";") && f.line.Len() == 0 && f.last.isPunct("}") && f.semicolon():
	default:
		if starts || f.broken || it.breaks > 0 && !f.named {
			f.endLine()
		}
		if f.line.Len() == 0 {
			f.blankLine(it)
			f.indent()
			if !starts && f.continues(t) {
				f.line.WriteString("\t")
			}
		} else if f.prev == nil || f.space(f.prev.token, it) {
			f.line.WriteString(" ")
		}
		f.line.WriteString(it.text)
		f.prev = it
	}
	switch {
	case t.isPunct("("):
		f.parens++
	case t.isPunct(")"):
		f.parens = max(f.parens-1, 0)
	case t.isPunct("{"), t.isPunct("}"):
		f.parens = 0
	}
	f.named = starts && (t.isWord("action") || t.isWord("decorator") || t.isWord("behavior"))
	f.last = t
	f.open = f.open && t.isPunct("{")
}

// semicolon puts a semicolon behind the brace of an enum.
func (f *layout) semicolon() bool {
	text := f.out.Bytes()
	if n := len(text); n < 2 || text[n-2] != '}' {
		return false
	}
	f.out.Truncate(len(text) - 1)
	f.out.WriteString(";\n")
	return true
}

// continues reports whether a token at the start of a line continues the node of
// the line before.
func (f *layout) continues(t *token) bool {
	if f.last == nil || t.isPunct("#") {
		return false
	}
	_, binary := operator(t)
	_, after := operator(f.last)
	return f.parens > 0 || binary || after || f.last.is("!") || t.is("(") || t.is(")") || f.last.isWord("condition")
}

// space reports whether two tokens of a line are set apart by a blank.
func (f *layout) space(prev *token, it *item) bool {
	t := it.token
	if t.kind != punctToken && prev.kind != punctToken {
		return true
	}
	_, binary := operator(t)
	_, after := operator(prev)
	switch {
	case binary || after:
		return true
	case t.isPunct(","), t.isPunct(";"):
		return false
	case t.isPunct("("):
		return prev.kind != nameToken && !prev.isPunct("!") || prev.isWord("condition")
	case t.isPunct(")"):
		return !prev.isPunct("(")
	case prev.isPunct("("), prev.isPunct(","), prev.isPunct(")"):
		return true
	case prev.isPunct("!"):
		return t.kind == punctToken && !t.is("!")
	}
	return it.spaced
}

// blankLine keeps one empty line of those before an item that begins a line.
func (f *layout) blankLine(it *item) {
	if it.breaks > 1 && !f.open && f.out.Len() > 0 {
		f.out.WriteString("\n")
	}
	f.open = false
}

func (f *layout) indent() { f.line.WriteString(strings.Repeat("\t", f.level)) }

func (f *layout) endLine() {
	if f.line.Len() > 0 {
		f.out.WriteString(f.line.String() + "\n")
		f.line.Reset()
	}
	f.prev, f.broken = nil, false
}
