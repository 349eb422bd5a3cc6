package unvanquished

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// FromOld writes what files of older versions of the game say in the words of today, where these
// mean the same. All else stays byte for byte as it is; what directives define does, too. The error
// is a syntax.ErrorList with the place that cannot be read.
func FromOld(file string, src []byte, limits limit.Values) ([]byte, error) {
	var l syntax.List
	if len(src) > maxBytes.In(limits) {
		l.Errorf(syntax.Pos{File: file, Line: 1, Col: 1}, "a file of more than %d MB", maxBytes.In(limits)>>20)
		return nil, l.Err()
	}
	w := modernizer{src: src}
	for _, it := range split(newReader(file, src, nil), &l) {
		if it.kind == tokenItem {
			w.tokens = append(w.tokens, it.token)
		}
	}
	if err := l.Err(); err != nil {
		return nil, err
	}
	w.file()
	return syntax.Apply(src, w.edits...), nil
}

// modernizer collects the edits of a file.
type modernizer struct {
	src    []byte
	tokens []*token
	edits  []syntax.Edit
}

// at returns a token, or one of nothing behind the last.
func (w *modernizer) at(i int) *token {
	if i < len(w.tokens) {
		return w.tokens[i]
	}
	return &token{kind: punctToken}
}

// replace writes a text in the place of tokens, from one to another.
func (w *modernizer) replace(from, to int, with string) {
	w.edits = append(w.edits, syntax.Edit{At: until(w.tokens[from], w.tokens[to]), With: with})
}

// insert writes a text right behind a token.
func (w *modernizer) insert(i int, text string) {
	end := w.tokens[i].at.End()
	w.edits = append(w.edits, syntax.Edit{At: syntax.Span{Start: end, EndLine: end.Line, EndCol: end.Col}, With: text})
}

// gap returns the range between a token and the one behind it, without a comment in it. The range
// is empty, and stands behind the token, where there is one.
func (w *modernizer) gap(i int) syntax.Span {
	from, to := w.tokens[i].at.End(), w.tokens[i+1].at.Start
	if strings.TrimSpace(string(w.src[syntax.Offset(w.src, from):syntax.Offset(w.src, to)])) != "" {
		to = from
	}
	return syntax.Span{Start: from, EndLine: to.Line, EndCol: to.Col}
}

// file writes the tokens of a file anew.
func (w *modernizer) file() {
	kinds := false // selectors say of which kind they are
	for i, t := range w.tokens {
		kinds = kinds || w.kindOf(i, t) != ""
	}
	for i := 0; i < len(w.tokens); i++ {
		switch t := w.tokens[i]; {
		case t.kind != nameToken:
		case t.isWord("selector"):
			w.selector(i, kinds)
		case t.isWord("condition"):
			i = w.condition(i + 1)
		case t.isWord("action"):
			if e := entryOf(Actions, w.at(i+1).text); e != nil {
				i = w.params(i+1, e.Max)
			}
		case t.isWord("decorator"):
			w.decorator(i + 1)
		}
	}
}

// kindOf returns the kind that stands behind a selector, or nothing.
func (w *modernizer) kindOf(i int, t *token) string {
	if kind := fold(w.at(i + 1).text); t.isWord("selector") && w.at(i+2).isPunct("{") {
		if _, was := oldKinds[kind]; was {
			return kind
		}
	}
	return ""
}

// selector writes a selector. Where others say of which kind they are, one that does not goes on at
// the child that runs.
func (w *modernizer) selector(i int, kinds bool) {
	switch kind := w.kindOf(i, w.tokens[i]); {
	case kind == "priority":
		w.edits = append(w.edits, syntax.Edit{At: w.gap(i)})
		w.replace(i+1, i+1, "")
	case kind != "":
		w.replace(i, i, "")
		w.edits = append(w.edits, syntax.Edit{At: w.gap(i)})
	case kinds && w.at(i+1).isPunct("{"):
		w.replace(i, i, Fallback.String())
	}
}

// decorator writes the parentheses of a decorator.
func (w *modernizer) decorator(i int) {
	for _, d := range decorators {
		switch {
		case fold(w.at(i).text) != fold(d.name):
		case len(d.params) > 0:
			w.params(i, len(d.params))
		case w.at(i + 1).isPunct("{"):
			w.insert(i, "()")
		}
	}
}

// params writes parentheses around the parameters behind a name that has none, at most so many, and
// returns the last token of them.
func (w *modernizer) params(name, most int) int {
	last := name
	for count := 0; count < most; count++ {
		t := w.at(last + 1)
		if t.isPunct(",") && count > 0 {
			t = w.at(last + 2)
		}
		if t.kind != numberToken && !(t.kind == nameToken && isSymbol(t.text)) && !(t.kind == stringToken && !t.starts('(')) {
			break
		}
		if w.at(last + 1).isPunct(",") {
			last += 2
			continue
		}
		if last++; count > 0 {
			w.edits = append(w.edits, syntax.Edit{At: w.gap(last - 1), With: ", "})
		}
	}
	if last > name {
		w.edits = append(w.edits, syntax.Edit{At: w.gap(name), With: "( "})
		w.insert(last, " )")
	}
	return last
}

// condition writes an expression, and returns the last token of it, or the brace that closes an
// empty block behind it.
func (w *modernizer) condition(i int) int {
	for ; i < len(w.tokens); i++ {
		t := w.tokens[i]
		word := fold(t.text)
		switch {
		case t.isPunct("{") && w.at(i+1).isPunct("}"):
			w.edits = append(w.edits, syntax.Edit{At: w.gap(i - 1)})
			w.replace(i, i+1, "")
			return i + 1
		case t.isPunct("{"), t.isPunct("}"), isKeyword(t):
			return i - 1
		case t.kind != nameToken:
		case oldOperators[word] != "":
			w.replace(i, i, oldOperators[word])
		case word == "not":
			w.not(i)
		default:
			i = w.call(i)
		}
	}
	return i
}

// not writes a negation, where nobody can ask how much of what follows it takes in.
func (w *modernizer) not(i int) {
	end := w.operand(i + 1)
	next := w.at(end)
	if op, ok := operator(next); ok && op < And || oldOperators[fold(next.text)] != "" || end == i+1 {
		return
	}
	w.replace(i, i, "!")
	w.edits = append(w.edits, syntax.Edit{At: w.gap(i)})
}

// operand returns the token behind an operand.
func (w *modernizer) operand(i int) int {
	if w.at(i).kind == nameToken {
		i++
		if e := entryOf(Functions, w.at(i-1).text); e != nil && e.Max > 0 && (w.at(i).kind == numberToken || isSymbol(w.at(i).text)) {
			return i + 1
		}
	}
	if !w.at(i).isPunct("(") {
		return i
	}
	for depth := 0; i < len(w.tokens); i++ {
		switch {
		case w.tokens[i].isPunct("("):
			depth++
		case w.tokens[i].isPunct(")"):
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return i
}

// call writes a function, and returns the last token of it that was looked at.
func (w *modernizer) call(i int) int {
	t := w.tokens[i]
	called := w.at(i + 1).isPunct("(")
	now, was := oldNames[fold(t.text)]
	if e := entryOf(Functions, t.text); e != nil && !called {
		if fold(e.Name) == fold("percentHealth") && !isSymbol(w.at(i+1).text) && w.at(i+1).kind != numberToken {
			w.insert(i, "( E_SELF )")
			return i
		}
		return w.params(i, e.Max)
	}
	switch {
	case !was:
	case strings.Contains(now, "(") && called && w.at(i+2).isPunct(")"):
		w.replace(i, i+2, now)
		return i + 2
	default:
		w.replace(i, i, now)
	}
	return i
}
