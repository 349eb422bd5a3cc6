package mind_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
	"github.com/thicket-sim/thicket/internal/live"
)

// mates are four more bots of the humans that play the tree of the first.
const mates = "  - { id: mates, name: Mates, teamId: humans, count: 4, behavior: { file: tree.bt } }"

// doing returns the bots whose last action in a tick was this one.
func doing(g *arenatest.Game, action string) (ids []components.ID) {
	snap := g.Snapshot()
	for i := range snap.Bots {
		if b := &snap.Bots[i]; b.Action == action && !b.Dead {
			ids = append(ids, b.ID)
		}
	}
	return ids
}

var _ = trial.Fact("note-single", func(t *testing.T) {
	g := trial.Scene{
		Tree: "sequence { condition blackboardNumTransient( 1 ) < 1 action blackboardNoteTransient( 1 ) action gesture } action moveInDir( MOVE_FORWARD )", Bots: mates,
	}.Open(t)
	for range 50 {
		if got := doing(g.Steps(1), "gesture"); !slices.Equal(got, []components.ID{trial.One}) {
			t.Fatalf("tick %d: %v gesture, wanted the first alone", g.World().Clock().Tick, got)
		}
	}
})

// A plain scene without any of the game's things, and any number of workers: one bot
// has the job from the first tick on, and when it is gone the next one has it.
func TestOneBotHasTheJob(t *testing.T) {
	t.Parallel()
	const scene = "tickRate: 10\nvocabularies: [unvanquished]\nteams: [{ id: a }, { id: b }]\nbots: [{ id: x, name: X, count: 1500, maxCount: 2000, teamId: a, health: 10, behavior: { file: tree.bt } }]\n"
	const tree = "selector { condition blackboardNumTransient( 1 ) < 1 { concurrent { action blackboardNoteTransient( 1 ) action gesture } } action moveInDir( MOVE_FORWARD ) }\n"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tree.bt"), []byte(tree), 0o600); err != nil {
		t.Fatal(err)
	}
	var digests []uint64
	for _, workers := range []int{1, 2, 5} {
		s, err := live.Start(filepath.Join(dir, "scene.yaml"), []byte(scene), live.Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		g := &arenatest.Game{T: t, Session: s, Arena: core.Of(s.Game())}
		for range 20 {
			if got := doing(g.Steps(1), "gesture"); !slices.Equal(got, []components.ID{1}) {
				t.Fatalf("%d workers, tick %d: %v have the job, wanted the first", workers, g.World().Clock().Tick, got)
			}
		}
		if err := s.Game().Population.Dismiss(1); err != nil {
			t.Fatal(err)
		}
		if got := doing(g.Steps(2), "gesture"); !slices.Equal(got, []components.ID{2}) {
			t.Fatalf("%d workers: %v have the job, wanted the second", workers, got)
		}
		digests = append(digests, s.Digest())
	}
	if slices.Min(digests) != slices.Max(digests) {
		t.Errorf("digests %x for 1, 2 and 5 workers", digests)
	}
}

var _ = trial.Fact("note-later-lower", func(t *testing.T) {
	want := func(after int) string {
		return fmt.Sprintf("sequence { condition levelTime >= %d && blackboardNumTransient( 1 ) < 1 action blackboardNoteTransient( 1 ) action gesture } action moveInDir( MOVE_FORWARD )", after)
	}
	g := trial.Scene{Tree: want(500), Bots: mates}.Open(t)
	for id := components.ID(2); id <= 5; id++ {
		trial.Plays(g, id, want(1000))
	}
	trial.Plays(g, trial.Three, want(0))
	g.Steps(1) // in which it waits for the others that could
	for range 40 {
		if got := doing(g.Steps(1), "gesture"); !slices.Equal(got, []components.ID{trial.Three}) {
			t.Fatalf("tick %d: %v have the job, wanted the third alone", g.World().Clock().Tick, got)
		}
	}
})

var _ = trial.Fact("note-dead", func(t *testing.T) {
	g := trial.Scene{
		Tree:      "action moveInDir( MOVE_FORWARD )",
		Bots:      "  - { id: two, name: Two, teamId: humans, count: 1, respawn: 2s, behavior: { file: tree.bt } }",
		Buildings: "telenode 3000 3000",
	}.Open(t)
	trial.Plays(g, trial.Two, "condition aliveTime < 1000 && levelTime < 800 { action blackboardNoteTransient( 4 ) } action moveInDir( MOVE_FORWARD )")
	g.Steps(5).Holds("blackboardNumTransient( 4 ) == 1")
	for range 10 {
		g.Hurt(trial.Two)
	}
	g.Steps(1)
	for range 15 {
		if !g.Bot(trial.Two).Dead {
			t.Fatal("it does not die")
		}
		g.Holds("blackboardNumTransient( 4 ) == 1")
	}
	for range 400 {
		if g.Steps(1); !g.Bot(trial.Two).Dead {
			g.Steps(1).Holds("blackboardNumTransient( 4 ) == 0")
			return
		}
	}
	t.Fatal("it does not come back")
})

var _ = trial.Fact("note-zero", func(t *testing.T) {
	g := trial.Scene{Bots: "  - { id: mates, name: Mates, teamId: humans, count: 3 }", Buildings: "reactor 100 100"}.Open(t)
	g.Holds("blackboardNumTransient( 0 ) == 4", "blackboardNumTransient( 0 ) == 4")
	g.Holds("blackboardNumTransient( 9 ) == 0")
	trial.Plays(g, trial.Two, "action blackboardNoteTransient( -3 )")
	g.Steps(2).Holds("blackboardNumTransient( 0 ) == 3 && blackboardNumTransient( -3 ) == 1")
})

// Who thinks at the same time learns of a note that nobody could foresee a tick later.
var _ = trial.Fact("note-cleared", func(t *testing.T) {
	g := trial.Scene{Tree: "action moveInDir( MOVE_FORWARD )", Bots: mates}.Open(t)
	trial.Plays(g, trial.Two, "condition blackboardNumTransient( 7 ) == 1 { action gesture } action moveInDir( MOVE_FORWARD )")
	g.Does("action blackboardNoteTransient( 7 )")
	var counts []bool
	for range 4 {
		counts = append(counts, len(doing(g.Does("action jump"), "gesture")) == 1)
	}
	if want := []bool{true, false, false, false}; !slices.Equal(counts, want) {
		t.Errorf("it counts the note in the ticks %v, wanted %v", counts, want)
	}
})

// What a bot has noted by its turn counts for itself at once.
func TestABotCountsItsOwnNote(t *testing.T) {
	g := trial.Scene{Tree: "action moveInDir( MOVE_FORWARD )", Bots: mates}.Open(t)
	g.Does("sequence { action blackboardNoteTransient( 2000000 ) condition blackboardNumTransient( 2000000 ) == 1 && blackboardNumTransient( 0 ) == 4 action gesture }")
	if got := doing(g, "gesture"); len(got) != 1 {
		t.Error("it does not count its own note")
	}
	g.Holds("blackboardNumTransient( 2000000 ) == 0 && blackboardNumTransient( 0 ) == 5")
}
