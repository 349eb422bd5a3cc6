package ecs

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/state"
)

// What is wrong with components is told in an order that does not change.
func TestTheFirstMissingComponentIsTold(t *testing.T) {
	var e state.Encoder
	New(Options{Classes: 1}).SaveColumns(&e)
	b, err := e.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		w := New(Options{Classes: 1})
		Register(w, armour{})
		Register(w, 0.5)
		Register(w, int8(1))
		d := state.NewDecoder(b)
		if w.RestoreColumns(d); d.Err() == nil || !strings.HasSuffix(d.Err().Error(), "no component github.com/thicket-sim/thicket/internal/ecs.ecs.armour") {
			t.Fatal(d.Err())
		}
	}
	w := New(Options{Classes: 1})
	Register(w, armour{})
	e = state.Encoder{}
	w.SaveColumns(&e)
	b, err = e.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	from := New(Options{Classes: 1})
	from.RestoreColumns(state.NewDecoder(b))
	e = state.Encoder{}
	if from.SaveColumns(&e); e.Err() == nil || !strings.Contains(e.Err().Error(), "armour that nobody has registered") {
		t.Error(e.Err())
	}
}
