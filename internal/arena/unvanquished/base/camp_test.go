package base_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
	"github.com/thicket-sim/thicket/internal/live"
)

// camp is a scene with rules of its own: bots that end themselves after a second, and
// come back half a second later where their team has a spawn.
const camp = `
tickRate: 10
vocabularies: [unvanquished]
world: { width: 60, height: 60 }
teams: [{ id: aliens }, { id: humans }]
places: [PLACE]
bots:
  - { id: mortal, name: Mortal, teamId: aliens, count: 2, health: 10, respawn: 0.5s, behavior: { file: tree.bt } }
  - { id: nest, name: Nest, teamId: aliens, count: NESTS, speedMps: 0, health: 100, tags: [egg] }
  - { id: other, name: Other, teamId: humans, count: 1, speedMps: 0, health: 10 }
`

func inCamp(t *testing.T, tree, place, nests string) *arenatest.Game {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tree.bt"), []byte(tree+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	src := strings.NewReplacer("PLACE", place, "NESTS", nests).Replace(camp)
	s, err := live.Start(filepath.Join(dir, "scene.yaml"), []byte(src), live.Options{Workers: 1})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	t.Cleanup(s.Close)
	return &arenatest.Game{T: t, Session: s, Arena: core.Of(s.Game())}
}

// In a scene without the game's rules, too, nobody comes back without a spawn: a place
// with the tag serves without a pause, a building one in ten seconds, and the team that
// has neither has lost.
func TestNoSpawnNoReturn(t *testing.T) {
	t.Parallel()
	const tree = "selector { condition aliveTime > 950 { action suicide } action gesture }"
	for _, c := range []struct {
		place, nests string
		came         int64
		over         bool
	}{
		{"", "0", 0, true},
		{"{ id: hole, at: [30, 30], radius: 2, tags: [spawn], team: aliens }", "0", 4, false},
		{"{ id: hole, at: [30, 30], radius: 2, tags: [spawn], team: humans }", "0", 0, true},
		{"", "1", 1, false}, {"", "2", 2, false},
	} {
		g := inCamp(t, tree, c.place, c.nests).Steps(40)
		if came := g.Events("came_back"); came != c.came || g.Game().Over() != c.over {
			t.Errorf("place %q, %s nests: %d came back, wanted %d; over: %v", c.place, c.nests, came, c.came, g.Game().Over())
		}
	}
}

// Builders of such a scene are those with the tag or the tool, and a class without a price
// costs what the game says.
func TestTheTablesFillUpAScene(t *testing.T) {
	g := inCamp(t, "action gesture()", "", "1").Steps(1)
	g.Number("usableBuildPoints", 120-10-12)
	g.Number("chosenBuildableCost", 10)
	trial.Wants(g, "buildNowChosenBuildable", "failed")
	if form := g.Arena.FormOf(g.Arena.BodyOf(arenatest.One)); form != nil {
		form.Tags = append(form.Tags, "builder")
	}
	g.Put(arenatest.One, 20, 20, 1, 0)
	trial.Wants(g, "buildNowChosenBuildable", "done")
	nests := trial.Those(g, "nest")
	if len(nests) != 2 || nests[1].Health != 0.25 || nests[1].Building.Finished > 0.1 {
		t.Fatalf("%+v", nests)
	}
	if g.Steps(151); trial.Those(g, "nest")[1].Building.Finished != 1 || trial.Those(g, "nest")[1].Health != 1 {
		t.Errorf("after 15 seconds: %+v", trial.Those(g, "nest")[1])
	}
}
