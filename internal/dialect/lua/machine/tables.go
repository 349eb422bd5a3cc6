package machine

import "strings"

var tableLibrary = []function{
	{"concat", concat}, {"foreach", forEach}, {"foreachi", forEachIndex}, {"getn", count}, {"insert", insert},
	{"maxn", maxKey}, {"remove", remove}, {"sort", sortList},
}

func concat(c *Call) int {
	s, t := c.S, c.CheckTable(1)
	sep := c.OptText(2, "")
	from, to := c.OptWhole(3, 1), c.OptWhole(4, t.Len())
	s.Charge(int64(max(min(to-from, len(t.list)), 0) / itemsPerStep))
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

func count(c *Call) int { return c.give(Number(float64(c.CheckTable(1).Len()))) }

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
	return c.give(Number(most))
}

func forEach(c *Call) int {
	t, f := c.readable(1), c.CheckFunction(2)
	for k, v, ok := t.Next(Nil); ok && k.p != nil; k, v, ok = t.Next(k) {
		if r := c.S.Call(f.V(), k, v); r.p != nil {
			return c.give(r)
		}
	}
	return 0
}

func forEachIndex(c *Call) int {
	t, f := c.CheckTable(1), c.CheckFunction(2)
	for i, n := 1, t.Len(); i <= n; i++ {
		if r := c.S.Call(f.V(), Number(float64(i)), t.At(i)); r.p != nil {
			return c.give(r)
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
	s.Charge(int64((n - at) / itemsPerStep))
	v := t.list[at-1]
	copy(t.list[at-1:], t.list[at:])
	t.list[n-1] = Nil
	t.shrink()
	return c.give(v)
}

// sortList orders a list exactly as C Lua does, also where values are equal.
func sortList(c *Call) int {
	t := c.writable(1)
	o := sorter{s: c.S, t: t}
	if o.less = c.Get(2); o.less.p != nil {
		c.CheckFunction(2)
	}
	o.sort(1, t.Len())
	return 0
}

// sorter is the quicksort of C Lua, whose order of equal values scripts may depend on.
type sorter struct {
	s    *State
	t    *Table
	less Value
}

func (o *sorter) before(a, b Value) bool {
	o.s.Charge(2)
	if o.less.p == nil {
		return o.s.ordered(a, b, false)
	}
	return o.s.Call(o.less, a, b).Truth()
}

func (o *sorter) at(i int) Value { return o.t.At(i) }

func (o *sorter) put(i int, a Value, j int, b Value) {
	o.s.Take(o.t.setWhole(o.s, i, a) + o.t.setWhole(o.s, j, b))
}

// order exchanges two values that are the wrong way round.
func (o *sorter) order(i, j int) {
	if a, b := o.at(i), o.at(j); o.before(b, a) {
		o.put(i, b, j, a)
	}
}

func (o *sorter) sort(l, u int) {
	for l < u {
		o.order(l, u)
		if u-l == 1 {
			return
		}
		i := (l + u) / 2
		if a, b := o.at(i), o.at(l); o.before(a, b) {
			o.put(i, b, l, a)
		} else {
			o.order(i, u)
		}
		if u-l == 2 {
			return
		}
		pivot := o.at(i)
		o.put(i, o.at(u-1), u-1, pivot)
		i = l
		j := u - 1
		for {
			for i++; o.before(o.at(i), pivot); i++ {
				if i > u {
					o.s.Raise("invalid order function for sorting")
				}
			}
			for j--; o.before(pivot, o.at(j)); j-- {
				if j < l {
					o.s.Raise("invalid order function for sorting")
				}
			}
			if j < i {
				break
			}
			o.put(i, o.at(j), j, o.at(i))
		}
		o.put(u-1, o.at(i), i, o.at(u-1))
		if i-l < u-i {
			o.sort(l, i-1)
			l = i + 1
		} else {
			o.sort(i+1, u)
			u = i - 1
		}
	}
}
