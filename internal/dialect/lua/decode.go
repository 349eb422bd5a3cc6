package lua

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	glua "github.com/yuin/gopher-lua"
)

// record is a record of a save, and the object that is made of it.
type record struct {
	kind   byte
	cells  []any // nil, bool, float64, int64, string, recordID
	object any
}

type recordID uint64

// decoder reads what an encoder of another state wrote.
type decoder struct {
	*Graph
	own     Objects
	records []*record // by number
	cells   []any     // what is left of the record that is being read
	todo    []func()  // see Later
}

// saveError refuses bytes that are a save, but not one for this state.
type saveError struct{ error }

// Decode reads what Encode wrote, in a state that was made in the same way.
// Nothing is changed until commit is called, which puts what was read into the
// tables that every such state has. err is ErrDamaged, or says why the save does
// not fit.
func (g *Graph) Decode(b []byte, own Objects, root func(Codec)) (commit func(), err error) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case saveError:
			err = v.error
		case error:
			if v != ErrDamaged { //nolint:errorlint // it is this very value
				panic(v)
			}
			err = v
		default:
			panic(v)
		}
	}()
	d := &decoder{Graph: g, own: own}
	d.parse(b)
	d.makeObjects()
	first := len(g.list) + 1
	tables := map[*glua.LTable]*contents{}
	for _, r := range d.records[1:first] {
		if r.kind == recordTable {
			t := &contents{}
			d.read(r, t.code)
			t.check()
			tables[r.object.(*glua.LTable)] = t
		}
	}
	for _, r := range d.records[first:] {
		d.fill(r)
	}
	for _, r := range d.records[first:] {
		if r.kind == recordMade { // its tables are filled now
			d.read(r, func(Codec) { d.makeFunction(r.object.(*glua.LFunction)) })
		}
	}
	d.read(d.records[0], func(Codec) {
		next[int64](d) // parse has looked at it
		root(d)
	})
	return func() {
		for t, c := range tables {
			c.fill(t)
		}
		for _, f := range d.todo {
			f()
		}
	}, nil
}

// take removes the first n bytes from b and returns them.
func take(b *[]byte, n uint64) []byte {
	if n > uint64(len(*b)) {
		panic(ErrDamaged)
	}
	taken := (*b)[:n]
	*b = (*b)[n:]
	return taken
}

func takeUvarint(b *[]byte) uint64 {
	i, size := binary.Uvarint(*b)
	if size <= 0 {
		panic(ErrDamaged)
	}
	*b = (*b)[size:]
	return i
}

func takeVarint(b *[]byte) int64 {
	i, size := binary.Varint(*b)
	if size <= 0 {
		panic(ErrDamaged)
	}
	*b = (*b)[size:]
	return i
}

// takeRecord removes the first record from the bytes.
func takeRecord(b *[]byte) *record {
	r := &record{kind: take(b, 1)[0]}
	n := takeUvarint(b)
	if n > uint64(len(*b)) { // a cell is at least a byte
		panic(ErrDamaged)
	}
	r.cells = make([]any, n)
	for i := range r.cells {
		switch kind := take(b, 1)[0]; kind {
		case cellNil:
		case cellFalse, cellTrue:
			r.cells[i] = kind == cellTrue
		case cellNumber:
			r.cells[i] = math.Float64frombits(binary.LittleEndian.Uint64(take(b, 8)))
		case cellWhole:
			r.cells[i] = takeVarint(b)
		case cellText:
			r.cells[i] = string(take(b, takeUvarint(b)))
		case cellRecord:
			r.cells[i] = recordID(takeUvarint(b))
		default:
			panic(ErrDamaged)
		}
	}
	return r
}

// parse takes the bytes apart into records. Functions that every such state has have
// no bytes.
func (d *decoder) parse(b []byte) {
	state := takeRecord(&b)
	if state.kind != recordRoot || len(state.cells) == 0 {
		panic(ErrDamaged)
	}
	if state.cells[0] != int64(len(d.list)) {
		panic(saveError{errors.New("saved by another version")})
	}
	d.records = append(d.records, state)
	for _, v := range d.list {
		r := &record{}
		if _, ok := v.(*glua.LTable); ok {
			if r = takeRecord(&b); r.kind != recordTable {
				panic(ErrDamaged)
			}
		}
		r.object = v
		d.records = append(d.records, r)
	}
	for len(b) > 0 {
		d.records = append(d.records, takeRecord(&b))
	}
}

// makeObjects makes the objects of all records, empty.
func (d *decoder) makeObjects() {
	for _, r := range d.records[len(d.list)+1:] {
		switch r.kind {
		case recordTable:
			r.object = d.state.L.NewTable()
		case recordFunction, recordMade:
			r.object = &glua.LFunction{}
		case recordVariable:
			r.object = &glua.Upvalue{}
		default:
			var first any
			if len(r.cells) > 0 {
				first = r.cells[0]
			}
			if r.object = d.own.New(r.kind, first); r.object == nil {
				panic(ErrDamaged)
			}
		}
	}
}

// read lets code read the cells of a record, all of them.
func (d *decoder) read(r *record, code func(Codec)) {
	d.cells = r.cells
	if code(d); len(d.cells) > 0 {
		panic(ErrDamaged)
	}
}

// fill gives an object its contents. Functions of Go are made later.
func (d *decoder) fill(r *record) {
	switch r.kind {
	case recordTable:
		d.read(r, func(Codec) { d.Content(r.object.(*glua.LTable)) })
	case recordVariable:
		var held glua.LValue
		d.read(r, func(Codec) { d.Value(&held) })
		r.object.(*glua.Upvalue).SetValue(held)
	case recordFunction:
		d.read(r, func(Codec) { d.remakeFunction(r.object.(*glua.LFunction)) })
	case recordMade:
	default:
		d.read(r, func(Codec) { d.own.Code(d, r.object) })
	}
}

// check refuses what no table can hold.
func (t *contents) check() {
	if t.meta.Type() != glua.LTTable && t.meta != glua.LNil {
		panic(ErrDamaged)
	}
	for _, k := range t.keys {
		switch k := k.(type) {
		case *glua.LNilType:
			panic(ErrDamaged)
		case glua.LNumber: // indices are in the list, not among the keys
			if k != k || k >= 1 && k < glua.LNumber(glua.MaxArrayIndex) && k == glua.LNumber(int(k)) {
				panic(ErrDamaged)
			}
		}
	}
}

func (t *contents) fill(to *glua.LTable) { Fill(to, t.meta, t.list, t.keys, t.values) }

func (d *decoder) remakeFunction(f *glua.LFunction) {
	var s closure
	s.code(d)
	c := d.Chunk(s.place.File)
	if c == nil {
		panic(saveError{fmt.Errorf("saved with a script that is not there: %s", s.place.File)})
	}
	all := c.Functions()
	if s.place.Number < 0 || s.place.Number >= len(all) || len(s.variables) != int(all[s.place.Number].NumUpvalues) {
		panic(ErrDamaged)
	}
	*f = *d.state.Remake(c, all[s.place.Number], s.variables)
}

func (d *decoder) makeFunction(f *glua.LFunction) {
	var g making
	g.code(d)
	if len(g.values) == 0 || !d.own.Make(f, g.values) {
		panic(ErrDamaged)
	}
}

// next takes the next cell, which must be of that type.
func next[T any](d *decoder) T {
	if len(d.cells) == 0 {
		panic(ErrDamaged)
	}
	v, ok := d.cells[0].(T)
	if !ok {
		panic(ErrDamaged)
	}
	d.cells = d.cells[1:]
	return v
}

func (d *decoder) Bool(b *bool)      { *b = next[bool](d) }
func (d *decoder) Number(f *float64) { *f = next[float64](d) }
func (d *decoder) Whole(int64) int64 { return next[int64](d) }
func (d *decoder) Text(s *string)    { *s = next[string](d) }

// objectOf returns the object of a record, which must be of that type.
func objectOf[T any](d *decoder, id recordID) T {
	if id >= recordID(len(d.records)) {
		panic(ErrDamaged)
	}
	v, ok := d.records[id].object.(T)
	if !ok {
		panic(ErrDamaged)
	}
	return v
}

func (d *decoder) Value(v *glua.LValue) {
	if len(d.cells) == 0 {
		panic(ErrDamaged)
	}
	switch c := d.cells[0].(type) {
	case nil:
		*v = glua.LNil
	case bool:
		*v = glua.LBool(c)
	case float64:
		*v = glua.LNumber(c)
	case string:
		*v = glua.LString(c)
	case recordID:
		*v = objectOf[glua.LValue](d, c)
	default:
		panic(ErrDamaged)
	}
	d.cells = d.cells[1:]
}

// Handle finds the Go side of an object by the first entry of its record, because
// the object itself may be empty yet.
func (d *decoder) Handle(v *glua.LValue) any {
	cells := d.cells
	d.Value(v)
	id, ok := cells[0].(recordID)
	if !ok {
		return nil
	}
	r := d.records[id]
	if r.kind != recordTable || len(r.cells) < 3 || r.cells[1] == int64(0) {
		return nil
	}
	first, ok := r.cells[2].(recordID)
	if !ok || first >= recordID(len(d.records)) {
		return nil
	}
	return d.records[first].object
}

func (d *decoder) Variable(up **glua.Upvalue) { *up = objectOf[*glua.Upvalue](d, next[recordID](d)) }

func (d *decoder) Length(int) int {
	n := next[int64](d)
	if n < 0 || n > int64(len(d.cells)) {
		panic(ErrDamaged)
	}
	return int(n)
}

func (d *decoder) Rest(int) int { return len(d.cells) }

func (d *decoder) Later(f func()) { d.todo = append(d.todo, f) }

func (d *decoder) Content(t *glua.LTable) {
	var c contents
	c.code(d)
	c.check()
	c.fill(t)
}
