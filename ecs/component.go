package ecs

import (
	"fmt"
	"reflect"
	"slices"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/thicket-sim/thicket/components"
)

// Component is a game's own component, which every bot and player of a world
// has. Register makes it.
type Component[T any] struct {
	world *World
	id    arche.ID
}

// Register adds a component to all bodies, present and future, with the zero
// value of T. It is a structural change, and best made before the first spawn:
// later it copies every body. A type that was registered before, or is one of
// the world's own columns, gives the same component again and changes nothing.
//
// Register panics if T holds pointers of any kind (slices, maps and strings are
// such): the store moves rows as bytes, behind the back of the garbage
// collector. Keep those in a table of the game, and an index in the component.
// It also panics past the 256 components that the store can have.
func Register[T any](w *World) Component[T] {
	typ := reflect.TypeFor[T]()
	if !plain(typ) {
		panic(fmt.Sprintf("ecs: component %v holds pointers; keep an index in its place", typ))
	}
	id := arche.ComponentID[T](&w.store)
	switch {
	case id == w.ids.class || id == w.ids.player:
		panic(fmt.Sprintf("ecs: component %v is not for every body", typ))
	case slices.Contains(w.bots.ids, id):
		return Component[T]{w, id}
	}
	bots, humans := w.bots.exact, w.humans.exact
	w.bots.ids = append(w.bots.ids, id)
	w.humans.ids = append(w.humans.ids, id)
	w.makeTables()
	w.store.Batch().Add(&bots, id)
	w.store.Batch().Add(&humans, id)
	w.stale = true
	return Component[T]{w, id}
}

// Of is the component of a body, or nil if it is not alive. It is valid until
// the next structural change.
func (c Component[T]) Of(id components.ID) *T {
	return find[T](c.world, id, c.id)
}

// Column is the component of all bodies in a table of the same world, in the
// order of its rows. Like the table it is valid until the next structural
// change.
func (c Component[T]) Column(t Table) []T {
	w := c.world
	return column[T](&w.store, w.kinds[w.kindOf(t.Class)].filter, c.id)
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
