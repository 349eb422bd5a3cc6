package unvanquished_test

import (
	"testing"

	"github.com/thicket-sim/thicket/systems/arena/internal/arenatest"
	"github.com/thicket-sim/thicket/systems/arena/internal/unvanquished"
)

// A leaf that fails on entry leaves the walk alone: roam keeps the point of its first
// frame until it is there.
var _ = fact("entry-failure-keeps-roam", func(t *testing.T) {
	g := base{tree: "action follow( 250 ) action roam()"}.open(t).Steps(1)
	_, x, y := unvanquished.Goal(g.Arena, arenatest.One)
	for g.From(float64(x), float64(y)) > 3 {
		if g.Step(); g.World().Clock().Tick > 400 {
			t.Fatal("it is not there after 20 seconds")
		}
		if _, nx, ny := unvanquished.Goal(g.Arena, arenatest.One); nx != x || ny != y {
			t.Fatalf("another point (%v, %v) at tick %d", nx, ny, g.World().Clock().Tick)
		}
	}
})
