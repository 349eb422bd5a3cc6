package unvanquished_test

import (
	"github.com/thicket-sim/thicket/systems/arena/internal/arenatest"
)

// The bots of the yard.
const one, two, three = arenatest.One, arenatest.Two, arenatest.Three
