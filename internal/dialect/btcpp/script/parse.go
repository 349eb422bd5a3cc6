package script

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// Error is an error in a script, or of running it. Off is the offset in its text, in bytes.
type Error struct {
	Off int
	Msg string
}

func (e *Error) Error() string { return e.Msg }

func errorf(off int, format string, args ...any) *Error {
	return &Error{off, fmt.Sprintf(format, args...)}
}

// Limits of a script.
const (
	MostBytes = 1 << 16
	MostDepth = 100 // parentheses, prefixes and branches within each other
)

// Script is a script that was read. Its nodes stand in one list, operands before operators.
type Script struct {
	nodes      []node
	statements []int32
	names      []string
}

// node is a part of an expression.
type node struct {
	op      op
	a, b, c int32 // operands; of a name its number
	off     int32
	value   board.Value // of a literal, or of a name that is one of an enum
}

type op uint8

const (
	literal op = iota
	entry
	enum
	ternary
	or
	and
	chain // of comparisons: a is the first of b nodes of links
	link  // a comparison of a chain
	add
	sub
	mul
	div
	join
	bitAnd
	bitOr
	bitXor
	negate
	invert
	not
	create
	assign
	assignAdd
	assignSub
	assignMul
	assignDiv
)

// Names returns the names that a script has, enums too, in the order of their numbers.
func (s *Script) Names() []string { return s.names }

// Texts returns the texts that a script has.
func (s *Script) Texts() (all []string) {
	for i := range s.nodes {
		if n := &s.nodes[i]; n.op == literal && n.value.IsText() {
			all = append(all, n.value.Text())
		}
	}
	return all
}

// Targets returns the numbers of the names that a script assigns to, each once.
func (s *Script) Targets() []int {
	var all []int
	for _, n := range s.nodes {
		if n.op < create {
			continue
		}
		if left := s.nodes[n.a]; (left.op == entry || left.op == enum) && !slices.Contains(all, int(left.a)) {
			all = append(all, int(left.a))
		}
	}
	return all
}

// Parse reads a script. Names of the enums are numbers where they are read.
func Parse(source string, enums board.Enums) (*Script, *Error) {
	if len(source) > MostBytes {
		return nil, errorf(0, "a script has %d bytes at most", MostBytes)
	}
	p := &parser{source: source, enums: enums, script: &Script{}}
	if err := p.parse(); err != nil {
		return nil, err
	}
	return p.script, nil
}

type parser struct {
	source string
	enums  board.Enums
	script *Script
	token
	depth int
}

func (p *parser) parse() (err *Error) {
	defer func() {
		if fault, ok := recover().(*Error); ok {
			err = fault
		}
	}()
	p.next()
	for {
		p.script.statements = append(p.script.statements, p.assignment())
		for p.is(";") {
			p.next()
		}
		if p.kind == end {
			return nil
		}
	}
}

func (p *parser) next() {
	t, err := scan(p.source, p.token.end)
	if err != nil {
		panic(err)
	}
	p.token = t
}

func (p *parser) word() string { return p.source[p.start:p.token.end] }

// is reports whether the token at hand is an operator.
func (p *parser) is(op string) bool { return p.kind == operator && p.word() == op }

func (p *parser) want(op, what string) {
	if !p.is(op) {
		panic(errorf(p.start, "found %s, wanted %s", p.found(), what))
	}
	p.next()
}

func (p *parser) found() string {
	if p.kind == end {
		return "the end"
	}
	return strconv.Quote(p.word())
}

// deeper counts how deep an expression stands.
func (p *parser) deeper() func() {
	if p.depth++; p.depth > MostDepth {
		panic(errorf(p.start, "expressions nested deeper than %d", MostDepth))
	}
	return func() { p.depth-- }
}

func (p *parser) add(n node) int32 {
	p.script.nodes = append(p.script.nodes, n)
	return int32(len(p.script.nodes) - 1)
}

var assignments = map[string]op{":=": create, "=": assign, "+=": assignAdd, "-=": assignSub, "*=": assignMul, "/=": assignDiv}

// Operators lists the operators of scripts, each once, in no order.
func Operators() []string {
	known := map[string]bool{"?": true}
	for _, table := range append(slices.Clone(levels), assignments, prefixes) {
		for word := range table {
			known[word] = true
		}
	}
	for _, word := range comparisons {
		known[word] = true
	}
	return slices.Collect(maps.Keys(known))
}

// assignment reads an expression, whose loosest operators stand once and take the whole rest.
func (p *parser) assignment() int32 {
	left := p.condition()
	op, ok := assignments[p.word()]
	if p.kind != operator || !ok || p.script.nodes[left].op == ternary {
		return left
	}
	defer p.deeper()()
	off := p.start
	p.next()
	return p.add(node{op: op, a: left, b: p.assignment(), off: int32(off)})
}

// condition reads a ? b : c, or what binds tighter.
func (p *parser) condition() int32 {
	test := p.binary(0)
	if !p.is("?") {
		return test
	}
	defer p.deeper()()
	off := p.start
	p.next()
	yes := p.assignment()
	p.want(":", `":" and the other branch`)
	return p.add(node{op: ternary, a: test, b: yes, c: p.condition(), off: int32(off)})
}

// levels has the binary operators, from loose to tight; between the second and the third stand
// comparisons, which make chains.
var levels = []map[string]op{
	{"||": or}, {"&&": and}, nil, {"|": bitOr, "^": bitXor}, {"&": bitAnd}, {"+": add, "-": sub, "..": join}, {"*": mul, "/": div},
}

const comparing = 2

var comparisons = []string{"==", "!=", "<", ">", "<=", ">="}

func (p *parser) binary(level int) int32 {
	switch level {
	case len(levels):
		return p.prefix()
	case comparing:
		return p.comparison()
	}
	left := p.binary(level + 1)
	for {
		op, ok := levels[level][p.word()]
		if p.kind != operator || !ok {
			return left
		}
		off := p.start
		p.next()
		left = p.add(node{op: op, a: left, b: p.binary(level + 1), off: int32(off)})
	}
}

// comparison reads a < b <= c, which means both.
func (p *parser) comparison() int32 {
	first := p.binary(comparing + 1)
	var links []node
	for p.kind == operator {
		how := slices.Index(comparisons, p.word())
		if how < 0 {
			break
		}
		off := p.start
		p.next()
		links = append(links, node{op: link, a: p.binary(comparing + 1), b: int32(how), off: int32(off)})
	}
	if links == nil {
		return first
	}
	at := int32(len(p.script.nodes))
	p.script.nodes = append(p.script.nodes, links...)
	return p.add(node{op: chain, a: first, b: at, c: int32(len(links)), off: links[0].off})
}

var prefixes = map[string]op{"-": negate, "~": invert, "!": not}

func (p *parser) prefix() int32 {
	defer p.deeper()()
	if op, ok := prefixes[p.word()]; ok && p.kind == operator {
		off := p.start
		p.next()
		return p.add(node{op: op, a: p.prefix(), off: int32(off)})
	}
	return p.atom()
}

func (p *parser) atom() int32 {
	n := node{off: int32(p.start)}
	switch {
	case p.kind == whole:
		n.value = board.WholeOf(board.Long, wholeOf(p.word()))
	case p.kind == real:
		f, err := strconv.ParseFloat(p.word(), 64)
		if err != nil && !math.IsInf(f, 0) {
			panic(errorf(p.start, "found %s, wanted a number", p.found()))
		}
		n.value = board.RealOf(f)
	case p.kind == text:
		n.value = board.TextOf(p.source[p.start+1 : p.token.end-1])
	case p.kind == name:
		n = p.named()
	case p.is("("):
		p.next()
		inner := p.assignment()
		p.want(")", `")"`)
		return inner
	default:
		panic(errorf(p.start, "found %s, wanted a number, a text, a name or (", p.found()))
	}
	p.next()
	return p.add(n)
}

// wholeOf reads digits; 0 stands for a number that 64 bits with a sign do not hold.
func wholeOf(digits string) int64 {
	base := 10
	if hex, ok := strings.CutPrefix(strings.ToLower(digits), "0x"); ok {
		digits, base = hex, 16
	}
	n, err := strconv.ParseInt(digits, base, 64)
	if err != nil {
		return 0
	}
	return n
}

func (p *parser) named() node {
	word := p.word()
	switch word {
	case "true", "false":
		return node{value: board.Truth(word == "true"), off: int32(p.start)}
	}
	number := slices.Index(p.script.names, word)
	if number < 0 {
		number = len(p.script.names)
		p.script.names = append(p.script.names, word)
	}
	n := node{op: entry, a: int32(number), off: int32(p.start)}
	if value, ok := p.enums[word]; ok {
		n.op, n.value = enum, board.RealOf(float64(value))
	}
	return n
}
