package ecs

import (
	"testing"

	"github.com/thicket-sim/thicket/components"
)

type armour struct{ Points, Weight int32 }

func TestRegisterAfterSpawnKeepsData(t *testing.T) {
	w := New(Options{Classes: 2})
	var ids []components.ID
	for i := range 300 {
		b := At(float32(i), float32(-i))
		b.Team.Index = int16(i)
		ids = append(ids, w.Spawn(i%3-1, b))
	}
	first := Register[armour](w)
	for _, id := range ids {
		if got := *first.Of(id); got != (armour{}) {
			t.Fatalf("body %d starts with %v", id, got)
		}
		first.Of(id).Points = int32(id)
	}
	Register[float64](w)
	for i, id := range ids {
		p, _ := w.Position(id)
		team, _ := w.Team(id)
		if p != (components.Position{X: float32(i), Y: float32(-i)}) || team.Index != int16(i) {
			t.Fatalf("body %d is at %v in team %v", id, p, team)
		}
		if got := first.Of(id).Points; got != int32(id) {
			t.Fatalf("body %d has %d points", id, got)
		}
	}
}

func TestRegisterTwiceIsOnce(t *testing.T) {
	w := New(Options{Classes: 1})
	id := w.Spawn(0, At(5, 6))
	first := Register[armour](w)
	first.Of(id).Points = 3
	tables := w.Tables()[0]
	second := Register[armour](w)
	if second != first || second.Of(id).Points != 3 || &w.Tables()[0].Position[0] != &tables.Position[0] {
		t.Error("the second Register changed the world")
	}
	if got := Register[components.Position](w).Of(id); *got != (components.Position{X: 5, Y: 6}) {
		t.Errorf("the world's own column says %v", *got)
	}
}

// A body that takes over the memory of another gets no component of it.
func TestComponentOfANewBodyIsZero(t *testing.T) {
	w := New(Options{Classes: 1})
	c := Register[armour](w)
	id := w.Spawn(0, At(0, 0))
	c.Of(id).Points = 3
	w.Remove(id)
	if c.Of(id) != nil {
		t.Error("the dead have armour")
	}
	if got := *c.Of(w.Spawn(0, At(0, 0))); got != (armour{}) {
		t.Errorf("spawned with %v", got)
	}
	if got := *c.Of(w.SpawnN(0, 1, func(int, *Body) {})); got != (armour{}) {
		t.Errorf("spawned with %v", got)
	}
}

func TestRegisterRefuses(t *testing.T) {
	w := New(Options{Classes: 1})
	w.Spawn(0, At(0, 0))
	const pointers, notAll = "holds pointers", "not for every body"
	wantPanic(t, pointers, func() { Register[string](w) })
	wantPanic(t, pointers, func() { Register[*int](w) })
	wantPanic(t, pointers, func() { Register[struct{ Names [2][]byte }](w) })
	wantPanic(t, pointers, func() { Register[any](w) })
	wantPanic(t, notAll, func() { Register[components.Player](w) })
	wantPanic(t, notAll, func() { Register[components.BotClass](w) })
	checkTables(t, w)
	checkOneTableEach(t, w)
}
