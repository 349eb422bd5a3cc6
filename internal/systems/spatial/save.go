package spatial

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/internal/ground/state"
)

// EncodeState writes the members and where they were when the index was built.
func (ix *Index) EncodeState(e *state.Encoder) { e.Value(&ix.points) }

var _ state.Moved = (*Index)(nil)

// SavedAs returns the name under which saves have indices.
func (*Index) SavedAs() string {
	return "github.com/thicket-sim/thicket/systems/internal/spatial.Index"
}

// DecodeState reads what EncodeState wrote. The index can be asked when Rebuild has been
// called.
func (ix *Index) DecodeState(d *state.Decoder) {
	*ix = Index{}
	d.Value(&ix.points)
}

// Rebuild makes the index of members that were read ready for queries: as it was when it
// was saved. It fails for members that are none of the slots of the ids, or twice there.
func (ix *Index) Rebuild(f Field, ids []uint32) error {
	if len(ix.points) == 0 {
		return nil
	}
	met := make([]bool, len(ids))
	for _, p := range ix.points {
		if p.slot < 0 || int(p.slot) >= len(ids) || met[p.slot] || p.x-p.x != 0 || p.y-p.y != 0 {
			return fmt.Errorf("an index of slot %d of %d at (%v, %v), or twice of it", p.slot, len(ids), p.x, p.y)
		}
		met[p.slot] = true
	}
	ix.field, ix.ids = f, ids
	ix.unsorted = slices.Grow(ix.unsorted[:0], len(ix.points))[:len(ix.points)]
	ix.divideAll()
	return nil
}

// Members appends the members, in no order that matters.
func (ix *Index) Members(list []int32) []int32 {
	for _, p := range ix.points {
		list = append(list, p.slot)
	}
	return list
}
