package unvanquished

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/indent"
)

// mend gives fixes to errors of a file that tell of a missing brace, parenthesis or quote, where no
// other place can be meant.
func mend(file, text string, list syntax.ErrorList) {
	for _, e := range list {
		if e.Pos.File != file || len(e.Fix) > 0 {
			continue
		}
		switch {
		case strings.HasPrefix(e.Msg, "the file ends within this "):
			e.Fix = indent.Missing(file, text, braces(text), "")
		case strings.HasPrefix(e.Msg, "a string without a closing quote"):
			e.Fix = mendQuote(file, text, e.Pos)
		case strings.HasPrefix(e.Msg, `the "(" of `):
			e.Fix = mendParenthesis(file, text, e.Pos)
		}
	}
}

// braces returns the tokens of a file but for those of directives.
func braces(text string) (all []indent.Token) {
	s := newReader("", []byte(text), nil)
	directive, last := false, int32(0) // the line of the last token
	for s.blank() {
		from, first := s.off, s.line > last
		last = s.line
		t, _ := s.next()
		if t == nil {
			continue
		}
		if directive = first && t.isPunct("#") || directive && !first; directive {
			continue
		}
		token := indent.Token{From: from, To: s.off}
		switch {
		case t.isPunct("{"):
			token.Role, token.End = indent.Opens, "}"
		case t.isPunct("}"):
			token.Role, token.End = indent.Closes, "}"
		}
		all = append(all, token)
	}
	return all
}

// mendQuote writes a quote behind a string of one word that a parenthesis, a comma or the end of the
// line follows.
func mendQuote(file, text string, at syntax.Pos) []syntax.Edit {
	off := syntax.Offset([]byte(text), at)
	if off >= len(text) {
		return nil
	}
	rest, _, _ := strings.Cut(text[off+1:], "\n")
	n := indent.Word(rest)
	behind := strings.TrimSpace(rest[n:])
	if n == 0 || strings.ContainsAny(behind, `"'`) || behind != "" && behind[0] != ')' && behind[0] != ',' {
		return nil
	}
	return []syntax.Edit{indent.At(file, text, off+1+n, text[off:off+1])}
}

// mendParenthesis writes the end of a parenthesis behind the last token of its line, where the next
// one is a brace or a keyword.
func mendParenthesis(file, text string, at syntax.Pos) []syntax.Edit {
	off := syntax.Offset([]byte(text), at)
	if off >= len(text) {
		return nil
	}
	s := newReader("", []byte(text[off:]), nil)
	depth, end := 0, 0
	for s.blank() {
		line := s.line
		t, _ := s.next()
		switch {
		case t == nil:
			return nil
		case line > 1:
			if depth != 1 || !t.isPunct("{") && !t.isPunct("}") && !isKeyword(t) {
				return nil
			}
			with := ")"
			if strings.HasPrefix(text[off+1:], " ") {
				with = " )"
			}
			return []syntax.Edit{indent.At(file, text, off+end, with)}
		case t.isPunct("("):
			depth++
		case t.isPunct(")"):
			depth--
		}
		end = s.off
	}
	return nil
}
