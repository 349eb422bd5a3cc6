package ecs

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/thicket-sim/thicket/components"
)

// Table is all bodies of one class, or all players. The component of each body
// is a row of [Component.Column]; row i of each column belongs to the same body.
// A table is valid as long as its world.
type Table struct {
	Class int // the class, or Human
	kind  *kind
	world *World
}

// Tables returns the tables of all classes in order, empty ones too, and that of
// the players last. The slice must not be changed.
func (w *World) Tables() []Table { return w.tables }

// Len counts the bodies in the table.
func (t Table) Len() int { return t.kind.count }

// Column returns the component of all bodies in a table of the same world, in the
// order of its rows, which means nothing. Writing to it writes to the bodies. It
// is valid until the next structural change, and must not be changed in length.
// Who writes asks for it anew in each tick: that tells the world that positions,
// headings or speeds may have changed, see [World.Touched]. Who reads positions or
// headings does so, too: rows may have lagged behind, see [Table.Lag].
func (c Component[T]) Column(t Table) []T {
	c.touch()
	return c.Rows(t)
}

// Rows is Column for those who only read.
func (c Component[T]) Rows(t Table) []T {
	if c.lags() {
		t.CatchUp()
	}
	return c.rows(t)
}

// rows returns the rows as they are.
func (c Component[T]) rows(t Table) []T {
	if c.world.stale {
		c.world.locate()
	}
	return unsafe.Slice((*T)(t.kind.columns[c.number]), t.kind.count)
}

// Keeper knows positions and headings of bodies better than the rows of their table do.
type Keeper interface {
	// CatchUp writes the rows of a table. It may read other components.
	CatchUp(t Table, position []components.Position, heading []components.Heading)
}

// Lag says that the rows of Position and Heading in a table are out of date from now
// on. The keeper is called once, when somebody asks for one of them; nobody does in
// many a tick.
func (t Table) Lag(k Keeper) {
	t.kind.lag.keeper = k
	t.kind.lag.on.Store(true)
}

// CatchUp brings the rows of Position and Heading up to date where they lag behind.
func (t Table) CatchUp() {
	l := &t.kind.lag
	if !l.on.Load() {
		return
	}
	l.Lock() // jobs may ask at the same time
	defer l.Unlock()
	if l.on.Load() {
		l.keeper.CatchUp(t, t.world.Position.rows(t), t.world.Heading.rows(t))
		l.on.Store(false)
	}
}

// lag says whether rows are behind, and who knows better.
type lag struct {
	sync.Mutex
	on     atomic.Bool
	keeper Keeper
}

// lags reports whether rows of the component may lag behind.
func (c Component[T]) lags() bool {
	return c.number == c.world.Position.number || c.number == c.world.Heading.number
}

// Touched reports whether somebody has had a Column or a row of Position, Heading
// or Speed that could be written to, or bodies have come or gone, since the last
// call of Untouch.
func (w *World) Touched() bool { return w.touched.Load() }

// Untouch has Touched begin anew. It is for the one who takes in all rows.
func (w *World) Untouch() { w.touched.Store(false) }

// touch notes that rows of the component may be written to; workers may do so at
// the same time.
func (c Component[T]) touch() {
	w := c.world
	if w == nil {
		panic("a component that was not registered: thicket.Register returns it")
	}
	if c.number >= w.Position.number && c.number <= w.Speed.number && !w.touched.Load() {
		w.touched.Store(true)
	}
}

// locate notes where the columns of all kinds are. The filter of a kind matches
// one table of the store, which keeps each component of a table in one Go array
// in row order; so the address of the first row and the count make the slice.
// TestColumnsAreTheStore holds the store to it.
func (w *World) locate() {
	w.stale = false
	for i := range w.kinds {
		k := &w.kinds[i]
		k.columns = append(k.columns[:0], make([]unsafe.Pointer, len(w.columns))...)
		q := w.store.Query(k.filter)
		if q.Next() {
			for n, id := range w.columns {
				k.columns[n] = q.Get(id)
			}
			q.Close()
		}
	}
}
