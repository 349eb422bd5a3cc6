package lua

import (
	"strings"

	glua "github.com/yuin/gopher-lua"

	patterns "github.com/thicket-sim/thicket/internal/dialect/lua/pattern"
)

// matchSteps is what every search costs, beside its steps.
const matchSteps = 20

// search runs f with a matcher, and charges the script for its steps. gopher-lua's own matcher
// counts none: a short pattern can take longer there than any quota allows, in a single
// instruction of the script.
func (s *State) search(text, pattern string, f func(*patterns.Matcher)) {
	m := &patterns.Matcher{Text: text, Pattern: pattern, Steps: s.lim.Match}
	fault := m.Try(func() { f(m) })
	s.Charge(matchSteps + int64((s.lim.Match-m.Steps)/bytesPerStep))
	if fault != "" {
		s.Raise("%s", fault)
	}
}

// values returns all captures, or with whole the whole match where there are none.
func values(m *patterns.Matcher, start, end int, whole bool) (list []glua.LValue) {
	n := m.Captures()
	if n == 0 && whole {
		n = 1
	}
	for i := range n {
		if text, at := m.Capture(i, start, end); at > 0 {
			list = append(list, glua.LNumber(at))
		} else {
			list = append(list, glua.LString(part(m.Text, text)))
		}
	}
	return list
}

func (s *State) find(L *glua.LState) int { return s.lookup(L, true) }

func (s *State) match(L *glua.LState) int { return s.lookup(L, false) }

func (s *State) lookup(L *glua.LState, find bool) int {
	text, pattern := L.CheckString(1), L.CheckString(2)
	init := min(s.start(L.OptNumber(3, 1), len(text)), len(text))
	if find && (glua.LVAsBool(L.Get(4)) || !strings.ContainsAny(pattern, "^$*+?.([%-")) {
		s.Charge(int64(len(text) / bytesPerStep))
		i := strings.Index(text[init:], pattern)
		if i < 0 {
			L.Push(glua.LNil)
			return 1
		}
		L.Push(glua.LNumber(init + i + 1))
		L.Push(glua.LNumber(init + i + len(pattern)))
		return 2
	}
	var results []glua.LValue
	s.search(text, pattern, func(m *patterns.Matcher) {
		start, end := m.From(init)
		switch {
		case start < 0:
			results = []glua.LValue{glua.LNil}
		case find:
			results = append([]glua.LValue{glua.LNumber(start + 1), glua.LNumber(end)}, values(m, start, end, false)...)
		default:
			results = values(m, start, end, true)
		}
	})
	for _, v := range results {
		L.Push(v)
	}
	return len(results)
}

// start converts a position as string functions take it, counted from 1 or back
// from -1, to an index from 0 on. It may be past the end.
func (s *State) start(n glua.LNumber, length int) int {
	i := s.index(n)
	if i < 0 {
		i = max(length+i+1, 1)
	}
	return max(i-1, 0)
}

// madeAt is where a script made a function of Go that cannot be saved, as the interpreter says
// it.
type madeAt string

// globalMatch is the iterator of gmatch, and of its old name gfind.
func (s *State) globalMatch(L *glua.LState) int {
	text, pattern := L.CheckString(1), L.CheckString(2)
	at := 0
	L.Push(L.NewClosure(func(L *glua.LState) int {
		results := []glua.LValue{glua.LNil}
		s.search(text, pattern, func(m *patterns.Matcher) {
			for ; at <= len(text); at++ { // here ^ has no meaning
				if end := m.At(at); end >= 0 {
					results = values(m, at, end, true)
					if end == at { // an empty match moves on, a longer one goes on at its end
						end++
					}
					at = end
					return
				}
			}
		})
		for _, v := range results {
			L.Push(v)
		}
		return len(results)
	}, &glua.LUserData{Value: madeAt(L.Where(1)), Metatable: glua.LNil}))
	return 1
}

func (s *State) replace(L *glua.LState) int {
	text, pattern := L.CheckString(1), L.CheckString(2)
	L.CheckTypes(3, glua.LTString, glua.LTNumber, glua.LTTable, glua.LTFunction)
	with := L.Get(3)
	most := s.index(L.OptNumber(4, 1<<29))
	var out strings.Builder
	n, at := 0, 0
	anchored := strings.HasPrefix(pattern, "^")
	pattern = strings.TrimPrefix(pattern, "^")
	for n < most {
		end := -1
		var caught []glua.LValue
		var piece string
		s.search(text, pattern, func(m *patterns.Matcher) {
			if end = m.At(at); end >= 0 {
				caught = values(m, at, end, true)
				if template, ok := with.(glua.LString); ok {
					piece = m.Fill(string(template), at, end)
				}
			}
		})
		if end >= 0 {
			n++
			switch with := with.(type) {
			case glua.LString:
			case glua.LNumber:
				piece = Text(with)
			case *glua.LTable:
				piece = s.replacement(L.GetTable(with, caught[0]), text[at:end])
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
		s.chargeText(out.Len())
		if anchored {
			break
		}
	}
	if at < len(text) {
		out.WriteString(text[at:])
	}
	s.chargeText(out.Len())
	L.Push(glua.LString(out.String()))
	L.Push(glua.LNumber(n))
	return 2
}

func (s *State) replacement(v glua.LValue, whole string) string {
	if glua.LVIsFalse(v) {
		return whole
	}
	if !glua.LVCanConvToString(v) {
		s.Raise("invalid replacement value (%s)", article(v.Type()))
	}
	return Text(v)
}
