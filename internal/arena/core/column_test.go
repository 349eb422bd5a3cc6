package core_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/arena/core"
)

// Bodies are many, and the columns of them are read in every tick.
func TestWhatIsKeptOfBodiesIsSmall(t *testing.T) {
	want := map[string]uintptr{"health": 64, "eyes": 24, "cargo": 64, "mind": 56, "item": 56, "want": 56, "deed": 20, "turn": 16}
	if diff := cmp.Diff(want, core.Sizes()); diff != "" {
		t.Errorf("bytes (-want +got)\n%s", diff)
	}
}
