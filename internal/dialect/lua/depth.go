package lua

import (
	"fmt"

	"github.com/yuin/gopher-lua/ast"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// depth refuses a source tree that is too deep for the compiler and for
// the rewriter, which call themselves at each level. It keeps a list of its own
// instead.
func (c *Chunk) depth(stmts []ast.Stmt, most int) *syntax.Error {
	type entry struct {
		stmt  ast.Stmt
		expr  ast.Expr
		level int
	}
	var todo []entry
	level := 1
	addStmts := func(list []ast.Stmt) {
		for _, st := range list {
			todo = append(todo, entry{stmt: st, level: level})
		}
	}
	add := func(list ...ast.Expr) {
		for _, e := range list {
			if e != nil {
				todo = append(todo, entry{expr: e, level: level})
			}
		}
	}
	addStmts(stmts)
	for len(todo) > 0 {
		e := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		level = e.level + 1
		if e.level > most {
			line := 0
			if e.stmt != nil {
				line = e.stmt.Line()
			} else {
				line = e.expr.Line()
			}
			return &syntax.Error{Pos: c.lineStart(line), Msg: fmt.Sprintf("a script nested deeper than %d levels", most)}
		}
		if e.stmt != nil {
			eachInStmt(e.stmt, addStmts, add)
		} else {
			eachInExpr(e.expr, addStmts, add)
		}
	}
	return nil
}

// eachInStmt names the blocks and expressions right below a statement.
func eachInStmt(st ast.Stmt, blocks func([]ast.Stmt), exprs func(...ast.Expr)) {
	switch st := st.(type) {
	case *ast.AssignStmt:
		exprs(st.Lhs...)
		exprs(st.Rhs...)
	case *ast.LocalAssignStmt:
		exprs(st.Exprs...)
	case *ast.FuncCallStmt:
		exprs(st.Expr)
	case *ast.DoBlockStmt:
		blocks(st.Stmts)
	case *ast.WhileStmt:
		exprs(st.Condition)
		blocks(st.Stmts)
	case *ast.RepeatStmt:
		exprs(st.Condition)
		blocks(st.Stmts)
	case *ast.IfStmt:
		exprs(st.Condition)
		blocks(st.Then)
		blocks(st.Else)
	case *ast.NumberForStmt:
		exprs(st.Init, st.Limit, st.Step)
		blocks(st.Stmts)
	case *ast.GenericForStmt:
		exprs(st.Exprs...)
		blocks(st.Stmts)
	case *ast.FuncDefStmt:
		exprs(st.Name.Func, st.Name.Receiver)
		exprs(st.Func)
	case *ast.ReturnStmt:
		exprs(st.Exprs...)
	}
}

// eachInExpr names the blocks and expressions right below an expression.
func eachInExpr(e ast.Expr, blocks func([]ast.Stmt), exprs func(...ast.Expr)) {
	switch e := e.(type) {
	case *ast.AttrGetExpr:
		exprs(e.Object, e.Key)
	case *ast.TableExpr:
		for _, f := range e.Fields {
			exprs(f.Key, f.Value)
		}
	case *ast.FuncCallExpr:
		exprs(e.Func, e.Receiver)
		exprs(e.Args...)
	case *ast.LogicalOpExpr:
		exprs(e.Lhs, e.Rhs)
	case *ast.RelationalOpExpr:
		exprs(e.Lhs, e.Rhs)
	case *ast.StringConcatOpExpr:
		exprs(e.Lhs, e.Rhs)
	case *ast.ArithmeticOpExpr:
		exprs(e.Lhs, e.Rhs)
	case *ast.UnaryMinusOpExpr:
		exprs(e.Expr)
	case *ast.UnaryNotOpExpr:
		exprs(e.Expr)
	case *ast.UnaryLenOpExpr:
		exprs(e.Expr)
	case *ast.FunctionExpr:
		blocks(e.Stmts)
	}
}
