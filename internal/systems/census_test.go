package systems

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// Whom a body looks for is never farther beyond its strip than the census says: the nearest
// other body of the facet, wherever both stand, on a field with edges and on one without. What
// several strips counted says the same as what one did.
func TestTheCensusReachesTheNearest(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 9))
	missed, asked, unbounded := 0, 0, 0
	for trial := range 3000 {
		f := spatial.Field{Width: 90, Height: 60, Wrap: trial%2 == 0}
		c := census{width: 90, height: 60, wrap: f.Wrap, side: 7, nx: 13, ny: 9, facets: []host.FacetID{1}}
		c.count, c.away = [][]uint8{make([]uint8, c.nx*c.ny)}, make([]int32, c.nx*c.ny)
		n := []int{1, 2, 3, 8, 40}[trial/2%5]
		at := make([][2]float32, n)
		for i := range at {
			x, y := random.Float32()*f.Width, random.Float32()*f.Height
			if trial%3 == 0 { // at corners of cells
				x, y = float32(random.IntN(13)*7), float32(random.IntN(9)*7)
			}
			at[i] = [2]float32{min(x, f.Width), min(y, f.Height)}
			other := census{nx: c.nx, ny: c.ny, facets: c.facets, count: [][]uint8{make([]uint8, c.nx*c.ny)}}
			other.count[0][min(int(float64(at[i][1])/c.side), c.ny-1)*c.nx+c.column(at[i][0])] = 1
			if err := c.join(other.pack()); err != nil {
				t.Fatal(err)
			}
		}
		edges := edges(&Setup{Width: f.Width}, 1+trial%5)
		reaches := c.reaches(0, edges)
		for range 40 {
			self := random.IntN(2*n) - n // who is of the facet looks, too
			x, y := random.Float32()*f.Width, random.Float32()*f.Height
			if self >= 0 {
				x, y = at[self][0], at[self][1]
			}
			nearest, best := -1, math.Inf(1)
			for i, p := range at {
				if d := f.Dist2(x, y, p[0], p[1]); i != self && d < best {
					nearest, best = i, d
				}
			}
			if nearest < 0 {
				continue
			}
			strip := stripOf(edges, x)
			r := reaches[strip]
			asked++
			if left, right := c.beyond(edges, strip, at[nearest][0]); left > r.left && right > r.right {
				missed++
				t.Logf("strip %d of %d reaches %v, and who is at %v, %v looks for %v", strip, len(edges)-1, r, x, y, at[nearest])
			}
			if math.IsInf(r.left, 1) || r.left > float64(f.Width) {
				unbounded++
			}
		}
	}
	if missed > 0 {
		t.Errorf("%d of %d were missed", missed, asked)
	}
	if unbounded > asked/2 {
		t.Errorf("%d of %d times all of the field was reached: the test shows little", unbounded, asked)
	}
}

// A census of another grid is refused.
func TestACensusOfAnotherSizeIsRefused(t *testing.T) {
	c := census{nx: 3, ny: 3, facets: []host.FacetID{1}, count: [][]uint8{make([]uint8, 9)}}
	if err := c.join(make([]byte, 2)); err == nil {
		t.Error("2 bytes are taken for 9 cells")
	}
}
