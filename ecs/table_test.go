package ecs

import (
	"testing"
	"unsafe"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/thicket-sim/thicket/components"
)

// checkColumn holds a column to what the store itself says of every entity: the
// same memory, and no more of it than the table has rows.
func checkColumn[T any](t *testing.T, w *World, table Table, column []T, component arche.ID) {
	t.Helper()
	if len(column) != w.Count(table.Class) || cap(column) != len(column) {
		t.Fatalf("class %d: column of length %d and capacity %d for %d bodies",
			table.Class, len(column), cap(column), w.Count(table.Class))
	}
	for row := range column {
		e := w.slots.entity[w.Slot(table.Identity[row].ID)]
		if got, want := unsafe.Pointer(&column[row]), w.store.Get(e, component); got != want {
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
		c := &w.ids
		checkColumn(t, w, table, table.Identity, c.identity)
		checkColumn(t, w, table, table.Position, c.position)
		checkColumn(t, w, table, table.Heading, c.heading)
		checkColumn(t, w, table, table.Speed, c.speed)
		checkColumn(t, w, table, table.State, c.state)
		checkColumn(t, w, table, table.Team, c.team)
		checkColumn(t, w, table, table.Brain, c.brain)
		for row, identity := range table.Identity {
			if w.ClassOf(identity.ID) != table.Class || w.Slot(identity.ID) != table.State[row].Slot {
				t.Fatalf("row %d of class %d: body %d is of class %d, slot %d, and says slot %d", row, table.Class,
					identity.ID, w.ClassOf(identity.ID), w.Slot(identity.ID), table.State[row].Slot)
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
		if len(node.ComponentIDs) != len(w.bots.ids) {
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

	health := Register[struct{ HP int32 }](w)
	for id := components.ID(3); id < 900; id += 3 {
		w.Remove(id)
	}
	w.SpawnN(0, 300, func(i int, b *Body) { b.Position.Y = float32(i) })
	w.Spawn(Human, At(0, 0))
	checkTables(t, w)
	checkOneTableEach(t, w)
	for _, table := range w.Tables() {
		checkColumn(t, w, table, health.Column(table), health.id)
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
	if n := len(w.bots.ids); n < 35 {
		t.Fatalf("only %d components", n)
	}
	for id := range Bodies(w) {
		if p, _ := w.Position(id); p.X != float32(id-1) {
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
	Register[[0]T](w)
	Register[[1]T](w)
	Register[[2]T](w)
	Register[[3]T](w)
	Register[[4]T](w)
	Register[[5]T](w)
	Register[[6]T](w)
	Register[[7]T](w)
	Register[[8]T](w)
	Register[[9]T](w)
}

func TestTablesShowWhatSettersWrite(t *testing.T) {
	w := New(Options{Classes: 1})
	id := w.Spawn(0, At(1, 2))
	table := w.Tables()[0]
	w.SetPosition(id, components.Position{X: 3, Y: 4})
	if got := table.Position[0]; got != (components.Position{X: 3, Y: 4}) {
		t.Errorf("the table shows %v", got)
	}
	table.Speed[0].MPS = 7
	if got, _ := w.Speed(id); got.MPS != 7 {
		t.Errorf("the world shows speed %v", got)
	}
}

func TestTablesAreKeptUntilAStructuralChange(t *testing.T) {
	w := New(Options{Classes: 1})
	id := w.Spawn(0, At(0, 0))
	mark := func() { w.Tables()[0].Team = nil }
	kept := func() bool { return w.Tables()[0].Team == nil }
	mark()
	w.SetPosition(id, components.Position{X: 1})
	w.Step()
	if !kept() {
		t.Error("made again without a structural change")
	}
	for _, c := range []struct {
		name   string
		change func()
	}{
		{"Spawn", func() { w.Spawn(0, At(0, 0)) }},
		{"SpawnN", func() { w.SpawnN(0, 2, func(int, *Body) {}) }},
		{"Remove", func() { w.Remove(id) }},
		{"Register", func() { Register[armour](w) }},
	} {
		mark()
		c.change()
		if kept() {
			t.Errorf("not made again after %s", c.name)
		}
	}
}

func TestTablesAllocateNothing(t *testing.T) {
	w := New(Options{Classes: 3})
	armour := Register[int32](w)
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
	afresh := func() {
		w.stale = true
		read()
	}
	if n := testing.AllocsPerRun(100, afresh); n != 0 {
		t.Errorf("making tables afresh allocates %v times", n)
	}
}
