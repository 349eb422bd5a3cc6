package graph

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

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

// Decode reads what Encode wrote, in a state that was made in the same way. Nothing is changed
// until commit is called, which puts what was read into the tables that every such state has.
// err is ErrDamaged, or says why the save does not fit.
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
	var tables []*machine.Contents
	for _, r := range d.records[1:first] {
		if r.kind == recordTable {
			t := &machine.Contents{}
			d.read(r, func(c Codec) { codeContents(c, t) })
			t.MayHold(g.state, r.object.Table()) // what is wrong is told before anything is changed
			tables = append(tables, t)
		}
	}
	for _, r := range d.records[first:] {
		d.fill(r)
	}
	for _, r := range d.records[first:] {
		switch r.kind { // what they hold is filled now
		case recordNative:
			d.read(r, func(Codec) { d.makeNative(r.object.Function()) })
		case recordThread:
			d.read(r, func(Codec) { r.thread.Code(d, d.state) })
		}
	}
	d.read(d.records[0], func(Codec) {
		take1[int64](d) // parse has looked at it
		root(d)
	})
	return func() {
		i := 0
		for _, v := range g.list {
			if t := v.Table(); t != nil {
				tables[i].Fill(g.state, t)
				i++
			}
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

// parse takes the bytes apart into records. Functions that every such state has have no bytes.
func (d *decoder) parse(b []byte) {
	root := takeRecord(&b)
	if root.kind != recordRoot || len(root.cells) == 0 {
		panic(ErrDamaged)
	}
	if root.cells[0] != int64(len(d.list)) {
		panic(saveError{errors.New("saved by another version")})
	}
	d.records = append(d.records, root)
	for _, v := range d.list {
		r := &record{}
		if v.Table() != nil {
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
			r.object = d.state.NewTable().V()
		case recordFunction:
			r.object = d.state.Remake(d.proto(r.cells)).V()
		case recordNative:
			r.object = machine.RemakeNative().V()
		case recordCell:
			r.object = machine.NewCell().V()
		case recordThread:
			r.thread = &machine.Thread{}
			r.object = r.thread.AsData().V()
		default:
			var first any
			if len(r.cells) > 0 {
				first = r.cells[0]
			}
			if r.object = d.own.New(r.kind, first); r.object.IsNil() {
				panic(ErrDamaged)
			}
		}
	}
}

// proto is a function as it stands in its source, by the first two cells of its record.
func (d *decoder) proto(cells []any) *machine.Proto {
	if len(cells) < 2 {
		panic(ErrDamaged)
	}
	file, ok := cells[0].(string)
	n, isWhole := cells[1].(int64)
	if !ok || !isWhole {
		panic(ErrDamaged)
	}
	c := d.Chunk(file)
	if c == nil {
		panic(saveError{fmt.Errorf("saved with a script that is not there: %s", file)})
	}
	if n < 0 || n >= int64(len(c.Protos)) {
		panic(ErrDamaged)
	}
	return c.Protos[n]
}

// read lets code read the cells of a record, all of them.
func (d *decoder) read(r *record, code func(Codec)) {
	d.cells = r.cells
	if code(d); len(d.cells) > 0 {
		panic(ErrDamaged)
	}
}

// fill gives an object its contents. Functions of Go and threads are made later.
func (d *decoder) fill(r *record) {
	switch r.kind {
	case recordTable:
		d.read(r, func(Codec) { d.Content(r.object.Table()) })
	case recordCell:
		d.read(r, func(Codec) { d.Value(r.object.Cell().Held()) })
	case recordFunction:
		d.cells = r.cells[2:]
		var cells []*machine.Cell
		if len(d.cells) > 0 {
			cells = make([]*machine.Cell, len(d.cells))
		}
		for i := range cells {
			d.Variable(&cells[i])
		}
		r.object.Function().Keep(cells)
	case recordNative, recordThread:
	default:
		d.read(r, func(Codec) { d.own.Code(d, r.object) })
	}
}

func (d *decoder) makeNative(f *machine.Function) {
	var name string
	d.Text(&name)
	var kept []machine.Value
	codeValues(d, &kept, d.Rest(0))
	if made := d.state.MakeMatches(name, kept); made != nil {
		f.Become(made)
	} else if !d.own.Make(f, name, kept) {
		panic(ErrDamaged)
	}
}

// take1 takes the next cell, which must be of that type.
func take1[T any](d *decoder) T {
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

func (d *decoder) Bool(b *bool)      { *b = take1[bool](d) }
func (d *decoder) Number(f *float64) { *f = take1[float64](d) }
func (d *decoder) Whole(int64) int64 { return take1[int64](d) }
func (d *decoder) Text(s *string)    { *s = take1[string](d) }

func (d *decoder) object(id recordID) machine.Value {
	if id >= recordID(len(d.records)) || d.records[id].object.IsNil() {
		panic(ErrDamaged)
	}
	return d.records[id].object
}

func (d *decoder) Value(v *machine.Value) {
	if len(d.cells) == 0 {
		panic(ErrDamaged)
	}
	switch c := d.cells[0].(type) {
	case nil:
		*v = machine.Nil
	case bool:
		*v = machine.Bool(c)
	case float64:
		*v = machine.Number(c)
	case string:
		*v = d.state.Constant(c)
	case recordID:
		if *v = d.object(c); v.Kind() == machine.KindCell || d.records[c].thread != nil {
			panic(ErrDamaged)
		}
	default:
		panic(ErrDamaged)
	}
	d.cells = d.cells[1:]
}

func (d *decoder) Variable(c **machine.Cell) {
	if *c = d.object(take1[recordID](d)).Cell(); *c == nil {
		panic(ErrDamaged)
	}
}

func (d *decoder) Thread(t **machine.Thread) {
	data := d.object(take1[recordID](d)).Data()
	if data == nil {
		panic(ErrDamaged)
	}
	read, ok := data.Value.(*machine.Thread)
	if !ok {
		panic(ErrDamaged)
	}
	*t = read
}

func (d *decoder) Length(int) int {
	n := take1[int64](d)
	if n < 0 || n > int64(len(d.cells)) {
		panic(ErrDamaged)
	}
	return int(n)
}

func (d *decoder) Rest(int) int { return len(d.cells) }

func (d *decoder) Later(f func()) { d.todo = append(d.todo, f) }

func (d *decoder) Content(t *machine.Table) {
	var c machine.Contents
	codeContents(d, &c)
	c.Check()
	c.Fill(d.state, t)
}
