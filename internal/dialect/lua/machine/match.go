package machine

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/internal/dialect/lua/pattern"
)

// matchSteps is what every search costs, beside its steps.
const matchSteps = 2

// search runs f with a matcher, and charges the script for its steps.
func (s *State) search(m *pattern.Matcher, f func()) {
	m.Steps = s.lim.Match
	fault := m.Try(f)
	s.Charge(matchSteps + int64((s.lim.Match-m.Steps)/bytesPerStep))
	if m.Overrun {
		fault += fmt.Sprintf(", more than %d steps, the limit lua.match; --limit lua.match=NUMBER sets it", s.lim.Match)
	}
	if fault != "" {
		s.Raise("%s", fault)
	}
}

// captured adds all captures to a list, or with whole the whole match where there are none.
func captured(m *pattern.Matcher, list []Value, start, end int, whole bool) []Value {
	n := m.Captures()
	if n == 0 && whole {
		n = 1
	}
	for i := range n {
		if text, at := m.Capture(i, start, end); at > 0 {
			list = append(list, Number(float64(at)))
		} else {
			list = append(list, String(part(m.Text, text)))
		}
	}
	return list
}

func (c *Call) giveAll(list []Value) int {
	for _, v := range list {
		if text, ok := v.Text(); ok {
			c.S.Take(int64(len(text)) + BytesOfText)
		}
		c.Push(v)
	}
	return len(list)
}

func find(c *Call) int { return lookup(c, true) }

func match(c *Call) int { return lookup(c, false) }

func lookup(c *Call, find bool) int {
	text, match := c.CheckText(1), c.CheckText(2)
	init := min(pattern.Start(c.OptWhole(3, 1), len(text)), len(text))
	if find && (c.Get(4).Truth() || !strings.ContainsAny(match, "^$*+?.([%-")) {
		c.S.Charge(int64(len(text) / bytesPerStep))
		i := strings.Index(text[init:], match)
		if i < 0 {
			return c.Give(Nil)
		}
		c.Push(Number(float64(init + i + 1)))
		c.Push(Number(float64(init + i + len(match))))
		return 2
	}
	var room [4]Value
	results := room[:0]
	m := &pattern.Matcher{Text: text, Pattern: match}
	c.S.search(m, func() {
		start, end := m.From(init)
		switch {
		case start < 0:
			results = append(results, Nil)
		case find:
			results = captured(m, append(results, Number(float64(start+1)), Number(float64(end))), start, end, false)
		default:
			results = captured(m, results, start, end, true)
		}
	})
	return c.giveAll(results)
}

// globalMatch is the iterator of gmatch, and of its old name gfind. What it keeps is data, so
// that it is saved as any function: the text, the pattern, and where it goes on.
func globalMatch(c *Call) int {
	text, match := c.CheckText(1), c.CheckText(2)
	c.S.Take(BytesOfFunction + BytesOfTable)
	return c.Give(c.S.matchesOf(String(text), String(match), 0).V())
}

// MatchesName is the name of the functions that string.gmatch makes.
const MatchesName = "string.gmatch"

func (s *State) matchesOf(text, pattern Value, at float64) *Function {
	return s.NewFunction(MatchesName, nextMatch, text, pattern, Number(at))
}

func nextMatch(c *Call) int {
	kept := c.Kept()
	m := &pattern.Matcher{Text: kept[0].text().s, Pattern: kept[1].text().s}
	at := int(kept[2].f())
	results := []Value{Nil}
	c.S.search(m, func() {
		for ; at <= len(m.Text); at++ { // here ^ has no meaning
			if end := m.At(at); end >= 0 {
				results = captured(m, results[:0], at, end, true)
				if end == at { // an empty match moves on, a longer one goes on at its end
					end++
				}
				at = end
				return
			}
		}
	})
	kept[2] = Number(float64(at))
	return c.giveAll(results)
}

func replace(c *Call) int {
	s := c.S
	text, match := c.CheckText(1), c.CheckText(2)
	with := c.Get(3)
	switch with.Kind() {
	case KindText, KindNumber, KindTable, KindFunction:
	default:
		c.typeError(3, "string/function/table")
	}
	template, isText := s.joins(with)
	most := c.OptWhole(4, 1<<29)
	var out strings.Builder
	n, at := 0, 0
	anchored := strings.HasPrefix(match, "^")
	m := &pattern.Matcher{Text: text, Pattern: strings.TrimPrefix(match, "^")}
	var caught []Value
	for n < most {
		end, piece := -1, ""
		s.search(m, func() {
			if end = m.At(at); end < 0 {
				return
			}
			if isText {
				piece = m.Fill(template, at, end)
			} else {
				caught = captured(m, caught[:0], at, end, true)
			}
		})
		if end >= 0 {
			n++
			switch {
			case isText:
			case with.isTable():
				piece = s.replacement(s.Index(with, caught[0]), text[at:end])
			default:
				piece = s.replacement(s.Call(with, caught...), text[at:end])
			}
			out.WriteString(piece)
		}
		if end > at {
			at = end
		} else {
			if at >= len(text) {
				at = len(text) + 1
				break
			}
			out.WriteByte(text[at])
			at++
		}
		if out.Len() > s.lim.Text {
			s.chargeText(out.Len())
		}
		if anchored {
			break
		}
	}
	if at < len(text) {
		out.WriteString(text[at:])
	}
	s.chargeText(out.Len())
	c.Push(String(out.String()))
	c.Push(Number(float64(n)))
	return 2
}

func (s *State) replacement(v Value, whole string) string {
	if !v.Truth() {
		return whole
	}
	text, ok := s.joins(v)
	if !ok {
		s.Raise("invalid replacement value (%s)", v.Kind().article())
	}
	return text
}
