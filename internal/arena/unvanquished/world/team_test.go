package world_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// An index that is kept from tick to tick answers as one that is made anew, whoever comes, goes,
// moves or takes the slot of another, and where the columns have moved.
func TestListingsKeepTheirIndexWhileTheyMay(t *testing.T) {
	const bodies = 90
	f := spatial.Field{Width: 50, Height: 40}
	r := rand.New(rand.NewPCG(3, 4))
	pts := spatial.Points{X: make([]float32, bodies), Y: make([]float32, bodies), ID: make([]uint32, bodies)}
	put := func(b int32) { pts.X[b], pts.Y[b] = float32(r.IntN(50)), float32(r.IntN(40)) }
	for b := range int32(bodies) {
		put(b)
		pts.ID[b] = uint32(b) + 1
	}
	var kept world.Listing
	for range 3000 {
		switch r.IntN(6) {
		case 0:
			kept.List = append(kept.List[:0], int32(r.IntN(bodies)))
			for b := range int32(bodies) {
				if b != kept.List[0] && r.IntN(2) == 0 {
					kept.List = append(kept.List, b)
				}
			}
		case 1:
			put(int32(r.IntN(bodies)))
		case 2:
			pts.ID[r.IntN(bodies)] += bodies
		case 3:
			pts.ID = slices.Clone(pts.ID)
		}
		kept.MakeIndex(f, pts)
		var anew spatial.Index
		anew.Build(f, pts, kept.List)
		for range 4 {
			x, y := float32(r.IntN(50)), float32(r.IntN(40))
			if got, want := kept.Index.Nearest(x, y, -1), anew.Nearest(x, y, -1); got != want {
				t.Fatalf("the nearest to %v, %v is %d, want %d", x, y, got, want)
			}
			if got, want := kept.Index.Around(x, y, 9, nil), anew.Around(x, y, 9, nil); !slices.Equal(got, want) {
				t.Fatalf("around %v, %v are %v, want %v", x, y, got, want)
			}
		}
	}
}
