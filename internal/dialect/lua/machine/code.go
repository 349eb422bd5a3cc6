package machine

import (
	"math"
	"unsafe"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/bytecode"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
)

// Chunk is a compiled file or a piece of one, and Proto is a function as it stands there.
type (
	Chunk = bytecode.Chunk
	Proto = bytecode.Proto
)

// Compile compiles a source that begins at a position of its file. The parameters are local
// names that [State.Function] takes values for. The error is a [syntax.ErrorList] with all
// faults of the source.
func Compile(at syntax.Pos, src string, lim Limits, params ...string) (*Chunk, error) {
	return CompileAs(at.File, at, src, lim, params...)
}

// CompileAs is Compile of a file that has another name in scripts.
func CompileAs(name string, at syntax.Pos, src string, lim Limits, params ...string) (*Chunk, error) {
	lim = lim.orDefault()
	return bytecode.Compile(name, at, src, bytecode.Limits{Source: lim.Source, Depth: lim.Depth, Lenient: lim.Lenient}, params...)
}

// code is a function in a state: what stands in its source, and what the state has found at
// its instructions.
type code struct {
	*Proto
	instrs    []bytecode.Instr // what the machine needs most is here once more
	base      unsafe.Pointer   // of instrs, ks and caches
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
	c := &code{Proto: p, instrs: p.Code, size: p.Size, params: p.Params, cost: p.Cost, ks: make([]Value, len(p.Konsts)), caches: make([]cache, p.Caches), inner: make([]*code, len(p.Protos))}
	for i, k := range p.Konsts {
		switch k.Kind {
		case source.NumberConst:
			c.ks[i] = Number(math.Float64frombits(k.Bits))
		case source.TextConst:
			c.ks[i] = s.Constant(k.Text)
		case source.BoolConst:
			c.ks[i] = Bool(k.Bits != 0)
		}
	}
	c.base, c.ksBase, c.cacheBase = unsafe.Pointer(unsafe.SliceData(c.instrs)), unsafe.Pointer(unsafe.SliceData(c.ks)), unsafe.Pointer(unsafe.SliceData(c.caches))
	return c
}

const instrSize = unsafe.Sizeof(bytecode.Instr{})

// Constant is a text of a source, which names fields if it is short.
func (s *State) Constant(text string) Value {
	if len(text) <= 40 {
		return s.name(text).v()
	}
	return String(text)
}
