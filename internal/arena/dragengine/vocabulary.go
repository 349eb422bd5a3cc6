// Package dragengine offers actions and conditions to trees of Drag[en]gine in an arena: the
// ones of that engine's example game, of a timid creature that lives
// beside a player. Its numbers are those of the example, where a rule does not say
// otherwise.
//
// A player is a human, or a bot of a class with the tag player. How fast players
// go is measured here, for all bots once a tick.
package dragengine

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/trees"
)

// extension is the extension of the files whose trees have this vocabulary.
const extension = ".debt"

// Needs names what the leaves of this vocabulary need of a game, see host.Action.
const Needs = "dragengine"

// turn is one call of a leaf: the arena and the call, and what the arena keeps
// for this vocabulary.
type turn struct {
	core.Turn
	*state
}

// with adds what the arena keeps for this vocabulary, which it does from when a tree
// needs it.
func with(t core.Turn) turn {
	s, _ := core.StateOf[*state](t.Arena)
	return turn{t, s}
}

// Vocabulary returns the vocabulary for an arena.
func Vocabulary() core.Vocabulary {
	return core.Vocabulary{Needs: Needs, Register: register, NewState: newState}
}

// register offers the abilities. Those that begin are told so by a rule that is newly
// entered.
func register(r *host.Registry) error {
	own := trees.OverlayOf(r, extension)
	for i := range abilities {
		b := &abilities[i]
		if b.Act == nil {
			f := b.HostFunc()
			f.Needs = Needs
			if err := own.AddFunc(f); err != nil {
				return err
			}
			continue
		}
		a := b.HostAction()
		a.Needs = Needs
		a.Enter = func(c *host.Call) { c.Store(isNew, 1, 1) }
		if err := own.AddAction(a); err != nil {
			return err
		}
	}
	return nil
}

// Section lists the vocabulary.
func Section() words.Section {
	section := words.Section{Title: "Timid creatures of Drag[en]gine", Doc: sectionDoc, Dialect: "dragengine", Files: extension}
	for i := range abilities {
		w := abilities[i].Word()
		w.Example = abilities[i].Example
		section.Words = append(section.Words, w)
	}
	return section
}
