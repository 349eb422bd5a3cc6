package host

import (
	"fmt"
	"math"
)

// Key is the number of a state key: the column of the world that holds it.
type Key int32

// Sym is the number of a value: two values of one type that are equal have
// one Sym, so that a comparison is a comparison of two words. Values that equal
// nothing, not even themselves, such as lists, have a Sym too: a dialect asks
// [Value.Comparable] of the value in the tree before it compares Syms.
type Sym uint32

// Missing is the Sym of a state key that the bot does not have.
const Missing Sym = 0

// FacetID is the number of a [Facet].
type FacetID int32

// Everyone is the facet that all bots and players match, Nobody the one that
// none does.
const (
	Everyone FacetID = 0
	Nobody   FacetID = -1
)

// Facet selects bodies by one strict equality on their state.
type Facet struct {
	Key   Key
	Value Sym
}

// Symbols numbers the names and values that trees and a world share. Numbers
// are given in the order of asking and stay for good, but for values that only the
// state of bodies has: see [Symbols.Passing]. It is not for concurrent use; a
// running tick only reads it.
type Symbols struct {
	keys   numbering[string]
	values numbering[Value]
	passing
	facets numbering[Facet]
	events numbering[string]
	ids    []EventID // by number of the event
	hashes []uint64  // by Sym
	// declared are the names of things in the game, by what they are
	declared map[string][]string
}

type numbering[T comparable] struct {
	list  []T
	index map[T]uint32
}

func (n *numbering[T]) number(t T) (id uint32, isNew bool) {
	if id, ok := n.index[t]; ok {
		return id, false
	}
	if n.index == nil {
		n.index = map[T]uint32{}
	}
	id = uint32(len(n.list))
	n.list = append(n.list, t)
	n.index[t] = id
	return id, true
}

// Key numbers a state key.
func (s *Symbols) Key(name string) Key {
	id, _ := s.keys.number(name)
	return Key(id)
}

// FindKey returns the number of a state key that has one.
func (s *Symbols) FindKey(name string) (k Key, ok bool) {
	id, ok := s.keys.index[name]
	return Key(id), ok
}

// KeyNames lists the state keys by number. The slice must not be changed.
func (s *Symbols) KeyNames() []string { return s.keys.list }

// Sym numbers a value for good. An Int has the Sym of the Number that it equals.
func (s *Symbols) Sym(v Value) Sym {
	id, _ := s.value(v)
	s.passing.stay(id)
	return Sym(id + 1)
}

// Passing numbers a value that nothing but the state of bodies is known to have,
// such as a score. [Symbols.Sweep] takes the number back when no body has it.
func (s *Symbols) Passing(v Value) Sym {
	id, isNew := s.value(v)
	if isNew {
		s.passing.pass(id)
	}
	return Sym(id + 1)
}

// FindSym returns the number of a value that has one.
func (s *Symbols) FindSym(v Value) (y Sym, ok bool) {
	id, ok := s.values.index[numbered(v)]
	return Sym(id + 1), ok
}

// numbered is a value as it is numbered: equal ones are the same.
func numbered(v Value) Value {
	if v.kind == Int {
		v.kind = Number
	}
	if v.num == 0 {
		v.num = 0 // one zero: -0 equals 0
	}
	if math.IsNaN(v.num) {
		v = Value{kind: Opaque, str: string(v.AppendJSON(nil))}
	}
	return v
}

// value numbers a value, by a number that was given back if there is one.
func (s *Symbols) value(v Value) (id uint32, isNew bool) {
	v = numbered(v)
	if id, ok := s.values.index[v]; ok {
		return id, false
	}
	if id, ok := s.passing.reuse(); ok {
		s.values.list[id], s.values.index[v], s.hashes[id] = v, id, v.Hash()
		return id, true
	}
	id, _ = s.values.number(v)
	s.hashes = append(s.hashes, v.Hash())
	return id, true
}

// Value returns the value of a Sym; Null of [Missing], and of a number that no value has here. A
// number is that of a value in one registry: actions ask [Call.State], which is of the game's.
func (s *Symbols) Value(y Sym) Value {
	if id := y - 1; int64(id) < int64(len(s.values.list)) {
		return s.values.list[id]
	}
	return Value{}
}

// Hash returns a number made from the value itself, the same in every process, for
// digests. The hash of Missing is 0.
func (s *Symbols) Hash(y Sym) uint64 {
	if y == Missing {
		return 0
	}
	return s.hashes[y-1]
}

// Facet numbers a selection; a value that can equal nothing selects Nobody.
// Its Value is not Missing.
func (s *Symbols) Facet(f Facet) FacetID {
	if !s.Value(f.Value).Comparable() {
		return Nobody
	}
	n, _ := s.facets.number(f)
	return FacetID(n + 1)
}

// Facets lists the facets other than [Everyone]: element i is FacetID i+1.
func (s *Symbols) Facets() []Facet { return s.facets.list }

// Event numbers an event name.
func (s *Symbols) Event(name string) EventID {
	n, _ := s.events.number(name)
	s.numberEvents()
	return s.ids[n]
}

// numberEvents makes the ids of names that have none yet.
func (s *Symbols) numberEvents() {
	for n := len(s.ids); n < len(s.events.list); n++ {
		s.ids = append(s.ids, EventID{&eventNumber{uint32(n)}})
	}
}

// FindEvent returns the number of an event name that has one.
func (s *Symbols) FindEvent(name string) (id EventID, ok bool) {
	n, ok := s.events.index[name]
	if !ok {
		return EventID{}, false
	}
	return s.ids[n], true
}

// Events counts the names of events that have a number.
func (s *Symbols) Events() int { return len(s.events.list) }

// EventNumber returns the number of an event, from 0 on in the order of asking, for saves. It is
// not ok for an id that another registry gave.
func (s *Symbols) EventNumber(id EventID) (n uint32, ok bool) {
	if s == nil || id.of == nil || int64(id.of.n) >= int64(len(s.ids)) || s.ids[id.of.n] != id {
		return 0, false
	}
	return id.of.n, true
}

// EventAt returns the event with a number below [Symbols.Events].
func (s *Symbols) EventAt(n uint32) EventID { return s.ids[n] }

// EventName returns the name of an event that was numbered here. Ids of another registry, a
// clone among them, mean other events: of these it says that. An action asks
// [Call.EventName].
func (s *Symbols) EventName(id EventID) string {
	if n, ok := s.EventNumber(id); ok {
		return s.events.list[n]
	}
	if id.of == nil {
		return "no event"
	}
	return fmt.Sprintf("event %d of another registry", id.of.n)
}

// Declare is [Registry.Declare].
func (s *Symbols) Declare(what string, names ...string) {
	if s.declared == nil {
		s.declared = map[string][]string{}
	}
	s.declared[what] = names
}

// Declared returns the names of things of one sort. It is not ok where none were
// declared: a tree that is loaded without its game may name any.
func (s *Symbols) Declared(what string) (names []string, ok bool) {
	names, ok = s.declared[what]
	return names, ok
}

// SymbolsOf returns the numbers of all names and values that a registry knows.
func SymbolsOf(r *Registry) *Symbols { return &r.symbols }

// Key returns the number of a key of state, for [Call.State]. It gives it one if it has none.
func (r *Registry) Key(name string) Key { return r.symbols.Key(name) }

// Sym returns the number of a value, to compare it with what a column of state holds. It
// gives it one if it has none.
func (r *Registry) Sym(v Value) Sym { return r.symbols.Sym(v) }

// Declare lists the names that things of one sort have in the game, such as its places
// or its kinds of items, so that an action's Check can refuse a name that is not there: see
// [Site.Declared]. It replaces the list that was declared before, and is called before trees
// are loaded.
func (r *Registry) Declare(what string, names ...string) { r.symbols.Declare(what, names...) }
