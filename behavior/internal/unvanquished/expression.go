package unvanquished

import "slices"

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

// expression reads an operand and the operators behind it that bind as tight as
// a level or tighter: one operator twice groups to the right. Cases
// unv-expr-same-op-right, unv-expr-lt-gt-left, unv-parse-expr-random-17.
func (p *parser) expression(level Operator, depth int) Expr {
	if depth > maxDepth {
		if t := p.peek(); t != nil {
			p.errorf(t, "an expression deeper than %d operands", maxDepth)
			p.i, p.quiet = len(p.tokens), true
		}
		return nil
	}
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
		left = &Binary{At: t.at, Op: op, X: left, Y: right}
	}
	return left
}

// primary reads an operand; ! takes in no more than the operand behind it.
func (p *parser) primary(depth int) Expr {
	t := p.peek()
	switch {
	case t == nil:
		p.end()
		return nil
	case t.is("!"):
		p.i++
		if depth >= maxDepth {
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
		return &Literal{At: t.at, Value: t.box()}
	case t.kind == nameToken:
		return p.call()
	}
	e := p.errorf(t, "found %s behind %s, wanted a number, a function, \"!\" or \"(\"", t.describe(), p.tokens[p.i-1].describe())
	switch {
	case t.kind == stringToken:
		e.Hint = "strings are parameters only; they compare as 0"
	case t.starts('-'):
		e.Hint = "an expression has no sign; negative numbers are parameters only"
	}
	if !t.is("{") && !t.is("}") {
		p.i++
	}
	return nil
}

// call reads a function with its parameters.
func (p *parser) call() Expr {
	name := p.take()
	use := p.lib.names.funcs[fold(name.text)]
	if use == nil {
		p.unknown(name, "function", append(slices.Clone(p.lib.names.funcNames), p.lib.names.symbolNames...))
		return &Literal{At: name.at} // for the errors behind it
	}
	values, ok := p.params(name, arity(use.Params))
	if !ok {
		if p.peek() == nil {
			return nil
		}
		return &Literal{At: name.at}
	}
	return &Call{At: p.span(name), Use: use, Values: values, Args: bind(use.Params, values)}
}
