package lua

import (
	"strings"

	glua "github.com/yuin/gopher-lua"
)

// openGuards offers the functions that rewritten sources call.
func (s *State) openGuards() {
	s.Set(guardJoin, s.L.NewFunction(s.join))
	s.Set(guardStore, s.L.NewFunction(s.store))
	s.Set(guardKey, s.L.NewFunction(s.key))
	s.Set(guardGlobal, s.L.NewFunction(s.assign))
	s.Set(guardLess, s.L.NewFunction(func(L *glua.LState) int {
		L.Push(glua.LBool(s.less(L.Get(1), L.Get(2), -1)))
		return 1
	}))
	s.Set(guardAtMost, s.L.NewFunction(func(L *glua.LState) int {
		L.Push(glua.LBool(s.less(L.Get(1), L.Get(2), 0)))
		return 1
	}))
	s.Set(guardCount, s.L.NewFunction(func(L *glua.LState) int {
		if s.opt.Number != nil {
			L.Push(glua.LNumber(s.worth(L.Get(1))))
		}
		return 1
	}))
	none := s.L.NewFunction(func(*glua.LState) int { return 0 })
	s.Set(guardEach, s.L.NewFunction(func(L *glua.LState) int {
		if s.opt.Number != nil && L.Get(1).Type() != glua.LTFunction {
			L.Push(none)
			return 1
		}
		return L.GetTop()
	}))
}

// worth is a number, or what the owner says that something counts as.
func (s *State) worth(v glua.LValue) float64 {
	if n, ok := v.(glua.LNumber); ok {
		return float64(n)
	}
	return s.opt.Number(v)
}

// less compares as Lua does where it can, and else as the owner says: whether
// the order is most or less.
func (s *State) less(a, b glua.LValue, most int) bool {
	if x, ok := a.(glua.LNumber); ok {
		if y, ok := b.(glua.LNumber); ok {
			return x < y || most == 0 && x == y
		}
	}
	sameType := a.Type() == b.Type() && a.Type() == glua.LTString
	switch {
	case !sameType && s.opt.Number != nil:
		x, y := s.worth(a), s.worth(b)
		return x < y || most == 0 && x == y
	case most == 0:
		return !s.L.LessThan(b, a)
	}
	return s.L.LessThan(a, b)
}

func (s *State) store(L *glua.LState) int {
	t, k, v := L.Get(1), L.Get(2), L.Get(3)
	tb, ok := t.(*glua.LTable)
	n, isNumber := k.(glua.LNumber)
	switch {
	case s.opt.Number != nil && (k == glua.LNil || n != n):
	case !ok || !isNumber:
		L.SetTable(t, k, v)
	case n != n:
		L.RaiseError("the key of a table is not a number (NaN)")
	default:
		s.chargeKey(tb, n, v)
		L.SetTable(t, k, v)
	}
	return 0
}

// chargeKey pays for the slots that a number as a key makes a list long.
func (s *State) chargeKey(t *glua.LTable, n glua.LNumber, v glua.LValue) {
	i := int(n)
	if glua.LNumber(i) != n || i < 1 || i > maxList+1 {
		return
	}
	if i == maxList+1 {
		if v != glua.LNil && t.RawGetInt(maxList) != glua.LNil {
			s.Raise("a list of more than %d values", maxList)
		}
		return
	}
	if i > slotsPerStep && t.RawGetInt(i-1) == glua.LNil {
		s.Charge(int64(i / slotsPerStep))
	}
}

func (s *State) key(L *glua.LState) int {
	if n, ok := L.Get(1).(glua.LNumber); ok && n > slotsPerStep && n <= maxList {
		s.Charge(int64(n) / slotsPerStep)
	}
	return 1
}

func (s *State) assign(L *glua.LState) int {
	name := L.CheckString(1)
	if s.frozen || s.fixed[name] {
		why := "is built in"
		if s.frozen {
			why = "cannot be assigned: globals are read-only once all files are loaded"
		}
		s.Raise("global %q %s", name, why)
	}
	if s.globals.RawGetString(name) == glua.LNil {
		s.written = append(s.written, name)
	}
	s.globals.RawSetString(name, L.Get(2))
	return 0
}

func (s *State) join(L *glua.LState) int {
	top := L.GetTop()
	acc := L.Get(top)
	for i := top - 1; i >= 1; {
		if !glua.LVCanConvToString(acc) || !glua.LVCanConvToString(L.Get(i)) {
			acc = s.joinMeta(L.Get(i), acc)
			i--
			continue
		}
		first := i
		for first > 1 && glua.LVCanConvToString(L.Get(first-1)) {
			first--
		}
		var b strings.Builder
		for j := first; j <= i; j++ {
			b.WriteString(Text(L.Get(j)))
			s.chargeText(b.Len())
		}
		b.WriteString(Text(acc))
		s.chargeText(b.Len())
		acc, i = glua.LString(b.String()), first-1
	}
	L.Push(acc)
	return 1
}

func (s *State) joinMeta(a, b glua.LValue) glua.LValue {
	f := s.L.GetMetaField(a, "__concat")
	if f == glua.LNil {
		f = s.L.GetMetaField(b, "__concat")
	}
	switch {
	case f != glua.LNil:
	case s.opt.Number != nil:
		return glua.LString(Text(a) + Text(b))
	default:
		odd := a
		if glua.LVCanConvToString(a) {
			odd = b
		}
		s.Raise("attempt to concatenate %s", article(odd.Type()))
	}
	return s.Call(f, a, b)
}

// chargeText pays for a string of a length and refuses one that is too long.
func (s *State) chargeText(n int) {
	if n > s.lim.Text {
		s.Raise("a string of more than %d bytes", s.lim.Text)
	}
	s.Charge(int64(n / bytesPerStep))
}
