package dst

import (
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// actor is a bot as the stage knows it: the entity that it plays, and where its turns come
// from.
type actor struct {
	e      *entity
	file   *code     // that its scripts begin with
	row    int32     // in the pool; -1 for one without a body
	pool   *run.Pool // nil for one without a body
	parked bool      // it has no turns any more
	mind   mind
	view   *view
}

// mind thinks for an actor.
type mind interface {
	// leave ends all updates of an actor whose entity is being removed
	leave()
}

// owner runs the actors of a stage.
type owner interface {
	// actor makes an actor without a body, for an entity that scripts made
	actor(e *entity) *actor
	// minder returns the actor whose turns wake those without a body; nil if none has a body
	minder() *actor
	// fault reports an error of the actor whose turn it is
	fault(err *syntax.Error)
}

// stir lets an actor have its turn that sleeps: something is due for it that another one
// arranged.
func (a *actor) stir() {
	if a == nil || a == a.view.bot {
		return
	}
	if a.row < 0 { // it has no body: the one that minds it wakes
		if a = a.view.owner.minder(); a == nil {
			return
		}
	}
	if a.pool != nil {
		a.pool.Wake(a.row)
	}
}
