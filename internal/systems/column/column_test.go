package column_test

import (
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/internal/systems/column"
)

func TestGrow(t *testing.T) {
	c := column.Grow([]int32{7, 8}, 100)
	if len(c) != 100 || c[0] != 7 || c[1] != 8 || slices.Max(c[2:]) != 0 {
		t.Errorf("grown from 7, 8: length %d, begins with %v", len(c), c[:3])
	}
	c[99] = 9
	if next := column.Grow(c, 101); len(next) != 101 || &next[0] != &c[0] || next[100] != 0 {
		t.Error("one row more was no row of the reserve, or not zero")
	}
	if same := column.Grow(c, 3); len(same) != 100 {
		t.Errorf("asked for fewer rows it has %d, want 100", len(same))
	}
}
