package lua

import (
	"errors"

	glua "github.com/yuin/gopher-lua"
)

// Codec goes through all that scripts keep: tables, functions with their
// variables, and the objects of Go that scripts hold. Each type says once, in one
// function, what it keeps and in which order; a [Graph] writes it and reads it by
// that function. These methods are called with what the type keeps. Only one that
// reads changes it, or returns something else than it was given.
type Codec interface {
	Value(v *glua.LValue)
	Bool(b *bool)
	Number(f *float64)
	Whole(i int64) int64
	Text(s *string)
	Variable(up **glua.Upvalue)

	// Content visits what a table holds.
	Content(t *glua.LTable)
	// Handle is Value for a table whose first entry is an object of Go. One that
	// reads also returns that object, which may be empty yet; others return nil.
	Handle(v *glua.LValue) any
	// Length stands before a list of n elements, of at least one cell each.
	Length(n int) int
	// Rest stands before a list of n elements, one cell each, at the end of a
	// record.
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
	recordMade     // of Go, by a word, see Objects.Make
	recordVariable
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

// codeValues visits n values; one that reads makes room for them.
func codeValues(c Codec, p *[]glua.LValue, n int) {
	if n != len(*p) {
		*p = make([]glua.LValue, n)
	}
	for i := range *p {
		c.Value(&(*p)[i])
	}
}

// contents are the entries of a table, see Entries.
type contents struct {
	meta               glua.LValue
	list, keys, values []glua.LValue
}

func (t *contents) code(c Codec) {
	c.Value(&t.meta)
	codeValues(c, &t.list, c.Length(len(t.list)))
	codeValues(c, &t.keys, c.Length(len(t.keys)))
	codeValues(c, &t.values, len(t.keys))
}

// closure is a function of a script: where it stands, and its variables.
type closure struct {
	place     Place
	variables []*glua.Upvalue
}

func (f *closure) code(c Codec) {
	c.Text(&f.place.File)
	f.place.Number = int(c.Whole(int64(f.place.Number)))
	if n := c.Rest(len(f.variables)); n != len(f.variables) {
		f.variables = make([]*glua.Upvalue, n)
	}
	for i := range f.variables {
		c.Variable(&f.variables[i])
	}
}

// making is a function of Go that was made while scripts ran: a word for what it
// does, and what it works with.
type making struct{ values []glua.LValue }

func (f *making) code(c Codec) { codeValues(c, &f.values, c.Rest(len(f.values))) }
