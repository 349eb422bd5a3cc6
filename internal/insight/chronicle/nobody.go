package chronicle

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/systems"
)

// suggested is up to which id a body's name is a suggestion.
const suggested = 1000

// Nobody says that nobody in a game has a name, and who was meant.
func Nobody(g *systems.Game, name string) error {
	var names []string
	for id := components.ID(1); id <= suggested; id++ {
		if g.World.Alive(id) {
			names = append(names, g.NameOf(id))
		}
	}
	if near := syntax.Closest(name, names); near != "" {
		return fmt.Errorf("nobody is called %q; did you mean %q?", name, near)
	}
	return fmt.Errorf("nobody is called %q", name)
}
