package ecs

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/components"
)

// model is a world as plain maps, and the same changes made to it.
type model struct {
	bodies map[components.ID]Body
	class  map[components.ID]int
	slot   map[components.ID]int32
	armour map[components.ID]int64
	last   components.ID
}

func drawBody(t *rapid.T) Body {
	x := float32(rapid.IntRange(0, 1000).Draw(t, "x"))
	return Body{
		Position: components.Position{X: x, Y: x / 2},
		Heading:  components.Heading{X: 1},
		Speed:    components.Speed{MPS: x / 4},
		Team:     components.Team{Index: int16(x)},
		Brain:    components.Brain{Program: int32(x), Row: 3},
	}
}

// add notes a body that the world has spawned, and checks what is new about it.
func (m *model) add(t *rapid.T, w *World, class int, id components.ID, b Body) {
	m.last++
	if id != m.last {
		t.Fatalf("body %d spawned, want %d", id, m.last)
	}
	if class == Human {
		b.Brain = components.Brain{Program: -1, Row: -1}
	}
	slot := w.Slot(id)
	if word := w.StateColumn(0)[slot]; word != 0 {
		t.Fatalf("slot %d comes with word %d", slot, word)
	}
	w.StateColumn(0)[slot] = uint32(id)
	m.bodies[id], m.class[id], m.slot[id], m.armour[id] = b, class, slot, 0
}

func (m *model) ids() []components.ID {
	ids := make([]components.ID, 0, len(m.bodies))
	for id := range m.bodies {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

func TestWorldAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const classes = 3
		w := New(Options{Classes: classes})
		w.StateColumn(0)
		m := model{map[components.ID]Body{}, map[components.ID]int{}, map[components.ID]int32{}, map[components.ID]int64{}, 0}
		var armour Component[int64]
		most := 0
		drawClass := rapid.IntRange(Human, classes-1)
		t.Repeat(map[string]func(*rapid.T){
			"spawn": func(t *rapid.T) {
				class, b := drawClass.Draw(t, "class"), drawBody(t)
				m.add(t, w, class, w.Spawn(class, b), b)
			},
			"spawnBatch": func(t *rapid.T) {
				class, n, b := drawClass.Draw(t, "class"), rapid.IntRange(1, 40).Draw(t, "n"), drawBody(t)
				first := w.SpawnBatch(class, n, nil, func(i int, into *Body) { *into = b; into.Heading.Y = float32(i) })
				for i := range n {
					b.Heading.Y = float32(i)
					m.add(t, w, class, first+components.ID(i), b)
				}
			},
			"remove": func(t *rapid.T) {
				id := components.ID(rapid.IntRange(0, int(m.last)+1).Draw(t, "id"))
				_, want := m.bodies[id]
				if got := w.Remove(id); got != want {
					t.Fatalf("Remove(%d) = %v", id, got)
				}
				delete(m.bodies, id)
			},
			"set": func(t *rapid.T) {
				id := components.ID(rapid.IntRange(0, int(m.last)+1).Draw(t, "id"))
				b := drawBody(t)
				old, alive := m.bodies[id]
				if alive && m.class[id] == Human {
					b.Brain = old.Brain
				}
				for _, there := range []bool{w.Position.Of(id) != nil, w.Heading.Of(id) != nil, w.Speed.Of(id) != nil,
					w.Team.Of(id) != nil, w.Brain.Of(id) != nil, w.Identity.Of(id) != nil, w.State.Of(id) != nil} {
					if there != alive {
						t.Fatalf("body %d has a component: %v, is alive: %v", id, there, alive)
					}
				}
				if alive {
					*w.Position.Of(id), *w.Heading.Of(id), *w.Speed.Of(id) = b.Position, b.Heading, b.Speed
					*w.Team.Of(id), *w.Brain.Of(id) = b.Team, b.Brain
					m.bodies[id] = b
				}
			},
			"register": func(t *rapid.T) { armour = Register(w, int64(0)) },
			"arm": func(t *rapid.T) {
				if armour.world == nil {
					t.Skip("not registered")
				}
				id := components.ID(rapid.IntRange(0, int(m.last)+1).Draw(t, "id"))
				p := armour.Of(id)
				if _, alive := m.bodies[id]; alive != (p != nil) {
					t.Fatalf("body %d has armour %v", id, p)
				}
				if p != nil {
					*p = int64(id) * 7
					m.armour[id] = *p
				}
			},
			"": func(t *rapid.T) {
				most = max(most, len(m.bodies))
				checkModel(t, w, &m, armour, most)
			},
		})
	})
}

func checkModel(t *rapid.T, w *World, m *model, armour Component[int64], most int) {
	if w.Len() != len(m.bodies) || w.Slots() != most || len(w.StateColumn(0)) != most {
		t.Fatalf("Len %d, Slots %d, Words %d; want %d, %d, %[5]d", w.Len(), w.Slots(), len(w.StateColumn(0)), len(m.bodies), most)
	}
	ids := m.ids()
	if got := slices.Collect(Bodies(w)); !slices.Equal(got, ids) {
		t.Fatalf("Bodies %v, want %v", got, ids)
	}
	for _, id := range []components.ID{0, m.last + 1} {
		if w.Alive(id) || w.Slot(id) != -1 || w.ClassOf(id) != NoClass {
			t.Fatalf("body %d is alive", id)
		}
	}
	occupied := 0
	for slot := range int32(w.Slots()) {
		if id := w.IDAt(slot); id != 0 {
			occupied++
			if w.Slot(id) != slot {
				t.Fatalf("slot %d has body %d, which has slot %d", slot, id, w.Slot(id))
			}
		}
	}
	if occupied != len(ids) {
		t.Fatalf("%d slots in use for %d bodies", occupied, len(ids))
	}
	counts := map[int]int{}
	for _, id := range ids {
		counts[m.class[id]]++
		if !w.Alive(id) || w.Slot(id) != m.slot[id] || w.ClassOf(id) != m.class[id] || w.StateColumn(0)[m.slot[id]] != uint32(id) {
			t.Fatalf("body %d: alive %v, slot %d, class %d, word %d; want slot %d, class %d", id,
				w.Alive(id), w.Slot(id), w.ClassOf(id), w.StateColumn(0)[m.slot[id]], m.slot[id], m.class[id])
		}
		var got Body
		got.Position, got.Heading, got.Speed = *w.Position.Of(id), *w.Heading.Of(id), *w.Speed.Of(id)
		got.Team, got.Brain = *w.Team.Of(id), *w.Brain.Of(id)
		if got != m.bodies[id] {
			t.Fatalf("body %d: %s", id, cmp.Diff(m.bodies[id], got))
		}
		if armour.world != nil && *armour.Of(id) != m.armour[id] {
			t.Fatalf("body %d has armour %d, want %d", id, *armour.Of(id), m.armour[id])
		}
	}
	for i, table := range w.Tables() {
		if table.Len() != counts[table.Class] || w.Count(table.Class) != counts[table.Class] {
			t.Fatalf("table %d has %d rows, Count %d, want %d", i, table.Len(), w.Count(table.Class), counts[table.Class])
		}
		state, bodies := w.State.Column(table), bodiesOf(w, table)
		for row, identity := range w.Identity.Column(table) {
			if bodies[row] != m.bodies[identity.ID] || state[row].Slot != m.slot[identity.ID] || m.class[identity.ID] != table.Class {
				t.Fatalf("table %d row %d: body %d, slot %d, %v", i, row, identity.ID, state[row].Slot, bodies[row])
			}
			if armour.world != nil && armour.Column(table)[row] != m.armour[identity.ID] {
				t.Fatalf("table %d row %d: armour %d", i, row, armour.Column(table)[row])
			}
		}
	}
}

// bodiesOf returns the rows of a table.
func bodiesOf(w *World, table Table) (all []Body) {
	position, heading, speed := w.Position.Column(table), w.Heading.Column(table), w.Speed.Column(table)
	team, brain := w.Team.Column(table), w.Brain.Column(table)
	for row := range position {
		all = append(all, Body{position[row], heading[row], speed[row], team[row], brain[row]})
	}
	return all
}

// contents is all that is in the tables of a world.
type contents struct {
	Bodies   []Body
	Identity []components.Identity
	State    []components.State
	Armour   []armour
}

// SpawnBatch is Spawn in less time: rows, slots, IDs and first values come out
// the same.
func TestSpawnBatchIsSpawn(t *testing.T) {
	build := func(spawn func(w *World, class, n int)) (all []contents) {
		w := New(Options{Classes: 2})
		made := int32(0)
		worn := RegisterFunc(w, func(id components.ID) armour {
			made++
			return armour{Points: made, Weight: int32(w.Position.Of(id).X)}
		})
		spawn(w, 1, 50)
		for id := components.ID(2); id < 40; id += 5 {
			w.Remove(id)
		}
		spawn(w, Human, 5)
		spawn(w, 1, 200)
		for _, table := range w.Tables() {
			all = append(all, contents{bodiesOf(w, table), w.Identity.Column(table), w.State.Column(table), worn.Column(table)})
		}
		return all
	}
	body := func(i int) Body {
		b := At(float32(i), 1)
		b.Speed.MPS = 2
		return b
	}
	one := build(func(w *World, class, n int) {
		for i := range n {
			w.Spawn(class, body(i))
		}
	})
	batch := build(func(w *World, class, n int) {
		w.SpawnBatch(class, n, nil, func(i int, b *Body) { b.Position, b.Speed.MPS = body(i).Position, 2 })
	})
	if diff := cmp.Diff(one, batch); diff != "" {
		t.Error(diff)
	}
}

func TestBodiesSeesWhatHappensOnTheWay(t *testing.T) {
	w := New(Options{Classes: 1})
	for range 3 {
		w.Spawn(0, At(0, 0))
	}
	var seen []components.ID
	for id := range Bodies(w) {
		seen = append(seen, id)
		if id == 1 {
			w.Remove(2)
			w.Spawn(0, At(0, 0))
		}
	}
	if want := []components.ID{1, 3, 4}; !slices.Equal(seen, want) {
		t.Errorf("saw %v, want %v", seen, want)
	}
}

func TestWordsOfAReusedSlotAreZero(t *testing.T) {
	w := New(Options{Classes: 1})
	id := w.Spawn(0, At(0, 0))
	w.StateColumn(2)[w.Slot(id)] = 9
	w.StateColumn(0)[w.Slot(id)] = 8
	w.Remove(id)
	next := w.Spawn(0, At(0, 0))
	if w.Slot(next) != 0 {
		t.Fatalf("slot %d, want the free one", w.Slot(next))
	}
	for k := range 3 {
		if got := w.StateColumn(k)[0]; got != 0 {
			t.Errorf("word %d is %d", k, got)
		}
	}
}

func TestWrongClassPanics(t *testing.T) {
	w := New(Options{Classes: 2})
	for _, class := range []int{2, NoClass} {
		wantPanic(t, "that has 2", func() { w.Spawn(class, At(0, 0)) })
		wantPanic(t, "that has 2", func() { w.SpawnBatch(class, 1, nil, nil) })
		wantPanic(t, "that has 2", func() { w.Count(class) })
	}
	if w.Len() != 0 {
		t.Errorf("%d bodies", w.Len())
	}
}
