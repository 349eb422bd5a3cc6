package dst

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// record is a record of a save, and the object that is made of it.
type record struct {
	kind   byte
	cells  []any // nil, bool, float64, int64, string, recordID
	object any
}

type recordID uint64

// decoder makes the state of a machine from bytes that another machine of the
// same program gave.
type decoder struct {
	m       *machine
	records []*record // by number
	cells   []any     // what is left of the record that is being read
	saved   saved
	tables  map[*glua.LTable]*contents // contents of the tables that every machine has
	hosts   map[*glua.LFunction]tree.Leaf
	todo    []func() // see later
}

// saveError refuses bytes that are a save, but not one for this machine.
type saveError struct{ error }

// decode reads what encode wrote. The machine is unchanged until commit is
// called, which replaces all that its scripts keep. err is errDamaged, or says
// why the save does not fit.
func (m *machine) decode(b []byte) (commit func(), err error) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case saveError:
			err = v.error
		case error:
			if v != errDamaged { //nolint:errorlint // it is this very value
				panic(v)
			}
			err = v
		default:
			panic(v)
		}
	}()
	d := &decoder{m: m, tables: map[*glua.LTable]*contents{}, hosts: map[*glua.LFunction]tree.Leaf{}}
	d.parse(b)
	d.makeObjects()
	first := len(m.fixedList) + 1
	for _, r := range d.records[1:first] {
		if r.kind == recordTable {
			t := &contents{}
			d.read(r, t.code)
			t.check()
			d.tables[r.object.(*glua.LTable)] = t
		}
	}
	for _, r := range d.records[first:] {
		d.fill(r)
	}
	for _, r := range d.records[first:] {
		if r.kind == recordMade { // its tables are filled now
			d.read(r, func(codec) { d.makeFunction(r.object.(*glua.LFunction)) })
		}
	}
	d.read(d.records[0], d.saved.code)
	d.checkBots()
	return d.commit, nil
}

// take removes the first n bytes from b and returns them.
func take(b *[]byte, n uint64) []byte {
	if n > uint64(len(*b)) {
		panic(errDamaged)
	}
	taken := (*b)[:n]
	*b = (*b)[n:]
	return taken
}

func takeUvarint(b *[]byte) uint64 {
	i, size := binary.Uvarint(*b)
	if size <= 0 {
		panic(errDamaged)
	}
	*b = (*b)[size:]
	return i
}

func takeVarint(b *[]byte) int64 {
	i, size := binary.Varint(*b)
	if size <= 0 {
		panic(errDamaged)
	}
	*b = (*b)[size:]
	return i
}

// takeRecord removes the first record from the bytes.
func takeRecord(b *[]byte) *record {
	r := &record{kind: take(b, 1)[0]}
	n := takeUvarint(b)
	if n > uint64(len(*b)) { // a cell is at least a byte
		panic(errDamaged)
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
			panic(errDamaged)
		}
	}
	return r
}

// parse takes the bytes apart into records. Functions that every machine has have
// no bytes.
func (d *decoder) parse(b []byte) {
	state := takeRecord(&b)
	if state.kind != recordState || len(state.cells) == 0 {
		panic(errDamaged)
	}
	if state.cells[0] != int64(len(d.m.fixedList)) {
		panic(saveError{errors.New("saved by another version")})
	}
	d.records = append(d.records, state)
	for _, v := range d.m.fixedList {
		r := &record{}
		if _, ok := v.(*glua.LTable); ok {
			if r = takeRecord(&b); r.kind != recordTable {
				panic(errDamaged)
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
	for _, r := range d.records[len(d.m.fixedList)+1:] {
		switch r.kind {
		case recordTable:
			r.object = d.m.L.NewTable()
		case recordFunction, recordMade:
			r.object = &glua.LFunction{}
		case recordVariable:
			r.object = &glua.Upvalue{}
		case recordEntity:
			r.object = &entity{}
		case recordNode:
			r.object = &node{}
		case recordBT:
			r.object = &bt{m: &d.m.engine}
		case recordBrain:
			r.object = &brain{m: d.m}
		case recordTask:
			t := &task{}
			t.obj.Value, t.obj.Metatable = t, d.m.stage.taskMeta
			r.object = &t.obj
		default:
			panic(errDamaged)
		}
	}
}

// read lets code read the cells of a record, all of them.
func (d *decoder) read(r *record, code func(codec)) {
	d.cells = r.cells
	if code(d); len(d.cells) > 0 {
		panic(errDamaged)
	}
}

// fill gives an object its contents. Functions of Go are made later.
func (d *decoder) fill(r *record) {
	switch v := r.object.(type) {
	case *glua.LTable:
		var t contents
		d.read(r, t.code)
		t.check()
		t.fill(v)
	case *glua.Upvalue:
		var held glua.LValue
		d.read(r, func(c codec) { c.value(&held) })
		v.SetValue(held)
	case *glua.LFunction:
		if r.kind == recordFunction {
			d.read(r, func(codec) { d.remakeFunction(v) })
		}
	case *glua.LUserData: // of a task
		d.read(r, func(c codec) { codeHandle(c, v.Value) })
	default:
		d.read(r, func(c codec) { codeHandle(c, v) })
		if e, ok := v.(*entity); ok && e.bot != nil {
			e.bot.m, e.bot.program = d.m, d.m.program
		}
	}
}

// check refuses what no table can hold.
func (t *contents) check() {
	if t.meta.Type() != glua.LTTable && t.meta != glua.LNil {
		panic(errDamaged)
	}
	for _, k := range t.keys {
		switch k := k.(type) {
		case *glua.LNilType:
			panic(errDamaged)
		case glua.LNumber: // indices are in the list, not among the keys
			if k != k || k >= 1 && k < glua.LNumber(glua.MaxArrayIndex) && k == glua.LNumber(int(k)) {
				panic(errDamaged)
			}
		}
	}
}

func (t *contents) fill(to *glua.LTable) { lua.Fill(to, t.meta, t.list, t.keys, t.values) }

func (d *decoder) remakeFunction(f *glua.LFunction) {
	var s closure
	s.code(d)
	c := d.m.program.chunkOf(s.place.file)
	if c == nil {
		panic(saveError{fmt.Errorf("saved with a file that is not there: %s", s.place.file)})
	}
	all := c.Functions()
	if s.place.number < 0 || s.place.number >= len(all) || len(s.variables) != int(all[s.place.number].NumUpvalues) {
		panic(errDamaged)
	}
	*f = *d.m.lua.Remake(c, all[s.place.number], s.variables)
}

func (d *decoder) makeFunction(f *glua.LFunction) {
	var g making
	g.code(d)
	if len(g.values) == 0 {
		panic(errDamaged)
	}
	what, of := g.values[0].String(), g.values[1:]
	made := d.m.makes(what, of)
	if made == nil {
		panic(errDamaged)
	}
	*f = *d.m.L.NewClosure(made, g.values...)
	if what == madeHost {
		d.hosts[f], _ = d.m.leafNamed(of[0].String(), of[1:])
	}
}

// checkBots wants the machine to have the bots that were saved.
func (d *decoder) checkBots() {
	for _, e := range d.saved.own {
		if e.bot == nil {
			panic(errDamaged)
		}
	}
	for id, e := range d.m.stage.known {
		if saved := d.saved.known[id]; e.bot != nil && (saved == nil || saved.bot == nil) {
			panic(saveError{fmt.Errorf("saved without bot %d", id)})
		}
	}
	for id, e := range d.saved.known {
		if old := d.m.stage.known[id]; e.bot != nil && (old == nil || old.bot == nil) {
			panic(saveError{fmt.Errorf("saved with bot %d, which is not there", id)})
		}
	}
}

// commit puts the decoded state in place of the machine's.
func (d *decoder) commit() {
	m := d.m
	for t, c := range d.tables {
		c.fill(t)
	}
	clear(m.kinds)
	m.hosts = d.hosts
	old := m.stage.known
	m.restore(&d.saved)
	for _, id := range slices.Sorted(maps.Keys(m.stage.known)) {
		if e := m.stage.known[id]; e.bot != nil {
			b := old[id].bot
			e.bot.row, e.bot.program, e.bot.pool = b.row, b.program, b.pool
			*b = *e.bot
			e.bot = b
			for _, br := range b.brains {
				br.owner = b
			}
		}
	}
	for _, e := range m.stage.own {
		for _, br := range e.bot.brains {
			br.owner = e.bot
		}
	}
	for _, f := range d.todo {
		f()
	}
}

// next takes the next cell, which must be of that type.
func next[T any](d *decoder) T {
	if len(d.cells) == 0 {
		panic(errDamaged)
	}
	v, ok := d.cells[0].(T)
	if !ok {
		panic(errDamaged)
	}
	d.cells = d.cells[1:]
	return v
}

func (d *decoder) bool(b *bool)      { *b = next[bool](d) }
func (d *decoder) number(f *float64) { *f = next[float64](d) }
func (d *decoder) whole(int64) int64 { return next[int64](d) }
func (d *decoder) text(s *string)    { *s = next[string](d) }

// objectOf returns the object of a record, which must be of that type.
func objectOf[T any](d *decoder, id recordID) T {
	if id >= recordID(len(d.records)) {
		panic(errDamaged)
	}
	v, ok := d.records[id].object.(T)
	if !ok {
		panic(errDamaged)
	}
	return v
}

func (d *decoder) value(v *glua.LValue) {
	if len(d.cells) == 0 {
		panic(errDamaged)
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
		panic(errDamaged)
	}
	d.cells = d.cells[1:]
}

// handle finds the Go side of an object by the first entry of its record, because
// the object itself may be empty yet.
func (d *decoder) handle(v *glua.LValue) any {
	cells := d.cells
	d.value(v)
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

func (d *decoder) variable(up **glua.Upvalue) { *up = objectOf[*glua.Upvalue](d, next[recordID](d)) }

func (d *decoder) length(int) int {
	n := next[int64](d)
	if n < 0 || n > int64(len(d.cells)) {
		panic(errDamaged)
	}
	return int(n)
}

func (d *decoder) rest(int) int { return len(d.cells) }

func (d *decoder) later(f func()) { d.todo = append(d.todo, f) }
