package unvanquished

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// macro is a name for tokens. Its names are compared with regard to case.
type macro struct {
	name       string
	at         syntax.Pos // of its definition
	params     []string
	body       []*token
	predefined bool // a symbol of the game
}

// constant returns a symbol of the game as a macro.
func constant(name string, v host.Value) *macro {
	t := &token{kind: stringToken, text: v.Text()}
	if v.Kind() != host.String {
		t = integerToken(int64(v.Number()))
		t.value = v.Number()
	}
	t.word = name
	return &macro{name: name, body: []*token{t}, predefined: true}
}

// integerToken returns a whole number as a token.
func integerToken(n int64) *token {
	return &token{kind: numberToken, integer: true, text: host.IntValue(n).String(), whole: uint64(n), value: float64(n)}
}

// enumerated returns a name of an enum. A negative value is a sign and a number.
func enumerated(name *token, value int32) *macro {
	m := &macro{name: name.text, at: name.at.Start}
	n := int64(value)
	if n < 0 {
		m.body = append(m.body, &token{kind: punctToken, text: "-", at: name.at})
		n = -n
	}
	digits := integerToken(n)
	digits.at, digits.word = name.at, name.text
	m.body = append(m.body, digits)
	return m
}

func (m *macro) arity() count { return count{len(m.params), len(m.params)} }

// before says where the macro was defined.
func (m *macro) before() string {
	if m.predefined {
		return ", which is a symbol of the game"
	}
	return ", after " + m.at.String()
}

// expand puts the tokens of a macro in place of its use. They are read again, and
// so expanded in turn. Their position is that of the use; arguments keep their
// own, with a note of where they went.
func (p *preprocessor) expand(use *token, m *macro) bool {
	from := use.from
	if !m.predefined {
		if use.from == nil {
			p.used[use.at.Start] = m
		}
		from = &origin{what: "in macro " + m.name, at: m.at, outer: use.from}
		if use.from != nil {
			from.depth = use.from.depth + 1
		}
		if from.depth > maxExpansion.In(p.cost.limits) {
			p.stop(use.at.Start, use.from, "macro %q is expanded within more than %d others; does it name itself by way of another?", m.name, maxExpansion.In(p.cost.limits))
		}
	}
	var args [][]*token
	if len(m.params) > 0 {
		var ok bool
		if args, ok = p.arguments(use, m); !ok {
			return false
		}
	}
	out, ok := p.substitute(use, m, args, from)
	if ok {
		out, ok = p.merge(use, out)
	}
	if !ok {
		return false
	}
	slices.Reverse(out)
	p.pushed = append(p.pushed, out...)
	return true
}

// arguments reads the arguments in the parentheses behind a macro.
func (p *preprocessor) arguments(use *token, m *macro) ([][]*token, bool) {
	if open, _ := p.raw(); !open.isPunct("(") {
		if open != nil {
			p.push(open)
		}
		p.fault(use.at, use.from, "macro %q without its %v", m.name, m.arity())
		return nil, false
	}
	args := [][]*token{nil}
	for depth := 0; ; {
		t, end := p.raw()
		if end {
			here := &origin{what: "its parameters begin here", at: use.at.Start, outer: use.from}
			p.fault(p.script().pos(), here, "the file ends within the parameters of macro %q, wanted \")\"", m.name)
		}
		if t == nil {
			return nil, false
		}
		last := len(args) - 1
		switch {
		case t.isPunct(",") && depth == 0:
			if len(args) == len(m.params) {
				p.fault(t.at, t.from, "macro %q takes %v, found more", m.name, m.arity())
				return nil, false
			}
			if len(args[last]) == 0 {
				p.notice(t.at, t.from, "an empty parameter of macro %q", m.name)
			}
			args = append(args, nil)
			continue
		case t.isPunct("("):
			depth++
		case t.isPunct(")") && depth == 0:
			if len(args) < len(m.params) || len(args[last]) == 0 {
				p.notice(use.at, use.from, "macro %q takes %v, found fewer", m.name, m.arity())
			}
			return args, true
		case t.isPunct(")"):
			depth--
		}
		args[last] = append(args[last], t)
	}
}

// substitute returns the body of a macro with its arguments in place.
func (p *preprocessor) substitute(use *token, m *macro, args [][]*token, from *origin) (out []*token, ok bool) {
	add := func(t *token) {
		out = append(out, t)
		p.count(use)
	}
	own := func(t *token) {
		c := *t
		c.at, c.from, c.lines = use.at, from, 0
		if from != use.from {
			c.from = &origin{what: from.what, at: t.at.Start, outer: from.outer, depth: from.depth}
		}
		add(&c)
	}
	arg := func(i int) []*token {
		if i < len(args) {
			return args[i]
		}
		return nil
	}
	for i := 0; i < len(m.body); i++ {
		t := m.body[i]
		param := m.param(t)
		switch {
		case param >= 0:
			for _, a := range arg(param) {
				c := *a
				c.from = &origin{what: from.what, at: t.at.Start, outer: a.from, depth: from.depth + 1}
				add(&c)
			}
		case t.isPunct("#"):
			if i+1 == len(m.body) || m.param(m.body[i+1]) < 0 {
				p.notice(use.at, use.from, "macro %q has # before what is no parameter", m.name)
				continue
			}
			i++
			s := stringize(m.body[i], arg(m.param(m.body[i])))
			if len(s.text) > maxToken-2 {
				p.fault(use.at, use.from, "# makes a string of more than %d bytes", maxToken-2)
				return nil, false
			}
			own(s)
		default:
			own(t)
		}
	}
	return out, true
}

func (m *macro) param(t *token) int {
	if t.kind != nameToken {
		return -1
	}
	return slices.Index(m.params, t.text)
}

// stringize joins the tokens of an argument to one string, without blanks.
func stringize(at *token, arg []*token) *token {
	var text strings.Builder
	for _, t := range arg {
		text.WriteString(t.written())
	}
	return &token{kind: stringToken, text: text.String(), at: at.at}
}

// written returns a token as it stands in the file, apart from escapes.
func (t *token) written() string {
	if t.kind == stringToken {
		return `"` + t.text + `"`
	}
	return t.text
}

// merge joins the tokens on both sides of each ##: a name and what follows it,
// or two strings.
func (p *preprocessor) merge(use *token, in []*token) ([]*token, bool) {
	var out []*token
	for i := 0; i < len(in); i++ {
		t := in[i]
		if !t.isPunct("##") || len(out) == 0 || i+1 == len(in) {
			out = append(out, t)
			continue
		}
		i++
		left, right := out[len(out)-1], in[i]
		switch {
		case left.kind == nameToken && (right.kind == nameToken || right.kind == numberToken),
			left.kind == stringToken && right.kind == stringToken:
			if len(left.text)+len(right.text) > maxToken {
				p.fault(use.at, use.from, "## makes a token of more than %d bytes", maxToken)
				return nil, false
			}
			left.text, left.word = left.text+right.text, ""
		default:
			p.fault(use.at, use.from, "## cannot join %s and %s", left.describe(), right.describe())
			return nil, false
		}
	}
	return out, true
}
