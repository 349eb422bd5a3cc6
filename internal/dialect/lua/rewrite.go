package lua

import (
	"strconv"

	"github.com/yuin/gopher-lua/ast"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// The globals that rewritten sources call. No source can name them.
const (
	guardJoin   = "\x00join"   // a .. b .. c
	guardStore  = "\x00store"  // t[k] = v
	guardKey    = "\x00key"    // { [k] = v }
	guardGlobal = "\x00global" // name = v
	guardOwned  = "\x00owned"  // name, of which a field will be written
	guardLess   = "\x00less"   // a < b, and a > b with a third argument
	guardAtMost = "\x00atmost" // a <= b, and a >= b with a third argument
	guardLength = "\x00length" // #a
	guardMod    = "\x00mod"    // a % b
	guardPow    = "\x00pow"    // a ^ b
	guardRest   = "\x00rest"   // ...
	guardMemory = "\x00memory" // before a statement that makes tables or functions
	guardCount  = "\x00count"  // for i = a, b, where the owner may decide
	guardEach   = "\x00each"   // for k, v in f, s, i
	libraryMark = "\x00."      // before "math.floor", where no local is called math
)

// rewriter turns what has to be watched at run time into calls: joins of
// strings, writes to keys that are no constant names, assignments of globals,
// what costs more than it seems, what takes memory.
// It knows which names are local by keeping the scopes as the compiler does.
type rewriter struct {
	chunk  *Chunk
	names  []string
	scopes []int // how many names there were when each scope began
	line   int
	fault  *syntax.Error
	// compare is whether comparisons become calls
	compare bool
	bytes   int // of what the statement makes
	depth   int // functions within each other
}

func (w *rewriter) open()               { w.scopes = append(w.scopes, len(w.names)) }
func (w *rewriter) declare(name string) { w.names = append(w.names, name) }

func (w *rewriter) close() {
	last := len(w.scopes) - 1
	w.names = w.names[:w.scopes[last]]
	w.scopes = w.scopes[:last]
}

func (w *rewriter) isLocal(name string) bool {
	for i := len(w.names) - 1; i >= 0; i-- {
		if w.names[i] == name {
			return true
		}
	}
	return false
}

// scope rewrites a block in a scope of its own, with names that it begins with.
func (w *rewriter) scope(stmts []ast.Stmt, names ...string) []ast.Stmt {
	w.open()
	for _, n := range names {
		w.declare(n)
	}
	stmts = w.block(stmts)
	w.close()
	return stmts
}

func (w *rewriter) block(stmts []ast.Stmt) []ast.Stmt {
	out := make([]ast.Stmt, 0, len(stmts))
	outer := w.bytes
	for _, st := range stmts {
		w.line, w.bytes = st.Line(), 0
		done := w.stmt(st)
		out = append(w.pay(out, st), done)
	}
	w.bytes = outer
	return out
}

// pay adds a statement that charges for the memory counted so far, if any, and
// counts anew.
func (w *rewriter) pay(stmts []ast.Stmt, at ast.PositionHolder) []ast.Stmt {
	if w.bytes > 0 {
		n := &ast.NumberExpr{Value: strconv.Itoa(w.bytes)}
		place(n, at)
		stmts = append(stmts, w.guardStmt(at, guardMemory, n))
	}
	w.bytes = 0
	return stmts
}

func (w *rewriter) stmt(st ast.Stmt) ast.Stmt {
	switch st := st.(type) {
	case *ast.AssignStmt:
		return w.assign(st)
	case *ast.LocalAssignStmt:
		w.local(st)
	case *ast.FuncCallStmt:
		st.Expr = w.expr(st.Expr)
	case *ast.DoBlockStmt:
		st.Stmts = w.scope(st.Stmts)
	case *ast.WhileStmt:
		st.Condition = w.expr(st.Condition)
		paid := w.pay(nil, st) // in each round
		st.Stmts = append(paid, w.scope(st.Stmts)...)
	case *ast.RepeatStmt:
		w.open() // the condition sees the names of the block
		st.Stmts = w.block(st.Stmts)
		st.Condition = w.expr(st.Condition)
		st.Stmts = append(w.pay(nil, st), st.Stmts...)
		w.close()
	case *ast.IfStmt:
		st.Condition = w.expr(st.Condition)
		st.Then = w.scope(st.Then)
		st.Else = w.scope(st.Else)
	case *ast.NumberForStmt:
		st.Init, st.Limit, st.Step = w.count(st.Init), w.count(st.Limit), w.count(st.Step)
		st.Stmts = w.scope(st.Stmts, st.Name)
	case *ast.GenericForStmt:
		w.exprs(st.Exprs)
		if w.compare {
			each := w.guard(st, guardEach, st.Exprs...)
			each.AdjustRet = false
			st.Exprs = []ast.Expr{each}
		}
		st.Stmts = w.scope(st.Stmts, st.Names...)
	case *ast.FuncDefStmt:
		return w.function(st)
	case *ast.ReturnStmt:
		w.exprs(st.Exprs)
	case *ast.LabelStmt:
		w.refuse(st, "found a label; Lua 5.1 has none")
	case *ast.GotoStmt:
		w.refuse(st, "found goto; Lua 5.1 has none")
	}
	return st
}

func (w *rewriter) refuse(st ast.Stmt, msg string) {
	if w.fault == nil {
		line := st.Line()
		if line == 0 {
			line = max(w.line, 1)
		}
		w.fault = &syntax.Error{Pos: w.chunk.lineStart(line), Msg: msg}
	}
}

func (w *rewriter) local(st *ast.LocalAssignStmt) {
	if len(st.Names) == 1 && len(st.Exprs) == 1 {
		if _, ok := st.Exprs[0].(*ast.FunctionExpr); ok { // the compiler lets it call itself
			w.declare(st.Names[0])
			w.exprs(st.Exprs)
			return
		}
	}
	w.exprs(st.Exprs)
	for _, n := range st.Names {
		w.declare(n)
	}
}

// function rewrites `function a.b.c(...)`, which is an assignment where the name
// is a global.
func (w *rewriter) function(st *ast.FuncDefStmt) ast.Stmt {
	if st.Name.Func == nil {
		st.Name.Receiver = w.owned(w.expr(st.Name.Receiver))
		w.inner(st.Func, "self")
		return st
	}
	if id, ok := st.Name.Func.(*ast.IdentExpr); ok && !w.isLocal(id.Value) {
		w.inner(st.Func)
		return w.global(st, id.Value, st.Func)
	}
	if get, ok := st.Name.Func.(*ast.AttrGetExpr); ok {
		get.Object = w.owned(w.expr(get.Object))
	}
	w.inner(st.Func)
	return st
}

// inner rewrites the body of a function, which knows some names besides its
// parameters.
func (w *rewriter) inner(f *ast.FunctionExpr, names ...string) {
	names = append(names, f.ParList.Names...)
	if f.ParList.HasVargs {
		names = append(names, "arg")
	}
	outer := w.bytes
	w.depth++
	f.Stmts = w.scope(f.Stmts, names...)
	w.depth--
	if w.bytes = 0; f.ParList.HasVargs { // each call may make `arg`
		w.bytes = bytesOfTable
		f.Stmts = append(w.pay(nil, f), f.Stmts...)
	}
	w.bytes = outer + bytesOfFunction
}

// assign rewrites an assignment to several targets, or to one that needs a guard.
// All sides are evaluated before any target is written, as in the language; the
// compiler of gopher-lua 1.1.2 gets `a, b = b, a` wrong.
func (w *rewriter) assign(st *ast.AssignStmt) ast.Stmt {
	watched := len(st.Lhs) > 1
	for i, target := range st.Lhs {
		switch t := target.(type) {
		case *ast.IdentExpr:
			watched = watched || !w.isLocal(t.Value)
		case *ast.AttrGetExpr:
			t.Object = w.owned(w.expr(t.Object))
			if _, isName := t.Key.(*ast.StringExpr); !isName {
				t.Key = w.expr(t.Key)
				watched = true
			}
			st.Lhs[i] = t
		}
	}
	w.exprs(st.Rhs)
	if !watched {
		return st
	}
	if len(st.Lhs) == 1 && len(st.Rhs) == 1 {
		return w.store(st, st.Lhs[0], single(st.Rhs[0]))
	}
	do := &ast.DoBlockStmt{}
	do.SetLine(st.Line())
	do.SetLastLine(st.LastLine())
	w.open()
	defer w.close()
	temp := func(e ast.Expr) ast.Expr {
		name := "\x00part" + strconv.Itoa(len(do.Stmts))
		do.Stmts = append(do.Stmts, w.locals(st, []string{name}, e))
		return w.ident(st, name)
	}
	for _, target := range st.Lhs {
		if t, ok := target.(*ast.AttrGetExpr); ok {
			t.Object = temp(t.Object)
			if _, isName := t.Key.(*ast.StringExpr); !isName {
				t.Key = temp(t.Key)
			}
		}
	}
	values := make([]string, len(st.Lhs))
	for i := range values {
		values[i] = "\x00value" + strconv.Itoa(i)
	}
	do.Stmts = append(do.Stmts, w.locals(st, values, st.Rhs...))
	for i := len(st.Lhs) - 1; i >= 0; i-- {
		do.Stmts = append(do.Stmts, w.store(st, st.Lhs[i], w.ident(st, values[i])))
	}
	return do
}

// owned puts a guard around the global that an expression begins with, if any,
// because a field within it will be written.
func (w *rewriter) owned(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.IdentExpr:
		if e.Value[0] != 0 && !w.isLocal(e.Value) {
			return w.guard(e, guardOwned, w.text(e, e.Value))
		}
	case *ast.AttrGetExpr:
		e.Object = w.owned(e.Object)
	}
	return e
}

// single cuts a call or `...` to its first value, as an assignment does.
func single(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.FuncCallExpr:
		e.AdjustRet = true
	case *ast.Comma3Expr:
		e.AdjustRet = true
	}
	return e
}

// store writes a value to one target whose parts are rewritten.
func (w *rewriter) store(at ast.PositionHolder, target, value ast.Expr) ast.Stmt {
	switch t := target.(type) {
	case *ast.IdentExpr:
		if !w.isLocal(t.Value) {
			return w.global(at, t.Value, value)
		}
	case *ast.AttrGetExpr:
		if _, isName := t.Key.(*ast.StringExpr); !isName {
			return w.guardStmt(at, guardStore, t.Object, t.Key, value)
		}
	}
	set := &ast.AssignStmt{Lhs: []ast.Expr{target}, Rhs: []ast.Expr{value}}
	place(set, at)
	return set
}

func (w *rewriter) global(at ast.PositionHolder, name string, value ast.Expr) ast.Stmt {
	w.chunk.gives[name] = true
	return w.guardStmt(at, guardGlobal, w.text(at, name), value)
}

func (w *rewriter) exprs(list []ast.Expr) {
	for i, e := range list {
		list[i] = w.expr(e)
	}
}

func (w *rewriter) expr(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.IdentExpr:
		if !w.isLocal(e.Value) {
			w.chunk.uses = append(w.chunk.uses, use{e.Value, e.Line()})
		}
	case *ast.AttrGetExpr:
		if lib := w.library(e); lib != nil {
			return lib
		}
		e.Object, e.Key = w.expr(e.Object), w.expr(e.Key)
	case *ast.TableExpr:
		w.fields(e)
	case *ast.FuncCallExpr:
		w.noteRequired(e)
		e.Func, e.Receiver = w.expr(e.Func), w.expr(e.Receiver)
		w.exprs(e.Args)
	case *ast.LogicalOpExpr:
		e.Lhs, e.Rhs = w.expr(e.Lhs), w.expr(e.Rhs)
	case *ast.RelationalOpExpr:
		watched := w.compare || mayBeText(e.Lhs) && mayBeText(e.Rhs)
		e.Lhs, e.Rhs = w.expr(e.Lhs), w.expr(e.Rhs)
		if watched {
			return w.relation(e)
		}
	case *ast.ArithmeticOpExpr:
		e.Lhs, e.Rhs = w.expr(e.Lhs), w.expr(e.Rhs)
		switch e.Operator {
		case "%":
			return w.guard(e, guardMod, single(e.Lhs), single(e.Rhs))
		case "^":
			return w.guard(e, guardPow, single(e.Lhs), single(e.Rhs))
		}
	case *ast.Comma3Expr:
		if !e.AdjustRet {
			rest := w.guard(e, guardRest, e)
			rest.AdjustRet = false
			return rest
		}
	case *ast.StringConcatOpExpr:
		return w.join(e)
	case *ast.UnaryMinusOpExpr:
		e.Expr = w.expr(e.Expr)
	case *ast.UnaryNotOpExpr:
		e.Expr = w.expr(e.Expr)
	case *ast.UnaryLenOpExpr:
		return w.guard(e, guardLength, single(w.expr(e.Expr)))
	case *ast.FunctionExpr:
		w.inner(e)
	}
	return e
}

// noteRequired notes a file that the source requires by name outside of functions.
func (w *rewriter) noteRequired(call *ast.FuncCallExpr) {
	f, isName := call.Func.(*ast.IdentExpr)
	if w.depth > 0 || !isName || f.Value != "require" || w.isLocal(f.Value) || len(call.Args) == 0 {
		return
	}
	if ref, ok := call.Args[0].(*ast.StringExpr); ok {
		w.chunk.wants = append(w.chunk.wants, ref.Value)
	}
}

// mayBeText reports whether a value may be a string, which takes long to
// compare.
func mayBeText(e ast.Expr) bool {
	switch e.(type) {
	case *ast.NumberExpr, *ast.ArithmeticOpExpr, *ast.UnaryMinusOpExpr, *ast.UnaryLenOpExpr:
		return false
	}
	return true
}

// count rewrites a bound of a loop.
func (w *rewriter) count(e ast.Expr) ast.Expr {
	if e = w.expr(e); e == nil || !w.compare {
		return e
	}
	if _, isNumber := e.(*ast.NumberExpr); isNumber {
		return e
	}
	return w.guard(e, guardCount, single(e))
}

func (w *rewriter) relation(e *ast.RelationalOpExpr) ast.Expr {
	a, b, swapped := single(e.Lhs), single(e.Rhs), &ast.TrueExpr{}
	place(swapped, e)
	switch e.Operator {
	case "<":
		return w.guard(e, guardLess, a, b)
	case ">":
		return w.guard(e, guardLess, a, b, swapped)
	case "<=":
		return w.guard(e, guardAtMost, a, b)
	case ">=":
		return w.guard(e, guardAtMost, a, b, swapped)
	}
	return e
}

// fields rewrites the fields of a table constructor. A call that is the value of a
// key is cut to its first value: where it comes last, the compiler would add all
// its values to the list.
func (w *rewriter) fields(t *ast.TableExpr) {
	w.bytes += bytesOfTable
	for _, f := range t.Fields {
		w.bytes += bytesOfSlot
		f.Value = w.expr(f.Value)
		if f.Key != nil {
			single(f.Value)
			if _, isName := f.Key.(*ast.StringExpr); !isName {
				f.Key = w.guard(t, guardKey, w.expr(f.Key))
			}
		}
	}
}

// library reads a function of a library in one step. The library's own table
// is read-only, so that both are the same.
func (w *rewriter) library(e *ast.AttrGetExpr) ast.Expr {
	lib, ok := e.Object.(*ast.IdentExpr)
	key, isName := e.Key.(*ast.StringExpr)
	if ok && isName && libraries[lib.Value] && !w.isLocal(lib.Value) {
		name := lib.Value + "." + key.Value
		w.chunk.uses = append(w.chunk.uses, use{name, e.Line()})
		return w.ident(e, libraryMark+name)
	}
	return nil
}

// maxJoin is how many strings are joined by one call, which needs a register
// for each.
const maxJoin = 40

// join flattens a .. (b .. c), which associates to the right.
func (w *rewriter) join(e *ast.StringConcatOpExpr) ast.Expr {
	var parts []ast.Expr
	var rest ast.Expr = e
	for {
		next, ok := rest.(*ast.StringConcatOpExpr)
		if !ok || len(parts) == maxJoin {
			break
		}
		parts = append(parts, single(w.expr(next.Lhs)))
		rest = next.Rhs
	}
	parts = append(parts, single(w.expr(rest)))
	return w.guard(e, guardJoin, parts...)
}

func place(e, at ast.PositionHolder) {
	e.SetLine(at.Line())
	e.SetLastLine(at.LastLine())
}

func (w *rewriter) ident(at ast.PositionHolder, name string) *ast.IdentExpr {
	id := &ast.IdentExpr{Value: name}
	place(id, at)
	return id
}

func (w *rewriter) text(at ast.PositionHolder, s string) *ast.StringExpr {
	e := &ast.StringExpr{Value: s}
	place(e, at)
	return e
}

func (w *rewriter) locals(at ast.PositionHolder, names []string, exprs ...ast.Expr) ast.Stmt {
	st := &ast.LocalAssignStmt{Names: names, Exprs: exprs}
	place(st, at)
	for _, n := range names {
		w.declare(n)
	}
	return st
}

func (w *rewriter) guard(at ast.PositionHolder, name string, args ...ast.Expr) *ast.FuncCallExpr {
	call := &ast.FuncCallExpr{Func: w.ident(at, name), Args: args, AdjustRet: true}
	place(call, at)
	return call
}

func (w *rewriter) guardStmt(at ast.PositionHolder, name string, args ...ast.Expr) ast.Stmt {
	call := w.guard(at, name, args...)
	call.AdjustRet = false
	st := &ast.FuncCallStmt{Expr: call}
	place(st, at)
	return st
}
