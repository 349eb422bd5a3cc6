package script

import "strings"

// kind is the kind of a token.
type kind uint8

const (
	end kind = iota
	whole
	real
	text
	name
	operator
)

// token is a piece of a script, by where it stands.
type token struct {
	kind       kind
	start, end int
}

// operators are tried in this order: longer ones first.
var operators = []string{
	":=", "+=", "-=", "*=", "/=", "==", "!=", "<=", ">=", "&&", "||", "..",
	"=", "<", ">", "+", "-", "*", "/", "&", "|", "^", "~", "!", "?", ":", ";", "(", ")",
}

// scan reads the token that stands at or behind an offset.
func scan(s string, at int) (token, *Error) {
	for at < len(s) && strings.IndexByte(" \t\r\n", s[at]) >= 0 {
		at++
	}
	if at == len(s) {
		return token{end, at, at}, nil
	}
	switch c := s[at]; {
	case isDigit(c):
		return scanNumber(s, at)
	case startsName(c):
		to := at + 1
		for to < len(s) && (startsName(s[to]) && s[to] != '@' || isDigit(s[to])) {
			to++
		}
		if c == '@' && to == at+1 {
			return token{}, errorf(at, `found "@" alone, wanted a name behind it`)
		}
		return token{name, at, to}, nil
	case c == '\'':
		n := strings.IndexByte(s[at+1:], '\'')
		if n < 0 {
			return token{}, errorf(at, "found a text that is not closed, wanted ' at its end")
		}
		return token{text, at, at + n + 2}, nil
	case c == '"':
		return token{}, errorf(at, `found ", wanted a text in single quotes`)
	}
	for _, op := range operators {
		if strings.HasPrefix(s[at:], op) {
			return token{operator, at, at + len(op)}, nil
		}
	}
	r := []rune(s[at:])[0]
	return token{}, errorf(at, "found %q, wanted a number, a text, a name or an operator", r)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func startsName(c byte) bool { return c == '_' || c == '@' || c|0x20 >= 'a' && c|0x20 <= 'z' }

func isHex(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

// scanNumber reads 12, 0x1f, 1.5, 1e3 and 1.5e-3.
func scanNumber(s string, at int) (token, *Error) {
	run := func(from int, is func(byte) bool) int {
		for from < len(s) && is(s[from]) {
			from++
		}
		return from
	}
	t := token{whole, at, 0}
	if s[at] == '0' && at+1 < len(s) && s[at+1]|0x20 == 'x' {
		if t.end = run(at+2, isHex); t.end == at+2 {
			return token{}, errorf(at, "found %q, wanted hexadecimal digits behind it", s[at:t.end])
		}
		return t.alone(s)
	}
	t.end = run(at, isDigit)
	if t.end < len(s) && s[t.end] == '.' && !strings.HasPrefix(s[t.end:], "..") {
		t.kind = real
		from := t.end + 1
		if t.end = run(from, isDigit); t.end == from {
			return token{}, errorf(at, "found %q, wanted digits behind the point", s[at:from])
		}
	}
	if t.end < len(s) && s[t.end]|0x20 == 'e' {
		t.kind = real
		from := t.end + 1
		if from < len(s) && (s[from] == '+' || s[from] == '-') {
			from++
		}
		if t.end = run(from, isDigit); t.end == from {
			return token{}, errorf(at, "found %q, wanted digits of an exponent", s[at:from])
		}
	}
	return t.alone(s)
}

// alone returns a number behind which neither a name nor a point stands.
func (t token) alone(s string) (token, *Error) {
	if t.end < len(s) && (startsName(s[t.end]) || s[t.end] == '.' && !strings.HasPrefix(s[t.end:], "..")) {
		return token{}, errorf(t.start, "found %q, wanted a number", s[t.start:t.end+1])
	}
	return t, nil
}
