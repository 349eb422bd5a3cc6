package scenes_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

func TestShippedScenesLoadWithoutNotices(t *testing.T) {
	t.Parallel()
	want := []string{"bases", "bots-vs-humans", "camp", "chase", "cowardly", "crowd", "delivery", "gunship", "meadow", "monsters", "patrol", "siege", "skirmish", "squad", "tag", "tag.json", "wilds"}
	if diff := cmp.Diff(want, scenes.Shipped()); diff != "" {
		t.Fatalf("(-want +got)\n%s", diff)
	}
	for _, name := range want {
		s := load(t, name)
		if len(s.Notices) > 0 {
			t.Errorf("%s: %v", name, s.Notices)
		}
		if s.Bots() == 0 || s.Setup.Name == "" {
			t.Errorf("%s: %d bots and the name %q", name, s.Bots(), s.Setup.Name)
		}
	}
}

// TestOneMonsterAtATime chases, and others jeer meanwhile.
func TestOneMonsterAtATime(t *testing.T) {
	g := start(t, load(t, "monsters"))
	both := 0
	var before map[string]int64
	for range int(60 * g.Setup.TickRate) {
		g.Step()
		now := g.Counts.ActionCounts()
		chasing := now["ChasePlayer"] - before["ChasePlayer"]
		if chasing > 1 {
			t.Fatalf("%d monsters chase in one tick", chasing)
		}
		if chasing == 1 && now["TauntPlayer"] > before["TauntPlayer"] {
			both++
		}
		before = now
	}
	if both < 300 {
		t.Errorf("in %d ticks one chases and others jeer, wanted 300 or more", both)
	}
}

func TestSourceKnowsNoFiles(t *testing.T) {
	for _, name := range []string{"", "tag.yaml", "shipped/tag.yaml", "../scene", "Tag", "crowd.json"} {
		if _, file, ok := scenes.Source(name); ok {
			t.Errorf("%q is the shipped %s", name, file)
		}
	}
}

func TestTagIsTheSameGameInBothFormats(t *testing.T) {
	var text []string
	var digests []uint64
	for _, name := range []string{"tag", "tag.json"} {
		src, file, _ := scenes.Source(name)
		doc, err := markup.Parse(file, src, markup.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, doc.JSON())
		g := start(t, load(t, name))
		for range 600 {
			g.Step()
		}
		if n := g.Counts.EventCounts()["tagged"]; n < 3 {
			t.Errorf("%s: %d tags in 20 s, wanted a game", name, n)
		}
		digests = append(digests, g.Digest())
	}
	if diff := cmp.Diff(text[0], text[1]); diff != "" {
		t.Errorf("the files differ (-yaml +json)\n%s", diff)
	}
	if digests[0] != digests[1] {
		t.Errorf("digests %x after 600 ticks, wanted one", digests)
	}
}

// TestShippedGames plays a minute of each game on several seeds and looks for
// what makes it one.
func TestShippedGames(t *testing.T) {
	t.Parallel()
	type span struct{ min, max int64 }
	type having struct {
		key   string
		value host.Value
	}
	yes, no, text := host.BoolValue(true), host.BoolValue(false), host.StringValue
	for _, c := range []struct {
		name   string
		events map[string]span
		final  map[having]span // how many bots have which state at the end
	}{
		{
			"tag", map[string]span{"tagged": {3, 30}},
			map[having]span{{"it", yes}: {1, 1}, {"it", no}: {49, 49}},
		},
		{
			"chase", map[string]span{"caught": {15, 45}},
			map[having]span{{"role", text("hunter")}: {20, 50}, {"role", text("prey")}: {0, 30}},
		},
		{
			"bots-vs-humans", map[string]span{"caught": {5, 200}, "freed": {1, 200}},
			map[having]span{{"side", text("red")}: {6, 6}, {"side", text("blue")}: {14, 14}},
		},
		{"monsters", map[string]span{"seen": {10, 100}, "damaged": {2, 20}}, nil},
	} {
		for seed := uint64(1); seed <= 5; seed++ {
			s := load(t, c.name)
			s.Setup.Seed = seed
			g := start(t, s)
			for range int(60 * s.Setup.TickRate) {
				g.Step()
			}
			for event, want := range c.events {
				if n := g.Counts.EventCounts()[event]; n < want.min || n > want.max {
					t.Errorf("%s, seed %d: %d times %s in a minute, wanted %d to %d", c.name, seed, n, event, want.min, want.max)
				}
			}
			for state, want := range c.final {
				if n := int64(with(g, state.key, state.value)); n < want.min || n > want.max {
					t.Errorf("%s, seed %d: %d bots with %s %v, wanted %d to %d", c.name, seed, n, state.key, state.value, want.min, want.max)
				}
			}
			t.Logf("%s, seed %d: %v", c.name, seed, g.Counts.EventCounts())
		}
	}
}

// load loads a scene that must be right.
func load(t testing.TB, name string) *scenes.Scene {
	t.Helper()
	s, err := scenes.Load(name, scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// start makes a game that ends with the test.
func start(t testing.TB, s *scenes.Scene) *systems.Game {
	t.Helper()
	g, err := systems.New(&s.Setup)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return g
}

// with counts the bots of a game that have a state value.
func with(g *systems.Game, key string, value host.Value) (n int) {
	var snap session.Snapshot
	g.Snapshot(&snap)
	for _, b := range snap.Bots {
		if b.Get(key) == value {
			n++
		}
	}
	return n
}
