package systems_test

import (
	"fmt"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// TestTagIsAGame plays a minute of the shipped scene with 20 seeds.
func TestTagIsAGame(t *testing.T) {
	seeds := uint64(20)
	if testing.Short() {
		seeds = 4
	}
	for seed := uint64(1); seed <= seeds; seed++ {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			t.Parallel()
			scene, err := scenes.Load("tag", scenes.Options{})
			if err != nil {
				t.Fatal(err)
			}
			scene.Setup.Seed = seed
			s, err := live.New(scene, live.Options{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			var snap session.Snapshot
			contacts := 0
			for range 1800 {
				s.Step()
				s.SnapshotInto(&snap)
				contacts += len(snap.Contacts)
				its := 0
				for _, b := range snap.Bots {
					if isIt(b) {
						its++
					}
					if b.X < 0 || b.X > 200 || b.Y < 0 || b.Y > 200 {
						t.Fatalf("tick %d: %s is at (%v, %v)", snap.Tick, b.Name, b.X, b.Y)
					}
				}
				if its != 1 {
					t.Fatalf("tick %d: %d bots are it", snap.Tick, its)
				}
			}
			if contacts < 4 {
				t.Errorf("%d tags in a minute, wanted 4 or more", contacts)
			}
		})
	}
}

func isIt(b session.BodyView) bool {
	for _, kv := range b.State {
		if kv.Key == "it" {
			return kv.Value == host.BoolValue(true)
		}
	}
	return false
}
