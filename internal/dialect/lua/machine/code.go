package machine

import (
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
	base      unsafe.Pointer // of the instructions, once it has run
	ksBase    unsafe.Pointer // of as many values as it has constants
	cacheBase unsafe.Pointer // of as many caches as it needs
	inner     []*code
	cost      int64 // what the machine needs most is here once more
	size      int
	params    int
	library   bool // of the owner's own files
}

// cache is what was found at an instruction last: the slot of a name in a shape, or the
// entry in a dictionary.
type cache struct {
	shape *Shape
	slot  int32
}

// begin is what a function does when it runs for the first time.
var begin = [...]bytecode.Instr{{Op: bytecode.Begin}}

// load makes a function of a source usable in the state. What its instructions need is made when
// it runs for the first time, because most functions of a library never do.
func (s *State) load(p *Proto) *code {
	return &code{Proto: p, size: int(p.Size), params: int(p.Params), cost: int64(p.Cost), base: unsafe.Pointer(&begin), library: s.isLibrary(p.Chunk)}
}

// ready makes what the instructions of a function need, unless it has that.
func (c *code) ready(s *State) {
	if c.base != unsafe.Pointer(&begin) {
		return
	}
	p := c.Proto
	ks := make([]Value, len(p.Konsts))
	c.inner = make([]*code, len(p.Protos))
	for i, k := range p.Konsts {
		switch k.Kind {
		case source.NumberConst:
			ks[i] = Number(k.Number())
		case source.TextConst:
			ks[i] = s.Constant(k.Text)
		case source.BoolConst:
			ks[i] = Bool(k.Truth())
		}
	}
	c.base, c.ksBase = unsafe.Pointer(unsafe.SliceData(p.Code)), unsafe.Pointer(unsafe.SliceData(ks))
	c.cacheBase = unsafe.Pointer(unsafe.SliceData(make([]cache, p.Caches)))
}

const instrSize = unsafe.Sizeof(bytecode.Instr{})

// Constant is a text of a source, which names fields if it is short.
func (s *State) Constant(text string) Value {
	if len(text) <= 40 {
		return s.name(text).v()
	}
	return String(text)
}
