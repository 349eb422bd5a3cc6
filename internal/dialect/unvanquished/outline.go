package unvanquished

import (
	"path"
	"slices"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/mutant"
)

// Outline describes what can be changed in the nodes of a file, as it is written. A macro that
// stands for nodes is one node, whatever it stands for, over the block behind it; directives
// are passed by. source gives the texts of included files. Where one is not there, and in a file
// that others include, a name of which nothing is known is a macro where a node may begin.
func Outline(file string, src []byte, source func(file string) ([]byte, bool), limits limit.Values) []*mutant.Node {
	var l syntax.List
	items := split(newReader(file, src, nil), &l)
	if len(l.Errors) > 0 {
		return nil
	}
	return newOutliner(file, src, items, source, limits).nodes()
}

// includes finds files for their macros alone, of which those of behaviours have none.
type includes struct {
	read   func(file string) ([]byte, bool)
	missed bool // one was not there
}

var _ source = (*includes)(nil)

func (s *includes) behavior(at syntax.Pos, name string) (string, []byte, *syntax.Error) {
	return s.text(at, name)
}

func (s *includes) text(at syntax.Pos, name string) (string, []byte, *syntax.Error) {
	if s.read != nil {
		if src, ok := s.read(name); ok {
			return name, src, nil
		}
	}
	s.missed = true
	return "", nil, &syntax.Error{Pos: at, Msg: "no file " + quote(name)}
}

// outliner goes through the tokens of a file.
type outliner struct {
	limits limit.Values
	src    []byte
	tokens []*token
	i      int
	depth  int
	used   map[syntax.Pos]*macro // by where their names stand
	macros map[string]*macro     // those that are there at the end of the file
	blind  bool                  // there may be others
	begun  map[*token]bool       // the macros that stand for nodes
}

func newOutliner(file string, src []byte, items []item, read func(file string) ([]byte, bool), limits limit.Values) *outliner {
	o := &outliner{src: src, limits: limits, begun: map[*token]bool{}}
	for _, it := range items {
		if it.kind == tokenItem {
			o.tokens = append(o.tokens, it.token)
		}
	}
	s := &includes{read: read}
	p, _ := preprocess(file, src, s, nil, &cost{limits: limits}, &syntax.List{})
	o.used, o.macros, o.blind = p.used, p.macros, s.missed || path.Ext(file) != Ext
	return o
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

// node reads a node; nil for what is none, of which it takes a token, or an enum.
func (o *outliner) node() *mutant.Node {
	first := o.peek()
	o.i++
	kind := o.meaning(first)
	n := &mutant.Node{At: first.at.Start}
	switch {
	case kind.isWord("enum"):
		o.enum()
		return nil
	case !isKeyword(kind) && !kind.isWord("selectClass") && !o.begins(first):
		return nil
	}
	o.begun[first] = kind != first || !isKeyword(kind)
	switch {
	case kind.isWord("selectClass"):
		n.Inner = o.block()
	case slices.ContainsFunc(compositeNames[:], kind.isWord):
		if kind.isWord(Sequence.String()) {
			n.Swapped = []syntax.Edit{{At: first.at, With: Selector.String()}}
		} else if !kind.isWord(Concurrent.String()) {
			n.Swapped = []syntax.Edit{{At: first.at, With: Sequence.String()}}
		}
		n.List = o.block()
	case kind.isWord("condition"):
		if asked := o.own(n, true); asked.EndLine > 0 {
			text := string(o.src[syntax.Offset(o.src, asked.Start):syntax.Offset(o.src, asked.End())])
			n.Negated = []syntax.Edit{{At: asked, With: "!( " + text + " )"}}
		}
		n.Inner = o.block()
	case isKeyword(kind):
		name := o.peek() // which may be a keyword too
		o.i++
		o.own(n, name.isPunct("$"))
		if kind.isWord("decorator") {
			n.Inner = o.block()
		}
	default: // a macro
		o.own(n, o.wants(first))
		n.Inner = o.block()
	}
	n.Span = o.since(first)
	return n
}

// meaning returns the token for which a macro of a single one stands; any other token is its own.
func (o *outliner) meaning(t *token) *token {
	for range maxExpansion.In(o.limits) {
		m := o.macroOf(t)
		if m == nil || len(m.body) != 1 || m.param(m.body[0]) >= 0 {
			break
		}
		t = m.body[0]
	}
	return t
}

// macroOf returns the macro that a token names, or nil.
func (o *outliner) macroOf(t *token) *macro {
	if t.kind != nameToken {
		return nil
	}
	if m := o.used[t.at.Start]; m != nil {
		return m
	}
	return o.macros[t.text]
}

// begins reports whether a token that follows a whole node begins another one: a keyword, or
// a macro that begins with a node or with a parameter, or that may be one.
func (o *outliner) begins(t *token) bool {
	m := o.macroOf(t)
	if m == nil {
		return isKeyword(t) || t.isWord("enum") || t.kind == nameToken && o.blind
	}
	for range maxExpansion.In(o.limits) {
		if len(m.body) == 0 {
			return false
		}
		t = m.body[0]
		next := o.macroOf(t)
		if m.param(t) >= 0 || next == nil {
			return m.param(t) >= 0 || isKeyword(t) || t.isWord("selectClass")
		}
		m = next
	}
	return false
}

// wants reports whether a token, or the last for which it stands, has an operand or a name
// behind it, so that what follows belongs to the same node.
func (o *outliner) wants(t *token) bool {
	for range maxExpansion.In(o.limits) {
		m := o.macroOf(t)
		if m == nil || len(m.body) == 0 {
			break
		}
		t = m.body[len(m.body)-1]
	}
	_, binary := operator(t)
	return binary || t.isPunct("!") || t.isPunct("$") || isKeyword(t) && !slices.ContainsFunc(compositeNames[:], t.isWord)
}

// enum skips the braces of an enum and a semicolon behind them.
func (o *outliner) enum() {
	if !o.peek().isPunct("{") {
		return
	}
	for t := o.peek(); t != nil && !t.isPunct("}"); t = o.peek() {
		o.i++
	}
	o.i++
	if o.peek().isPunct(";") {
		o.i++
	}
}

// own takes the tokens up to the block of a node, or to the next node, with their numbers.
// wanted tells that the node is not whole without the next. What it returns is their range,
// which is zero for none.
func (o *outliner) own(n *mutant.Node, wanted bool) (all syntax.Span) {
	depth, from := 0, o.i
	for t := o.peek(); t != nil; t = o.peek() {
		switch {
		case t.starts('('):
			depth++
		case t.starts(')'):
			depth--
		case depth == 0 && (t.isPunct("{") || t.isPunct("}") || isKeyword(t) || !wanted && o.begins(t)):
			return o.taken(from)
		case t.kind == numberToken:
			n.Numbers = append(n.Numbers, t.at)
		}
		wanted = o.wants(t)
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
	if t := o.peek(); !t.isPunct("{") || o.depth == maxDepth.In(o.limits) {
		return nil
	}
	o.depth++
	defer func() { o.depth-- }()
	o.i++
	all := o.nodes()
	if o.peek() != nil {
		o.i++ // }
	}
	return all
}

// since returns the range from a token to the one that was taken last.
func (o *outliner) since(first *token) syntax.Span {
	return until(first, o.tokens[min(o.i, len(o.tokens))-1])
}
