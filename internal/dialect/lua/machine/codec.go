package machine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"path"
	"unsafe"

	"github.com/thicket-sim/thicket/internal/dialect/lua/number"
)

// Codec goes through all that scripts keep: tables, functions with their variables, and what
// stands for objects of the owner. Each type says once, in one function, what it keeps and in
// which order; a [Graph] writes it and reads it by that function. These methods are called with
// what the type keeps. Only one that reads changes it, or returns something else than it was
// given.
type Codec interface {
	Value(v *Value)
	Bool(b *bool)
	Number(f *float64)
	Whole(i int64) int64
	Text(s *string)
	Variable(c **Cell)
	Thread(t **Thread)

	// Content visits what a table holds.
	Content(t *Table)
	// Length stands before a list of n elements, of at least one cell each.
	Length(n int) int
	// Rest stands before a list of n elements, one cell each, at the end of a record.
	Rest(n int) int
	// Later makes one that reads call f once what was read is in place.
	Later(f func())
}

var (
	_ Codec = (*encoder)(nil)
	_ Codec = (*decoder)(nil)
)

// The kinds of records.
const (
	recordRoot byte = iota
	recordTable
	recordFunction // of a script
	recordNative   // of Go, by its name, see Objects.Make
	recordCell
	recordThread
	RecordOwn // the first of the kinds that Objects have
)

// The kinds of cells.
const (
	cellNil byte = iota
	cellFalse
	cellTrue
	cellNumber // float64
	cellWhole  // int64
	cellText
	cellRecord // the number of a record
)

// ErrDamaged is what functions that read panic with when bytes are no save.
var ErrDamaged = errors.New("the save is damaged")

// Place is where a function of a script stands: a file, and its number among the
// [Chunk.Functions] of that file.
type Place struct {
	File   string
	Number int
}

// Places knows where the functions of pieces of code stand. The zero Places knows none.
type Places struct {
	chunks map[string]*Chunk // by name
	names  map[*Chunk]string
}

// Know makes the functions of a piece of code such that they can be saved. Its name tells it
// apart by where it begins in its file, and by what it says. The folder is no part of it, since
// that depends on how the scene is named; of pieces that are equal but for their folders the
// later ones are numbered.
func (p *Places) Know(c *Chunk) {
	sum := fnv.New64a()
	sum.Write([]byte(c.Source()))
	first := fmt.Sprintf("%s:%d:%d#%016x", path.Base(c.At.File), c.At.Line, c.At.Col, sum.Sum64())
	name := first
	for n := 2; p.chunks[name] != nil && p.chunks[name].At.File != c.At.File; n++ {
		name = fmt.Sprintf("%s#%d", first, n)
	}
	p.KnowAs(name, c)
}

// KnowAs is Know by a name that the owner gives.
func (p *Places) KnowAs(name string, c *Chunk) {
	if p.chunks == nil {
		p.chunks, p.names = map[string]*Chunk{}, map[*Chunk]string{}
	}
	p.chunks[name], p.names[c] = c, name
}

// Graph makes the graph of a state whose functions stand in places that are known by then.
func (p *Places) Graph() Graph {
	return Graph{
		Place: func(f *Proto) (Place, bool) { name, ok := p.names[f.Chunk]; return Place{name, f.Number}, ok },
		Chunk: func(name string) *Chunk { return p.chunks[name] },
	}
}

// Graph writes all that the scripts of a state keep as bytes, and reads it into another state
// that was made in the same way: tables, functions with their variables, and what these hold,
// each once, however often it is met.
//
// The bytes are a list of records. The first is the root; then come the tables that every such
// state has, see Fix; then all other objects in the order in which they are met. A record is its
// kind (a byte), the number of its cells (uvarint) and the cells: a kind (a byte) and a value
// each. Objects refer to each other by the numbers of their records. Equal states have equal
// bytes, so that their hash can go into digests.
type Graph struct {
	// Place finds where a function of a script stands; false for one that is in no file which
	// can be found again. Chunk is the file of a name; nil for one that is not there.
	Place func(*Proto) (Place, bool)
	Chunk func(file string) *Chunk

	state *State
	fixed map[unsafe.Pointer]uint64 // the numbers of what every such state has, from 1
	list  []Value                   // those objects, in the order of their numbers
}

// Objects are those of the owner that scripts hold: values of Go, and tables that stand for
// something.
type Objects interface {
	// Kind is the kind of the record of such an object, RecordOwn or above; 0 for what is
	// none. The error says that it cannot be saved.
	Kind(v Value) (byte, error)
	// New makes the object of a record, empty. first is the first cell of the record: nil,
	// a bool, a float64, an int64 or a string. Nil for a kind that there is not, and for
	// what is not there.
	New(kind byte, first any) Value
	// Code visits what such an object keeps.
	Code(c Codec, v Value)
	// Make makes the function of Go that has a name and keeps these values; nil if there is
	// none.
	Make(name string, kept []Value) *Function
}

// Fix numbers the tables and functions that a state has now: those that are reached from its
// globals and from some roots. What is made later is saved; of these only the content of tables
// is.
func (g *Graph) Fix(s *State, roots ...Value) {
	g.state, g.fixed, g.list = s, map[unsafe.Pointer]uint64{}, nil
	g.fix(s.globals.V())
	g.fix(s.view.V())
	g.fix(s.eachF.V())
	for _, v := range roots {
		g.fix(v)
	}
	for i := 0; i < len(g.list); i++ {
		v := g.list[i]
		if t := v.Table(); t != nil {
			if t.meta != nil {
				g.fix(t.meta.V())
			}
			for at := 0; at < len(t.list)+t.keys(); at++ {
				_, e, _ := t.pair(at)
				g.fix(e)
			}
			continue
		}
		f := v.Function()
		for _, c := range f.cells {
			g.fix(c.v)
		}
		for _, kept := range f.Kept() {
			g.fix(kept)
		}
	}
}

func (g *Graph) fix(v Value) {
	if k := v.Kind(); k == KindTable || k == KindFunction {
		if _, ok := g.fixed[v.p]; !ok {
			g.list = append(g.list, v)
			g.fixed[v.p] = uint64(len(g.list))
		}
	}
}

// contents is what a table holds: its list, and its other keys in their order, those that were
// cleared as well.
type contents struct {
	meta               Value
	list, keys, values []Value
}

func (t *contents) code(c Codec) {
	c.Value(&t.meta)
	codeValues(c, &t.list, c.Length(len(t.list)))
	codeValues(c, &t.keys, c.Length(len(t.keys)))
	codeValues(c, &t.values, len(t.keys))
}

// codeValues visits n values; one that reads makes room for them.
func codeValues(c Codec, p *[]Value, n int) {
	if n != len(*p) {
		*p = make([]Value, n)
	}
	for i := range *p {
		c.Value(&(*p)[i])
	}
}

// of gathers what a table holds.
func (t *contents) of(from *Table) {
	t.meta, t.list, t.keys, t.values = Nil, from.list, t.keys[:0], t.values[:0]
	if from.meta != nil {
		t.meta = from.meta.V()
	}
	for at := len(from.list); at < len(from.list)+from.keys(); at++ {
		k, v, _ := from.pair(at)
		t.keys, t.values = append(t.keys, k), append(t.values, v)
	}
}

// check refuses what no table can hold.
func (t *contents) check() {
	if t.meta.p != nil && !t.meta.isTable() || len(t.list) > 0 && t.list[len(t.list)-1].p == nil {
		panic(ErrDamaged)
	}
	for _, k := range t.keys {
		if k.p == nil || k.isNumber() && (k.f() != k.f() || index(k.f()) > 0 && index(k.f()) <= len(t.list)+1) {
			panic(ErrDamaged)
		}
	}
}

// checkNames refuses what neither the globals nor a library can hold.
func (t *contents) checkNames() {
	if t.meta.p != nil || len(t.list) > 0 {
		panic(ErrDamaged)
	}
	for _, k := range t.keys {
		if !k.isText() {
			panic(ErrDamaged)
		}
	}
}

// fill puts the contents into a table.
func (t *contents) fill(s *State, to *Table) {
	to.meta, to.absent, to.list = t.meta.Table(), 0, t.list
	library := to.dict != nil && to == s.globals || to.bits&isLibrary != 0
	to.shape, to.slots, to.dict = s.shapes.root, nil, nil
	if len(t.keys) > 0 && !library {
		to.slots = make([]Value, 0, min(len(t.keys), maxNames))
	}
	if library {
		to.spread()
	}
	for i, k := range t.keys {
		if k.isText() && (len(k.text().s) <= 40 || library) {
			k = s.name(k.text().s).v()
		}
		if to.dict == nil && k.isText() && to.shape.find(k.text()) < 0 {
			if next := s.shapes.after(s, to.shape, k.text()); next != nil {
				to.shape = next
				to.slots = append(to.slots, t.values[i])
				continue
			}
		}
		if to.dict == nil {
			to.spread()
		}
		if to.dict.find(k) >= 0 {
			panic(ErrDamaged)
		}
		to.dict.add(k, t.values[i])
	}
}

// encoder writes what scripts keep as bytes.
type encoder struct {
	*Graph
	own   Objects
	ids   map[unsafe.Pointer]uint64 // numbers of the objects' records
	todo  []Value                   // objects that are numbered and not written yet
	cells []byte                    // cells of the record that is being written
	count uint64
	out   []byte
	err   error // the first

	at      Value           // the object whose record is being written; nil for the root
	odd     Value           // the object that err is about
	holders map[Value]Value // the object that was found to hold each; nil where nobody asks
	held    contents
}

// Encode returns all that is reached from the root and from what every such state has. Where
// that is not all that scripts keep, the error says what cannot be saved.
func (g *Graph) Encode(own Objects, root func(Codec)) ([]byte, error) {
	e := g.encoder(own)
	e.encode(root)
	return e.out, e.err
}

func (g *Graph) encoder(own Objects) *encoder {
	e := &encoder{Graph: g, own: own, ids: make(map[unsafe.Pointer]uint64, len(g.fixed))}
	for p, id := range g.fixed {
		e.ids[p] = id
	}
	return e
}

// Holders are the objects through which the root holds what Encode says cannot be saved, on one
// of the shortest ways: that object first, the one that the root holds last.
func (g *Graph) Holders(own Objects, root func(Codec)) (all []Value) {
	e := g.encoder(own)
	e.holders = map[Value]Value{}
	e.encode(root)
	for v := e.odd; v.p != nil; v = e.holders[v] {
		all = append(all, v)
	}
	return all
}

func (e *encoder) encode(root func(Codec)) {
	e.Whole(int64(len(e.list)))
	root(e)
	e.end(recordRoot)
	for _, v := range e.list {
		if v.isTable() {
			e.at = v
			e.Content(v.table())
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
func (e *encoder) record(v Value) byte {
	kind, err := e.own.Kind(v)
	if err != nil {
		e.fail(err)
		return recordTable
	}
	if kind != 0 {
		e.own.Code(e, v)
		return kind
	}
	switch v.Kind() {
	case KindTable:
		e.Content(v.table())
		return recordTable
	case kindCell:
		e.Value(&v.cell().v)
		return recordCell
	case KindFunction:
		return e.function(v.Function())
	}
	if t, ok := v.Data().Value.(*Thread); ok {
		t.code(e, e.state)
		return recordThread
	}
	e.fail(errors.New("its scripts keep a value of the program that cannot be saved"))
	return recordTable
}

func (e *encoder) function(f *Function) byte {
	if f.goes != nil {
		e.Text(&f.goes.name)
		for i := range f.goes.kept {
			e.Value(&f.goes.kept[i])
		}
		return recordNative
	}
	at, ok := e.Place(f.code.Proto)
	if !ok {
		e.fail(fmt.Errorf("%s: its scripts keep a function of %s, which no tree uses any more", f.Defined(), f.code.Chunk.Name))
	}
	e.Text(&at.File)
	e.Whole(int64(at.Number))
	for i := range f.cells {
		e.Variable(&f.cells[i])
	}
	return recordFunction
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
	e.cells = binary.LittleEndian.AppendUint64(e.cells, number.Bits(*f))
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

func (e *encoder) Value(v *Value) {
	switch v.Kind() {
	case KindNil:
		e.cell(cellNil)
	case KindBool:
		b := v.Truth()
		e.Bool(&b)
	case KindNumber:
		f := v.f()
		e.Number(&f)
	case KindText:
		e.Text(&v.text().s)
	default:
		e.ref(Value{p: v.p})
	}
}

// ref writes the number of an object's record.
func (e *encoder) ref(v Value) {
	id, ok := e.ids[v.p]
	if !ok {
		id = uint64(len(e.ids)) + 1
		e.ids[v.p] = id
		if e.holders != nil {
			e.holders[v] = e.at
		}
		e.todo = append(e.todo, v)
	}
	e.cell(cellRecord)
	e.cells = binary.AppendUvarint(e.cells, id)
}

func (e *encoder) Content(t *Table) {
	e.held.of(t)
	e.held.code(e)
}

func (e *encoder) Variable(c **Cell) { e.ref((*c).V()) }
func (e *encoder) Thread(t **Thread) { e.ref((*t).asData().V()) }
func (e *encoder) Length(n int) int  { return int(e.Whole(int64(n))) }
func (e *encoder) Rest(n int) int    { return n }
func (e *encoder) Later(func())      {}

// record is a record of a save, and the object that is made of it.
type record struct {
	kind   byte
	cells  []any // nil, bool, float64, int64, string, recordID
	object Value
	thread *Thread
}

type recordID uint64
