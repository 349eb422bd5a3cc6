package machine

import (
	"math"
	"strings"

	"github.com/thicket-sim/thicket/internal/dialect/lua/number"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
	"github.com/thicket-sim/thicket/internal/ground/libm"
)

// event is one that a metatable may handle.
type event int

const (
	eventIndex event = iota
	eventNewIndex
	eventCall
	eventAdd
	eventSub
	eventMul
	eventDiv
	eventMod
	eventPow
	eventMinus
	eventJoin
	eventLen
	eventEq
	eventLt
	eventLe
	eventText
	eventMeta
	eventCount
)

var eventNames = [eventCount]string{
	"__index", "__newindex", "__call", "__add", "__sub", "__mul", "__div", "__mod", "__pow", "__unm", "__concat", "__len",
	"__eq", "__lt", "__le", "__tostring", "__metatable",
}

// MetaOf returns the metatable of a value, nil for none.
func (s *State) MetaOf(v Value) *Table {
	switch v.Kind() {
	case KindTable:
		return v.table().meta
	case KindData:
		return v.Data().Meta
	}
	return s.ofKind[v.Kind()]
}

// KindMeta is where the metatable of all values of a kind lies that have none of their own; nil
// for none. Owners put one there who let scripts use what C Lua refuses: nil, numbers, functions.
func (s *State) KindMeta(k Kind) **Table { return &s.ofKind[k] }

// meta returns what handles an event of a value, nil for nothing.
func (s *State) meta(v Value, e event) Value { return s.handler(s.MetaOf(v), e) }

func (s *State) handler(m *Table, e event) Value {
	if m == nil || m.absent&(1<<e) != 0 {
		return Nil
	}
	v := m.getText(s.events[e])
	if v.p == nil {
		m.absent |= 1 << e
	}
	return v
}

// getField is Index for a name, with what was found there last.
func (s *State) getField(v Value, k *Text, c *cache) Value {
	if !v.isTable() {
		return s.Index(v, k.v())
	}
	t := v.table()
	for range MaxLookups {
		if d := t.dict(); d != nil {
			i := int(c.slot)
			if i >= len(d.entries) || d.entries[i].key.p != k.v().p {
				if i = d.find(k.v()); i >= 0 {
					c.shape, c.slot = nil, int32(i)
				}
			}
			if i >= 0 && d.entries[i].value.p != nil {
				return d.entries[i].value
			}
		} else if i := t.shape().find(k); i >= 0 {
			if t == v.table() {
				c.shape, c.slot = t.shape(), int32(i)
			}
			if x := t.slots()[i]; x.p != nil {
				return x
			}
		}
		if t.meta == nil {
			if t.bits&(isView|isLibrary) != 0 {
				return s.hidden(t, k)
			}
			return Nil
		}
		h := s.handler(t.meta, eventIndex)
		switch {
		case h.p == nil:
			return Nil
		case h.Function() != nil:
			return s.Call(h, t.V(), k.v())
		case !h.isTable():
			return s.Index(h, k.v())
		}
		t = h.table()
	}
	s.Raise("__index leads from table to table without end")
	return Nil
}

// hidden is what _G and the source.Libraries have beside what lies in them.
func (s *State) hidden(t *Table, k *Text) Value {
	switch {
	case t.bits&isView != 0:
		return s.global(k)
	case s.opt.Unknown != nil:
		return s.opt.Unknown(s.nameOf(t) + "." + k.s)
	}
	return Nil
}

// nameOf is the name of a library.
func (s *State) nameOf(t *Table) string {
	for name := range source.Libraries {
		if s.Global(name) == t.V() {
			return name
		}
	}
	return "a library"
}

// Index returns v[k] as a script reads it. It must be called from within Protect.
func (s *State) Index(v, k Value) Value {
	for range MaxLookups {
		var h Value
		if v.isTable() {
			t := v.table()
			x := t.Get(k)
			if x.p != nil {
				return x
			}
			if t.meta == nil {
				if t.bits&(isView|isLibrary) != 0 && k.isText() {
					return s.hidden(t, k.text())
				}
				return Nil
			}
			if h = s.handler(t.meta, eventIndex); h.p == nil {
				return Nil
			}
		} else if h = s.meta(v, eventIndex); h.p == nil {
			s.refuseIndex(v, k)
		}
		if h.Function() != nil {
			return s.Call(h, v, k)
		}
		v = h
	}
	s.Raise("__index leads from table to table without end")
	return Nil
}

// setField is SetIndex for a name, with what was found there last.
func (s *State) setField(v Value, k *Text, x Value, c *cache) {
	if v.isTable() {
		t := v.table()
		if d := t.dict(); d != nil {
			i := int(c.slot)
			if i < len(d.entries) && d.entries[i].key.p == k.v().p && d.entries[i].value.p != nil && x.p != nil && t.bits&isLibrary == 0 {
				d.entries[i].value = x
				return
			}
			if i = d.find(k.v()); i >= 0 {
				c.shape, c.slot = nil, int32(i)
			}
		} else if t.meta == nil && t.bits&isView == 0 {
			t.absent = 0
			s.Take(t.setText(s, k, x))
			if i := t.shape(); i != nil {
				if at := i.find(k); at >= 0 {
					c.shape, c.slot = i, int32(at)
				}
			}
			return
		} else if i := t.shape().find(k); i >= 0 {
			c.shape, c.slot = t.shape(), int32(i)
		}
	}
	s.SetIndex(v, k.v(), x)
}

// SetIndex does v[k] = x as a script does. It must be called from within Protect.
func (s *State) SetIndex(v, k, x Value) {
	for range MaxLookups {
		var h Value
		if v.isTable() {
			t := v.table()
			if t.bits&(isView|isLibrary) != 0 {
				s.setHidden(t, k, x)
				return
			}
			if t.meta != nil {
				h = s.handler(t.meta, eventNewIndex)
			}
			if h.p == nil || t.Get(k).p != nil {
				s.Put(t, k, x)
				return
			}
		} else if h = s.meta(v, eventNewIndex); h.p == nil {
			s.refuseIndex(v, k)
		}
		if h.Function() != nil {
			s.Call(h, v, k, x)
			return
		}
		v = h
	}
	s.Raise("__newindex leads from table to table without end")
}

// Put is SetIndex without a metatable.
func (s *State) Put(t *Table, k, x Value) {
	if k.p == nil || k.isNumber() && k.f() != k.f() {
		if s.lenient() {
			return
		}
		if k.p == nil {
			s.refuseKey()
		}
		s.Raise("the key of a table is not a number (NaN)")
	}
	s.Take(t.set(s, k, x))
}

// setHidden writes to _G or a library.
func (s *State) setHidden(t *Table, k, x Value) {
	if !k.isText() {
		s.Raise("a table of the machine takes only names as keys")
	}
	if t.bits&isView != 0 {
		s.setGlobal(k.text(), x)
		return
	}
	if s.frozen || t.getText(k.text()).p != nil {
		s.Raise("%s.%s is read-only", s.nameOf(t), k.text().s)
	}
	s.Take(t.set(s, s.name(k.text().s).v(), x))
}

// fill puts values of a constructor into its list, from behind a place on.
func (s *State) fill(t *Table, done int, values []Value) {
	s.Take(int64(len(values)) * BytesOfItem)
	s.Charge(int64(len(values) / itemsPerStep))
	for i, v := range values {
		if v.p != nil {
			t.setInList(s, done+i+1, v)
		}
	}
}

// setInList is setAt of a constructor, whose list may have any gaps.
func (t *Table) setInList(s *State, i int, v Value) {
	for t.Len() < i-1 && i <= t.listRoom() {
		t.add(Nil)
	}
	t.setAt(s, i, v)
}

// toNumber returns a number, or the one that a text holds, and charges for reading it.
func (s *State) toNumber(v Value) (float64, bool) {
	switch {
	case v.isNumber():
		return v.f(), true
	case v.isText():
		s.Charge(int64(len(v.text().s) / bytesPerStep))
		return number.Parse(v.text().s)
	}
	return 0, false
}

// compute does arithmetic as C Lua does.
func compute(e event, a, b float64) float64 {
	switch e {
	case eventAdd:
		return a + b
	case eventSub:
		return a - b
	case eventMul:
		return a * b
	case eventDiv:
		return a / b
	case eventMod:
		return a - float64(math.Floor(a/b)*b)
	case eventPow:
		return libm.Pow(a, b)
	}
	return -a
}

// arith computes where a side may be no number: with the numbers that texts hold, or by a
// metatable.
func (s *State) arith(e event, a, b Value) Value {
	if a.isNumber() && b.isNumber() {
		return Number(compute(e, a.f(), b.f()))
	}
	x, ok := s.toNumber(a)
	if ok {
		y, ok := s.toNumber(b)
		if ok {
			return Number(compute(e, x, y))
		}
	}
	h := s.meta(a, e)
	if h.p == nil {
		h = s.meta(b, e)
	}
	if h.p == nil {
		s.refuseArith(a, b)
	}
	return s.Call(h, a, b)
}

// length is #. 5.1 asks no __len of tables.
func (s *State) length(v Value) Value {
	switch v.Kind() {
	case KindTable:
		return Number(float64(v.table().Len()))
	case KindText:
		return Number(float64(len(v.text().s)))
	}
	h := s.meta(v, eventLen)
	if h.p == nil {
		s.refuseOperand("get the length of", v)
	}
	return s.Call(h, v)
}

// joins returns a text or number as text.
func (s *State) joins(v Value) (string, bool) {
	switch v.Kind() {
	case KindText:
		return v.text().s, true
	case KindNumber:
		return number.Show(v.f()), true
	}
	return "", false
}

// join joins values of the stack, from the right as C Lua does.
func (s *State) join(at, n int) Value {
	th := s.th
	acc := th.stack[at+n-1]
	for i := n - 2; i >= 0; {
		right, ok := s.joins(acc)
		first := i + 1
		total := len(right)
		for ok && first > 0 {
			v := th.stack[at+first-1]
			if !v.isText() && !v.isNumber() {
				break
			}
			if first--; v.isText() {
				total += len(v.text().s)
			} else {
				total += 8
			}
		}
		if first > i { // a side that is neither
			acc = s.joinOdd(th.stack[at+i], acc)
			i--
			continue
		}
		if total > s.lim.Text {
			s.chargeText(total - 8*(i+1-first)) // without what numbers may take
		}
		var b strings.Builder
		b.Grow(total)
		for j := first; j <= i; j++ {
			left, _ := s.joins(th.stack[at+j])
			b.WriteString(left)
		}
		b.WriteString(right)
		s.chargeText(b.Len())
		acc, i = String(b.String()), first-1
	}
	return acc
}

func (s *State) joinOdd(a, b Value) Value {
	h := s.meta(a, eventJoin)
	if h.p == nil {
		h = s.meta(b, eventJoin)
	}
	if h.p != nil {
		return s.Call(h, a, b)
	}
	if s.lenient() {
		return String(Show(a) + Show(b))
	}
	if _, ok := s.joins(a); ok {
		a = b
	}
	s.refuseOperand("join", a)
	return Nil
}

// lenient reports whether the function that runs was compiled so that the owner decides.
func (s *State) lenient() bool {
	return s.opt.Number != nil && s.th.depth > 0 && s.th.last.fn.code.Chunk.Lenient
}

// equal reports whether two values of a kind are equal, which are not one.
func (s *State) equal(a, b Value) bool {
	if a.isText() {
		x, y := a.text().s, b.text().s
		if len(x) != len(y) {
			return false
		}
		if len(x) >= bytesPerStep {
			s.Charge(int64(len(x) / bytesPerStep))
		}
		return x == y
	}
	if k := a.Kind(); k != KindTable && k != KindData {
		return false
	}
	h := s.meta(a, eventEq)
	if h.p == nil || !same(h, s.meta(b, eventEq)) {
		return false
	}
	return s.Call(h, a, b).Truth()
}

// Equal is == of a script. It must be called from within Protect.
func (s *State) Equal(a, b Value) bool {
	return same(a, b) || a.Kind() == b.Kind() && a.p != b.p && s.equal(a, b)
}

// ordered is <, or <= for orEqual.
func (s *State) ordered(a, b Value, orEqual bool) bool {
	if s.witness != nil && s.running == nil {
		s.compared()
	}
	ka, kb := a.Kind(), b.Kind()
	switch {
	case ka == KindNumber && kb == KindNumber:
		return a.f() < b.f() || orEqual && a.f() == b.f()
	case ka == KindText && kb == KindText:
		x, y := a.text().s, b.text().s
		if n := min(len(x), len(y)); n >= bytesPerStep {
			s.Charge(int64(n / bytesPerStep))
		}
		return x < y || orEqual && x == y
	case s.lenient():
		x, y := s.worth(a), s.worth(b)
		return x < y || orEqual && x == y
	case ka != kb:
	case orEqual:
		if h := s.meta(a, eventLe); h.p != nil && same(h, s.meta(b, eventLe)) {
			return s.Call(h, a, b).Truth()
		}
		if h := s.meta(b, eventLt); h.p != nil && same(h, s.meta(a, eventLt)) {
			return !s.Call(h, b, a).Truth()
		}
	default:
		if h := s.meta(a, eventLt); h.p != nil && same(h, s.meta(b, eventLt)) {
			return s.Call(h, a, b).Truth()
		}
	}
	s.refuseOrder(a, b)
	return false
}

// Less is < of a script. It must be called from within Protect.
func (s *State) Less(a, b Value) bool { return s.ordered(a, b, false) }

// worth returns a number as it is, and what the owner counts any other value as.
func (s *State) worth(v Value) float64 {
	if v.isNumber() {
		return v.f()
	}
	return s.opt.Number(v)
}

// counts begins a loop, and reports whether it runs at all.
func (s *State) counts(r []Value) bool {
	for i, what := range [...]string{"initial value", "limit", "step"} {
		f, ok := s.toNumber(r[i])
		if !ok && s.lenient() {
			f, ok = s.opt.Number(r[i]), true
		}
		if !ok {
			s.Raise("the %s of a loop must be a number, found %s%s", what, r[i].Kind().article(), s.loopName(i))
		}
		r[i] = Number(f)
	}
	limit, step := r[1].f(), r[2].f()
	i := r[0].f() - step + step // as C Lua counts
	r[0], r[3] = Number(i), Number(i)
	return step > 0 && i <= limit || !(step > 0) && limit <= i
}

// each goes on with a loop by an iterator, whose three values lie at a place of the stack, and
// gives the n values behind them. It reports whether the loop goes on.
func (s *State) each(at, n int) bool {
	th := s.th
	r := th.stack[at:]
	switch f := r[0]; {
	case f.p == s.nextF.V().p && r[1].isTable():
		return s.eachPair(r, n)
	case f.p == s.eachF.V().p && r[1].isTable() && r[2].isNumber():
		i := int(r[2].f()) + 1
		t := r[1].table()
		v := t.At(i)
		r[2] = Number(float64(i))
		r[3] = r[2]
		if n > 1 {
			r[4] = v
			clear(r[5 : 3+max(n, 2)])
		}
		return v.p != nil
	case s.lenient() && f.Function() == nil:
		return false
	}
	th.room(s, at+6)
	r = th.stack[at:]
	r[3], r[4], r[5] = r[0], r[1], r[2]
	s.invokeAt(at+3, 2, n)
	r = th.stack[at:]
	r[2] = r[3]
	return r[3].p != nil
}

// eachPair is each for pairs: where the traversal is lies in the bits of the iterator.
func (s *State) eachPair(r []Value, n int) bool {
	t, k, place := r[1].table(), r[2], int(r[0].n)
	if t.bits&isView != 0 {
		t = s.globals
	}
	if end := t.Len() + t.keys(); k.p == nil {
		place = 0
	} else if place < 1 || place > end || !t.isAt(place-1, k) {
		if place = t.place(k); place < 0 {
			s.Raise("a key that the table does not have: %s", Show(k))
		}
	}
	k, v, after := t.from(place)
	if gap := after - place - 1; gap > itemsPerStep {
		s.Charge(int64(gap / itemsPerStep))
	}
	r[0].n = uint64(after)
	r[2], r[3] = k, k
	if n > 1 {
		r[4] = v
		clear(r[5 : 3+n])
	}
	return k.p != nil
}

// isAt reports whether a key stands at a place of a traversal.
func (t *Table) isAt(at int, k Value) bool {
	switch n := t.Len(); {
	case at < n:
		return k.isNumber() && k.f() == float64(at+1)
	case t.dict() != nil:
		return sameKey(t.dict().entries[at-n].key, k)
	default:
		return t.shape().names()[at-n] == k.text() && k.isText()
	}
}
