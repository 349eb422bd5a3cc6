package lua

import (
	"cmp"
	"maps"
	"slices"
	"unsafe"

	glua "github.com/yuin/gopher-lua"
)

// outline is what tables have in common to which the same names were given in the
// same order: the list of the names and their places in it, see inside. Each table
// of gopher-lua has its own otherwise, which takes 0.5 kB.
//
// Whatever gives a table a new name writes to both. So only tables share them whose
// new names all come to State.Put: their metatable has __newindex. It is written
// past the names of the metatable, so that no script sees it there. What writes in
// another way takes the table out first, see alone; and if something still wrote
// past that, mend finds it by the lengths.
type outline struct {
	keys   []glua.LValue
	places map[glua.LValue]int
	next   map[string]*outline // by the name that is given next
}

// Bounds of what is shared: outlines of a state, names of one.
const (
	maxOutlines = 4096
	maxOutlined = 40
)

// outlines finds the outline of a table by the address of its places.
type outlines struct {
	empty outline
	known map[unsafe.Pointer]*outline
}

func address(m map[glua.LValue]int) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&m)) }

// after returns the outline with one more name; nil if there are too many.
func (all *outlines) after(o *outline, name string) *outline {
	if n := o.next[name]; n != nil {
		return n
	}
	if len(all.known) >= maxOutlines || len(o.keys) >= maxOutlined {
		return nil
	}
	key := glua.LValue(glua.LString(name))
	n := &outline{keys: append(slices.Clip(slices.Clone(o.keys)), key), places: maps.Clone(o.places)}
	if n.places == nil {
		n.places = map[glua.LValue]int{}
	}
	n.keys, n.places[key] = slices.Clip(n.keys), len(o.keys)
	if o.next == nil {
		o.next = map[string]*outline{}
	}
	if all.known == nil {
		all.known = map[unsafe.Pointer]*outline{}
	}
	o.next[name], all.known[address(n.places)] = n, n
	return n
}

// of returns the outline of a table; nil if it has its own names.
func (all *outlines) of(in *inside) *outline {
	if len(in.keys) == 0 && len(in.places) == 0 {
		return &all.empty
	}
	return all.known[address(in.places)]
}

// Put is rawset for a table of which all new names are given by Put: tables like it
// share what gopher-lua keeps of names.
func (s *State) Put(t *glua.LTable, k, v glua.LValue) {
	s.Unfold(t)
	in := insideOf(t)
	o := s.outlines.of(in)
	if o != nil && len(in.keys) != len(o.places) { // something wrote past Put
		mend(t)
		s.alone(t)
		o = nil
	}
	name, isName := k.(glua.LString)
	switch {
	case o == nil:
	case !isName:
		s.alone(t)
	case v != glua.LNil:
		if _, ok := o.places[k]; ok {
			break
		}
		if o = s.outlines.after(o, string(name)); o == nil {
			s.alone(t)
			break
		}
		in.keys, in.places = o.keys, o.places
		if in.names == nil {
			in.names = make(map[string]glua.LValue, 1)
			s.open = append(s.open, unfolded{table: t})
		}
	case in.names == nil: // nothing is taken from it
		return
	}
	t.RawSet(k, v)
}

// alone gives a table names of its own.
func (s *State) alone(t *glua.LTable) {
	s.Unfold(t)
	if in := insideOf(t); s.outlines.known[address(in.places)] != nil {
		in.keys, in.places = slices.Clone(in.keys), maps.Clone(in.places)
	}
}

// mend gives a table names of its own if something was written to those that it
// shared. The names that its own list lacks follow by their places.
func mend(t *glua.LTable) {
	in := insideOf(t)
	if len(in.keys) == len(in.places) {
		return
	}
	known, keys := map[glua.LValue]int{}, slices.Clone(in.keys)
	for i, k := range keys {
		known[k] = i
	}
	var lost []glua.LValue
	for k := range in.names {
		if _, ok := known[glua.LString(k)]; !ok {
			lost = append(lost, glua.LString(k))
		}
	}
	for k := range in.dict {
		if _, ok := known[k]; !ok {
			lost = append(lost, k)
		}
	}
	slices.SortFunc(lost, func(a, b glua.LValue) int {
		return cmp.Or(cmp.Compare(in.places[a], in.places[b]), cmp.Compare(Text(a), Text(b)))
	})
	for _, k := range lost {
		known[k] = len(keys)
		keys = append(keys, k)
	}
	in.keys, in.places = keys, known
}

// Outline lets tables with a metatable share their names, if it has no __newindex. It
// reports whether they did not share them before.
func (s *State) Outline(meta *glua.LTable) bool {
	if meta.RawGetString(newIndex) != glua.LNil {
		return false
	}
	insideOf(meta).names[newIndex] = s.putter
	return true
}

const newIndex = "__newindex"

// put is the __newindex that Outline writes.
func (s *State) put(L *glua.LState) int {
	t, k := L.CheckTable(1), L.Get(2)
	if k == glua.LNil {
		s.Raise("table index is nil")
	}
	s.Put(t, k, L.Get(3))
	return 0
}

// outlined reports whether all new names of a table come to put.
func (s *State) outlined(t *glua.LTable) bool { return s.outlining(t.Metatable) }

// outlining reports whether all new names of tables with a metatable come to put.
func (s *State) outlining(meta glua.LValue) bool {
	t, ok := meta.(*glua.LTable)
	return ok && t.RawGetString(newIndex) == s.putter
}
