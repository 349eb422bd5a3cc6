package systems_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// shipped returns a shipped scene, with n bots where n is not 0.
func shipped(t *testing.T, name string, n, workers int) *live.Session {
	t.Helper()
	scene, err := scenes.Load(name, scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n > 0 {
		if err := scene.Scale(n); err != nil {
			t.Fatal(err)
		}
	}
	s, err := live.New(scene, live.Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func TestATickAllocatesNothing(t *testing.T) {
	for _, test := range []struct {
		scene    string
		bots     int
		ticks    int
		contacts bool // that some are made is part of the steady state
	}{
		{"tag", 0, 600, false}, {"chase", 0, 600, true}, {"crowd", 20_000, 60, true},
	} {
		for _, workers := range []int{1, 2} {
			t.Run(fmt.Sprintf("scene=%s/workers=%d", test.scene, workers), func(t *testing.T) {
				if testing.Short() && test.bots > 0 {
					test.bots = 3000 // enough for two workers
				}
				s := shipped(t, test.scene, test.bots, workers)
				steps(s, 60)
				before := s.Game().Counts.EventCounts()["contact"]
				if n := testing.AllocsPerRun(test.ticks, s.Step); n != 0 {
					t.Errorf("%v allocations a tick", n)
				}
				if test.contacts && s.Game().Counts.EventCounts()["contact"] == before {
					t.Error("no contact while allocations were counted")
				}
			})
		}
	}
}

// TestAnOldCrowdAllocatesNothing plays a crowd for so long that its groups are cut and
// joined in most ticks. Lists may still grow now and then.
func TestAnOldCrowdAllocatesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 1,700 ticks of 30,000 bots")
	}
	const ticks = 200
	s := shipped(t, "crowd", 30_000, 1)
	steps(s, 1500)
	if n := testing.AllocsPerRun(1, func() { steps(s, ticks) }); n > ticks/20 {
		t.Errorf("%v allocations in %d ticks", n, ticks)
	}
}

// TestArenasAllocateNothing plays games in which bots fight, come back, eat and look for
// ways around obstacles.
func TestArenasAllocateNothing(t *testing.T) {
	names := []string{"siege", "meadow", "skirmish", "cowardly", "bases"}
	if testing.Short() {
		names = names[:1] // each takes a second
	}
	for _, scene := range names {
		for workers := 1; workers <= 2; workers++ {
			if workers == 1 && !longtest.On {
				continue
			}
			t.Run(fmt.Sprintf("scene=%s/workers=%d", scene, workers), func(t *testing.T) {
				s := shipped(t, scene, 600, workers)
				steps(s, 600)
				if n := testing.AllocsPerRun(100, s.Step); n != 0 {
					t.Errorf("%v allocations a tick", n)
				}
			})
		}
	}
}

func TestMemoryDoesNotGrow(t *testing.T) {
	ticks := 500
	if testing.Short() {
		ticks = 50
	}
	s := shipped(t, "crowd", 20_000, 2)
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	steps(s, 20)
	before := heap()
	steps(s, ticks)
	if grown := heap() - before; grown > 256<<10 {
		t.Errorf("%d bytes more after %d ticks, from %d", grown, ticks, before)
	}
	runtime.KeepAlive(s)
}
