package unvanquished

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/mutant"
)

// Outline describes what can be changed in the nodes of a file, as it is written: what macros
// make of it is not looked at, and directives are passed by.
func Outline(file string, src []byte) []*mutant.Node {
	var l syntax.List
	o := &outliner{src: src}
	for _, it := range split(newReader(file, src, nil), &l) {
		if it.kind == tokenItem {
			o.tokens = append(o.tokens, it.token)
		}
	}
	if len(l.Errors) > 0 {
		return nil
	}
	return o.nodes()
}

// outliner goes through the tokens of a file.
type outliner struct {
	src    []byte
	tokens []*token
	i      int
}

func (o *outliner) peek() *token {
	if o.i < len(o.tokens) {
		return o.tokens[o.i]
	}
	return nil
}

// nodes reads nodes up to a closing brace, or to the end.
func (o *outliner) nodes() (all []*mutant.Node) {
	for t := o.peek(); t != nil && !t.isPunct("}"); t = o.peek() {
		if n := o.node(); n != nil {
			all = append(all, n)
		}
	}
	return all
}

// node reads a node; nil for what is none, of which it takes a token.
func (o *outliner) node() *mutant.Node {
	first := o.peek()
	o.i++
	if first.isWord("selectClass") {
		inside := o.block()
		return &mutant.Node{At: first.at.Start, Span: o.since(first), Inner: inside}
	}
	if !isKeyword(first) {
		return nil
	}
	n := &mutant.Node{At: first.at.Start}
	switch {
	case slices.ContainsFunc(compositeNames[:], first.isWord):
		if first.isWord(Sequence.String()) {
			n.Swapped = []syntax.Edit{{At: first.at, With: Selector.String()}}
		} else if !first.isWord(Concurrent.String()) {
			n.Swapped = []syntax.Edit{{At: first.at, With: Sequence.String()}}
		}
		n.List = o.block()
	case first.isWord("condition"):
		if asked := o.own(n); asked.EndLine > 0 {
			text := string(o.src[syntax.Offset(o.src, asked.Start):syntax.Offset(o.src, asked.End())])
			n.Negated = []syntax.Edit{{At: asked, With: "!( " + text + " )"}}
		}
		n.Inner = o.block()
	default:
		o.i++ // the name, which may be a keyword too
		o.own(n)
		if first.isWord("decorator") {
			n.Inner = o.block()
		}
	}
	n.Span = o.since(first)
	return n
}

// own takes the tokens up to the block of a node, or to the next node, with their numbers.
// What it returns is their range, which is zero for none.
func (o *outliner) own(n *mutant.Node) (all syntax.Span) {
	depth, from := 0, o.i
	for t := o.peek(); t != nil; t = o.peek() {
		switch {
		case t.starts('('):
			depth++
		case t.starts(')'):
			depth--
		case depth == 0 && (t.isPunct("{") || t.isPunct("}") || isKeyword(t)):
			return o.taken(from)
		case t.kind == numberToken:
			n.Numbers = append(n.Numbers, t.at)
		}
		o.i++
	}
	return o.taken(from)
}

func (o *outliner) taken(from int) (all syntax.Span) {
	if o.i > from {
		all = until(o.tokens[from], o.tokens[o.i-1])
	}
	return all
}

// block reads the nodes within braces, if there are any.
func (o *outliner) block() []*mutant.Node {
	if t := o.peek(); !t.isPunct("{") {
		return nil
	}
	o.i++
	all := o.nodes()
	if o.peek() != nil {
		o.i++ // }
	}
	return all
}

// since is the range from a token to the one that was taken last.
func (o *outliner) since(first *token) syntax.Span {
	return until(first, o.tokens[min(o.i, len(o.tokens))-1])
}
