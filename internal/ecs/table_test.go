package ecs

import (
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/thicket-sim/thicket/components"
)

// checkColumn holds a column to what the store itself says of every entity: the
// same memory, and no more of it than the table has rows.
func checkColumn[T any](t *testing.T, w *World, table Table, component Component[T]) {
	t.Helper()
	column := component.Column(table)
	if len(column) != w.Count(table.Class) || cap(column) != len(column) {
		t.Fatalf("class %d: column of length %d and capacity %d for %d bodies",
			table.Class, len(column), cap(column), w.Count(table.Class))
	}
	for row := range column {
		e := w.slots.entity[w.Slot(w.Identity.Column(table)[row].ID)]
		if got, want := unsafe.Pointer(&column[row]), w.store.Get(e, component.id); got != want {
			t.Fatalf("class %d row %d: column has %p, the store has %p", table.Class, row, got, want)
		}
	}
}

// checkTables holds all tables to the store and to the bookkeeping.
func checkTables(t *testing.T, w *World) {
	t.Helper()
	if got, want := len(w.Tables()), w.Classes()+1; got != want {
		t.Fatalf("%d tables, want %d", got, want)
	}
	rows := 0
	for i, table := range w.Tables() {
		want := i
		if i == w.Classes() {
			want = Human
		}
		if table.Class != want {
			t.Fatalf("table %d is of class %d, want %d", i, table.Class, want)
		}
		checkColumn(t, w, table, w.Identity)
		checkColumn(t, w, table, w.Position)
		checkColumn(t, w, table, w.Heading)
		checkColumn(t, w, table, w.Speed)
		checkColumn(t, w, table, w.State)
		checkColumn(t, w, table, w.Team)
		checkColumn(t, w, table, w.Brain)
		state := w.State.Column(table)
		for row, identity := range w.Identity.Column(table) {
			if w.ClassOf(identity.ID) != table.Class || w.Slot(identity.ID) != state[row].Slot {
				t.Fatalf("row %d of class %d: body %d is of class %d, slot %d, and says slot %d", row, table.Class,
					identity.ID, w.ClassOf(identity.ID), w.Slot(identity.ID), state[row].Slot)
			}
		}
		rows += table.Len()
	}
	if rows != w.Len() {
		t.Fatalf("%d rows for %d bodies", rows, w.Len())
	}
}

// checkOneTableEach asks the store which of its tables have a target and
// components of bodies, and wants one for each kind and in the order of kinds.
func checkOneTableEach(t *testing.T, w *World) {
	t.Helper()
	var sizes []int
	for _, node := range w.store.Stats().Nodes {
		if len(node.ComponentIDs) != len(w.columns)+1 {
			if node.Size > 0 && len(node.ComponentIDs) > 0 {
				t.Fatalf("%d bodies are in a table with components %v", node.Size, node.ComponentTypes)
			}
			continue
		}
		for _, table := range node.Archetypes {
			sizes = append(sizes, table.Size)
		}
	}
	if len(sizes) != len(w.kinds) {
		t.Fatalf("the store has tables of %v bodies for %d kinds", sizes, len(w.kinds))
	}
	for k, size := range sizes {
		if size != w.kinds[k].count {
			t.Fatalf("table %d of the store has %d bodies, want %d", k, size, w.kinds[k].count)
		}
	}
}

func TestColumnsAreTheStore(t *testing.T) {
	w := New(Options{Classes: 3})
	checkTables(t, w)
	checkOneTableEach(t, w)

	// Players and the last class first, and past the store's first capacity.
	w.Spawn(Human, At(0, 0))
	for i := range 1000 {
		w.Spawn(2-i%2, At(float32(i), 0))
	}
	checkTables(t, w)
	checkOneTableEach(t, w)

	health := Register(w, struct{ HP int32 }{})
	for id := components.ID(3); id < 900; id += 3 {
		w.Remove(id)
	}
	w.SpawnBatch(0, 300, nil, func(i int, b *Body) { b.Position.Y = float32(i) })
	w.Spawn(Human, At(0, 0))
	checkTables(t, w)
	checkOneTableEach(t, w)
	for _, table := range w.Tables() {
		checkColumn(t, w, table, health)
	}
}

// Arrays of different length are different components; more than 16 and 32 make
// the store extend what it knows of tables that exist.
func TestRegisterManyKeepsOneTableEach(t *testing.T) {
	w := New(Options{Classes: 2})
	for i := range 100 {
		w.Spawn(i%3-1, At(float32(i), 0))
	}
	registerSome(w)
	checkTables(t, w)
	checkOneTableEach(t, w)
	if n := len(w.columns); n < 35 {
		t.Fatalf("only %d components", n)
	}
	for id := range Bodies(w) {
		if p := *w.Position.Of(id); p.X != float32(id-1) {
			t.Fatalf("body %d is at %v", id, p)
		}
	}
}

func registerSome(w *World) {
	registerTen[int8](w)
	registerTen[int16](w)
	registerTen[int32](w)
}

func registerTen[T any](w *World) {
	Register(w, [0]T{})
	Register(w, [1]T{})
	Register(w, [2]T{})
	Register(w, [3]T{})
	Register(w, [4]T{})
	Register(w, [5]T{})
	Register(w, [6]T{})
	Register(w, [7]T{})
	Register(w, [8]T{})
	Register(w, [9]T{})
}

func TestColumnsShowWhatOfWrites(t *testing.T) {
	w := New(Options{Classes: 1})
	id := w.Spawn(0, At(1, 2))
	table := w.Tables()[0]
	*w.Position.Of(id) = components.Position{X: 3, Y: 4}
	if got := w.Position.Column(table)[0]; got != (components.Position{X: 3, Y: 4}) {
		t.Errorf("the table shows %v", got)
	}
	w.Speed.Column(table)[0].MPS = 7
	if got := *w.Speed.Of(id); got.MPS != 7 {
		t.Errorf("the world shows speed %v", got)
	}
}

// A table is good for as long as the world; its columns are as they are now.
func TestTablesFollowStructuralChanges(t *testing.T) {
	w := New(Options{Classes: 1})
	table := w.Tables()[0]
	id := w.Spawn(0, At(7, 0))
	worn := Register(w, armour{Points: 3})
	for i, change := range []func(){
		func() {},
		func() { w.Spawn(0, At(1, 0)) },
		func() { w.SpawnBatch(0, 100, nil, func(int, *Body) {}) },
		func() { Register(w, 0.5) },
		func() { w.Remove(2) },
		func() { w.Remove(id) },
	} {
		change()
		if want := w.Count(0); table.Len() != want || len(w.Position.Column(table)) != want || len(worn.Column(table)) != want {
			t.Fatalf("change %d: %d rows, columns of %d and %d, want %d", i, table.Len(), len(w.Position.Column(table)), len(worn.Column(table)), want)
		}
		checkTables(t, w)
		for row, a := range worn.Column(table) {
			if a.Points != 3 {
				t.Fatalf("change %d: row %d begins with %v", i, row, a)
			}
		}
	}
}

func TestTablesAllocateNothing(t *testing.T) {
	w := New(Options{Classes: 3})
	armour := Register(w, int32(0))
	for i := range 100 {
		w.Spawn(i%3, At(0, 0))
	}
	sum := 0
	read := func() {
		for _, table := range w.Tables() {
			sum += table.Len() + len(armour.Column(table))
		}
	}
	if n := testing.AllocsPerRun(100, read); n != 0 {
		t.Errorf("reading tables allocates %v times", n)
	}
	if testing.Short() {
		return // also how the race detector runs it, under which queries allocate
	}
	afresh := func() {
		w.stale = true
		read()
	}
	if n := testing.AllocsPerRun(100, afresh); n != 0 {
		t.Errorf("making tables afresh allocates %v times", n)
	}
}

// late is a keeper that says where bodies are, and counts who asked.
type late struct {
	asked atomic.Int32
	rows  int // of the bodies that it knows
}

func (l *late) CatchUp(t Table, position []components.Position, heading []components.Heading) {
	if l.asked.Add(1); len(position) != l.rows {
		panic("asked for a body that has just come")
	}
	for i := range position {
		position[i].X, heading[i].Y = 7, 8
	}
}

// TestRowsThatLagCatchUpOnce asks for rows in all ways: those of positions and
// headings in the table that lags, and no others, have the keeper called, and once.
func TestRowsThatLagCatchUpOnce(t *testing.T) {
	w := New(Options{Classes: 2, Workers: 4})
	defer w.Close()
	a, b := w.Spawn(0, At(1, 2)), w.Spawn(1, At(1, 2))
	for range 1000 {
		w.Spawn(0, At(1, 2))
	}
	table := w.Tables()[0]
	for _, test := range []struct {
		name string
		do   func()
		want int32
	}{
		{"Speed.Column", func() { w.Speed.Column(table) }, 0},
		{"State.Of", func() { w.State.Of(a) }, 0},
		{"Position of another table", func() { w.Position.Of(b); w.Heading.Rows(w.Tables()[1]) }, 0},
		{"Remove", func() { w.Remove(a + 2) }, 0},
		{"Position.Of", func() { w.Position.Of(a).X = 9 }, 1},
		{"Position.Column", func() { w.Position.Column(table)[0].X = 9 }, 1},
		{"Heading.Get", func() { w.Heading.Get(a) }, 1},
		{"Spawn", func() { w.Spawn(0, At(1, 2)) }, 1},
		{"SpawnBatch", func() { w.SpawnBatch(0, 2, nil, func(int, *Body) {}) }, 1},
		{"Spawn of another table", func() { w.Spawn(1, At(1, 2)) }, 0},
		{"jobs", func() { w.Workers().Run(1000, 1, reading{w}) }, 1},
	} {
		l := late{rows: table.Len()}
		table.Lag(&l)
		test.do()
		l.rows = table.Len()
		if got := l.asked.Load(); got != test.want {
			t.Errorf("%s: asked %d times, wanted %d", test.name, got, test.want)
		}
		if test.do(); l.asked.Load() != test.want {
			t.Errorf("%s: asked again", test.name)
		}
		if table.CatchUp(); w.Heading.Get(a).Y != 8 || w.Heading.Get(b).Y != 0 {
			t.Errorf("%s: rows were not brought up to date, or those of others were", test.name)
		}
	}
	table.Lag(&late{rows: table.Len()})
	if at := w.Position.Get(w.Spawn(0, At(1, 2))); at.X != 1 {
		t.Errorf("who came to a table that lags is at %v, wanted 1", at.X)
	}
}

// reading is a job that reads where bodies are.
type reading struct{ w *World }

func (r reading) Do(_, lo, hi int) {
	for id := lo; id < hi; id++ {
		if r.w.Alive(components.ID(id)) && r.w.ClassOf(components.ID(id)) == 0 && r.w.Position.Get(components.ID(id)).X == 1 {
			panic("a row that lags was read")
		}
	}
}

// TestTouchedTellsOfWriters asks for rows in all ways: only those that may be
// written to, of components that bodies move by, count, and who comes and goes.
func TestTouchedTellsOfWriters(t *testing.T) {
	w := New(Options{Classes: 1})
	defer w.Close()
	id := w.Spawn(0, At(1, 2))
	var second components.ID
	for _, test := range []struct {
		name string
		do   func()
		want bool
	}{
		{"Position.Rows", func() { w.Position.Rows(w.Tables()[0]) }, false},
		{"Heading.Get", func() { w.Heading.Get(id) }, false},
		{"State.Column", func() { w.State.Column(w.Tables()[0]) }, false},
		{"Team.Of", func() { w.Team.Of(id) }, false},
		{"Step", w.Step, false},
		{"Position.Column", func() { w.Position.Column(w.Tables()[0]) }, true},
		{"Heading.Column", func() { w.Heading.Column(w.Tables()[0]) }, true},
		{"Speed.Of", func() { w.Speed.Of(id).MPS = 2 }, true},
		{"Position.Of", func() { w.Position.Of(id).X = 2 }, true},
		{"Spawn", func() { second = w.Spawn(0, At(1, 1)) }, true},
		{"Remove", func() { w.Remove(second) }, true},
		{"Register", func() { Register(w, struct{ A int32 }{}) }, true},
	} {
		w.Untouch()
		if test.do(); w.Touched() != test.want {
			t.Errorf("%s: touched is %v, wanted %v", test.name, w.Touched(), test.want)
		}
	}
	if got := w.Position.Get(id); got.X != 2 || w.Position.Get(99).X != 0 {
		t.Errorf("position %v, wanted what was written, and zero for nobody", got)
	}
}
