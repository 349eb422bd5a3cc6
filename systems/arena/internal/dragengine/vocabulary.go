// Package dragengine is what trees of Drag[en]gine can do and ask in an arena: the
// actions and conditions of that engine's example of a timid creature that lives
// beside a player.
//
// A player is a human, or a bot of a class with the tag player. How fast players
// go is measured here, for all bots once a tick.
package dragengine

import (
	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// extension is that of the files whose trees have this vocabulary.
const extension = ".debt"

// turn is one call of a leaf: the arena and the call, and what the arena keeps
// for this vocabulary.
type turn struct {
	core.Turn
	*players
}

// addPlayers adds what the arena keeps for this vocabulary, which it does from
// when it is awake.
func addPlayers(t core.Turn) turn {
	s, _ := core.StateOf[*players](t.Arena)
	return turn{t, s}
}

func withPlayers(act func(turn) host.Status) func(core.Turn) host.Status {
	return func(t core.Turn) host.Status { return act(addPlayers(t)) }
}

// Vocabulary returns the vocabulary for an arena.
func Vocabulary() core.Vocabulary {
	return core.Vocabulary{Needs: core.Needs, Register: register, NewState: newPlayers}
}

func register(r *host.Registry) error {
	return core.Offer(behavior.OverlayOf(r, extension), abilities)
}

// Section lists the vocabulary.
func Section() core.Section {
	section := core.Section{Title: "Timid creatures of Drag[en]gine", Doc: sectionDoc, Files: extension}
	for i := range abilities {
		e := abilities[i].Entry()
		e.Example = abilities[i].Example
		section.Entries = append(section.Entries, e)
	}
	return section
}
