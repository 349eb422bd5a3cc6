package mbt

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxParens says how deep a condition may nest parentheses.
const MaxParens = 30

// The codes of a condition, which is a stack machine's program.
const (
	codeEnd uint8 = iota
	codeFalse
	codeTrue
	codeVar
	codeNot
	codeAnd
	codeOr
	codeXor
	codeEqual
	codeDiffer
)

// expression is a condition: a boolean expression over variables:
//
//	expr  = comp { ("and" | "or" | "xor") comp } .    one precedence, left to right
//	comp  = unary [ ("==" | "!=") unary ] .
//	unary = [ "!" ] value .
//	value = "true" | "false" | name | "(" expr ")" .
//
// Case makes no difference in keywords and names.
type expression struct {
	Text  string // as written
	steps []step
}

// step is one instruction; name is that of a variable, in lower case, and shown how it is
// written.
type step struct {
	code        uint8
	name, shown string
}

var always = expression{Text: "true", steps: []step{{code: codeTrue}}}
var never = expression{Text: "false", steps: []step{{code: codeFalse}}}

// parseCondition reads a condition. What follows a complete expression is the
// rest, which the original ignores; within parentheses it is an error. The
// offset is where in the text an error is.
func parseCondition(text string) (c expression, rest string, off int, err error) {
	p := conditionParser{text: text}
	p.next()
	defer func() {
		if f, ok := recover().(conditionFault); ok {
			off, err = f.off, fmt.Errorf("%s", f.msg)
		}
	}()
	p.expr()
	return expression{text, p.steps}, text[p.start:], 0, nil
}

type conditionParser struct {
	text       string
	start, end int    // of the token at hand
	token      string // in lower case; "" at the end of the text
	parens     int
	steps      []step
}

// conditionFault is the value with which the parser panics.
type conditionFault struct {
	off int
	msg string
}

func (p *conditionParser) fault(format string, args ...any) {
	panic(conditionFault{p.start, fmt.Sprintf(format, args...)})
}

// next reads the next token: a name, an operator or any other single character.
func (p *conditionParser) next() {
	p.start = p.end
	for p.start < len(p.text) && strings.IndexByte(" \t\n\v\f\r", p.text[p.start]) >= 0 {
		p.start++
	}
	rest := p.text[p.start:]
	n := 0
	switch {
	case rest == "":
	case nameStart(rest[0]):
		for n < len(rest) && (nameStart(rest[n]) || isDigit(rest[n]) || rest[n] == '.') {
			n++
		}
	case strings.HasPrefix(rest, "=="), strings.HasPrefix(rest, "!="):
		n = 2
	default:
		n = len(rest) - len(strings.TrimLeftFunc(rest, unicode.IsLetter))
		if n == 0 {
			_, n = utf8.DecodeRuneInString(rest)
		}
	}
	p.end = p.start + n
	p.token = strings.ToLower(p.text[p.start:p.end])
}

func nameStart(b byte) bool { return b == '_' || b|0x20 >= 'a' && b|0x20 <= 'z' }

func (p *conditionParser) emit(code uint8, name string) {
	p.steps = append(p.steps, step{code, name, p.text[p.start:p.end]})
}

var chainCodes = map[string]uint8{"and": codeAnd, "or": codeOr, "xor": codeXor}
var compareCodes = map[string]uint8{"==": codeEqual, "!=": codeDiffer}

func (p *conditionParser) expr() {
	p.comp()
	for {
		code, ok := chainCodes[p.token]
		if !ok {
			return
		}
		p.next()
		p.comp()
		p.emit(code, "")
	}
}

func (p *conditionParser) comp() {
	p.unary()
	if code, ok := compareCodes[p.token]; ok {
		p.next()
		p.unary()
		p.emit(code, "")
	}
}

func (p *conditionParser) unary() {
	if p.token == "!" {
		p.next()
		p.value()
		p.emit(codeNot, "")
		return
	}
	p.value()
}

func (p *conditionParser) value() {
	switch token := p.token; {
	case token == "true":
		p.emit(codeTrue, "")
	case token == "false":
		p.emit(codeFalse, "")
	case token == "(":
		p.parens++
		if p.parens > MaxParens {
			p.fault("parentheses nested deeper than %d", MaxParens)
		}
		p.next()
		p.expr()
		if p.token != ")" {
			p.fault(`found %s, wanted ")"`, p.found())
		}
		p.parens--
	case token != "" && nameStart(token[0]) && chainCodes[token] == 0:
		p.emit(codeVar, token)
	default:
		more := ""
		if r, _ := utf8.DecodeRuneInString(token); r >= utf8.RuneSelf && unicode.IsLetter(r) {
			more = "; " + nameRule
		}
		p.fault("found %s, wanted a variable, true, false, ! or (%s", p.found(), more)
	}
	p.next()
}

func (p *conditionParser) found() string {
	if p.token == "" {
		return "the end"
	}
	return fmt.Sprintf("%q", shorten(p.text[p.start:p.end]))
}

// nameRule says what a condition can call a variable.
const nameRule = "names are ASCII letters, digits, _ and ., and begin with a letter or _"

// canName reports whether a condition can ask for a variable by its name.
func canName(name string) bool {
	p := conditionParser{text: name}
	p.next()
	keyword := p.token == "true" || p.token == "false" || chainCodes[p.token] != 0
	return p.token != "" && p.start == 0 && p.end == len(name) && nameStart(name[0]) && !keyword
}

// shorten shortens a text of a file so that messages stay readable.
func shorten(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most-3]) + "..."
	}
	return s
}
