package bytecode

import (
	"strconv"

	"github.com/thicket-sim/thicket/internal/dialect/lua/number"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
)

// maxNameSearch is how many instructions are looked through for what a register holds.
const maxNameSearch = 2000

// NameAt says in the words of the source what a register holds when an instruction runs: what
// kind of thing that is, and its name; empty where that cannot be told.
func (p *Proto) NameAt(pc, reg int) (kind, name string) {
	for i := len(p.Locals) - 1; i >= 0; i-- {
		if l := &p.Locals[i]; int(l.Reg) == reg && l.lives(pc) {
			if l.Name == "(for)" {
				return "", ""
			}
			return "local", l.Name
		}
	}
	return p.NameGiven(pc, reg)
}

// NameGiven is NameAt of a register by what was put there, whichever local it is since.
func (p *Proto) NameGiven(pc, reg int) (kind, name string) {
	at := p.SetBefore(pc, reg)
	if at < 0 {
		return "", ""
	}
	in := p.Code[at]
	text := func(k int32) string { return p.Konsts[k].Text }
	of := func(sign string, key string) string {
		_, owner := p.NameAt(at, int(in.B))
		if owner == "" {
			return ""
		}
		return owner + sign + key
	}
	switch in.Op {
	case Move:
		if int(in.B) != reg {
			return p.NameAt(at, int(in.B))
		}
	case GetGlobal:
		return "global", text(in.C)
	case GetField:
		if _, owner := p.NameAt(at, int(in.B)); owner == source.Environment {
			return "global", text(in.C)
		}
		if name := of(".", text(in.C)); name != "" {
			return "field", name
		}
		return "field", text(in.C)
	case Self:
		if int(in.A) == reg {
			if name := of(":", text(in.C)); name != "" {
				return "method", name
			}
			return "method", text(in.C)
		}
		return p.NameAt(at, int(in.B))
	case Get:
		key := "..."
		if _, n := p.NameAt(at, int(in.X)); n != "" {
			key = n
		} else if set := p.SetBefore(at, int(in.X)); set >= 0 && p.Code[set].Op == Const {
			k := p.Konsts[p.Code[set].C]
			if key = strconv.Quote(k.Text); k.Kind == source.NumberConst {
				key = number.Show(k.Number())
			}
		}
		if name := of("[", key); name != "" {
			return "field", name + "]"
		}
	case GetUp:
		return "local", p.Caps[in.C].Name
	case GetCell:
		return p.NameAt(at, int(in.B))
	case Call:
		if int(in.A) == reg {
			if _, name := p.NameAt(at, int(in.A)); name != "" {
				return "result", name + "()"
			}
		}
	}
	return "", ""
}

// Argument is the parameter, from 0 on, whose value a register holds at an instruction as it was given, or a
// copy of it; negative where it may hold anything else.
func (p *Proto) Argument(pc, reg int) int {
	for at := p.SetBefore(pc, reg); at >= 0; at = p.SetBefore(pc, reg) {
		in := &p.Code[at]
		if in.Op != Move && in.Op != GetCell || int(in.B) == reg {
			return -1
		}
		pc, reg = at, int(in.B)
	}
	if reg >= int(p.Params) {
		return -1
	}
	for i := range p.Code {
		if in := &p.Code[i]; in.sets(reg) || in.Op == SetCell && int(in.A) == reg {
			return -1
		}
	}
	return reg
}

// ParamName is the name of a parameter, from 0 on.
func (p *Proto) ParamName(i int) string {
	for j := range p.Locals {
		if l := &p.Locals[j]; int(l.Reg) == i && l.lives(0) {
			return l.Name
		}
	}
	return ""
}

// SetBefore finds the instruction before another that wrote a register last, whichever way the
// program came; negative where there are several.
func (p *Proto) SetBefore(pc, reg int) int {
	found, behind := -1, 0 // found is sure only behind the last jump over it
	for i := max(0, pc-maxNameSearch); i < pc; i++ {
		in := &p.Code[i]
		switch in.Op {
		case Jump, Test, Eq, Lt, Le, EqK, LtK, LeK, GtK, GeK, Bool, Count:
			if to := int(in.C); to > i && to <= pc {
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
func (in *Instr) sets(reg int) bool {
	a := int(in.A)
	switch in.Op {
	case SetUp, SetCell, NewCell, SetGlobal, Owned, SetField, Set, List, Jump, Loop, Test, Return, Return1,
		Eq, Lt, Le, EqK, LtK, LeK, GtK, GeK:
		return false
	case Nil:
		return reg >= a && reg <= a+int(in.C)
	case Self:
		return reg == a || reg == a+1
	case Call, Tail, Rest:
		return reg >= a
	case Count, Again:
		return reg == a || reg == a+3
	case Each:
		return reg >= a+2
	}
	return reg == a
}

// Operands are the registers that an instruction computes with.
func (in *Instr) Operands() (list []int) {
	switch in.Op {
	case Add, Sub, Mul, Div, Mod, Pow:
		return []int{int(in.B), int(in.X)}
	case AddK, SubK, MulK, DivK, Minus, Len:
		return []int{int(in.B)}
	case Join:
		for i := range int(in.C) + 1 {
			list = append(list, int(in.B)+i)
		}
	case Eq, Lt, Le:
		return []int{int(in.A), int(in.B)}
	case EqK, LtK, LeK, GtK, GeK:
		return []int{int(in.A)}
	}
	return list
}

// ActiveAt is how many registers are locals at an instruction.
func (p *Proto) ActiveAt(pc int) (n int) {
	for i := range p.Locals {
		if l := &p.Locals[i]; l.lives(pc) {
			n = max(n, int(l.Reg)+1)
		}
	}
	return n
}
