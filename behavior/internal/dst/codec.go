package dst

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
)

// A codec goes through all that a state keeps: tables, functions with their
// variables, entities, nodes, trees, brains, bots. Each type says once, in its
// method code, what it keeps and in which order. An encoder writes it, a decoder
// reads it, and a weigher finds the values of scripts in it.
//
// The bytes are records. Record 0 is the state itself, then come the objects
// that each state has from the start, see fix, then the others in the order in
// which they are met. A record is its kind, the number of its cells and the cells:
// a kind and a value each. States that are equal have the same bytes, so that
// their hash goes into digests.
type codec interface {
	// Each is given what the type keeps, and gives what it shall keep: only a
	// decoder changes it.
	value(v *glua.LValue)
	bool(b *bool)
	number(f *float64)
	whole(i int64) int64
	text(s *string)
	variable(up **glua.Upvalue)
	action(a **host.Action)

	// handle is value, and gives what Go keeps for the object, which may be empty
	// yet; nil if not decoding.
	handle(v *glua.LValue) any
	// length is for lists: n elements follow, of at least one cell each.
	length(n int) int
	// rest is for lists that end with their record: n elements follow.
	rest(n int) int
	// later calls f when a decoded state takes the place of the old one.
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

// errDamaged says that bytes are no save: the only panic of a decoder that is
// no bug.
var errDamaged = errors.New("the save is damaged")

type wholeNumber interface {
	~int | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32
}

// integer is code for a whole number of any type.
func integer[T wholeNumber](c codec, p *T) {
	i := c.whole(int64(*p))
	if int64(T(i)) != i {
		panic(errDamaged)
	}
	if T(i) != *p {
		*p = T(i)
	}
}

// list is code for a list: its length, then its elements.
func list[T any](c codec, p *[]T, each func(*T)) {
	if n := c.length(len(*p)); n != len(*p) {
		*p = make([]T, n)
	}
	for i := range *p {
		each(&(*p)[i])
	}
}

func values(c codec, p *[]glua.LValue) { list(c, p, c.value) }

func integers[T wholeNumber](c codec, p *[]T) {
	list(c, p, func(i *T) { integer(c, i) })
}

// dict is code for a map: its length, then keys, ascending, and values.
func dict[K cmp.Ordered, V any](c codec, p *map[K]V, key func(*K), value func(*V)) {
	keys := slices.Sorted(maps.Keys(*p))
	n := c.length(len(keys))
	for _, k := range keys {
		v := (*p)[k]
		key(&k)
		value(&v)
	}
	for range n - len(keys) { // of a decoder
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

// table is code for a table.
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

// function is code for a function, nil for none.
func function(c codec, p **glua.LFunction) {
	var v glua.LValue = glua.LNil
	if *p != nil {
		v = *p
	}
	c.value(&v)
	*p, _ = v.(*glua.LFunction)
}

// owned is code for an object and what Go keeps for it, which is saved with the
// object.
func owned[T any](c codec, v *glua.LValue, p *T) {
	if h, ok := c.handle(v).(T); ok {
		*p = h
	}
}

// keeper is what Go keeps for an object of scripts.
type keeper interface {
	comparable
	object() *glua.LTable
}

// pointer is code for what Go keeps for an object, as that object; nil for none.
func pointer[T keeper](c codec, p *T) {
	var none T
	var v glua.LValue = glua.LNil
	if *p != none {
		v = (*p).object()
	}
	owned(c, &v, p)
}

// mustPointer is pointer where nil is damage.
func mustPointer[T keeper](c codec, p *T) {
	var none T
	if pointer(c, p); *p == none {
		panic(errDamaged)
	}
}

// contents is what a table holds, see lua.Entries.
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

// closure is a function of a script: its place among the functions of a file,
// and its variables.
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

// making is a function of Go that was made while scripts ran: the word for what
// it does, and what it works with.
type making struct{ values []glua.LValue }

func (f *making) code(c codec) {
	if n := c.rest(len(f.values)); n != len(f.values) {
		f.values = make([]glua.LValue, n)
	}
	for i := range f.values {
		c.value(&f.values[i])
	}
}

// weigher is given the values that the objects of scripts hold.
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
func (weigher) action(**host.Action)    {}
func (weigher) length(n int) int        { return n }
func (weigher) rest(n int) int          { return n }
func (weigher) later(func())            {}
