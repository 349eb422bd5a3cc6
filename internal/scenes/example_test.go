package scenes_test

import (
	"fmt"
	"log"

	"github.com/thicket-sim/thicket/internal/scenes"
)

// A scene is loaded whole, or refused with all of its errors.
func ExampleParse() {
	s, err := scenes.Parse("pond.yaml", []byte(`
name: Pond
world: { width: 40, height: 30 }
bots: [{ id: duck, name: Duck, count: 5, speedMps: 1, behavior: { kind: wander } }]
`), scenes.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s, %d bots on %g x %g m\n", s.Setup.Name, s.Bots(), s.Setup.Width, s.Setup.Height)

	_, err = scenes.Parse("pond.yaml", []byte(`
bots: [{ id: duck, name: Duck, cuont: 5, speedMps: 1, behavior: { kind: wandr } }]
`), scenes.Options{})
	fmt.Println(err)
	// Output:
	// Pond, 5 bots on 40 x 30 m
	// pond.yaml:2:32: unknown key "cuont" in a bot class; did you mean "count"?
	// pond.yaml:2:73: unknown kind "wandr", wanted one of selector, sequence, state_equals, action, condition, chase_nearest, flee_nearest or wander; did you mean "wander"?
}
