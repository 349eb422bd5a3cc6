package unvanquished

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
)

// loosest is the level that takes in every operator.
const loosest = Or

// operator returns the binary operator that a token stands for.
func operator(t *token) (Operator, bool) {
	if t != nil {
		for o, text := range operators {
			if t.is(text) {
				return Operator(o), true
			}
		}
	}
	return 0, false
}

// meant returns a hint at what the token that follows an operand is in this language.
func (p *parser) meant(t *token) string {
	before := p.tokens[p.i-1]
	switch word := fold(t.text); {
	case otherOperators[word] != "":
		return fmt.Sprintf("did you mean %q?", otherOperators[word])
	case oldOperators[word] != "":
		return fmt.Sprintf("it is %q today", oldOperators[word]) + writesOld
	case t.isPunct(",") && before.kind == numberToken && p.i+1 < len(p.tokens) && p.tokens[p.i+1].kind == numberToken:
		return fmt.Sprintf("did you mean %s.%s, with a dot?", before.text, p.tokens[p.i+1].text)
	case t.kind == punctToken && slices.Contains([]string{"+", "-", "*", "/", "%", "<<", ">>"}, t.text):
		return "conditions do not calculate; only $evalint( ... ) does, with numbers, while the file is read"
	case t.isPunct(")"):
		return `it has no "("`
	}
	return ""
}

// otherOperators are operators of other languages and what they are here.
var otherOperators = map[string]string{"=": "==", "&": "&&", "|": "||", "and": "&&", "or": "||", "is": "=="}

// expression reads an operand and the operators behind it that bind as tight as
// a level or tighter: one operator twice groups to the right. Cases
// unv-expr-same-op-right, unv-expr-lt-gt-left, unv-parse-expr-random-17.
func (p *parser) expression(level Operator, depth int) Expr {
	if depth > maxDepth.In(p.lib.cost.limits) {
		if t := p.peek(); t != nil {
			p.errorf(t, "an expression deeper than %d operands", maxDepth.In(p.lib.cost.limits))
			p.i, p.quiet = len(p.tokens), true
		}
		return nil
	}
	from := p.i
	left := p.primary(depth)
	for left != nil {
		t := p.peek()
		op, ok := operator(t)
		if !ok || op > level {
			break
		}
		p.i++
		if p.peek() == nil {
			p.endAt(t, "the file ends behind "+t.describe()+", wanted a number or a function")
			return nil
		}
		right := p.expression(op, depth+1)
		if right == nil {
			return nil
		}
		p.noteLimit(op, left, right)
		left = &Binary{At: t.at, Op: op, X: left, Y: right}
		p.worded(left, from, false)
	}
	return left
}

// primary reads an operand, and notes how it is written.
func (p *parser) primary(depth int) Expr {
	from := p.i
	e := p.operand(depth)
	if e != nil {
		p.worded(e, from, p.tokens[from].is("("))
	}
	return e
}

// operand reads an operand; ! takes in no more than the operand behind it.
func (p *parser) operand(depth int) Expr {
	t := p.peek()
	switch {
	case t == nil:
		p.end()
		return nil
	case t.is("!"):
		p.i++
		if depth >= maxDepth.In(p.lib.cost.limits) {
			return p.expression(loosest, depth+1) // reports the depth
		}
		x := p.primary(depth + 1)
		if x == nil {
			return nil
		}
		return &Not{At: p.span(t), X: x}
	case t.is("("):
		p.i++
		x := p.expression(loosest, depth+1)
		if x == nil || !p.expect(")") {
			return nil
		}
		return x
	case t.kind == numberToken:
		p.i++
		return &Literal{At: t.at, Value: t.box(), token: t}
	case t.kind == nameToken && (!isKeyword(t) || p.lib.names.funcs[fold(t.text)] != nil):
		return p.call(depth)
	}
	e := p.errorf(t, "found %s behind %s, wanted a number, a function, \"!\" or \"(\"", t.describe(), p.tokens[p.i-1].describe())
	switch {
	case t.kind == stringToken:
		e.Hint = "strings are parameters only; they compare as 0"
	case t.starts('-'):
		e.Hint = "an expression has no sign; negative numbers are parameters only"
	}
	if !t.is("{") && !t.is("}") && !isKeyword(t) {
		p.i++
	}
	return nil
}

// call reads a function with its parameters.
func (p *parser) call(depth int) Expr {
	name := p.take()
	of := p.lib.names.funcs[fold(name.text)]
	if of == nil {
		of = p.renamedFunc(name)
	}
	if of == nil && name.isWord("not") {
		p.errorf(name, "unknown function %s", quote(name.text)).Hint = `did you mean "!"?` + writesOld
		return p.primary(depth + 1)
	}
	if of == nil {
		fault := p.unknown(name, "function", append(slices.Clone(p.lib.names.funcNames), p.lib.names.symbolNames...), Functions)
		if of = standin.Func(p.lib.reg, p.errs, fault, name.text, host.Any, host.IntValue(0)); of != nil {
			return &Call{At: p.span(name), Use: of}
		}
		return &Literal{At: name.at} // for the errors behind it
	}
	values, ok := p.params(name, of.Params)
	if !ok {
		if p.peek() == nil {
			return nil
		}
		return &Literal{At: name.at}
	}
	n := &Call{At: p.span(name), Use: of, Values: values, Args: bind(of.Params, values)}
	leaf := tree.Leaf{Func: of}
	if p.lib.check(p, name, &leaf, len(values), n.Args); leaf.Func != of {
		return &Call{At: n.At, Use: leaf.Func}
	}
	return n
}
