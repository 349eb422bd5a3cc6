package thickettest_test

import (
	"testing"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/thickettest"
)

// A test function of a game plays its test files with the game's own actions.
func ExampleRun() {
	registry := thicket.NewRegistry()
	_ = registry.AddAction(thicket.Action{Name: "cackle", Tick: func(*thicket.Call) thicket.Status { return thicket.Success }})

	_ = func(t *testing.T) { // TestTrees
		thickettest.Run(t, "testdata/*.test.yaml", thickettest.With(registry))
	}
}
