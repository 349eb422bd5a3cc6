package scenes_test

import (
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// TestCowardly plays a minute on several seeds: hares are startled, and get away
// both ways.
func TestCowardly(t *testing.T) {
	t.Parallel()
	for seed := uint64(1); seed <= 5; seed++ {
		s := load(t, "cowardly")
		s.Setup.Seed = seed
		g := start(t, s)
		for range int(60 * s.Setup.TickRate) {
			g.Step()
		}
		actions, events := g.Counts.ActionCounts(), g.Counts.EventCounts()
		if events["jump:startle"] < 30 || actions["flee"] < 300 || actions["backOff"] < 500 || actions["wander"] < 20_000 {
			t.Errorf("seed %d: events %v, actions %v", seed, events, actions)
		}
		if faults, n := g.Faults.List(); n > 0 {
			t.Errorf("seed %d: %d faults, first %v", seed, n, faults[0])
		}
	}
}

func TestCowardlyIsOneGameOnAnyWorkers(t *testing.T) {
	t.Parallel()
	var want []uint64
	for _, workers := range longtest.Ends(1, 2, 4, 7) {
		s := load(t, "cowardly")
		if err := s.Scale(1500); err != nil {
			t.Fatal(err)
		}
		s.Setup.Workers = workers
		g := start(t, s)
		var digests []uint64
		for range 120 {
			g.Step()
			digests = append(digests, g.Digest())
		}
		if want == nil {
			want = digests
		}
		if !slices.Equal(digests, want) {
			t.Errorf("another game on %d workers", workers)
		}
	}
}

func TestCowardlyAllocatesNothing(t *testing.T) {
	s := load(t, "cowardly")
	if err := s.Scale(1000); err != nil {
		t.Fatal(err)
	}
	s.Setup.Workers = 1
	g := start(t, s)
	for range 600 {
		g.Step()
	}
	if n := testing.AllocsPerRun(100, g.Step); n != 0 {
		t.Errorf("%v allocations a tick", n)
	}
}

// pageTree returns the example of the page about the format, as it is printed there.
func pageTree(t *testing.T) []byte {
	t.Helper()
	files, _ := filepath.Glob("../../../shared/seeds/002*.txt")
	if len(files) == 0 {
		t.Skip("no folder with the page")
	}
	page, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	_, tree, ok := strings.Cut(string(page), "<?xml version='1.0' encoding='ISO-8859-1'?>")
	if !ok {
		t.Fatal("no example on the page")
	}
	tree = "<?xml version='1.0' encoding='ISO-8859-1'?>" + tree
	if strings.Contains(tree, "&lt;choice") {
		tree = html.UnescapeString(tree)
	}
	return []byte(tree)
}

// The example of the page plays: its actor leads its life, walks away from a
// player who walks, and runs from one who runs.
func TestPageTreePlays(t *testing.T) {
	tree := pageTree(t)
	sceneDir(t, map[string]string{
		"scene.yaml": "seed: 2\nbots: [{ id: actor, name: Actor, count: 20, speedMps: 3, behavior: { file: page.debt } }]\n",
		"page.debt":  string(tree),
	})
	s, err := scenes.Load("scene.yaml", scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	wantNotices(t, s)
	g := start(t, s)
	for range 600 {
		g.Step()
	}
	alone := g.Counts.ActionCounts()
	if alone["wander"] == 0 || alone["turning"] == 0 || alone["wait"] == 0 || alone["flee"]+alone["backOff"] > 0 {
		t.Errorf("alone it did %v", alone)
	}
	for _, c := range []struct {
		mps            float64
		action, beside string
	}{{1, "backOff", "flee"}, {4, "flee", "backOff"}} {
		before := g.Counts.ActionCounts()
		at := &systems.Spot{X: 104 + float32(c.mps)/2, Y: 100} // it comes near in half a second
		id, err := g.Population.Join(systems.Player{At: at, SpeedMPS: c.mps, Heading: components.Heading{X: -1}})
		if err != nil {
			t.Fatal(err)
		}
		actor := g.Members(0)[0]
		for range 40 {
			if err := g.Place(actor, &components.Position{X: 100, Y: 100}, nil); err != nil {
				t.Fatal(err)
			}
			g.Step()
		}
		after := g.Counts.ActionCounts()
		if did, beside := after[c.action]-before[c.action], after[c.beside]-before[c.beside]; did < 20 || beside > 0 {
			t.Errorf("beside a player at %v m/s: %d times %s and %d times %s", c.mps, did, c.action, beside, c.beside)
		}
		if err := g.Population.Leave(id); err != nil {
			t.Fatal(err)
		}
	}
}
