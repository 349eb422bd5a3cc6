package machine

import "slices"

// function reads a function from its parameters on.
func (p *parser) function(from int32, method bool, name string) *funcExpr {
	p.enter()
	scope := len(p.declared)
	f := &funcExpr{method: method, name: name}
	p.begin(f)
	if method {
		f.params = append(f.params, p.declare("self"))
	}
	open := p.tok.from
	p.want('(')
	for p.tok.kind != ')' {
		if p.accept(tokenRest) {
			f.rest, p.fn.rest = true, true
			break
		}
		f.params = append(f.params, p.declare(p.want(tokenName).text))
		if !p.accept(',') {
			break
		}
		if p.tok.kind == ')' {
			p.expected("a name or \"...\"")
		}
	}
	p.closes(')', "(", open)
	if f.rest { // arg, which costs nothing unless somebody asks for it
		f.arg = p.declare("arg")
		f.arg.reg = -1
	}
	f.body = p.block()
	if f.arg != nil && f.arg.reg < 0 && !f.arg.captured {
		f.arg = nil
	}
	p.closes(tokenBlockEnd, "function", from)
	p.end(scope)
	p.leave()
	f.span = p.span(from)
	return f
}

func (p *parser) exprs() []expr {
	list := []expr{p.expr()}
	for p.accept(',') {
		list = append(list, p.expr())
	}
	return list
}

// priorities of operators, to their left and to their right.
var priorities = map[tokenKind][2]int{
	'+': {6, 6}, '-': {6, 6}, '*': {7, 7}, '/': {7, 7}, '%': {7, 7}, '^': {10, 9}, tokenJoin: {5, 5},
	tokenUnequal: {3, 3}, tokenEqual: {3, 3}, '<': {3, 3}, tokenAtMost: {3, 3}, '>': {3, 3}, tokenAtLeast: {3, 3},
	tokenAnd: {2, 2}, tokenOr: {1, 1},
}

const unaryPriority = 8

func (p *parser) expr() expr { return p.operators(0) }

// operators reads an expression whose operators bind more tightly than a limit.
func (p *parser) operators(limit int) expr {
	p.enter()
	from := p.tok.from
	var e expr
	switch k := p.tok.kind; k {
	case tokenNot, '-', '#':
		p.next()
		e = p.unary(k, from, p.operators(unaryPriority))
	default:
		e = p.simple()
	}
	for n := 0; ; n++ {
		op := p.tok.kind
		prio, ok := priorities[op]
		if !ok || prio[0] <= limit {
			break
		}
		if n > maxChain {
			p.refuse("an expression of more than %d operators", maxChain)
		}
		p.next()
		if op == tokenJoin {
			e = p.join(from, e)
			continue
		}
		e = &binaryExpr{op: op, a: e, b: p.operators(prio[1])}
		e.(*binaryExpr).span = p.span(from)
		e = folded(e.(*binaryExpr))
	}
	p.leave()
	return e
}

// join reads a .. b .. c, which associates to the right, as one expression.
func (p *parser) join(from int32, first expr) expr {
	j := &joinExpr{parts: []expr{first}}
	for {
		j.parts = append(j.parts, p.operators(priorities[tokenJoin][1]))
		if len(j.parts) > maxJoined {
			p.refuse("a join of more than %d texts; use table.concat", maxJoined)
		}
		if !p.accept(tokenJoin) {
			break
		}
	}
	j.span = p.span(from)
	return j
}

func (p *parser) unary(op tokenKind, from int32, a expr) expr {
	if c, ok := a.(*constExpr); ok && op == '-' && c.kind == KindNumber && c.number == c.number && c.number != 0 {
		return &constExpr{span: p.span(from), kind: KindNumber, number: -c.number}
	}
	return &unaryExpr{p.span(from), op, a}
}

// folded computes what has two numbers, unless it gives none.
func folded(e *binaryExpr) expr {
	a, ok := e.a.(*constExpr)
	if !ok || a.kind != KindNumber {
		return e
	}
	b, ok := e.b.(*constExpr)
	if !ok || b.kind != KindNumber {
		return e
	}
	var f float64
	switch e.op {
	case '+':
		f = a.number + b.number
	case '-':
		f = a.number - b.number
	case '*':
		f = a.number * b.number
	case '/':
		f = a.number / b.number
	default:
		return e
	}
	if f != f || f == 0 { // the sign of a zero would be lost among the constants
		return e
	}
	return &constExpr{span: e.span, kind: KindNumber, number: f}
}

func (p *parser) simple() expr {
	t := p.tok
	at := span{t.from, t.to}
	switch t.kind {
	case tokenNumber:
		p.next()
		return &constExpr{span: at, kind: KindNumber, number: t.number}
	case tokenText:
		p.next()
		return &constExpr{span: at, kind: KindText, text: t.text}
	case tokenNil:
		p.next()
		return &constExpr{span: at}
	case tokenTrue, tokenFalse:
		p.next()
		return &constExpr{span: at, kind: KindBool, truth: t.kind == tokenTrue}
	case tokenRest:
		if !p.fn.rest {
			p.fail(t.from, "found \"...\" in a function that has none")
		}
		p.fn.fn.hasRest = true
		p.next()
		return &restExpr{at}
	case '{':
		return p.tableOf()
	case tokenFunction:
		p.next()
		return p.function(t.from, false, "")
	}
	e := p.suffixed()
	p.used(e)
	return e
}

// primary reads what may have fields, or be called.
func (p *parser) primary() expr {
	t := p.tok
	switch t.kind {
	case tokenName:
		p.next()
		return p.find(t)
	case '(':
		p.next()
		in := p.expr()
		p.closes(')', "(", t.from)
		return &parenExpr{p.span(t.from), in}
	}
	p.expected("an expression")
	return nil
}

func (p *parser) suffixed() expr {
	from := p.tok.from
	e := p.primary()
	for n := 0; ; n++ {
		if n > maxChain {
			p.refuse("an expression of more than %d fields and calls", maxChain)
		}
		switch p.tok.kind {
		case '.':
			p.next()
			k := p.want(tokenName)
			e = &indexExpr{p.span(from), e, &constExpr{span: span{k.from, k.to}, kind: KindText, text: k.text}}
		case '[':
			open := p.tok.from
			p.next()
			k := p.expr()
			p.closes(']', "[", open)
			e = &indexExpr{p.span(from), e, k}
		case ':':
			p.next()
			k := p.want(tokenName)
			args := p.args()
			e = &callExpr{p.span(from), e, k.text, k.from, args}
		case '(', '{', tokenText:
			if p.tok.kind == '(' && p.lines.line(p.tok.from) != p.lines.line(p.last-1) {
				p.refuse("found \"(\" on a new line behind an expression, which may be a call or another statement; put a \";\" between")
			}
			e = &callExpr{span: span{from, 0}, fn: e, at: -1, args: p.args()}
			e.(*callExpr).to = p.last
		default:
			return e
		}
	}
}

func (p *parser) args() []expr {
	t := p.tok
	switch t.kind {
	case tokenText:
		p.next()
		return []expr{&constExpr{span: span{t.from, t.to}, kind: KindText, text: t.text}}
	case '{':
		return []expr{p.tableOf()}
	case '(':
		p.next()
		var list []expr
		if p.tok.kind != ')' {
			list = p.exprs()
		}
		p.closes(')', "(", t.from)
		return list
	}
	p.expected("arguments")
	return nil
}

func (p *parser) tableOf() expr {
	p.enter()
	from := p.tok.from
	p.next()
	t := &tableExpr{}
	for p.tok.kind != '}' {
		var item tableItem
		switch {
		case p.tok.kind == tokenName && p.ahead.kind == '=':
			item.key = &constExpr{span: span{p.tok.from, p.tok.to}, kind: KindText, text: p.tok.text}
			p.next()
			p.next()
		case p.tok.kind == '[':
			open := p.tok.from
			p.next()
			item.key = p.expr()
			p.closes(']', "[", open)
			p.want('=')
		}
		item.value = p.expr()
		t.items = append(t.items, item)
		if !p.accept(',') && !p.accept(';') {
			break
		}
	}
	p.closes('}', "{", from)
	p.leave()
	t.items = slices.Clip(t.items)
	t.span = p.span(from)
	return t
}
