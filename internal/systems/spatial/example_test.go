package spatial_test

import (
	"fmt"

	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// Three bots on a torus of 100 x 100 metres, of which the first two are it.
func ExampleIndex() {
	field := spatial.Field{Width: 100, Height: 100, Wrap: true}
	bots := spatial.Points{
		X:  []float32{30, 98, 3},
		Y:  []float32{50, 50, 50},
		ID: []uint32{1, 2, 3},
	}
	var it spatial.Index
	it.Build(field, bots, []int32{0, 1})

	fmt.Println("nearest to bot 3:", bots.ID[it.Nearest(3, 50, 2)])
	fmt.Println("within 30 m of it:", it.Within(3, 50, 30, nil))
	dx, dy := field.Delta(3, 50, 98, 50)
	fmt.Println("the way there:", dx, dy)
	// Output:
	// nearest to bot 3: 2
	// within 30 m of it: [0 1]
	// the way there: -5 0
}
