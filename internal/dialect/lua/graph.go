package lua

import (
	glua "github.com/yuin/gopher-lua"
)

// Place is where a function of a script stands: a file, and its number among the
// [Chunk.Functions] of that file.
type Place struct {
	File   string
	Number int
}

// Graph writes all that the scripts of a state keep as bytes, and reads it into
// another state that was made in the same way: tables, functions with their
// variables, and what these hold, each once, however often it is met.
//
// The bytes are a list of records. The first is the root; then come the tables
// that every such state has, see Fix; then all other objects in the order in which
// they are met. A record is its kind (a byte), the number of its cells (uvarint)
// and the cells: a kind (a byte) and a value each. Objects refer to each other by
// the numbers of their records. Equal states have equal bytes, so that their hash
// can go into digests.
type Graph struct {
	// Place finds the file of a function of a script, by a name; false for one
	// that is in no file which can be found again.
	Place func(*glua.FunctionProto) (Place, bool)
	// Chunk is the file of a name; nil for one that is not there.
	Chunk func(file string) *Chunk

	state *State
	fixed map[any]uint64 // the numbers of what every such state has, from 1
	list  []glua.LValue  // those objects, in the order of their numbers
}

// Objects are those of Go that scripts hold, and the tables that stand for
// something in Go.
type Objects interface {
	// Kind is the kind of the record of such an object, RecordOwn or above; 0 for
	// what is none. The error says that it cannot be saved.
	Kind(object any) (byte, error)
	// New makes the object of a record, empty. first is the first cell of the
	// record: nil, a bool, a float64, an int64 or a string. Nil for a kind that
	// there is not, and for what is not there.
	New(kind byte, first any) any
	// Code visits what such an object keeps.
	Code(c Codec, object any)
	// Make makes f the function of Go that has these variables, of which the
	// first is the word for what it does; false if there is none.
	Make(f *glua.LFunction, of []glua.LValue) bool
}

// Fix numbers the tables and functions that a state has now: those that are reached
// from its globals and from some roots. What is made later is saved; of these only
// the content of tables is.
func (g *Graph) Fix(s *State, roots ...glua.LValue) {
	g.state, g.fixed, g.list = s, map[any]uint64{}, nil
	g.fix(s.globals)
	for _, v := range roots {
		g.fix(v)
	}
	g.fix(s.L.GetMetatable(glua.LString("")))
	for i := 0; i < len(g.list); i++ {
		switch v := g.list[i].(type) {
		case *glua.LTable:
			s.Unfold(v)
			g.fix(v.Metatable)
			list, keys := Entries(v)
			for _, e := range list {
				g.fix(e)
			}
			for _, k := range keys {
				g.fix(v.RawGet(k))
			}
		case *glua.LFunction:
			for _, up := range v.Upvalues {
				if up != nil {
					g.fix(up.Value())
				}
			}
		}
	}
}

func (g *Graph) fix(v glua.LValue) {
	switch v.(type) {
	case *glua.LTable, *glua.LFunction:
		if _, ok := g.fixed[v]; !ok {
			g.list = append(g.list, v)
			g.fixed[v] = uint64(len(g.list))
		}
	}
}
