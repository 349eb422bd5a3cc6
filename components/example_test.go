package components_test

import (
	"fmt"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// A world holds each component as a column; systems write to it in place.
func Example() {
	w := ecs.New(ecs.Options{Classes: 1})
	id := w.Spawn(0, ecs.At(3, 4))
	*w.Heading.Of(id) = components.Heading{X: 1}
	w.Speed.Of(id).MPS = 2
	for _, table := range w.Tables() {
		heading, speed := w.Heading.Column(table), w.Speed.Column(table)
		for row, p := range w.Position.Column(table) {
			fmt.Println(p.X+heading[row].X*speed[row].MPS, p.Y)
		}
	}
	fmt.Println("no team:", w.Team.Of(id).Index == components.NoTeam)
	// Output:
	// 5 4
	// no team: true
}
