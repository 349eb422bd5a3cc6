package trial

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/live"
)

const TheKit = "g_bot_rifle: 0" // humans begin with the construction kit then

// Still returns a class of bodies that stand, as a line of YAML: one of the game's by its id.
func Still(class, team string, count int, more string) string {
	return fmt.Sprintf("  - { id: %s, name: %s, teamId: %s, count: %d, speedMps: 0, %s }\n", class, class, team, count, more)
}

// The lines of bodies that facts need.
var (
	ADretch = Still("alien_level0", "aliens", 1, "health: 30")
	ATyrant = Still("alien_level4", "aliens", 1, "health: 350")
	AHuman  = Still("human_naked", "humans", 1, "health: 100, weapons: [machinegun, blaster]")
)

// Wall returns an obstacle, in units.
func Wall(x, y, width, height float64) string {
	return fmt.Sprintf("obstacles: [{ rect: [%v, %v, %v, %v] }]\n", x/InUnits, y/InUnits, width/InUnits, height/InUnits)
}

const Patient = `  - { id: two, name: Two, teamId: humans, count: 1, speedMps: 0, health: 100 }`

// InScene starts a scene with the file tree.bt beside it.
func InScene(t *testing.T, tree, scene string) *arenatest.Game {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tree.bt"), []byte(tree+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := live.Start(filepath.Join(dir, "scene.yaml"), []byte("vocabularies: [unvanquished]\n"+scene), live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return &arenatest.Game{T: t, Session: s, Arena: core.Of(s.Game())}
}

// Said returns what the first bot says in the next ticks.
func Said(g *arenatest.Game, ticks int) map[string]bool {
	all := map[string]bool{}
	for range ticks {
		g.Step()
		all[g.Bot(One).Speech] = true
	}
	return all
}
