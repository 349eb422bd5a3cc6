package ecs

import "github.com/thicket-sim/thicket/internal/ground/state"

// Part is memory that one part of a world or game has reserved.
type Part struct {
	Name  string
	Bytes int64
}

// Memory measures the bytes that bodies take: the store's components, the tables of ids and
// slots, and the columns of state. It counts what is reserved, not only what is
// in use.
func (w *World) Memory() []Part {
	columns := state.Memory(&w.slots.state)
	return []Part{
		{"components", int64(w.store.Stats().Memory)},
		{"ids", state.Memory(&w.slots) - columns},
		{"state", columns},
	}
}
