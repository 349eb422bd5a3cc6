package chronicle

import (
	"fmt"
	"strings"

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
	near := syntax.Closest(name, names)
	for _, full := range names { // which is that of its class, with a number
		if class, _, ok := strings.Cut(full, name+" "); near == "" && ok && class == "" && name != "" {
			near = full
		}
	}
	if near != "" {
		return fmt.Errorf("nobody is called %q; did you mean %q?", name, near)
	}
	return fmt.Errorf("nobody is called %q", name)
}
