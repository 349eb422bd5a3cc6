package unvanquished

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// limitArg is the argument under which the number is known that a function is compared with.
const limitArg = "limit"

// noteParams notes the parameters of an action, a function or a decorator that are written
// as numbers, with the tokens that they are written by.
func (p *parser) noteParams(name *token, params []host.Param, values []host.Value, written []*token) {
	for i := range params {
		switch {
		case len(values) == 0:
			return
		case params[i].Kind == host.Where:
			continue
		case written[0].kind == numberToken:
			n := run.Number{Of: name.text, Arg: params[i].Name, At: written[0].at, Value: values[0].Number(), Fixed: written[0].fixed()}
			if n.Value < 0 && n.Fixed == "" {
				n.At, n.Fixed = p.signed(written[0])
			}
			p.file.numbers = append(p.file.numbers, n)
		}
		values, written = values[1:], written[1:]
	}
}

// signed returns the range of a number with the sign right in front of it.
func (p *parser) signed(number *token) (at syntax.Span, fixed string) {
	for i := p.i - 1; i > 0; i-- {
		if p.tokens[i] != number {
			continue
		}
		if sign := p.tokens[i-1]; sign.is("-") && sign.fixed() == "" && !number.spaced && number.lines == 0 {
			return until(sign, number), ""
		}
		break
	}
	return number.at, "its sign does not stand right in front of it"
}

// noteLimit notes a number that a function is compared with.
func (p *parser) noteLimit(op Operator, x, y Expr) {
	c, number := compared(x, y)
	if c == nil || number.token == nil || op == And || op == Or {
		return
	}
	t := number.token
	p.file.numbers = append(p.file.numbers, run.Number{Of: c.Use.Name, Arg: limitArg, At: t.at, Value: number.Value.Number(), Fixed: t.fixed()})
}

// fixed says why no other number can be written where a token stands, or empty.
func (t *token) fixed() string {
	switch {
	case t.word != "":
		return fmt.Sprintf("it is written by the name %s", quote(t.word))
	case t.from != nil:
		return fmt.Sprintf("it stands %s at %v", t.from.what, t.from.at)
	}
	return ""
}
