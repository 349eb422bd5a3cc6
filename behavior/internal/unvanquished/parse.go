package unvanquished

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// parser reads the tokens of one file. A fault goes to the list and reading goes
// on, as far as that makes sense; where a node is faulty it is nil.
type parser struct {
	lib    *library
	list   *syntax.List
	file   *File
	tokens []*token
	i      int
	// closers are which token closes each parenthesis, or 0
	closers []int
	blocks  []*token // the conditions and decorators whose node is being read
	depth   int
	quiet   bool // the end of the file was reported, or is no error
}

// parse reads a file that was preprocessed. Where the tokens break off at a
// fault, a complete tree before that is good, and the fault is a notice; else
// what stands behind the fault is parsed too, to find more errors at once.
func (lib *library) parse(f *File, p *preprocessor) {
	if p.cut < 0 {
		lib.tokens(f, p.out, lib.list, false)
		return
	}
	before := len(lib.list.Errors)
	var trial syntax.List
	lib.silent++
	lib.tokens(f, p.out[:p.cut], &trial, false)
	lib.silent--
	if len(trial.Errors) == 0 {
		lib.tokens(f, p.out[:p.cut], lib.list, false)
		first := *p.faults[0]
		first.Msg += "; what stands behind the tree is not read"
		lib.list.Notices = append(lib.list.Notices, &first)
		return
	}
	lib.tokens(f, p.out, lib.list, true)
	lib.list.Errors = append(lib.list.Errors[:before], besides(p.faults, lib.list.Errors[before:])...)
	f.Root = nil
}

// besides are faults and the errors on other lines than theirs: what cannot be
// read brings on errors that mean nothing.
func besides(faults, errs syntax.ErrorList) syntax.ErrorList {
	all, faulty := slices.Clone(faults), map[syntax.Pos]bool{}
	for _, f := range faults {
		faulty[syntax.Pos{File: f.Pos.File, Line: f.Pos.Line}] = true
	}
	for _, e := range errs {
		if !faulty[syntax.Pos{File: e.Pos.File, Line: e.Pos.Line}] {
			all = append(all, e)
		}
	}
	return all
}

// tokens parses. Where ends is set, the end of the tokens is no error.
func (lib *library) tokens(f *File, tokens []*token, l *syntax.List, ends bool) {
	f.Select, f.Root = nil, nil
	p := &parser{lib: lib, list: l, file: f, tokens: tokens, quiet: ends}
	before := len(l.Errors)
	p.whole()
	if len(l.Errors) > before {
		f.Root = nil
	}
}

// whole is a file: perhaps selectClass, one node, and the end.
func (p *parser) whole() {
	if len(p.tokens) == 0 {
		if !p.quiet {
			e := p.list.Errorf(p.file.end, "the file has no node, wanted one such as selector { ... }")
			p.lib.early[e] = true
		}
		return
	}
	if p.peek().isWord("selectClass") {
		at := p.take()
		if p.expect("{") {
			p.file.Select = p.node()
			p.expect("}")
		}
		if p.peek() == nil {
			p.endAt(at, "a file of nothing but selectClass, wanted a node behind it")
			return
		}
	}
	p.file.Root = p.node()
	if t := p.peek(); t != nil && (p.file.Root != nil || !p.faulty()) {
		p.errorf(t, "found %s behind the tree, wanted the end of the file: a file is one node", t.describe())
	}
}

func (p *parser) faulty() bool { return len(p.list.Errors) > 0 }

func (p *parser) peek() *token {
	if p.i < len(p.tokens) {
		return p.tokens[p.i]
	}
	return nil
}

func (p *parser) take() *token {
	t := p.peek()
	if t != nil {
		p.i++
	}
	return t
}

func (p *parser) errorf(t *token, format string, args ...any) *syntax.Error {
	e := p.list.Errorf(t.at.Start, format, args...)
	e.Notes = t.notes()
	return e
}

func (p *parser) noticef(t *token, format string, args ...any) {
	p.list.Noticef(t.at.Start, format, args...).Notes = t.notes()
}

// end reports that the file ends too early, once: where a block stands that is
// not closed, or at the last token.
func (p *parser) end() { p.endFor("") }

// endFor is end with a hint.
func (p *parser) endFor(hint string) {
	last := &token{at: syntax.Span{Start: p.file.end}}
	if n := len(p.tokens); n > 0 {
		last = p.tokens[n-1]
	}
	switch n := len(p.blocks); {
	case p.quiet:
	case n > 0:
		p.endAt(p.blocks[n-1], fmt.Sprintf("the file ends within this %s", fold(p.blocks[n-1].text)))
		e := p.list.Errors[len(p.list.Errors)-1]
		e.Notes = append(e.Notes, syntax.Note{Pos: last.at.Start, Msg: "it ends behind " + last.describe()})
	default:
		p.endAt(last, "the file ends behind "+last.describe())
		e := p.list.Errors[len(p.list.Errors)-1]
		e.Hint = hint
		p.lib.early[e] = true
	}
}

func (p *parser) endAt(t *token, msg string) {
	if !p.quiet {
		p.quiet = true
		p.errorf(t, "%s", msg)
	}
}

// expect takes a token with a text, or reports what stands in its place.
func (p *parser) expect(text string) bool {
	switch t := p.peek(); {
	case t == nil:
		p.end()
		return false
	case !t.is(text):
		p.errorf(t, "found %s, wanted %q", t.describe(), text)
		return false
	}
	p.i++
	return true
}

var keywords = []string{"sequence", "selector", "fallback", "concurrent", "action", "condition", "decorator", "behavior", "spawnAs"}

// keyword is the keyword that a token is, or empty.
func keyword(t *token) string {
	if t != nil {
		for _, k := range keywords {
			if t.isWord(k) {
				return k
			}
		}
	}
	return ""
}

// node reads one node; nil where it is faulty.
func (p *parser) node() Node {
	t := p.peek()
	if t == nil {
		p.end()
		return nil
	}
	if p.depth++; p.depth > maxDepth {
		p.errorf(t, "a tree deeper than %d nodes", maxDepth)
		p.i, p.quiet = len(p.tokens), true
	}
	defer func() { p.depth-- }()
	if p.quiet && p.peek() == nil {
		return nil
	}
	switch word := keyword(t); word {
	case "":
		p.unknownNode(t)
		return nil
	case "action":
		return p.action()
	case "condition":
		return p.condition()
	case "decorator":
		return p.decorator()
	case "behavior":
		return p.include()
	case "spawnAs":
		return p.spawn()
	default:
		return p.listNode(ListKind(slices.Index(keywords, word)))
	}
}

// unknownNode reports what is no node, and leaves it behind.
func (p *parser) unknownNode(t *token) {
	if t.is("{") || t.is("}") {
		p.errorf(t, "found %s, wanted a node", t.describe())
		if t.is("{") {
			p.skipBlock()
		}
		return
	}
	e := p.errorf(t, "found %s, wanted a node: %s", t.describe(), syntax.Or(keywords))
	switch folded := fold(t.text); {
	case p.lib.names.actions[folded] != nil:
		e.Hint = fmt.Sprintf("did you mean \"action %s\"?", t.text)
	case p.lib.names.funcs[folded] != nil:
		e.Hint = fmt.Sprintf("did you mean \"condition %s\"?", t.text)
	case t.isWord("selectClass"):
		e.Hint = "selectClass stands at the head of a file"
	case t.is(";") || t.is(","):
		e.Hint = "nodes follow each other without a separator"
	case meant[t.text] != "":
		e.Hint = fmt.Sprintf("did you mean %q?", meant[t.text])
	default:
		e.Suggest(t.text, keywords)
	}
	p.i++
	p.recover()
}

// meant are operators of other languages and what they are here.
var meant = map[string]string{"=": "==", "&": "&&", "|": "||"}

// recover steps over what belongs to a node that is faulty: up to the next
// keyword or the brace that closes the block.
func (p *parser) recover() {
	for t := p.peek(); t != nil && !t.is("}") && keyword(t) == ""; t = p.peek() {
		if t.is("{") {
			p.skipBlock()
		} else {
			p.i++
		}
	}
}

// skipBlock steps over a block whose opening brace is next. Nodes in it are
// parsed for their own errors.
func (p *parser) skipBlock() {
	p.i++
	for t := p.peek(); t != nil && !t.is("}"); t = p.peek() {
		before := p.i
		p.node()
		if p.i == before {
			p.i++
		}
	}
	p.i++
}

// listNode is a list and its children.
func (p *parser) listNode(kind ListKind) Node {
	at := p.take()
	n := &List{At: at.at, Kind: kind}
	open := p.peek()
	if !p.expect("{") {
		return nil
	}
	good := true
	for {
		t := p.peek()
		if t == nil {
			p.end()
			return nil
		}
		if t.is("}") {
			n.At = until(at, p.take())
			break
		}
		before := p.i
		kid := p.node()
		good = good && kid != nil
		if p.i == before {
			p.i++
		}
		n.Children = append(n.Children, kid)
	}
	if len(n.Children) > maxChildren {
		p.errorf(open, "%d children, wanted at most %d", len(n.Children), maxChildren).Hint =
			fmt.Sprintf("a %s within this one can hold some of them", kind)
		return nil
	}
	if !good {
		return nil
	}
	return n
}

func until(from, to *token) syntax.Span {
	return syntax.Span{Start: from.at.Start, EndLine: to.at.EndLine, EndCol: to.at.EndCol}
}

// span is what was read from a token on.
func (p *parser) span(from *token) syntax.Span { return until(from, p.tokens[p.i-1]) }

// block is `{ node }` of a condition or decorator. The second result is false
// where it is faulty.
func (p *parser) block(of *token) (Node, bool) {
	if !p.expect("{") {
		return nil, false
	}
	if t := p.peek(); t != nil && t.is("}") {
		p.errorf(t, "an empty block, wanted the node of the %s", fold(of.text))
		p.i++
		return nil, false
	}
	p.blocks = append(p.blocks, of)
	kid := p.node()
	p.blocks = p.blocks[:len(p.blocks)-1]
	t := p.peek()
	switch {
	case t == nil:
		p.end()
		return nil, false
	case t.is("}"):
		p.i++
		return kid, kid != nil
	}
	p.errorf(t, "found %s, wanted \"}\": a %s has one node", t.describe(), fold(of.text)).Hint = "a sequence or selector makes one node of several"
	for t := p.peek(); t != nil && !t.is("}"); t = p.peek() { // for the errors in there
		before := p.i
		p.node()
		if p.i == before {
			p.i++
		}
	}
	p.take()
	return nil, false
}
