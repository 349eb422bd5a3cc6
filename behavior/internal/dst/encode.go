package dst

import (
	"encoding/binary"
	"errors"
	"maps"
	"math"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
)

// errOdd refuses a function of Go that made does not know: the iterator of
// string.gmatch.
var errOdd = errors.New("its scripts keep a function that finds matches, which cannot be saved")

// encoder writes the state of a machine as bytes.
type encoder struct {
	m     *machine
	ids   map[any]uint64 // numbers of the objects' records
	todo  []any          // objects that are numbered and not written yet
	cells []byte         // cells of the record that is being written
	count uint64
	out   []byte
	err   error

	// used again for each record
	contents contents
	closure  closure
	making   making
}

// encode returns all that the scripts of the machine keep, as bytes. It fails if
// they keep something that cannot be saved.
func (m *machine) encode() ([]byte, error) {
	e := &encoder{m: m, ids: maps.Clone(m.fixed)}
	m.saved().code(e)
	e.end(recordState)
	for _, v := range m.fixedList {
		if t, ok := v.(*glua.LTable); ok {
			e.end(e.record(t))
		}
	}
	for len(e.todo) > 0 {
		v := e.todo[0]
		e.todo = e.todo[1:]
		e.end(e.record(v))
	}
	return e.out, e.err
}

// end writes the record whose cells were gathered.
func (e *encoder) end(kind byte) {
	e.out = append(e.out, kind)
	e.out = binary.AppendUvarint(e.out, e.count)
	e.out = append(e.out, e.cells...)
	e.cells, e.count = e.cells[:0], 0
}

// record gathers the cells of an object and returns the kind of its record.
func (e *encoder) record(v any) byte {
	switch v := v.(type) {
	case *glua.LTable:
		t := &e.contents
		t.meta, t.values = v.Metatable, t.values[:0]
		t.list, t.keys = lua.Entries(v)
		for _, k := range t.keys {
			t.values = append(t.values, v.RawGet(k))
		}
		t.code(e)
		return recordTable
	case *glua.Upvalue:
		held := v.Value()
		e.value(&held)
		return recordVariable
	case *glua.LFunction:
		return e.function(v)
	case *glua.LUserData:
		if _, ok := v.Value.(*thread); ok {
			e.err = errThread
			return recordTable
		}
		if kind := codeHandle(e, v.Value); kind != recordState {
			return kind
		}
	default:
		if kind := codeHandle(e, v); kind != recordState {
			return kind
		}
	}
	e.err = errOdd
	return recordTable
}

// codeHandle visits the Go side of an object and returns the kind of its record;
// recordState if it is none.
func codeHandle(c codec, h any) byte {
	switch h := h.(type) {
	case *entity:
		h.code(c)
		return recordEntity
	case *node:
		h.code(c)
		return recordNode
	case *bt:
		h.code(c)
		return recordBT
	case *brain:
		h.code(c)
		return recordBrain
	case *task:
		h.code(c)
		return recordTask
	}
	return recordState
}

func (e *encoder) function(f *glua.LFunction) byte {
	if !f.IsG {
		e.closure = closure{e.m.program.placeOf(f.Proto), f.Upvalues}
		e.closure.code(e)
		return recordFunction
	}
	if len(f.Upvalues) == 0 || f.Upvalues[0].Value().Type() != glua.LTString {
		e.err = errOdd
		return recordMade
	}
	g := &e.making
	g.values = g.values[:0]
	for _, up := range f.Upvalues {
		g.values = append(g.values, up.Value())
	}
	g.code(e)
	return recordMade
}

func (e *encoder) cell(kind byte) {
	e.cells = append(e.cells, kind)
	e.count++
}

func (e *encoder) bool(b *bool) {
	if *b {
		e.cell(cellTrue)
	} else {
		e.cell(cellFalse)
	}
}

func (e *encoder) number(f *float64) {
	e.cell(cellNumber)
	e.cells = binary.LittleEndian.AppendUint64(e.cells, math.Float64bits(*f))
}

func (e *encoder) whole(i int64) int64 {
	e.cell(cellWhole)
	e.cells = binary.AppendVarint(e.cells, i)
	return i
}

func (e *encoder) text(s *string) {
	e.cell(cellText)
	e.cells = binary.AppendUvarint(e.cells, uint64(len(*s)))
	e.cells = append(e.cells, *s...)
}

// ref writes the number of an object's record.
func (e *encoder) ref(v any) {
	id, ok := e.ids[v]
	if !ok {
		id = uint64(len(e.ids)) + 1
		e.ids[v] = id
		e.todo = append(e.todo, v)
	}
	e.cell(cellRecord)
	e.cells = binary.AppendUvarint(e.cells, id)
}

func (e *encoder) value(v *glua.LValue) {
	switch v := (*v).(type) {
	case glua.LBool:
		e.bool((*bool)(&v))
	case glua.LNumber:
		e.number((*float64)(&v))
	case glua.LString:
		e.text((*string)(&v))
	case *glua.LTable, *glua.LFunction, *glua.LUserData, *entity, *node, *bt, *brain:
		e.ref(v)
	default: // nil, or nothing
		e.cell(cellNil)
	}
}

func (e *encoder) handle(v *glua.LValue) any {
	e.value(v)
	return nil
}

func (e *encoder) variable(up **glua.Upvalue) { e.ref(*up) }

func (e *encoder) length(n int) int { return int(e.whole(int64(n))) }

func (e *encoder) rest(n int) int { return n }

func (e *encoder) later(func()) {}
