package ecs

import (
	"fmt"
	"strings"
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
	first := Register(w, armour{})
	for _, id := range ids {
		if got := *first.Of(id); got != (armour{}) {
			t.Fatalf("body %d starts with %v", id, got)
		}
		first.Of(id).Points = int32(id)
	}
	Register(w, 0.5)
	for i, id := range ids {
		p := *w.Position.Of(id)
		team := *w.Team.Of(id)
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
	first := Register(w, armour{})
	first.Of(id).Points = 3
	position := w.Position.Of(id)
	second := Register(w, armour{})
	if second != first || second.Of(id).Points != 3 || w.Position.Of(id) != position {
		t.Error("the second Register changed the world")
	}
	if got := Register(w, components.Position{}).Of(id); *got != (components.Position{X: 5, Y: 6}) {
		t.Errorf("the world's own column says %v", *got)
	}
}

// A body that takes over the memory of another gets no component of it.
func TestAComponentThatWasNotRegistered(t *testing.T) {
	defer func() {
		if v := recover(); !strings.Contains(fmt.Sprint(v), "was not registered") {
			t.Errorf("panic %v", v)
		}
	}()
	var c Component[int32]
	c.Of(1)
}

func TestComponentOfANewBodyIsZero(t *testing.T) {
	w := New(Options{Classes: 1})
	c := Register(w, armour{})
	id := w.Spawn(0, At(0, 0))
	c.Of(id).Points = 3
	w.Remove(id)
	if c.Of(id) != nil {
		t.Error("the dead have armour")
	}
	if got := *c.Of(w.Spawn(0, At(0, 0))); got != (armour{}) {
		t.Errorf("spawned with %v", got)
	}
	if got := *c.Of(w.SpawnBatch(0, 1, nil, func(int, *Body) {})); got != (armour{}) {
		t.Errorf("spawned with %v", got)
	}
}

// Bodies that are there and those that come later begin with what the game says.
func TestFirstValues(t *testing.T) {
	w := New(Options{Classes: 2})
	w.Spawn(1, At(5, 0))
	w.Spawn(Human, At(6, 0))
	same := Register(w, armour{Points: 2})
	own := RegisterFunc(w, func(id components.ID) int64 {
		return int64(id)*1000 + int64(w.Position.Of(id).X)*10 + int64(w.ClassOf(id))
	})
	w.Spawn(0, At(7, 0))
	w.SpawnBatch(1, 2, []int32{1, 0}, func(i int, b *Body) { b.Position.X = float32(8 + i) })
	for i, want := range []int64{1051, 2059, 3070, 4081, 5091} {
		id := components.ID(i + 1)
		if got := *own.Of(id); got != want || *same.Of(id) != (armour{Points: 2}) {
			t.Errorf("body %d begins with %d and %v, want %d and 2 points", id, got, *same.Of(id), want)
		}
	}
}

func TestRegisterRefuses(t *testing.T) {
	w := New(Options{Classes: 1})
	w.Spawn(0, At(0, 0))
	const pointers, notAll = "holds pointers", "not for every body"
	wantPanic(t, pointers, func() { Register(w, "") })
	wantPanic(t, pointers, func() { Register(w, new(int)) })
	wantPanic(t, pointers, func() { Register(w, struct{ Names [2][]byte }{}) })
	wantPanic(t, pointers, func() { Register(w, any(nil)) })
	wantPanic(t, notAll, func() { Register(w, components.Player{}) })
	wantPanic(t, notAll, func() { Register(w, components.BotClass{}) })
	checkTables(t, w)
	checkOneTableEach(t, w)
}
