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

// A game adds its own components to each session before it is played.
func ExamplePrepare() {
	type grain struct{ Pecked int }
	var grains thicket.Component[grain]
	prepare := func(s *thicket.Session) { grains = thicket.Register(s.World(), grain{}) }

	_ = func(t *testing.T) { // TestTrees
		thickettest.Run(t, "testdata/*.test.yaml", thickettest.Prepare(prepare))
	}
	_ = grains
}
