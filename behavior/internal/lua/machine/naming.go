package machine

import (
	"strconv"
	"strings"
)

// maxNameSearch is how many instructions are looked through for what a register holds.
const maxNameSearch = 2000

// nameAt says in the words of the source what a register holds when an instruction runs: what
// kind of thing that is, and its name; empty where that cannot be told.
func nameAt(p *Proto, pc, reg int) (kind, name string) {
	for i := len(p.locals) - 1; i >= 0; i-- {
		if l := p.locals[i]; l.reg == reg && l.from <= pc && pc < l.to {
			if l.name == "(for)" {
				return "", ""
			}
			return "local", l.name
		}
	}
	at := setBefore(p, pc, reg)
	if at < 0 {
		return "", ""
	}
	in := p.code[at]
	text := func(k int32) string { return p.konsts[k].text }
	of := func(sign string, key string) string {
		_, owner := nameAt(p, at, int(in.b))
		if owner == "" {
			return ""
		}
		return owner + sign + key
	}
	switch in.op {
	case opMove:
		if int(in.b) != reg {
			return nameAt(p, at, int(in.b))
		}
	case opGetGlobal:
		return "global", text(in.c)
	case opGetField:
		if name := of(".", text(in.c)); name != "" {
			return "field", name
		}
		return "field", text(in.c)
	case opSelf:
		if int(in.a) == reg {
			if name := of(":", text(in.c)); name != "" {
				return "method", name
			}
			return "method", text(in.c)
		}
		return nameAt(p, at, int(in.b))
	case opGet:
		key := "..."
		if _, n := nameAt(p, at, int(in.x)); n != "" {
			key = n
		} else if set := setBefore(p, at, int(in.x)); set >= 0 && p.code[set].op == opConst {
			k := p.konsts[p.code[set].c]
			if key = strconv.Quote(k.text); k.kind == KindNumber {
				key = FormatNumber(Value{n: k.bits}.f())
			}
		}
		if name := of("[", key); name != "" {
			return "field", name + "]"
		}
	case opGetUp:
		return "local", p.caps[in.c].name
	case opGetCell:
		return nameAt(p, at, int(in.b))
	case opCall:
		if int(in.a) == reg {
			if _, name := nameAt(p, at, int(in.a)); name != "" {
				return "result", name + "()"
			}
		}
	}
	return "", ""
}

// setBefore finds the instruction before another that wrote a register last, whichever way the
// program came; negative where there are several.
func setBefore(p *Proto, pc, reg int) int {
	found, behind := -1, 0 // found is sure only behind the last jump over it
	for i := max(0, pc-maxNameSearch); i < pc; i++ {
		in := &p.code[i]
		switch in.op {
		case opJump, opTest, opEq, opLt, opLe, opEqK, opLtK, opLeK, opGtK, opGeK, opBool, opCount:
			if to := int(in.c); to > i && to <= pc {
				behind = max(behind, to)
			}
		}
		if in.sets(reg) {
			if found = i; i < behind {
				found = -1
			}
		}
	}
	return found
}

// sets reports whether an instruction writes a register.
func (in *instr) sets(reg int) bool {
	a := int(in.a)
	switch in.op {
	case opSetUp, opSetCell, opNewCell, opSetGlobal, opOwned, opSetField, opSet, opList, opJump, opLoop, opTest, opReturn, opReturn1,
		opEq, opLt, opLe, opEqK, opLtK, opLeK, opGtK, opGeK:
		return false
	case opNil:
		return reg >= a && reg <= a+int(in.c)
	case opSelf:
		return reg == a || reg == a+1
	case opCall, opTail, opRest:
		return reg >= a
	case opCount, opAgain:
		return reg == a || reg == a+3
	case opEach:
		return reg >= a+2
	}
	return reg == a
}

// named is nameAt for a frame, by the name alone.
func (f *faults) named(fr *frame, reg int) string {
	_, name := nameAt(fr.fn.code.Proto, fr.pc-1, reg)
	return name
}

// running returns the instruction that a script is at; nil where a function of Go runs.
func (f *faults) instruction() (fr *frame, in *instr) {
	if fr = f.s.th.last; f.s.running != nil || fr == &f.s.th.root || fr.pc == 0 {
		return nil, nil
	}
	return fr, &fr.fn.code.Proto.code[fr.pc-1]
}

// refuseIndex ends a script that looks for a key in what has none.
func (f *faults) refuseIndex(v, k Value) {
	key := Show(k)
	name := ""
	if fr, in := f.s.instruction(); fr != nil {
		reg := -1
		switch in.op {
		case opGetField, opGet, opSelf:
			reg = int(in.b)
		case opSetField, opSet:
			reg = int(in.a)
		}
		if reg >= 0 && same(f.s.th.stack[int(fr.base)+reg], v) {
			var kind string
			if kind, name = nameAt(fr.fn.code.Proto, fr.pc-1, reg); v.p == nil {
				f.s.unknown(kind, name)
			}
		}
	}
	if name == "" {
		f.s.Raise("found %s, where something that has %s is wanted", v.Kind().article(), key)
	}
	f.s.Raise("%s is %s, where something that has %s is wanted", name, v.Kind().article(), key)
}

// unknown ends a script that uses a global which nobody assigned, or what a library lacks.
func (f *faults) unknown(kind, name string) {
	lib, _, inLibrary := strings.Cut(name, ".")
	if kind == "global" || kind == "field" && inLibrary && libraries[lib] && f.s.Global(lib).isTable() {
		f.s.Raise(unknownName+"%q", name)
	}
}

// refuseCall ends a script that calls what is no function, which lies on the stack.
func (f *faults) refuseCall(at int) {
	v := f.s.th.stack[at]
	fr, in := f.s.instruction()
	if fr == nil || in.op != opCall && in.op != opTail || at != int(fr.base)+int(in.a) {
		f.s.Raise("attempt to call %s", v.Kind().article())
	}
	kind, name := nameAt(fr.fn.code.Proto, fr.pc-1, int(in.a))
	if v.p == nil {
		f.s.unknown(kind, name)
	}
	switch {
	case name == "":
		f.s.Raise("attempt to call %s", v.Kind().article())
	case v.p == nil:
		f.s.Raise("%s is no function", name)
	}
	f.s.Raise("%s is no function, but %s", name, v.Kind().article())
}

// operands are the registers that an instruction computes with.
func (in *instr) operands() (list []int) {
	switch in.op {
	case opAdd, opSub, opMul, opDiv, opMod, opPow:
		return []int{int(in.b), int(in.x)}
	case opAddK, opSubK, opMulK, opDivK, opMinus, opLen:
		return []int{int(in.b)}
	case opJoin:
		for i := range int(in.c) + 1 {
			list = append(list, int(in.b)+i)
		}
	case opEq, opLt, opLe:
		return []int{int(in.a), int(in.b)}
	case opEqK, opLtK, opLeK, opGtK, opGeK:
		return []int{int(in.a)}
	}
	return list
}

// operand finds the name of an operand by its value, and where it stands.
func (f *faults) operand(v Value) (kind, name string, from int32) {
	fr, in := f.s.instruction()
	if fr == nil {
		return "", "", -1
	}
	p := fr.fn.code.Proto
	for _, reg := range in.operands() {
		if x := f.s.th.stack[int(fr.base)+reg]; x != v {
			continue
		}
		from = p.pos[fr.pc-1]
		if at := setBefore(p, fr.pc-1, reg); at >= 0 && reg >= f.s.activeAt(p, fr.pc-1) {
			from = p.pos[at]
		}
		kind, name = nameAt(p, fr.pc-1, reg)
		return kind, name, from
	}
	return "", "", -1
}

// activeAt is how many registers are locals at an instruction.
func (f *faults) activeAt(p *Proto, pc int) (n int) {
	for _, l := range p.locals {
		if l.from <= pc && pc < l.to {
			n = max(n, l.reg+1)
		}
	}
	return n
}

// refuseOperand ends a script that does something with what cannot.
func (f *faults) refuseOperand(what string, v Value) {
	kind, name, from := f.s.operand(v)
	switch {
	case name != "" && v.p == nil && kind == "global":
		f.s.raise(from, unknownName+strconv.Quote(name))
	case name != "":
		f.s.raise(from, "attempt to "+what+" "+v.Kind().article()+" ("+kind+" '"+name+"')")
	}
	f.s.raise(from, "attempt to "+what+" "+v.Kind().article())
}

func (f *faults) refuseArith(a, b Value) {
	if _, ok := f.s.toNumber(a); ok {
		a = b
	}
	kind, name, from := f.s.operand(a)
	if name != "" && a.p == nil && kind != "global" {
		f.s.raise(from, name+" is nil, where a number is wanted")
	}
	f.s.refuseOperand("compute with", a)
}

func (f *faults) refuseOrder(a, b Value) {
	text := "attempt to compare " + a.Kind().String() + " with " + b.Kind().String()
	if a.Kind() == b.Kind() {
		text = "attempt to compare two " + a.Kind().String() + " values"
	}
	for _, v := range [...]Value{a, b} {
		if v.isNumber() {
			continue
		}
		if kind, name, from := f.s.operand(v); name != "" {
			f.s.raise(from, text+" ("+kind+" '"+name+"')")
		}
	}
	f.s.raise(-1, text)
}
