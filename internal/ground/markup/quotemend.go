package markup

import (
	"bytes"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/indent"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
)

// behindValue is what may follow a value of one word for sure: the end of the tag, or another
// attribute.
var behindValue = lazy.Regexp(`^(\s*/?>|\s+[A-Za-z_][\w:.-]*\s*=\s*["'])`)

// closeQuote returns the fix for a value, which begins at a place, without the quote at its end: of a
// value of one word, behind which the end of the tag or another attribute stands on its line.
func (t *tagScanner) closeQuote(value syntax.Pos) []syntax.Edit {
	off := syntax.Offset(t.text, value)
	n, ok := oneWord(t.text[off:])
	if !ok {
		return nil
	}
	at := value
	at.Col += int32(len([]rune(string(t.text[off : off+n]))))
	return []syntax.Edit{{At: here(at), With: string(t.text[off-1 : off])}}
}

// openQuote returns the fix for a value of one word at the cursor without a quote before it, and
// perhaps behind it.
func (t *tagScanner) openQuote() []syntax.Edit {
	rest := t.text[t.off:]
	n := indent.Word(string(rest))
	at, behind := t.pos(), t.pos()
	behind.Col += int32(len([]rune(string(rest[:n]))))
	if n > 0 && n < len(rest) && (rest[n] == '"' || rest[n] == '\'') && (n+1 == len(rest) || strings.IndexByte(" \t\r\n/>", rest[n+1]) >= 0) {
		return []syntax.Edit{{At: here(at), With: string(rest[n : n+1])}}
	}
	if _, ok := oneWord(rest); !ok {
		return nil
	}
	quote := `"`
	if bytes.Count(t.text, []byte("='")) > bytes.Count(t.text, []byte(`="`)) {
		quote = "'"
	}
	return []syntax.Edit{{At: here(at), With: quote}, {At: here(behind), With: quote}}
}

// oneWord returns the length of the word that a text begins with, and whether that surely is a whole
// value.
func oneWord(text []byte) (n int, ok bool) {
	if end := bytes.IndexAny(text, "\r\n"); end >= 0 {
		text = text[:end]
	}
	n = indent.Word(string(text))
	for n < len(text) && text[n] == '/' && !bytes.HasPrefix(text[n:], []byte("/>")) { // of a path
		n += 1 + indent.Word(string(text[n+1:]))
	}
	return n, n > 0 && behindValue().Match(text[n:])
}

// here is the empty range at a place.
func here(at syntax.Pos) syntax.Span { return syntax.Span{Start: at, EndLine: at.Line, EndCol: at.Col} }
