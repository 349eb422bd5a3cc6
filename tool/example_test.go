package tool_test

import (
	"fmt"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/mind"
	"github.com/thicket-sim/thicket/tool"
)

// A game that plays scenes gives the options of its sessions to its tool. Where the program is not
// called with the word tool, it goes on.
func ExampleMain() {
	registry := thicket.NewRegistry()
	_ = registry.AddAction(thicket.Action{Name: "cackle", Tick: func(*thicket.Call) thicket.Status { return thicket.Success }})

	tool.Main(thicket.Options{Registry: registry})
	fmt.Println("the game")
	// Output: the game
}

// A game with a world of its own gives those of its minds, and a function that makes the agents of tests.
func ExampleMinds() {
	tool.Minds(mind.Options[*goat]{Methods: true}, func(name string, x, y float64) *goat { return &goat{name, x, y} })
	fmt.Println("the game")
	// Output: the game
}
