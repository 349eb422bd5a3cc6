package thickettest_test

import (
	"testing"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/mind"
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

// goat is an agent of a game that has a world of its own.
type goat struct{ x, y float64 }

func (g *goat) Hungry() bool       { return true }
func (g *goat) Graze() mind.Status { g.x++; return mind.Running }

// A game whose agents have minds plays its test files with leaves that these script, and with its own.
func ExampleMinds() {
	options := mind.Options[*goat]{Methods: true, Position: func(g *goat) (x, y float64) { return g.x, g.y }}

	_ = func(t *testing.T) { // TestTrees
		thickettest.Minds(t, "testdata/*.test.yaml", options, func(_ string, x, y float64) *goat { return &goat{x, y} })
	}
}
