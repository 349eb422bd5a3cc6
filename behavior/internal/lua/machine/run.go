package machine

import (
	"math"
	"unsafe"
)

// run runs the last frame and those that it begins, until that one ends, or the thread stops.
//
// Everything that may call, and so make the stack of values anew, notes the instruction in the
// frame first and takes the registers anew afterwards.
func (s *State) run() {
	th := s.th
	th.runs++
	fr := th.last
	cl := fr.fn
	instrs, ks := cl.code.instrs, cl.code.ks
	pc, base := fr.pc, int(fr.base)
	regs := th.stack[base : base+cl.code.size]
	num := unsafe.Pointer(aNumber)
	for {
		in := &instrs[pc]
		pc++
		switch in.op {
		case opMove:
			regs[in.a] = regs[in.b]
		case opConst:
			regs[in.a] = ks[in.c]
		case opNil:
			clear(regs[in.a : int(in.a)+int(in.c)+1])
		case opBool:
			regs[in.a] = Value{unsafe.Pointer(aBool), uint64(in.x)}
			if in.c != 0 {
				pc = int(in.c)
			}
		case opGetUp:
			regs[in.a] = cl.cells[in.c].v
		case opSetUp:
			cl.cells[in.c].v = regs[in.a]
		case opGetCell:
			regs[in.a] = (*Cell)(regs[in.b].p).v
		case opSetCell:
			(*Cell)(regs[in.a].p).v = regs[in.b]
		case opNewCell:
			fr.pc = pc
			s.Take(bytesOfCell)
			regs[in.a] = (&Cell{head{kindCell}, regs[in.a]}).V()
		case opGetGlobal:
			c := &cl.code.caches[in.d]
			k := ks[in.c].p
			if e := s.globals.dict.entries; int(c.slot) < len(e) && e[c.slot].key.p == k && e[c.slot].value.p != nil {
				regs[in.a] = e[c.slot].value
				continue
			}
			fr.pc = pc
			v := s.global((*Text)(k))
			if i := s.globals.dict.find(ks[in.c]); i >= 0 {
				c.slot = int32(i)
			}
			regs = th.stack[base : base+cl.code.size]
			regs[in.a] = v
		case opSetGlobal:
			fr.pc = pc
			s.setGlobal(ks[in.c].text(), regs[in.a])
		case opOwned:
			if s.frozen {
				fr.pc = pc
				s.own(ks[in.c].text().s, s.global(ks[in.c].text()))
			}
		case opGetField:
			v := regs[in.b]
			c := &cl.code.caches[in.d]
			if v.p != nil && (*head)(v.p).kind == KindTable {
				t := (*Table)(v.p)
				if t.shape == c.shape {
					if c.shape != nil {
						if x := &t.slots[c.slot]; x.p != nil {
							regs[in.a] = *x
							continue
						}
					} else if e := t.dict.entries; int(c.slot) < len(e) && e[c.slot].key.p == ks[in.c].p && e[c.slot].value.p != nil {
						regs[in.a] = e[c.slot].value
						continue
					}
				}
			}
			fr.pc = pc
			v = s.getField(v, ks[in.c].text(), c)
			regs = th.stack[base : base+cl.code.size]
			regs[in.a] = v
		case opSetField:
			v := regs[in.a]
			c := &cl.code.caches[in.d]
			if v.p != nil && (*head)(v.p).kind == KindTable {
				t := (*Table)(v.p)
				if t.shape == c.shape && c.shape != nil {
					if x := &t.slots[c.slot]; x.p != nil {
						*x = regs[in.b]
						continue
					}
				}
			}
			fr.pc = pc
			s.setField(v, ks[in.c].text(), regs[in.b], c)
			regs = th.stack[base : base+cl.code.size]
		case opGet:
			v, k := regs[in.b], regs[in.x]
			if k.p == num && v.p != nil && (*head)(v.p).kind == KindTable {
				t, f := (*Table)(v.p), k.f()
				if i := int(f); float64(i) == f && uint(i-1) < uint(len(t.list)) {
					if x := t.list[i-1]; x.p != nil {
						regs[in.a] = x
						continue
					}
				}
			}
			fr.pc = pc
			v = s.Index(v, k)
			regs = th.stack[base : base+cl.code.size]
			regs[in.a] = v
		case opSet:
			v, k := regs[in.a], regs[in.b]
			if k.p == num && v.p != nil && (*head)(v.p).kind == KindTable {
				t, f := (*Table)(v.p), k.f()
				if i := int(f); float64(i) == f && uint(i-1) < uint(len(t.list)) {
					if x := &t.list[i-1]; x.p != nil && regs[in.x].p != nil {
						*x = regs[in.x]
						continue
					}
				}
			}
			fr.pc = pc
			s.SetIndex(v, k, regs[in.x])
			regs = th.stack[base : base+cl.code.size]
		case opSelf:
			v := regs[in.b]
			c := &cl.code.caches[in.d]
			regs[in.a+1] = v
			if v.p != nil && (*head)(v.p).kind == KindTable {
				t := (*Table)(v.p)
				if t.shape == c.shape {
					if c.shape != nil {
						if x := &t.slots[c.slot]; x.p != nil {
							regs[in.a] = *x
							continue
						}
					} else if e := t.dict.entries; int(c.slot) < len(e) && e[c.slot].key.p == ks[in.c].p && e[c.slot].value.p != nil {
						regs[in.a] = e[c.slot].value
						continue
					}
				}
			}
			fr.pc = pc
			v = s.getField(v, ks[in.c].text(), c)
			regs = th.stack[base : base+cl.code.size]
			regs[in.a] = v
		case opTable:
			fr.pc = pc
			s.Take(bytesOfTable)
			t := s.NewTable()
			if in.c > 0 {
				t.list = make([]Value, 0, in.c)
			}
			if in.d > 0 {
				t.slots = make([]Value, 0, min(in.d, maxNames))
			}
			regs[in.a] = t.V()
		case opList:
			fr.pc = pc
			n := int(in.b)
			from := base + int(in.a) + 1
			if n == 0 {
				n = th.open - from
			}
			t := regs[in.a].Table()
			if t == nil {
				s.Raise("a list that is none")
			}
			s.fill(t, int(in.c), th.stack[from:from+n])
		case opAdd:
			x, y := &regs[in.b], &regs[in.x]
			if x.p == num && y.p == num {
				regs[in.a].number(x.f() + y.f())
				continue
			}
			fr.pc = pc
			v := s.arith(eventAdd, *x, *y)
			regs = th.stack[base : base+cl.code.size]
			regs[in.a] = v
		case opSub:
			x, y := &regs[in.b], &regs[in.x]
			if x.p == num && y.p == num {
				regs[in.a].number(x.f() - y.f())
				continue
			}
			fr.pc = pc
			v := s.arith(eventSub, *x, *y)
			regs = th.stack[base : base+cl.code.size]
			regs[in.a] = v
		case opMul:
			x, y := &regs[in.b], &regs[in.x]
			if x.p == num && y.p == num {
				regs[in.a].number(float64(x.f() * y.f()))
				continue
			}
			fr.pc = pc
			v := s.arith(eventMul, *x, *y)
			regs = th.stack[base : base+cl.code.size]
			regs[in.a] = v
		case opDiv:
			x, y := &regs[in.b], &regs[in.x]
			if x.p == num && y.p == num {
				regs[in.a].number(x.f() / y.f())
				continue
			}
			fr.pc = pc
			v := s.arith(eventDiv, *x, *y)
			regs = th.stack[base : base+cl.code.size]
			regs[in.a] = v
		case opMod, opPow:
			fr.pc = pc
			v := s.arith(eventMod+event(in.op-opMod), regs[in.b], regs[in.x])
			regs = th.stack[base : base+cl.code.size]
			regs[in.a] = v
		case opAddK:
			x, y := &regs[in.b], &ks[in.c]
			if x.p == num {
				regs[in.a].number(x.f() + y.f())
				continue
			}
			fr.pc = pc
			v := s.arith(eventAdd, *x, *y)
			regs = th.stack[base : base+cl.code.size]
			regs[in.a] = v
		case opSubK:
			x, y := &regs[in.b], &ks[in.c]
			if x.p == num {
				regs[in.a].number(x.f() - y.f())
				continue
			}
			fr.pc = pc
			v := s.arith(eventSub, *x, *y)
			regs = th.stack[base : base+cl.code.size]
			regs[in.a] = v
		case opMulK, opDivK:
			x, y := &regs[in.b], &ks[in.c]
			if x.p == num {
				if in.op == opMulK {
					regs[in.a].number(float64(x.f() * y.f()))
				} else {
					regs[in.a].number(x.f() / y.f())
				}
				continue
			}
			fr.pc = pc
			v := s.arith(eventMul+event(in.op-opMulK), *x, *y)
			regs = th.stack[base : base+cl.code.size]
			regs[in.a] = v
		case opMinus:
			x := regs[in.b]
			if x.p == num {
				regs[in.a].number(-x.f())
				continue
			}
			fr.pc = pc
			v := s.arith(eventMinus, x, x)
			regs = th.stack[base : base+cl.code.size]
			regs[in.a] = v
		case opNot:
			regs[in.a] = Bool(!regs[in.b].Truth())
		case opLen:
			fr.pc = pc
			v := s.length(regs[in.b])
			regs = th.stack[base : base+cl.code.size]
			regs[in.a] = v
		case opJoin:
			fr.pc = pc
			v := s.join(base+int(in.b), int(in.c)+1)
			regs = th.stack[base : base+cl.code.size]
			regs[in.a] = v
		case opJump:
			pc = int(in.c)
		case opLoop:
			if s.left -= int64(in.d); s.left < 0 {
				fr.pc = pc
				s.tired()
			}
			pc = int(in.c)
		case opTest:
			if v := &regs[in.a]; (v.p != nil && (v.p != unsafe.Pointer(aBool) || v.n != 0)) == (in.x != 0) {
				pc = int(in.c)
			}
		case opEq:
			x, y := &regs[in.a], &regs[in.b]
			if s.witness != nil {
				fr.pc = pc
				s.compared(*x, *y)
			}
			is := false
			switch {
			case x.p == y.p && x.p != num:
				is = x.n == y.n
			case x.p == num && y.p == num:
				is = x.f() == y.f()
			case x.p != nil && y.p != nil && (*head)(x.p).kind == (*head)(y.p).kind:
				fr.pc = pc
				is = s.equal(*x, *y)
				regs = th.stack[base : base+cl.code.size]
			}
			if is == (in.x != 0) {
				pc = int(in.c)
			}
		case opEqK:
			x, y := &regs[in.a], &ks[in.d]
			if s.witness != nil {
				fr.pc = pc
				s.compared(*x, *y)
			}
			is := false
			if x.p == y.p {
				is = x.n == y.n || x.p == num && x.f() == y.f()
			} else if x.p != nil && y.p != nil && (*head)(x.p).kind == KindText && (*head)(y.p).kind == KindText {
				fr.pc = pc
				is = s.equal(*x, *y)
			}
			if is == (in.x != 0) {
				pc = int(in.c)
			}
		case opLt, opLe:
			x, y := &regs[in.a], &regs[in.b]
			is := false
			if x.p == num && y.p == num && s.witness == nil {
				if in.op == opLt {
					is = x.f() < y.f()
				} else {
					is = x.f() <= y.f()
				}
			} else {
				fr.pc = pc
				is = s.ordered(*x, *y, in.op == opLe)
				regs = th.stack[base : base+cl.code.size]
			}
			if is == (in.x != 0) {
				pc = int(in.c)
			}
		case opLtK, opLeK, opGtK, opGeK:
			x, y := &regs[in.a], &ks[in.d]
			is := false
			if x.p == num && s.witness == nil {
				a, b := x.f(), y.f()
				switch in.op {
				case opLtK:
					is = a < b
				case opLeK:
					is = a <= b
				case opGtK:
					is = a > b
				default:
					is = a >= b
				}
			} else {
				fr.pc = pc
				if in.op == opLtK || in.op == opLeK {
					is = s.ordered(*x, *y, in.op == opLeK)
				} else {
					is = s.ordered(*y, *x, in.op == opGeK)
				}
				regs = th.stack[base : base+cl.code.size]
			}
			if is == (in.x != 0) {
				pc = int(in.c)
			}
		case opCall:
			fr.pc = pc
			at := base + int(in.a)
			n := int(in.b) - 1
			if n < 0 {
				n = th.open - at - 1
			}
			v := regs[in.a].p
			switch {
			case v != nil && (*head)(v).kind == KindFunction && (*Function)(v).fixed:
				s.enterFixed((*Function)(v), at, n, int(in.c)-1)
			case v != nil && (*head)(v).kind == KindFunction && (*Function)(v).goes != nil:
				s.Charge(1)
				s.callNative((*Function)(v), at+1, n, int(in.c)-1, false)
				th.top = base + cl.code.size
				if s.yields {
					th.runs--
					return
				}
				regs = th.stack[base : base+cl.code.size]
				continue
			case !s.push(at, n, int(in.c)-1, false):
				th.top = base + cl.code.size
				if s.yields {
					th.runs--
					return
				}
				regs = th.stack[base : base+cl.code.size]
				continue
			}
			fr = th.last
			cl, pc, base = fr.fn, 0, int(fr.base)
			instrs, ks = cl.code.instrs, cl.code.ks
			regs = th.stack[base : base+cl.code.size]
		case opTail:
			fr.pc = pc
			at := base + int(in.a)
			n := int(in.b) - 1
			if n < 0 {
				n = th.open - at - 1
			}
			if !s.push(at, n, -1, false) {
				th.top = base + cl.code.size
				if s.yields {
					th.runs--
					return
				}
				regs = th.stack[base : base+cl.code.size]
				continue // with what follows, which returns all
			}
			s.replace()
			fr = th.last
			cl, pc, base = fr.fn, 0, int(fr.base)
			instrs, ks = cl.code.instrs, cl.code.ks
			regs = th.stack[base : base+cl.code.size]
		case opReturn, opReturn1:
			ret := int(fr.ret)
			if in.op == opReturn1 && fr.want == 1 {
				th.stack[ret] = regs[in.a]
			} else {
				from, n := base+int(in.a), 1
				if in.op == opReturn {
					if n = int(in.b) - 1; n < 0 {
						n = th.open - from
					}
				}
				want := int(fr.want)
				if want < 0 {
					want = n
					th.open = ret + n
				}
				to := th.stack[ret : ret+want]
				k := copy(to, th.stack[from:from+n])
				clear(to[k:])
			}
			entry := fr.entry
			fr.fn = nil
			th.last = fr.outer
			th.depth--
			if entry {
				th.runs--
				return
			}
			fr = th.last
			cl, pc, base = fr.fn, fr.pc, int(fr.base)
			instrs, ks = cl.code.instrs, cl.code.ks
			regs = th.stack[base : base+cl.code.size]
			th.top = base + cl.code.size
		case opCount:
			fr.pc = pc
			if !s.counts(regs[in.a : int(in.a)+4]) {
				pc = int(in.c)
			}
		case opAgain:
			if s.left -= int64(in.d); s.left < 0 {
				fr.pc = pc
				s.tired()
			}
			r := regs[in.a : int(in.a)+4]
			i, limit, step := r[0].f()+r[2].f(), r[1].f(), r[2].f()
			if step > 0 && i <= limit || !(step > 0) && limit <= i {
				r[0].n = math.Float64bits(i)
				r[3].number(i)
				pc = int(in.c)
			}
		case opEach:
			fr.pc = pc
			if s.left -= int64(in.d); s.left < 0 {
				s.tired()
			}
			more := s.each(base+int(in.a), int(in.b))
			regs = th.stack[base : base+cl.code.size]
			th.top = base + cl.code.size
			if more {
				pc = int(in.c)
			}
		case opFunc:
			fr.pc = pc
			regs[in.a] = s.closure(cl, int(in.c), regs).V()
		case opRest:
			fr.pc = pc
			n := int(in.c) - 1
			at := base + int(in.a)
			if n < 0 {
				n = int(fr.extra)
				s.Charge(int64(n / itemsPerStep))
				th.room(s, at+n)
				th.open = at + n
			}
			k := copy(th.stack[at:at+n], th.stack[base-int(fr.extra):base])
			clear(th.stack[at+min(k, n) : at+n])
			regs = th.stack[base : base+cl.code.size]
		case opArg:
			fr.pc = pc
			regs[in.a] = s.argTable(th.stack[base-int(fr.extra) : base]).V()
		}
	}
}

// number makes a register a number. Where it was one it has its kind.
func (v *Value) number(f float64) {
	v.n = math.Float64bits(f)
	if v.p != unsafe.Pointer(aNumber) {
		v.p = unsafe.Pointer(aNumber)
	}
}

// enterFixed is enter for a function without ..., which most are.
func (s *State) enterFixed(f *Function, at, n, want int) {
	th, p := s.th, f.code
	base := at + 1
	next := th.last.next
	if th.depth+s.nesting >= s.lim.Calls || s.left < p.cost || base+p.size > len(th.stack) || next == nil {
		s.enter(f, at, n, want)
		return
	}
	s.left -= p.cost
	for i := n; i < p.params; i++ {
		th.stack[base+i] = Nil
	}
	th.last = next
	th.depth++
	next.fn, next.pc = f, 0
	next.place = place{base: int32(base), ret: int32(at), want: int32(want)}
	th.top = base + p.size
}

// replace puts the last frame in the place of the one before, which called it as its last.
func (s *State) replace() {
	th := s.th
	last, caller := th.last, th.last.outer
	from := int(last.ret) // the function; its values of ... and registers follow
	size := int(last.base) + last.fn.code.size - from
	to := int(caller.ret)
	copy(th.stack[to:], th.stack[from:from+size])
	caller.fn, caller.pc, caller.base, caller.extra, caller.tail = last.fn, 0, last.base-int32(from-to), last.extra, true
	last.fn = nil
	th.last = caller
	th.depth--
	th.top = int(caller.base) + caller.fn.code.size
}

// closure makes a function that stands in another.
func (s *State) closure(of *Function, i int, regs []Value) *Function {
	inner := of.code.inner[i]
	if inner == nil {
		inner = s.codeOf(of.code.protos[i])
		of.code.inner[i] = inner
	}
	s.Take(bytesOfFunction + 8*int64(len(inner.caps)))
	f := newFunction(inner)
	if n := len(inner.caps); n > 0 {
		f.cells = make([]*Cell, n)
		for j, c := range inner.caps {
			if c.local {
				f.cells[j] = regs[c.at].cell()
			} else {
				f.cells[j] = of.cells[c.at]
			}
		}
	}
	return f
}

// argTable is the table that a function with ... may ask for by the name arg.
func (s *State) argTable(extra []Value) *Table {
	s.Take(bytesOfTable + bytesOfSlot + int64(len(extra))*bytesOfItem)
	t := s.NewTable()
	for i, v := range extra {
		if v.p != nil {
			t.setAt(s, i+1, v)
		}
	}
	s.SetField(t, "n", Number(float64(len(extra))))
	return t
}
