package machine

import (
	"math"
	"sort"
	"unicode/utf8"
	"unsafe"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// instr is one instruction. What its fields say stands with each opcode.
type instr struct {
	op      opcode
	a, b, x uint8
	c, d    int32
}

type opcode uint8

// The opcodes. R are the registers of a function, K its constants, C the cells that it keeps;
// a, b and x are fields of one byte, c and d of four. Truth is 0 or 1.
const (
	opMove      opcode = iota // R[a] = R[b]
	opConst                   // R[a] = K[c]
	opNil                     // R[a] to R[a+c] = nil
	opBool                    // R[a] = x; go to c where that is not 0
	opGetUp                   // R[a] = C[c]
	opSetUp                   // C[c] = R[a]
	opGetCell                 // R[a] = the variable in cell R[b]
	opSetCell                 // the variable in cell R[a] = R[b]
	opNewCell                 // R[a] = a cell with R[a]
	opGetGlobal               // R[a] = global K[c]; d: cache
	opSetGlobal               // global K[c] = R[a]
	opOwned                   // refuses R[a], which is global K[c], where its fields are not the scripts' own
	opGetField                // R[a] = R[b][K[c]], a name; d: cache
	opSetField                // R[a][K[c]] = R[b]; d: cache
	opGet                     // R[a] = R[b][R[x]]
	opSet                     // R[a][R[b]] = R[x]
	opSelf                    // R[a+1] = R[b]; R[a] = R[b][K[c]]; d: cache
	opTable                   // R[a] = {} with room for c values and d names
	opList                    // R[a][c+1] to R[a][c+b] = R[a+1] to R[a+b]; b 0: up to the open end
	opAdd                     // R[a] = R[b] + R[x]
	opSub                     //
	opMul                     //
	opDiv                     //
	opMod                     //
	opPow                     //
	opAddK                    // R[a] = R[b] + K[c]
	opSubK                    //
	opMulK                    //
	opDivK                    //
	opMinus                   // R[a] = -R[b]
	opNot                     // R[a] = not R[b]
	opLen                     // R[a] = #R[b]
	opJoin                    // R[a] = R[b] .. to .. R[b+c]
	opJump                    // go to c
	opLoop                    // go back to c for d steps
	opTest                    // go to c if the truth of R[a] is x
	opEq                      // go to c if the truth of R[a] == R[b] is x
	opLt                      //
	opLe                      //
	opEqK                     // go to c if the truth of R[a] == K[d] is x
	opLtK                     //
	opLeK                     //
	opGtK                     //
	opGeK                     //
	opCall                    // R[a](R[a+1] to R[a+b-1]), b 0: up to the open end; c-1 results from R[a] on, c 0: all
	opTail                    // return R[a](R[a+1] to R[a+b-1])
	opReturn                  // return R[a] to R[a+b-2]; b 0: up to the open end
	opReturn1                 // return R[a]
	opCount                   // begins for R[a], R[a+1], R[a+2]; go to c unless it runs
	opAgain                   // goes on with for R[a]; R[a+3] is the local; go back to c for d steps
	opEach                    // R[a+3] to R[a+2+b] = R[a](R[a+1], R[a+2]); go back to c for d steps unless R[a+3] is nil
	opFunc                    // R[a] = function c
	opRest                    // R[a] to R[a+c-2] = ...; c 0: all
	opArg                     // R[a] = the table of ...
	opcodes
)

// konst is a constant of a source.
type konst struct {
	kind Kind
	bits uint64
	text string
}

// capture says where a function that is made finds a variable that it keeps.
type capture struct {
	local bool // in a register of the function around; else among what that keeps
	at    int
	name  string
}

// localInfo says which register a local has, and where.
type localInfo struct {
	name     string
	reg      int
	from, to int  // instructions
	captured bool // functions within its own keep it
}

// Proto is a function as it stands in a source. It is the same in all states.
type Proto struct {
	Chunk  *Chunk
	Number int    // among the functions of its chunk, in the order of the source
	Name   string // as the source has it; empty for one without
	at     span
	code   []instr
	pos    []int32 // where each instruction stands
	konsts []konst
	protos []*Proto
	caps   []capture
	locals []localInfo
	params int
	size   int // registers
	caches int
	cost   int64 // steps of a call
	rest   bool
}

// Span is where the function stands in its file.
func (p *Proto) Span() syntax.Span {
	from, to := p.Chunk.lines.At(p.at.from), p.Chunk.lines.At(p.at.to)
	return syntax.Span{Start: from, EndLine: to.Line, EndCol: to.Col}
}

// Lines finds lines and columns of a source that begins at a position of its file.
type Lines struct {
	at     syntax.Pos
	starts []int32
	text   func() string
}

func newLines(at syntax.Pos, src string) *Lines {
	l := &Lines{at: at, starts: []int32{0}, text: func() string { return src }}
	for i := 0; i < len(src); {
		n := 1
		if src[i] == '\r' && i+1 < len(src) && src[i+1] == '\n' {
			n = 2
		}
		if src[i] == '\n' || src[i] == '\r' {
			l.starts = append(l.starts, int32(i+n))
		}
		i += n
	}
	return l
}

// line is the line of a byte, from 0 on.
func (l *Lines) line(at int32) int {
	return sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > at }) - 1
}

// At is the place of a byte.
func (l *Lines) At(at int32) syntax.Pos {
	at = max(at, 0)
	line := l.line(at)
	src := l.text()
	start, end := min(int(l.starts[line]), len(src)), min(int(at), len(src))
	p := syntax.Pos{File: l.at.File, Line: l.at.Line + int32(line), Col: int32(utf8.RuneCountInString(src[start:end])) + 1}
	if line == 0 {
		p.Col += l.at.Col - 1
	}
	return p
}

// code is a function in a state: what stands in its source, and what the state has found at
// its instructions.
type code struct {
	*Proto
	instrs    []instr        // what the machine needs most is here once more
	base      unsafe.Pointer // of instrs, ks and caches
	ksBase    unsafe.Pointer
	cacheBase unsafe.Pointer
	size      int
	params    int
	cost      int64
	ks        []Value
	caches    []cache
	inner     []*code
}

// cache is what was found at an instruction last: the slot of a name in a shape, or the
// entry in a dictionary.
type cache struct {
	shape *Shape
	slot  int32
}

// load makes a function of a source usable in the state.
func (s *State) load(p *Proto) *code {
	c := &code{Proto: p, instrs: p.code, size: p.size, params: p.params, cost: p.cost, ks: make([]Value, len(p.konsts)), caches: make([]cache, p.caches), inner: make([]*code, len(p.protos))}
	for i, k := range p.konsts {
		switch k.kind {
		case KindNumber:
			c.ks[i] = Number(math.Float64frombits(k.bits))
		case KindText:
			c.ks[i] = s.constant(k.text)
		case KindBool:
			c.ks[i] = Bool(k.bits != 0)
		}
	}
	c.base, c.ksBase, c.cacheBase = unsafe.Pointer(unsafe.SliceData(c.instrs)), unsafe.Pointer(unsafe.SliceData(c.ks)), unsafe.Pointer(unsafe.SliceData(c.caches))
	return c
}

const instrSize = unsafe.Sizeof(instr{})

// constant is a text of a source, which names fields if it is short.
func (s *State) constant(text string) Value {
	if len(text) <= 40 {
		return s.name(text).v()
	}
	return String(text)
}
