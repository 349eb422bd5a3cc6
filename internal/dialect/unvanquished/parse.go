package unvanquished

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// parser reads the tokens of one file. It reports faults to errs and goes on as
// far as that makes sense; a faulty node is nil.
type parser struct {
	lib    *library
	errs   *syntax.List
	file   *File
	tokens []*token
	i      int
	// closers say which token closes each parenthesis, or 0
	closers []int
	blocks  []*token // the nodes whose block is being read, the innermost last
	// askew is a node whose block is closed by a brace in another column than the
	// node's own, and that brace: it may be another block's. The first counts.
	askew, askewEnd *token
	depth           int
	quiet           bool // the end of the file was reported, or is no error
}

// parse reads a file that was preprocessed. Where the tokens break off at a fault
// and the tree before that is complete, the tree is good and the fault is a
// notice. Otherwise the tokens behind the fault are parsed, too, to find more
// errors at once.
func (lib *library) parse(f *File, p *preprocessor) {
	if p.cut < 0 {
		lib.tokens(f, p.out, lib.errs, false)
		return
	}
	before := len(lib.errs.Errors)
	var trial syntax.List
	lib.silent++
	lib.tokens(f, p.out[:p.cut], &trial, false)
	lib.silent--
	if len(trial.Errors) == 0 {
		lib.tokens(f, p.out[:p.cut], lib.errs, false)
		first := *p.faults[0]
		first.Msg += "; what stands behind the tree is not read"
		lib.errs.Notices = append(lib.errs.Notices, &first)
		return
	}
	lib.tokens(f, p.out, lib.errs, true)
	lib.errs.Errors = append(lib.errs.Errors[:before], withoutEchoes(p.faults, lib.errs.Errors[before:])...)
	f.Root = nil
}

// withoutEchoes drops the errors on lines that have a fault: they are its
// consequences.
func withoutEchoes(faults, errs syntax.ErrorList) syntax.ErrorList {
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

// tokens parses tokens. With ends, it is no error that they end too early.
func (lib *library) tokens(f *File, tokens []*token, l *syntax.List, ends bool) {
	f.Select, f.Root, f.numbers = nil, nil, nil
	p := &parser{lib: lib, errs: l, file: f, tokens: tokens, quiet: ends}
	before := len(l.Errors)
	p.readFile()
	if len(l.Errors) > before {
		f.Root = nil
	}
}

// readFile reads the file: perhaps selectClass, one node, and the end.
func (p *parser) readFile() {
	if len(p.tokens) == 0 {
		if !p.quiet {
			const msg = "the file has no node, wanted one such as selector { ... }"
			if !p.cutShort(p.file.end, msg) {
				p.lib.early[p.errs.Errorf(p.file.end, msg)] = true
			}
		}
		return
	}
	if p.peek().isWord("selectClass") {
		at := p.take()
		if p.expect("{") {
			p.blocks = append(p.blocks, at)
			p.file.Select = p.node()
			if p.expect("}") {
				p.closed(at)
			}
			p.blocks = nil
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

func (p *parser) faulty() bool { return len(p.errs.Errors) > 0 }

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
	e := p.errs.Errorf(t.at, format, args...)
	e.Notes = t.notes()
	return e
}

func (p *parser) noticef(t *token, format string, args ...any) {
	p.errs.Noticef(t.at, format, args...).Notes = t.notes()
}

// end reports that the file ends too early, once: at the innermost block that is
// not closed, else at the last token.
func (p *parser) end() { p.endFor("") }

// endFor is end with a hint for a file in which all blocks are closed.
func (p *parser) endFor(hint string) {
	last := &token{at: syntax.Span{Start: p.file.end}}
	if n := len(p.tokens); n > 0 {
		last = p.tokens[n-1]
	}
	n := len(p.blocks)
	if n == 0 {
		if e := p.endAt(last, "the file ends behind "+last.describe()); e != nil {
			e.Hint = hint
			p.lib.early[e] = true
		}
		return
	}
	open := p.blocks[n-1]
	e := p.endAt(open, fmt.Sprintf("the file ends within this %s, wanted \"}\"", open.text))
	if e == nil {
		return
	}
	e.Notes = append(e.Notes, syntax.Note{Pos: last.at.Start, Msg: "it ends behind " + last.describe()})
	if p.askew != nil {
		e.Notes = append(e.Notes,
			syntax.Note{Pos: p.askew.at.Start, Msg: fmt.Sprintf("or the \"}\" of this %s is the one that is missing", p.askew.text)},
			syntax.Note{Pos: p.askewEnd.at.Start, Msg: "for it is closed here, in another column"})
	}
	p.lib.early[e] = !slices.ContainsFunc(p.blocks, func(t *token) bool { return isWrapper(t) })
}

// isWrapper reports whether a token begins a condition or a decorator.
func isWrapper(t *token) bool { return t.isWord("condition") || t.isWord("decorator") }

// closed notes the brace that closed the block of a node, which was read last.
func (p *parser) closed(node *token) {
	end := p.tokens[p.i-1]
	if p.askew == nil && end.at.Start.File == node.at.Start.File && end.at.Start.Line > node.at.Start.Line &&
		p.leads(node) && p.leads(end) && end.at.Start.Col != node.at.Start.Col {
		p.askew, p.askewEnd = node, end
	}
}

// leads reports whether a token is the first of its line.
func (p *parser) leads(t *token) bool { return t.lines > 0 || t == p.tokens[0] }

// endAt reports an early end at a token, unless one was reported. It returns nil
// where the file is cut short, which is the better reason.
func (p *parser) endAt(t *token, msg string) *syntax.Error {
	if p.quiet {
		return nil
	}
	p.quiet = true
	if p.cutShort(t.at.Start, msg) {
		return nil
	}
	return p.errorf(t, "%s", msg)
}

// cutShort reports that the file ends before its text does, if it does, in place
// of an early end that would be reported at a position.
func (p *parser) cutShort(at syntax.Pos, msg string) bool {
	if p.file.short == nil {
		return false
	}
	e := *p.file.short
	e.Notes = append(slices.Clone(e.Notes), syntax.Note{Pos: at, Msg: msg})
	p.errs.Errors = append(p.errs.Errors, &e)
	return true
}

// expect takes a token with a text, or reports what stands in its place.
func (p *parser) expect(text string) bool {
	switch t := p.peek(); {
	case t == nil:
		p.end()
		return false
	case !t.is(text):
		p.errorf(t, "found %s, wanted %q", t.describe(), text).Hint = p.meant(t)
		return false
	}
	p.i++
	return true
}

// keywords are the words that begin a node, in the order in which errors list
// them, and nodeReaders read the nodes, by the folded word.
var (
	keywords    = append(slices.Clone(compositeNames[:]), "action", "condition", "decorator", "behavior", "spawnAs")
	nodeReaders map[string]func(*parser) Node
)

func init() { // not above, as the readers read nodes themselves
	nodeReaders = map[string]func(*parser) Node{
		"action": (*parser).action, "condition": (*parser).condition, "decorator": (*parser).decorator,
		"behavior": (*parser).include, fold("spawnAs"): (*parser).spawn,
	}
	for kind, word := range compositeNames {
		nodeReaders[word] = func(p *parser) Node { return p.composite(CompositeKind(kind)) }
	}
}

// isKeyword reports whether a token begins a node.
func isKeyword(t *token) bool { return t != nil && nodeReaders[fold(t.text)] != nil }

// node reads one node and returns nil when it is faulty.
func (p *parser) node() Node {
	t := p.peek()
	if t == nil {
		p.end()
		return nil
	}
	if p.depth++; p.depth > maxDepth.In(p.lib.cost.limits) {
		p.errorf(t, "a tree deeper than %d nodes", maxDepth.In(p.lib.cost.limits))
		p.i, p.quiet = len(p.tokens), true
	}
	defer func() { p.depth-- }()
	if p.quiet && p.peek() == nil {
		return nil
	}
	if read := nodeReaders[fold(t.text)]; read != nil {
		return read(p)
	}
	return p.unknownNode(t)
}

// unknownNode reports a token that begins no node, and skips what follows it, or reads that as what stands
// in for it: a sequence of what stands in its block, or an action.
func (p *parser) unknownNode(t *token) Node {
	if t.is("{") || t.is("}") {
		p.errorf(t, "found %s, wanted a node", t.describe())
		if t.is("{") {
			p.skipBlock()
		}
		return nil
	}
	e := p.errorf(t, "found %s, wanted a node: %s", t.describe(), markup.Or(keywords))
	switch folded := fold(t.text); {
	case p.lib.names.actions[folded] != nil:
		e.Hint = fmt.Sprintf("did you mean \"action %s\"?", t.text)
	case p.lib.names.funcs[folded] != nil:
		e.Hint = fmt.Sprintf("did you mean \"condition %s\"?", t.text)
	case t.isWord("selectClass"):
		e.Hint = "selectClass stands at the head of a file"
	case oldWords[folded] != "" && p.lib.names.tables != nil:
		e.Hint = oldWords[folded]
	case t.is(";") || t.is(","):
		e.Hint = "nodes follow each other without a separator"
	default:
		e.Suggest(t.text, keywords)
	}
	p.i++
	if t.kind == nameToken && !t.isWord("selectClass") && standin.Allowed(p.lib.reg) == standin.All {
		for next := p.peek(); next != nil && next.kind == nameToken && !isKeyword(next); next = p.peek() {
			p.i++
		}
		p.skipParams()
		if next := p.peek(); next == nil || !next.is("{") {
			return p.instead(t, standin.Action(p.lib.reg, p.errs, e, t.text))
		}
		standin.Tell(p.errs, e, standin.AControl)
		return p.nodesOf(t, Sequence)
	}
	p.skipToNode()
	return nil
}

// skipToNode skips what belongs to a faulty node, up to the next keyword or the
// brace that closes the block.
func (p *parser) skipToNode() {
	for t := p.peek(); t != nil && !t.is("}") && !isKeyword(t); t = p.peek() {
		if t.is("{") {
			p.skipBlock()
		} else {
			p.i++
		}
	}
}

// skipBlock skips a block whose opening brace is next.
func (p *parser) skipBlock() {
	p.i++
	p.skipNodes()
	p.i++
}

// skipNodes skips to the brace that closes the block. Nodes on the way are read
// for their own errors.
func (p *parser) skipNodes() {
	for t := p.peek(); t != nil && !t.is("}"); t = p.peek() {
		before := p.i
		p.node()
		if p.i == before {
			p.i++
		}
	}
}

// composite reads a composite with its children.
func (p *parser) composite(kind CompositeKind) Node { return p.nodesOf(p.take(), kind) }

// nodesOf reads the block of a composite that begins with a token.
func (p *parser) nodesOf(at *token, kind CompositeKind) Node {
	n := &Composite{At: at.at, Kind: kind}
	p.oldKind(at)
	open := p.peek()
	if !p.expect("{") {
		return nil
	}
	p.blocks = append(p.blocks, at)
	defer func() { p.blocks = p.blocks[:len(p.blocks)-1] }()
	good := true
	for {
		t := p.peek()
		if t == nil {
			p.end()
			return nil
		}
		if t.is("}") {
			n.At = until(at, p.take())
			p.closed(at)
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

// span returns the range from a token to the last that was read.
func (p *parser) span(from *token) syntax.Span { return until(from, p.tokens[p.i-1]) }

// block reads `{ node }` of a condition or decorator. The second result is false
// when it is faulty.
func (p *parser) block(of *token) (Node, bool) {
	if !p.expect("{") {
		return nil, false
	}
	if t := p.peek(); t != nil && t.is("}") {
		e := p.errorf(t, "an empty block, wanted the node of the %s", fold(of.text))
		if of.isWord("condition") {
			e.Hint = "one that only asks has no block today" + writesOld
		}
		p.i++
		return nil, false
	}
	p.blocks = append(p.blocks, of)
	defer func() { p.blocks = p.blocks[:len(p.blocks)-1] }()
	kid := p.node()
	t := p.peek()
	switch {
	case t == nil:
		p.end()
		return nil, false
	case t.is("}"):
		p.i++
		p.closed(of)
		return kid, kid != nil
	}
	p.errorf(t, "found %s, wanted \"}\": a %s has one node", t.describe(), fold(of.text)).Hint = "a sequence or selector makes one node of several"
	p.skipNodes()
	p.take()
	return nil, false
}
