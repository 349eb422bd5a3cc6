package unvanquished

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
)

// count is the number of parameters a name takes, at least and at most.
type count struct{ min, max int }

// arity counts declared parameters. A selection of bodies cannot be written
// here, so that one which must be given is refused; and what stands before a parameter that must be given must be given.
func arity(params []host.Param) (c count) {
	for i := range params {
		if params[i].Kind == host.Where {
			continue
		}
		c.max++
		if !params[i].Optional {
			c.min = c.max
		}
	}
	return c
}

// params reads the parameters behind a name. Where none is needed, what is
// wrong with them is only a notice, and there are none. Cases
// unv-parse-dropped-arguments, unv-text-unclosed-args.
func (p *parser) params(name *token, params []host.Param) (values []host.Value, ok bool) {
	open, c := p.peek(), arity(params)
	optional := c.min == 0
	for i := range params {
		if params[i].Kind == host.Where && !params[i].Optional {
			p.errorf(name, "%s must be told which bodies it is about (%s), which these files have no way to write", quote(name.text), params[i].Name)
		}
	}
	takes := fmt.Sprintf("%s takes %v%s", quote(name.text), c, listed(params))
	report := func(t *token, format string, args ...any) ([]host.Value, bool) {
		if optional {
			p.noticef(t, format+"; it goes on without parameters", args...)
			return nil, true
		}
		p.errorf(t, format, args...)
		return nil, false
	}
	switch {
	case open == nil && len(p.blocks) > 0:
		p.end()
		return nil, false
	case open == nil:
		p.endAt(name, "the file ends behind "+name.describe()+", wanted its parameters: () where it has none")
		return nil, false
	case !open.starts('(') && optional:
		return nil, true
	case !open.is("("):
		defer p.recoverUnless(optional)
		values, ok = report(open, "found %s, wanted \"(\": %s in parentheses", open.describe(), takes)
		p.bareParams(name, open)
		return values, ok
	}
	end := p.closing()
	if end == 0 {
		p.i++
		defer p.recoverUnless(optional)
		return report(open, "the \"(\" of %s without a \")\"", quote(name.text))
	}
	inside := slices.Clone(p.tokens[p.i+1 : end])
	p.i = end + 1
	for i, t := range inside {
		if t.kind == numberToken || t.kind == stringToken {
			values = append(values, host.NullValue)
		} else if t.kind == nameToken && !optional && p.lib.names.funcs[fold(t.text)] == nil && p.symbolInstead(t) {
			zero := *t
			zero.kind, zero.text = numberToken, "0"
			inside[i] = &zero
			values = append(values, host.NullValue)
		} else if !t.starts(',') && !t.starts('-') {
			return report(t, "found %s in the parameters of %s, wanted numbers, strings and symbols%s", t.describe(), quote(name.text), p.lib.guess(t))
		}
	}
	if len(values) < c.min || len(values) > c.max {
		why := ""
		if last := p.tokens[end]; last.kind == stringToken {
			why = "; the string " + quote(last.text) + " begins with a parenthesis, which counts"
			defer p.recoverUnless(optional)
		}
		return report(name, "%s, found %d%s", takes, len(values), why)
	}
	values, written := box(inside, values[:0])
	p.checkKinds(name, params, values, written)
	p.noteParams(name, params, values, written)
	return values, true
}

// symbolInstead reports whether a symbol that nobody has is stood in for by 0.
func (p *parser) symbolInstead(t *token) bool {
	if standin.Allowed(p.lib.reg) != standin.All {
		return false
	}
	fault := p.errorf(t, "unknown symbol %s", quote(t.text)).Suggest(t.text, p.lib.names.symbolNames)
	standin.Tell(p.errs, fault, "0")
	return true
}

// recoverUnless steps over the rest of a node that is refused.
func (p *parser) recoverUnless(goesOn bool) {
	if !goesOn {
		p.skipToNode()
	}
}

// closing returns the index of the parenthesis that closes the next token, or 0. A
// string that begins with a parenthesis counts as one. Case
// unv-bad-string-with-paren.
func (p *parser) closing() int {
	if p.closers == nil {
		p.closers = make([]int, len(p.tokens))
		var open []int
		for i, t := range p.tokens {
			switch n := len(open); {
			case t.starts('('):
				open = append(open, i)
			case t.starts(')') && n > 0:
				p.closers[open[n-1]] = i
				open = open[:n-1]
			}
		}
	}
	return p.closers[p.i]
}

// box makes values of tokens. Punctuation that begins with - makes the next
// number negative, also across a comma; a string ignores it. It returns the token
// of each value, too. Case unv-parse-parameters.
func box(tokens []*token, values []host.Value) (all []host.Value, written []*token) {
	negative := false
	for _, t := range tokens {
		var v host.Value
		switch {
		case t.kind == stringToken:
			v = host.StringValue(t.text)
		case t.kind == numberToken:
			if v = t.box(); negative {
				v = negate(v)
			}
		default:
			negative = negative || t.starts('-')
			continue
		}
		negative = false
		values, written = append(values, v), append(written, t)
	}
	return values, written
}

func negate(v host.Value) host.Value {
	if v.Kind() == host.Int {
		return host.IntValue(int64(-int32(v.Number())))
	}
	return host.NumberValue(-v.Number())
}

// bind hands values to declared parameters, in order. Each is read as the
// original reads its boxes: a whole number is cut from a float and is 0 for a
// text, a text is printed from a number.
func bind(params []host.Param, values []host.Value) []host.Value {
	args := make([]host.Value, len(params))
	for i := range params {
		switch {
		case params[i].Kind == host.Where:
		case len(values) == 0:
			args[i] = params[i].Default
		default:
			args[i] = cast(params[i].Kind, values[0])
			values = values[1:]
		}
	}
	return args
}

func cast(kind host.Kind, v host.Value) host.Value {
	switch kind {
	case host.Int:
		return host.IntValue(int64(truncate(v)))
	case host.Number:
		return host.NumberValue(v.Number())
	case host.Bool:
		return host.BoolValue(v.Number() != 0)
	case host.String:
		switch v.Kind() {
		case host.Int:
			return host.StringValue(strconv.FormatInt(int64(v.Number()), 10))
		case host.Number:
			return host.StringValue(strconv.FormatFloat(v.Number(), 'f', 6, 64))
		}
	}
	return v
}

// listed names several parameters in their order, where all have names.
func listed(params []host.Param) string {
	var names []string
	for i := range params {
		if params[i].Kind != host.Where {
			names = append(names, params[i].Name)
		}
	}
	if len(names) < 2 || slices.Contains(names, "") {
		return ""
	}
	return " (" + strings.Join(names, ", ") + ")"
}

// String is "no parameters", "1 parameter", "1 to 3 parameters".
func (c count) String() string {
	switch {
	case c.max == 0:
		return "no parameters"
	case c.min < c.max:
		return fmt.Sprintf("%d to %d parameters", c.min, c.max)
	case c.max == 1:
		return "1 parameter"
	}
	return fmt.Sprintf("%d parameters", c.max)
}
