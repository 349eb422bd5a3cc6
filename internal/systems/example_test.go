package systems_test

import (
	"fmt"
	"log"

	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
	"github.com/thicket-sim/thicket/session"
)

// A game is made of a setup, and stepped. Package scenes makes setups of files.
func Example() {
	registry := systems.NewRegistry()
	tree, _, err := trees.LoadSource("walker.yaml", []byte("kind: wander"), registry)
	if err != nil {
		log.Fatal(err)
	}
	game, err := systems.New(&systems.Setup{
		Width: 50, Height: 50, Edges: systems.Wrap, TickRate: 30, Seed: 1, Registry: registry,
		HumanTeam: systems.NoTeam, BotTeam: systems.NoTeam,
		Classes: []systems.Class{{
			ID: "walker", Name: "Walker", Team: systems.NoTeam, SpeedMPS: 2, Max: 10, Count: 3, Program: tree,
		}},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer game.Close()
	for range 30 { // a second
		game.Step()
	}
	var snapshot session.Snapshot
	game.Snapshot(&snapshot)
	for _, bot := range snapshot.Bots {
		fmt.Println(bot.Name, bot.Action)
	}
	fmt.Println(snapshot.Time, "seconds,", game.Counts.ActionCounts()["wander"], "times wander")
	// Output:
	// Walker 1 wander
	// Walker 2 wander
	// Walker 3 wander
	// 1 seconds, 90 times wander
}
