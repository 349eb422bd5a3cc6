package mbt_test

import (
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
)

// The bots of the yard.
const one, two, three = arenatest.One, arenatest.Two, arenatest.Three

// How an action or a condition went, see [arenatest.Game.Is].
const done, failed, runs = arenatest.Done, arenatest.Failed, arenatest.Runs
