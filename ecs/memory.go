package ecs

import "unsafe"

// Part is memory that one part of a world or game has reserved.
type Part struct {
	Name  string
	Bytes int64
}

// Memory is what bodies take: the store's components, the tables of ids and
// slots, and the columns of state. It counts what is reserved, not only what is
// in use. It leaves out what does not grow with the number of bodies.
func (w *World) Memory() []Part {
	s := &w.slots
	ids := SliceBytes(s.of) + SliceBytes(s.id) + SliceBytes(s.entity) + SliceBytes(s.kind) + SliceBytes(s.free)
	var state int64
	for _, column := range s.state {
		state += SliceBytes(column)
	}
	return []Part{
		{"components", int64(w.store.Stats().Memory)},
		{"ids", ids},
		{"state", state},
	}
}

// SliceBytes is what the array behind a slice takes.
func SliceBytes[T any](s []T) int64 {
	var t T
	return int64(cap(s)) * int64(unsafe.Sizeof(t))
}
