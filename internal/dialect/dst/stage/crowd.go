package stage

import (
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"

	"github.com/thicket-sim/thicket/behavior/host"
)

// crowd knows the entities that there are, and makes them.
type crowd struct {
	View
	StageState
	kin        *machine.Kin   // of entities
	entities   *machine.Table // the class EntityScript
	Newborn    *Entity        // the bot whose creature's function runs, until that made its first entity
	departing  *Entity        // whose body leaves the field by itself
	rows       []seated       // the entities of bodies, by row, as far as they were found
	near       []int32
	things     []host.Thing
	playerList *machine.Table // as it was in the tick playersAt
	playersAt  int64
	// listsPlayers is whether scripts hold the list, so that it must be kept up
	// to date
	listsPlayers bool
}
