package unvanquished

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// word takes the token behind a keyword, which may be anything but a brace.
func (p *parser) word(after *token) *token {
	t := p.peek()
	switch {
	case t == nil:
		p.endAt(after, "the file ends behind "+after.describe()+", wanted a name")
		return nil
	case t.isPunct("{") || t.isPunct("}"):
		e := p.errorf(t, "found %s behind %s, wanted a name", t.describe(), after.describe())
		if after.isWord("decorator") {
			e.Hint = "each has a name today: " + markup.Or(decoratorNames())
		}
		if t.is("{") {
			p.skipBlock()
		}
		return nil
	}
	p.i++
	return t
}

// action reads `action NAME(parameters)`.
func (p *parser) action() Node {
	at := p.take()
	name := p.word(at)
	if name == nil {
		return nil
	}
	of := p.lib.names.actions[fold(name.text)]
	if of == nil {
		fault := p.unknown(name, "action", p.lib.names.actionNames, Actions)
		return p.instead(at, standin.Action(p.lib.reg, p.errs, fault, name.text))
	}
	n := &Action{Use: of}
	values, ok := p.params(name, of.Params)
	if !ok {
		return nil
	}
	n.At, n.Values, n.Args = p.span(at), values, bind(of.Params, values)
	if fold(of.Name) == fold("changeGoal") && len(values) == 2 {
		p.lintf(name, "%s fails with two parameters, wanted an entity or three coordinates", quote(name.text))
	}
	leaf := tree.Leaf{Action: of}
	switch ok := p.lib.check(p, name, &leaf, len(values), n.Args); {
	case leaf.Action != of:
		return p.instead(at, leaf.Action)
	case !ok:
		return nil
	}
	return n
}

// instead returns a node for what stands in for what was read from a token on; nil for nothing.
func (p *parser) instead(from *token, use *host.Action) Node {
	if use == nil {
		return nil
	}
	return &Action{At: p.span(from), Use: use}
}

// unknown reports a name that does not exist and skips its parameters. The table is that of
// Unvanquished in which it would stand.
func (p *parser) unknown(name *token, what string, among []string, table []Entry) *syntax.Error {
	e := p.errorf(name, "unknown %s %s", what, quote(name.text))
	asked := p.lib.names.tables != nil
	if was := oldWords[fold(name.text)]; was != "" && asked {
		e.Hint = was
	} else if r := renamed[fold(name.text)]; r.now != "" && what == "function" && asked {
		e.Hint = r.hint
	} else if e.Suggest(name.text, among); e.Hint == "" && what == "function" {
		e.Hint = p.lib.kin(name.text)
	}
	if word := entryOf(table, name.text); word != nil && !asked {
		e.Hint = strings.TrimSpace(e.Hint + " " + host.VocabularyHint(word.Name, Name))
	}
	p.skipParams()
	return e
}

// skipParams steps over parameters in parentheses.
func (p *parser) skipParams() {
	if t := p.peek(); t != nil && t.starts('(') {
		if end := p.closing(); end > 0 {
			p.i = end + 1
		}
	}
}

// renamed has the functions of the wiki page that the game has no more: each stands for
// another one, where the game that loads the tree offers that itself.
var renamed = map[string]struct{ now, hint string }{
	"percentammo": {"percentAmmoClip", "the game has percentAmmoClip now, of the loaded clip, and percentClips, of the clips"},
}

// renamedFunc returns the function for which an older name stands, or nil, and notes that.
func (p *parser) renamedFunc(name *token) *host.Func {
	r := renamed[fold(name.text)]
	f := p.lib.names.funcs[fold(r.now)]
	if f == nil || !p.lib.names.offered[f] {
		return nil
	}
	p.noticef(name, "%s is an older name, taken as %s; %s", quote(name.text), r.now, r.hint)
	return f
}

// include reads `behavior NAME`; any token is a name.
func (p *parser) include() Node {
	at := p.take()
	name := p.word(at)
	if name == nil {
		return nil
	}
	f, use := p.lib.behavior(p, name)
	if f == nil {
		return p.instead(at, use)
	}
	return &Include{At: until(at, name), File: f}
}

// spawn reads `spawnAs NUMBER`.
func (p *parser) spawn() Node {
	at := p.take()
	t := p.peek()
	if t == nil || t.kind != numberToken {
		if t == nil {
			p.endAt(at, "the file ends behind "+at.describe()+", wanted a number")
		} else {
			p.errorf(at, "found %s behind spawnAs, wanted a number without a sign or a symbol", t.describe())
			if !isKeyword(t) && !t.is("}") {
				p.i++
				p.skipToNode()
			}
		}
		return nil
	}
	p.i++
	return &Spawn{At: until(at, t), Choice: truncate(t.box())}
}

// decorator reads `decorator NAME(parameters) { node }`. Without parentheses the
// original makes a decorator without a child, which crashes it when it runs.
func (p *parser) decorator() Node {
	at := p.take()
	name := p.word(at)
	if name == nil {
		return nil
	}
	kind := -1
	for k, d := range decorators {
		if fold(d.name) == fold(name.text) {
			kind = k
		}
	}
	if kind < 0 {
		fault := p.unknown(name, "decorator", decoratorNames(), nil)
		if name.kind == numberToken {
			fault.Hint = "each has a name today: " + markup.Or(decoratorNames())
		}
		if t := p.peek(); t != nil && t.is("{") {
			if standin.Excuse(p.lib.reg, p.errs, fault, standin.ADecorator) {
				return p.passing(at)
			}
			p.skipBlock()
		}
		return nil
	}
	n := &Decorator{Kind: DecoratorKind(kind)}
	if t := p.peek(); len(decorators[kind].params) == 0 && (t == nil || !t.starts('(')) {
		p.bare(name, t)
		return nil
	}
	values, ok := p.params(name, decorators[kind].params)
	if t := p.peek(); !ok && (t == nil || !t.is("{")) {
		return nil
	}
	child, good := p.block(at)
	if !ok || !good {
		return nil
	}
	n.At, n.Values, n.Child = p.span(at), values, child
	return n
}

func decoratorNames() []string {
	names := make([]string, len(decorators))
	for k, d := range decorators {
		names[k] = d.name
	}
	return names
}

// passing reads a block as a node that answers what the one in it does.
func (p *parser) passing(at *token) Node {
	child, ok := p.block(at)
	if !ok {
		return nil
	}
	return &Composite{At: p.span(at), Kind: Sequence, Children: []Node{child}}
}

// bare reports a decorator without parentheses.
func (p *parser) bare(name, found *token) {
	if found == nil {
		p.endAt(name, "the file ends behind "+name.describe()+`, wanted "("`)
		return
	}
	p.errorf(found, "found %s, wanted \"(\": %s is written with parentheses, also without parameters", found.describe(), name.text)
	if found.is("{") {
		p.skipBlock()
	}
}

// condition reads `condition expression`, with or without a block. Without one it
// cannot be the last node of the file.
func (p *parser) condition() Node {
	at := p.take()
	n := &Condition{Expr: p.expression(loosest, 0)}
	t := p.peek()
	switch {
	case t == nil:
		p.endFor("a condition without a block cannot be the last of a file")
		return nil
	case n.Expr == nil && !t.is("{"):
		p.skipToNode()
		return nil
	case !t.is("{") && !t.is("}") && !isKeyword(t):
		p.errorf(t, "found %s behind %s, wanted an operator, \"{\" or a node", t.describe(), p.tokens[p.i-1].describe()).Hint = p.meant(t)
		p.skipToNode()
		return nil
	}
	n.At = p.span(at)
	if t.is("{") {
		child, ok := p.block(at)
		if !ok {
			return nil
		}
		n.At, n.Child = p.span(at), child
	}
	if n.Expr == nil {
		return nil
	}
	return n
}
