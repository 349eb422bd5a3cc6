package arena_test

import (
	"fmt"
	"log"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/live"
)

// A porter carries ore to the store, and the match ends when there is enough.
func Example() {
	const scene = `
tickRate: 10
world: { width: 20, height: 10 }
teams: [{ id: red }]
match: { score: 4 }
obstacles: [{ rect: [9, 2, 2, 6] }]
places: [{ id: store, at: [3, 5], radius: 1, tags: [store] }, { id: mine, at: [17, 5], radius: 1 }]
items: [{ kind: ore, count: 3, at: mine, respawn: 5s }]
bots:
  - id: porter
    name: Porter
    teamId: red
    count: 1
    home: store
    cargo: 2
    behavior:
      kind: selector
      children:
        - { kind: action, name: deliver }
        - kind: sequence
          children:
            - { kind: condition, name: room_below, args: { limit: 1 } }
            - { kind: action, name: move_to_place, args: { place: store } }
        - { kind: action, name: take, args: { item: ore } }
        - { kind: action, name: move_to_item, args: { item: ore } }
`
	s, err := live.Start("porter.yaml", []byte(scene), live.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	for !s.Game().Over() {
		s.Step()
	}
	a := arena.Of(s.Game())
	fmt.Println(s.Snapshot().Result)
	fmt.Println(s.Game().Counts.EventCounts()["delivered"], "ore for", a.Score(0), "points and", a.Purse(0), "in the purse")
	// Output:
	// red won, 4
	// 4 ore for 4 points and 4 in the purse
}

// A game adds an action of its own beside those of the arena.
func ExampleNewRegistry() {
	registry := arena.NewRegistry()
	err := registry.AddAction(host.Action{
		Name: "cheer", Doc: "Cheers.", Local: true,
		Tick: func(*host.Call) host.Status { return host.Success },
	})
	fmt.Println(err, registry.Action("cheer").Name, registry.Action("attack").Name, registry.Func("health_below").Name)
	// Output: <nil> cheer attack health_below
}

// Trees are held to what a scene declares, as they are loaded.
func ExampleCatalog() {
	for _, section := range arena.Catalog() {
		for _, e := range section.Words {
			if e.Name == "take" {
				fmt.Println(section.Title, "/", e.Role, e.Name)
				fmt.Println(e.Params[0].Name, "is", e.Params[0].Kind)
				fmt.Println(e.Example)
			}
		}
	}
	// Output:
	// Things / action take
	// item is a text
	// { kind: action, name: take, args: { item: ore } }
}
