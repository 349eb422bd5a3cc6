package mind_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/internal/live"
)

// stroll records how bots roam: where each of them is at each tick, how fast they turn, in
// degrees a second, and how far they get from where they began, in metres.
type stroll struct {
	track      []float32
	turns, far float64
}

// calmScenes are one of the game and one without any of it.
var calmScenes = map[string]string{
	"game": "seed: 4\ntickRate: 20\ngame: unvanquished\nworld: { width: 200, height: 200 }\nteams: [{ id: aliens }, { id: humans }]\n" +
		"obstacles: [{ rect: [60, 60, 10, 80] }, { circle: [130, 100, 12] }]\nbuildings: [{ kind: reactor, at: [20, 20] }, { kind: armoury, at: [30, 20] }]\n" +
		"bots: [{ id: one, name: One, teamId: humans, count: %d, behavior: { file: tree.bt } }]\n",
	"plain": "seed: 4\nvocabularies: [unvanquished]\ntickRate: 20\nworld: { width: 200, height: 200 }\nteams: [{ id: bugs }, { id: people }]\n" +
		"obstacles: [{ rect: [60, 60, 10, 80] }, { circle: [130, 100, 12] }]\nplaces: [{ id: base, at: [20, 20], radius: 5, tags: [armoury], team: people }]\n" +
		"bots: [{ id: one, name: One, teamId: people, count: %d, speedMps: 9, health: 100, skill: 3, turnRate: 400, behavior: { file: tree.bt } }]\n",
}

// roams lets bots play a tree in one of the scenes for some seconds.
func roams(t *testing.T, scene, tree string, bots, seconds int) (s stroll) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tree.bt"), []byte(tree+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	g, err := live.Start(filepath.Join(dir, "scene.yaml"), fmt.Appendf(nil, calmScenes[scene], bots), live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	first, last, far := g.Snapshot().Bots, g.Snapshot().Bots, make([]float64, len(g.Snapshot().Bots))
	for range seconds * 20 {
		g.Step()
		now := g.Snapshot().Bots
		for i := range now {
			if now[i].Class != "one" {
				continue
			}
			s.track = append(s.track, now[i].X, now[i].Y)
			dot := float64(now[i].HX*last[i].HX) + float64(now[i].HY*last[i].HY)
			s.turns += math.Acos(min(max(dot, -1), 1)) * 180 / math.Pi / float64(bots*seconds)
			far[i] = max(far[i], math.Hypot(float64(now[i].X-first[i].X), float64(now[i].Y-first[i].Y)))
		}
		last = now
	}
	for i := range far {
		s.far += far[i] / float64(bots)
	}
	return s
}

// Where another action fails before it, roam goes on as if it were alone: an action that
// is not admitted changes nothing.
func TestRoamIsCalm(t *testing.T) {
	selector := func(action string) string { return "selector { action " + action + " action roam() }" }
	for scene := range calmScenes {
		t.Run(scene, func(t *testing.T) {
			t.Parallel()
			const touchesNothing = "deactivateUpgrade( UP_RADAR )"
			alone, beside := roams(t, scene, "selector { action roam() }", 300, 20), roams(t, scene, selector(touchesNothing), 300, 20)
			if math.Abs(beside.turns/alone.turns-1) > 0.1 || math.Abs(beside.far/alone.far-1) > 0.1 || alone.turns < 1 || alone.far < 30 {
				t.Errorf("%.1f degrees a second and %.1f m, alone %.1f and %.1f", beside.turns, beside.far, alone.turns, alone.far)
			}
			want := roams(t, scene, selector(touchesNothing), 20, 20)
			for _, action := range []string{
				"follow( 8 )", "stayHere( 8 )", "heal()", "repair()", "extinguishFire()", "fight()", "rush()", "flee()", "equip()", "buy( WP_FLAMER )", "buy( WP_MACHINEGUN )", "buyPrimary( WP_MACHINEGUN )",
				"moveTo( E_DAMAGEDBUILDING )", "moveTo( E_ENEMY )", "moveTo( E_NONE )", "roamInRadius( E_A_BOOSTER, 100 )", "changeGoal( E_H_DRILL )", "changeGoal( 3, 4 )",
			} {
				if scene == "game" && (action == "flee()" || action == "buy( WP_FLAMER )") || scene == "plain" && action == "equip()" {
					continue // it does not fail there
				}
				got := roams(t, scene, selector(action), 20, 20)
				if !slices.Equal(got.track, want.track) {
					t.Errorf("%s: %.1f degrees a second and %.1f m, wanted the tracks of %.1f and %.1f", action, got.turns, got.far, want.turns, want.far)
				}
			}
		})
	}
}
