package graph

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/fnv"
	"path"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/lua/number"
)

// Codec goes through all that scripts keep; see [machine.Codec].
type Codec = machine.Codec

// ErrDamaged is what functions that read panic with when bytes are no save.
var ErrDamaged = machine.ErrDamaged

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

// Place is where a function of a script stands: a file, and its number among the
// [Chunk.Functions] of that file.
type Place struct {
	File   string
	Number int
}

// Places knows where the functions of pieces of code stand. The zero Places knows none.
type Places struct {
	chunks map[string]*machine.Chunk // by name
	names  map[*machine.Chunk]string
}

// Know makes the functions of a piece of code such that they can be saved. Its name tells it
// apart by where it begins in its file, and by what it says. The folder is no part of it, since
// that depends on how the scene is named; of pieces that are equal but for their folders the
// later ones are numbered.
func (p *Places) Know(c *machine.Chunk) {
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
func (p *Places) KnowAs(name string, c *machine.Chunk) {
	if p.chunks == nil {
		p.chunks, p.names = map[string]*machine.Chunk{}, map[*machine.Chunk]string{}
	}
	p.chunks[name], p.names[c] = c, name
}

// Graph makes the graph of a state whose functions stand in places that are known by then.
func (p *Places) Graph() Graph {
	return Graph{
		Place: func(f *machine.Proto) (Place, bool) {
			name, ok := p.names[f.Chunk]
			return Place{name, int(f.Number)}, ok
		},
		Chunk: func(name string) *machine.Chunk { return p.chunks[name] },
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
	Place func(*machine.Proto) (Place, bool)
	Chunk func(file string) *machine.Chunk

	state *machine.State
	fixed map[machine.Ref]uint32 // the numbers of what every such state has, from 1
	list  []machine.Value        // those objects, in the order of their numbers
	met   int                    // the objects that were numbered last
}

// Objects are those of the owner that scripts hold: values of Go, and tables that stand for
// something.
type Objects interface {
	// Kind is the kind of the record of such an object, RecordOwn or above; 0 for what is
	// none. The error says that it cannot be saved.
	Kind(v machine.Value) (byte, error)
	// New makes the object of a record, empty. first is the first cell of the record: nil,
	// a bool, a float64, an int64 or a string. Nil for a kind that there is not, and for
	// what is not there.
	New(kind byte, first any) machine.Value
	// Code visits what such an object keeps.
	Code(c Codec, v machine.Value)
	// Make makes f the function of Go that has a name and keeps these values, see
	// [machine.Function.Become]; false if there is none.
	Make(f *machine.Function, name string, kept []machine.Value) bool
}

// Fix numbers the tables and functions that a state has now: those that are reached from its
// globals and from some roots. What is made later is saved; of these only the content of tables
// is.
func (g *Graph) Fix(s *machine.State, roots ...machine.Value) {
	g.state, g.fixed, g.list = s, map[machine.Ref]uint32{}, nil
	for _, v := range append(s.Roots(), roots...) {
		g.fix(v)
	}
	var held machine.Contents
	for i := 0; i < len(g.list); i++ {
		if t := g.list[i].Table(); t != nil {
			held.Of(t)
			g.fix(held.Meta)
			for _, v := range held.List {
				g.fix(v)
			}
			for _, v := range held.Values {
				g.fix(v)
			}
			continue
		}
		f := g.list[i].Function()
		for _, cell := range f.Cells() {
			g.fix(*cell.Held())
		}
		for _, kept := range f.Kept() {
			g.fix(kept)
		}
	}
}

func (g *Graph) fix(v machine.Value) {
	if k := v.Kind(); k == machine.KindTable || k == machine.KindFunction {
		if _, ok := g.fixed[v.Ref()]; !ok {
			g.list = append(g.list, v)
			g.fixed[v.Ref()] = uint32(len(g.list))
		}
	}
}

// codeContents visits what a table holds.
func codeContents(c Codec, t *machine.Contents) {
	c.Value(&t.Meta)
	codeValues(c, &t.List, c.Length(len(t.List)))
	codeValues(c, &t.Keys, c.Length(len(t.Keys)))
	codeValues(c, &t.Values, len(t.Keys))
}

// codeValues visits n values; one that reads makes room for them.
func codeValues(c Codec, p *[]machine.Value, n int) {
	if n != len(*p) {
		*p = make([]machine.Value, n)
	}
	for i := range *p {
		c.Value(&(*p)[i])
	}
}

// encoder writes what scripts keep as bytes.
type encoder struct {
	*Graph
	own   Objects
	ids   map[machine.Ref]uint32 // numbers of the objects' records
	todo  []machine.Ref          // objects that are numbered, in the order in which they are written
	cells []byte                 // cells of the record that is being written
	count uint64
	out   []byte
	sum   hash.Hash64 // takes what is written; nil where that is kept
	err   error       // the first

	at      machine.Ref                 // the object whose record is being written; zero for the root
	odd     machine.Ref                 // the object that err is about
	holders map[machine.Ref]machine.Ref // the object that was found to hold each; nil where nobody asks
	held    machine.Contents
}

// Encode returns all that is reached from the root and from what every such state has. Where
// that is not all that scripts keep, the error says what cannot be saved.
func (g *Graph) Encode(own Objects, root func(Codec)) ([]byte, error) {
	e := g.encoder(own)
	e.encode(root)
	return e.out, e.err
}

func (g *Graph) encoder(own Objects) *encoder {
	e := &encoder{Graph: g, own: own, ids: make(map[machine.Ref]uint32, max(g.met, len(g.fixed)))}
	for p, id := range g.fixed {
		e.ids[p] = id
	}
	return e
}

// Sum returns the FNV-1a hash of what Encode returns.
func (g *Graph) Sum(own Objects, root func(Codec)) uint64 {
	e := g.encoder(own)
	e.sum = fnv.New64a()
	e.encode(root)
	return e.sum.Sum64()
}

// Holders are the objects through which the root holds what Encode says cannot be saved, on one
// of the shortest ways: that object first, the one that the root holds last.
func (g *Graph) Holders(own Objects, root func(Codec)) (all []machine.Value) {
	e := g.encoder(own)
	e.holders = map[machine.Ref]machine.Ref{}
	e.encode(root)
	for r := e.odd; r != (machine.Ref{}); r = e.holders[r] {
		all = append(all, r.V())
	}
	return all
}

func (e *encoder) encode(root func(Codec)) {
	e.Whole(int64(len(e.list)))
	root(e)
	e.end(recordRoot)
	for _, v := range e.list {
		if t := v.Table(); t != nil {
			e.at = v.Ref()
			e.Content(t)
			e.end(recordTable)
		}
	}
	for i := 0; i < len(e.todo); i++ {
		e.at = e.todo[i]
		e.end(e.record(e.at.V()))
		if done := i + 1; done >= 1024 && 2*done > len(e.todo) { // the room of those that are written is used again
			e.todo, i = e.todo[:copy(e.todo, e.todo[done:])], -1
		}
	}
	e.met = len(e.ids)
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
	if e.sum != nil {
		e.sum.Write(e.out)
		e.out = e.out[:0]
	}
}

// record gathers the cells of an object and returns the kind of its record.
func (e *encoder) record(v machine.Value) byte {
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
	case machine.KindTable:
		e.Content(v.Table())
		return recordTable
	case machine.KindCell:
		e.Value(v.Cell().Held())
		return recordCell
	case machine.KindFunction:
		return e.function(v.Function())
	}
	if t, ok := v.Data().Value.(*machine.Thread); ok {
		t.Code(e, e.state)
		return recordThread
	}
	e.fail(errors.New("its scripts keep a value of the program that cannot be saved"))
	return recordTable
}

func (e *encoder) function(f *machine.Function) byte {
	if f.IsNative() {
		name, kept := f.Name(), f.Kept()
		e.Text(&name)
		for i := range kept {
			e.Value(&kept[i])
		}
		return recordNative
	}
	p := f.Proto()
	at, ok := e.Place(p)
	if !ok {
		e.fail(fmt.Errorf("%s: its scripts keep a function of %s, which no tree uses any more", f.Defined(), p.Chunk.Name))
	}
	e.Text(&at.File)
	e.Whole(int64(at.Number))
	for _, cell := range f.Cells() {
		e.Variable(&cell)
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

func (e *encoder) Value(v *machine.Value) {
	switch v.Kind() {
	case machine.KindNil:
		e.cell(cellNil)
	case machine.KindBool:
		b := v.Truth()
		e.Bool(&b)
	case machine.KindNumber:
		f, _ := v.Number()
		e.Number(&f)
	case machine.KindText:
		text, _ := v.Text()
		e.Text(&text)
	default:
		e.ref(v.Ref())
	}
}

// ref writes the number of an object's record.
func (e *encoder) ref(r machine.Ref) {
	id, ok := e.ids[r]
	if !ok {
		id = uint32(len(e.ids)) + 1
		e.ids[r] = id
		if e.holders != nil {
			e.holders[r] = e.at
		}
		e.todo = append(e.todo, r)
	}
	e.cell(cellRecord)
	e.cells = binary.AppendUvarint(e.cells, uint64(id))
}

func (e *encoder) Content(t *machine.Table) {
	e.held.Of(t)
	codeContents(e, &e.held)
}

func (e *encoder) Variable(c **machine.Cell) { e.ref((*c).V().Ref()) }
func (e *encoder) Thread(t **machine.Thread) { e.ref((*t).AsData().V().Ref()) }
func (e *encoder) Length(n int) int          { return int(e.Whole(int64(n))) }
func (e *encoder) Rest(n int) int            { return n }
func (e *encoder) Later(func())              {}

// record is a record of a save, and the object that is made of it.
type record struct {
	kind   byte
	cells  []any // nil, bool, float64, int64, string, recordID
	object machine.Value
	thread *machine.Thread
}

type recordID uint64
