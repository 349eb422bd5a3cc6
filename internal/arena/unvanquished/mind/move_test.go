package mind_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// A leaf that fails on entry leaves the walk alone: roam keeps the point of its first
// frame until it is there.
var _ = trial.Fact("entry-failure-keeps-roam", func(t *testing.T) {
	g := trial.Scene{Tree: "action follow( 250 ) action roam()"}.Open(t).Steps(1)
	_, x, y := trial.Goal(g.Arena, arenatest.One)
	for g.From(float64(x), float64(y)) > 3 {
		if g.Step(); g.World().Clock().Tick > 400 {
			t.Fatal("it is not there after 20 seconds")
		}
		if _, nx, ny := trial.Goal(g.Arena, arenatest.One); nx != x || ny != y {
			t.Fatalf("another point (%v, %v) at tick %d", nx, ny, g.World().Clock().Tick)
		}
	}
})

// Who goes to the armoury gets near enough to buy there, whatever comes of rounding.
func TestBotsArrive(t *testing.T) {
	t.Parallel()
	for x := 2850.; x < 3550; x += 37 {
		g := trial.Scene{Tree: `selector { decorator return( STATUS_FAILURE ) { action buyPrimary( WP_SHOTGUN ) } action gesture }`, Buildings: "armoury 3200 3200, reactor 5000 5000", More: "match: { purse: 500 }"}.Open(t)
		trial.At(g, arenatest.One, x, 2900+x/100)
		if bought := g.Steps(100).Events("bought"); bought != 1 {
			ax, ay := trial.Where(g, arenatest.One)
			t.Errorf("from %v: buys %d times, and stands at (%v, %v)", x, bought, ax, ay)
		}
	}
}
