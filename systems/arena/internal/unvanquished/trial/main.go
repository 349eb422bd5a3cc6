package trial

import (
	"github.com/thicket-sim/thicket/systems/arena/internal/arenatest"
)

// The bots of the yard.
const One, Two, Three = arenatest.One, arenatest.Two, arenatest.Three
