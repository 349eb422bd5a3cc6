package lua

import (
	"unsafe"

	glua "github.com/yuin/gopher-lua"
)

// inside is a table of gopher-lua as it lies in memory; TestInside checks that. There
// is no method for the length of a table's list with the empty slots at its end, and
// none for the keys that were cleared: traversals pass both, which takes time to be
// charged for. Nor can tables share their names, see outline.
type inside struct {
	metatable glua.LValue
	list      []glua.LValue
	dict      map[glua.LValue]glua.LValue
	names     map[string]glua.LValue
	keys      []glua.LValue // of dict and names, in the order of a traversal, cleared ones included
	places    map[glua.LValue]int
}

func insideOf(t *glua.LTable) *inside { return (*inside)(unsafe.Pointer(t)) }

// folded reports whether the names of a table are not where gopher-lua looks for them,
// see folds.
func (in *inside) folded() bool { return in.names == nil && in.dict == nil && len(in.keys) > 0 }

// listSize returns the length of a table's list, empty slots included.
func listSize(t *glua.LTable) int { return len(insideOf(t).list) }

// deadKeys returns how many keys of a table were cleared and still have a place in
// its traversal.
func deadKeys(t *glua.LTable) int {
	in := insideOf(t)
	return len(in.keys) - len(in.dict) - len(in.names)
}

// keyPlace returns the place of a key among those of a table, cleared ones
// included.
func keyPlace(t *glua.LTable, k glua.LValue) int { return insideOf(t).places[k] }

// tidy drops the cleared keys of a table once they are the majority. It is called
// when a key is added, which a traversal does not allow.
func tidy(t *glua.LTable) {
	in := insideOf(t)
	live, size := len(in.dict)+len(in.names), len(in.list)
	if len(in.keys)-live <= 32+live+size/slotsPerStep {
		return
	}
	fresh := roomFor(size, len(in.names))
	fresh.Metatable = t.Metatable
	for i := 1; i <= size; i++ {
		fresh.RawSetInt(i, t.RawGetInt(i))
	}
	for k, v := afterList(t); k != glua.LNil; k, v = t.Next(k) {
		fresh.RawSet(k, v)
	}
	replace(t, fresh)
}

// replace puts the content of a fresh table in the place of that of another, which
// keeps what Outline, Foldable and Serve wrote.
func replace(t, fresh *glua.LTable) {
	in := insideOf(t)
	var marks [len(markNames)]glua.LValue
	for i, name := range markNames {
		if _, isNamed := in.places[glua.LString(name)]; !isNamed {
			marks[i] = in.names[name]
		}
	}
	*t = *fresh
	for i, name := range markNames {
		if marks[i] == nil {
			continue
		}
		if in.names == nil {
			in.names = make(map[string]glua.LValue, 1)
		}
		in.names[name] = marks[i]
	}
}

var markNames = [...]string{"__index", newIndex, foldMark}

// roomFor returns a table with room for so many values in its list and so many names
// among its keys. Without it gopher-lua reserves room for 32.
func roomFor(list, names int) *glua.LTable { return (*glua.LState)(nil).CreateTable(list, names) }

// afterList returns the first pair behind the list of a table.
func afterList(t *glua.LTable) (k, v glua.LValue) {
	if size := listSize(t); size > 0 {
		return t.Next(glua.LNumber(size))
	}
	return t.Next(glua.LNil)
}

// Entries returns what a table holds: its list, empty slots as nil, and its other
// keys in the order of a traversal. Cleared keys are among them, since they keep
// their place.
func Entries(t *glua.LTable) (list, keys []glua.LValue) {
	mend(t)
	for i := 1; i <= listSize(t); i++ {
		list = append(list, t.RawGetInt(i))
	}
	return list, insideOf(t).keys
}

// Fill replaces the content of a table by what Entries returned of another. values
// are those of the keys, nil for a cleared one.
func Fill(t *glua.LTable, meta glua.LValue, list, keys, values []glua.LValue) {
	names := 0
	for _, k := range keys {
		if _, ok := k.(glua.LString); ok {
			names++
		}
	}
	replace(t, roomFor(len(list), names))
	t.Metatable = meta
	for i, v := range list {
		t.RawSetInt(i+1, v)
	}
	for i, k := range keys {
		if t.RawSet(k, glua.LTrue); values[i] != glua.LTrue {
			t.RawSet(k, values[i])
		}
	}
}

// Seat is a table whose list has one value, in one piece of memory.
type Seat struct {
	table glua.LTable
	list  [1]glua.LValue
}

// Hold makes the table of a seat, with its value.
func (s *Seat) Hold(v glua.LValue) *glua.LTable {
	in := insideOf(&s.table)
	s.list[0] = v
	in.metatable, in.list = glua.LNil, s.list[:]
	return &s.table
}
