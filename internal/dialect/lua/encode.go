package lua

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// errOdd refuses a function of Go that was not made by a word: the iterator of
// string.gmatch.
var errOdd = errors.New("its scripts keep a function that finds matches, which cannot be saved")

// encoder writes what scripts keep as bytes.
type encoder struct {
	*Graph
	own   Objects
	ids   map[any]uint64 // numbers of the objects' records
	todo  []any          // objects that are numbered and not written yet
	cells []byte         // cells of the record that is being written
	count uint64
	out   []byte
	err   error // the first

	at      any         // the object whose record is being written; nil for the root
	odd     any         // the object that err is about
	holders map[any]any // the object that was found to hold each; nil where nobody asks

	// used again for each record
	contents contents
	closure  closure
	making   making
}

// Encode returns all that is reached from the root and from what every such state
// has. Where that is not all that scripts keep, the error says what cannot be
// saved.
func (g *Graph) Encode(own Objects, root func(Codec)) ([]byte, error) {
	e := &encoder{Graph: g, own: own, ids: maps.Clone(g.fixed)}
	e.encode(root)
	return e.out, e.err
}

// Holders are the objects through which the root holds what Encode says cannot be saved, on
// one of the shortest ways: that object first, the one that the root holds last.
func (g *Graph) Holders(own Objects, root func(Codec)) (all []any) {
	e := &encoder{Graph: g, own: own, ids: maps.Clone(g.fixed), holders: map[any]any{}}
	e.encode(root)
	for v := e.odd; v != nil; v = e.holders[v] {
		all = append(all, v)
	}
	return all
}

func (e *encoder) encode(root func(Codec)) {
	g := e.Graph
	e.Whole(int64(len(g.list)))
	root(e)
	e.end(recordRoot)
	for _, v := range g.list {
		if t, ok := v.(*glua.LTable); ok {
			e.at = t
			e.Content(t)
			e.end(recordTable)
		}
	}
	for len(e.todo) > 0 {
		v := e.todo[0]
		e.todo, e.at = e.todo[1:], v
		e.end(e.record(v))
	}
}

// fail notes that the object whose record is being written cannot be saved.
func (e *encoder) fail(err error) {
	if e.err == nil {
		e.err, e.odd = err, e.at
	}
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
	kind, err := e.own.Kind(v)
	if err != nil {
		e.fail(err)
		return recordTable
	}
	if kind != 0 {
		e.own.Code(e, v)
		return kind
	}
	switch v := v.(type) {
	case *glua.LTable:
		e.Content(v)
		return recordTable
	case *glua.Upvalue:
		held := v.Value()
		e.Value(&held)
		return recordVariable
	case *glua.LFunction:
		return e.function(v)
	}
	e.fail(errOdd)
	return recordTable
}

func (e *encoder) function(f *glua.LFunction) byte {
	if !f.IsG {
		place, ok := e.Place(f.Proto)
		if !ok {
			e.fail(placed(e.state.defined(f.Proto), fmt.Errorf("its scripts keep a function of %s, which no tree uses any more", f.Proto.SourceName)))
		}
		e.closure = closure{place, f.Upvalues}
		e.closure.code(e)
		return recordFunction
	}
	if len(f.Upvalues) == 0 || f.Upvalues[0].Value().Type() != glua.LTString {
		e.fail(e.finder(f))
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

// finder is errOdd, with the place where a script made the function.
func (e *encoder) finder(f *glua.LFunction) error {
	if len(f.Upvalues) > 0 {
		if u, ok := f.Upvalues[0].Value().(*glua.LUserData); ok {
			at, _ := u.Value.(madeAt)
			return placed(e.state.place(string(at)), errOdd)
		}
	}
	return errOdd
}

// placed is an error with its place, where that is known.
func placed(at syntax.Pos, err error) error {
	if at.Line == 0 {
		return err
	}
	return fmt.Errorf("%s: %w", at, err)
}

func (e *encoder) cell(kind byte) {
	e.cells = append(e.cells, kind)
	e.count++
}

func (e *encoder) Bool(b *bool) {
	if *b {
		e.cell(cellTrue)
	} else {
		e.cell(cellFalse)
	}
}

func (e *encoder) Number(f *float64) {
	e.cell(cellNumber)
	e.cells = binary.LittleEndian.AppendUint64(e.cells, Bits(*f))
}

func (e *encoder) Whole(i int64) int64 {
	e.cell(cellWhole)
	e.cells = binary.AppendVarint(e.cells, i)
	return i
}

func (e *encoder) Text(s *string) {
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
		if e.holders != nil {
			e.holders[v] = e.at
		}
		e.todo = append(e.todo, v)
	}
	e.cell(cellRecord)
	e.cells = binary.AppendUvarint(e.cells, id)
}

func (e *encoder) Value(v *glua.LValue) {
	switch v := (*v).(type) {
	case nil, *glua.LNilType:
		e.cell(cellNil)
	case glua.LBool:
		e.Bool((*bool)(&v))
	case glua.LNumber:
		e.Number((*float64)(&v))
	case glua.LString:
		e.Text((*string)(&v))
	default:
		e.ref(v)
	}
}

func (e *encoder) Content(t *glua.LTable) {
	c := &e.contents
	c.meta, c.values = MetatableOf(t), c.values[:0]
	c.list, c.keys = Entries(t)
	if in := insideOf(t); in.folded() {
		c.keys, c.values = e.state.outlines.of(in).keys, append(c.values, in.keys...)
	} else {
		for _, k := range c.keys {
			c.values = append(c.values, t.RawGet(k))
		}
	}
	c.code(e)
}

func (e *encoder) Handle(v *glua.LValue) any {
	e.Value(v)
	return nil
}

func (e *encoder) Variable(up **glua.Upvalue) { e.ref(*up) }

func (e *encoder) Length(n int) int { return int(e.Whole(int64(n))) }

func (e *encoder) Rest(n int) int { return n }

func (e *encoder) Later(func()) {}
