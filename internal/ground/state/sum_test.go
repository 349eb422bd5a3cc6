package state_test

import (
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/thicket-sim/thicket/internal/ground/state"
)

func sumOf(p any) uint64 { return state.Sum(func(e *state.Encoder) { e.Value(p) }) }

// A sum is XXH64 of bytes that are written out here: numbers are little-endian, lists stand
// behind their length plus 1, texts behind their length, and what the tags leave out is not
// there. A map is its length and the sum of the sums of its entries.
func TestSumIsOfTheseBytes(t *testing.T) {
	type inner struct {
		A uint8
		B uint32 // behind padding
	}
	type outer struct {
		N     int16
		Quiet int64 `digest:"-,a test"`
		In    []inner
		Name  string
		Kept  int `save:"-"`
		None  []uint16
		Some  map[uint8]uint16
		Yes   bool
	}
	v := outer{
		N: -2, Quiet: 9, In: []inner{{1, 0x01020304}, {2, 5}}, Name: "é", Kept: 7,
		Some: map[uint8]uint16{3: 0x0405, 6: 7}, Yes: true,
	}
	entries := xxhash.Sum64([]byte{3, 5, 4}) + xxhash.Sum64([]byte{6, 7, 0})
	want := xxhash.Sum64([]byte{
		0xfe, 0xff, // N
		3, 1, 4, 3, 2, 1, 2, 5, 0, 0, 0, // In: two
		2, 0xc3, 0xa9, // Name
		1, // None: as many as none
		2, // Some: two
		byte(entries), byte(entries >> 8), byte(entries >> 16), byte(entries >> 24),
		byte(entries >> 32), byte(entries >> 40), byte(entries >> 48), byte(entries >> 56),
		1, // Yes
	})
	if got := sumOf(&v); got != want {
		t.Errorf("the sum is %#x, wanted %#x", got, want)
	}
	v.Quiet, v.Kept, v.None = 1, 1, []uint16{}
	if got := sumOf(&v); got != want {
		t.Errorf("with other values that no digest has it is %#x, wanted %#x", got, want)
	}
	// XXH64 of no bytes is a constant of its description.
	if got := state.Sum(func(*state.Encoder) {}); got != 0xef46db3751d8e999 {
		t.Errorf("the sum of nothing is %#x", got)
	}
}

// Maps with the same entries have one sum, in whatever order they came and are gone through;
// an entry's value belongs to its key.
func TestSumOfAMapDependsOnNoOrder(t *testing.T) {
	type nest map[string]map[uint32]uint64
	build := func(first, step uint32) nest {
		m := nest{}
		for i := range uint32(97) {
			at := (first + i*step) % 97 // a prime: all of them, each once
			name := string(rune('a' + at%7))
			if m[name] == nil {
				m[name] = map[uint32]uint64{}
			}
			m[name][at] = uint64(at) * 3
		}
		return m
	}
	want := build(0, 1)
	sum := sumOf(&want)
	for step := uint32(1); step < 97; step++ {
		m := build(step, step)
		for range 3 { // each goes through it from another place
			if got := sumOf(&m); got != sum {
				t.Fatalf("step %d: the sum is %#x, wanted %#x", step, got, sum)
			}
		}
	}
	m := build(0, 1)
	m["a"][0], m["a"][7] = m["a"][7], m["a"][0]
	if sumOf(&m) == sum {
		t.Error("two values that change places do not show")
	}
}
