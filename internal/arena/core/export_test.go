package core

import (
	"slices"
	"unsafe"

	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// Abilities returns the names of all abilities.
func Abilities() (actions, functions []string) {
	for i := range abilities {
		if abilities[i].Act != nil {
			actions = append(actions, abilities[i].Name)
		} else {
			functions = append(functions, abilities[i].Name)
		}
	}
	return actions, functions
}

// Sizes returns the sizes of the state of every body and item, in bytes.
func Sizes() map[string]uintptr {
	return map[string]uintptr{
		"health": unsafe.Sizeof(health{}), "eyes": unsafe.Sizeof(eyes{}), "cargo": unsafe.Sizeof(cargo{}), "mind": unsafe.Sizeof(mind{}),
		"item": unsafe.Sizeof(item{}), "want": unsafe.Sizeof(want{}), "deed": unsafe.Sizeof(Deed{}), "turn": unsafe.Sizeof(Turn{}),
	}
}

// DoInTurn makes all bodies do all that they do in the order of ids.
func (a *Arena) DoInTurn() { a.scripted = true }

// Arrange brings the lists of bodies up to date.
func Arrange(a *Arena) { a.arrange() }

// Fresh is another arena of the same game, with all bodies in it, that has seen nothing of
// it, and was told of the programs the other way round.
func Fresh(a *Arena) *Arena {
	b := New(a.Game, a.Config, a.vocabularies)
	for _, p := range slices.Backward(a.programs) {
		b.Use(p)
	}
	b.started = a.started
	a.Game.SetMover(&a.Steps)
	return b
}

// Parts are pointers to all that is saved of an arena.
func Parts(a *Arena) (parts []any) {
	parts = append(parts, a)
	for b := range a.want {
		if a.want[b] != (want{}) {
			parts = append(parts, &a.want[b], &a.deeds[b], &a.utterances[b], &a.kept[b], &a.onward[b])
		}
	}
	for _, s := range a.states {
		if kept := s.Kept(); kept != nil {
			parts = append(parts, kept)
		}
	}
	return parts
}

// NearestPlaceOf returns the nearest of some places to a point as who is of a team looks for it.
func NearestPlaceOf(setup []systems.Place, teams int, name, whose string, team int, x, y float32) int32 {
	b := bodies{Field: spatial.Field{Width: 100, Height: 100}}
	b.places.init(setup, teams)
	return b.nearestPlace(x, y, team, name, whose)
}
