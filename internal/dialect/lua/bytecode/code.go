package bytecode

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
)

// Instr is one instruction. What its fields say stands with each Opcode.
type Instr struct {
	Op      Opcode
	A, B, X uint8
	C, D    int32
}

type Opcode uint8

// The Opcodes. R are the registers of a function, K its constants, C the cells that it keeps;
// a, b and x are fields of one byte, c and d of four. Truth is 0 or 1.
const (
	Move      Opcode = iota // R[a] = R[b]
	Const                   // R[a] = K[c]
	Nil                     // R[a] to R[a+c] = nil
	Bool                    // R[a] = x; go to c where that is not 0
	GetUp                   // R[a] = C[c]
	SetUp                   // C[c] = R[a]
	GetCell                 // R[a] = the variable in cell R[b]
	SetCell                 // the variable in cell R[a] = R[b]
	NewCell                 // R[a] = a cell with R[a]
	GetGlobal               // R[a] = global K[c]; d: cache
	SetGlobal               // global K[c] = R[a]
	Owned                   // refuses R[a], which is global K[c], where its fields are not the scripts' own
	GetField                // R[a] = R[b][K[c]], a name; d: cache
	SetField                // R[a][K[c]] = R[b]; d: cache
	Get                     // R[a] = R[b][R[x]]
	Set                     // R[a][R[b]] = R[x]
	Self                    // R[a+1] = R[b]; R[a] = R[b][K[c]]; d: cache
	Table                   // R[a] = {} with room for c values and d names
	List                    // R[a][c+1] to R[a][c+b] = R[a+1] to R[a+b]; b 0: up to the open end
	Add                     // R[a] = R[b] + R[x]
	Sub                     //
	Mul                     //
	Div                     //
	Mod                     //
	Pow                     //
	AddK                    // R[a] = R[b] + K[c]
	SubK                    //
	MulK                    //
	DivK                    //
	Minus                   // R[a] = -R[b]
	Not                     // R[a] = not R[b]
	Len                     // R[a] = #R[b]
	Join                    // R[a] = R[b] .. to .. R[b+c]
	Jump                    // go to c
	Loop                    // go back to c for d steps
	Test                    // go to c if the truth of R[a] is x
	Eq                      // go to c if the truth of R[a] == R[b] is x
	Lt                      //
	Le                      //
	EqK                     // go to c if the truth of R[a] == K[d] is x
	LtK                     //
	LeK                     //
	GtK                     //
	GeK                     //
	Call                    // R[a](R[a+1] to R[a+b-1]), b 0: up to the open end; c-1 results from R[a] on, c 0: all; d has a bit for each argument that is a constructor
	Tail                    // return R[a](R[a+1] to R[a+b-1])
	Return                  // return R[a] to R[a+b-2]; b 0: up to the open end
	Return1                 // return R[a]
	Count                   // begins for R[a], R[a+1], R[a+2]; go to c unless it runs
	Again                   // goes on with for R[a]; R[a+3] is the local; go back to c for d steps
	Each                    // R[a+3] to R[a+2+b] = R[a](R[a+1], R[a+2]); go back to c for d steps unless R[a+3] is nil
	Func                    // R[a] = function c
	Rest                    // R[a] to R[a+c-2] = ...; c 0: all
	Arg                     // R[a] = the table of ...
	Begin                   // goes to the first instruction; stands in no function
	Opcodes
)

// Konst is a constant of a source. It is as small as a text can be, since libraries have thousands.
type Konst struct {
	Text string // of a number its bits, in eight bytes; of true more than none
	Kind source.ConstKind
}

// numberKonst returns the constant of a number.
func numberKonst(f float64) Konst {
	bits := binary.LittleEndian.AppendUint64(nil, math.Float64bits(f))
	return Konst{Kind: source.NumberConst, Text: string(bits)}
}

// boolKonst returns the constant of a truth value.
func boolKonst(truth bool) Konst {
	k := Konst{Kind: source.BoolConst}
	if truth {
		k.Text = "true"
	}
	return k
}

// Number returns the number of a constant that is one.
func (k *Konst) Number() float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64([]byte(k.Text)))
}

// Truth returns the truth value of a constant that is one.
func (k *Konst) Truth() bool { return k.Text != "" }

// Capture says where a function that is made finds a variable that it keeps.
type Capture struct {
	Name  string
	At    int32
	Local bool // in a register of the function around; else among what that keeps
}

// Local says which register a local has, and where.
type Local struct {
	Name     string
	Reg      int32
	From, To int32 // instructions
	Captured bool  // functions within its own keep it
}

// lives reports whether the register is that of the local at an instruction.
func (l *Local) lives(pc int) bool { return int(l.From) <= pc && pc < int(l.To) }

// Compare is a comparison as it stands in a source.
type Compare struct {
	PC          int32
	Left, Right int16 // the registers of its sides; negative for the constant
	Op          source.Token
	A, B        source.Span // of the sides
	IsLiteral   bool        // the right one is
}

// Proto is a function as it stands in a source. It is the same in all states.
type Proto struct {
	Chunk    *Chunk
	Name     string // as the source has it; empty for one without
	At       source.Span
	Code     []Instr
	Konsts   []Konst
	Protos   []*Proto
	Caps     []Capture
	Locals   []Local
	places   string     // see PlaceOf
	compares *[]Compare // in the order of their instructions; nil for none
	Number   int32      // among the functions of its chunk, in the order of the source
	Caches   int32
	Cost     int32 // steps of a call
	Params   uint8
	Size     uint8 // registers
	Rest     bool
}

// PlaceOf is where an instruction stands, in bytes from the beginning of the source. Few
// instructions are ever asked for it, so that each one's place lies as the difference to that of
// the one before.
func (p *Proto) PlaceOf(pc int) (at int32) {
	for from := 0; pc >= 0; pc-- {
		d, n := varint(p.places[from:])
		at += int32(d)
		from += n
	}
	return at
}

// varint decodes what binary.AppendVarint wrote.
func varint(s string) (v int64, n int) {
	var u uint64
	for more := true; more; n++ {
		u |= uint64(s[n]&0x7f) << (7 * n)
		more = s[n] >= 0x80
	}
	return int64(u>>1) ^ -int64(u&1), n
}

// CompareAt is the comparison that an instruction makes; nil for none.
func (p *Proto) CompareAt(pc int) *Compare {
	if p.compares == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(*p.compares, int32(pc), func(c Compare, pc int32) int { return cmp.Compare(c.PC, pc) })
	if !ok {
		return nil
	}
	return &(*p.compares)[i]
}

// Span is where the function stands in its file.
func (p *Proto) Span() syntax.Span {
	from, to := p.Chunk.Lines.At(p.At.From), p.Chunk.Lines.At(p.At.To)
	return syntax.Span{Start: from, EndLine: to.Line, EndCol: to.Col}
}
