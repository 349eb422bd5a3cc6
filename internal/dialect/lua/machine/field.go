package machine

import "unsafe"

// Field is a name by which Go reads and writes fields of tables, with the place where it was
// found last. It belongs to one state.
type Field struct {
	s    *State
	name *Text
	at   cache
}

// NewField makes one; its owner keeps it for as long as the state.
func (s *State) NewField(name string) *Field { return &Field{s: s, name: s.name(name)} }

// Get returns the value of the field, without a metatable.
func (f *Field) Get(t *Table) Value {
	if t.form == unsafe.Pointer(f.at.shape) {
		return *t.slot(int(f.at.slot))
	}
	if d := t.dict(); d != nil {
		if i := int(f.at.slot); f.at.shape == nil && i < len(d.entries) && d.entries[i].key.p == f.name.v().p {
			return d.entries[i].value
		}
		i := d.find(f.name.v())
		if i < 0 {
			return Nil
		}
		f.at = cache{nil, int32(i)}
		return d.entries[i].value
	}
	i := t.shape().find(f.name)
	if i < 0 {
		return Nil
	}
	f.at = cache{t.shape(), int32(i)}
	return t.slots()[i]
}

// Set gives the field a value, without a metatable.
func (f *Field) Set(t *Table, v Value) {
	if t.form == unsafe.Pointer(f.at.shape) {
		if x := t.slot(int(f.at.slot)); x.p != nil {
			*x = v
			return
		}
	}
	if d := t.dict(); d != nil && f.at.shape == nil && int(f.at.slot) < len(d.entries) && d.entries[f.at.slot].key.p == f.name.v().p && t.meta == nil {
		e := &d.entries[f.at.slot]
		if (e.value.p == nil) != (v.p == nil) {
			t.absent = 0
			if v.p == nil {
				d.live--
			} else {
				d.live++
			}
		}
		e.value = v
		return
	}
	t.set(f.s, f.name.v(), v)
	f.Get(t)
}

// Kept is what a state keeps beside its globals.
type Kept struct {
	Frozen  bool
	Taken   int64
	Written []string
	Files   []string // that were required
	Given   []bool   // whether each has ended
	Values  []Value  // what they gave
}

// Kept returns what the state keeps beside its globals.
func (s *State) Kept() Kept {
	k := Kept{Frozen: s.frozen, Taken: s.taken, Written: s.Written(), Files: s.Modules()}
	for _, file := range k.Files {
		k.Given, k.Values = append(k.Given, s.given[file]), append(k.Values, s.modules[file])
	}
	return k
}

// Keep restores what Kept returned.
func (s *State) Keep(k Kept) {
	s.frozen, s.taken, s.written = k.Frozen, k.Taken, k.Written
	clear(s.modules)
	clear(s.given)
	for i, file := range k.Files {
		s.modules[file] = k.Values[i]
		if k.Given[i] {
			s.given[file] = true
		}
	}
}
