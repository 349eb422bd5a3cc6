package dragengine

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
)

// Mind returns what a creature has in mind: where it goes, if it goes anywhere, and what it
// turns to.
func Mind(a *core.Arena, body int32) (to components.Position, going bool, face components.Heading) {
	s, _ := core.StateOf[*state](a)
	to, going = a.Walk(body)
	return to, going, s.creatures[body].face
}
