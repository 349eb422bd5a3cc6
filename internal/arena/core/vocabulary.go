package core

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// Vocabulary is the actions and functions that only trees of one dialect have,
// and the state that they keep in an arena.
type Vocabulary struct {
	// Needs names something that the leaves need of a game (see [host.Action]): a name of the
	// vocabulary's own, or [Needs].
	Needs string
	// Game is the game whose rules the state has, as Config.Game names it: there it is
	// made with the arena; empty for none.
	Game string
	// Events lists the events that only trees of the dialect get, beside those of [Events].
	Events []Event
	// Register offers the actions and functions to the dialect.
	Register func(*host.Registry) error
	// NewState makes the state that the vocabulary keeps in an arena, when the
	// first tree needs it; it is nil for a vocabulary that keeps nothing. The
	// number of names the vocabulary in the arena: each [Deed] of one of its own
	// kinds has it in the field Of.
	NewState func(a *Arena, of uint8) State
	// Review tells what a tree names that a scene does not have, and where; nil for
	// a vocabulary whose trees are refused for that.
	Review func(s *systems.Setup, c *Config, p *run.Program, tell func(at syntax.Pos, lack string))
}

// State holds the state of a vocabulary in one arena, and its part in a tick. All
// methods but Look and Spawn are called by one goroutine at a time.
type State interface {
	// Use is called with every program before bots run it, from the one on that
	// needs the state.
	Use(p *run.Program)
	// Arrive takes in a body that is new in its slot and has all that the arena
	// gives it but health and arms.
	Arrive(body int32)
	// Begin is called when a body begins a life, with the health and arms of its
	// class: it has just appeared, or has come back.
	Begin(body int32)
	// Sense looks at the world before trees do, after groups and items were
	// indexed.
	Sense()
	// Look is called for every body after Sense, by several workers at the same
	// time, each for bodies of its own: the place for what each bot sees by itself.
	Look(body int32)
	// Perform does a deed of the vocabulary's own. The pointers are valid until
	// it returns.
	Perform(body int32, d *Deed, u *Utterance)
	// Possible reports whether a deed of the vocabulary's own names what is there. Those
	// that bots do always do, those that were saved may not.
	Possible(d *Deed) bool
	// AfterDeeds is called when all deeds of a tick are done, and before what
	// happens to bodies by itself: hunger, death, return.
	AfterDeeds()
	// Hurt is called when a body has lost points of health to another one, or to
	// nobody for 0, while deeds are done.
	Hurt(body int32, points float32, by components.ID)
	// Die is called when a body has died. It returns true where the vocabulary
	// itself decides when the body comes back, by [Arena.Return], or is gone for
	// good, by [Arena.Dismiss]; else it is as its class says.
	Die(body int32) bool
	// Describe adds what the state holds of a body to a snapshot.
	Describe(body int32, v *session.BodyView)
	// Useful reports whether a body has a use for a good that the arena itself
	// sees none for.
	Useful(body int32, good int) bool
	// Spawn selects the class as which a dead body will come back, as
	// [host.Spawner] says. Workers call it at the same time, each for bodies of
	// its own.
	Spawn(body, choice int32) bool
	// ComeBack is called when a body comes back to life. It returns the class
	// that the body has from then on, or -1 for the class with which it began.
	ComeBack(body int32) int
	// Populate may add bodies, at the end of the tick.
	Populate()
	// Kept points to what is saved of the state, and what digests are made of, see package
	// state; nil for nothing.
	Kept() any
	// Restored is called when Kept has been read, of a game with room for so many bodies.
	// It returns what is wrong with it, and makes anew what follows from it.
	Restored(bodies int) error
}

// Bystander is a State whose deeds, and what follows when one is hurt or dies, neither read
// nor write what another body does apart from deeds: its pose, its note, where it walks,
// hunger. Nor does a death kill or heal another body in the same tick. So what bodies do
// apart from deeds need not wait for their turn.
type Bystander interface {
	State
	StandsBy()
}

// Outfitter is a State with the rules of a game by which players buy, and become another class. Each returns
// the deed that does it and the name of what there is to have; false where there is nothing.
type Outfitter interface {
	Purchase(t Turn) (d Deed, what string, ok bool)
	Kit(t Turn) (d Deed, what string, ok bool)
}

// Inert is a State without any part in a tick, for those that need only some of
// the methods.
type Inert struct{}

var _ State = Inert{}

// Use does nothing.
func (Inert) Use(*run.Program) {}

// Arrive does nothing.
func (Inert) Arrive(int32) {}

// Begin does nothing.
func (Inert) Begin(int32) {}

// Sense does nothing.
func (Inert) Sense() {}

// Look does nothing.
func (Inert) Look(int32) {}

// Hurt does nothing.
func (Inert) Hurt(int32, float32, components.ID) {}

// Die is false.
func (Inert) Die(int32) bool { return false }

// Describe adds nothing.
func (Inert) Describe(int32, *session.BodyView) {}

// Perform panics: a vocabulary without deeds of its own is asked to do one.
func (Inert) Perform(_ int32, d *Deed, _ *Utterance) {
	panic(fmt.Sprintf("arena: no deed of kind %d in vocabulary %d", d.Kind, d.Of))
}

// Possible is false: there are no deeds.
func (Inert) Possible(*Deed) bool { return false }

// AfterDeeds does nothing.
func (Inert) AfterDeeds() {}

// Useful is false.
func (Inert) Useful(int32, int) bool { return false }

// Spawn is false.
func (Inert) Spawn(int32, int32) bool { return false }

// ComeBack is -1.
func (Inert) ComeBack(int32) int { return -1 }

// Populate adds nobody.
func (Inert) Populate() {}

// Kept is nil.
func (Inert) Kept() any { return nil }

// Restored does nothing.
func (Inert) Restored(int) error { return nil }

// Teller is a State that sends bodies what they saw.
type Teller interface {
	// Tell is called for every body after all have looked, by ascending id.
	Tell(body int32)
}

// StateOf returns what a vocabulary keeps in an arena, by its type; false while
// no tree has needed it.
func StateOf[S State](a *Arena) (state S, ok bool) {
	for _, s := range a.states {
		if state, ok = s.(S); ok {
			return state, true
		}
	}
	return state, false
}

// wakeStates makes the states of the vocabularies with these Needs, or of the game
// whose rules hold, that have none yet.
func (a *Arena) wakeStates(needs string) {
	for i := range a.vocabularies {
		v := &a.vocabularies[i]
		wanted := v.Needs == needs || v.Game != "" && v.Game == a.Config.Game
		if wanted && v.NewState != nil && !slices.Contains(a.woken, uint8(i)) {
			a.wakeState(i)
		}
	}
}

// wakeState makes the state of a vocabulary.
func (a *Arena) wakeState(vocabulary int) {
	s := a.vocabularies[vocabulary].NewState(a, uint8(len(a.states)+1))
	a.states, a.woken = append(a.states, s), append(a.woken, uint8(vocabulary))
	if t, ok := s.(Teller); ok {
		a.tellers = append(a.tellers, t)
	}
	for _, p := range a.programs {
		s.Use(p)
	}
}

// known reports whether some vocabulary has this for its Needs.
func (a *Arena) known(needs string) bool {
	return slices.ContainsFunc(a.vocabularies, func(v Vocabulary) bool { return v.Needs == needs })
}
