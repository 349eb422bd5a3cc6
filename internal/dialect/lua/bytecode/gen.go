package bytecode

import (
	"encoding/binary"

	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
)

// MaxRegs is how many registers a function may have, as in C Lua.
const MaxRegs = 250

// generator makes the code of a function. Registers are a stack: first the locals in scope,
// then what is being computed.
type generator struct {
	*Proto
	fn       *source.Func
	size     int     // registers
	pos      []int32 // where each instruction stands
	compares []Compare
	free     int // the first register that nobody has
	active   []*source.Variable
	open     []int // for each of active its place in Proto.locals
	known    map[Konst]int32
	breaks   *[]int // jumps that leave the loop
	fault    func(at int32, format string, args ...any)
}

func (c *Chunk) generate(f *source.Func, fault func(int32, string, ...any)) *Proto {
	p := &Proto{Chunk: c, Number: int32(len(c.Protos)), Name: f.Name, At: f.Span, Params: uint8(len(f.Params)), Rest: f.Rest}
	c.Protos = append(c.Protos, p)
	g := &generator{Proto: p, fn: f, known: map[Konst]int32{}, fault: fault}
	for _, u := range f.Ups {
		k := Capture{Local: u.Outer < 0, At: int32(u.Outer), Name: u.Local.Name}
		if k.Local {
			k.At = int32(u.Local.Reg)
		}
		p.Caps = append(p.Caps, k)
	}
	for _, l := range f.Params {
		g.reserve(1, f.From)
		g.declare(l, f.From)
	}
	if f.Arg != nil {
		r := g.reserve(1, f.From)
		if f.UsesRest {
			g.emit(Instr{Op: Nil, A: r}, f.From)
		} else {
			g.emit(Instr{Op: Arg, A: r}, f.From)
		}
		g.declare(f.Arg, f.From)
	}
	g.block(f.Body)
	g.emit(Instr{Op: Return, B: 1}, max(f.To-3, f.From)) // at end
	g.close(0)
	p.Cost = 1 + int32(len(p.Code)/8)
	// A chunk is kept for as long as the game, so its lists have no room to grow.
	p.Code, p.Konsts, p.Protos = exact(p.Code), exact(p.Konsts), exact(p.Protos)
	p.Caps, p.Locals = exact(p.Caps), exact(p.Locals)
	if p.places = differences(g.pos); len(g.compares) > 0 {
		list := exact(g.compares)
		p.compares = &list
	}
	p.Size = uint8(g.size + 3) // what the machine pushes for functions that it calls itself
	return p
}

// differences writes places as [Proto.PlaceOf] reads them.
func differences(places []int32) string {
	var list []byte
	was := int32(0)
	for _, at := range places {
		list = binary.AppendVarint(list, int64(at-was))
		was = at
	}
	return string(list)
}

// exact returns a list without room for more.
func exact[T any](list []T) []T {
	if len(list) == cap(list) {
		return list
	}
	return append(make([]T, 0, len(list)), list...)
}

func (g *generator) emit(i Instr, at int32) int {
	g.Code = append(g.Code, i)
	g.pos = append(g.pos, at)
	return len(g.Code) - 1
}

func (g *generator) here() int { return len(g.Code) }

func (g *generator) patch(list []int, to int) {
	for _, pc := range list {
		g.Code[pc].C = int32(to)
	}
}

// reserve takes the next n registers and returns the first.
func (g *generator) reserve(n int, at int32) uint8 {
	r := g.free
	g.free += n
	if g.free > g.size {
		g.size = g.free
		if g.free > MaxRegs {
			g.fault(at, "a function that needs more than %d places for its locals and for what it computes; divide it", MaxRegs)
			g.free, r = MaxRegs/2, MaxRegs/2 // only to go on
		}
	}
	return uint8(r)
}

// declare makes the register behind the active locals one. Its value is there.
func (g *generator) declare(l *source.Variable, at int32) {
	l.Reg = len(g.active)
	if l.Captured {
		g.emit(Instr{Op: NewCell, A: uint8(l.Reg)}, at)
	}
	g.active = append(g.active, l)
	g.open = append(g.open, len(g.Locals))
	g.Locals = append(g.Locals, Local{l.Name, int32(l.Reg), int32(g.here()), -1, l.Captured})
}

// close ends the scope of the locals that came after the first n.
func (g *generator) close(n int) {
	for _, i := range g.open[n:] {
		g.Locals[i].To = int32(g.here())
	}
	g.active, g.open, g.free = g.active[:n], g.open[:n], n
}

func (g *generator) konst(k Konst) int32 {
	i, ok := g.known[k]
	if !ok {
		i = int32(len(g.Konsts))
		g.known[k] = i
		g.Konsts = append(g.Konsts, k)
	}
	return i
}

func (g *generator) textConst(s string) int32 { return g.konst(Konst{Kind: source.TextConst, Text: s}) }

func (g *generator) numberConst(f float64) int32 {
	return g.konst(numberKonst(f))
}

func (g *generator) cache() int32 {
	g.Caches++
	return g.Caches - 1
}

func (g *generator) block(list []source.Stmt) {
	n := len(g.active)
	g.stmts(list)
	g.close(n)
}

func (g *generator) stmts(list []source.Stmt) {
	for _, st := range list {
		g.stmt(st)
		g.free = len(g.active)
	}
}

func (g *generator) stmt(st source.Stmt) {
	at := st.Where().From
	switch st := st.(type) {
	case *source.Local:
		g.exprs(st.Exprs, len(st.Names), at)
		for _, l := range st.Names {
			g.declare(l, at)
		}
	case *source.LocalFunc:
		r := g.reserve(1, at)
		if st.Name.Captured {
			g.emit(Instr{Op: Nil, A: r}, at)
		}
		g.declare(st.Name, at)
		if st.Name.Captured {
			f := g.reserve(1, at)
			g.function(st.Fn, f)
			g.emit(Instr{Op: SetCell, A: r, B: f}, at)
		} else {
			g.function(st.Fn, r)
		}
	case *source.Assign:
		g.assign(st)
	case *source.CallStmt:
		g.call(st.Call, g.reserve(1, at), 1)
	case *source.Do:
		g.block(st.Body)
	case *source.If:
		g.ifs(st)
	case *source.While, *source.Repeat, *source.Count, *source.Each:
		var out []int
		outer := g.breaks
		g.breaks = &out
		n := len(g.active)
		switch st := st.(type) {
		case *source.While:
			g.while(st, &out)
		case *source.Repeat:
			begin := g.here()
			g.stmts(st.Body)
			g.jump(st.Cond, true, &out)
			g.emit(Instr{Op: Loop, C: int32(begin), D: g.price(begin)}, st.Cond.Where().From)
		case *source.Count:
			g.count(st)
		case *source.Each:
			g.each(st)
		}
		g.close(n)
		g.patch(out, g.here())
		g.breaks = outer
	case *source.Return:
		g.returns(st)
	case *source.Break:
		if g.breaks != nil {
			*g.breaks = append(*g.breaks, g.emit(Instr{Op: Jump}, at))
		}
	}
}

// price is how many steps a way back to an instruction costs.
func (g *generator) price(begin int) int32 { return int32(1 + (g.here()-begin)/8) }

func (g *generator) while(st *source.While, out *[]int) {
	begin := g.here()
	g.jump(st.Cond, false, out)
	g.block(st.Body)
	g.emit(Instr{Op: Loop, C: int32(begin), D: g.price(begin)}, st.Cond.Where().From)
}

func (g *generator) ifs(st *source.If) {
	var ends []int
	for i, cond := range st.Conds {
		var no []int
		g.jump(cond, false, &no)
		g.free = len(g.active)
		g.block(st.Bodies[i])
		if i+1 < len(st.Bodies) {
			ends = append(ends, g.emit(Instr{Op: Jump}, cond.Where().From))
		}
		g.patch(no, g.here())
	}
	if len(st.Bodies) > len(st.Conds) {
		g.block(st.Bodies[len(st.Conds)])
	}
	g.patch(ends, g.here())
}

// hide makes the registers that a loop works with locals without a name.
func (g *generator) hide(n int) {
	for range n {
		g.declare(&source.Variable{Name: "(for)"}, 0)
	}
}

func (g *generator) count(st *source.Count) {
	at := st.From
	base := g.reserve(1, at)
	g.exprTo(st.Begin, base)
	g.exprTo(st.Limit, g.reserve(1, at))
	step := g.reserve(1, at)
	if st.Step != nil {
		g.exprTo(st.Step, step)
	} else {
		g.emit(Instr{Op: Const, A: step, C: g.numberConst(1)}, at)
	}
	g.hide(3)
	begin := g.emit(Instr{Op: Count, A: base}, at)
	g.reserve(1, at)
	n := len(g.active)
	g.declare(st.Name, at)
	g.block(st.Body)
	g.close(n)
	g.Code[begin].C = int32(g.here() + 1)
	g.emit(Instr{Op: Again, A: base, C: int32(begin + 1), D: g.price(begin)}, at)
}

func (g *generator) each(st *source.Each) {
	at := st.From
	base := uint8(g.free)
	g.exprs(st.Exprs, 3, at)
	g.hide(3)
	start := g.emit(Instr{Op: Jump}, at)
	g.reserve(max(len(st.Names), 3), at) // the machine calls there
	n := len(g.active)
	for _, l := range st.Names {
		g.declare(l, at)
	}
	g.free = n + len(st.Names)
	g.block(st.Body)
	g.close(n)
	g.Code[start].C = int32(g.here())
	g.emit(Instr{Op: Each, A: base, B: uint8(len(st.Names)), C: int32(start + 1), D: g.price(start)}, st.Exprs[0].Where().From)
}

func (g *generator) returns(st *source.Return) {
	at := st.From
	if len(st.Exprs) == 1 {
		if c, ok := st.Exprs[0].(*source.Call); ok {
			base := g.reserve(1, at)
			g.call(c, base, 0)
			last := &g.Code[len(g.Code)-1]
			last.Op = Tail
			g.emit(Instr{Op: Return, A: base}, at)
			return
		}
		if _, ok := st.Exprs[0].(*source.Rest); !ok {
			g.emit(Instr{Op: Return1, A: g.any(st.Exprs[0])}, at)
			return
		}
	}
	base := uint8(g.free)
	if g.exprs(st.Exprs, -1, at) {
		g.emit(Instr{Op: Return, A: base}, at)
	} else {
		g.emit(Instr{Op: Return, A: base, B: uint8(len(st.Exprs) + 1)}, at)
	}
}

// target is what is assigned, with its parts computed.
type target struct {
	name *source.Name
	of   uint8
	key  uint8
	text int32 // the key, where that is a name; else negative
	at   int32
}

func (g *generator) targetOf(e source.Expr, copies bool) target {
	operand := func(e source.Expr) uint8 {
		r := g.any(e)
		if copies && int(r) < len(g.active) { // it may be assigned before it is used
			to := g.reserve(1, e.Where().From)
			g.emit(Instr{Op: Move, A: to, B: r}, e.Where().From)
			r = to
		}
		return r
	}
	i, ok := e.(*source.Index)
	if !ok {
		return target{name: e.(*source.Name), at: e.Where().From}
	}
	t := target{of: operand(i.Of), text: -1, at: i.From}
	g.owned(i.Of, t.of)
	if k, ok := i.Key.(*source.Const); ok && k.Kind == source.TextConst {
		t.text = g.textConst(k.Text)
	} else {
		t.key = operand(i.Key)
	}
	return t
}

// owned lets the machine look whether the fields of a global may be written.
func (g *generator) owned(e source.Expr, r uint8) {
	for {
		switch x := e.(type) {
		case *source.Name:
			if x.Local == nil {
				g.emit(Instr{Op: Owned, A: r, C: g.textConst(x.Name)}, x.From)
			}
			return
		case *source.Index:
			e = x.Of
		default:
			return
		}
	}
}

// store writes a register to a target.
func (g *generator) store(t target, r uint8) {
	switch {
	case t.name == nil && t.text >= 0:
		g.emit(Instr{Op: SetField, A: t.of, B: r, C: t.text, D: g.cache()}, t.at)
	case t.name == nil:
		g.emit(Instr{Op: Set, A: t.of, B: t.key, X: r}, t.at)
	case t.name.Local == nil:
		g.emit(Instr{Op: SetGlobal, A: r, C: g.textConst(t.name.Name)}, t.at)
	case t.name.Local.Of != g.fn.Scope:
		g.emit(Instr{Op: SetUp, A: r, C: int32(g.fn.Up(t.name.Local))}, t.at)
	case t.name.Local.Captured:
		g.emit(Instr{Op: SetCell, A: uint8(t.name.Local.Reg), B: r}, t.at)
	case uint8(t.name.Local.Reg) != r:
		g.emit(Instr{Op: Move, A: uint8(t.name.Local.Reg), B: r}, t.at)
	}
}

func (g *generator) assign(st *source.Assign) {
	if len(st.Targets) == 1 && len(st.Exprs) == 1 {
		if n, ok := st.Targets[0].(*source.Name); ok && n.Local != nil && n.Local.Of == g.fn.Scope && !n.Local.Captured && writesLast(st.Exprs[0]) {
			g.exprTo(st.Exprs[0], uint8(n.Local.Reg))
			return
		}
		t := g.targetOf(st.Targets[0], false)
		g.store(t, g.any(st.Exprs[0]))
		return
	}
	targets := make([]target, len(st.Targets))
	for i, t := range st.Targets {
		targets[i] = g.targetOf(t, true)
	}
	base := g.free
	g.exprs(st.Exprs, len(targets), st.From)
	for i := len(targets) - 1; i >= 0; i-- {
		g.store(targets[i], uint8(base+i))
	}
}

// writesLast reports whether the register of an expression is written by its last instruction
// alone.
func writesLast(e source.Expr) bool {
	switch e := e.(type) {
	case *source.Binary:
		return e.Op != source.TokenAnd && e.Op != source.TokenOr
	case *source.Table:
		return false
	case *source.Paren:
		return writesLast(e.In)
	}
	return true
}
