package unvanquished

import (
	"fmt"
	"math"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
)

// quantity is what an operand of a comparison can be.
type quantity struct {
	of          *host.Func // that gives it; nil for others
	names       string     // what kind of thing a number names; empty for a plain one
	unit        string
	truth       bool // 0 or 1
	whole       bool
	known       bool // least and most are
	least, most float64
	number      *Literal // as which it is written, without a symbol; nil otherwise
}

// quantityOf returns the quantity of an expression.
func (l *linter) quantityOf(e Expr) (q quantity) {
	switch e := e.(type) {
	case *Call:
		d := &e.Use.Domain
		q.of, q.names, q.unit, q.whole = e.Use, d.Names, e.Use.Unit, e.Use.Result == host.Int
		q.known, q.least, q.most = d.Least != 0 || d.Most != 0, d.Least, d.Most
		q.truth = e.Use.Result == host.Bool || q.whole && q.known && q.least == 0 && q.most == 1
		if q.truth {
			q.known, q.whole, q.least, q.most = true, true, 0, 1
		}
	case *Literal:
		v := e.Value.Number()
		q.known, q.least, q.most = true, v, v
		q.whole = v == math.Trunc(v)
		if f := l.familyAt(e); f != nil {
			q.names = f.param
		} else if e.token != nil && e.token.word == "" {
			q.number = e
		}
	case *Not:
		q.truth, q.whole, q.known, q.most = true, true, true, 1
	case *Binary:
		q.truth, q.whole, q.known, q.most = true, true, true, 1
	}
	return q
}

// familyAt returns the family of the symbol that a literal is written as, or nil.
func (l *linter) familyAt(e Expr) *family {
	if lit, ok := e.(*Literal); ok && lit.token != nil && lit.token.word != "" {
		return l.lib.familyOfSymbol(lit.token.word)
	}
	return nil
}

// String says what a quantity is, such as "a time in milliseconds".
func (q quantity) String() string {
	f := familyOf(q.names)
	switch {
	case f != nil:
		return f.member
	case q.names != "":
		return "a " + q.names
	case q.unit == "ms":
		return "a time in milliseconds"
	case q.unit == units:
		return "a length in units"
	case q.unit != "":
		return "a number in " + q.unit
	case q.truth:
		return "0 or 1"
	case q.known && math.IsInf(q.most, 1):
		return fmt.Sprintf("a number of at least %v", q.least)
	case q.known:
		return fmt.Sprintf("a number from %v to %v", q.least, q.most)
	}
	return "a number"
}

// meets reports whether it makes sense to compare two quantities. Of what is not known it does.
func (q quantity) meets(o quantity) bool {
	if q.of == nil && o.of == nil {
		return q.names == o.names || q.names == "" || o.names == ""
	}
	counts := func(q quantity) bool { return q.unit != "" || q.truth || q.of != nil && q.known }
	switch {
	case q.names != "" && o.names != "":
		return q.names == o.names
	case q.names != "":
		return !counts(o)
	case o.names != "":
		return !counts(q)
	case q.unit != "" && o.unit != "":
		return q.unit == o.unit
	}
	return !(q.unit != "" && o.truth || o.unit != "" && q.truth)
}

// verdict reports whether a comparison always holds, or never does, for all that its sides can be.
func verdict(op Operator, x, y quantity) (always, never bool) {
	if !x.known || !y.known {
		return false, false
	}
	apart := x.most < y.least || y.most < x.least || x.whole && y.least == y.most && !y.whole || y.whole && x.least == x.most && !x.whole
	switch op {
	case Less:
		return x.most < y.least, x.least >= y.most
	case LessEqual:
		return x.most <= y.least, x.least > y.most
	case Greater:
		return x.least > y.most, x.most <= y.least
	case GreaterEqual:
		return x.least >= y.most, x.most < y.least
	case Equal:
		return false, apart
	case NotEqual:
		return apart, false
	}
	return false, false
}

// isMember reports whether a number is the value of a symbol of a family.
func (f *family) isMember(n float64) bool {
	for _, s := range Symbols {
		if strings.HasPrefix(s.Name, f.prefix) && float64(s.Value) == n {
			return true
		}
	}
	return false
}

// isBuilding reports whether a number of an entity is a kind of building, or none.
func isBuilding(n float64) bool {
	for _, s := range Symbols {
		if float64(s.Value) == n && (strings.HasPrefix(s.Name, "E_A_") || strings.HasPrefix(s.Name, "E_H_")) {
			return true
		}
	}
	return false
}
