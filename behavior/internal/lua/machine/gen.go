package machine

import "math"

// generator makes the code of a function. Registers are a stack: first the locals in scope,
// then what is being computed.
type generator struct {
	*Proto
	outer  *generator
	fn     *funcExpr
	free   int // the first register that nobody has
	active []*local
	open   []int // for each of active its place in Proto.locals
	known  map[konst]int32
	breaks *[]int // jumps that leave the loop
	fault  func(at int32, format string, args ...any)
}

func (c *Chunk) generate(f *funcExpr, outer *generator, fault func(int32, string, ...any)) *Proto {
	p := &Proto{Chunk: c, Number: len(c.protos), Name: f.name, at: f.span, params: len(f.params), rest: f.rest}
	c.protos = append(c.protos, p)
	g := &generator{Proto: p, outer: outer, fn: f, known: map[konst]int32{}, fault: fault}
	for _, u := range f.ups {
		k := capture{local: u.outer < 0, at: u.outer, name: u.local.name}
		if k.local {
			k.at = u.local.reg
		}
		p.caps = append(p.caps, k)
	}
	for _, l := range f.params {
		g.reserve(1, f.from)
		g.declare(l, f.from)
	}
	if f.arg != nil {
		r := g.reserve(1, f.from)
		if f.hasRest {
			g.emit(instr{op: opNil, a: r}, f.from)
		} else {
			g.emit(instr{op: opArg, a: r}, f.from)
		}
		g.declare(f.arg, f.from)
	}
	g.block(f.body)
	g.emit(instr{op: opReturn, b: 1}, max(f.to-3, f.from)) // at end
	g.close(0)
	p.cost = 1 + int64(len(p.code)/8)
	p.size += 3 // what the machine pushes for functions that it calls itself
	return p
}

func (g *generator) emit(i instr, at int32) int {
	g.code = append(g.code, i)
	g.pos = append(g.pos, at)
	return len(g.code) - 1
}

func (g *generator) here() int { return len(g.code) }

func (g *generator) patch(list []int, to int) {
	for _, pc := range list {
		g.code[pc].c = int32(to)
	}
}

// reserve takes the next n registers and returns the first.
func (g *generator) reserve(n int, at int32) uint8 {
	r := g.free
	g.free += n
	if g.free > g.size {
		g.size = g.free
		if g.free > maxRegs {
			g.fault(at, "a function that needs more than %d places for its locals and for what it computes; divide it", maxRegs)
			g.free, r = maxRegs/2, maxRegs/2 // only to go on
		}
	}
	return uint8(r)
}

// declare makes the register behind the active locals one. Its value is there.
func (g *generator) declare(l *local, at int32) {
	l.reg = len(g.active)
	if l.captured {
		g.emit(instr{op: opNewCell, a: uint8(l.reg)}, at)
	}
	g.active = append(g.active, l)
	g.open = append(g.open, len(g.locals))
	g.locals = append(g.locals, localInfo{l.name, l.reg, g.here(), -1, l.captured})
}

// close ends the scope of the locals that came after the first n.
func (g *generator) close(n int) {
	for _, i := range g.open[n:] {
		g.locals[i].to = g.here()
	}
	g.active, g.open, g.free = g.active[:n], g.open[:n], n
}

func (g *generator) konst(k konst) int32 {
	i, ok := g.known[k]
	if !ok {
		i = int32(len(g.konsts))
		g.known[k] = i
		g.konsts = append(g.konsts, k)
	}
	return i
}

func (g *generator) textConst(s string) int32 { return g.konst(konst{kind: KindText, text: s}) }

func (g *generator) numberConst(f float64) int32 {
	return g.konst(konst{kind: KindNumber, bits: math.Float64bits(f)})
}

func (g *generator) cache() int32 {
	g.caches++
	return int32(g.caches - 1)
}

func (g *generator) block(list []stmt) {
	n := len(g.active)
	g.stmts(list)
	g.close(n)
}

func (g *generator) stmts(list []stmt) {
	for _, st := range list {
		g.stmt(st)
		g.free = len(g.active)
	}
}

func (g *generator) stmt(st stmt) {
	at := st.where().from
	switch st := st.(type) {
	case *localStmt:
		g.exprs(st.exprs, len(st.names), at)
		for _, l := range st.names {
			g.declare(l, at)
		}
	case *localFuncStmt:
		r := g.reserve(1, at)
		if st.name.captured {
			g.emit(instr{op: opNil, a: r}, at)
		}
		g.declare(st.name, at)
		if st.name.captured {
			f := g.reserve(1, at)
			g.function(st.fn, f)
			g.emit(instr{op: opSetCell, a: r, b: f}, at)
		} else {
			g.function(st.fn, r)
		}
	case *assignStmt:
		g.assign(st)
	case *callStmt:
		g.call(st.call, g.reserve(1, at), 1)
	case *doStmt:
		g.block(st.body)
	case *ifStmt:
		g.ifs(st)
	case *whileStmt, *repeatStmt, *countStmt, *eachStmt:
		var out []int
		outer := g.breaks
		g.breaks = &out
		n := len(g.active)
		switch st := st.(type) {
		case *whileStmt:
			g.while(st, &out)
		case *repeatStmt:
			begin := g.here()
			g.stmts(st.body)
			g.jump(st.cond, true, &out)
			g.emit(instr{op: opLoop, c: int32(begin), d: g.price(begin)}, st.cond.where().from)
		case *countStmt:
			g.count(st)
		case *eachStmt:
			g.each(st)
		}
		g.close(n)
		g.patch(out, g.here())
		g.breaks = outer
	case *returnStmt:
		g.returns(st)
	case *breakStmt:
		if g.breaks != nil {
			*g.breaks = append(*g.breaks, g.emit(instr{op: opJump}, at))
		}
	}
}

// price is how many steps a way back to an instruction costs.
func (g *generator) price(begin int) int32 { return int32(1 + (g.here()-begin)/8) }

func (g *generator) while(st *whileStmt, out *[]int) {
	begin := g.here()
	g.jump(st.cond, false, out)
	g.block(st.body)
	g.emit(instr{op: opLoop, c: int32(begin), d: g.price(begin)}, st.cond.where().from)
}

func (g *generator) ifs(st *ifStmt) {
	var ends []int
	for i, cond := range st.conds {
		var no []int
		g.jump(cond, false, &no)
		g.free = len(g.active)
		g.block(st.bodies[i])
		if i+1 < len(st.bodies) {
			ends = append(ends, g.emit(instr{op: opJump}, cond.where().from))
		}
		g.patch(no, g.here())
	}
	if len(st.bodies) > len(st.conds) {
		g.block(st.bodies[len(st.conds)])
	}
	g.patch(ends, g.here())
}

// hide makes the registers that a loop works with locals without a name.
func (g *generator) hide(n int) {
	for range n {
		g.declare(&local{name: "(for)"}, 0)
	}
}

func (g *generator) count(st *countStmt) {
	at := st.from
	base := g.reserve(1, at)
	g.exprTo(st.begin, base)
	g.exprTo(st.limit, g.reserve(1, at))
	step := g.reserve(1, at)
	if st.step != nil {
		g.exprTo(st.step, step)
	} else {
		g.emit(instr{op: opConst, a: step, c: g.numberConst(1)}, at)
	}
	g.hide(3)
	begin := g.emit(instr{op: opCount, a: base}, at)
	g.reserve(1, at)
	n := len(g.active)
	g.declare(st.name, at)
	g.block(st.body)
	g.close(n)
	g.code[begin].c = int32(g.here() + 1)
	g.emit(instr{op: opAgain, a: base, c: int32(begin + 1), d: g.price(begin)}, at)
}

func (g *generator) each(st *eachStmt) {
	at := st.from
	base := uint8(g.free)
	g.exprs(st.exprs, 3, at)
	g.hide(3)
	start := g.emit(instr{op: opJump}, at)
	g.reserve(max(len(st.names), 3), at) // the machine calls there
	n := len(g.active)
	for _, l := range st.names {
		g.declare(l, at)
	}
	g.free = n + len(st.names)
	g.block(st.body)
	g.close(n)
	g.code[start].c = int32(g.here())
	g.emit(instr{op: opEach, a: base, b: uint8(len(st.names)), c: int32(start + 1), d: g.price(start)}, st.exprs[0].where().from)
}

func (g *generator) returns(st *returnStmt) {
	at := st.from
	if len(st.exprs) == 1 {
		if c, ok := st.exprs[0].(*callExpr); ok {
			base := g.reserve(1, at)
			g.call(c, base, 0)
			last := &g.code[len(g.code)-1]
			last.op = opTail
			g.emit(instr{op: opReturn, a: base}, at)
			return
		}
		if _, ok := st.exprs[0].(*restExpr); !ok {
			g.emit(instr{op: opReturn1, a: g.any(st.exprs[0])}, at)
			return
		}
	}
	base := uint8(g.free)
	if g.exprs(st.exprs, -1, at) {
		g.emit(instr{op: opReturn, a: base}, at)
	} else {
		g.emit(instr{op: opReturn, a: base, b: uint8(len(st.exprs) + 1)}, at)
	}
}

// target is what is assigned, with its parts computed.
type target struct {
	name *nameExpr
	of   uint8
	key  uint8
	text int32 // the key, where that is a name; else negative
	at   int32
}

func (g *generator) targetOf(e expr, copies bool) target {
	operand := func(e expr) uint8 {
		r := g.any(e)
		if copies && int(r) < len(g.active) { // it may be assigned before it is used
			to := g.reserve(1, e.where().from)
			g.emit(instr{op: opMove, a: to, b: r}, e.where().from)
			r = to
		}
		return r
	}
	i, ok := e.(*indexExpr)
	if !ok {
		return target{name: e.(*nameExpr), at: e.where().from}
	}
	t := target{of: operand(i.of), text: -1, at: i.from}
	g.owned(i.of, t.of)
	if k, ok := i.key.(*constExpr); ok && k.kind == KindText {
		t.text = g.textConst(k.text)
	} else {
		t.key = operand(i.key)
	}
	return t
}

// owned lets the machine look whether the fields of a global may be written.
func (g *generator) owned(e expr, r uint8) {
	for {
		switch x := e.(type) {
		case *nameExpr:
			if x.local == nil {
				g.emit(instr{op: opOwned, a: r, c: g.textConst(x.name)}, x.from)
			}
			return
		case *indexExpr:
			e = x.of
		default:
			return
		}
	}
}

// store writes a register to a target.
func (g *generator) store(t target, r uint8) {
	switch {
	case t.name == nil && t.text >= 0:
		g.emit(instr{op: opSetField, a: t.of, b: r, c: t.text, d: g.cache()}, t.at)
	case t.name == nil:
		g.emit(instr{op: opSet, a: t.of, b: t.key, x: r}, t.at)
	case t.name.local == nil:
		g.emit(instr{op: opSetGlobal, a: r, c: g.textConst(t.name.name)}, t.at)
	case t.name.local.of != g.fn.scopeOf:
		g.emit(instr{op: opSetUp, a: r, c: int32(g.fn.up(t.name.local))}, t.at)
	case t.name.local.captured:
		g.emit(instr{op: opSetCell, a: uint8(t.name.local.reg), b: r}, t.at)
	case uint8(t.name.local.reg) != r:
		g.emit(instr{op: opMove, a: uint8(t.name.local.reg), b: r}, t.at)
	}
}

func (g *generator) assign(st *assignStmt) {
	if len(st.targets) == 1 && len(st.exprs) == 1 {
		if n, ok := st.targets[0].(*nameExpr); ok && n.local != nil && n.local.of == g.fn.scopeOf && !n.local.captured && writesLast(st.exprs[0]) {
			g.exprTo(st.exprs[0], uint8(n.local.reg))
			return
		}
		t := g.targetOf(st.targets[0], false)
		g.store(t, g.any(st.exprs[0]))
		return
	}
	targets := make([]target, len(st.targets))
	for i, t := range st.targets {
		targets[i] = g.targetOf(t, true)
	}
	base := g.free
	g.exprs(st.exprs, len(targets), st.from)
	for i := len(targets) - 1; i >= 0; i-- {
		g.store(targets[i], uint8(base+i))
	}
}

// writesLast reports whether the register of an expression is written by its last instruction
// alone.
func writesLast(e expr) bool {
	switch e := e.(type) {
	case *binaryExpr:
		return e.op != tokenAnd && e.op != tokenOr
	case *tableExpr:
		return false
	case *parenExpr:
		return writesLast(e.in)
	}
	return true
}
