// Package pattern matches the patterns of Lua 5.1, within a number of steps.
package pattern

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxCaptures is how many parts of a match a pattern may mark.
const MaxCaptures = 32

// matchDepth bounds the recursion of match: each part that repeats or captures
// matches the rest of the pattern within its own call.
const matchDepth = 200

// Lengths that mark a capture without one: one that is not closed yet, and a
// position.
const (
	captureOpen     = -1
	capturePosition = -2
)

// Matcher matches a pattern of Lua against a text, within a number of steps.
type Matcher struct {
	Text, Pattern string
	Steps         int // that remain
	depth         int
	count         int // of captures
	captures      [MaxCaptures]struct{ at, length int }
	Overrun       bool // steps ran out
}

// patternError ends a match from within.
type patternError string

func (m *Matcher) fail(format string, args ...any) {
	panic(patternError(fmt.Sprintf(format, args...)))
}

// match matches the pattern from p on at text position t, and returns where the
// match ends, or -1.
func (m *Matcher) match(t, p int) int {
	m.depth++
	defer func() { m.depth-- }()
	if m.depth > matchDepth {
		m.fail("pattern too complex")
	}
	for p < len(m.Pattern) {
		m.step()
		switch c := m.Pattern[p]; {
		case c == '(':
			return m.open(t, p)
		case c == ')':
			return m.close(t, p)
		case c == '$' && p+1 == len(m.Pattern):
			if t == len(m.Text) {
				return t
			}
			return -1
		case c == '%' && p+1 < len(m.Pattern) && m.Pattern[p+1] == 'b':
			if t = m.balance(t, p+2); t < 0 {
				return -1
			}
			p += 4
			continue
		case c == '%' && p+1 < len(m.Pattern) && m.Pattern[p+1] == 'f':
			p += 2
			if p >= len(m.Pattern) || m.Pattern[p] != '[' {
				m.fail("missing '[' after '%%f' in pattern")
			}
			end := m.classEnd(p)
			var before, after byte
			if t > 0 {
				before = m.Text[t-1]
			}
			if t < len(m.Text) {
				after = m.Text[t]
			}
			if m.inSet(before, p, end-1) || !m.inSet(after, p, end-1) {
				return -1
			}
			p = end
			continue
		case c == '%' && p+1 < len(m.Pattern) && isDigit(m.Pattern[p+1]):
			if t = m.back(t, m.Pattern[p+1]); t < 0 {
				return -1
			}
			p += 2
			continue
		}
		end := m.classEnd(p)
		var suffix byte
		if end < len(m.Pattern) {
			suffix = m.Pattern[end]
		}
		switch suffix {
		case '?':
			if m.one(t, p, end) {
				if r := m.match(t+1, end+1); r >= 0 {
					return r
				}
			}
			p = end + 1
		case '*':
			return m.most(t, p, end)
		case '+':
			if !m.one(t, p, end) {
				return -1
			}
			return m.most(t+1, p, end)
		case '-':
			return m.least(t, p, end)
		default:
			if !m.one(t, p, end) {
				return -1
			}
			t, p = t+1, end
		}
	}
	return t
}

func (m *Matcher) step() {
	m.Steps--
	if m.Steps < 0 {
		m.Overrun = true
		m.fail("a pattern that takes too long")
	}
}

// most repeats one class as often as it can, then less and less.
func (m *Matcher) most(t, p, end int) int {
	n := 0
	for m.one(t+n, p, end) {
		m.step()
		n++
	}
	for ; n >= 0; n-- {
		m.step()
		if r := m.match(t+n, end+1); r >= 0 {
			return r
		}
	}
	return -1
}

// least repeats one class as rarely as it can, then more and more.
func (m *Matcher) least(t, p, end int) int {
	for {
		m.step()
		if r := m.match(t, end+1); r >= 0 {
			return r
		}
		if !m.one(t, p, end) {
			return -1
		}
		t++
	}
}

func (m *Matcher) open(t, p int) int {
	if m.count == MaxCaptures {
		m.fail("too many captures")
	}
	length, rest := captureOpen, p+1
	if rest < len(m.Pattern) && m.Pattern[rest] == ')' {
		length, rest = capturePosition, p+2
	}
	m.captures[m.count].at, m.captures[m.count].length = t, length
	m.count++
	r := m.match(t, rest)
	if r < 0 {
		m.count--
	}
	return r
}

func (m *Matcher) close(t, p int) int {
	i := m.count - 1
	for i >= 0 && m.captures[i].length != captureOpen {
		i--
	}
	if i < 0 {
		m.fail("invalid pattern capture")
	}
	m.captures[i].length = t - m.captures[i].at
	r := m.match(t, p+1)
	if r < 0 {
		m.captures[i].length = captureOpen
	}
	return r
}

// balance is %bxy.
func (m *Matcher) balance(t, p int) int {
	if p+1 >= len(m.Pattern) {
		m.fail("unbalanced pattern")
	}
	if t >= len(m.Text) || m.Text[t] != m.Pattern[p] {
		return -1
	}
	level := 1
	for i := t + 1; i < len(m.Text); i++ {
		m.step()
		switch m.Text[i] {
		case m.Pattern[p+1]:
			level--
			if level == 0 {
				return i + 1
			}
		case m.Pattern[p]:
			level++
		}
	}
	return -1
}

// back is %1 to %9: what a capture caught, again.
func (m *Matcher) back(t int, digit byte) int {
	i := int(digit) - '1'
	if i < 0 || i >= m.count || m.captures[i].length == captureOpen {
		m.fail("invalid capture index")
	}
	c := m.captures[i]
	if c.length < 0 {
		return -1
	}
	m.Steps -= c.length / perStep
	caught := m.Text[c.at : c.at+c.length]
	if !strings.HasPrefix(m.Text[t:], caught) {
		return -1
	}
	return t + len(caught)
}

// classEnd is where the class that begins at p ends.
func (m *Matcher) classEnd(p int) int {
	c := m.Pattern[p]
	p++
	switch c {
	case '%':
		if p >= len(m.Pattern) {
			m.fail("malformed pattern (ends with '%%')")
		}
		return p + 1
	case '[':
		if p < len(m.Pattern) && m.Pattern[p] == '^' {
			p++
		}
		for first := true; first || p >= len(m.Pattern) || m.Pattern[p] != ']'; first = false {
			if p >= len(m.Pattern) {
				m.fail("malformed pattern (missing ']')")
			}
			if m.Pattern[p] == '%' {
				p++
			}
			p++
		}
		return p + 1
	}
	return p
}

// one reports whether the character at t is of the class from p to end.
func (m *Matcher) one(t, p, end int) bool {
	if t >= len(m.Text) {
		return false
	}
	c := m.Text[t]
	switch m.Pattern[p] {
	case '.':
		return true
	case '%':
		return isClass(c, m.Pattern[p+1])
	case '[':
		return m.inSet(c, p, end-1)
	}
	return m.Pattern[p] == c
}

// inSet reports whether a character is in the set between [ at p and ] at end.
func (m *Matcher) inSet(c byte, p, end int) bool {
	want := true
	p++
	if m.Pattern[p] == '^' {
		want = false
		p++
	}
	for p < end {
		m.step()
		switch {
		case m.Pattern[p] == '%':
			if isClass(c, m.Pattern[p+1]) {
				return want
			}
			p += 2
		case p+2 < end && m.Pattern[p+1] == '-':
			if m.Pattern[p] <= c && c <= m.Pattern[p+2] {
				return want
			}
			p += 3
		default:
			if m.Pattern[p] == c {
				return want
			}
			p++
		}
	}
	return !want
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isAlpha(c byte) bool { return isLower(c) || isUpper(c) }

// isClass reports whether a character is of a class such as %a, in the locale C.
// An upper case letter is the complement; what is no letter stands for itself.
func isClass(c, class byte) bool {
	var is bool
	switch class | 0x20 {
	case 'a':
		is = isAlpha(c)
	case 'c':
		is = c < 32 || c == 127
	case 'd':
		is = isDigit(c)
	case 'l':
		is = isLower(c)
	case 'p':
		is = c > 32 && c < 127 && !isAlpha(c) && !isDigit(c)
	case 's':
		is = c == ' ' || c >= 9 && c <= 13
	case 'u':
		is = isUpper(c)
	case 'w':
		is = isAlpha(c) || isDigit(c)
	case 'x':
		is = isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f'
	case 'z':
		is = c == 0
	default:
		return class == c
	}
	if !isAlpha(class) {
		return class == c
	}
	return is != isUpper(class)
}

// perStep is how many bytes one step may copy.
const perStep = 16

// Try calls f, and returns why the pattern cannot be matched; empty where it can.
func (m *Matcher) Try(f func()) (fault string) {
	defer func() {
		if v := recover(); v != nil {
			e, ok := v.(patternError)
			if !ok {
				panic(v)
			}
			fault = string(e)
		}
	}()
	f()
	return ""
}

// At matches the pattern at a position of the text, and returns where the match ends; negative
// for none.
func (m *Matcher) At(t int) int {
	m.count, m.depth = 0, 0
	m.step()
	return m.match(t, 0)
}

// From finds the first match at or after a position of the text.
func (m *Matcher) From(t int) (start, end int) {
	p := 0
	anchored := strings.HasPrefix(m.Pattern, "^")
	if anchored {
		p = 1
	}
	for ; t <= len(m.Text); t++ {
		m.count, m.depth = 0, 0
		m.step()
		if e := m.match(t, p); e >= 0 {
			return t, e
		}
		if anchored {
			break
		}
	}
	return -1, -1
}

// Captures is how many parts of the match the pattern marked.
func (m *Matcher) Captures() int { return m.count }

// Capture returns capture i: its text, or its position from 1 on. A pattern without captures has
// one: the whole match.
func (m *Matcher) Capture(i, start, end int) (text string, at int) {
	if i >= m.count {
		if i != 0 {
			m.fail("invalid capture index")
		}
		return m.Text[start:end], 0
	}
	switch c := m.captures[i]; c.length {
	case captureOpen:
		m.fail("unfinished capture")
		return "", 0
	case capturePosition:
		return "", c.at + 1
	default:
		return m.Text[c.at : c.at+c.length], 0
	}
}

// Fill returns the text that replaces a match: the template with %0 to %9 filled in.
func (m *Matcher) Fill(template string, start, end int) string {
	var b strings.Builder
	for i := 0; i < len(template); i++ {
		m.step()
		c := template[i]
		if c != '%' || i+1 == len(template) {
			b.WriteByte(c)
			continue
		}
		i++
		switch c = template[i]; {
		case c == '0':
			b.WriteString(m.Text[start:end])
			m.Steps -= (end - start) / perStep
		case isDigit(c):
			caught, at := m.Capture(int(c)-'1', start, end)
			if at > 0 {
				caught = strconv.Itoa(at)
			}
			b.WriteString(caught)
			m.Steps -= len(caught) / perStep
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
