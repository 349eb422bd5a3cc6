package core_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/ground/state/statetest"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// Every value of an arena that a save has is in its digest in the very tick in which it
// changes, unless its tag says why not.
func TestEverySavedFieldIsInTheDigest(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: every field of every body")
	}
	t.Parallel()
	ticks := 150
	if longtest.On {
		ticks = 400
	}
	for _, name := range scenes.Shipped() {
		g := arenatest.Shipped(t, name, 0, 1, 0).Steps(ticks)
		if g.Arena == nil {
			continue
		}
		blind, _, tried := statetest.Blind(core.Parts(g.Arena), g.Arena.SaveState, g.Arena.Digest)
		if tried < 30 {
			t.Errorf("%s: only %d fields were tried", name, tried)
		}
		for _, field := range blind {
			t.Errorf("%s: %s is saved and in no digest", name, field)
		}
	}
}
