package ecs

import (
	"fmt"
	"reflect"
	"slices"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/thicket-sim/thicket/components"
)

// Component is a column of all bodies of a world, bots and players: one of the
// world's own, such as World.Position, or one that a game made with [Register].
type Component[T any] struct {
	world  *World
	id     arche.ID
	number int // index in World.columns
}

// Register adds a component to all bodies, present and future, that begins with a
// first value. It is a structural change, and best made before the first spawn:
// later it copies every body. A type that was registered before, or is one of the
// world's own columns, gives the same component again and changes nothing.
//
// Register panics if T holds pointers of any kind (slices, maps and strings are
// such): the store moves rows as bytes, behind the back of the garbage
// collector. Keep those in a table of the game, and an index in the component.
// It also panics past the 256 components that the store can have.
func Register[T any](w *World, first T) Component[T] {
	return RegisterFunc(w, func(components.ID) T { return first })
}

// RegisterFunc is [Register] where the first value depends on the body. first is
// called once a body, now for those that are there, by ascending ID, and for each
// later one when it has all that Spawn was given. It must not make structural
// changes.
func RegisterFunc[T any](w *World, first func(components.ID) T) Component[T] {
	typ := reflect.TypeFor[T]()
	if !plain(typ) {
		panic(fmt.Sprintf("ecs: component %v holds pointers; keep an index in its place", typ))
	}
	known := len(w.columns)
	bots, humans := w.bots.exact, w.humans.exact
	c := newColumn[T](w)
	if c.number < known {
		return c
	}
	w.makeTables()
	w.store.Batch().Add(&bots, c.id)
	w.store.Batch().Add(&humans, c.id)
	w.touched.Store(true) // rows are others now
	begin := func(id components.ID) { *c.Of(id) = first(id) }
	for id := range Bodies(w) {
		begin(id)
	}
	w.first = append(w.first, begin)
	claim(c)
	return c
}

// newColumn returns the column of a type, a new one if there is none yet.
func newColumn[T any](w *World) Component[T] {
	id := arche.ComponentID[T](&w.store)
	if reflect.TypeFor[T]() == reflect.TypeFor[components.BotClass]() || id == w.humans.own {
		panic(fmt.Sprintf("ecs: component %v is not for every body", reflect.TypeFor[T]()))
	}
	for n, known := range w.columns {
		if known == id {
			return Component[T]{w, id, n}
		}
	}
	w.columns, w.types = append(w.columns, id), append(w.types, reflect.TypeFor[T]())
	c := Component[T]{w, id, len(w.columns) - 1}
	w.saves = append(w.saves, columnOf(c))
	return c
}

// In returns the same component of another world. It panics where that has none.
func (c Component[T]) In(w *World) Component[T] {
	if c.world == w {
		return c
	}
	typ, n := reflect.TypeFor[T](), c.number
	if n >= len(w.types) || w.types[n] != typ {
		n = slices.Index(w.types, typ)
	}
	if n < 0 {
		panic(fmt.Sprintf("component %v is not in this world: thicket.Register adds it, in Options.Prepare to each world", typ))
	}
	return Component[T]{w, w.columns[n], n}
}

// Of returns the component of a body, or nil if it is not alive. It is valid until
// the next structural change; who writes to it asks for it anew in each tick, as
// for a Column.
func (c Component[T]) Of(id components.ID) *T {
	c.touch()
	return c.of(id)
}

// Get returns a copy of the component of a body, or zero if it is not alive.
func (c Component[T]) Get(id components.ID) (value T) {
	if at := c.of(id); at != nil {
		return *at
	}
	return value
}

func (c Component[T]) of(id components.ID) *T {
	s := &c.world.slots
	slot := s.find(id)
	if slot < 0 {
		return nil
	}
	if c.lags() {
		c.world.tables[s.kind[slot]].CatchUp()
	}
	return (*T)(c.world.store.GetUnchecked(s.entity[slot], c.id))
}

// plain reports whether values of a type hold no pointers.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return plain(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !plain(t.Field(i).Type) {
				return false
			}
		}
		return true
	case reflect.Chan, reflect.Func, reflect.Interface, reflect.Map, reflect.Pointer,
		reflect.Slice, reflect.String, reflect.UnsafePointer:
		return false
	}
	return true
}
