package lua

import (
	"math"
	"slices"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/libm"
)

// openGuards offers the functions that rewritten sources call.
func (s *State) openGuards() {
	s.Set(guardJoin, s.L.NewFunction(s.join))
	s.Set(guardStore, s.L.NewFunction(s.store))
	s.Set(guardKey, s.L.NewFunction(s.key))
	s.Set(guardGlobal, s.L.NewFunction(s.assign))
	s.Set(guardOwned, s.L.NewFunction(s.owned))
	s.Set(guardLength, s.L.NewFunction(s.length))
	s.Set(guardMod, s.L.NewFunction(s.mod))
	s.Set(guardPow, s.L.NewFunction(s.pow))
	s.Set(guardRest, s.L.NewFunction(func(L *glua.LState) int {
		n := L.GetTop()
		if n > maxResults {
			s.Raise("more than %d values of '...'", maxResults)
		}
		s.Charge(int64(n))
		return n
	}))
	s.Set(guardMemory, s.L.NewFunction(func(L *glua.LState) int {
		n, _ := L.Get(1).(glua.LNumber)
		s.Take(int64(n))
		return 0
	}))
	s.Set(guardLess, s.L.NewFunction(func(L *glua.LState) int {
		a, b := sides(L)
		s.guarded(a, b, host.Below)
		L.Push(glua.LBool(s.less(a, b, -1)))
		return 1
	}))
	s.Set(guardAtMost, s.L.NewFunction(func(L *glua.LState) int {
		a, b := sides(L)
		s.guarded(a, b, host.AtMost)
		L.Push(glua.LBool(s.less(a, b, 0)))
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

// sides returns what a comparison compares. A third argument says that the source
// has > or >=: its sides were evaluated in their order, and change places now.
func sides(L *glua.LState) (a, b glua.LValue) {
	if L.GetTop() == 3 {
		return L.Get(2), L.Get(1)
	}
	return L.Get(1), L.Get(2)
}

// worth returns a number as it is, and what the owner counts any other value as.
func (s *State) worth(v glua.LValue) float64 {
	if n, ok := v.(glua.LNumber); ok {
		return float64(n)
	}
	return s.opt.Number(v)
}

// less reports whether a < b for most -1, and whether a <= b for most 0. Two
// numbers and two texts compare as in Lua. Anything else is compared by the
// owner's Number, or without one by metatables.
func (s *State) less(a, b glua.LValue, most int) bool {
	if x, ok := a.(glua.LNumber); ok {
		if y, ok := b.(glua.LNumber); ok {
			return x < y || most == 0 && x == y
		}
	}
	sameType := a.Type() == b.Type() && a.Type() == glua.LTString
	if sameType {
		s.chargeOrder(a.(glua.LString), b.(glua.LString))
	}
	switch {
	case !sameType && s.opt.Number != nil:
		x, y := s.worth(a), s.worth(b)
		return x < y || most == 0 && x == y
	case most == 0 && !sameType:
		if f := s.L.GetMetaField(a, "__le"); f != glua.LNil && f == s.L.GetMetaField(b, "__le") {
			return glua.LVAsBool(s.Call(f, a, b))
		}
		return !s.L.LessThan(b, a)
	case most == 0:
		return !s.L.LessThan(b, a)
	}
	return s.L.LessThan(a, b)
}

// chargeOrder charges for comparing two texts byte by byte.
func (s *State) chargeOrder(a, b glua.LString) {
	if n := min(len(a), len(b)); n >= bytesPerStep {
		s.Charge(int64(n / bytesPerStep))
	}
}

func (s *State) store(L *glua.LState) int {
	t, k, v := L.Get(1), L.Get(2), L.Get(3)
	tb, ok := t.(*glua.LTable)
	if n, isNumber := k.(glua.LNumber); s.opt.Number != nil && (k == glua.LNil || isNumber && n != n) {
		return 0
	}
	if !ok {
		L.SetTable(t, k, v)
		return 0
	}
	s.Unfold(tb)
	s.chargeKey(tb, k, v)
	if tb.Metatable == glua.LNil && k != glua.LNil {
		tb.RawSet(k, v)
	} else {
		L.SetTable(t, k, v)
	}
	return 0
}

// chargeKey charges for a write to a key: for the list slots up to a number, or
// for the memory of a new key. NaN and a list past maxList are errors.
func (s *State) chargeKey(t *glua.LTable, k, v glua.LValue) {
	n, isNumber := k.(glua.LNumber)
	if n != n {
		s.Raise("the key of a table is not a number (NaN)")
	}
	i := int(n)
	if !isNumber || glua.LNumber(i) != n || i < 1 || i > maxList+1 {
		if v != glua.LNil && t.RawGet(k) == glua.LNil {
			s.Take(bytesOfSlot)
			tidy(t)
		}
		return
	}
	if i == maxList+1 {
		if v != glua.LNil && t.RawGetInt(maxList) != glua.LNil {
			s.Raise("a list of more than %d values", maxList)
		}
		return
	}
	if more := i - listSize(t); more > 0 {
		s.Take(int64(more) * bytesOfItem)
		s.Charge(int64(more / slotsPerStep))
	}
}

func (s *State) key(L *glua.LState) int {
	if n, ok := L.Get(1).(glua.LNumber); ok && n > slotsPerStep && n <= maxList {
		s.Charge(int64(n) / slotsPerStep)
		s.Take(int64(n) * bytesOfItem)
	}
	return 1
}

func (s *State) assign(L *glua.LState) int {
	name := L.CheckString(1)
	if s.keeps && s.fixed[name] {
		return 0
	}
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

// owned returns a global of which a script is about to write a field, and refuses
// one that is not the scripts' own.
func (s *State) owned(L *glua.LState) int {
	name := L.CheckString(1)
	v := L.GetGlobal(name)
	t, isTable := v.(*glua.LTable)
	if s.frozen && isTable && !isView(t) && !slices.Contains(s.written, name) && (s.opt.Open == nil || !s.opt.Open(name)) {
		s.Raise("%s is read-only once all files are loaded: it is not the scripts' own", name)
	}
	L.Push(v)
	return 1
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

// chargeText charges for a string of n bytes, and refuses one that is too long.
func (s *State) chargeText(n int) {
	if n > s.lim.Text {
		s.Raise("a string of more than %d bytes", s.lim.Text)
	}
	s.Charge(int64(n / bytesPerStep))
	s.Take(int64(n))
}

// length is #. It is charged for the empty slots at the end of a list, which it
// looks through.
func (s *State) length(L *glua.LState) int {
	switch v := L.Get(1).(type) {
	case *glua.LTable: // 5.1 asks no __len of tables
		L.Push(glua.LNumber(s.len(v)))
	case glua.LString:
		L.Push(glua.LNumber(len(v)))
	default:
		if L.GetMetaField(v, "__len") == glua.LNil {
			s.Raise("__len undefined")
		}
		L.Push(glua.LNumber(L.ObjLen(v)))
	}
	return 1
}

// len returns the length of a list, and charges for it.
func (s *State) len(t *glua.LTable) int {
	s.chargeEnd(t)
	return t.Len()
}

func (s *State) chargeEnd(t *glua.LTable) {
	if n := listSize(t); n > slotsPerStep && t.RawGetInt(n) == glua.LNil {
		s.Charge(int64(n / slotsPerStep))
	}
}

// mod is %, which takes longer the more its sides differ in size.
func (s *State) mod(L *glua.LState) int {
	a, okA := L.Get(1).(glua.LNumber)
	b, okB := L.Get(2).(glua.LNumber)
	if !okA || !okB {
		L.Push(s.arithmetic(L.Get(1), L.Get(2), "mod", func(a, b float64) float64 { return float64(modulo(glua.LNumber(a), glua.LNumber(b))) }))
		return 1
	}
	s.chargeMod(float64(a), float64(b))
	L.Push(modulo(a, b))
	return 1
}

// pow is ^, which has other bits on other machines where the virtual machine computes it.
func (s *State) pow(L *glua.LState) int {
	L.Push(s.arithmetic(L.Get(1), L.Get(2), "pow", libm.Pow))
	return 1
}

func (s *State) chargeMod(a, b float64) {
	if r := math.Abs(a); r > math.Abs(b)*(1<<40) {
		s.Charge(500)
	}
}

func modulo(a, b glua.LNumber) glua.LNumber {
	r := glua.LNumber(math.Mod(float64(a), float64(b)))
	if b > 0 && r < 0 || b < 0 && r > 0 {
		r += b
	}
	return r
}

// arithmetic computes where a side is not a number: by a metamethod, or with the
// numbers that texts hold.
func (s *State) arithmetic(a, b glua.LValue, name string, f func(a, b float64) float64) glua.LValue {
	for _, v := range [...]glua.LValue{a, b} {
		if v.Type() == glua.LTString && name != "mod" { // its own method asked for this
			continue
		}
		if m := s.L.GetMetaField(v, "__"+name); m.Type() == glua.LTFunction {
			return s.Call(m, a, b)
		}
	}
	x, okA := s.toFloat(a)
	y, okB := s.toFloat(b)
	if !okA || !okB {
		s.Raise("cannot perform %s operation between %s and %s", name, a.Type(), b.Type())
	}
	return glua.LNumber(f(x, y))
}

// toFloat returns a number, or the one that a text holds, and charges for reading
// it.
func (s *State) toFloat(v glua.LValue) (float64, bool) {
	switch v := v.(type) {
	case glua.LNumber:
		return float64(v), true
	case glua.LString:
		s.Charge(int64(len(v)))
		return ParseNumber(string(v))
	}
	return 0, false
}

// textArithmetic fills in the arithmetic of strings in their metatable.
func (s *State) textArithmetic(meta *glua.LTable) {
	for _, op := range []struct {
		name string
		f    func(a, b float64) float64
	}{
		{"add", func(a, b float64) float64 { return a + b }}, {"sub", func(a, b float64) float64 { return a - b }},
		{"mul", func(a, b float64) float64 { return a * b }}, {"div", func(a, b float64) float64 { return a / b }},
		{"pow", libm.Pow}, {"unm", func(a, _ float64) float64 { return -a }},
	} {
		meta.RawSetString("__"+op.name, s.L.NewFunction(func(L *glua.LState) int {
			a, b := L.Get(1), L.Get(2)
			if op.name == "unm" {
				b = a
			}
			L.Push(s.arithmetic(a, b, op.name, op.f))
			return 1
		}))
	}
}
