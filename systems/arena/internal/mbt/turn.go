package mbt

import (
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// turn is one call of a leaf, and what the arena keeps for these trees.
type turn struct {
	core.Turn
	*agents
}

func turnOf(t core.Turn) turn {
	s, _ := core.StateOf[*agents](t.Arena)
	return turn{t, s}
}

// agent is the record of the bot.
func (t turn) agent() *agent { return &t.list[t.Body] }
