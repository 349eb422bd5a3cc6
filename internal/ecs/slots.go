package ecs

import (
	"slices"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/thicket-sim/thicket/components"
)

// slots knows which body is where: from ID to slot, and from slot to ID, store
// entity and kind. It also owns the columns of state, whose rows are slots.
type slots struct {
	of     []int32        // by ID, -1 for the dead; of[0] is nobody
	id     []uint32       // by slot: a components.ID, 0 for a free one
	entity []arche.Entity // by slot
	kind   []int16        // by slot, index in World.kinds
	state  [][]uint32     // columns by slot
	free   []int32        // slots to use again, the last freed first
}

func newSlots() slots { return slots{of: []int32{-1}} }

// alive returns how many slots hold a body.
func (s *slots) alive() int { return len(s.id) - len(s.free) }

// find returns the slot of a body, or -1.
func (s *slots) find(id components.ID) int32 {
	if int(id) >= len(s.of) {
		return -1
	}
	return s.of[id]
}

// take gives an entity an ID that nobody has and a slot with zeroed state.
func (s *slots) take(id components.ID, e arche.Entity, kind int) int32 {
	for len(s.of) <= int(id) {
		s.of = append(s.of, -1)
	}
	return s.assign(id, e, kind)
}

// assign gives an entity a slot with zeroed state under an ID of its own.
func (s *slots) assign(id components.ID, e arche.Entity, kind int) (slot int32) {
	if last := len(s.free) - 1; last >= 0 {
		slot = s.free[last]
		s.free = s.free[:last]
		s.id[slot], s.entity[slot], s.kind[slot] = uint32(id), e, int16(kind)
		for _, column := range s.state {
			column[slot] = 0
		}
	} else {
		slot = int32(len(s.id))
		s.id = append(s.id, uint32(id))
		s.entity = append(s.entity, e)
		s.kind = append(s.kind, int16(kind))
		for k := range s.state {
			s.state[k] = append(s.state[k], 0)
		}
	}
	s.of[id] = slot
	return slot
}

// release frees the slot of a body.
func (s *slots) release(slot int32) {
	s.of[s.id[slot]] = -1
	s.id[slot], s.kind[slot] = 0, 0
	s.entity[slot] = arche.Entity{}
	s.free = append(s.free, slot)
}

// reserve makes room for n more bodies.
func (s *slots) reserve(n int) {
	s.of = slices.Grow(s.of, n)
	fresh := max(n-len(s.free), 0)
	s.id = slices.Grow(s.id, fresh)
	s.entity = slices.Grow(s.entity, fresh)
	s.kind = slices.Grow(s.kind, fresh)
	for k := range s.state {
		s.state[k] = slices.Grow(s.state[k], fresh)
	}
}

// Slot returns the slot of a body, or -1 if it is not alive.
func (w *World) Slot(id components.ID) int32 { return w.slots.find(id) }

// IDAt returns the body in a slot, or 0 if there is none.
func (w *World) IDAt(slot int32) components.ID {
	if slot < 0 || int(slot) >= len(w.slots.id) {
		return 0
	}
	return components.ID(w.slots.id[slot])
}

// IDs returns the bodies in all slots, 0 for a free one. The slice must not be changed, and
// is valid until the next structural change.
func (w *World) IDs() []uint32 { return w.slots.id }

// Slots returns how many slots were ever in use at once; all slots are below it. It
// never shrinks.
func (w *World) Slots() int { return len(w.slots.id) }

// StateColumn is column k of the world's state: a number for each slot, 0 when a
// body comes to it. A column that is asked for the first time is made, and those
// before it. Its length is Slots; it is valid until the next structural change.
func (w *World) StateColumn(k int) []uint32 {
	for len(w.slots.state) <= k {
		w.slots.state = append(w.slots.state, make([]uint32, len(w.slots.id)))
	}
	return w.slots.state[k]
}
