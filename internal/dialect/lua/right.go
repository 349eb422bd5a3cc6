package lua

import (
	"fmt"

	glua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// maxSearch is how often the compiler may compare constants for one file: it looks for
// each in a list of those of its function.
const maxSearch = 400_000_000

// jumpReach is how far a jump reaches in the code of gopher-lua, and how many places to jump
// to it tells apart. It checks neither.
const jumpReach = 1<<17 - 1

// size is what one function of a source takes.
type size struct {
	constants map[string]int // their places in the list
	targets   int            // places to jump to
}

// sizes refuses a source that takes too long to compile, or that has a function of more
// places to jump to than the compiler tells apart.
func (c *Chunk) sizes(stmts []ast.Stmt, most int) (fault *syntax.Error) {
	search, line := 0, 1
	var f *size
	var exprs func(...ast.Expr)
	var blocks func([]ast.Stmt)
	refuse := func(format string, args ...any) {
		if fault == nil {
			fault = &syntax.Error{Pos: c.lineStart(line), Msg: fmt.Sprintf(format, args...)}
		}
	}
	constant := func(kind, text string) {
		at, found := f.constants[kind+text]
		if !found {
			at = len(f.constants)
			f.constants[kind+text] = at
		}
		if search += at + 1; at >= most {
			refuse("a function of more than %d texts, numbers and names, wanted at most lua.constants; divide it into functions, or set --limit lua.constants", most)
		} else if search > maxSearch {
			refuse("a file that uses its texts, numbers and names too often to be compiled in time; divide its functions")
		}
	}
	target := func(n int) {
		if f.targets += n; f.targets > jumpReach {
			refuse("a function of too many branches and loops; divide it into functions")
		}
	}
	exprs = func(list ...ast.Expr) {
		for _, e := range list {
			if e == nil || fault != nil {
				continue
			}
			if n := e.Line(); n > 0 {
				line = n
			}
			switch e := e.(type) {
			case *ast.StringExpr:
				constant("s", e.Value)
			case *ast.NumberExpr:
				constant("n", e.Value)
			case *ast.IdentExpr:
				constant("s", e.Value)
			case *ast.FuncCallExpr:
				constant("s", e.Method)
			case *ast.RelationalOpExpr:
				target(1)
			case *ast.LogicalOpExpr:
				target(4)
			case *ast.FunctionExpr:
				outer := f
				f = &size{constants: map[string]int{}}
				blocks(e.Stmts)
				f = outer
				continue
			}
			eachInExpr(e, blocks, exprs)
		}
	}
	blocks = func(list []ast.Stmt) {
		for _, st := range list {
			if fault != nil {
				return
			}
			if n := st.Line(); n > 0 {
				line = n
			}
			switch st.(type) {
			case *ast.IfStmt, *ast.WhileStmt, *ast.RepeatStmt, *ast.NumberForStmt, *ast.GenericForStmt:
				target(4)
			}
			eachInStmt(st, blocks, exprs)
		}
	}
	f = &size{constants: map[string]int{}}
	blocks(stmts)
	return fault
}

// wrong refuses code that gopher-lua got wrong without a word. It writes the last fifty
// values of a list again for what follows them: values of a call or of ... then take their
// places, and so does what the value of a name left in their registers. It keeps the part of a
// list in nine bits, the number of captured locals in eight, and the length of a jump in
// eighteen.
func (c *Chunk) wrong(p *glua.FunctionProto) *syntax.Error {
	refuse := func(line int, format string, args ...any) *syntax.Error {
		return &syntax.Error{Pos: c.lineStart(line), Msg: fmt.Sprintf(format, args...)}
	}
	if n := len(p.DbgUpvalues); n > 255 {
		return refuse(p.LineDefined, "a function that uses %d locals of those around it, wanted at most 255; put them in a table", n)
	}
	var part [1 << 8]uint32 // the part of the list in a register that was written last
	for pc := 0; pc < len(p.Code); pc++ {
		inst, line := p.Code[pc], p.DbgSourcePositions[pc]
		switch a := operandA(inst); opcode(inst) {
		case glua.OP_CLOSURE: // what follows names what it captures
			pc += len(p.FunctionPrototypes[inst&sizesMask].DbgUpvalues)
		case glua.OP_NEWTABLE:
			part[a] = 0
		case glua.OP_SETLIST:
			this := inst & listPartMask
			switch {
			case this == 0:
				return refuse(line, "a table of more than 25550 values in one constructor, wanted at most so many; split the table")
			case this != part[a]:
				part[a] = this
			case inst&valuesMask == 0:
				return refuse(line, "a call or ... behind a multiple of 50 values in a table; put its values in a local table first, or itself in ( ) for the first of them")
			case !writesOnly(p.Code[pc-1]) || p.Code[pc-2] != inst:
				return refuse(line, "a name with a value that is computed behind a multiple of 50 values in a table; put it in front of them, or assign it after the table")
			}
		case glua.OP_JMP, glua.OP_FORPREP, glua.OP_FORLOOP:
			if len(p.Code) > jumpReach {
				return refuse(line, "a loop or a branch in a function of %d instructions, wanted at most %d; divide it into functions", len(p.Code), jumpReach)
			}
		}
	}
	for _, f := range p.FunctionPrototypes {
		if e := c.wrong(f); e != nil {
			return e
		}
	}
	return nil
}

// writesOnly reports whether an instruction writes to a table and to no register.
func writesOnly(inst uint32) bool {
	return opcode(inst) == glua.OP_SETTABLE || opcode(inst) == glua.OP_SETTABLEKS
}
