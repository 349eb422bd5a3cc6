package thickettest

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/insight/mindtest"
	"github.com/thicket-sim/thicket/mind"
)

// Minds plays the tests of all files that a pattern matches with trees for agents of a game's own
// world, by the options of their minds. Leaves answer what the tests say. In a test with `leaves: real`, a
// leaf of which the test says nothing is the agent's own, and a tick takes Options.Step. newAgent makes the
// agent of a bot when such a test begins, from the bot's name and position, in metres; nil skips such tests.
// Tests are played one after the other, so that agents may share a world.
func Minds[A comparable](t *testing.T, pattern string, o mind.Options[A], newAgent func(name string, x, y float64) A) {
	t.Helper()
	r, err := mindtest.RunnerOf(o, newAgent)
	if err != nil {
		t.Fatalf("thickettest: %v", err)
	}
	playAll(t, pattern, r)
}
