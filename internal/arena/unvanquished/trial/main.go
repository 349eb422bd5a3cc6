package trial

import (
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
)

// The bots of the yard.
const One, Two, Three = arenatest.One, arenatest.Two, arenatest.Three
