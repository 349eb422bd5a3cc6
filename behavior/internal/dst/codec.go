package dst

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	glua "github.com/yuin/gopher-lua"
)

// codec goes through all that a machine keeps: tables, functions with their
// variables, entities, nodes, trees, brains, bots. Each type says once, in its
// method code, what it keeps and in which order; an encoder writes it, a decoder
// reads it, and a weigher finds the scripts' values in it.
//
// The bytes are a list of records. The first is the machine itself; then come the
// tables that every new machine has, see fix; then all other objects in the order
// in which they are met. A record is its kind (a byte), the number of its cells
// (uvarint) and the cells: a kind (a byte) and a value each. Objects refer to
// each other by the numbers of their records. Equal states have equal bytes, so
// their hash can go into digests.
type codec interface {
	// These are called with what the type keeps. Only a decoder changes it, or
	// returns something else than it was given.
	value(v *glua.LValue)
	bool(b *bool)
	number(f *float64)
	whole(i int64) int64
	text(s *string)
	variable(up **glua.Upvalue)

	// handle is value for an object. A decoder also returns the Go side of that
	// object, which it may not have filled yet; others return nil.
	handle(v *glua.LValue) any
	// length stands before a list of n elements, of at least one cell each.
	length(n int) int
	// rest stands before a list of n elements, one cell each, at the end of a
	// record.
	rest(n int) int
	// later makes a decoder call f once the decoded state is in place.
	later(f func())
}

var (
	_ codec = (*encoder)(nil)
	_ codec = (*decoder)(nil)
	_ codec = weigher(nil)
)

// The kinds of records.
const (
	recordState byte = iota
	recordTable
	recordFunction // of a script
	recordMade     // see made.go
	recordVariable
	recordEntity
	recordNode
	recordBT
	recordBrain
	recordTask
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

// errDamaged is what decoders panic with when bytes are no save. All their other
// panics are bugs.
var errDamaged = errors.New("the save is damaged")

type wholeNumber interface {
	~int | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32
}

// integer visits a whole number of any type.
func integer[T wholeNumber](c codec, p *T) {
	i := c.whole(int64(*p))
	if int64(T(i)) != i {
		panic(errDamaged)
	}
	if T(i) != *p {
		*p = T(i)
	}
}

// list visits a list: its length, then its elements.
func list[T any](c codec, p *[]T, each func(*T)) {
	if n := c.length(len(*p)); n != len(*p) {
		*p = make([]T, n)
	}
	for i := range *p {
		each(&(*p)[i])
	}
}

// values is list for values, of which a save has the most.
func values(c codec, p *[]glua.LValue) {
	if n := c.length(len(*p)); n != len(*p) {
		*p = make([]glua.LValue, n)
	}
	for i := range *p {
		c.value(&(*p)[i])
	}
}

func integers[T wholeNumber](c codec, p *[]T) {
	list(c, p, func(i *T) { integer(c, i) })
}

// dict visits a map: its length, then its keys, ascending, each with its value.
func dict[K cmp.Ordered, V any](c codec, p *map[K]V, key func(*K), value func(*V)) {
	keys := slices.Sorted(maps.Keys(*p))
	n := c.length(len(keys))
	for _, k := range keys {
		v := (*p)[k]
		key(&k)
		value(&v)
	}
	for range n - len(keys) { // only a decoder has any left
		var k K
		var v V
		key(&k)
		value(&v)
		if *p == nil {
			*p = map[K]V{}
		}
		(*p)[k] = v
	}
}

// table visits a table, which must be there.
func table(c codec, p **glua.LTable) {
	var v glua.LValue = glua.LNil
	if *p != nil {
		v = *p
	}
	c.value(&v)
	t, ok := v.(*glua.LTable)
	if !ok {
		panic(errDamaged)
	}
	*p = t
}

// function visits a function; nil for none.
func function(c codec, p **glua.LFunction) {
	var v glua.LValue = glua.LNil
	if *p != nil {
		v = *p
	}
	c.value(&v)
	*p, _ = v.(*glua.LFunction)
}

// owned visits an object, and sets p to its Go side if a decoder found one of
// that type.
func owned[T any](c codec, v *glua.LValue, p *T) {
	if h, ok := c.handle(v).(T); ok {
		*p = h
	}
}

// keeper is the Go side of an object of scripts.
type keeper interface {
	comparable
	object() *glua.LTable
}

// pointer visits the Go side of an object by that object; nil for none.
func pointer[T keeper](c codec, p *T) {
	var none T
	var v glua.LValue = glua.LNil
	if *p != none {
		v = (*p).object()
	}
	owned(c, &v, p)
}

// mustPointer is pointer for what must be there.
func mustPointer[T keeper](c codec, p *T) {
	var none T
	if pointer(c, p); *p == none {
		panic(errDamaged)
	}
}

// contents are the entries of a table, see lua.Entries.
type contents struct {
	meta               glua.LValue
	list, keys, values []glua.LValue
}

func (t *contents) code(c codec) {
	c.value(&t.meta)
	values(c, &t.list)
	values(c, &t.keys)
	if len(t.values) < len(t.keys) {
		t.values = make([]glua.LValue, len(t.keys))
	}
	for i := range t.values {
		c.value(&t.values[i])
	}
}

// closure is a function of a script: where it stands, and its variables.
type closure struct {
	place     place
	variables []*glua.Upvalue
}

func (f *closure) code(c codec) {
	c.text(&f.place.file)
	integer(c, &f.place.number)
	if n := c.rest(len(f.variables)); n != len(f.variables) {
		f.variables = make([]*glua.Upvalue, n)
	}
	for i := range f.variables {
		c.variable(&f.variables[i])
	}
}

// making is a function of Go that was made while scripts ran: a word for what it
// does, see made.go, and what it works with.
type making struct{ values []glua.LValue }

func (f *making) code(c codec) {
	if n := c.rest(len(f.values)); n != len(f.values) {
		f.values = make([]glua.LValue, n)
	}
	for i := range f.values {
		c.value(&f.values[i])
	}
}

// weigher is called with each value of scripts that a type holds.
type weigher func(glua.LValue)

func (w weigher) value(v *glua.LValue) {
	if *v != nil {
		w(*v)
	}
}

func (w weigher) handle(v *glua.LValue) any { w.value(v); return nil }

func (weigher) bool(*bool)              {}
func (weigher) number(*float64)         {}
func (weigher) whole(i int64) int64     { return i }
func (weigher) text(*string)            {}
func (weigher) variable(**glua.Upvalue) {}
func (weigher) length(n int) int        { return n }
func (weigher) rest(n int) int          { return n }
func (weigher) later(func())            {}
