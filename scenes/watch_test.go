package scenes_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/inspect"
	"github.com/thicket-sim/thicket/scenes"
	"github.com/thicket-sim/thicket/systems"
)

// TestLookingChangesNothing plays each shipped scene twice. In one game somebody turns to
// another bot in each tick, sees how its tree is and what it says, and takes a snapshot.
func TestLookingChangesNothing(t *testing.T) {
	for _, name := range scenes.Shipped() {
		t.Run(name, func(t *testing.T) {
			s, err := scenes.Load(name, scenes.Options{})
			if err != nil {
				t.Fatal(err)
			}
			ticks := 400
			if testing.Short() {
				ticks = 60
			}
			if name == "crowd" {
				ticks = 20 // of very many bots
			}
			alone, seen := start(t, s), start(t, s)
			var f inspect.Follower
			var snap systems.Snapshot
			for tick := range ticks {
				seen.Snapshot(&snap)
				if n := len(snap.Bots); n > 0 {
					f.Follow(seen, snap.Bots[tick*7%n].ID)
				}
				f.BeginTick()
				alone.Step()
				seen.Step()
				f.Nodes()
				f.Inspect()
				if tick%10 == 9 && alone.Digest() != seen.Digest() {
					t.Fatalf("tick %d, while somebody looks at bot %d: another digest", tick, f.ID())
				}
			}
		})
	}
}
