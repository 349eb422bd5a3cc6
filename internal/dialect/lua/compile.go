package lua

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
	"unsafe"

	glua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Chunk is a compiled file or a piece of one. It is immutable and runs in any
// number of states.
type Chunk struct {
	At   syntax.Pos // where the source begins
	Name string     // of its file as scripts have it, in the texts of errors, and saves

	proto *glua.FunctionProto
	lines []string // nil for those of reread
	uses  []use
	gives map[string]bool // globals that it assigns
	wants []string        // files that it requires by name while it runs

	reread func() string
}

// Reread lets a chunk forget the text that it was compiled from, and get it again when
// somebody wants to see it.
func (c *Chunk) Reread(text func() string) { c.lines, c.reread = nil, text }

// text returns the lines that the chunk was compiled from.
func (c *Chunk) text() []string {
	if c.lines == nil {
		return strings.Split(c.reread(), "\n")
	}
	return c.lines
}

// Source returns the text that the chunk was compiled from.
func (c *Chunk) Source() string { return strings.Join(c.text(), "\n") }

// Reads lists the globals that the source reads, functions of the libraries as
// LIBRARY.NAME, in the order of the source.
func (c *Chunk) Reads() []string {
	names := make([]string, len(c.uses))
	for i, u := range c.uses {
		names[i] = u.name
	}
	return names
}

// Assigns reports whether the source assigns a global.
func (c *Chunk) Assigns(name string) bool { return c.gives[name] }

// Find returns the place of the first line that has a name, or where the source begins.
func (c *Chunk) Find(name string) syntax.Pos {
	c = &Chunk{At: c.At, lines: c.text()}
	for line := range c.lines {
		if at := c.word(line+1, name); at != c.lineStart(line+1) || strings.HasPrefix(strings.TrimLeft(c.lines[line], " \t"), name) {
			return at
		}
	}
	return c.At
}

// Word returns the place of a name on a line of the file, or of the first thing there.
func (c *Chunk) Word(line int, name string) syntax.Pos { return c.word(line-int(c.At.Line)+1, name) }

// use is a place that reads a global.
type use struct {
	name string
	line int
}

// Compile compiles a source that begins at a position of its file. The
// parameters are local names that [State.Function] takes values for. The error
// is a *syntax.Error.
func Compile(at syntax.Pos, src string, lim Limits, params ...string) (*Chunk, error) {
	return CompileAs(at.File, at, src, lim, params...)
}

// CompileAs is Compile of a file that has another name in scripts.
func CompileAs(name string, at syntax.Pos, src string, lim Limits, params ...string) (c *Chunk, err error) {
	lim = lim.orDefault()
	at.Line, at.Col = max(at.Line, 1), max(at.Col, 1)
	c = &Chunk{At: at, Name: name, lines: strings.Split(src, "\n"), gives: map[string]bool{}}
	if len(src) > lim.Source {
		return nil, &syntax.Error{Pos: at, Msg: fmt.Sprintf("a script of %d bytes, wanted at most %d", len(src), lim.Source)}
	}
	if strings.HasPrefix(src, "\x1bLua") {
		return nil, &syntax.Error{Pos: at, Msg: "found a compiled script, wanted its source"}
	}
	src = strings.TrimPrefix(src, "\ufeff")
	defer func() {
		if v := recover(); v != nil { // the compiler gives up on what no person writes
			c, err = nil, &syntax.Error{Pos: at, Msg: fmt.Sprintf("a script that cannot be compiled: %v", v)}
		}
	}()
	stmts, err := parse.Parse(strings.NewReader(src), at.File)
	if err != nil {
		return nil, c.parseError(err)
	}
	if e := c.depth(stmts, lim.Depth); e != nil {
		return nil, e
	}
	w := rewriter{chunk: c, compare: lim.Compare}
	stmts = w.scope(stmts, append([]string{"arg"}, params...)...)
	if w.fault != nil {
		return nil, w.fault
	}
	if len(params) > 0 {
		args := &ast.Comma3Expr{}
		args.SetLine(1)
		local := &ast.LocalAssignStmt{Names: params, Exprs: []ast.Expr{args}}
		local.SetLine(1)
		stmts = append([]ast.Stmt{local}, stmts...)
	}
	if e := c.sizes(stmts, lim.Constants); e != nil {
		return nil, e
	}
	proto, err := glua.Compile(stmts, name)
	if err != nil {
		return nil, c.compileError(err)
	}
	if e := c.wrong(proto); e != nil {
		return nil, e
	}
	shiftLines(proto, int(at.Line)-1)
	tighten(proto)
	c.proto = proto
	return c, nil
}

func shiftLines(p *glua.FunctionProto, by int) {
	if by == 0 {
		return
	}
	p.LineDefined += by
	p.LastLineDefined += by
	for i := range p.DbgSourcePositions {
		p.DbgSourcePositions[i] += by
	}
	for _, f := range p.FunctionPrototypes {
		shiftLines(f, by)
	}
}

// tighten frees what the compiler reserved for a function and did not need, which is
// 12 kB and more. A table that a script makes empty gets room for one value and for
// one name: with none, gopher-lua reserves room for 32 when the first comes, 0.5 kB
// and 2 kB. One whose last value is that of a call has room for a value there, where
// gopher-lua counts a name.
func tighten(p *glua.FunctionProto) {
	p.Code, p.DbgSourcePositions = slices.Clone(p.Code), slices.Clone(p.DbgSourcePositions)
	p.Constants, p.FunctionPrototypes = slices.Clone(p.Constants), slices.Clone(p.FunctionPrototypes)
	p.DbgLocals, p.DbgCalls, p.DbgUpvalues = slices.Clone(p.DbgLocals), slices.Clone(p.DbgCalls), slices.Clone(p.DbgUpvalues)
	names := textConstants(p)
	*names = slices.Clone(*names)
	var made [1 << 8]int // where the table in a register is made
	for pc := 0; pc < len(p.Code); pc++ {
		switch inst := p.Code[pc]; opcode(inst) {
		case glua.OP_NEWTABLE:
			if made[operandA(inst)] = pc; inst&sizesMask == 0 {
				p.Code[pc] |= sizesOne
			}
		case glua.OP_SETLIST:
			if inst&valuesMask == 0 { // as many values as the call gives
				p.Code[made[operandA(inst)]] -= 1<<9 - 1
			}
			if inst&listPartMask == 0 { // what follows is a number
				pc++
			}
		}
	}
	for _, f := range p.FunctionPrototypes {
		tighten(f)
	}
}

// textConstants are the constants of a function that are texts, which gopher-lua keeps
// once more and shows to nobody.
func textConstants(p *glua.FunctionProto) *[]string {
	return (*[]string)(unsafe.Pointer(reflect.ValueOf(p).Elem().FieldByName("stringConstants").UnsafeAddr()))
}

// An instruction of gopher-lua has 6 bits for what it does and 8, 9 and 9 for its
// operands A, C and B. Of a new table B is the room for values and C that for names.
const (
	opcodeShift  = 26
	sizesMask    = 1<<18 - 1
	sizesOne     = 1<<9 | 1
	valuesMask   = 1<<9 - 1
	listPartMask = sizesMask &^ valuesMask
)

func opcode(inst uint32) int { return int(inst >> opcodeShift) }

func operandA(inst uint32) uint8 { return uint8(inst >> 18) }

func (c *Chunk) parseError(err error) *syntax.Error {
	var e *parse.Error
	if !errors.As(err, &e) {
		return &syntax.Error{Pos: c.At, Msg: strings.TrimSpace(err.Error())}
	}
	msg := strings.TrimSpace(e.Message)
	if e.Pos.Line == parse.EOF {
		return &syntax.Error{Pos: c.end(), Msg: "unexpected end of the script: " + msg}
	}
	line, column, token := min(e.Pos.Line, len(c.lines)), max(e.Pos.Column-len(e.Token)+1, 1), e.Token
	if token == "" { // a sign
		column = min(e.Pos.Column, len(c.lines[line-1]))
		token = c.lines[line-1][max(column-1, 0):column]
	}
	return &syntax.Error{Pos: c.pos(line, max(column, 1)), Msg: fmt.Sprintf("%s near %q", msg, token)}
}

func (c *Chunk) compileError(err error) *syntax.Error {
	var e *glua.CompileError
	if errors.As(err, &e) {
		msg := e.Message
		if strings.HasPrefix(msg, "register overflow") || msg == "too many local variables" {
			msg = "a function that needs more than 200 places for its locals and for what it computes; divide it into functions"
		} else if strings.HasPrefix(msg, "too long to jump") {
			msg = fmt.Sprintf("a function with a loop or a branch of more than %d instructions; divide it into functions", jumpReach)
		}
		return &syntax.Error{Pos: c.lineStart(e.Line), Msg: msg}
	}
	return &syntax.Error{Pos: c.At, Msg: err.Error()}
}

// pos returns the place of a byte of a line of the source, both counted from 1.
func (c *Chunk) pos(line, column int) syntax.Pos {
	text := c.text()[line-1]
	p := syntax.Pos{File: c.At.File, Line: c.At.Line + int32(line) - 1}
	p.Col = int32(utf8.RuneCountInString(text[:min(column-1, len(text))])) + 1
	if line == 1 {
		p.Col += c.At.Col - 1
	}
	return p
}

// lineStart returns the place of the first thing on a line.
func (c *Chunk) lineStart(line int) syntax.Pos {
	lines := c.text()
	line = max(1, min(line, len(lines))) // the end of a function is past its last line
	text := lines[line-1]
	return c.pos(line, len(text)-len(strings.TrimLeft(text, " \t\r"))+1)
}

// word returns the place of a name on a line, or of the first thing there.
func (c *Chunk) word(line int, name string) syntax.Pos {
	if lines := c.text(); line >= 1 && line <= len(lines) {
		text := lines[line-1]
		for from := 0; ; {
			i := strings.Index(text[from:], name)
			if i < 0 {
				break
			}
			i += from
			end := i + len(name)
			if (i == 0 || !isName(text[i-1])) && (end == len(text) || !isName(text[end])) {
				return c.pos(line, i+1)
			}
			from = end
		}
	}
	return c.lineStart(line)
}

func isName(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z'
}

func (c *Chunk) end() syntax.Pos {
	last := len(c.lines)
	return c.pos(last, len(c.lines[last-1])+1)
}
