package unvanquished_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
	"github.com/thicket-sim/thicket/internal/live"
)

// real holds files of a game that were written for it.
const real = "../../../../shared/corpus/unvanquished"

// front is a scene of two teams that all play one file, with lengths as the game
// counts them.
const front = `
seed: 7
vocabularies: [unvanquished]
world: { width: 120, height: 80 }
teams: [{ id: aliens }, { id: humans }]
settings: { unitsPerMetre: 32 }
obstacles: [{ rect: [50, 20, 4, 40] }, { circle: [80, 40, 6] }]
places:
  - { id: hive, at: [15, 40], radius: 6, tags: [overmind, booster, spawn], team: aliens }
  - { id: base, at: [105, 40], radius: 6, tags: [reactor, medistat, armoury, spawn], team: humans }
  - { id: corner, at: [100, 10], radius: 3, tags: [rally], team: humans }
weapons:
  - { id: claw, damage: 12, range: 1.8, cooldown: 0.5s }
  - { id: machinegun, damage: 6, range: 16, cooldown: 0.3s, clip: 20, ammo: 80, reload: 2s }
  - { id: pulse_rifle, damage: 12, range: 20, cooldown: 0.3s, clip: 20, ammo: 80, reload: 2s }
  - { id: lucifer_cannon, damage: 100, range: 20, cooldown: 2s, clip: 20, ammo: 80, reload: 2s }
  - { id: hbuild }
goods:
  - { id: pulse_rifle, price: 8, weapon: pulse_rifle }
  - { id: medkit, price: 3 }
  - { id: grenade, price: 3 }
  - { id: firebomb, price: 3 }
match: { purse: 200, kill: 1, income: 5 }
bots:
  - { id: alien_level0, name: A, teamId: aliens, count: 100, speedMps: 6, health: 60, weapons: [claw], home: hive, respawn: 5s, behavior: { file: FILE } }
  - { id: alien_level1, name: B, teamId: aliens, speedMps: 5, health: 150, weapons: [claw], price: 10 }
  - { id: human_naked, name: H, teamId: humans, count: 100, speedMps: 4, health: 100, weapons: [machinegun], home: base, respawn: 5s, behavior: { file: FILE } }
  - { id: egg, name: E, teamId: aliens, count: 3, speedMps: 0, health: 200, tags: [acidtube] }
  - { id: turret, name: T, teamId: humans, count: 3, speedMps: 0, health: 200, tags: [mgturret] }
`

// fights plays a file on the front, and gives how many blows fell and what its
// load had to say.
func fights(t *testing.T, scene, file string, ticks int) (blows int64, notices syntax.ErrorList) {
	t.Helper()
	s, err := live.Start(scene, []byte(strings.ReplaceAll(front, "FILE", file)), live.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	g := &arenatest.Game{T: t, Session: s, Arena: core.Of(s.Game())}
	g.Steps(ticks)
	if first, n := s.Game().Faults.List(); n > 0 {
		t.Errorf("%s: %d faults, first %v", file, n, first[0])
	}
	g.Audit()
	return g.Events("damaged"), s.Scene().Notices
}

// Files of the game play without a word, and those that are whole behaviours
// fight.
func TestRealFilesPlay(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: games of all real trees")
	}
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(real, "bots", "*.bt"))
	if err != nil || len(files) == 0 {
		t.Skipf("no files of the game beside the module: %v", err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			n, notices := fights(t, filepath.Join(real, "scene.yaml"), "bots/"+name, 900)
			if len(notices) > 0 {
				t.Error(notices)
			}
			whole := name == "follow.bt" || strings.HasPrefix(name, "example")
			if whole && n == 0 && name != "example_camper.bt" {
				t.Error("nobody fights")
			}
			t.Logf("%d blows", n)
		})
	}
}

// The forms that the game's own page shows play as files.
func TestFormsOfThePagePlay(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "bots"), 0o750); err != nil {
		t.Fatal(err)
	}
	write := func(name, src string) {
		if err := os.WriteFile(filepath.Join(dir, "bots", name), []byte(src+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("NAME.bt", "action roam()")
	for i, src := range []string{
		"behavior NAME",
		"sequence { action roam }",
		"action roam()",
		"action moveTo( E_GOAL )",
		"action roamInRadius( E_H_REACTOR, 500 )",
		"sequence\n{\n\taction equip\n\taction reload\n\taction gesture\n}",
		"selector\n{\n\taction equip\n\taction reload\n\taction rush\n}",
		"fallback\n{\n\taction jump\n\taction reload\n\taction gesture\n}",
		"concurrent\n{\n\taction fight\n\tdecorator return( STATUS_SUCCESS )\n\t{\n\t\tcondition goalType == ET_BUILDABLE && goalTeam == TEAM_ALIENS && inAttackRange( E_GOAL )\n\t\t{\n\t\t\taction moveInDir( MOVE_BACKWARD )\n\t\t}\n\t}\n}",
		"decorator return( STATUS_FAILURE )\n{\n\taction jump\n}",
		"decorator invert() { action jump }",
		"decorator timer( 3000 ) { action heal }",
		"selector { condition alertedToEnemy condition team == TEAM_HUMANS { action buy( WP_PULSE_RIFLE, UP_MEDKIT ) } }",
		"sequence {\n\tcondition alertedToEnemy\n\taction fight\n}",
	} {
		name := fmt.Sprintf("form%d.bt", i)
		write(name, src)
		fights(t, filepath.Join(dir, "scene.yaml"), "bots/"+name, 60)
	}
}

// The older page's name of a function stands for the newer one, and a notice says so.
func TestPercentAmmoStandsForThatOfTheClip(t *testing.T) {
	g := trial.Play(t, "selector { condition percentAmmo == 1 { action gesture } action jump }")
	if got := g.Steps(1).Bot(trial.One).Action; got != "gesture" {
		t.Errorf("%s with a full clip", got)
	}
	g.Arena.Cargo[g.Arena.BodyOf(trial.One)].Arms[0].Loaded = 1
	if got := g.Steps(1).Bot(trial.One).Action; got != "jump" {
		t.Errorf("%s with half a clip", got)
	}
	noted := fmt.Sprint(g.Scene().Notices)
	for _, want := range []string{"tree.bt:1:22: ", `"percentAmmo" is an older name, taken as percentAmmoClip`, "percentClips, of the clips"} {
		if !strings.Contains(noted, want) {
			t.Errorf("noted %s, wanted %s", noted, want)
		}
	}
}
