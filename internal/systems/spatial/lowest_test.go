package spatial_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// lowest returns the first by ID of those within, but for some.
func (s scan) lowest(x, y, r float32, self int32, out map[int32]bool) int32 {
	for _, slot := range s.within(x, y, r) {
		if slot != self && !out[slot] {
			return slot
		}
	}
	return -1
}

func TestLowestIsThatOfAScan(t *testing.T) {
	var ix spatial.Index
	var low spatial.Lowest // one for all: nothing of a scene may outlive it
	rapid.Check(t, func(t *rapid.T) {
		s, r := drawScene(t)
		ix.Build(s.field, s.points, s.members)
		low.Build(&ix)
		size, out := max(s.field.Width, s.field.Height), map[int32]bool{}
		for range 60 {
			x, y, self := s.query(r)
			radii := []float32{0, size / 100, size / 10, size / 2, size * 2, float32(math.Inf(1))}
			if len(s.members) > 0 { // as far as a member, or just not as far
				d := float32(math.Sqrt(s.dist2(x, y, s.members[r.IntN(len(s.members))])))
				radii = append(radii, d, math.Nextafter32(d, 0))
			}
			radius := radii[r.IntN(len(radii))]
			got, _ := low.Find(x, y, radius, self)
			if want := s.lowest(x, y, radius, self, out); got != want {
				t.Fatalf("%+v: Find(%v, %v, %v, %d) = %d; want %d", s.field, x, y, radius, self, got, want)
			}
			for _, slot := range []int32{got, self, int32(len(s.points.X) + 1)} { // also those who are no members
				if slot >= 0 {
					low.Remove(slot)
					out[slot] = true
				}
			}
		}
	})
}

// arranged places the points of an arrangement on a field.
func arranged(name string) func(*rand.Rand, int, float64) (x, y float64) {
	return func(r *rand.Rand, _ int, side float64) (x, y float64) {
		x, y = arrangements[name](r)
		return x * side, y * side
	}
}

// TestLowestLooksAtFew pairs up all of a crowd, as rules of contact do, and counts at how many it looks for that.
func TestLowestLooksAtFew(t *testing.T) {
	const n, most = 6000, 80
	for name, radius := range map[string]float32{"crowd in a crowd": 50, "one spot": 50, "uniform": 0.6, "ring with a hole": 30, "lattice": 5, "few spots": 40} {
		s := newScene(arranged(name), n, n, false)
		var ix spatial.Index
		var low spatial.Lowest
		ix.Build(s.field, s.points, s.members)
		low.Build(&ix)
		looked := 0
		for range 2 {
			for i := range int32(n) {
				b, l := low.Find(s.points.X[i], s.points.Y[i], radius, i)
				if looked += l; b >= 0 {
					low.Remove(i)
					low.Remove(b)
				}
			}
		}
		if each := float64(looked) / (2 * n); each > most {
			t.Errorf("%s: a search looks at %.0f members and boxes, wanted %d at most", name, each, most)
		}
	}
}

func TestLowestAllocatesNothing(t *testing.T) {
	small, big := newScene(arranged("uniform"), 100, 100, true), newScene(arranged("uniform"), 5000, 5000, true)
	var ix spatial.Index
	var low spatial.Lowest
	tick := func() {
		for _, s := range []scene{big, small} {
			ix.Build(s.field, s.points, s.members)
			low.Build(&ix)
			low.Find(1, 1, 5, -1)
		}
	}
	tick()
	if n := testing.AllocsPerRun(2, tick); n != 0 {
		t.Errorf("%v allocations a tick; want 0", n)
	}
}
