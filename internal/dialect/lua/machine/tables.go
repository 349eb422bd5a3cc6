package machine

import (
	"strings"

	"github.com/thicket-sim/thicket/internal/dialect/lua/quicksort"
)

var tableLibrary = []function{
	{"concat", concat}, {"foreach", forEach}, {"foreachi", forEachIndex}, {"getn", count}, {"insert", insert},
	{"maxn", maxKey}, {"remove", remove}, {"sort", sortList},
}

func concat(c *Call) int {
	s, t := c.S, c.CheckTable(1)
	sep := c.OptText(2, "")
	from, to := c.OptWhole(3, 1), c.OptWhole(4, t.Len())
	s.Charge(int64(max(min(to-from, t.Len()), 0) / itemsPerStep))
	var b strings.Builder
	for i := from; i <= to; i++ {
		text, ok := s.joins(t.At(i))
		if !ok {
			s.Raise("invalid value (%s) at index %d in table for 'concat'", t.At(i).Kind().article(), i)
		}
		b.WriteString(text)
		if i < to {
			b.WriteString(sep)
		}
		if b.Len() > s.lim.Text {
			break
		}
	}
	return c.giveText(b.String())
}

func count(c *Call) int { return c.Give(Number(float64(c.CheckTable(1).Len()))) }

func maxKey(c *Call) int {
	t := c.CheckTable(1)
	most := 0.0
	for at := 0; ; {
		k, _, after := t.from(at)
		if k.p == nil {
			break
		}
		if k.isNumber() {
			most = max(most, k.f())
		}
		c.S.Charge(1)
		at = after
	}
	return c.Give(Number(most))
}

func forEach(c *Call) int {
	t, f := c.readable(1), c.CheckFunction(2)
	for k, v, ok := t.Next(Nil); ok && k.p != nil; k, v, ok = t.Next(k) {
		if r := c.S.Call(f.V(), k, v); r.p != nil {
			return c.Give(r)
		}
	}
	return 0
}

func forEachIndex(c *Call) int {
	t, f := c.CheckTable(1), c.CheckFunction(2)
	for i, n := 1, t.Len(); i <= n; i++ {
		if r := c.S.Call(f.V(), Number(float64(i)), t.At(i)); r.p != nil {
			return c.Give(r)
		}
	}
	return 0
}

func insert(c *Call) int {
	s, t := c.S, c.writable(1)
	end := t.Len() + 1
	at, v := end, c.Get(2)
	switch c.n {
	case 2:
	case 3:
		at, v = c.CheckWhole(2), c.Get(3)
	default:
		s.Raise("wrong number of arguments to 'insert'")
	}
	end = max(end, at)
	s.Charge(int64((end - at) / itemsPerStep))
	for i := end; i > at; i-- {
		s.Take(t.setWhole(s, i, t.At(i-1)))
	}
	s.Take(t.setWhole(s, at, v))
	return 0
}

// setWhole sets a key that is a whole number.
func (t *Table) setWhole(s *State, i int, v Value) int64 {
	if i < 1 {
		return t.set(s, Number(float64(i)), v)
	}
	return t.setAt(s, i, v)
}

func remove(c *Call) int {
	s, t := c.S, c.writable(1)
	n := t.Len()
	at := c.OptWhole(2, n)
	if at < 1 || at > n {
		return 0
	}
	return c.Give(t.Remove(s, at))
}

// Remove takes a value out of the list, whose later values move up, and returns it. The list has
// that place.
func (t *Table) Remove(s *State, at int) Value {
	n := t.Len()
	s.Charge(int64((n - at) / itemsPerStep))
	v := t.list()[at-1]
	copy(t.list()[at-1:], t.list()[at:])
	t.list()[n-1] = Nil
	t.shrink()
	return v
}

// sortList orders a list exactly as C Lua does, also where values are equal.
func sortList(c *Call) int {
	s, t := c.S, c.writable(1)
	less := c.Get(2)
	if less.p != nil {
		c.CheckFunction(2)
	}
	isSorted := quicksort.Sort(1, t.Len(), t.At, func(i int, v Value) { s.Take(t.setWhole(s, i, v)) }, func(a, b Value) bool {
		s.Charge(2)
		if less.p == nil {
			return s.ordered(a, b, false)
		}
		return s.Call(less, a, b).Truth()
	})
	if !isSorted {
		s.Raise("invalid order function for sorting")
	}
	return 0
}
