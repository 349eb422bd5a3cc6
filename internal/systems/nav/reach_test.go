package nav

import (
	"math/rand/v2"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// Who can get somewhere is who a flow leads there, also between parts of the field that
// a wall divides and from points inside obstacles; to ask allocates nothing.
func TestReachesIsThatSomeFlowLeadsThere(t *testing.T) {
	wall := Rect{X: 48, Y: 0, Width: 4, Height: 100}
	gap := []Shape{Rect{X: 48, Y: 0, Width: 4, Height: 60}, Rect{X: 48, Y: 65, Width: 4, Height: 35}}
	divided := append(randomShapes(rand.New(rand.NewPCG(7, 7)), 100, 100, 8), wall)
	for name, shapes := range map[string][]Shape{"open": nil, "divided": divided, "gap": gap} {
		r := rand.New(rand.NewPCG(8, 8))
		m, err := New(spatial.Field{Width: 100, Height: 100}, shapes, Options{Radius: 0.5})
		if err != nil {
			t.Fatal(err)
		}
		var yes, no int
		for range 30 {
			goal := components.Position{X: 100 * r.Float32(), Y: 100 * r.Float32()}
			f := m.Flow(goal)
			for range 30 {
				p := components.Position{X: 100 * r.Float32(), Y: 100 * r.Float32()}
				_, _, want := f.Toward(p)
				if got := m.Reaches(p, goal); got != want {
					t.Fatalf("%s: from %v to %v: %v, wanted %v", name, p, goal, got, want)
				}
				if want {
					yes++
				} else {
					no++
				}
			}
		}
		if yes == 0 || (no == 0) == (name == "divided") {
			t.Errorf("%s: %d ways and %d without one", name, yes, no)
		}
		a, b := components.Position{X: 3, Y: 3}, components.Position{X: 97, Y: 50}
		if n := testing.AllocsPerRun(50, func() { m.Reaches(a, b) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
