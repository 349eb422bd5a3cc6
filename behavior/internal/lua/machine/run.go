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
	pc, code, k, r := fr.pc, cl.code.base, cl.code.ksBase, th.at(fr.base)
	for {
		in := (*instr)(unsafe.Add(code, pc*int(instrSize)))
		pc++
		switch in.op {
		case opMove:
			*reg(r, in.a) = *reg(r, in.b)
		case opConst:
			*reg(r, in.a) = *konstAt(k, in.c)
		case opNil:
			at := int(fr.base) + int(in.a)
			clear(th.stack[at : at+int(in.c)+1])
		case opBool:
			*reg(r, in.a) = Value{unsafe.Pointer(&aBool), uint64(in.x)}
			if in.c != 0 {
				pc = int(in.c)
			}
		case opGetUp:
			*reg(r, in.a) = cl.cells[in.c].v
		case opSetUp:
			cl.cells[in.c].v = *reg(r, in.a)
		case opGetCell:
			*reg(r, in.a) = (*Cell)(reg(r, in.b).p).v
		case opSetCell:
			(*Cell)(reg(r, in.a).p).v = *reg(r, in.b)
		case opNewCell:
			fr.pc = pc
			s.Take(bytesOfCell)
			*reg(r, in.a) = (&Cell{head{kindCell}, *reg(r, in.a)}).V()
		case opGetGlobal:
			c := (*cache)(unsafe.Add(cl.code.cacheBase, uintptr(in.d)*unsafe.Sizeof(cache{})))
			name := konstAt(k, in.c)
			if e := s.globals.dict.entries; int(c.slot) < len(e) && e[c.slot].key.p == name.p && e[c.slot].value.p != nil {
				*reg(r, in.a) = e[c.slot].value
				continue
			}
			fr.pc = pc
			v := s.global(name.text())
			if i := s.globals.dict.find(*name); i >= 0 {
				c.slot = int32(i)
			}
			r = th.at(fr.base)
			*reg(r, in.a) = v
		case opSetGlobal:
			fr.pc = pc
			s.setGlobal(konstAt(k, in.c).text(), *reg(r, in.a))
		case opOwned:
			if s.frozen {
				fr.pc = pc
				s.own(konstAt(k, in.c).text().s, s.global(konstAt(k, in.c).text()))
			}
		case opGetField:
			v := *reg(r, in.b)
			c := (*cache)(unsafe.Add(cl.code.cacheBase, uintptr(in.d)*unsafe.Sizeof(cache{})))
			if v.p != nil && (*head)(v.p).kind == KindTable {
				t := (*Table)(v.p)
				if t.shape == c.shape {
					if c.shape != nil {
						if x := &t.slots[c.slot]; x.p != nil {
							*reg(r, in.a) = *x
							continue
						}
					} else if e := t.dict.entries; int(c.slot) < len(e) && e[c.slot].key.p == konstAt(k, in.c).p && e[c.slot].value.p != nil {
						*reg(r, in.a) = e[c.slot].value
						continue
					}
				}
			}
			fr.pc = pc
			v = s.getField(v, konstAt(k, in.c).text(), c)
			r = th.at(fr.base)
			*reg(r, in.a) = v
		case opSetField:
			v := *reg(r, in.a)
			c := (*cache)(unsafe.Add(cl.code.cacheBase, uintptr(in.d)*unsafe.Sizeof(cache{})))
			if v.p != nil && (*head)(v.p).kind == KindTable {
				t := (*Table)(v.p)
				if t.shape == c.shape && c.shape != nil {
					if x := &t.slots[c.slot]; x.p != nil {
						*x = *reg(r, in.b)
						continue
					}
				}
			}
			fr.pc = pc
			s.setField(v, konstAt(k, in.c).text(), *reg(r, in.b), c)
			r = th.at(fr.base)
		case opGet:
			v, k := *reg(r, in.b), *reg(r, in.x)
			if k.p == unsafe.Pointer(&aNumber) && v.p != nil && (*head)(v.p).kind == KindTable {
				t, f := (*Table)(v.p), k.f()
				if i := int(f); float64(i) == f && uint(i-1) < uint(len(t.list)) {
					if x := t.list[i-1]; x.p != nil {
						*reg(r, in.a) = x
						continue
					}
				}
			}
			fr.pc = pc
			v = s.Index(v, k)
			r = th.at(fr.base)
			*reg(r, in.a) = v
		case opSet:
			v, k := *reg(r, in.a), *reg(r, in.b)
			if k.p == unsafe.Pointer(&aNumber) && v.p != nil && (*head)(v.p).kind == KindTable {
				t, f := (*Table)(v.p), k.f()
				if i := int(f); float64(i) == f && uint(i-1) < uint(len(t.list)) {
					if x := &t.list[i-1]; x.p != nil && reg(r, in.x).p != nil {
						*x = *reg(r, in.x)
						continue
					}
				}
			}
			fr.pc = pc
			s.SetIndex(v, k, *reg(r, in.x))
			r = th.at(fr.base)
		case opSelf:
			v := *reg(r, in.b)
			c := (*cache)(unsafe.Add(cl.code.cacheBase, uintptr(in.d)*unsafe.Sizeof(cache{})))
			*reg(r, in.a+1) = v
			if v.p != nil && (*head)(v.p).kind == KindTable {
				t := (*Table)(v.p)
				if t.shape == c.shape {
					if c.shape != nil {
						if x := &t.slots[c.slot]; x.p != nil {
							*reg(r, in.a) = *x
							continue
						}
					} else if e := t.dict.entries; int(c.slot) < len(e) && e[c.slot].key.p == konstAt(k, in.c).p && e[c.slot].value.p != nil {
						*reg(r, in.a) = e[c.slot].value
						continue
					}
				}
			}
			fr.pc = pc
			v = s.getField(v, konstAt(k, in.c).text(), c)
			r = th.at(fr.base)
			*reg(r, in.a) = v
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
			*reg(r, in.a) = t.V()
		case opList:
			fr.pc = pc
			n := int(in.b)
			from := int(fr.base) + int(in.a) + 1
			if n == 0 {
				n = th.open - from
			}
			t := reg(r, in.a).Table()
			if t == nil {
				s.Raise("a list that is none")
			}
			s.fill(t, int(in.c), th.stack[from:from+n])
		case opAdd:
			x, y := reg(r, in.b), reg(r, in.x)
			if x.p == unsafe.Pointer(&aNumber) && y.p == unsafe.Pointer(&aNumber) {
				reg(r, in.a).number(x.f() + y.f())
				continue
			}
			fr.pc = pc
			v := s.arith(eventAdd, *x, *y)
			r = th.at(fr.base)
			*reg(r, in.a) = v
		case opSub:
			x, y := reg(r, in.b), reg(r, in.x)
			if x.p == unsafe.Pointer(&aNumber) && y.p == unsafe.Pointer(&aNumber) {
				reg(r, in.a).number(x.f() - y.f())
				continue
			}
			fr.pc = pc
			v := s.arith(eventSub, *x, *y)
			r = th.at(fr.base)
			*reg(r, in.a) = v
		case opMul:
			x, y := reg(r, in.b), reg(r, in.x)
			if x.p == unsafe.Pointer(&aNumber) && y.p == unsafe.Pointer(&aNumber) {
				reg(r, in.a).number(float64(x.f() * y.f()))
				continue
			}
			fr.pc = pc
			v := s.arith(eventMul, *x, *y)
			r = th.at(fr.base)
			*reg(r, in.a) = v
		case opDiv:
			x, y := reg(r, in.b), reg(r, in.x)
			if x.p == unsafe.Pointer(&aNumber) && y.p == unsafe.Pointer(&aNumber) {
				reg(r, in.a).number(x.f() / y.f())
				continue
			}
			fr.pc = pc
			v := s.arith(eventDiv, *x, *y)
			r = th.at(fr.base)
			*reg(r, in.a) = v
		case opMod, opPow:
			fr.pc = pc
			v := s.arith(eventMod+event(in.op-opMod), *reg(r, in.b), *reg(r, in.x))
			r = th.at(fr.base)
			*reg(r, in.a) = v
		case opAddK:
			x, y := reg(r, in.b), konstAt(k, in.c)
			if x.p == unsafe.Pointer(&aNumber) {
				reg(r, in.a).number(x.f() + y.f())
				continue
			}
			fr.pc = pc
			v := s.arith(eventAdd, *x, *y)
			r = th.at(fr.base)
			*reg(r, in.a) = v
		case opSubK:
			x, y := reg(r, in.b), konstAt(k, in.c)
			if x.p == unsafe.Pointer(&aNumber) {
				reg(r, in.a).number(x.f() - y.f())
				continue
			}
			fr.pc = pc
			v := s.arith(eventSub, *x, *y)
			r = th.at(fr.base)
			*reg(r, in.a) = v
		case opMulK, opDivK:
			x, y := reg(r, in.b), konstAt(k, in.c)
			if x.p == unsafe.Pointer(&aNumber) {
				if in.op == opMulK {
					reg(r, in.a).number(float64(x.f() * y.f()))
				} else {
					reg(r, in.a).number(x.f() / y.f())
				}
				continue
			}
			fr.pc = pc
			v := s.arith(eventMul+event(in.op-opMulK), *x, *y)
			r = th.at(fr.base)
			*reg(r, in.a) = v
		case opMinus:
			x := *reg(r, in.b)
			if x.p == unsafe.Pointer(&aNumber) {
				reg(r, in.a).number(-x.f())
				continue
			}
			fr.pc = pc
			v := s.arith(eventMinus, x, x)
			r = th.at(fr.base)
			*reg(r, in.a) = v
		case opNot:
			*reg(r, in.a) = Bool(!reg(r, in.b).Truth())
		case opLen:
			fr.pc = pc
			v := s.length(*reg(r, in.b))
			r = th.at(fr.base)
			*reg(r, in.a) = v
		case opJoin:
			fr.pc = pc
			v := s.join(int(fr.base)+int(in.b), int(in.c)+1)
			r = th.at(fr.base)
			*reg(r, in.a) = v
		case opJump:
			pc = int(in.c)
		case opLoop:
			if s.left -= int64(in.d); s.left < 0 {
				fr.pc = pc
				s.tired()
			}
			pc = int(in.c)
		case opTest:
			if v := reg(r, in.a); (v.p != nil && (v.p != unsafe.Pointer(&aBool) || v.n != 0)) == (in.x != 0) {
				pc = int(in.c)
			}
		case opEq:
			x, y := reg(r, in.a), reg(r, in.b)
			if s.witness != nil {
				fr.pc = pc
				s.compared(*x, *y)
			}
			is := false
			switch {
			case x.p == y.p && x.p != unsafe.Pointer(&aNumber):
				is = x.n == y.n
			case x.p == unsafe.Pointer(&aNumber) && y.p == unsafe.Pointer(&aNumber):
				is = x.f() == y.f()
			case x.p != nil && y.p != nil && (*head)(x.p).kind == (*head)(y.p).kind:
				fr.pc = pc
				is = s.equal(*x, *y)
				r = th.at(fr.base)
			}
			if is == (in.x != 0) {
				pc = int(in.c)
			}
		case opEqK:
			x, y := reg(r, in.a), konstAt(k, in.d)
			if s.witness != nil {
				fr.pc = pc
				s.compared(*x, *y)
			}
			is := false
			if x.p == y.p {
				is = x.n == y.n || x.p == unsafe.Pointer(&aNumber) && x.f() == y.f()
			} else if x.p != nil && y.p != nil && (*head)(x.p).kind == KindText && (*head)(y.p).kind == KindText {
				fr.pc = pc
				is = s.equal(*x, *y)
			}
			if is == (in.x != 0) {
				pc = int(in.c)
			}
		case opLt, opLe:
			x, y := reg(r, in.a), reg(r, in.b)
			is := false
			if x.p == unsafe.Pointer(&aNumber) && y.p == unsafe.Pointer(&aNumber) && s.witness == nil {
				if in.op == opLt {
					is = x.f() < y.f()
				} else {
					is = x.f() <= y.f()
				}
			} else {
				fr.pc = pc
				is = s.ordered(*x, *y, in.op == opLe)
				r = th.at(fr.base)
			}
			if is == (in.x != 0) {
				pc = int(in.c)
			}
		case opLtK, opLeK, opGtK, opGeK:
			x, y := reg(r, in.a), konstAt(k, in.d)
			is := false
			if x.p == unsafe.Pointer(&aNumber) && s.witness == nil {
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
				r = th.at(fr.base)
			}
			if is == (in.x != 0) {
				pc = int(in.c)
			}
		case opCall:
			fr.pc = pc
			at := int(fr.base) + int(in.a)
			n := int(in.b) - 1
			if n < 0 {
				n = th.open - at - 1
			}
			v := reg(r, in.a).p
			switch {
			case v != nil && (*head)(v).kind == KindFunction && (*Function)(v).fixed:
				s.enterFixed((*Function)(v), at, n, int(in.c)-1)
			case v != nil && (*head)(v).kind == KindFunction && (*Function)(v).goes != nil:
				s.Charge(1)
				s.callNative((*Function)(v), at+1, n, int(in.c)-1, false)
				th.top = int(fr.base) + cl.code.size
				if s.yields {
					th.runs--
					return
				}
				r = th.at(fr.base)
				continue
			case !s.push(at, n, int(in.c)-1, false):
				th.top = int(fr.base) + cl.code.size
				if s.yields {
					th.runs--
					return
				}
				r = th.at(fr.base)
				continue
			}
			fr = th.last
			cl = fr.fn
			pc, code, k, r = 0, cl.code.base, cl.code.ksBase, th.at(fr.base)
		case opTail:
			fr.pc = pc
			at := int(fr.base) + int(in.a)
			n := int(in.b) - 1
			if n < 0 {
				n = th.open - at - 1
			}
			if v := reg(r, in.a).p; v != nil && (*head)(v).kind == KindFunction && (*Function)(v).fixed {
				s.enterFixed((*Function)(v), at, n, -1)
			} else if !s.push(at, n, -1, false) {
				th.top = int(fr.base) + cl.code.size
				if s.yields {
					th.runs--
					return
				}
				r = th.at(fr.base)
				continue // with what follows, which returns all
			}
			s.replace()
			fr = th.last
			cl = fr.fn
			pc, code, k, r = 0, cl.code.base, cl.code.ksBase, th.at(fr.base)
		case opReturn, opReturn1:
			ret := int(fr.ret)
			if in.op == opReturn1 && fr.want == 1 {
				th.stack[ret] = *reg(r, in.a)
			} else {
				from, n := int(fr.base)+int(in.a), 1
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
			cl = fr.fn
			pc, code, k, r = fr.pc, cl.code.base, cl.code.ksBase, th.at(fr.base)
			th.top = int(fr.base) + cl.code.size
		case opCount:
			fr.pc = pc
			if !s.counts(th.stack[int(fr.base)+int(in.a):][:4]) {
				pc = int(in.c)
			}
		case opAgain:
			if s.left -= int64(in.d); s.left < 0 {
				fr.pc = pc
				s.tired()
			}
			loop := (*[4]Value)(unsafe.Pointer(reg(r, in.a)))
			i, limit, step := loop[0].f()+loop[2].f(), loop[1].f(), loop[2].f()
			if step > 0 && i <= limit || !(step > 0) && limit <= i {
				loop[0].n = math.Float64bits(i)
				loop[3].number(i)
				pc = int(in.c)
			}
		case opEach:
			fr.pc = pc
			if s.left -= int64(in.d); s.left < 0 {
				s.tired()
			}
			more := s.each(int(fr.base)+int(in.a), int(in.b))
			r = th.at(fr.base)
			th.top = int(fr.base) + cl.code.size
			if more {
				pc = int(in.c)
			}
		case opFunc:
			fr.pc = pc
			*reg(r, in.a) = s.closure(cl, int(in.c), r).V()
		case opRest:
			fr.pc = pc
			n := int(in.c) - 1
			at := int(fr.base) + int(in.a)
			if n < 0 {
				n = int(fr.extra)
				s.Charge(int64(n / itemsPerStep))
				th.room(s, at+n)
				th.open = at + n
			}
			k := copy(th.stack[at:at+n], th.stack[int(fr.base-fr.extra):fr.base])
			clear(th.stack[at+min(k, n) : at+n])
			r = th.at(fr.base)
		case opArg:
			fr.pc = pc
			*reg(r, in.a) = s.argTable(th.stack[int(fr.base-fr.extra):fr.base]).V()
		}
	}
}

// reg is a register of the function that runs; konstAt is one of its constants. Neither looks
// whether there is one: the generator sees to that, and what a save says is checked when it is
// read.
func reg(r unsafe.Pointer, i uint8) *Value {
	return (*Value)(unsafe.Add(r, uintptr(i)*unsafe.Sizeof(Value{})))
}

func konstAt(k unsafe.Pointer, i int32) *Value {
	return (*Value)(unsafe.Add(k, uintptr(i)*unsafe.Sizeof(Value{})))
}

// at is where the registers of a frame begin.
func (th *thread) at(base int32) unsafe.Pointer { return unsafe.Pointer(&th.stack[base]) }

// number makes a register a number. Where it was one it has its kind.
func (v *Value) number(f float64) {
	v.n = math.Float64bits(f)
	if v.p != unsafe.Pointer(&aNumber) {
		v.p = unsafe.Pointer(&aNumber)
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
	from := int(last.ret)                               // the function; its values of ... and registers follow
	size := int(last.base) + last.fn.code.params - from // what was given to it
	to := int(caller.ret)
	copy(th.stack[to:], th.stack[from:from+size])
	caller.fn, caller.pc, caller.base, caller.extra, caller.tail = last.fn, 0, last.base-int32(from-to), last.extra, true
	last.fn = nil
	th.last = caller
	th.depth--
	th.top = int(caller.base) + caller.fn.code.size
}

// closure makes a function that stands in another.
func (s *State) closure(of *Function, i int, r unsafe.Pointer) *Function {
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
				f.cells[j] = reg(r, uint8(c.at)).cell()
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
