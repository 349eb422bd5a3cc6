package unvanquished

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

var directives = []string{
	"define", "undef", "ifdef", "ifndef", "if", "elif", "else", "endif", "include", "error", "pragma", "line", "eval", "evalfloat",
}

// directive runs the directive behind a #, which may stand anywhere on a line. It
// returns false at a fault. In parts that are left out, #define, #undef and
// #include do nothing; the others still act.
func (p *preprocessor) directive(hash *token) bool {
	name, _ := p.raw()
	if name != nil && name.lines > 0 {
		p.push(name)
		name = nil
	}
	if name == nil {
		p.fault(hash.at, hash.from, "# without a directive behind it")
		return false
	}
	ok, leftOut := false, p.skip > 0
	switch {
	case name.kind == nameToken && slices.Contains(directives, name.text):
		ok = p.named(hash, name.text)
	default:
		e := p.fault(hash.at, hash.from, "unknown directive #%s", name.text)
		if guess := syntax.Closest(name.text, directives[:11]); guess != "" {
			e.Hint = `did you mean "#` + guess + `"?`
		}
	}
	if !ok {
		if e := p.faults[len(p.faults)-1]; leftOut && !name.is("else") && e.Hint == "" {
			e.Hint = "a directive is read also in a part that #if leaves out"
		}
		p.restOfLine()
	}
	return ok
}

func (p *preprocessor) named(hash *token, name string) bool {
	switch name {
	case "define":
		return p.skip > 0 || p.define(hash)
	case "undef":
		return p.skip > 0 || p.undef(hash)
	case "include":
		return p.skip > 0 || p.include(hash)
	case "ifdef", "ifndef":
		return p.ifDefined(hash, name)
	case "if":
		value, ok := p.computeLine(hash)
		p.pushCondition(hash, "#if", value == 0)
		return ok
	case "elif":
		return p.elif(hash)
	case "else":
		return p.otherwise(hash)
	case "endif":
		if !p.openHere() {
			p.fault(hash.at, hash.from, "#endif without #if")
			return false
		}
		p.popCondition()
		return true
	case "pragma":
		p.notice(hash.at, hash.from, "#pragma is skipped")
		for p.line() != nil {
		}
		return true
	case "error":
		text := ""
		if t, _ := p.raw(); t != nil {
			text = " " + quote(t.text)
		}
		p.fault(hash.at, hash.from, "#error%s", text)
		return false
	case "eval", "evalfloat": // the original leaves a number that nothing has set
		p.errs.Errorf(hash.at, "#%s, which gives no sound value", name).Hint = "use $" + evalName(name) + "( ... )"
		for p.line() != nil {
		}
		return true
	}
	p.fault(hash.at, hash.from, "#%s, which is not supported", name)
	return false
}

// evalName names the operator that computes a number in place of a directive.
func evalName(directive string) string {
	if directive == "eval" {
		return "evalint"
	}
	return directive
}

// define is `#define NAME tokens` and `#define NAME(a, b) tokens`, where the
// parenthesis touches the name.
func (p *preprocessor) define(hash *token) bool {
	name := p.line()
	if name == nil || name.kind != nameToken {
		return p.wantName(hash, name, "#define")
	}
	if old := p.macros[name.text]; old != nil {
		p.notice(name.at, name.from, "%q is defined anew%s", name.text, old.before())
		delete(p.macros, name.text)
	}
	m := &macro{name: name.text, at: name.at.Start}
	t := p.line()
	if t.isPunct("(") && !t.spaced {
		if !p.parameters(m, t) {
			return false
		}
		t = p.line()
	}
	for ; t != nil; t = p.line() {
		if t.kind == nameToken && t.is(m.name) {
			p.notice(t.at, t.from, "macro %q names itself, which is left out", m.name)
			continue
		}
		m.body = append(m.body, t)
	}
	p.macros[m.name] = m
	if n := len(m.body); n > 0 && (m.body[0].isPunct("##") || m.body[n-1].isPunct("##")) {
		p.fault(m.at, name.from, "macro %q begins or ends with ##", m.name)
		return false
	}
	return true
}

func (p *preprocessor) wantName(hash, found *token, directive string) bool {
	if found == nil {
		p.fault(hash.at, hash.from, "%s without a name", directive)
	} else {
		p.fault(found.at, found.from, "found %s, wanted a name after %s", found.describe(), directive)
	}
	return false
}

// parameters reads the parameters of a macro behind the parenthesis.
func (p *preprocessor) parameters(m *macro, open *token) bool {
	t := p.line()
	if t.isPunct(")") {
		return true
	}
	for {
		switch {
		case t == nil || t.kind != nameToken:
			p.fault(open.at, open.from, "macro %q: wanted names as parameters, then \")\"", m.name)
			return false
		case slices.Contains(m.params, t.text):
			p.fault(t.at, t.from, "macro %q has two parameters %q", m.name, t.text)
			return false
		case len(m.params) == maxParams.In(p.cost.limits):
			p.fault(t.at, t.from, "macro %q has more than %d parameters", m.name, maxParams.In(p.cost.limits))
			return false
		}
		m.params = append(m.params, t.text)
		t = p.line()
		if t.isPunct(")") {
			return true
		}
		if t.isPunct(",") {
			t = p.line()
			continue
		}
		p.fault(open.at, open.from, "macro %q: wanted \",\" or \")\" after parameter %q", m.name, m.params[len(m.params)-1])
		return false
	}
}

func (p *preprocessor) undef(hash *token) bool {
	name := p.line()
	if name == nil || name.kind != nameToken {
		return p.wantName(hash, name, "#undef")
	}
	delete(p.macros, name.text)
	return true
}

func (p *preprocessor) ifDefined(hash *token, directive string) bool {
	name := p.line()
	if name == nil || name.kind != nameToken {
		p.pushCondition(hash, "#"+directive, false)
		return p.wantName(hash, name, "#"+directive)
	}
	p.pushCondition(hash, "#"+directive, (directive == "ifdef") == (p.macros[name.text] == nil))
	return true
}

// elif does not look whether an earlier branch was taken: with `#if 1 ...
// #elif 1 ...` both parts are read, as in the original.
func (p *preprocessor) elif(hash *token) bool {
	if !p.openHere() || p.conds[len(p.conds)-1].kind == "#else" {
		p.fault(hash.at, hash.from, "#elif without #if before it")
		return false
	}
	p.popCondition()
	value, ok := p.computeLine(hash)
	p.pushCondition(hash, "#elif", value == 0)
	return ok
}

func (p *preprocessor) otherwise(hash *token) bool {
	switch {
	case !p.openHere():
		p.fault(hash.at, hash.from, "#else without #if")
		return false
	case p.conds[len(p.conds)-1].kind == "#else":
		p.fault(hash.at, hash.from, "#else after #else")
		return false
	}
	skip := p.conds[len(p.conds)-1].skip
	p.popCondition()
	p.pushCondition(hash, "#else", !skip)
	return true
}

// openHere reports whether a condition of the current script is open.
func (p *preprocessor) openHere() bool {
	return len(p.conds) > 0 && p.conds[len(p.conds)-1].script == p.script()
}

func (p *preprocessor) pushCondition(at *token, kind string, skip bool) {
	if len(p.conds) >= maxDepth.In(p.cost.limits) {
		p.stop(at.at.Start, at.from, "conditions nested deeper than %d", maxDepth.In(p.cost.limits))
	}
	p.conds = append(p.conds, branch{kind, skip, p.script(), at.at.Start})
	if skip {
		p.skip++
	}
}

func (p *preprocessor) popCondition() {
	last := len(p.conds) - 1
	if p.conds[last].skip {
		p.skip--
	}
	p.conds = p.conds[:last]
}
