package lua

import (
	"regexp"
	"slices"
	"strings"

	glua "github.com/yuin/gopher-lua"
)

var (
	indexedNil = regexp.MustCompile(`^attempt to index a non-table object\((\w+)\) with key '(.*)'$`)
	calledNone = "attempt to call a non-function object"
	reckoned   = regexp.MustCompile(`^cannot perform \w+ operation between .*\bnil\b`)
)

// explain adds names to an error of the interpreter, which has none: it looks in
// the text of the line for what was nil or no function, and lists all that it may
// have been.
func (s *State) explain(c *Chunk, line int, msg string) string {
	lines := c.text()
	if line < 1 || line > len(lines) {
		return msg
	}
	text := blankStrings(lines[line-1])
	if m := indexedNil.FindStringSubmatch(msg); m != nil {
		for _, at := range fieldAt(text, m[2]) {
			if owner := chainBefore(lines[line-1], text, at); owner != "" {
				return owner + " is " + m[1] + ", where something that has " + m[2] + " is wanted"
			}
		}
		return msg
	}
	switch {
	case msg == calledNone:
		return said(msg, s.calls(lines[line-1], text), " is no function")
	case reckoned.MatchString(msg):
		return said(msg, fields(lines[line-1], text), " is nil")
	}
	return msg
}

func said(msg string, names []string, what string) string {
	switch len(names) {
	case 0:
		return msg
	case 1:
		return names[0] + what
	}
	return "one of " + strings.Join(names, ", ") + what
}

// blankStrings returns a line with the content of its strings blanked, and without
// its comment.
func blankStrings(text string) string {
	b := []byte(text)
	quote := byte(0)
	for i := 0; i < len(b); i++ {
		switch ch := b[i]; {
		case quote == 0 && (ch == '"' || ch == '\''):
			quote = ch
		case quote == 0 && ch == '-' && i+1 < len(b) && b[i+1] == '-':
			return string(b[:i])
		case quote == 0:
		case ch == quote:
			quote = 0
		case ch == '\\':
			b[i] = ' '
			if i++; i < len(b) {
				b[i] = ' '
			}
		default:
			b[i] = ' '
		}
	}
	return string(b)
}

// fieldAt finds where a name is taken as a field or a method: the places of the
// dots and colons before it.
func fieldAt(text, name string) (at []int) {
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return at
		}
		i += from
		from = i + len(name)
		if i > 0 && (text[i-1] == '.' || text[i-1] == ':') && (from == len(text) || !isName(text[from])) {
			at = append(at, i-1)
		}
	}
}

// chainBefore returns the expression that ends at a place: names, dots, colons and
// what is in brackets.
func chainBefore(line, text string, end int) string {
	start, depth := end, 0
	for start > 0 {
		switch ch := text[start-1]; {
		case ch == ')' || ch == ']':
			depth++
		case ch == '(' || ch == '[':
			if depth--; depth < 0 {
				return name(line[start:end])
			}
		case depth == 0 && !isName(ch) && ch != '.' && ch != ':':
			return name(line[start:end])
		}
		start--
	}
	return name(line[start:end])
}

// name returns expr, or "" if it is a keyword, a number or a part of an
// expression.
func name(expr string) string {
	if keywords[expr] || expr == "" || expr[0] == '.' || expr[0] == ':' || expr[0] >= '0' && expr[0] <= '9' {
		return ""
	}
	return expr
}

var keywords = map[string]bool{
	"and": true, "or": true, "not": true, "if": true, "elseif": true, "while": true, "until": true, "return": true, "function": true, "in": true,
	"for": true, "local": true, "then": true, "else": true, "do": true, "end": true, "repeat": true, "nil": true, "true": true, "false": true,
}

// calls lists what a line calls, as it is written, without the globals that exist.
func (s *State) calls(line, text string) (names []string) {
	return slices.DeleteFunc(allCalls(line, text), func(expr string) bool {
		return !strings.ContainsAny(expr, ".:") && s.Get(expr) != glua.LNil || s.Get(libraryMark+expr) != glua.LNil
	})
}

// allCalls lists what a line calls, as it is written.
func allCalls(line, text string) (names []string) {
	for i := range len(text) {
		if text[i] != '(' && text[i] != '{' || i == 0 || !isName(text[i-1]) {
			continue
		}
		expr := chainBefore(line, text, i)
		if expr == "" || slices.Contains(names, expr) || strings.HasSuffix(strings.TrimRight(text[:i-len(expr)], " "), "function") {
			continue
		}
		names = append(names, expr)
	}
	return names
}

// fields lists the fields that a line reads.
func fields(line, text string) (names []string) {
	for i := 0; i < len(text); i++ {
		if !isName(text[i]) || i+1 < len(text) && (isName(text[i+1]) || strings.IndexByte(".:([", text[i+1]) >= 0) {
			continue
		}
		expr := chainBefore(line, text, i+1)
		if strings.ContainsAny(expr, ".") && !slices.Contains(names, expr) {
			names = append(names, expr)
		}
	}
	return names
}
