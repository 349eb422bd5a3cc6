package systems

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/internal/systems/column"
)

// Held is the word for a tree that gets no turns, as [pools.Rests] has it.
const Held = "held"

// heldBots are the bots whose trees get no turns, and who stand.
type heldBots struct {
	ids  []components.ID // ascending
	body []bool          // by body; shorter than the columns while nobody is held
}

// holds reports whether a body is held.
func (h *heldBots) holds(body int32) bool { return int(body) < len(h.body) && h.body[body] }

func (h *heldBots) set(id components.ID, body int32, on bool) {
	at, is := slices.BinarySearch(h.ids, id)
	switch {
	case is == on:
		return
	case on:
		h.ids = slices.Insert(h.ids, at, id)
	default:
		h.ids = slices.Delete(h.ids, at, at+1)
	}
	h.body = column.Grow(h.body, int(body)+1)
	h.body[body] = on
}

// holdsOf reports whether some bot of a class is held.
func (cm *commons) holdsOf(class int) bool {
	return slices.ContainsFunc(cm.held.ids, func(id components.ID) bool { return cm.World.ClassOf(id) == class })
}

// Hold has the trees of bots get no turns, and the bots stand, until they are let go; a tree
// that one gets meanwhile waits likewise. Trees keep what they remember, and events reach them.
// After an error nothing has changed.
func (b *pools) Hold(on bool, bots ...components.ID) error {
	for _, id := range bots {
		if _, err := b.bodyOf(id); err != nil {
			return err
		}
		if b.World.ClassOf(id) == ecs.Human {
			return fmt.Errorf("%d is a player, and players have no tree", id)
		}
	}
	for _, id := range bots {
		b.held.set(id, b.World.Slot(id), on)
	}
	for class := range b.classes {
		b.chooseHerd(class)
	}
	return nil
}

// release forgets that a bot is held that is about to go.
func (b *pools) release(id components.ID, body int32) {
	if b.held.holds(body) {
		b.held.set(id, body, false)
	}
}

// restoreHeld reads who is held, before herds are made.
func (r *restorer) restoreHeld(d *state.Decoder) {
	var ids []components.ID
	if d.Value(&ids); d.Err() != nil {
		return
	}
	for i, id := range ids {
		if i > 0 && id <= ids[i-1] || !r.World.Alive(id) || r.World.ClassOf(id) == ecs.Human {
			d.Fail("the held bot %d, wanted bots by ascending id", id)
			return
		}
		r.held.set(id, r.World.Slot(id), true)
	}
}
