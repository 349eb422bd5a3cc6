// Package state writes the state of a run, which is values of Go, as bytes, and reads it
// back. The same plan of a type sums a value up for a digest ([Sum]); [Compare] tells two
// values apart, and [Memory] measures one.
//
// A struct is written field by field, unexported fields too. So a field that is added
// later is saved without anybody thinking of it. One that shall not be saved, because it
// is made anew from others or belongs to the scene, says so, with a comment that tells why:
//
//	index spatial.Index `save:"-"` // of the positions; made anew in each tick
//
// One that is saved and shall be in no digest says so with the reason:
//
//	nodes map[node][]fault `digest:"-,workers tell of faults in any order"`
//
// If the reason has the words "summed up", the digest has the field in another way, and
// package statetest wants to see it there.
//
// Numbers, truth values, texts, slices, arrays, maps, structs and pointers to a value that
// nobody else points to can be written. A type that holds anything else (functions,
// channels, interfaces, a value that several point to) leaves it out, or is a [Coder],
// which writes itself.
// [Check] finds the fields for which none of that is so.
//
// Numbers are little-endian and of one width on every machine; equal values have equal
// bytes. In front of what [Encoder.Value] writes stands a fingerprint of the type, so that
// bytes of a build whose type had other fields are refused and not misread. A struct that
// begins with
//
//	_ struct{} `save:"lower"`
//
// counts there as if no field of it was exported, so that exporting them refuses no save. The
// fields of a struct with
//
//	parts `save:"flat"`
//
// are written, and count, as those of the struct that it stands in, so that gathering fields
// in a part refuses no save. A
// Coder counts by its name, and one that has another name now is [Moved].
package state
