package bytecode

import (
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
)

// exprs computes expressions into the next registers, so many values of them; a negative want
// is all. It reports whether the end is open then.
func (g *generator) exprs(list []source.Expr, want int, at int32) (open bool) {
	for i, e := range list {
		switch last := i == len(list)-1; {
		case last && want < 0 && isMany(e):
			g.many(e, g.reserve(1, e.Where().From), 0)
			return true
		case last && want > i+1 && isMany(e):
			base := g.reserve(want-i, at)
			g.many(e, base, want-i+1)
			return false
		case want >= 0 && i >= want: // only for what it does
			r := g.reserve(1, at)
			g.exprTo(e, r)
			g.free = int(r)
		default:
			g.exprTo(e, g.reserve(1, e.Where().From))
		}
	}
	if n := want - len(list); n > 0 {
		g.emit(Instr{Op: Nil, A: g.reserve(n, at), C: int32(n - 1)}, at)
	}
	return false
}

// isMany reports whether an expression may give more than one value.
func isMany(e source.Expr) bool {
	switch e.(type) {
	case *source.Call, *source.Rest:
		return true
	}
	return false
}

// many computes values-1 values of a call or of ..., from a register on; 0 for all.
func (g *generator) many(e source.Expr, base uint8, values int) {
	if c, ok := e.(*source.Call); ok {
		// the registers behind base are reserved, but are nobody's yet
		end := g.free
		g.free = int(base) + 1
		g.call(c, base, values)
		g.free = max(end, int(base)+1)
		return
	}
	g.emit(Instr{Op: Rest, A: base, C: int32(values)}, e.Where().From)
}

// call calls with results-1 results from base on; 0 for all. base is the last register that
// is reserved.
func (g *generator) call(c *source.Call, base uint8, results int) {
	at := c.From
	args := c.Args
	if c.Method != "" {
		r := g.into(c.Fn, base)
		g.free = int(base) + 1
		g.reserve(1, at)
		g.emit(Instr{Op: Self, A: base, B: r, C: g.textConst(c.Method), D: g.cache()}, at)
	} else {
		g.exprTo(c.Fn, base)
	}
	open := g.exprs(args, -1, at)
	b := uint8(0)
	if !open {
		b = uint8(g.free - int(base))
	}
	g.emit(Instr{Op: Call, A: base, B: b, C: int32(results), D: fresh(args)}, at)
	g.free = int(base) + 1
}

// fresh has a bit for each of the first arguments that is a constructor.
func fresh(args []source.Expr) (bits int32) {
	for i, arg := range args {
		if _, ok := arg.(*source.Table); ok && i < 31 {
			bits |= 1 << i
		}
	}
	return bits
}

// any computes an expression into some register: that of a local, or a new one.
func (g *generator) any(e source.Expr) uint8 {
	for {
		p, ok := e.(*source.Paren)
		if !ok {
			break
		}
		e = p.In
	}
	if n, ok := e.(*source.Name); ok && n.Local != nil && n.Local.Of == g.fn.Scope && !n.Local.Captured {
		return uint8(n.Local.Reg)
	}
	r := g.reserve(1, e.Where().From)
	g.exprTo(e, r)
	return r
}

// into is any that prefers a register, unless that is a local's.
func (g *generator) into(e source.Expr, to uint8) uint8 {
	if n, ok := e.(*source.Name); ok && n.Local != nil || int(to) < len(g.active) {
		return g.any(e)
	}
	g.exprTo(e, to)
	return to
}

// exprTo computes one value into a register, which is reserved or that of a local.
func (g *generator) exprTo(e source.Expr, to uint8) {
	free := g.free
	at := e.Where().From
	switch e := e.(type) {
	case *source.Const:
		switch e.Kind {
		case source.NilConst:
			g.emit(Instr{Op: Nil, A: to}, at)
		case source.BoolConst:
			g.emit(Instr{Op: Bool, A: to, X: truthBit(e.Truth)}, at)
		case source.NumberConst:
			g.emit(Instr{Op: Const, A: to, C: g.numberConst(e.Number)}, at)
		default:
			g.emit(Instr{Op: Const, A: to, C: g.textConst(e.Text)}, at)
		}
	case *source.Rest:
		g.emit(Instr{Op: Rest, A: to, C: 2}, at)
	case *source.Paren:
		g.exprTo(e.In, to)
	case *source.Func:
		g.function(e, to)
	case *source.Name:
		g.variable(e, to)
	case *source.Index:
		of := g.into(e.Of, to)
		if k, ok := e.Key.(*source.Const); ok && k.Kind == source.TextConst {
			g.emit(Instr{Op: GetField, A: to, B: of, C: g.textConst(k.Text), D: g.cache()}, at)
		} else {
			g.emit(Instr{Op: Get, A: to, B: of, X: g.any(e.Key)}, at)
		}
	case *source.Call:
		base := to
		if int(to) != g.free-1 || int(to) < len(g.active) {
			base = g.reserve(1, at)
		}
		g.call(e, base, 2)
		if base != to {
			g.emit(Instr{Op: Move, A: to, B: base}, at)
		}
	case *source.Unary:
		if e.Op == source.TokenNot {
			g.truth(e, to)
			break
		}
		op := Minus
		if e.Op == '#' {
			op = Len
		}
		g.emit(Instr{Op: op, A: to, B: g.into(e.A, to)}, at)
	case *source.Binary:
		g.binary(e, to)
	case *source.Join:
		base := g.reserve(1, at)
		for i, p := range e.Parts {
			r := base
			if i > 0 {
				r = g.reserve(1, p.Where().From)
			}
			g.exprTo(p, r)
		}
		g.emit(Instr{Op: Join, A: to, B: base, C: int32(len(e.Parts) - 1)}, at)
	case *source.Table:
		g.table(e, to)
	}
	g.free = free
}

func truthBit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

func (g *generator) variable(e *source.Name, to uint8) {
	switch l := e.Local; {
	case l == nil:
		g.emit(Instr{Op: GetGlobal, A: to, C: g.textConst(e.Name), D: g.cache()}, e.From)
	case l.Of != g.fn.Scope:
		g.emit(Instr{Op: GetUp, A: to, C: int32(g.fn.Up(l))}, e.From)
	case l.Captured:
		g.emit(Instr{Op: GetCell, A: to, B: uint8(l.Reg)}, e.From)
	case uint8(l.Reg) != to:
		g.emit(Instr{Op: Move, A: to, B: uint8(l.Reg)}, e.From)
	}
}

func (g *generator) function(f *source.Func, to uint8) {
	g.Protos = append(g.Protos, nil)
	i := len(g.Protos) - 1
	g.Protos[i] = g.Chunk.generate(f, g.fault)
	g.emit(Instr{Op: Func, A: to, C: int32(i)}, f.From)
}

var arithmeticOps = map[source.Token]Opcode{'+': Add, '-': Sub, '*': Mul, '/': Div, '%': Mod, '^': Pow}

func (g *generator) binary(e *source.Binary, to uint8) {
	switch e.Op {
	case source.TokenAnd, source.TokenOr:
		g.logical(e, to)
		return
	}
	op, ok := arithmeticOps[e.Op]
	if !ok {
		g.truth(e, to)
		return
	}
	a := g.into(e.A, to)
	if k, ok := e.B.(*source.Const); ok && k.Kind == source.NumberConst && op <= Div {
		g.emit(Instr{Op: op - Add + AddK, A: to, B: a, C: g.numberConst(k.Number)}, e.From)
		return
	}
	g.emit(Instr{Op: op, A: to, B: a, X: g.any(e.B)}, e.From)
}

// logical computes `and` and `or`: the left side goes to a register that is nobody's, so that
// the right side may still use the local that is assigned.
func (g *generator) logical(e *source.Binary, to uint8) {
	r := to
	if int(to) < len(g.active) {
		r = g.reserve(1, e.From)
	}
	var end []int
	for list := chainOf(e); ; {
		part := list[0]
		g.exprTo(part, r)
		if list = list[1:]; len(list) == 0 {
			break
		}
		end = append(end, g.emit(Instr{Op: Test, A: r, X: truthBit(e.Op == source.TokenOr)}, part.Where().From))
	}
	g.patch(end, g.here())
	if r != to {
		g.emit(Instr{Op: Move, A: to, B: r}, e.From)
	}
}

// chainOf lists the sides of a row of equal operators, which associate to the left.
func chainOf(e *source.Binary) (list []source.Expr) {
	op := e.Op
	for {
		list = append(list, e.B)
		next, ok := e.A.(*source.Binary)
		if !ok || next.Op != op {
			list = append(list, e.A)
			break
		}
		e = next
	}
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}

// truth computes true or false.
func (g *generator) truth(e source.Expr, to uint8) {
	at := e.Where().From
	if u, ok := e.(*source.Unary); ok && !isCompared(u.A) {
		g.emit(Instr{Op: Not, A: to, B: g.into(u.A, to)}, at)
		return
	}
	var yes []int
	g.jump(e, true, &yes)
	g.emit(Instr{Op: Bool, A: to, C: int32(g.here() + 2)}, at)
	g.patch(yes, g.here())
	g.emit(Instr{Op: Bool, A: to, X: 1}, at)
}

// isCompared reports whether an expression only jumps.
func isCompared(e source.Expr) bool {
	switch e := e.(type) {
	case *source.Paren:
		return isCompared(e.In)
	case *source.Unary:
		return e.Op == source.TokenNot
	case *source.Binary:
		_, ok := arithmeticOps[e.Op]
		return !ok
	}
	return false
}

// jump jumps where an expression is true, or where it is not. The places that jump are added
// to out.
func (g *generator) jump(e source.Expr, when bool, out *[]int) {
	free := g.free
	at := e.Where().From
	switch e := e.(type) {
	case *source.Paren:
		g.jump(e.In, when, out)
	case *source.Const:
		if (e.Kind != source.NilConst && (e.Kind != source.BoolConst || e.Truth)) == when {
			*out = append(*out, g.emit(Instr{Op: Jump}, at))
		}
	case *source.Unary:
		if e.Op == source.TokenNot {
			g.jump(e.A, !when, out)
		} else {
			g.test(e, when, out)
		}
	case *source.Binary:
		switch e.Op {
		case source.TokenAnd, source.TokenOr:
			list := chainOf(e)
			if when == (e.Op == source.TokenOr) {
				for _, part := range list {
					g.jump(part, when, out)
				}
				break
			}
			var skip []int
			for _, part := range list[:len(list)-1] {
				g.jump(part, !when, &skip)
			}
			g.jump(list[len(list)-1], when, out)
			g.patch(skip, g.here())
		case source.TokenEqual, source.TokenUnequal, '<', '>', source.TokenAtMost, source.TokenAtLeast:
			g.compare(e, when, out)
		default:
			g.test(e, when, out)
		}
	default:
		g.test(e, when, out)
	}
	g.free = free
}

func (g *generator) test(e source.Expr, when bool, out *[]int) {
	*out = append(*out, g.emit(Instr{Op: Test, A: g.any(e), X: truthBit(when)}, e.Where().From))
}

// swapped are the comparisons with their sides the other way round.
var swapped = map[source.Token]source.Token{'<': '>', '>': '<', source.TokenAtMost: source.TokenAtLeast, source.TokenAtLeast: source.TokenAtMost, source.TokenEqual: source.TokenEqual, source.TokenUnequal: source.TokenUnequal}

var constOps = map[source.Token]Opcode{'<': LtK, '>': GtK, source.TokenAtMost: LeK, source.TokenAtLeast: GeK, source.TokenEqual: EqK, source.TokenUnequal: EqK}

func (g *generator) compare(e *source.Binary, when bool, out *[]int) {
	op, a, b := e.Op, e.A, e.B
	if op == source.TokenUnequal {
		when = !when
	}
	isConst := func(e source.Expr) bool {
		k, ok := e.(*source.Const)
		return ok && (k.Kind == source.NumberConst || op == source.TokenEqual || op == source.TokenUnequal)
	}
	_, isLiteral := b.(*source.Const)
	c := Compare{Op: op, A: a.Where(), B: b.Where(), IsLiteral: isLiteral}
	isSwapped := isConst(a) && !isConst(b)
	if isSwapped {
		a, b, op = b, a, swapped[op]
	}
	if isConst(b) {
		k := b.(*source.Const)
		i := Instr{Op: constOps[op], A: g.any(a), X: truthBit(when), D: g.konst(konstOf(k))}
		if c.Left, c.Right = int16(i.A), -1; isSwapped {
			c.Left, c.Right = c.Right, c.Left
		}
		*out = append(*out, g.compared(i, c, e.From))
		return
	}
	x, y := g.any(a), g.any(b)
	c.Left, c.Right = int16(x), int16(y)
	i := Instr{Op: Eq, A: x, B: y, X: truthBit(when)}
	switch op {
	case '<':
		i.Op = Lt
	case source.TokenAtMost:
		i.Op = Le
	case '>':
		i.Op, i.A, i.B = Lt, y, x
	case source.TokenAtLeast:
		i.Op, i.A, i.B = Le, y, x
	}
	*out = append(*out, g.compared(i, c, e.From))
}

// compared emits an instruction that compares, and notes how that stands in the source.
func (g *generator) compared(i Instr, c Compare, at int32) int {
	pc := g.emit(i, at)
	c.PC = int32(pc)
	g.compares = append(g.compares, c)
	return pc
}

func konstOf(e *source.Const) Konst {
	switch e.Kind {
	case source.NumberConst:
		return numberKonst(e.Number)
	case source.BoolConst:
		return boolKonst(e.Truth)
	}
	return Konst{Kind: e.Kind, Text: e.Text}
}

// listPart is how many values of a constructor are put into the list at once.
const listPart = 50

func (g *generator) table(e *source.Table, to uint8) {
	at := e.From
	t := to
	if int(to) != g.free-1 || int(to) < len(g.active) { // the values of its list follow it
		t = g.reserve(1, at)
	}
	names := 0
	for _, it := range e.Items {
		if it.Key != nil {
			names++
		}
	}
	g.emit(Instr{Op: Table, A: t, C: int32(len(e.Items) - names), D: int32(names)}, at)
	done, waiting := 0, 0
	flush := func(open bool, at int32) {
		n := uint8(waiting)
		if open {
			n = 0
		}
		g.emit(Instr{Op: List, A: t, B: n, C: int32(done)}, at)
		done, waiting, g.free = done+waiting, 0, int(t)+1
	}
	for i, it := range e.Items {
		at := it.Value.Where().From
		if it.Key != nil {
			free := g.free
			p := target{of: t, text: -1, at: it.Key.Where().From}
			if k, ok := it.Key.(*source.Const); ok && k.Kind == source.TextConst {
				p.text = g.textConst(k.Text)
			} else {
				p.key = g.any(it.Key)
			}
			g.store(p, g.any(it.Value))
			g.free = free
			continue
		}
		if i == len(e.Items)-1 && isMany(it.Value) {
			g.many(it.Value, g.reserve(1, at), 0)
			flush(true, at)
			break
		}
		g.exprTo(it.Value, g.reserve(1, at))
		if waiting++; waiting == listPart {
			flush(false, at)
		}
	}
	if waiting > 0 {
		flush(false, at)
	}
	if t != to {
		g.emit(Instr{Op: Move, A: to, B: t}, at)
	}
}
