package state

import (
	"reflect"
	"sync"

	"github.com/cespare/xxhash/v2"
)

// Sum returns a number made of what write writes: XXH64 of the bytes, with the seed 0. It
// differs from the sum of a save's bytes in four ways. Fingerprints are left out. A list
// or map that is nil counts as an empty one. A map counts as its length and the sum of the
// sums of its entries, so that their order does not matter. A field is left out when its tag
// says why:
//
//	number int64 `digest:"-,in which order workers told of it"`
//
// The number is the same on every machine.
func Sum(write func(e *Encoder)) uint64 {
	e := summers.Get().(*Encoder)
	write(e)
	sum := e.total()
	summers.Put(e)
	return sum
}

var summers = sync.Pool{New: func() any { return &Encoder{sum: xxhash.New()} }}

// heldBack is the number of bytes an encoder that sums up gathers before it takes them in.
const heldBack = 2048

// flush takes in what was gathered, if it is as much as that.
func (e *Encoder) flush(least int) {
	if e.sum != nil && len(e.b) >= least {
		e.sum.Write(e.b) //nolint:errcheck // it never fails
		e.b = e.b[:0]
	}
}

// total returns the sum of all that was written, and begins anew.
func (e *Encoder) total() uint64 {
	e.flush(0)
	sum := e.sum.Sum64()
	e.sum.Reset()
	e.err, e.depth = nil, 0
	return sum
}

// entry is room for an entry of a map.
type entry struct {
	key, value reflect.Value // pointers
	at         reflect.MapIter
}

// tableSum writes the sum of the sums of a map's entries.
func (e *Encoder) tableSum(key, value *plan, m reflect.Value, one *entry) {
	e.Uvarint(uint64(m.Len()))
	if m.Len() == 0 {
		return
	}
	sub := summers.Get().(*Encoder)
	all := uint64(0)
	for one.at.Reset(m); one.at.Next(); {
		one.key.Elem().SetIterKey(&one.at)
		one.value.Elem().SetIterValue(&one.at)
		key.encode(sub, one.key.UnsafePointer())
		value.encode(sub, one.value.UnsafePointer())
		all += sub.total()
	}
	one.at.Reset(reflect.Value{})
	one.key.Elem().SetZero()
	one.value.Elem().SetZero()
	summers.Put(sub)
	e.Uint64(all)
}
