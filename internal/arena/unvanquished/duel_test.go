package unvanquished_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
	"github.com/thicket-sim/thicket/internal/live"
)

// duel is what came of some duels of a class of aliens against a weapon of naked humans.
type duel struct {
	fought, won int        // by the alien
	lasted      float64    // seconds, the mean of those that came to an end
	fired, hit  float64    // shots of the human, and how many of them took what they can take
	apart       [5]float64 // units, summed, at the full seconds
	alone       float64    // seconds in which the weapon kills by its numbers when all hits
}

// duelRate is the tick rate of duels.
const duelRate = 30

// fightDuels lets an alien and a human fight, from 600 units apart, on an open field or in a
// corridor of so many units, once for each seed.
func fightDuels(t testing.TB, class string, weapon, skill, seeds int, corridor float64) (d duel) {
	t.Helper()
	const settings = "g_bot_attackStruct: 0, timelimit: 60"
	dir := t.TempDir()
	tree := "selector { action fight action gesture }\n"
	if err := os.WriteFile(filepath.Join(dir, "tree.bt"), []byte(tree), 0o600); err != nil {
		t.Fatal(err)
	}
	more := ""
	if corridor > 0 {
		more = fmt.Sprintf("obstacles: [{ rect: [0, 0, 80, %v] }, { rect: [0, %v, 80, %v] }]\n", 20-corridor/64, 20+corridor/64, 20-corridor/64)
	}
	for seed := range seeds {
		src := fmt.Sprintf("seed: %d\ntickRate: %d\ngame: unvanquished\nworld: { width: 80, height: 40 }\nteams: [{ id: aliens }, { id: humans }]\nsettings: { %s }\n%s"+
			"bots:\n  - { id: a, name: A, teamId: aliens, count: 1, skill: %d, behavior: { file: tree.bt } }\n  - { id: h, name: H, teamId: humans, count: 1, skill: %d, behavior: { file: tree.bt } }\n",
			seed+1, duelRate, settings, more, skill, skill)
		s, err := live.Start(filepath.Join(dir, "scene.yaml"), []byte(src), live.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		g := &arenatest.Game{T: t, Session: s, Arena: core.Of(s.Game())}
		trial.Become(g, trial.One, class)
		trial.Wears(g.Arena, trial.Two, weapon)
		g.Put(trial.One, 30.6, 20, 1, 0).Put(trial.Two, 49.4, 20, -1, 0)
		d.play(g)
		s.Close()
	}
	if w := &lore.Weapons[weapon]; w.Damage > 0 {
		full := duelHealth[class]
		d.alone = float64(full/w.Damage) * duelEvery(weapon)
	}
	return d
}

// play fights one duel of a minute at most.
func (d *duel) play(g *arenatest.Game) {
	a, h := g.Arena.BodyOf(trial.One), g.Arena.BodyOf(trial.Two)
	shots := func() (n int) {
		for _, m := range g.Arena.Cargo[h].Arms {
			n += int(m.Loaded) + int(m.Spare)
		}
		return n
	}
	first, full := shots(), g.Arena.Health[a].Points
	d.fought++
	for tick := range 60 * duelRate {
		if n := tick / duelRate; tick%duelRate == 0 && n < len(d.apart) {
			d.apart[n] += g.Arena.Distance(a, h) / lore.Unit
		}
		g.Step()
		dead := [2]bool{g.Arena.Dead(a), g.Arena.Dead(h)}
		if dead[0] || dead[1] {
			d.lasted += float64(tick+1) / duelRate
			if dead[1] {
				d.won++
			}
			left := g.Arena.Health[a].Points
			d.hit += float64(full - max(left, 0))
			d.fired += float64(first - shots())
			return
		}
	}
}

// duelHealth is the full health of the classes that fight duels.
var duelHealth = map[string]float32{"alien_level0": 30, "alien_level1": 75, "alien_level2": 150, "alien_level2_upg": 175, "alien_level3": 200, "alien_level3_upg": 250, "alien_level4": 350}

// duelEvery returns the seconds between two shots of a weapon.
func duelEvery(weapon int) float64 { return lore.Every(weapon) / 1000 }

// TestDuelTable prints a table of duels at the skills that DUELS lists.
func TestDuelTable(t *testing.T) {
	if os.Getenv("DUELS") == "" {
		t.Skip("a table for who sets DUELS to the skills")
	}
	var skills []int
	for _, w := range strings.Fields(os.Getenv("DUELS")) {
		var n int
		fmt.Sscan(w, &n)
		skills = append(skills, n)
	}
	for _, skill := range skills {
		for _, class := range []string{"alien_level0", "alien_level1", "alien_level2", "alien_level3", "alien_level4"} {
			for _, weapon := range []int{lore.Rifle, lore.Shotgun, lore.LasGun, lore.Chaingun} {
				for _, c := range []float64{0, 240} {
					d := fightDuels(t, class, weapon, skill, 20, c)
					n := float64(d.fought)
					fmt.Printf("skill %d %-17s %-10s corridor %3.0f: alien wins %2d/%d in %.1f s, accuracy %4.1f %% best %.2f s apart", skill, class, lore.WeaponNames[weapon], c, d.won, d.fought, d.lasted/n,
						100*d.hit/float64(lore.Weapons[weapon].Damage)/max(d.fired, 1), d.alone)
					for _, x := range d.apart {
						fmt.Printf(" %.0f", x/n)
					}
					fmt.Println()
				}
			}
		}
	}
}
