package machine

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Bounds of the parser. The first three are those of C Lua, which has 60 for the third.
const (
	maxLocals   = 200
	maxRegs     = 250
	maxUpvalues = 255
	maxChain    = 10_000 // of operators, calls and fields one behind the other
	maxFaults   = 20     // of one file that are told
	maxJoined   = 200    // texts of one expression
)

// parser makes the tree of a source, and finds which variable each name is.
type parser struct {
	lexer
	tok, ahead token
	last       int32 // where the token before tok ends
	lines      *Lines
	depth      int
	most       int // of depth
	fn         *scopeOf
	visible    map[string][]*local // by name, the innermost last
	declared   []*local            // in scope, in order
	faults     syntax.ErrorList
	faultLine  int32 // of the last fault
	stop       bool  // nothing more is told

	uses  []use
	gives map[string]bool
	wants []string
}

// use is a place that reads a global.
type use struct {
	name string
	at   int32
}

// giveUp ends a statement that cannot be read on.
type giveUp struct{}

func parse(lines *Lines, src string, depth int, params []string) (*funcExpr, *parser) {
	p := &parser{lines: lines, most: depth, visible: map[string][]*local{}, gives: map[string]bool{}}
	p.lexer = lexer{src: src, fault: p.fail}
	if strings.HasPrefix(src, "#") { // the first line of a script that Unix runs
		for p.at < len(src) && newline(src[p.at:]) == 0 {
			p.at++
		}
	}
	p.tok = p.lexer.next()
	p.ahead = p.lexer.next()
	f := &funcExpr{span: span{0, int32(len(src))}, rest: true}
	p.begin(f)
	for _, name := range params {
		f.params = append(f.params, p.declare(name))
	}
	f.body = p.block()
	for p.tok.kind != tokenEnd && !p.stop {
		p.fail(p.tok.from, "found %s, wanted a statement", p.shows(p.tok))
		p.next()
		f.body = append(f.body, p.block()...)
	}
	return f, p
}

func (p *parser) next() {
	p.last = p.tok.to
	p.tok, p.ahead = p.ahead, p.lexer.next()
}

// fail notes a fault, unless the one before is on the same line.
func (p *parser) fail(from int32, format string, args ...any) {
	at := p.lines.At(from)
	if p.stop || at.Line == p.faultLine && len(p.faults) > 0 {
		return
	}
	p.faultLine = at.Line
	p.faults = append(p.faults, &syntax.Error{Pos: at, Msg: fmt.Sprintf(format, args...)})
	p.stop = len(p.faults) >= maxFaults
}

// refuse notes a fault at the present token and gives the statement up.
func (p *parser) refuse(format string, args ...any) {
	p.fail(p.tok.from, format, args...)
	panic(giveUp{})
}

func (p *parser) expected(what string) {
	p.refuse("found %s, wanted %s", p.shows(p.tok), what)
}

func (p *parser) accept(k tokenKind) bool {
	if p.tok.kind == k {
		p.next()
		return true
	}
	return false
}

func (p *parser) want(k tokenKind) token {
	t := p.tok
	if t.kind != k {
		p.expected(k.name())
	}
	p.next()
	return t
}

// closes wants the end of what an opening token began.
func (p *parser) closes(k tokenKind, opens string, from int32) {
	if p.tok.kind != k {
		what := k.name()
		if line := p.lines.At(from).Line; line != p.lines.At(p.tok.from).Line {
			what += fmt.Sprintf(" for %q of line %d", opens, line)
		}
		p.expected(what)
	}
	p.next()
}

func (p *parser) enter() {
	if p.depth++; p.depth > p.most {
		p.fail(p.tok.from, "a script nested deeper than %d levels, the limit lua.depth", p.most)
		p.stop = true
		panic(giveUp{})
	}
}

func (p *parser) leave() { p.depth-- }

func (p *parser) begin(f *funcExpr) {
	p.fn = &scopeOf{outer: p.fn, fn: f, rest: f.rest}
	f.scopeOf = p.fn
}

// end leaves a function, whose locals go out of scope.
func (p *parser) end(scope int) {
	p.close(scope)
	p.fn = p.fn.outer
}

// declare makes a local visible from here on.
func (p *parser) declare(name string) *local {
	l := &local{name: name, of: p.fn}
	p.visible[name] = append(p.visible[name], l)
	p.declared = append(p.declared, l)
	if p.fn.active++; p.fn.active == maxLocals+1 {
		p.fail(p.last, "a function of more than %d locals at once; put some in a table, or divide it", maxLocals)
	}
	return l
}

// close ends the scope of all locals that were declared since there were so many.
func (p *parser) close(scope int) {
	for _, l := range p.declared[scope:] {
		list := p.visible[l.name]
		p.visible[l.name] = list[:len(list)-1]
		l.of.active--
	}
	p.declared = p.declared[:scope]
}

// find returns what a name is.
func (p *parser) find(t token) *nameExpr {
	e := &nameExpr{span: span{t.from, t.to}, name: t.text}
	if list := p.visible[t.text]; len(list) > 0 {
		e.local = list[len(list)-1]
		if e.local.of != p.fn {
			e.local.captured = true
			if p.fn.up(e.local) == maxUpvalues {
				p.fail(t.from, "a function that uses more than %d locals of those around it; put them in a table", maxUpvalues)
			}
		} else if e.local.reg < 0 {
			e.local.reg = 0 // arg, which somebody asks for
		}
	}
	return e
}

// block reads statements up to a token that ends a block.
func (p *parser) block() (list []stmt) {
	scope := len(p.declared)
	defer p.close(scope)
	return p.statements()
}

func (p *parser) statements() (list []stmt) {
	for !p.blockEnds() && !p.stop {
		from, word := p.tok.from, p.tok.text
		st, last := p.statement()
		if st != nil {
			list = append(list, st)
		} else if p.tok.from == from && !p.blockEnds() {
			p.next() // what could not be read
		}
		if last && !p.blockEnds() {
			p.fail(p.tok.from, "found %s behind %q, wanted the end of the block", p.shows(p.tok), word)
		}
	}
	return list
}

func (p *parser) blockEnds() bool {
	switch p.tok.kind {
	case tokenEnd, tokenBlockEnd, tokenElse, tokenElseif, tokenUntil:
		return true
	}
	return false
}

// statement reads one; nil for one that could not be read, where it has passed to a token
// at which another may begin. last says that no other may follow in the block.
func (p *parser) statement() (st stmt, last bool) {
	depth, fn, scope := p.depth, p.fn, len(p.declared)
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		if _, ok := v.(giveUp); !ok {
			panic(v)
		}
		for p.fn != fn { // the functions within, whose locals go
			p.fn = p.fn.outer
		}
		p.close(min(scope, len(p.declared)))
		p.depth, st, last = depth, nil, false
		p.pass()
	}()
	p.enter()
	st, last = p.one()
	p.accept(';')
	p.leave()
	return st, last
}

// pass goes to a token at which a statement may begin, or a block end.
func (p *parser) pass() {
	for !p.blockEnds() {
		switch p.tok.kind {
		case tokenLocal, tokenIf, tokenWhile, tokenFor, tokenFunction, tokenReturn, tokenRepeat, tokenDo, tokenBreak:
			return
		case ';':
			p.next()
			return
		case tokenName:
			if p.lines.line(p.tok.from) != p.lines.line(max(p.last-1, 0)) {
				return
			}
		}
		p.next()
	}
}

func (p *parser) span(from int32) span { return span{from, p.last} }

func (p *parser) one() (st stmt, last bool) {
	from := p.tok.from
	switch p.tok.kind {
	case tokenIf:
		return p.ifs(), false
	case tokenWhile:
		p.next()
		cond := p.expr()
		p.want(tokenDo)
		body := p.loop()
		p.closes(tokenBlockEnd, "while", from)
		return &whileStmt{p.span(from), cond, body}, false
	case tokenDo:
		p.next()
		body := p.block()
		p.closes(tokenBlockEnd, "do", from)
		return &doStmt{p.span(from), body}, false
	case tokenFor:
		return p.fors(), false
	case tokenRepeat:
		p.next()
		scope := len(p.declared)
		p.fn.loops++
		body := p.statements()
		p.fn.loops--
		p.closes(tokenUntil, "repeat", from)
		cond := p.expr()
		p.close(scope)
		return &repeatStmt{p.span(from), body, cond}, false
	case tokenFunction:
		return p.functions(), false
	case tokenLocal:
		p.next()
		if p.accept(tokenFunction) {
			name := p.want(tokenName)
			l := p.declare(name.text)
			f := p.function(from, false, name.text)
			return &localFuncStmt{p.span(from), l, f}, false
		}
		return p.locals(from), false
	case tokenReturn:
		p.next()
		var list []expr
		if !p.blockEnds() && p.tok.kind != ';' {
			list = p.exprs()
		}
		return &returnStmt{p.span(from), list}, true
	case tokenBreak:
		p.next()
		if p.fn.loops == 0 {
			p.fail(from, "found \"break\" outside of loops")
		}
		return &breakStmt{p.span(from)}, true
	}
	if p.tok.kind == tokenName && p.tok.text == "goto" && p.ahead.kind == tokenName {
		p.refuse("found goto; Lua 5.1 has none")
	}
	return p.call(), false
}

func (p *parser) loop() []stmt {
	p.fn.loops++
	body := p.block()
	p.fn.loops--
	return body
}

func (p *parser) ifs() stmt {
	from := p.tok.from
	st := &ifStmt{}
	for {
		p.next() // if, elseif
		st.conds = append(st.conds, p.expr())
		p.want(tokenThen)
		st.bodies = append(st.bodies, p.block())
		if p.tok.kind != tokenElseif {
			break
		}
	}
	if p.accept(tokenElse) {
		st.bodies = append(st.bodies, p.block())
	}
	p.closes(tokenBlockEnd, "if", from)
	st.span = p.span(from)
	return st
}

func (p *parser) fors() stmt {
	from := p.tok.from
	p.next()
	name := p.want(tokenName)
	scope := len(p.declared)
	defer func() { p.close(min(scope, len(p.declared))) }()
	if p.accept('=') {
		st := &countStmt{begin: p.expr()}
		p.want(',')
		st.limit = p.expr()
		if p.accept(',') {
			st.step = p.expr()
		}
		p.want(tokenDo)
		st.name = p.declare(name.text)
		st.body = p.loop()
		p.closes(tokenBlockEnd, "for", from)
		st.span = p.span(from)
		return st
	}
	names := []string{name.text}
	for p.accept(',') {
		names = append(names, p.want(tokenName).text)
	}
	if p.tok.kind != tokenIn {
		p.expected(`"=" or "in"`)
	}
	p.next()
	st := &eachStmt{exprs: p.exprs()}
	p.want(tokenDo)
	for _, n := range names {
		st.names = append(st.names, p.declare(n))
	}
	st.body = p.loop()
	p.closes(tokenBlockEnd, "for", from)
	st.span = p.span(from)
	return st
}

// functions reads `function a.b:c() end`.
func (p *parser) functions() stmt {
	from := p.tok.from
	p.next()
	first := p.want(tokenName)
	name := first.text
	var target expr = p.find(first)
	method := false
	for p.tok.kind == '.' || p.tok.kind == ':' {
		method = p.tok.kind == ':'
		name += string(rune(p.tok.kind))
		p.next()
		key := p.want(tokenName)
		name += key.text
		target = &indexExpr{p.span(first.from), target, &constExpr{span: span{key.from, key.to}, kind: KindText, text: key.text}}
		if method {
			break
		}
	}
	if i, ok := target.(*indexExpr); ok {
		p.used(i.of)
	}
	p.given(target)
	f := p.function(from, method, name)
	return &assignStmt{p.span(from), []expr{target}, []expr{f}}
}

// given notes a global that is assigned.
func (p *parser) given(target expr) {
	if n, ok := target.(*nameExpr); ok && n.local == nil {
		p.gives[n.name] = true
	}
}

func (p *parser) locals(from int32) stmt {
	names := []string{p.want(tokenName).text}
	for p.accept(',') {
		names = append(names, p.want(tokenName).text)
	}
	st := &localStmt{}
	if p.accept('=') {
		st.exprs = p.exprs()
	}
	for _, n := range names {
		st.names = append(st.names, p.declare(n))
	}
	st.span = p.span(from)
	return st
}

// call reads an assignment, or a call that stands alone.
func (p *parser) call() stmt {
	from := p.tok.from
	if p.tok.kind != tokenName && p.tok.kind != '(' {
		p.expected("a statement")
	}
	e := p.suffixed()
	if p.tok.kind != '=' && p.tok.kind != ',' {
		if c, ok := e.(*callExpr); ok {
			p.used(e)
			return &callStmt{p.span(from), c}
		}
		p.expected(`"=" or a call`)
	}
	st := &assignStmt{targets: []expr{e}}
	for p.accept(',') {
		st.targets = append(st.targets, p.suffixed())
	}
	for _, t := range st.targets {
		switch t := t.(type) {
		case *nameExpr:
			p.given(t)
		case *indexExpr:
			p.used(t.of)
		default:
			p.fail(t.where().from, "found an expression that nothing can be assigned to")
		}
	}
	p.want('=')
	st.exprs = p.exprs()
	st.span = p.span(from)
	return st
}

// used notes the global that an expression begins with.
func (p *parser) used(e expr) {
	for {
		switch x := e.(type) {
		case *nameExpr:
			if x.local == nil {
				p.uses = append(p.uses, use{x.name, x.from})
			}
			return
		case *indexExpr:
			if n, ok := x.of.(*nameExpr); ok && n.local == nil && libraries[n.name] {
				if k, ok := x.key.(*constExpr); ok && k.kind == KindText {
					p.uses = append(p.uses, use{n.name + "." + k.text, n.from})
					return
				}
			}
			e = x.of
		case *callExpr:
			p.noteRequired(x)
			e = x.fn
		default:
			return
		}
	}
}

// libraries are the tables whose functions are listed with them.
var libraries = map[string]bool{"string": true, "table": true, "math": true}

// noteRequired notes a file that the source requires by name outside of functions.
func (p *parser) noteRequired(c *callExpr) {
	f, ok := c.fn.(*nameExpr)
	if !ok || p.fn.outer != nil || f.name != "require" || f.local != nil || len(c.args) == 0 {
		return
	}
	if ref, ok := c.args[0].(*constExpr); ok && ref.kind == KindText {
		p.wants = append(p.wants, ref.text)
	}
}
