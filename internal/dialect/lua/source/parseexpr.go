package source

import "slices"

// function reads a function from its parameters on.
func (p *parser) function(from int32, method bool, name string) *Func {
	p.enter()
	scope := len(p.declared)
	f := &Func{Method: method, Name: name}
	p.begin(f)
	if method {
		f.Params = append(f.Params, p.declare("self"))
	}
	open := p.tok.from
	p.want('(')
	for p.tok.kind != ')' {
		if p.accept(TokenRest) {
			f.Rest, p.fn.Rest = true, true
			break
		}
		f.Params = append(f.Params, p.declare(p.want(TokenName).text))
		if !p.accept(',') {
			break
		}
		if p.tok.kind == ')' {
			p.expected("a name or \"...\"")
		}
	}
	p.closes(')', "(", open)
	if f.Rest { // arg, which costs nothing unless somebody asks for it
		f.Arg = p.declare("arg")
		f.Arg.Reg = -1
	}
	f.Body = p.block()
	if f.Arg != nil && f.Arg.Reg < 0 && !f.Arg.Captured {
		f.Arg = nil
	}
	p.closes(TokenBlockEnd, "function", from)
	p.end(scope)
	p.leave()
	f.Span = p.span(from)
	return f
}

func (p *parser) exprs() []Expr {
	list := []Expr{p.expr()}
	for p.accept(',') {
		list = append(list, p.expr())
	}
	return list
}

// priorities of operators, to their left and to their right.
var priorities = map[Token][2]int{
	'+': {6, 6}, '-': {6, 6}, '*': {7, 7}, '/': {7, 7}, '%': {7, 7}, '^': {10, 9}, TokenJoin: {5, 5},
	TokenUnequal: {3, 3}, TokenEqual: {3, 3}, '<': {3, 3}, TokenAtMost: {3, 3}, '>': {3, 3}, TokenAtLeast: {3, 3},
	TokenAnd: {2, 2}, TokenOr: {1, 1},
}

const unaryPriority = 8

func (p *parser) expr() Expr { return p.operators(0) }

// operators reads an expression whose operators bind more tightly than a limit.
func (p *parser) operators(limit int) Expr {
	p.enter()
	from := p.tok.from
	var e Expr
	switch k := p.tok.kind; k {
	case TokenNot, '-', '#':
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
		if n > MaxChain {
			p.refuse("an expression of more than %d operators", MaxChain)
		}
		p.next()
		if op == TokenJoin {
			e = p.join(from, e)
			continue
		}
		e = &Binary{Op: op, A: e, B: p.operators(prio[1])}
		e.(*Binary).Span = p.span(from)
		e = folded(e.(*Binary))
	}
	p.leave()
	return e
}

// join reads a .. b .. c, which associates to the right, as one expression.
func (p *parser) join(from int32, first Expr) Expr {
	j := &Join{Parts: []Expr{first}}
	for {
		j.Parts = append(j.Parts, p.operators(priorities[TokenJoin][1]))
		if len(j.Parts) > MaxJoined {
			p.refuse("a join of more than %d texts; use table.concat", MaxJoined)
		}
		if !p.accept(TokenJoin) {
			break
		}
	}
	j.Span = p.span(from)
	return j
}

func (p *parser) unary(op Token, from int32, a Expr) Expr {
	if c, ok := a.(*Const); ok && op == '-' && c.Kind == NumberConst && c.Number == c.Number && c.Number != 0 {
		return &Const{Span: p.span(from), Kind: NumberConst, Number: -c.Number}
	}
	return &Unary{p.span(from), op, a}
}

// folded computes what has two numbers, unless it gives none.
func folded(e *Binary) Expr {
	a, ok := e.A.(*Const)
	if !ok || a.Kind != NumberConst {
		return e
	}
	b, ok := e.B.(*Const)
	if !ok || b.Kind != NumberConst {
		return e
	}
	var f float64
	switch e.Op {
	case '+':
		f = a.Number + b.Number
	case '-':
		f = a.Number - b.Number
	case '*':
		f = a.Number * b.Number
	case '/':
		f = a.Number / b.Number
	default:
		return e
	}
	if f != f || f == 0 { // the sign of a zero would be lost among the constants
		return e
	}
	return &Const{Span: e.Span, Kind: NumberConst, Number: f}
}

func (p *parser) simple() Expr {
	t := p.tok
	at := Span{t.from, t.to}
	switch t.kind {
	case TokenNumber:
		p.next()
		return &Const{Span: at, Kind: NumberConst, Number: t.number}
	case TokenText:
		p.next()
		return &Const{Span: at, Kind: TextConst, Text: t.text}
	case TokenNil:
		p.next()
		return &Const{Span: at}
	case TokenTrue, TokenFalse:
		p.next()
		return &Const{Span: at, Kind: BoolConst, Truth: t.kind == TokenTrue}
	case TokenRest:
		if !p.fn.Rest {
			p.fail(t.from, "found \"...\" in a function that has none")
		}
		p.fn.Fn.UsesRest = true
		p.next()
		return &Rest{at}
	case '{':
		return p.tableOf()
	case TokenFunction:
		p.next()
		return p.function(t.from, false, "")
	}
	e := p.suffixed()
	p.used(e)
	return e
}

// primary reads what may have fields, or be called.
func (p *parser) primary() Expr {
	t := p.tok
	switch t.kind {
	case TokenName:
		p.next()
		return p.named(t)
	case '(':
		p.next()
		in := p.expr()
		p.closes(')', "(", t.from)
		return &Paren{p.span(t.from), in}
	}
	p.operand()
	return nil
}

func (p *parser) suffixed() Expr {
	from := p.tok.from
	e := p.primary()
	for n := 0; ; n++ {
		if n > MaxChain {
			p.refuse("an expression of more than %d fields and calls", MaxChain)
		}
		switch p.tok.kind {
		case '.':
			p.next()
			k := p.want(TokenName)
			e = &Index{p.span(from), e, &Const{Span: Span{k.from, k.to}, Kind: TextConst, Text: k.text}}
		case '[':
			open := p.tok.from
			p.next()
			k := p.expr()
			p.closes(']', "[", open)
			e = &Index{p.span(from), e, k}
		case ':':
			p.next()
			k := p.want(TokenName)
			args := p.args()
			e = &Call{p.span(from), e, k.text, k.from, args}
		case '(', '{', TokenText:
			if p.tok.kind == '(' && p.lines.Line(p.tok.from) != p.lines.Line(p.last-1) {
				p.refuse("found \"(\" on a new line behind an expression, which may be a call or another statement; put a \";\" between")
			}
			e = &Call{Span: Span{from, 0}, Fn: e, At: -1, Args: p.args()}
			e.(*Call).To = p.last
		default:
			return e
		}
	}
}

func (p *parser) args() []Expr {
	t := p.tok
	switch t.kind {
	case TokenText:
		p.next()
		return []Expr{&Const{Span: Span{t.from, t.to}, Kind: TextConst, Text: t.text}}
	case '{':
		return []Expr{p.tableOf()}
	case '(':
		p.next()
		var list []Expr
		if p.tok.kind != ')' {
			p.within(opening{')', "(", t.from}, func() { list = p.exprs() })
		}
		p.closes(')', "(", t.from)
		return list
	}
	p.expected("arguments")
	return nil
}

func (p *parser) tableOf() Expr {
	p.enter()
	from := p.tok.from
	p.next()
	t := &Table{}
	for p.tok.kind != '}' {
		var item Item
		switch {
		case p.tok.kind == TokenName && p.ahead.kind == '=':
			item.Key = &Const{Span: Span{p.tok.from, p.tok.to}, Kind: TextConst, Text: p.tok.text}
			p.next()
			p.next()
		case p.tok.kind == '[':
			open := p.tok.from
			p.next()
			item.Key = p.expr()
			p.closes(']', "[", open)
			p.want('=')
		}
		p.within(opening{'}', "{", from}, func() { item.Value = p.expr() })
		t.Items = append(t.Items, item)
		if !p.accept(',') && !p.accept(';') {
			break
		}
	}
	p.closes('}', "{", from)
	p.leave()
	t.Items = slices.Clip(t.Items)
	t.Span = p.span(from)
	return t
}
