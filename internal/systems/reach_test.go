package systems

import (
	"math"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/cputime"
	"github.com/thicket-sim/thicket/internal/systems/herd"
)

// TestReachIsNeverPassed holds what all searches rely on: between two looks of a
// group nobody goes farther than reach. Far from the origin the numbers are so
// coarse that a step is rounded up to half as long again.
func TestReachIsNeverPassed(t *testing.T) {
	t.Parallel()
	for _, side := range []float32{60, 1000, 1e6} {
		ulp := math.Nextafter32(side, 0)
		for _, ulps := range []float32{0.51, 0.75, 1.6, 40} {
			setup := tag(t, 500, Clamp, side)
			setup.Classes[0].SpeedMPS = float64(ulps*(side-ulp)) * setup.TickRate
			g, err := New(setup)
			if err != nil {
				t.Fatal(err)
			}
			defer g.Close()
			for _, id := range g.Everyone() { // where the numbers are the coarsest
				at := *g.World.Position.Of(id)
				at = components.Position{X: side - min(at.X, side/8), Y: side - min(at.Y, side/8)}
				if err := g.Place(id, &at, nil); err != nil {
					t.Fatal(err)
				}
			}
			g.Step()
			for range 10 {
				from := map[components.ID]components.Position{}
				for _, id := range g.Everyone() {
					from[id] = *g.World.Position.Of(id)
				}
				for range herd.RefreshTicks {
					g.Step()
				}
				for id, p := range from {
					q := *g.World.Position.Of(id)
					if way := math.Hypot(float64(q.X)-float64(p.X), float64(q.Y)-float64(p.Y)); way > g.herds.Reach() {
						t.Fatalf("field of %v m, %v m/s: bot %d went %v m, and reach is %v", side, setup.Classes[0].SpeedMPS, id, way, g.herds.Reach())
					}
				}
			}
		}
	}
}

// TestManyPutElsewhereAtOnce compares a tick after everybody was put elsewhere
// with one in which nobody was: work on all groups for each of them would be
// hundreds of times as much.
func TestManyPutElsewhereAtOnce(t *testing.T) {
	g, err := New(tag(t, 100_000, Bounce, 1000))
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	all := g.Everyone()
	quiet, busy := time.Hour, time.Hour
	for range 4 {
		for range 3 {
			quiet = min(quiet, timed(g.Step))
		}
		for _, id := range all {
			p := *g.World.Position.Of(id)
			*g.World.Position.Of(id) = components.Position{X: p.Y, Y: p.X}
		}
		busy = min(busy, timed(g.Step))
	}
	if busy > 40*quiet {
		t.Errorf("a tick took %v after everybody was put elsewhere, and %v otherwise", busy, quiet)
	}
}

func timed(f func()) time.Duration {
	start := cputime.Now()
	f()
	return cputime.Now() - start
}
