package core_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
)

// A weapon fires as often as its cooldown says, whatever the tick rate.
func TestWeaponsFireAtTheirRate(t *testing.T) {
	t.Parallel()
	for _, rate := range []int{20, 25, 30, 40, 50, 60} {
		for _, ms := range []int{75, 80, 88, 100} {
			scene := strings.Replace(arenatest.Yard, "tickRate: 10", fmt.Sprintf("tickRate: %d", rate), 1)
			scene = strings.Replace(scene, "damage: 10, range: 20, cooldown: 0.5s, clip: 2, ammo: 6", fmt.Sprintf("damage: 0.001, range: 20, cooldown: 0.0%02ds, clip: 1000, ammo: 0", ms), 1)
			if ms == 100 {
				scene = strings.Replace(scene, "0.0100s", "0.1s", 1)
			}
			g := arenatest.Open(t, strings.Replace(scene, "TREE", arenatest.Act("attack", "{}"), 1), 1)
			g.Put(1, 20, 50, 1, 0).Put(2, 30, 50, -1, 0).Steps(60 * rate)
			n := 1000 - int(g.Arena.Cargo[g.Arena.BodyOf(1)].Arms[0].Loaded)
			if want := 60000 / float64(ms); math.Abs(float64(n)/want-1) > 0.01 {
				t.Errorf("%d ms at %d Hz: %d shots in 60 s, wanted %.0f", ms, rate, n, want)
			}
		}
	}
}

// What is used is away for as long as its kind says, whatever the tick rate. It lies for a
// tick until it is used again.
func TestItemsComeBackAtTheirRate(t *testing.T) {
	t.Parallel()
	for _, rate := range []int{20, 25, 30, 40, 50, 60} {
		g := arenatest.Open(t, fmt.Sprintf(`
tickRate: %d
world: { width: 50, height: 50 }
items: [ { kind: berry, count: 1, food: 0.5, respawn: 0.33s } ]
bots: [ { id: one, name: One, count: 1, health: 100, hunger: { lasts: 1s, damage: 0 }, behavior: { kind: action, name: stay } } ]
`, rate), 1)
		used := 0
		for range 60 * rate {
			if g.Step(); len(lying(g)) > 0 {
				g.Arena.Spend(lying(g)[0].ID, g.Arena.BodyOf(one))
				used++
			}
		}
		if away := (60 - float64(used)/float64(rate)) / float64(used); math.Abs(away/0.33-1) > 0.01 {
			t.Errorf("at %d Hz: away for %v s, wanted 0.33", rate, away)
		}
	}
}

// A clip of two is shot and loaded as often as cooldown and reload say, whatever the tick rate.
func TestClipsAreLoadedAtTheirRate(t *testing.T) {
	t.Parallel()
	for _, rate := range []int{20, 25, 30, 40, 50, 60} {
		scene := strings.Replace(arenatest.Yard, "tickRate: 10", fmt.Sprintf("tickRate: %d", rate), 1)
		scene = strings.Replace(scene, "damage: 10, range: 20, cooldown: 0.5s, clip: 2, ammo: 6, reload: 1s", "damage: 0.001, range: 20, cooldown: 0.13s, clip: 2, ammo: 1000, reload: 0.33s", 1)
		g := arenatest.Open(t, strings.Replace(scene, "TREE", arenatest.Act("attack", "{}"), 1), 1)
		g.Put(1, 20, 50, 1, 0).Put(2, 30, 50, -1, 0).Steps(120 * rate)
		m := &g.Arena.Cargo[g.Arena.BodyOf(1)].Arms[0]
		if n, want := 1002-int(m.Loaded+m.Spare), 120/(2*0.13+0.33)*2; math.Abs(float64(n)/want-1) > 0.01 {
			t.Errorf("at %d Hz: %d shots in two minutes, wanted %.0f", rate, n, want)
		}
	}
}
