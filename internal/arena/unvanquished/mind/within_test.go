package mind_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// Distances that are compared with a limit are those that are looked up without one, unless both
// are past it: with buildings that are places and with others, unfinished ones and those that lose
// their power, and while they are torn down.
func TestDistancesUpToALimitAreThoseOfAFullSearch(t *testing.T) {
	for _, scene := range []string{"bases", "skirmish"} {
		t.Run(scene, func(t *testing.T) {
			g := arenatest.Shipped(t, scene, 60, 1, 0)
			rapid.Check(t, func(r *rapid.T) {
				g.Steps(rapid.IntRange(1, 3).Draw(r, "ticks"))
				bodies := slices.Clone(g.Arena.ByID)
				for range rapid.IntRange(0, 2).Draw(r, "razed") {
					if b := rapid.SampledFrom(bodies).Draw(r, "building"); g.Arena.FormOf(b).Fixed && g.Arena.BodyOf(g.Arena.ID(b)) == b {
						id := g.Arena.ID(b)
						trial.Unfinished(g.Arena, id, rapid.SampledFrom([]float64{0, 0.2, 5}).Draw(r, "seconds"))
						if rapid.Bool().Draw(r, "raze") {
							trial.Raze(g, id, 0)
						}
					}
				}
				g.Steps(1)
				near := 0
				for _, b := range g.Arena.ByID {
					id := g.Arena.ID(b)
					if g.Arena.BodyOf(id) != b {
						continue // it has gone since
					}
					for number := 1; number <= eEnemyHouse; number++ {
						full := mind.Distance(g.Arena, id, number)
						enough := rapid.SampledFrom([]float64{1, 250, 1200, full, math.Nextafter(full, 0), math.Nextafter(full, 1e20)}).Draw(r, "enough")
						if enough <= 0 || enough > 1e9 {
							enough = 400
						}
						if got := mind.DistanceUpTo(g.Arena, id, number, enough); got != full && (got < enough || full < enough) {
							r.Fatalf("from %d to entity %d: %v with enough at %v, wanted %v", id, number, got, enough, full)
						} else if got < enough {
							near++
						}
					}
				}
				if near == 0 {
					r.Fatal("nothing is near")
				}
			})
		})
	}
}
