package mind_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// The blob of an advanced granger halves the speed of a human, and a trapper holds it.
func TestBlobsSlowAndTrappersHold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		by, settings string
		want         float64
	}{
		{"blob", "", 160}, {"blob", "slowingBlows: 0", 320}, {"trapper", "", 0}, {"trapper", "slowingBlows: 0", 320},
	} {
		scene := trial.Scene{Tree: "action gesture", Settings: c.settings, Bots: "  - { id: two, name: Two, teamId: aliens, count: 1, behavior: { file: tree.bt } }\n"}
		if c.by == "trapper" {
			scene.Buildings = "overmind 4600 3200, trapper 3450 3200"
		}
		g := scene.Open(t)
		if c.by == "blob" {
			trial.Become(g, trial.Two, "alien_builder0_upg")
			trial.Plays(g, trial.Two, "action fight")
		}
		for range 60 {
			trial.At(g, trial.Two, 3350, 3200)
			trial.At(g, trial.One, 3200, 3200)
			g.Step()
		}
		trial.Plays(g, trial.One, "action moveInDir( MOVE_LEFT )")
		trial.Plays(g, trial.Two, "action gesture")
		g.Steps(2)
		x, y := trial.Where(g, trial.One)
		px, py := trial.Where(g.Steps(4), trial.One)
		// It goes sideways, at 0.9 of its speed.
		if got := 5 * math.Hypot(px-x, py-y); math.Abs(got-0.9*c.want) > 5 {
			t.Errorf("%s with %q: it goes at %.0f units a second, wanted %.0f", c.by, c.settings, got, 0.9*c.want)
		}
	}
}
