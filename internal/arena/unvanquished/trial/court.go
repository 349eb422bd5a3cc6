package trial

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/live"
)

// Court is a scene of two teams with buildings, whose first bot plays a tree. The
// names of weapons, goods and classes are those that trees know.
const Court = `
seed: 3
tickRate: 10
vocabularies: [unvanquished]
world: { width: 100, height: 100 }
teams: [{ id: bugs }, { id: people }]
teamAssignment: { humanTeamId: people }
obstacles: [{ rect: [60, 10, 4, 30] }]
places:
  - { id: hive, at: [90, 90], radius: 3, tags: [overmind, booster, spawn], team: bugs }
  - { id: base, at: [10, 10], radius: 3, tags: [reactor, medistat, armoury, spawn], team: people }
  - { id: corner, at: [10, 90], radius: 2, tags: [rally], team: people }
weapons:
  - { id: machinegun, damage: 10, range: 20, cooldown: 0.5s, clip: 2, ammo: 6, reload: 1s }
  - { id: shotgun, damage: 30, range: 8, cooldown: 1s, clip: 2, ammo: 4 }
  - { id: hbuild, damage: 1, range: 1, cooldown: 1s }
goods:
  - { id: shotgun, price: 20, weapon: shotgun }
  - { id: lightarmour, price: 10, armour: 0.2 }
  - { id: medkit, price: 5 }
  - { id: grenade, price: 5 }
  - { id: firebomb, price: 5 }
  - { id: radar, price: 5 }
  - { id: jetpack, price: 5 }
match: { purse: 60, kill: 3 }
settings: { g_skill: 3, g_rate: 0.5, g_fast: true, g_text: hello, g_true: "true", g_half: "0.5", g_bot_grenade: 1, g_bot_firebomb: 1, g_more: 1 }
bots:
  - id: human_naked
    name: One
    teamId: people
    count: 1
    speedMps: 2
    health: 100
    skill: 4
    weapons: [machinegun]
    respawn: 2s
    home: base
    behavior: { file: tree.bt }
  - { id: alien_level0, name: Two, teamId: bugs, count: 1, speedMps: 0, health: 100, respawn: 3s }
  - { id: mate, name: Three, teamId: people, count: 1, speedMps: 0, health: 50, weapons: [shotgun] }
  - { id: turret, name: Four, teamId: people, count: 1, maxCount: 2, speedMps: 0, health: 80, price: 12, tags: [mgturret] }
  - { id: tower, name: Five, teamId: bugs, count: 1, speedMps: 0, health: 80, tags: [acidtube] }
  - { id: human_light, name: Light, teamId: people, speedMps: 4, health: 200, weapons: [machinegun, hbuild], price: 20 }
  - { id: human_medium, name: Medium, teamId: people, speedMps: 4, health: 300, weapons: [shotgun], price: 50 }
`

const (
	Turret components.ID = iota + 4
	Tower
)

// Play starts the court with a tree for its first bot, which stands at
// (20, 50) and faces right; the enemy is 10 m ahead of it, its mate 10 m behind,
// and the turrets stand far away.
func Play(t testing.TB, tree string) *arenatest.Game {
	t.Helper()
	return InCourt(t, tree, Court)
}

func InCourt(t testing.TB, tree, scene string) *arenatest.Game {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tree.bt"), []byte(tree+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := live.Start(filepath.Join(dir, "scene.yaml"), []byte(scene), live.Options{Workers: 1})
	if err != nil {
		t.Fatalf("%v\n%s", err, tree)
	}
	t.Cleanup(s.Close)
	for _, n := range s.Scene().Notices {
		if !strings.HasPrefix(n.Msg, "the scene has no ") && !strings.Contains(n.Msg, "older name") { // which some trees are to have
			t.Errorf("%s: %v", tree, n)
		}
	}
	g := &arenatest.Game{T: t, Session: s, Arena: core.Of(s.Game())}
	return g.Put(One, 20, 50, 1, 0).Put(Two, 30, 50, 1, 0).Put(Three, 10, 50, 1, 0).Put(Turret, 50, 90, 1, 0).Put(Tower, 90, 10, 1, 0)
}
