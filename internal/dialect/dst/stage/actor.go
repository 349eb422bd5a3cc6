package stage

import (
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

// Actor is a bot as the stage knows it: the entity that it plays, and where its turns come
// from.
type Actor struct {
	Entity *Entity
	File   *script.Code // that its scripts begin with
	Pool   *run.Pool    // nil for one without a body
	Mind   mind
	View   *View
	Row    int32 // in the pool; -1 for one without a body
	Parked bool  // it has no turns any more
}

// mind thinks for an actor.
type mind interface {
	// Leave ends all updates of an actor whose entity is being removed
	Leave()
}

// owner runs the actors of a stage.
type owner interface {
	// Actor makes an actor without a body, for an entity that scripts made
	Actor(e *Entity) *Actor
	// Minder returns the actor whose turns wake those without a body; nil if none has a body
	Minder() *Actor
	// Fault reports an error of the actor whose turn it is
	Fault(err *syntax.Error)
}

// Stir lets an actor have its turn that sleeps: something is due for it that another one
// arranged.
func (a *Actor) Stir() {
	if a == nil || a == a.View.Bot {
		return
	}
	if a.Row < 0 { // it has no body: the one that minds it wakes
		if a = a.View.owner.Minder(); a == nil {
			return
		}
	}
	if a.Pool != nil {
		a.Pool.Wake(a.Row)
	}
}
