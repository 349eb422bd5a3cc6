package unvanquished

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// computeLine computes the rest of the line of a directive, as a whole number.
func (p *preprocessor) computeLine(hash *token) (int64, bool) {
	var tokens []*token
	c := collector{p: p}
	for t := p.line(); t != nil; t = p.line() {
		use, ok := c.collect(t)
		if !ok {
			return 0, false
		}
		if use {
			tokens = append(tokens, t)
		}
	}
	v, ok := p.compute(hash, tokens, true)
	return int64(v), ok
}

// collector collects the tokens of an expression. It expands macros in place, but
// for names behind `defined`.
type collector struct {
	p       *preprocessor
	defined bool // the next name is asked for
}

func (c *collector) collect(t *token) (use, ok bool) {
	switch {
	case t.kind == nameToken && c.defined:
		c.defined = false
	case t.kind == nameToken && t.is("defined"):
		c.defined = true
	case t.kind == nameToken:
		m := c.p.macros[t.text]
		if m == nil {
			c.p.fault(t.at, t.from, "%q is not defined, so it has no value", t.text)
			return false, false
		}
		return false, c.p.expand(t, m)
	case t.kind != numberToken && t.kind != punctToken:
		c.p.fault(t.at, t.from, "found %s, wanted a number or an operator", t.describe())
		return false, false
	}
	return true, true
}

// dollar reads $evalint( EXPR ) or $evalfloat( EXPR ) and computes the number. A
// negative one becomes a sign and the negative number, so that as a parameter it
// ends up positive, as in the original.
func (p *preprocessor) dollar(at *token) bool {
	name, _ := p.raw()
	if name == nil || name.kind != nameToken || !name.is("evalint") && !name.is("evalfloat") {
		if name != nil {
			p.push(name)
		}
		p.fault(at.at, at.from, "found $, wanted $evalint( ... ) or $evalfloat( ... )")
		return false
	}
	if open, _ := p.raw(); !open.isPunct("(") {
		p.fault(name.at, name.from, `$%s without "("`, name.text)
		return false
	}
	var tokens []*token
	c := collector{p: p}
	for depth := 1; ; {
		t, _ := p.raw()
		if t == nil {
			p.fault(name.at, name.from, `$%s without ")"`, name.text)
			return false
		}
		if t.isPunct("(") {
			depth++
		}
		if t.isPunct(")") {
			if depth--; depth == 0 {
				break
			}
		}
		use, ok := c.collect(t)
		if !ok {
			return false
		}
		if use {
			tokens = append(tokens, t)
		}
	}
	v, ok := p.compute(name, tokens, name.is("evalint"))
	if !ok {
		return false
	}
	p.pushNumber(at, v, name.is("evalint"))
	return true
}

func (p *preprocessor) pushNumber(at *token, v float64, integer bool) {
	n := &token{kind: numberToken, integer: integer, at: at.at, from: at.from, spaced: at.spaced, lines: at.lines, value: v}
	if math.Abs(v) < 1<<63 {
		n.whole = uint64(int64(v))
	}
	n.text = fmt.Sprint(math.Abs(v))
	p.push(n)
	if v < 0 {
		p.push(&token{kind: punctToken, text: "-", at: at.at, from: at.from})
	}
}

// compute computes an expression of the preprocessor. With integers, all numbers
// are cut to integers of 64 bits.
func (p *preprocessor) compute(at *token, tokens []*token, integers bool) (float64, bool) {
	e := evaluation{tokens: tokens, macros: p.macros, integers: integers, limits: p.cost.limits}
	v, err := e.binary(0, 0)
	if err == nil && len(e.tokens) > 0 {
		err = fmt.Errorf("found %s, wanted an operator", e.tokens[0].describe())
	}
	if err != nil {
		if len(e.tokens) > 0 {
			at = e.tokens[0]
		}
		p.fault(at.at, at.from, "%v", err)
		return 0, false
	}
	return v.number(integers), true
}

// evaluation is an expression that is being computed.
type evaluation struct {
	limits   limit.Values
	tokens   []*token // what is still to be read
	macros   map[string]*macro
	integers bool
}

// amount is a value both as an integer and as a fraction.
type amount struct {
	i int64
	f float64
}

func (a amount) number(integers bool) float64 {
	if integers {
		return float64(a.i)
	}
	return a.f
}

func truth(b bool) amount {
	if b {
		return amount{1, 1}
	}
	return amount{}
}

// levels are the binary operators, from the loosest.
var levels = [][]string{
	{"||"},
	{"&&"},
	{"|"},
	{"^"},
	{"&"},
	{"==", "!="},
	{"<", "<=", ">", ">="},
	{"<<", ">>"},
	{"+", "-"},
	{"*", "/", "%"},
}

// level returns the level of the next token, or -1 when it is no operator.
func (e *evaluation) level() int {
	if len(e.tokens) == 0 || e.tokens[0].kind != punctToken {
		return -1
	}
	for i, ops := range levels {
		for _, op := range ops {
			if e.tokens[0].is(op) {
				return i
			}
		}
	}
	return -1
}

func (e *evaluation) binary(loosest, depth int) (amount, error) {
	left, err := e.unary(depth)
	for err == nil {
		level := e.level()
		if level < loosest {
			break
		}
		op := e.tokens[0].text
		e.tokens = e.tokens[1:]
		var right amount
		if right, err = e.binary(level+1, depth+1); err == nil {
			left, err = e.apply(op, left, right)
		}
	}
	return left, err
}

func (e *evaluation) unary(depth int) (amount, error) {
	if len(e.tokens) == 0 {
		return amount{}, errors.New("an expression ends where a value is wanted")
	}
	if depth > maxDepth.In(e.limits) {
		return amount{}, fmt.Errorf("an expression nested deeper than %d", maxDepth.In(e.limits))
	}
	t := e.tokens[0]
	switch {
	case t.kind == numberToken:
		e.tokens = e.tokens[1:]
		return amount{int64(t.whole), t.value}, nil
	case t.kind == nameToken:
		return e.asksDefined()
	case t.is("!"), t.is("-"), t.is("~"):
		e.tokens = e.tokens[1:]
		v, err := e.unary(depth + 1)
		switch {
		case t.is("!"):
			return truth(v.number(e.integers) == 0), err
		case t.is("~"):
			return amount{^v.i, float64(^v.i)}, err
		}
		return amount{-v.i, -v.f}, err
	case t.is("("):
		e.tokens = e.tokens[1:]
		v, err := e.binary(0, depth+1)
		if err == nil && (len(e.tokens) == 0 || !e.tokens[0].is(")")) {
			err = errors.New(`a "(" without ")"`)
		}
		if err == nil {
			e.tokens = e.tokens[1:]
		}
		return v, err
	}
	return amount{}, fmt.Errorf("found %s, wanted a number", t.describe())
}

// asksDefined reads `defined NAME` or `defined( NAME )`.
func (e *evaluation) asksDefined() (amount, error) {
	rest := e.tokens[1:]
	paren := len(rest) > 0 && rest[0].is("(")
	if paren {
		rest = rest[1:]
	}
	if len(rest) == 0 || rest[0].kind != nameToken {
		return amount{}, errors.New("defined without a name")
	}
	v := truth(e.macros[rest[0].text] != nil)
	rest = rest[1:]
	if paren {
		if len(rest) == 0 || !rest[0].is(")") {
			return amount{}, errors.New(`defined( without ")"`)
		}
		rest = rest[1:]
	}
	e.tokens = rest
	return v, nil
}

func (e *evaluation) apply(op string, a, b amount) (amount, error) {
	x, y := a.number(e.integers), b.number(e.integers)
	if e.integers { // whole numbers past 2^53 compare as what they are
		switch c := cmp.Compare(a.i, b.i); op {
		case "<", "<=", ">", ">=", "==", "!=":
			x, y = float64(c), 0
		}
	}
	switch op {
	case "||":
		return truth(x != 0 || y != 0), nil
	case "&&":
		return truth(x != 0 && y != 0), nil
	case "==":
		return truth(x == y), nil
	case "!=":
		return truth(x != y), nil
	case "<":
		return truth(x < y), nil
	case "<=":
		return truth(x <= y), nil
	case ">":
		return truth(x > y), nil
	case ">=":
		return truth(x >= y), nil
	}
	return e.arithmetic(op, a, b)
}

func (e *evaluation) arithmetic(op string, a, b amount) (amount, error) {
	bits := func(i int64) (amount, error) { return amount{i, float64(i)}, nil }
	switch op {
	case "+":
		return amount{a.i + b.i, a.f + b.f}, nil
	case "-":
		return amount{a.i - b.i, a.f - b.f}, nil
	case "*":
		return amount{a.i * b.i, float64(a.f * b.f)}, nil
	case "|":
		return bits(a.i | b.i)
	case "^":
		return bits(a.i ^ b.i)
	case "&":
		return bits(a.i & b.i)
	case "<<":
		return bits(a.i << (uint64(b.i) & 63))
	case ">>":
		return bits(a.i >> (uint64(b.i) & 63))
	}
	if b.number(e.integers) == 0 || op == "%" && b.i == 0 {
		return amount{}, errors.New("a division by zero")
	}
	if op == "%" {
		return bits(a.i % b.i)
	}
	q := amount{f: a.f / b.f}
	if b.i != 0 {
		q.i = a.i / b.i
	}
	return q, nil
}
