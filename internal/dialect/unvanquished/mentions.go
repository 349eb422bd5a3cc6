package unvanquished

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/mention"
)

// mentioned finds the name in a directive.
var mentioned = lazy.Regexp(`^#\s*(define|include)\s+"?([^"\s()]+)`)

// spelled finds the words in what a macro stands for.
var spelled = lazy.Regexp(`[A-Za-z_][A-Za-z0-9_]*`)

// Mentions lists the names in a file as it is written: what a macro stands for is listed where
// that is defined.
func Mentions(file string, src []byte, _ limit.Values) (all mention.List) {
	var l syntax.List
	var before *token // on the way
	inEnum := false
	items := split(newReader(file, src, nil), &l)
	walker := newReader(file, src, nil)
	for i, it := range items {
		switch it.kind {
		case directiveItem:
			directiveMentions(walker, it.text, &all)
			before = nil
		case tokenItem:
			t := it.token
			called := i+1 < len(items) && items[i+1].kind == tokenItem && items[i+1].token.isPunct("(")
			inEnum = (inEnum || t.kind == nameToken && t.isWord("enum")) && !t.isPunct("}")
			switch {
			case inEnum && t.kind == nameToken && (before.isPunct("{") || before.isPunct(",")):
				all.Define(mention.Enum, t.text, t.at)
			case t.kind == stringToken:
				all.Value("", t.text, t.at)
			case t.kind != nameToken:
			case before != nil && before.kind == nameToken && before.is("action"):
				all.Use(mention.Action, t.text, t.at)
			case before != nil && before.kind == nameToken && before.is("behavior"):
				all.Use(mention.Tree, t.text, t.at)
			case before != nil && before.kind == nameToken && before.is("decorator"):
			case called && !t.is("condition"):
				all.Use(mention.Action, t.text, t.at)
			default:
				all.Value("", t.text, t.at)
			}
			before = t
		}
	}
	return all
}

// directiveMentions adds the names of a directive, which stands in the text somewhere behind what
// has been read.
func directiveMentions(r *reader, text string, all *mention.List) {
	i := strings.Index(r.text[r.off:], text)
	if i < 0 {
		return
	}
	r.step(i)
	m := mentioned().FindStringSubmatchIndex(text)
	if m == nil {
		return
	}
	from := r.off
	word := func(begin, end int) (string, syntax.Span) {
		r.step(from + begin - r.off)
		start := r.pos()
		r.step(end - begin)
		return text[begin:end], syntax.Span{Start: start, EndLine: r.pos().Line, EndCol: r.pos().Col}
	}
	name, at := word(m[4], m[5])
	if text[m[2]:m[3]] == "include" {
		all.Use(mention.File, name, at)
		return
	}
	all.Define(mention.Macro, name, at)
	for _, w := range spelled().FindAllStringIndex(text[m[5]:], -1) {
		name, at := word(m[5]+w[0], m[5]+w[1])
		all.Value("", name, at)
	}
}

// Offered returns what finds the name of an action or a function by a word of a tree, in which case
// does not matter; "" for none.
func Offered(reg *host.Registry) func(word string) string {
	n := newNames(reg)
	return func(word string) string {
		if a := n.actions[fold(word)]; a != nil {
			return a.Name
		}
		if f := n.funcs[fold(word)]; f != nil {
			return f.Name
		}
		return ""
	}
}
