package source

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Lines finds lines and columns of a source that begins at a position of its file.
type Lines struct {
	at     syntax.Pos
	Starts []int32       // where each line begins
	Text   func() string // the source
	marks  []mark
}

// mark is how many signs a source has before a byte at which one begins. There is one about every
// markEvery bytes, so that a column of a long line is found soon.
type mark struct{ at, signs int32 }

const markEvery = 1 << 10

// NewLines finds them for a source.
func NewLines(at syntax.Pos, src string) *Lines {
	l := &Lines{at: at, Starts: []int32{0}, Text: func() string { return src }}
	for i := 0; i < len(src); {
		n := 1
		if src[i] == '\r' && i+1 < len(src) && src[i+1] == '\n' {
			n = 2
		}
		if src[i] == '\n' || src[i] == '\r' {
			l.Starts = append(l.Starts, int32(i+n))
		}
		i += n
	}
	if len(src) >= markEvery {
		l.mark(src)
	}
	return l
}

func (l *Lines) mark(src string) {
	signs, next := int32(0), markEvery
	for i := range src {
		if i >= next {
			l.marks = append(l.marks, mark{int32(i), signs})
			next = i + markEvery
		}
		signs++
	}
}

// signs is how many signs a source has before a byte.
func (l *Lines) signs(src string, at int) int32 {
	var m mark
	if i := sort.Search(len(l.marks), func(i int) bool { return int(l.marks[i].at) > at }); i > 0 {
		m = l.marks[i-1]
	}
	return m.signs + int32(utf8.RuneCountInString(src[min(int(m.at), at):at]))
}

// Line is the line of a byte, from 0 on.
func (l *Lines) Line(at int32) int {
	return sort.Search(len(l.Starts), func(i int) bool { return l.Starts[i] > at }) - 1
}

// Number is the line of a byte as its file counts them, for which the source is not needed.
func (l *Lines) Number(at int32) int { return int(l.at.Line) + l.Line(max(at, 0)) }

// At is the place of a byte.
func (l *Lines) At(at int32) syntax.Pos {
	at = max(at, 0)
	line := l.Line(at)
	src := l.Text()
	start, end := min(int(l.Starts[line]), len(src)), min(int(at), len(src))
	p := syntax.Pos{File: l.at.File, Line: l.at.Line + int32(line), Col: l.signs(src, end) - l.signs(src, start) + 1}
	if line == 0 {
		p.Col += l.at.Col - 1
	}
	return p
}

// Range is the range from one byte to another, or of the line break or the character before where
// that is empty.
func (l *Lines) Range(from, to int32) syntax.Span {
	src := l.Text()
	if from = min(max(from, 0), int32(len(src))); to <= from {
		if to = from + 1; int(from) == len(src) && from > 0 {
			from, to = from-1, from
		}
	}
	end := l.At(min(to, int32(len(src))))
	return syntax.Span{Start: l.At(from), EndLine: end.Line, EndCol: end.Col}
}

// Rest is the range from a byte to the end of its line.
func (l *Lines) Rest(from int32) syntax.Span {
	src := l.Text()
	from = min(max(from, 0), int32(len(src)))
	to := int32(len(src))
	if end := strings.IndexAny(src[from:], "\r\n"); end >= 0 {
		to = from + int32(end)
	}
	return l.Range(from, to)
}

// Word is a token of a source, as it is written.
type Word struct {
	From, To int // in bytes
	Text     string
	Kind     WordKind
}

// WordKind is what a word is.
type WordKind uint8

// The kinds of words.
const (
	NameWord   WordKind = iota // names and keywords
	NumberWord                 // a number
	TextWord                   // a text
	SignWord
)

// Words splits a source into its tokens, without comments.
func Words(src string) (all []Word) {
	x := lexer{src: src, fault: func(int32, string, ...any) {}}
	for {
		t := x.next()
		w := Word{int(t.from), int(t.to), src[t.from:t.to], SignWord}
		switch {
		case t.kind == TokenEnd:
			return all
		case t.kind == TokenName || t.kind >= TokenAnd:
			w.Kind = NameWord
		case t.kind == TokenNumber:
			w.Kind = NumberWord
		case t.kind == TokenText:
			w.Kind = TextWord
		}
		all = append(all, w)
	}
}
