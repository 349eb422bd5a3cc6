package mbt_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/live"
)

// corpus says where real trees of the engine's kit are, on machines that have them.
const corpus = "../../../../shared/corpus/mbt"

// barracks is a field with covers for two squads of its grunts.
const barracks = `
seed: 3
vocabularies: [mbt]
world: { width: 60, height: 50, solid: true }
teams: [{ id: red }, { id: blue }]
match: { kill: 1 }
weapons: [{ id: rifle, damage: 9, range: 22, cooldown: 0.3, clip: 12, ammo: 600, reload: 2 }]
obstacles: [{ rect: [20, 10, 2, 5] }, { rect: [20, 30, 2, 5] }, { rect: [38, 12, 2, 5] }, { rect: [38, 32, 2, 5] }, { rect: [28, 20, 3, 4] }]
places:
  - { id: c1, at: [18, 12], tags: [cover] }
  - { id: c2, at: [18, 32], tags: [cover] }
  - { id: c3, at: [42, 14], tags: [cover] }
  - { id: c4, at: [42, 34], tags: [cover] }
  - { id: west, at: [8, 25], radius: 6, team: red }
  - { id: east, at: [48, 25], radius: 6, team: blue }
bots:
  - { id: grunt, name: Grunt, teamId: red, count: 4, speedMps: 3, health: 100, weapons: [rifle], sight: { radius: 40, angle: 160 }, home: west, respawn: 6s, behavior: { file: SDK_Grunt_04.xml } }
  - { id: foe, name: Foe, teamId: blue, count: 4, speedMps: 3, health: 100, weapons: [rifle], sight: { radius: 40, angle: 160 }, home: east, respawn: 6s, behavior: { file: SDK_Grunt_04.xml } }
  - { id: idle, name: Idle, teamId: red, count: 1, speedMps: 3, behavior: { file: SDK_Grunt_01.xml } }
  - { id: dummy, name: Dummy, teamId: blue, count: 1, speedMps: 3, weapons: [rifle], behavior: { file: DummyTree.xml } }
  - { id: dog, name: Dog, teamId: red, count: 1, speedMps: 3, sight: { radius: 40, angle: 360 }, behavior: { file: FollowTargetTree.xml } }
`

// Real grunts idle, go to covers, shoot, reload and die, and nothing that their scripts ask
// for is missing.
func TestRealGruntsLive(t *testing.T) {
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("the trees are not here")
	}
	dir := t.TempDir()
	for _, name := range []string{"SDK_Grunt_01.xml", "SDK_Grunt_04.xml", "DummyTree.xml", "FollowTargetTree.xml"} {
		src, err := os.ReadFile(filepath.Join(corpus, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), src, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, err := live.Start(filepath.Join(dir, "barracks.yaml"), []byte(barracks), live.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, n := range s.Scene().Notices {
		if !strings.Contains(n.Error(), "did you mean") { // misspelt attributes of the file itself
			t.Errorf("notice %v", n)
		}
	}
	for range 3000 {
		s.Step()
	}
	if faults, n := s.Game().Faults.List(); n > 0 {
		t.Errorf("%d faults, the first %v", n, faults[0])
	}
	events := s.Game().Counts.EventCounts()
	for name, least := range map[string]int64{"OnEnemySeen": 20, "OnEnterCover": 3, "OnReload": 20, "killed": 10, "OnLostSightOfTarget": 5} {
		if events[name] < least {
			t.Errorf("%d times %s, wanted %d or more", events[name], name, least)
		}
	}
	if actions := s.Game().Counts.ActionCounts(); actions["ShootFromCover"] < 50 || actions["Shoot"] < 500 || actions["Animate"] < 100 {
		t.Errorf("actions %v", actions)
	}
}
