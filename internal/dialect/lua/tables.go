package lua

import (
	"slices"
	"strings"

	glua "github.com/yuin/gopher-lua"
)

func (s *State) tableLibrary() []function {
	return []function{
		{"concat", s.concat}, {"foreach", s.forEach}, {"foreachi", s.forEachIndex}, {"getn", s.count}, {"insert", s.insert},
		{"maxn", s.maxKey}, {"remove", s.remove}, {"sort", s.sort},
	}
}

// list returns an argument that will be changed as a list, and refuses a read-only
// table.
func (s *State) list(arg int) *glua.LTable {
	t := s.L.CheckTable(arg)
	if isView(t) {
		s.Raise("a read-only table")
	}
	s.alone(t)
	return t
}

func (s *State) concat(L *glua.LState) int {
	t, sep := L.CheckTable(1), L.OptString(2, "")
	from, to := s.index(L.OptNumber(3, 1)), s.index(L.OptNumber(4, glua.LNumber(s.len(t))))
	s.Charge(int64(max(min(to-from, maxList), 0) / slotsPerStep))
	var b strings.Builder
	for i := from; i <= to; i++ {
		v := t.RawGetInt(i)
		if !glua.LVCanConvToString(v) {
			s.Raise("invalid value (%s) at index %d in table for 'concat'", article(v.Type()), i)
		}
		b.WriteString(Text(v))
		if i < to {
			b.WriteString(sep)
		}
		if b.Len() > s.lim.Text {
			break
		}
	}
	return s.give(b.String())
}

func (s *State) count(L *glua.LState) int {
	L.Push(glua.LNumber(s.len(L.CheckTable(1))))
	return 1
}

func (s *State) maxKey(L *glua.LState) int {
	t := L.CheckTable(1)
	most := glua.LNumber(0)
	for k, _ := s.after(t, glua.LNil); k != glua.LNil; k, _ = s.after(t, k) {
		if n, ok := k.(glua.LNumber); ok {
			most = max(most, n)
		}
		s.Charge(1)
	}
	L.Push(most)
	return 1
}

func (s *State) forEach(L *glua.LState) int {
	t, f := L.CheckTable(1), L.CheckFunction(2)
	for k, v := s.after(t, glua.LNil); k != glua.LNil; k, v = s.after(t, k) {
		if r := s.Call(f, k, v); r != glua.LNil {
			L.Push(r)
			return 1
		}
	}
	return 0
}

func (s *State) forEachIndex(L *glua.LState) int {
	t, f := L.CheckTable(1), L.CheckFunction(2)
	for i := 1; i <= s.len(t); i++ {
		if r := s.Call(f, glua.LNumber(i), t.RawGetInt(i)); r != glua.LNil {
			L.Push(r)
			return 1
		}
	}
	return 0
}

func (s *State) insert(L *glua.LState) int {
	t := s.list(1)
	end := s.len(t) + 1
	at, v := end, L.Get(2)
	switch L.GetTop() {
	case 2:
	case 3:
		at, v = s.index(L.CheckNumber(2)), L.Get(3)
	default:
		s.Raise("wrong number of arguments to 'insert'")
	}
	s.Charge(int64(max(end-at, 0) / slotsPerStep))
	s.chargeKey(t, glua.LNumber(max(at, end)), v)
	for i := end; i > at; i-- {
		t.RawSetInt(i, t.RawGetInt(i-1))
	}
	t.RawSetInt(at, v)
	return 0
}

func (s *State) remove(L *glua.LState) int {
	t := s.list(1)
	n := s.len(t)
	at := s.index(L.OptNumber(2, glua.LNumber(n)))
	if at < 1 || at > n {
		return 0
	}
	s.Charge(int64((n - at) / slotsPerStep))
	v := t.RawGetInt(at)
	for i := at; i < n; i++ {
		t.RawSetInt(i, t.RawGetInt(i+1))
	}
	t.RawSetInt(n, glua.LNil)
	if n == listSize(t) {
		t.Remove(n)
	}
	L.Push(v)
	return 1
}

// sort orders a list. Equal values may change places, as in the original, but
// the same list is always ordered the same way.
func (s *State) sort(L *glua.LState) int {
	t := s.list(1)
	less := L.Get(2)
	if less != glua.LNil {
		L.CheckFunction(2)
	}
	values := make([]glua.LValue, s.len(t))
	for i := range values {
		values[i] = t.RawGetInt(i + 1)
	}
	slices.SortStableFunc(values, func(a, b glua.LValue) int {
		s.Charge(3)
		before := func(a, b glua.LValue) bool {
			if less == glua.LNil {
				return s.less(a, b, -1)
			}
			return glua.LVAsBool(s.Call(less, a, b))
		}
		switch {
		case before(a, b):
			return -1
		case before(b, a):
			return 1
		}
		return 0
	})
	for i, v := range values {
		t.RawSetInt(i+1, v)
	}
	return 0
}

// next returns the pair after a key.
func (s *State) next(L *glua.LState) int {
	k, v := s.after(L.CheckTable(1), L.Get(2))
	L.Push(k)
	if k == glua.LNil {
		return 1
	}
	L.Push(v)
	return 2
}

// after returns the pair after a key, and charges for the empty slots and cleared
// keys that it passes.
func (s *State) after(t *glua.LTable, k glua.LValue) (next, v glua.LValue) {
	s.Unfold(t)
	mend(t)
	size := listSize(t)
	from, isNumber := k.(glua.LNumber)
	inList := k == glua.LNil || isNumber && from >= 1 && from <= maxList && glua.LNumber(int(from)) == from
	if inList && int(from) > size { // the list was cut meanwhile
		next, v = afterList(t)
	} else {
		next, v = t.Next(k)
	}
	if inList && size > slotsPerStep {
		to, ok := next.(glua.LNumber)
		if !ok || to <= from || int(to) > size {
			to = glua.LNumber(size)
		}
		s.Charge(int64(max(to-from, 0)) / slotsPerStep)
	}
	if dead := deadKeys(t); dead > slotsPerStep {
		to := dead
		if next != glua.LNil {
			to = keyPlace(t, next)
		}
		if !inList {
			to -= keyPlace(t, k)
		}
		s.Charge(int64(max(to, 0) / slotsPerStep))
	}
	return next, v
}
