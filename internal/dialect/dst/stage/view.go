package stage

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

// View asks the game's world, and acts in it, for one entity.
type View struct {
	*script.Library
	slots
	owner      owner
	Bot        *Actor           // whose turn it is; nil while none has one
	thingKinds []host.ThingKind // of the scene; nil until they are asked for
	leaf       tree.Leaf        // of the question that is being asked
	question   host.Call
}
