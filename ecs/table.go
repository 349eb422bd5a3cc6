package ecs

import (
	"unsafe"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/thicket-sim/thicket/components"
)

// Table is all bodies of one class, or all players, as columns of the same
// length: row i of each belongs to the same body. Writing to a column writes to
// the bodies; Identity and State are for reading only.
type Table struct {
	Class    int // the class, or Human
	Identity []components.Identity
	Position []components.Position
	Heading  []components.Heading
	Speed    []components.Speed
	State    []components.State
	Team     []components.Team
	Brain    []components.Brain
}

// Tables are the tables of all classes in order, empty ones too, and that of
// the players last. The slice and its columns are valid until the next
// structural change, and must not be changed in length. Rows are in no order
// that means anything.
func (w *World) Tables() []Table {
	if !w.stale {
		return w.tables
	}
	w.stale = false
	c := &w.ids
	for i, k := range w.kinds {
		w.tables[i] = Table{
			Class:    k.class,
			Identity: column[components.Identity](&w.store, k.filter, c.identity),
			Position: column[components.Position](&w.store, k.filter, c.position),
			Heading:  column[components.Heading](&w.store, k.filter, c.heading),
			Speed:    column[components.Speed](&w.store, k.filter, c.speed),
			State:    column[components.State](&w.store, k.filter, c.state),
			Team:     column[components.Team](&w.store, k.filter, c.team),
			Brain:    column[components.Brain](&w.store, k.filter, c.brain),
		}
	}
	return w.tables
}

// Len is how many bodies are in the table.
func (t Table) Len() int { return len(t.Identity) }

// from is the table without its first rows.
func (t Table) from(row int) Table {
	return Table{
		Class:    t.Class,
		Identity: t.Identity[row:],
		Position: t.Position[row:],
		Heading:  t.Heading[row:],
		Speed:    t.Speed[row:],
		State:    t.State[row:],
		Team:     t.Team[row:],
		Brain:    t.Brain[row:],
	}
}

// column is a component of all entities that a filter matches. The filter must
// match one table of the store, which keeps each component of a table in one Go
// array in row order; so the address of the first row and the count make the
// slice. TestColumnsAreTheStore holds the store to it.
func column[T any](store *arche.World, filter arche.Filter, component arche.ID) []T {
	q := store.Query(filter)
	defer q.Close()
	n := q.Count()
	if n == 0 {
		return nil
	}
	q.Next()
	return unsafe.Slice((*T)(q.Get(component)), n)
}
