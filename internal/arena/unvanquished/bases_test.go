package unvanquished_test

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// TestBasesAreDecided plays the scene bases on eight seeds where tests may take long: bases
// decide it, and all matches are over within thirty minutes. All actions that
// these matches give occasion to do something, no tree has a fault, and what there is adds up. Otherwise it plays one seed.
func TestBasesAreDecided(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a match to its end")
	}
	t.Parallel()
	seeds, audited := uint64(8), uint64(1)
	if !longtest.On {
		seeds, audited = 1, 0
	}
	reg, did := counting(t)
	won := map[int]int{}
	play := func(seed uint64) *arenatest.Game {
		scene, err := scenes.Load("bases", scenes.Options{Registry: reg})
		if err != nil {
			t.Fatal(err)
		}
		scene.Setup.Seed = seed
		s, err := live.New(scene, live.Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		return &arenatest.Game{T: t, Session: s, Arena: core.Of(s.Game())}
	}
	for seed := uint64(1); seed <= seeds; seed++ {
		const halfAnHour = 54_000
		g := play(seed)
		tick := 0
		for ; tick < halfAnHour && !g.Game().Over(); tick++ {
			g.Step()
			if seed <= audited {
				g.Audit()
			}
		}
		won[g.Arena.Match.Winner()]++
		if faults, n := g.Game().Faults.List(); n > 0 {
			t.Errorf("seed %d: %d faults, such as %v", seed, n, faults[0])
		}
		t.Logf("seed %d: winner %d after %d ticks", seed, g.Arena.Match.Winner(), tick)
	}
	if n := won[systems.NoTeam]; n > 0 {
		t.Errorf("%d of %d matches are decided by nobody within half an hour", n, seeds)
	}
	if !longtest.On {
		return
	}
	// Only players are followed, and only with one spawn left are those who strayed called home.
	g := play(seeds + 1)
	g.Join(82, 10, components.Heading{X: 1}, 0)
	if err := g.Do(&session.Remove{Bot: &session.Who{Name: "Telenode 1"}}); err != nil {
		t.Fatal(err)
	}
	for _, b := range g.Snapshot().Bots {
		if strings.HasPrefix(b.Name, "Engineer") {
			g.Put(b.ID, 101, 45, 1, 0)
		}
	}
	g.Steps(900)
	// Nothing burns, no granger's class falls behind, and aliens that reach a building have enemies to fight first.
	idle := []string{"evolveTo", "extinguishFire", "classDodge"}
	for name, n := range did {
		if did, occasion := n.Load() > 0, !slices.Contains(idle, name); did != occasion {
			t.Errorf("%s succeeded or went on: %v, wanted %v", name, did, occasion)
		}
	}
}

// counting returns a registry whose actions of this vocabulary count, by name, how
// often they did not fail.
func counting(t *testing.T) (*host.Registry, map[string]*atomic.Int64) {
	reg, did := arena.NewRegistry(), map[string]*atomic.Int64{}
	actions, _ := unvanquished.Entries()
	for _, a := range actions {
		n, tick := &atomic.Int64{}, a.Tick
		did[a.Name] = n
		known := *reg.Overlay("unvanquished").Action(a.Name)
		known.Tick = func(c *host.Call) host.Status {
			s := tick(c)
			if s != host.Failure {
				n.Add(1)
			}
			return s
		}
		if err := host.PutAction(reg.Overlay("unvanquished"), known); err != nil {
			t.Fatal(err)
		}
	}
	return reg, did
}
