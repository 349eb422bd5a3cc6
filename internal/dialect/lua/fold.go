package lua

import (
	"strings"

	glua "github.com/yuin/gopher-lua"
)

// A table with names has a map of Go, which takes a third of a kilobyte however few they
// are, and in most turns nobody looks at most objects. So objects of a class are folded
// between turns: their values lie in a list, in the order of the names that they share
// with others, see outline. That list stands where a table has its own list of names,
// which gopher-lua looks at only if there is a map.
//
// An object is unfolded when a script asks for a name. It does so through the metatable,
// which is that of folded objects meanwhile, their class's twin. In Go, Field and
// MetatableOf read any table, and what looks at names otherwise asks for Unfold first.
// When a turn has ended, what was made or unfolded in it is folded.

// folds are the objects of a state that are to be folded, and maps that none of them has.
type folds struct {
	open  []unfolded
	spare []map[string]glua.LValue

	twinRead, twinWrite *glua.LFunction // __index and __newindex of twins
	finder              *glua.LFunction // see Serve
}

// unfolded is an object to be folded, and the list that its values lay in; nil for none.
type unfolded struct {
	table *glua.LTable
	list  []glua.LValue
}

// The names that are written to metatables, past their own.
const (
	foldMark = "\x00fold" // of a class: its twin, the class itself, or true for a twin that is yet to be made
	twinMark = "\x00twin" // of a twin: its class
	twinSize = "\x00size" // of a twin: how many names its class had
)

// Bounds of the maps that are kept: how many, and of how many names.
const (
	maxSpare      = 64
	maxSpareNames = 8
)

// Foldable lets objects of a class that shares names be folded. hooked says that the
// class's own __index and __newindex unfold them, so that it needs no twin.
func (s *State) Foldable(class *glua.LTable, hooked bool) {
	mark := glua.LValue(glua.LTrue)
	if hooked {
		mark = class
	}
	insideOf(class).names[foldMark] = mark
}

// Serve lets a table be the metatable of tables that share names and are folded. find is
// the same for all that serve: it finds what such a table lacks, and unfolds it. It stands
// past the names of the table, as what Outline writes.
func (s *State) Serve(meta *glua.LTable, find *glua.LFunction) {
	s.finder = find
	in := insideOf(meta)
	in.names["__index"], in.names[newIndex] = find, s.putter
}

// Unfold makes sure that the names of a table are where gopher-lua looks for them, and
// reports whether they were not.
func (s *State) Unfold(t *glua.LTable) bool {
	in := insideOf(t)
	if !in.folded() {
		return false
	}
	o, list := s.outlines.known[address(in.places)], in.keys
	in.metatable = MetatableOf(t)
	if last := len(s.spare) - 1; last >= 0 && len(list) <= maxSpareNames {
		in.names, s.spare = s.spare[last], s.spare[:last]
	} else {
		in.names = make(map[string]glua.LValue, len(list))
	}
	for i, v := range list {
		if v != glua.LNil {
			in.names[string(o.keys[i].(glua.LString))] = v
		}
	}
	in.keys = o.keys
	s.open = append(s.open, unfolded{t, list})
	return true
}

// fold folds all that was made or unfolded since it was called last.
func (s *State) fold() {
	for _, u := range s.open {
		s.foldOne(u)
	}
	clear(s.open)
	s.open = s.open[:0]
}

func (s *State) foldOne(u unfolded) {
	in := insideOf(u.table)
	class, _ := in.metatable.(*glua.LTable)
	o := s.outlines.known[address(in.places)]
	if o == nil || class == nil || in.names == nil || in.dict != nil || len(in.keys) != len(o.places) {
		return
	}
	twin := s.twin(class)
	if twin == nil {
		return
	}
	list := u.list
	if len(list) != len(o.keys) {
		list = make([]glua.LValue, len(o.keys))
	}
	for i, k := range o.keys {
		v, ok := in.names[string(k.(glua.LString))]
		if !ok {
			v = glua.LNil
		}
		if n, isNumber := v.(glua.LNumber); isNumber && list[i] != v {
			v = n // by itself: gopher-lua keeps 32 numbers of calculations in one piece of memory
		}
		list[i] = v
	}
	if len(s.spare) < maxSpare && len(list) <= maxSpareNames {
		clear(in.names)
		s.spare = append(s.spare, in.names)
	}
	in.metatable, in.keys, in.names = twin, list, nil
}

// twin returns the metatable of folded objects of a class; nil if they are not folded.
// It has the class's other metamethods, which find what they need by __index.
func (s *State) twin(class *glua.LTable) *glua.LTable {
	in := insideOf(class)
	mark := in.names[foldMark]
	if mark == class || s.finder != nil && in.names["__index"] == glua.LValue(s.finder) {
		return class
	}
	if mark == nil || !s.outlining(class) { // it got a __newindex of its own
		return nil
	}
	if twin, ok := mark.(*glua.LTable); ok && isTwin(twin, in) {
		return twin
	}
	twin := s.L.CreateTable(0, 4)
	for _, k := range in.keys {
		if name, ok := k.(glua.LString); ok && strings.HasPrefix(string(name), "__") && name != "__index" {
			twin.RawSet(k, in.names[string(name)])
		}
	}
	own := insideOf(twin).names
	own["__index"], own[newIndex] = s.twinRead, s.twinWrite
	own[twinMark], own[twinSize] = class, glua.LNumber(len(in.keys))
	in.names[foldMark] = twin
	return twin
}

// isTwin reports whether a twin has the metamethods that its class has now.
func isTwin(twin *glua.LTable, class *inside) bool {
	in := insideOf(twin)
	if in.names[twinSize] != glua.LNumber(len(class.keys)) {
		return false
	}
	for _, k := range in.keys {
		if name := string(k.(glua.LString)); in.names[name] != class.names[name] {
			return false
		}
	}
	return true
}

// openFolds makes what all twins have.
func (s *State) openFolds() {
	s.twinRead = s.L.NewFunction(s.unfoldRead)
	s.twinWrite = s.L.NewFunction(func(L *glua.LState) int {
		s.Unfold(L.CheckTable(1))
		return s.put(L)
	})
}

// unfoldRead reads a field of a folded table as gopher-lua does it once that is unfolded. A
// function of Go that finds fields runs in the frame of this one, because it may ask who
// called it.
func (s *State) unfoldRead(L *glua.LState) int {
	k, v := L.Get(2), L.Get(1)
	s.Unfold(L.CheckTable(1))
	for range glua.MaxTableGetLoop {
		t, ok := v.(*glua.LTable)
		if !ok {
			break
		}
		if found := t.RawGet(k); found != glua.LNil {
			L.Push(found)
			return 1
		}
		meta, ok := t.Metatable.(*glua.LTable)
		if !ok {
			return 0
		}
		switch v = meta.RawGetString("__index"); f := v.(type) {
		case *glua.LNilType:
			return 0
		case *glua.LFunction:
			if L.Replace(1, t); f.IsG {
				return f.GFunction(L)
			}
			L.Push(s.Call(f, t, k))
			return 1
		}
	}
	L.Push(L.GetTable(v, k))
	return 1
}

// MetatableOf returns the metatable that scripts see of a table.
func MetatableOf(t *glua.LTable) glua.LValue {
	if meta, ok := t.Metatable.(*glua.LTable); ok && insideOf(t).folded() {
		if class := meta.RawGetString(twinMark); class != glua.LNil {
			return class
		}
	}
	return t.Metatable
}

// Holds unfolds a table that is folded and has a key; it reports whether it did.
func (s *State) Holds(t *glua.LTable, k glua.LValue) bool {
	in := insideOf(t)
	if !in.folded() {
		return false
	}
	i, ok := in.places[k]
	return ok && in.keys[i] != glua.LNil && s.Unfold(t)
}

// Field is rawget for a name.
func Field(t *glua.LTable, name string) glua.LValue {
	in := insideOf(t)
	if !in.folded() {
		return t.RawGetString(name)
	}
	if i, ok := in.places[glua.LString(name)]; ok {
		return in.keys[i]
	}
	return glua.LNil
}
