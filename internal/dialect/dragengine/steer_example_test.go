package dragengine_test

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/dialect/dragengine"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// A game steers the tree of a bot in the words of its dialect, between ticks. Here
// it scares a hare, and puts it back to what it was doing.
func ExampleBot() {
	scene, err := scenes.Load("cowardly", scenes.Options{})
	if err != nil {
		panic(err)
	}
	g, err := systems.New(&scene.Setup)
	if err != nil {
		panic(err)
	}
	defer g.Close()
	var hare dragengine.Bot
	id, _ := g.ByName("Hare 1")
	_ = g.Watchers.Look(id, func(x *run.Exec) { hare, err = dragengine.BotOf(x.Pool(), x.Row) }) // it has a tree
	if err != nil {
		panic(err)
	}
	g.Step()
	fmt.Println(hare.Path())
	place, err := hare.Save()
	if err != nil {
		panic(err)
	}
	if err := hare.Jump("startle"); err != nil {
		panic(err)
	}
	g.Step()
	fmt.Println(hare.Path())
	hare.Restore(place)
	fmt.Println(hare.Path())
	fmt.Println(hare.Jump("startel"))
	// Output:
	// choice #root > 2: action wait #root.doze
	// choice #root > 5: sequence #startle > 1: choice without id > 1: action backOff #startle.retreat
	// choice #root > 2: action wait #root.doze
	// unknown rule "startel"; did you mean "startle"?
}
