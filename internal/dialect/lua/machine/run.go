package machine

import (
	"math"
	"unsafe"

	"github.com/thicket-sim/thicket/internal/dialect/lua/bytecode"
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
		in := (*bytecode.Instr)(unsafe.Add(code, pc*int(instrSize)))
		pc++
		switch in.Op {
		case bytecode.Begin:
			cl.code.ready(s)
			pc, code, k = 0, cl.code.base, cl.code.ksBase
		case bytecode.Move:
			*reg(r, in.A) = *reg(r, in.B)
		case bytecode.Const:
			*reg(r, in.A) = *konstAt(k, in.C)
		case bytecode.Nil:
			at := int(fr.base) + int(in.A)
			clear(th.stack[at : at+int(in.C)+1])
		case bytecode.Bool:
			*reg(r, in.A) = Value{unsafe.Pointer(&aBool), uint64(in.X)}
			if in.C != 0 {
				pc = int(in.C)
			}
		case bytecode.GetUp:
			*reg(r, in.A) = cl.cell(uintptr(in.C)).v
		case bytecode.SetUp:
			cl.cell(uintptr(in.C)).v = *reg(r, in.A)
		case bytecode.GetCell:
			*reg(r, in.A) = (*Cell)(reg(r, in.B).p).v
		case bytecode.SetCell:
			(*Cell)(reg(r, in.A).p).v = *reg(r, in.B)
		case bytecode.NewCell:
			fr.pc = pc
			s.Take(BytesOfCell)
			*reg(r, in.A) = (&Cell{head{KindCell}, *reg(r, in.A)}).V()
		case bytecode.GetGlobal:
			c := (*cache)(unsafe.Add(cl.code.cacheBase, uintptr(in.D)*unsafe.Sizeof(cache{})))
			name := konstAt(k, in.C)
			if e := s.globals.dict().entries; int(c.slot) < len(e) && e[c.slot].key.p == name.p && e[c.slot].value.p != nil {
				*reg(r, in.A) = e[c.slot].value
				continue
			}
			fr.pc = pc
			v := s.global(name.text())
			if i := s.globals.dict().find(*name); i >= 0 {
				c.slot = int32(i)
			}
			r = th.at(fr.base)
			*reg(r, in.A) = v
		case bytecode.SetGlobal:
			fr.pc = pc
			s.setGlobal(konstAt(k, in.C).text(), *reg(r, in.A))
		case bytecode.Owned:
			if s.frozen {
				fr.pc = pc
				s.own(konstAt(k, in.C).text().s, s.global(konstAt(k, in.C).text()))
			}
		case bytecode.GetField:
			v := *reg(r, in.B)
			c := (*cache)(unsafe.Add(cl.code.cacheBase, uintptr(in.D)*unsafe.Sizeof(cache{})))
			if v.p != nil && (*head)(v.p).kind == KindTable {
				t := (*Table)(v.p)
				if t.form == unsafe.Pointer(c.shape) {
					if x := t.slot(int(c.slot)); x.p != nil {
						*reg(r, in.A) = *x
						continue
					}
				} else if c.shape == nil && t.bits&isSpread != 0 {
					if e := t.dict().entries; int(c.slot) < len(e) && e[c.slot].key.p == konstAt(k, in.C).p && e[c.slot].value.p != nil {
						*reg(r, in.A) = e[c.slot].value
						continue
					}
				}
			}
			fr.pc = pc
			v = s.getField(v, konstAt(k, in.C).text(), c)
			r = th.at(fr.base)
			*reg(r, in.A) = v
		case bytecode.SetField:
			v := *reg(r, in.A)
			c := (*cache)(unsafe.Add(cl.code.cacheBase, uintptr(in.D)*unsafe.Sizeof(cache{})))
			if v.p != nil && (*head)(v.p).kind == KindTable {
				t := (*Table)(v.p)
				if t.form == unsafe.Pointer(c.shape) {
					if x := t.slot(int(c.slot)); x.p != nil {
						*x = *reg(r, in.B)
						continue
					}
				}
			}
			fr.pc = pc
			s.setField(v, konstAt(k, in.C).text(), *reg(r, in.B), c)
			r = th.at(fr.base)
		case bytecode.Get:
			v, k := *reg(r, in.B), *reg(r, in.X)
			if k.p == unsafe.Pointer(&aNumber) && v.p != nil && (*head)(v.p).kind == KindTable {
				t, f := (*Table)(v.p), k.f()
				if i := int(f); float64(i) == f && uint(i-1) < uint(t.Len()) {
					if x := t.item(i - 1); x.p != nil {
						*reg(r, in.A) = *x
						continue
					}
				}
			}
			fr.pc = pc
			v = s.Index(v, k)
			r = th.at(fr.base)
			*reg(r, in.A) = v
		case bytecode.Set:
			v, k := *reg(r, in.A), *reg(r, in.B)
			if k.p == unsafe.Pointer(&aNumber) && v.p != nil && (*head)(v.p).kind == KindTable {
				t, f := (*Table)(v.p), k.f()
				if i := int(f); float64(i) == f && uint(i-1) < uint(t.Len()) {
					if x := t.item(i - 1); x.p != nil && reg(r, in.X).p != nil {
						*x = *reg(r, in.X)
						continue
					}
				}
			}
			fr.pc = pc
			s.SetIndex(v, k, *reg(r, in.X))
			r = th.at(fr.base)
		case bytecode.Self:
			v := *reg(r, in.B)
			c := (*cache)(unsafe.Add(cl.code.cacheBase, uintptr(in.D)*unsafe.Sizeof(cache{})))
			*reg(r, in.A+1) = v
			if v.p != nil && (*head)(v.p).kind == KindTable {
				t := (*Table)(v.p)
				if t.form == unsafe.Pointer(c.shape) {
					if x := t.slot(int(c.slot)); x.p != nil {
						*reg(r, in.A) = *x
						continue
					}
				} else if c.shape == nil && t.bits&isSpread != 0 {
					if e := t.dict().entries; int(c.slot) < len(e) && e[c.slot].key.p == konstAt(k, in.C).p && e[c.slot].value.p != nil {
						*reg(r, in.A) = e[c.slot].value
						continue
					}
				}
			}
			fr.pc = pc
			v = s.getField(v, konstAt(k, in.C).text(), c)
			r = th.at(fr.base)
			*reg(r, in.A) = v
		case bytecode.Table:
			fr.pc = pc
			s.Take(BytesOfTable)
			t := s.NewTable()
			if in.C > 0 {
				t.reserve(int(in.C))
			}
			if in.D > 0 {
				t.bare(s.shapes.root, min(int(in.D), maxNames))
			}
			*reg(r, in.A) = t.V()
		case bytecode.List:
			fr.pc = pc
			n := int(in.B)
			from := int(fr.base) + int(in.A) + 1
			if n == 0 {
				n = th.open - from
			}
			t := reg(r, in.A).Table()
			if t == nil {
				s.Raise("a list that is none")
			}
			s.fill(t, int(in.C), th.stack[from:from+n])
		case bytecode.Add:
			x, y := reg(r, in.B), reg(r, in.X)
			if x.p == unsafe.Pointer(&aNumber) && y.p == unsafe.Pointer(&aNumber) {
				reg(r, in.A).number(x.f() + y.f())
				continue
			}
			fr.pc = pc
			v := s.arith(eventAdd, *x, *y)
			r = th.at(fr.base)
			*reg(r, in.A) = v
		case bytecode.Sub:
			x, y := reg(r, in.B), reg(r, in.X)
			if x.p == unsafe.Pointer(&aNumber) && y.p == unsafe.Pointer(&aNumber) {
				reg(r, in.A).number(x.f() - y.f())
				continue
			}
			fr.pc = pc
			v := s.arith(eventSub, *x, *y)
			r = th.at(fr.base)
			*reg(r, in.A) = v
		case bytecode.Mul, bytecode.Div:
			x, y := reg(r, in.B), reg(r, in.X)
			if x.p == unsafe.Pointer(&aNumber) && y.p == unsafe.Pointer(&aNumber) {
				if in.Op == bytecode.Mul {
					reg(r, in.A).number(float64(x.f() * y.f()))
				} else {
					reg(r, in.A).number(x.f() / y.f())
				}
				continue
			}
			fr.pc = pc
			v := s.arith(eventMul+event(in.Op-bytecode.Mul), *x, *y)
			r = th.at(fr.base)
			*reg(r, in.A) = v
		case bytecode.Mod, bytecode.Pow:
			fr.pc = pc
			v := s.arith(eventMod+event(in.Op-bytecode.Mod), *reg(r, in.B), *reg(r, in.X))
			r = th.at(fr.base)
			*reg(r, in.A) = v
		case bytecode.AddK, bytecode.SubK:
			x, y := reg(r, in.B), konstAt(k, in.C)
			if x.p == unsafe.Pointer(&aNumber) {
				if in.Op == bytecode.AddK {
					reg(r, in.A).number(x.f() + y.f())
				} else {
					reg(r, in.A).number(x.f() - y.f())
				}
				continue
			}
			fr.pc = pc
			v := s.arith(eventAdd+event(in.Op-bytecode.AddK), *x, *y)
			r = th.at(fr.base)
			*reg(r, in.A) = v
		case bytecode.MulK, bytecode.DivK:
			x, y := reg(r, in.B), konstAt(k, in.C)
			if x.p == unsafe.Pointer(&aNumber) {
				if in.Op == bytecode.MulK {
					reg(r, in.A).number(float64(x.f() * y.f()))
				} else {
					reg(r, in.A).number(x.f() / y.f())
				}
				continue
			}
			fr.pc = pc
			v := s.arith(eventMul+event(in.Op-bytecode.MulK), *x, *y)
			r = th.at(fr.base)
			*reg(r, in.A) = v
		case bytecode.Minus:
			x := *reg(r, in.B)
			if x.p == unsafe.Pointer(&aNumber) {
				reg(r, in.A).number(-x.f())
				continue
			}
			fr.pc = pc
			v := s.arith(eventMinus, x, x)
			r = th.at(fr.base)
			*reg(r, in.A) = v
		case bytecode.Not:
			*reg(r, in.A) = Bool(!reg(r, in.B).Truth())
		case bytecode.Len:
			fr.pc = pc
			v := s.length(*reg(r, in.B))
			r = th.at(fr.base)
			*reg(r, in.A) = v
		case bytecode.Join:
			fr.pc = pc
			v := s.join(int(fr.base)+int(in.B), int(in.C)+1)
			r = th.at(fr.base)
			*reg(r, in.A) = v
		case bytecode.Jump:
			pc = int(in.C)
		case bytecode.Loop:
			if s.left -= int64(in.D); s.left < 0 {
				fr.pc = pc
				s.tired()
			}
			pc = int(in.C)
		case bytecode.Test:
			if v := reg(r, in.A); (v.p != nil && (v.p != unsafe.Pointer(&aBool) || v.n != 0)) == (in.X != 0) {
				pc = int(in.C)
			}
		case bytecode.Eq:
			x, y := reg(r, in.A), reg(r, in.B)
			if s.witness != nil {
				fr.pc = pc
				s.compared()
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
			if is == (in.X != 0) {
				pc = int(in.C)
			}
		case bytecode.EqK:
			x, y := reg(r, in.A), konstAt(k, in.D)
			if s.witness != nil {
				fr.pc = pc
				s.compared()
			}
			is := false
			if x.p == y.p {
				is = x.n == y.n || x.p == unsafe.Pointer(&aNumber) && x.f() == y.f()
			} else if x.p != nil && y.p != nil && (*head)(x.p).kind == KindText && (*head)(y.p).kind == KindText {
				fr.pc = pc
				is = s.equal(*x, *y)
			}
			if is == (in.X != 0) {
				pc = int(in.C)
			}
		case bytecode.Lt, bytecode.Le:
			x, y := reg(r, in.A), reg(r, in.B)
			is := false
			if x.p == unsafe.Pointer(&aNumber) && y.p == unsafe.Pointer(&aNumber) && s.witness == nil {
				if in.Op == bytecode.Lt {
					is = x.f() < y.f()
				} else {
					is = x.f() <= y.f()
				}
			} else {
				fr.pc = pc
				is = s.ordered(*x, *y, in.Op == bytecode.Le)
				r = th.at(fr.base)
			}
			if is == (in.X != 0) {
				pc = int(in.C)
			}
		case bytecode.LtK, bytecode.LeK, bytecode.GtK, bytecode.GeK:
			x, y := reg(r, in.A), konstAt(k, in.D)
			is := false
			if x.p == unsafe.Pointer(&aNumber) && s.witness == nil {
				a, b := x.f(), y.f()
				switch in.Op {
				case bytecode.LtK:
					is = a < b
				case bytecode.LeK:
					is = a <= b
				case bytecode.GtK:
					is = a > b
				default:
					is = a >= b
				}
			} else {
				fr.pc = pc
				if in.Op == bytecode.LtK || in.Op == bytecode.LeK {
					is = s.ordered(*x, *y, in.Op == bytecode.LeK)
				} else {
					is = s.ordered(*y, *x, in.Op == bytecode.GeK)
				}
				r = th.at(fr.base)
			}
			if is == (in.X != 0) {
				pc = int(in.C)
			}
		case bytecode.Call:
			fr.pc = pc
			at := int(fr.base) + int(in.A)
			n := int(in.B) - 1
			if n < 0 {
				n = th.open - at - 1
			}
			v := reg(r, in.A).p
			isFunction := v != nil && (*head)(v).kind == KindFunction
			switch {
			case isFunction && (*Function)(v).fixed:
				s.enterFixed((*Function)(v), at, n, int(in.C)-1)
			case isFunction && (*Function)(v).native:
				s.Charge(1)
				s.callNative((*Function)(v), at+1, n, int(in.C)-1, false)
				isFunction = false // that goes on
			default:
				isFunction = s.push(at, n, int(in.C)-1, false)
			}
			if !isFunction {
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
		case bytecode.Tail:
			fr.pc = pc
			at := int(fr.base) + int(in.A)
			n := int(in.B) - 1
			if n < 0 {
				n = th.open - at - 1
			}
			if v := reg(r, in.A).p; v != nil && (*head)(v).kind == KindFunction && (*Function)(v).fixed {
				s.retake((*Function)(v), at, n)
			} else if s.push(at, n, -1, false) {
				s.replace()
			} else {
				th.top = int(fr.base) + cl.code.size
				if s.yields {
					th.runs--
					return
				}
				r = th.at(fr.base)
				continue // with what follows, which returns all
			}
			fr = th.last
			cl = fr.fn
			pc, code, k, r = 0, cl.code.base, cl.code.ksBase, th.at(fr.base)
		case bytecode.Return, bytecode.Return1:
			ret := int(fr.ret)
			if in.Op == bytecode.Return1 && fr.want == 1 {
				th.stack[ret] = *reg(r, in.A)
			} else {
				from, n := int(fr.base)+int(in.A), 1
				if in.Op == bytecode.Return {
					if n = int(in.B) - 1; n < 0 {
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
		case bytecode.Count:
			fr.pc = pc
			if !s.counts(th.stack[int(fr.base)+int(in.A):][:4]) {
				pc = int(in.C)
			}
		case bytecode.Again:
			if s.left -= int64(in.D); s.left < 0 {
				fr.pc = pc
				s.tired()
			}
			loop := (*[4]Value)(unsafe.Pointer(reg(r, in.A)))
			i, limit, step := loop[0].f()+loop[2].f(), loop[1].f(), loop[2].f()
			if step > 0 && i <= limit || !(step > 0) && limit <= i {
				loop[0].n = math.Float64bits(i)
				loop[3].number(i)
				pc = int(in.C)
			}
		case bytecode.Each:
			fr.pc = pc
			if s.left -= int64(in.D); s.left < 0 {
				s.tired()
			}
			more := s.each(int(fr.base)+int(in.A), int(in.B))
			r = th.at(fr.base)
			th.top = int(fr.base) + cl.code.size
			if more {
				pc = int(in.C)
			}
		case bytecode.Func:
			fr.pc = pc
			*reg(r, in.A) = s.closure(cl, int(in.C), r).V()
		case bytecode.Rest:
			fr.pc = pc
			n := int(in.C) - 1
			at := int(fr.base) + int(in.A)
			if n < 0 {
				n = int(fr.extra)
				s.Charge(int64(n / itemsPerStep))
				th.room(s, at+n)
				th.open = at + n
			}
			k := copy(th.stack[at:at+n], th.stack[int(fr.base-fr.extra):fr.base])
			clear(th.stack[at+min(k, n) : at+n])
			r = th.at(fr.base)
		case bytecode.Arg:
			fr.pc = pc
			*reg(r, in.A) = s.argTable(th.stack[int(fr.base-fr.extra):fr.base]).V()
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
