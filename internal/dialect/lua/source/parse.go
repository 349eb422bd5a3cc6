package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Bounds of the parser. The first two are those of C Lua, which has 60 for the second.
const (
	MaxLocals   = 200
	MaxUpvalues = 255
	MaxChain    = 10_000 // of operators, calls and fields one behind the other
	maxFaults   = 20     // of one file that are told
	MaxJoined   = 200    // texts of one expression
)

// parser makes the tree of a source, and finds which variable each name is.
type parser struct {
	lexer
	tok, ahead token
	last       int32 // where the token before tok ends
	lines      *Lines
	depth      int
	most       int // of depth
	fn         *Scope
	visible    map[string][]*Variable // by name, the innermost last
	declared   []*Variable            // in scope, in order
	faults     syntax.ErrorList
	faultLine  int  // of the last fault
	stop       bool // nothing more is told
	open       opening

	uses  []Use
	gives map[string]bool
	wants []string
}

// Use is a place that reads a global.
type Use struct {
	Name string
	At   int32
}

// Parsed is what a source says.
type Parsed struct {
	*Func                  // the source itself
	Uses   []Use           // of globals, functions of the libraries as LIBRARY.NAME, in their order
	Gives  map[string]bool // globals that it assigns
	Wants  []string        // files that it requires by name while it runs
	parser *parser
}

// Fail notes a fault that is found later.
func (p *Parsed) Fail(from int32, format string, args ...any) { p.parser.fail(from, format, args...) }

// Faults are those of the source, by their places.
func (p *Parsed) Faults() syntax.ErrorList {
	slices.SortStableFunc(p.parser.faults, func(a, b *syntax.Error) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
	return p.parser.faults
}

// giveUp ends a statement that cannot be read on.
type giveUp struct{}

// Parse reads a source whose expressions and blocks are nested so deep at most. The parameters are
// locals of its outermost function.
func Parse(lines *Lines, src string, depth int, params []string) *Parsed {
	p := &parser{lines: lines, most: depth, visible: map[string][]*Variable{}, gives: map[string]bool{}}
	p.lexer = lexer{src: src, fault: p.fail}
	if strings.HasPrefix(src, "#") { // the first line of a script that Unix runs
		for p.at < len(src) && newline(src[p.at:]) == 0 {
			p.at++
		}
	}
	p.tok = p.lexer.next()
	p.ahead = p.lexer.next()
	f := &Func{Span: Span{0, int32(len(src))}, Rest: true}
	p.begin(f)
	for _, name := range params {
		f.Params = append(f.Params, p.declare(name))
	}
	f.Body = p.block()
	for p.tok.kind != TokenEnd && !p.stop {
		p.fail(p.tok.from, "found %s, wanted a statement", p.shows(p.tok))
		p.next()
		f.Body = append(f.Body, p.block()...)
	}
	p.mend()
	slices.SortStableFunc(p.uses, func(a, b Use) int { return cmp.Compare(a.At, b.At) })
	return &Parsed{f, p.uses, p.gives, p.wants, p}
}

func (p *parser) next() {
	p.last = p.tok.to
	p.tok, p.ahead = p.ahead, p.lexer.next()
}

// fail notes a fault, unless the one before is on the same line.
func (p *parser) fail(from int32, format string, args ...any) {
	line := p.lines.Number(from)
	if p.stop || line == p.faultLine && len(p.faults) > 0 {
		return
	}
	p.faultLine = line
	p.faults = append(p.faults, &syntax.Error{Pos: p.lines.At(from), At: p.lines.Range(from, p.behind(from)), Msg: fmt.Sprintf(format, args...)})
	p.stop = len(p.faults) >= maxFaults
}

// behind returns where the token ends that begins at a byte, or that the lexer is in.
func (p *parser) behind(from int32) int32 {
	switch from {
	case p.tok.from:
		return p.tok.to
	case p.ahead.from:
		return p.ahead.to
	}
	if int(from) < p.lexer.at && int(from) >= int(p.ahead.to) {
		return int32(p.lexer.at)
	}
	x := lexer{src: p.src, at: int(from), fault: func(int32, string, ...any) {}}
	return x.next().to
}

// refuse notes a fault at the present token and gives the statement up.
func (p *parser) refuse(format string, args ...any) {
	p.fail(p.tok.from, format, args...)
	panic(giveUp{})
}

// operand refuses a token where an expression is wanted. Where it closes another thing than what was
// opened last, the end of that is what is missing.
func (p *parser) operand() {
	what, k := "an expression", p.tok.kind
	if o := p.open; o.end != 0 && k != o.end && (k == ')' || k == '}' || k == ']') {
		what += ", or " + p.closing(o.end, o.begins, o.from)
	}
	p.expected(what)
}

func (p *parser) expected(what string) {
	p.refuse("found %s, wanted %s", p.shows(p.tok), what)
}

func (p *parser) accept(k Token) bool {
	if p.tok.kind == k {
		p.next()
		return true
	}
	return false
}

func (p *parser) want(k Token) token {
	t := p.tok
	if t.kind != k {
		p.expected(k.name())
	}
	p.next()
	return t
}

// closes wants the end of what an opening token began.
func (p *parser) closes(k Token, opens string, from int32) {
	if p.tok.kind != k {
		p.expected(p.closing(k, opens, from))
	}
	p.next()
}

// closing names the token that ends what an opening token began, with the line of that.
func (p *parser) closing(k Token, opens string, from int32) string {
	what := k.name()
	if line := p.lines.Number(from); line != p.lines.Number(p.tok.from) {
		what += fmt.Sprintf(" for %q of line %d", opens, line)
	}
	return what
}

// opening is a token that began a list which is still read, with the token that ends it; the zero value
// for none.
type opening struct {
	end    Token
	begins string
	from   int32
}

// within reads a list that a token began.
func (p *parser) within(o opening, read func()) {
	outer := p.open
	p.open = o
	read()
	p.open = outer
}

func (p *parser) enter() {
	if p.depth++; p.depth > p.most {
		p.fail(p.tok.from, "a script nested deeper than %d levels, the limit lua.depth", p.most)
		p.stop = true
		panic(giveUp{})
	}
}

func (p *parser) leave() { p.depth-- }

func (p *parser) begin(f *Func) {
	p.fn = &Scope{Outer: p.fn, Fn: f, Rest: f.Rest}
	f.Scope = p.fn
}

// end leaves a function, whose locals go out of scope.
func (p *parser) end(scope int) {
	p.close(scope)
	p.fn = p.fn.Outer
}

// declare makes a local visible from here on.
func (p *parser) declare(name string) *Variable {
	l := &Variable{Name: name, Of: p.fn}
	p.visible[name] = append(p.visible[name], l)
	p.declared = append(p.declared, l)
	if p.fn.Active++; p.fn.Active == MaxLocals+1 {
		p.fail(p.last, "a function of more than %d locals at once; put some in a table, or divide it", MaxLocals)
	}
	return l
}

// close ends the scope of all locals that were declared since there were so many.
func (p *parser) close(scope int) {
	for _, l := range p.declared[scope:] {
		list := p.visible[l.Name]
		p.visible[l.Name] = list[:len(list)-1]
		l.Of.Active--
	}
	p.declared = p.declared[:scope]
}

// find returns what a name is.
func (p *parser) find(t token) *Name {
	e := &Name{Span: Span{t.from, t.to}, Name: t.text}
	if list := p.visible[t.text]; len(list) > 0 {
		e.Local = list[len(list)-1]
		if e.Local.Of != p.fn {
			e.Local.Captured = true
			if p.fn.Up(e.Local) == MaxUpvalues {
				p.fail(t.from, "a function that uses more than %d locals of those around it; put them in a table", MaxUpvalues)
			}
		} else if e.Local.Reg < 0 {
			e.Local.Reg = 0 // arg, which somebody asks for
		}
	}
	return e
}

// Environment is the parameter of a source that has its globals in a table: what is no local
// there is a field of that.
const Environment = "_ENV"

// named is find, as an expression: in a source with an environment a field of that.
func (p *parser) named(t token) Expr {
	e := p.find(t)
	if e.Local != nil || len(p.visible[Environment]) == 0 {
		return e
	}
	of := p.find(token{kind: TokenName, text: Environment, from: t.from, to: t.to})
	return &Index{e.Span, of, &Const{Span: e.Span, Kind: TextConst, Text: t.text}}
}

// block reads statements up to a token that ends a block.
func (p *parser) block() (list []Stmt) {
	scope := len(p.declared)
	defer p.close(scope)
	return p.statements()
}

func (p *parser) statements() (list []Stmt) {
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
	case TokenEnd, TokenBlockEnd, TokenElse, TokenElseif, TokenUntil:
		return true
	}
	return false
}

// statement reads one; nil for one that could not be read, where it has passed to a token
// at which another may begin. last says that no other may follow in the block.
func (p *parser) statement() (st Stmt, last bool) {
	depth, fn, scope, open := p.depth, p.fn, len(p.declared), p.open
	p.open = opening{}
	defer func() {
		p.open = open
		v := recover()
		if v == nil {
			return
		}
		if _, ok := v.(giveUp); !ok {
			panic(v)
		}
		for p.fn != fn { // the functions within, whose locals go
			p.fn = p.fn.Outer
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
		case TokenLocal, TokenIf, TokenWhile, TokenFor, TokenFunction, TokenReturn, TokenRepeat, TokenDo, TokenBreak:
			return
		case ';':
			p.next()
			return
		case TokenName:
			if p.lines.Line(p.tok.from) != p.lines.Line(max(p.last-1, 0)) {
				return
			}
		}
		p.next()
	}
}

func (p *parser) span(from int32) Span { return Span{from, p.last} }

func (p *parser) one() (st Stmt, last bool) {
	from := p.tok.from
	switch p.tok.kind {
	case TokenIf:
		return p.ifs(), false
	case TokenWhile:
		p.next()
		cond := p.expr()
		p.want(TokenDo)
		body := p.loop()
		p.closes(TokenBlockEnd, "while", from)
		return &While{p.span(from), cond, body}, false
	case TokenDo:
		p.next()
		body := p.block()
		p.closes(TokenBlockEnd, "do", from)
		return &Do{p.span(from), body}, false
	case TokenFor:
		return p.fors(), false
	case TokenRepeat:
		p.next()
		scope := len(p.declared)
		p.fn.Loops++
		body := p.statements()
		p.fn.Loops--
		p.closes(TokenUntil, "repeat", from)
		cond := p.expr()
		p.close(scope)
		return &Repeat{p.span(from), body, cond}, false
	case TokenFunction:
		return p.functions(), false
	case TokenLocal:
		p.next()
		if p.accept(TokenFunction) {
			name := p.want(TokenName)
			l := p.declare(name.text)
			f := p.function(from, false, name.text)
			return &LocalFunc{p.span(from), l, f}, false
		}
		return p.locals(from), false
	case TokenReturn:
		p.next()
		var list []Expr
		if !p.blockEnds() && p.tok.kind != ';' {
			list = p.exprs()
		}
		return &Return{p.span(from), list}, true
	case TokenBreak:
		p.next()
		if p.fn.Loops == 0 {
			p.fail(from, "found \"break\" outside of loops")
		}
		return &Break{p.span(from)}, true
	}
	if p.tok.kind == TokenName && p.tok.text == "goto" && p.ahead.kind == TokenName {
		p.refuse("found goto; Lua 5.1 has none")
	}
	return p.call(), false
}

func (p *parser) loop() []Stmt {
	p.fn.Loops++
	body := p.block()
	p.fn.Loops--
	return body
}

func (p *parser) ifs() Stmt {
	from := p.tok.from
	st := &If{}
	for {
		p.next() // if, elseif
		st.Conds = append(st.Conds, p.expr())
		p.want(TokenThen)
		st.Bodies = append(st.Bodies, p.block())
		if p.tok.kind != TokenElseif {
			break
		}
	}
	if p.accept(TokenElse) {
		st.Bodies = append(st.Bodies, p.block())
	}
	p.closes(TokenBlockEnd, "if", from)
	st.Span = p.span(from)
	return st
}

func (p *parser) fors() Stmt {
	from := p.tok.from
	p.next()
	name := p.want(TokenName)
	scope := len(p.declared)
	defer func() { p.close(min(scope, len(p.declared))) }()
	if p.accept('=') {
		st := &Count{Begin: p.expr()}
		p.want(',')
		st.Limit = p.expr()
		if p.accept(',') {
			st.Step = p.expr()
		}
		p.want(TokenDo)
		st.Name = p.declare(name.text)
		st.Body = p.loop()
		p.closes(TokenBlockEnd, "for", from)
		st.Span = p.span(from)
		return st
	}
	names := []string{name.text}
	for p.accept(',') {
		names = append(names, p.want(TokenName).text)
	}
	if p.tok.kind != TokenIn {
		p.expected(`"=" or "in"`)
	}
	p.next()
	st := &Each{Exprs: p.exprs()}
	p.want(TokenDo)
	for _, n := range names {
		st.Names = append(st.Names, p.declare(n))
	}
	st.Body = p.loop()
	p.closes(TokenBlockEnd, "for", from)
	st.Span = p.span(from)
	return st
}

// functions reads `function a.b:c() end`.
func (p *parser) functions() Stmt {
	from := p.tok.from
	p.next()
	first := p.want(TokenName)
	name := first.text
	target := p.named(first)
	method := false
	for p.tok.kind == '.' || p.tok.kind == ':' {
		method = p.tok.kind == ':'
		name += string(rune(p.tok.kind))
		p.next()
		key := p.want(TokenName)
		name += key.text
		target = &Index{p.span(first.from), target, &Const{Span: Span{key.from, key.to}, Kind: TextConst, Text: key.text}}
		if method {
			break
		}
	}
	if i, ok := target.(*Index); ok {
		p.used(i.Of)
	}
	p.given(target)
	f := p.function(from, method, name)
	return &Assign{p.span(from), []Expr{target}, []Expr{f}}
}

// given notes a global that is assigned.
func (p *parser) given(target Expr) {
	if n, ok := target.(*Name); ok && n.Local == nil {
		p.gives[n.Name] = true
	}
}

func (p *parser) locals(from int32) Stmt {
	names := []string{p.want(TokenName).text}
	for p.accept(',') {
		names = append(names, p.want(TokenName).text)
	}
	st := &Local{}
	if p.accept('=') {
		st.Exprs = p.exprs()
	}
	for _, n := range names {
		st.Names = append(st.Names, p.declare(n))
	}
	st.Span = p.span(from)
	return st
}

// call reads an assignment, or a call that stands alone.
func (p *parser) call() Stmt {
	from := p.tok.from
	if p.tok.kind != TokenName && p.tok.kind != '(' {
		p.expected("a statement")
	}
	e := p.suffixed()
	if p.tok.kind != '=' && p.tok.kind != ',' {
		if c, ok := e.(*Call); ok {
			p.used(e)
			return &CallStmt{p.span(from), c}
		}
		p.expected(`"=" or a call`)
	}
	st := &Assign{Targets: []Expr{e}}
	for p.accept(',') {
		st.Targets = append(st.Targets, p.suffixed())
	}
	for _, t := range st.Targets {
		switch t := t.(type) {
		case *Name:
			p.given(t)
		case *Index:
			p.used(t.Of)
		default:
			p.fail(t.Where().From, "found an expression that nothing can be assigned to")
		}
	}
	p.want('=')
	st.Exprs = p.exprs()
	st.Span = p.span(from)
	return st
}

// used notes the global that an expression begins with.
func (p *parser) used(e Expr) {
	for {
		switch x := e.(type) {
		case *Name:
			if x.Local == nil {
				p.uses = append(p.uses, Use{x.Name, x.From})
			}
			return
		case *Index:
			if n, ok := x.Of.(*Name); ok && n.Local == nil && Libraries[n.Name] {
				if k, ok := x.Key.(*Const); ok && k.Kind == TextConst {
					p.uses = append(p.uses, Use{n.Name + "." + k.Text, n.From})
					return
				}
			}
			e = x.Of
		case *Call:
			p.noteRequired(x)
			e = x.Fn
		default:
			return
		}
	}
}

// Libraries are the tables whose functions are listed with them.
var Libraries = map[string]bool{"string": true, "table": true, "math": true}

// noteRequired notes a file that the source requires by name outside of functions.
func (p *parser) noteRequired(c *Call) {
	f, ok := c.Fn.(*Name)
	if !ok || p.fn.Outer != nil || f.Name != "require" || f.Local != nil || len(c.Args) == 0 {
		return
	}
	if ref, ok := c.Args[0].(*Const); ok && ref.Kind == TextConst {
		p.wants = append(p.wants, ref.Text)
	}
}
