package unvanquished

import (
	"fmt"
	"math"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

type tokenKind uint8

const (
	nameToken tokenKind = iota
	numberToken
	stringToken
	literalToken // in single quotes, of no use in trees
	punctToken
)

// token is one token of a file. Most of the grammar looks at its text; that of a
// string is what stands between the quotes.
type token struct {
	kind    tokenKind
	integer bool // a number without a dot
	text    string
	word    string  // the symbol that the file has in place of the text, if any
	whole   uint64  // the whole part of a number
	value   float64 // all of it
	at      syntax.Span
	from    *origin // nil where it stands in the file itself, not in a macro
	lines   int32   // line breaks before it, since the token before
	spaced  bool    // white space before it
}

// origin says where a token comes from that was not written at its position.
type origin struct {
	what  string // a text that a position explains
	at    syntax.Pos
	outer *origin
	depth int
}

// maxNotes is the number of origins an error lists.
const maxNotes = 4

// notes returns the origins as an error lists them.
func (t *token) notes() (list []syntax.Note) {
	for o := t.from; o != nil && len(list) < maxNotes; o = o.outer {
		list = append(list, syntax.Note{Pos: o.at, Msg: o.what})
	}
	return list
}

func (t *token) is(text string) bool { return t.text == text }

// isPunct reports whether a token is punctuation, and no string, with a text.
func (t *token) isPunct(text string) bool {
	return t != nil && t.kind == punctToken && t.text == text
}

// starts reports whether the text begins with a byte: braces and parentheses are
// recognised by that, also in strings.
func (t *token) starts(b byte) bool { return t.text != "" && t.text[0] == b }

// isWord reports whether the text is a keyword, without regard to case.
func (t *token) isWord(keyword string) bool { return fold(t.text) == fold(keyword) }

// describe names the token in an error.
func (t *token) describe() string {
	switch {
	case t.word != "":
		return quote(t.word)
	case t.kind == stringToken:
		return "the string " + quote(t.text)
	}
	return quote(t.text)
}

// quote returns a text in quotes, shortened where it is long.
func quote(s string) string {
	const most = 60
	if len(s) > most {
		return fmt.Sprintf("%.*q...", most, s)
	}
	return fmt.Sprintf("%q", s)
}

// fold returns a name in lower case, in which only ASCII letters change.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, name)
}

// box returns a number as trees see it: an int where the int and the float agree
// in 32 bits, else a float of 32 bits. Cases unv-parse-number-literals-2,
// unv-expr-float32-collapse.
func (t *token) box() host.Value {
	i, f := int32(uint32(t.whole)), float32(t.value)
	if float32(i) == f {
		return host.IntValue(int64(i))
	}
	return host.NumberValue(float64(f))
}

// truncate cuts a number toward zero, within 32 bits; a text is 0.
func truncate(v host.Value) int32 {
	f := v.Number()
	switch {
	case f != f:
		return 0
	case f >= math.MaxInt32:
		return math.MaxInt32
	case f <= math.MinInt32:
		return math.MinInt32
	}
	return int32(f)
}

// numberOf returns a value from a function of the game as an expression sees it:
// an int as it is, a float in 32 bits, and 0 for a text. Cases unv-expr-float32,
// unv-expr-truth.
func numberOf(v host.Value) float64 {
	if v.Kind() == host.Number {
		return float64(float32(v.Number()))
	}
	return v.Number()
}
