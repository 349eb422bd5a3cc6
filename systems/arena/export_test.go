package arena

import "github.com/thicket-sim/thicket/components"

// Hurt takes ten points from a body, as a blow of nobody.
func (a *Arena) Hurt(id components.ID) { a.hurt(a.body(id), 10, 0) }

// Abilities are the names of all abilities, actions first, and how many
// parameters each has.
func Abilities() (actions, functions []string) {
	for i := range abilities {
		if abilities[i].act != nil {
			actions = append(actions, abilities[i].name)
		} else {
			functions = append(functions, abilities[i].name)
		}
	}
	return actions, functions
}
