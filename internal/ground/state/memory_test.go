package state_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/state"
)

func TestMemoryIsThatOfAllSlices(t *testing.T) {
	type row struct {
		notes []uint16
		_     [3]float32
	}
	type table struct {
		rows   []row // of 24 bytes, 12, and 4 to fill up
		words  [2][]uint64
		shared []uint32 `memory:"-,the world's"`
		other  *table
		name   string
	}
	v := table{
		rows:   make([]row, 2, 4),
		shared: make([]uint32, 100),
		other:  &table{shared: make([]uint32, 1000), rows: make([]row, 1000)},
		name:   "which is text",
	}
	v.rows[1].notes = make([]uint16, 0, 5)
	v.words[1] = make([]uint64, 3)
	if got, want := state.Memory(&v), int64(4*40+5*2+3*8); got != want {
		t.Errorf("%d bytes, wanted %d", got, want)
	}
}
