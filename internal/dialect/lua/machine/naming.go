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

// argument is the kind of names that argument gives.
const argument = "argument"

// nameAt names what a register of a frame holds. What one of the owner's functions was given as an argument,
// by a script of the user or through others of its own, is named as it stands there: "argument 1, t.x,".
func (f *faults) nameAt(fr *frame, reg int) (kind, name string) {
	if name := f.argument(fr, reg); name != "" {
		return argument, name
	}
	return fr.fn.code.Proto.NameAt(fr.pc-1, reg)
}

// argument is the name of an argument of the user's that a register of one of the owner's functions holds;
// empty for any other.
func (f *faults) argument(fr *frame, reg int) string {
	for fr.fn.code.library {
		p := fr.fn.code.Proto
		param := p.Argument(fr.pc-1, reg)
		switch {
		case param < 0 || p.Rest:
			return ""
		case fr.lostUser() != nil && fr.lost.tails == fr.tails:
			return argumentAt(fr.lost.proto, int(fr.lost.pc), p, param)
		case fr.entry || fr.tails > 0 || fr.outer == &f.s.th.root:
			return ""
		}
		fn := fr.fn
		fr = fr.outer
		in := &fr.fn.code.Proto.Code[fr.pc-1]
		if in.Op != bytecode.Call || f.s.th.stack[int(fr.base)+int(in.A)].Function() != fn {
			return ""
		}
		if !fr.fn.code.library {
			return argumentAt(fr.fn.code.Proto, fr.pc-1, p, param)
		}
		reg = int(in.A) + 1 + param
	}
	return ""
}

// argumentAt is what a call gives to a function as a parameter, from 0 on. Those of a method are counted from
// behind what it is of.
func argumentAt(p *Proto, pc int, of *Proto, param int) string {
	in := &p.Code[pc]
	n := param + 1
	if of.ParamName(0) == "self" {
		n = param
	}
	if n == 0 {
		return ""
	}
	text := argument + " " + strconv.Itoa(n)
	if in.B > 0 && param < int(in.B)-1 { // it is there, and no more of a list
		if _, name := p.NameAt(pc, int(in.A)+1+param); name != "" {
			text += ", " + name + ","
		}
	}
	return text
}

// ArgumentOfUser names what the function of Go that runs was given by one of the owner's, as an argument from
// one on, if that is an argument of the user's; empty otherwise.
func (c *Call) ArgumentOfUser(i int) string {
	fr := c.th.last
	if c.byGo || fr == &c.th.root {
		return ""
	}
	in := &fr.fn.code.Proto.Code[max(fr.pc-1, 0)]
	isCall := in.Op == bytecode.Call || in.Op == bytecode.Tail
	if !isCall || int(fr.base)+int(in.A)+1 != c.base || in.B > 0 && i > int(in.B)-1 {
		return ""
	}
	return c.S.argument(fr, int(in.A)+i)
}

// NameGiven names what the function of Go that runs was given: as the user's argument where one of the owner's
// functions hands that on, else as the script does. Empty where it is none of the arguments or several, or has no name.
func (f *faults) NameGiven(v Value) string {
	c := f.s.running
	if c == nil {
		return ""
	}
	for i := range c.n {
		if c.Get(i+1) != v {
			continue
		}
		for j := i + 1; j < c.n && v.p != nil; j++ {
			if c.Get(j+1) == v { // which of them is meant cannot be seen
				return ""
			}
		}
		if name := c.ArgumentOfUser(i + 1); name != "" {
			return name
		}
		if _, name := c.nameOf(i + 1); name != "" {
			return name
		}
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
			if kind, name = f.nameAt(fr, reg); v.p == nil {
				f.s.unknown(kind, name)
			}
		}
	}
	if name == "" {
		f.s.Raise("found %s, where something that has %s is wanted", v.Kind().article(), key)
	}
	f.s.Raise("%s is %s, where something that has %s is wanted", name, v.Kind().article(), key)
}

// refuseKey ends a script that gives a table a value by nil.
func (f *faults) refuseKey() {
	if fr, in := f.s.instruction(); fr != nil && in.Op == bytecode.Set {
		if name := f.argument(fr, int(in.B)); name != "" {
			f.s.Raise("%s is nil, where something to be the key of a table is wanted", name)
		}
	}
	f.s.Raise("the key of a table cannot be nil")
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
	kind, name := f.nameAt(fr, int(in.A))
	if v.p == nil {
		f.s.unknown(kind, name)
	}
	switch {
	case name == "":
		f.s.Raise("attempt to call %s", v.Kind().article())
	case kind == argument:
		f.s.Raise("%s is %s, where a function is wanted", name, v.Kind().article())
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
		kind, name = f.nameAt(fr, reg)
		return kind, name, from
	}
	return "", "", -1
}

// refuseOperand ends a script that does something with what cannot.
func (f *faults) refuseOperand(what string, v Value) {
	kind, name, from := f.s.operand(v)
	switch {
	case kind == argument:
		f.s.raise(from, "attempt to "+what+" "+name+" which is "+v.Kind().article())
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
	if kind == argument || name != "" && a.p == nil && kind != "global" {
		f.s.raise(from, name+" is "+a.Kind().article()+", where a number is wanted")
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
		kind, name, from := f.s.operand(v)
		if kind == argument {
			f.s.raise(from, name+" is "+v.Kind().article()+", where a number is wanted")
		}
		if name != "" {
			f.s.raise(from, text+" ("+kind+" '"+name+"')")
		}
	}
	f.s.raise(-1, text)
}
