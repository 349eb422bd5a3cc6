package unvanquished

import (
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// wording says how an expression is written.
type wording struct {
	tokens   []*token
	enclosed bool // in parentheses
}

// worded notes the wording of an expression that was read from a token on.
func (p *parser) worded(e Expr, from int, enclosed bool) {
	if e == nil {
		return
	}
	if p.file.wordings == nil {
		p.file.wordings = map[Expr]wording{}
	}
	p.file.wordings[e] = wording{p.tokens[from:p.i], enclosed}
}

// span returns the range of an expression.
func (w wording) span() syntax.Span {
	if len(w.tokens) == 0 {
		return syntax.Span{}
	}
	return until(w.tokens[0], w.tokens[len(w.tokens)-1])
}

// plain reports whether an expression stands in the file itself, all of it.
func (w wording) plain() bool {
	for _, t := range w.tokens {
		if t.from != nil || t.at.Start.File != w.tokens[0].at.Start.File {
			return false
		}
	}
	return len(w.tokens) > 0
}

// String returns the expression as the game's own files lay it out.
func (w wording) String() string {
	var b strings.Builder
	for i, t := range w.tokens {
		text := t.text
		switch {
		case t.word != "":
			text = t.word
		case t.kind == stringToken:
			text = strconv.Quote(text)
		}
		if i > 0 && !t.isPunct(",") && !w.tokens[i-1].isPunct("!") && !(t.isPunct("(") && w.tokens[i-1].kind == nameToken) &&
			!(t.isPunct(")") && w.tokens[i-1].isPunct("(")) {
			b.WriteByte(' ')
		}
		b.WriteString(text)
	}
	return b.String()
}
