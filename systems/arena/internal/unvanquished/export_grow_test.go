package unvanquished

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// Evolved makes a body one of a class of the game, by its number in trees, for nothing.
func Evolved(a *core.Arena, id components.ID, number int) {
	s, _ := core.StateOf[*state](a)
	for form, n := range s.class {
		if n == number {
			a.Become(a.BodyOf(id), form)
		}
	}
}

// Unfinished makes a building one that is under construction for so many seconds more.
func Unfinished(a *core.Arena, id components.ID, seconds float64) {
	s, _ := core.StateOf[*state](a)
	s.structures[a.BodyOf(id)].doneAt = a.Now + a.Ticks(seconds)
}
