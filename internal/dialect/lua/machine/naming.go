package machine

import (
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/internal/dialect/lua/bytecode"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
)

// named is nameAt for a frame, by the name alone.
func (f *faults) named(fr *frame, reg int) string {
	_, name := fr.fn.code.Proto.NameAt(fr.pc-1, reg)
	return name
}

// instruction returns the one that a script is at; nil where a function of Go runs.
func (f *faults) instruction() (fr *frame, in *bytecode.Instr) {
	if fr = f.s.th.last; f.s.running != nil || fr == &f.s.th.root || fr.pc == 0 {
		return nil, nil
	}
	return fr, &fr.fn.code.Proto.Code[fr.pc-1]
}

// Subject names what the script that is under way took for something that it is not: nil that it
// indexes, calls or computes with. It is for functions of Go that handle this; empty where nothing
// is nil there, or has a name.
func (f *faults) Subject() string {
	fr := f.s.th.last
	if fr == &f.s.th.root {
		return ""
	}
	in := &fr.fn.code.Code[max(fr.pc-1, 0)]
	list := in.Operands()
	switch in.Op {
	case bytecode.GetField, bytecode.Get, bytecode.Self:
		list = []int{int(in.B)}
	case bytecode.SetField, bytecode.Set, bytecode.Call, bytecode.Tail:
		list = []int{int(in.A)}
	}
	for _, reg := range list {
		if f.s.th.stack[int(fr.base)+reg].p == nil || in.Op == bytecode.Call || in.Op == bytecode.Tail {
			if name := f.named(fr, reg); name != "" {
				return name
			}
		}
	}
	return ""
}

// ArgumentOfUser names what the innermost function that is none of the owner's gave as an argument, by its
// number from one on, to the method that it calls; empty where that has no name.
func (f *faults) ArgumentOfUser(n int) string {
	for fr := f.s.th.last; fr != &f.s.th.root; fr = fr.outer {
		p := fr.fn.code.Proto
		if f.s.isLibrary(p.Chunk) || fr.pc == 0 {
			continue
		}
		in := p.Code[fr.pc-1]
		if in.Op != bytecode.Call && in.Op != bytecode.Tail {
			return ""
		}
		_, name := p.NameAt(fr.pc-1, int(in.A)+1+n)
		return name
	}
	return ""
}

// refuseIndex ends a script that looks for a key in what has none.
func (f *faults) refuseIndex(v, k Value) {
	key := Show(k)
	name := ""
	if fr, in := f.s.instruction(); fr != nil {
		reg := -1
		switch in.Op {
		case bytecode.GetField, bytecode.Get, bytecode.Self:
			reg = int(in.B)
		case bytecode.SetField, bytecode.Set:
			reg = int(in.A)
		}
		if reg >= 0 && same(f.s.th.stack[int(fr.base)+reg], v) {
			var kind string
			if kind, name = fr.fn.code.Proto.NameAt(fr.pc-1, reg); v.p == nil {
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
	if kind == "global" || kind == "field" && inLibrary && source.Libraries[lib] && f.s.Global(lib).isTable() {
		if !inLibrary && !f.s.Global(name).IsNil() { // of a source with an environment
			f.s.Raise("%q is not in the environment of this file; it is GLOBAL.%s", name, name)
		}
		f.s.Raise(unknownName+"%q", name)
	}
}

// refuseCall ends a script that calls what is no function, which lies on the stack.
func (f *faults) refuseCall(at int) {
	v := f.s.th.stack[at]
	fr, in := f.s.instruction()
	if fr != nil && in.Op == bytecode.Each && at == int(fr.base)+int(in.A)+3 {
		if kind, name := fr.fn.code.Proto.NameGiven(fr.pc-1, int(in.A)); v.p == nil {
			f.s.unknown(kind, name)
		}
		f.s.Raise("attempt to call %s%s", v.Kind().article(), f.s.loopName(0))
	}
	if fr == nil || in.Op != bytecode.Call && in.Op != bytecode.Tail || at != int(fr.base)+int(in.A) {
		f.s.Raise("attempt to call %s", v.Kind().article())
	}
	kind, name := fr.fn.code.Proto.NameAt(fr.pc-1, int(in.A))
	if v.p == nil {
		f.s.unknown(kind, name)
	}
	switch {
	case name == "":
		f.s.Raise("attempt to call %s", v.Kind().article())
	case v.p == nil:
		t := f.s.raised(-1, name+" is no function")
		if colon := strings.LastIndexByte(name, ':'); colon >= 0 {
			t.method, t.of = name[colon+1:], f.s.th.stack[at+1].Table()
		}
		panic(t)
	}
	f.s.Raise("%s is no function, but %s", name, v.Kind().article())
}

// loopName is what a script names one of the values that a loop begins with, from 0 on, in brackets; empty
// where that has no name.
func (f *faults) loopName(i int) string {
	fr, in := f.s.instruction()
	if fr == nil {
		return ""
	}
	kind, name := fr.fn.code.Proto.NameGiven(fr.pc-1, int(in.A)+i)
	if name == "" {
		return ""
	}
	return " (" + kind + " '" + name + "')"
}

// operand finds the name of an operand by its value, and where it stands.
func (f *faults) operand(v Value) (kind, name string, from int32) {
	fr, in := f.s.instruction()
	if fr == nil {
		return "", "", -1
	}
	p := fr.fn.code.Proto
	for _, reg := range in.Operands() {
		if x := f.s.th.stack[int(fr.base)+reg]; x != v {
			continue
		}
		from = p.PlaceOf(fr.pc - 1)
		if at := p.SetBefore(fr.pc-1, reg); at >= 0 && reg >= p.ActiveAt(fr.pc-1) {
			from = p.PlaceOf(at)
		}
		kind, name = p.NameAt(fr.pc-1, reg)
		return kind, name, from
	}
	return "", "", -1
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
