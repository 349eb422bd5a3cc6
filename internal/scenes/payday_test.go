package scenes_test

import (
	"path/filepath"
	"testing"

	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// TestMoneyIsTheSameOnEveryMachine wants the last bit of what teams have after each payment,
// and the tick in which it is enough.
func TestMoneyIsTheSameOnEveryMachine(t *testing.T) {
	s, err := scenes.Load(filepath.Join("testdata", "payday.yaml"), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := start(t, s)
	for i, want := range []struct{ buyers, savers float64 }{
		{0.034999999999999996, 0.034999999999999996},
		{0.06999999999999999, 0.06999999999999999},
		{0.10499999999999998, 0.10499999999999998}, // fused, it is 0.105
		{0.13999999999999999, 0.13999999999999999},
		{0.06999999999999998, 0.175},
	} {
		g.Step()
		var snap session.Snapshot
		g.Snapshot(&snap)
		if a, b := snap.Sides[0].Purse, snap.Sides[1].Purse; a != want.buyers || b != want.savers {
			t.Errorf("after tick %d the teams have %v and %v, wanted %v and %v", i+1, a, b, want.buyers, want.savers)
		}
	}
}
