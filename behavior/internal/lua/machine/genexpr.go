package machine

// exprs computes expressions into the next registers, so many values of them; a negative want
// is all. It reports whether the end is open then.
func (g *generator) exprs(list []expr, want int, at int32) (open bool) {
	for i, e := range list {
		switch last := i == len(list)-1; {
		case last && want < 0 && isMany(e):
			g.many(e, g.reserve(1, e.where().from), 0)
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
			g.exprTo(e, g.reserve(1, e.where().from))
		}
	}
	if n := want - len(list); n > 0 {
		g.emit(instr{op: opNil, a: g.reserve(n, at), c: int32(n - 1)}, at)
	}
	return false
}

// isMany reports whether an expression may give more than one value.
func isMany(e expr) bool {
	switch e.(type) {
	case *callExpr, *restExpr:
		return true
	}
	return false
}

// many computes values-1 values of a call or of ..., from a register on; 0 for all.
func (g *generator) many(e expr, base uint8, values int) {
	if c, ok := e.(*callExpr); ok {
		// the registers behind base are reserved, but are nobody's yet
		end := g.free
		g.free = int(base) + 1
		g.call(c, base, values)
		g.free = max(end, int(base)+1)
		return
	}
	g.emit(instr{op: opRest, a: base, c: int32(values)}, e.where().from)
}

// call calls with results-1 results from base on; 0 for all. base is the last register that
// is reserved.
func (g *generator) call(c *callExpr, base uint8, results int) {
	at := c.from
	args := c.args
	if c.method != "" {
		r := g.into(c.fn, base)
		g.free = int(base) + 1
		g.reserve(1, at)
		g.emit(instr{op: opSelf, a: base, b: r, c: g.textConst(c.method), d: g.cache()}, at)
	} else {
		g.exprTo(c.fn, base)
	}
	open := g.exprs(args, -1, at)
	b := uint8(0)
	if !open {
		b = uint8(g.free - int(base))
	}
	g.emit(instr{op: opCall, a: base, b: b, c: int32(results)}, at)
	g.free = int(base) + 1
}

// any computes an expression into some register: that of a local, or a new one.
func (g *generator) any(e expr) uint8 {
	for {
		p, ok := e.(*parenExpr)
		if !ok {
			break
		}
		e = p.in
	}
	if n, ok := e.(*nameExpr); ok && n.local != nil && n.local.of == g.fn.scopeOf && !n.local.captured {
		return uint8(n.local.reg)
	}
	r := g.reserve(1, e.where().from)
	g.exprTo(e, r)
	return r
}

// into is any that prefers a register, unless that is a local's.
func (g *generator) into(e expr, to uint8) uint8 {
	if n, ok := e.(*nameExpr); ok && n.local != nil || int(to) < len(g.active) {
		return g.any(e)
	}
	g.exprTo(e, to)
	return to
}

// exprTo computes one value into a register, which is reserved or that of a local.
func (g *generator) exprTo(e expr, to uint8) {
	free := g.free
	at := e.where().from
	switch e := e.(type) {
	case *constExpr:
		switch e.kind {
		case KindNil:
			g.emit(instr{op: opNil, a: to}, at)
		case KindBool:
			g.emit(instr{op: opBool, a: to, x: truthBit(e.truth)}, at)
		case KindNumber:
			g.emit(instr{op: opConst, a: to, c: g.numberConst(e.number)}, at)
		default:
			g.emit(instr{op: opConst, a: to, c: g.textConst(e.text)}, at)
		}
	case *restExpr:
		g.emit(instr{op: opRest, a: to, c: 2}, at)
	case *parenExpr:
		g.exprTo(e.in, to)
	case *funcExpr:
		g.function(e, to)
	case *nameExpr:
		g.variable(e, to)
	case *indexExpr:
		of := g.into(e.of, to)
		if k, ok := e.key.(*constExpr); ok && k.kind == KindText {
			g.emit(instr{op: opGetField, a: to, b: of, c: g.textConst(k.text), d: g.cache()}, at)
		} else {
			g.emit(instr{op: opGet, a: to, b: of, x: g.any(e.key)}, at)
		}
	case *callExpr:
		base := to
		if int(to) != g.free-1 || int(to) < len(g.active) {
			base = g.reserve(1, at)
		}
		g.call(e, base, 2)
		if base != to {
			g.emit(instr{op: opMove, a: to, b: base}, at)
		}
	case *unaryExpr:
		if e.op == tokenNot {
			g.truth(e, to)
			break
		}
		op := opMinus
		if e.op == '#' {
			op = opLen
		}
		g.emit(instr{op: op, a: to, b: g.into(e.a, to)}, at)
	case *binaryExpr:
		g.binary(e, to)
	case *joinExpr:
		base := g.reserve(1, at)
		for i, p := range e.parts {
			r := base
			if i > 0 {
				r = g.reserve(1, p.where().from)
			}
			g.exprTo(p, r)
		}
		g.emit(instr{op: opJoin, a: to, b: base, c: int32(len(e.parts) - 1)}, at)
	case *tableExpr:
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

func (g *generator) variable(e *nameExpr, to uint8) {
	switch l := e.local; {
	case l == nil:
		g.emit(instr{op: opGetGlobal, a: to, c: g.textConst(e.name), d: g.cache()}, e.from)
	case l.of != g.fn.scopeOf:
		g.emit(instr{op: opGetUp, a: to, c: int32(g.fn.up(l))}, e.from)
	case l.captured:
		g.emit(instr{op: opGetCell, a: to, b: uint8(l.reg)}, e.from)
	case uint8(l.reg) != to:
		g.emit(instr{op: opMove, a: to, b: uint8(l.reg)}, e.from)
	}
}

func (g *generator) function(f *funcExpr, to uint8) {
	g.protos = append(g.protos, nil)
	i := len(g.protos) - 1
	g.protos[i] = g.Chunk.generate(f, g, g.fault)
	g.emit(instr{op: opFunc, a: to, c: int32(i)}, f.from)
}

var arithmeticOps = map[tokenKind]opcode{'+': opAdd, '-': opSub, '*': opMul, '/': opDiv, '%': opMod, '^': opPow}

func (g *generator) binary(e *binaryExpr, to uint8) {
	switch e.op {
	case tokenAnd, tokenOr:
		g.logical(e, to)
		return
	}
	op, ok := arithmeticOps[e.op]
	if !ok {
		g.truth(e, to)
		return
	}
	a := g.into(e.a, to)
	if k, ok := e.b.(*constExpr); ok && k.kind == KindNumber && op <= opDiv {
		g.emit(instr{op: op - opAdd + opAddK, a: to, b: a, c: g.numberConst(k.number)}, e.from)
		return
	}
	g.emit(instr{op: op, a: to, b: a, x: g.any(e.b)}, e.from)
}

// logical computes `and` and `or`: the left side goes to a register that is nobody's, so that
// the right side may still use the local that is assigned.
func (g *generator) logical(e *binaryExpr, to uint8) {
	r := to
	if int(to) < len(g.active) {
		r = g.reserve(1, e.from)
	}
	var end []int
	for list := chainOf(e); ; {
		part := list[0]
		g.exprTo(part, r)
		if list = list[1:]; len(list) == 0 {
			break
		}
		end = append(end, g.emit(instr{op: opTest, a: r, x: truthBit(e.op == tokenOr)}, part.where().from))
	}
	g.patch(end, g.here())
	if r != to {
		g.emit(instr{op: opMove, a: to, b: r}, e.from)
	}
}

// chainOf lists the sides of a row of equal operators, which associate to the left.
func chainOf(e *binaryExpr) (list []expr) {
	op := e.op
	for {
		list = append(list, e.b)
		next, ok := e.a.(*binaryExpr)
		if !ok || next.op != op {
			list = append(list, e.a)
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
func (g *generator) truth(e expr, to uint8) {
	at := e.where().from
	if u, ok := e.(*unaryExpr); ok && !isCompared(u.a) {
		g.emit(instr{op: opNot, a: to, b: g.into(u.a, to)}, at)
		return
	}
	var yes []int
	g.jump(e, true, &yes)
	g.emit(instr{op: opBool, a: to, c: int32(g.here() + 2)}, at)
	g.patch(yes, g.here())
	g.emit(instr{op: opBool, a: to, x: 1}, at)
}

// isCompared reports whether an expression only jumps.
func isCompared(e expr) bool {
	switch e := e.(type) {
	case *parenExpr:
		return isCompared(e.in)
	case *unaryExpr:
		return e.op == tokenNot
	case *binaryExpr:
		_, ok := arithmeticOps[e.op]
		return !ok
	}
	return false
}

// jump jumps where an expression is true, or where it is not. The places that jump are added
// to out.
func (g *generator) jump(e expr, when bool, out *[]int) {
	free := g.free
	at := e.where().from
	switch e := e.(type) {
	case *parenExpr:
		g.jump(e.in, when, out)
	case *constExpr:
		if (e.kind != KindNil && (e.kind != KindBool || e.truth)) == when {
			*out = append(*out, g.emit(instr{op: opJump}, at))
		}
	case *unaryExpr:
		if e.op == tokenNot {
			g.jump(e.a, !when, out)
		} else {
			g.test(e, when, out)
		}
	case *binaryExpr:
		switch e.op {
		case tokenAnd, tokenOr:
			list := chainOf(e)
			if when == (e.op == tokenOr) {
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
		case tokenEqual, tokenUnequal, '<', '>', tokenAtMost, tokenAtLeast:
			g.compare(e, when, out)
		default:
			g.test(e, when, out)
		}
	default:
		g.test(e, when, out)
	}
	g.free = free
}

func (g *generator) test(e expr, when bool, out *[]int) {
	*out = append(*out, g.emit(instr{op: opTest, a: g.any(e), x: truthBit(when)}, e.where().from))
}

// swapped are the comparisons with their sides the other way round.
var swapped = map[tokenKind]tokenKind{'<': '>', '>': '<', tokenAtMost: tokenAtLeast, tokenAtLeast: tokenAtMost, tokenEqual: tokenEqual, tokenUnequal: tokenUnequal}

var constOps = map[tokenKind]opcode{'<': opLtK, '>': opGtK, tokenAtMost: opLeK, tokenAtLeast: opGeK, tokenEqual: opEqK, tokenUnequal: opEqK}

func (g *generator) compare(e *binaryExpr, when bool, out *[]int) {
	op, a, b := e.op, e.a, e.b
	if op == tokenUnequal {
		when = !when
	}
	isConst := func(e expr) bool {
		k, ok := e.(*constExpr)
		return ok && (k.kind == KindNumber || op == tokenEqual || op == tokenUnequal)
	}
	if isConst(a) && !isConst(b) {
		a, b, op = b, a, swapped[op]
	}
	if isConst(b) {
		k := b.(*constExpr)
		i := instr{op: constOps[op], a: g.any(a), x: truthBit(when), d: g.konst(k.konst())}
		*out = append(*out, g.emit(i, e.from))
		return
	}
	x, y := g.any(a), g.any(b)
	i := instr{op: opEq, a: x, b: y, x: truthBit(when)}
	switch op {
	case '<':
		i.op = opLt
	case tokenAtMost:
		i.op = opLe
	case '>':
		i.op, i.a, i.b = opLt, y, x
	case tokenAtLeast:
		i.op, i.a, i.b = opLe, y, x
	}
	*out = append(*out, g.emit(i, e.from))
}

func (e *constExpr) konst() konst {
	k := konst{kind: e.kind, text: e.text}
	switch {
	case e.kind == KindNumber:
		k.bits = Number(e.number).n
	case e.truth:
		k.bits = 1
	}
	return k
}

// listPart is how many values of a constructor are put into the list at once.
const listPart = 50

func (g *generator) table(e *tableExpr, to uint8) {
	at := e.from
	t := to
	if int(to) != g.free-1 || int(to) < len(g.active) { // the values of its list follow it
		t = g.reserve(1, at)
	}
	names := 0
	for _, it := range e.items {
		if it.key != nil {
			names++
		}
	}
	g.emit(instr{op: opTable, a: t, c: int32(len(e.items) - names), d: int32(names)}, at)
	done, waiting := 0, 0
	flush := func(open bool, at int32) {
		n := uint8(waiting)
		if open {
			n = 0
		}
		g.emit(instr{op: opList, a: t, b: n, c: int32(done)}, at)
		done, waiting, g.free = done+waiting, 0, int(t)+1
	}
	for i, it := range e.items {
		at := it.value.where().from
		if it.key != nil {
			free := g.free
			p := target{of: t, text: -1, at: it.key.where().from}
			if k, ok := it.key.(*constExpr); ok && k.kind == KindText {
				p.text = g.textConst(k.text)
			} else {
				p.key = g.any(it.key)
			}
			g.store(p, g.any(it.value))
			g.free = free
			continue
		}
		if i == len(e.items)-1 && isMany(it.value) {
			g.many(it.value, g.reserve(1, at), 0)
			flush(true, at)
			break
		}
		g.exprTo(it.value, g.reserve(1, at))
		if waiting++; waiting == listPart {
			flush(false, at)
		}
	}
	if waiting > 0 {
		flush(false, at)
	}
	if t != to {
		g.emit(instr{op: opMove, a: to, b: t}, at)
	}
}
