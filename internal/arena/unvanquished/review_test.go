package unvanquished_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/scenes"
)

// reviewed returns the notes about a scene whose first bot plays a tree, without the
// name of the file.
func reviewed(t *testing.T, scene, tree string) (found []string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"scene.yaml": scene + "\nvocabularies: [unvanquished]\n", "tree.bt": tree} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := scenes.Load(filepath.Join(dir, "scene.yaml"), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range s.Notices {
		found = append(found, fmt.Sprintf("%d:%d %s", n.Pos.Line, n.Pos.Col, n.Msg))
	}
	return found
}

// What a tree names and the scene lacks is noted once, where the tree names it first.
func TestWhatASceneLacksIsNoted(t *testing.T) {
	const bare = "settings: { g_pack: 3 }\nbots: [{ id: x, name: X, count: 3, behavior: { file: tree.bt } }]\n"
	for tree, want := range map[string][]string{
		"selector { condition haveWeapon( WP_PULSE_RIFLE ) { action gesture }\n condition haveWeapon( WP_PULSE_RIFLE ) { action jump } }": {
			`1:22 the scene has no weapon "pulse_rifle" (WP_PULSE_RIFLE)`,
		},
		"selector { action gesture condition weapon == WP_SHOTGUN { action jump } }": {`1:37 the scene has no weapon "shotgun" (WP_SHOTGUN)`},
		"selector { condition WP_FLAMER == weapon || teamateHasWeapon( WP_ABUILD ) { action jump } }": {
			`1:35 the scene has no weapon "flamer" (WP_FLAMER)`, `1:45 the scene has no weapon "abuild" (WP_ABUILD)`,
		},
		"selector { action buy( WP_LUCIFER_CANNON, UP_JETPACK, UP_RADAR )\naction equip }": {
			"1:12 the scene has no building that sells: no class or place with the tag armoury",
			`1:12 the scene has no weapon "lucifer_cannon" (WP_LUCIFER_CANNON)`,
			`1:12 the scene has no good "jetpack" (UP_JETPACK)`, `1:12 the scene has no good "radar" (UP_RADAR)`,
		},
		"sequence { action activateUpgrade( UP_MEDKIT ) action evolveTo( PCL_ALIEN_LEVEL4 ) condition class != PCL_ALIEN_LEVEL3 && !canEvolveTo( PCL_ALIEN_LEVEL2 ) { action jump } }": {
			`1:12 the scene has no good "medkit" (UP_MEDKIT)`,
			`1:48 the scene has no class with the id or tag "alien_level4" (PCL_ALIEN_LEVEL4)`,
			`1:94 the scene has no class with the id or tag "alien_level3" (PCL_ALIEN_LEVEL3)`,
			`1:124 the scene has no class with the id or tag "alien_level2" (PCL_ALIEN_LEVEL2)`,
		},
		"selector { action roamInRadius( E_A_HIVE, 500 ) condition distanceTo( E_H_SPAWN ) < 700 && goalBuildingType == E_A_LEECH { action changeGoal( E_H_DRILL ) } action changeGoal( 4, 5, 6 ) action moveTo( E_GOAL ) }": {
			"1:12 the scene has no class or place with the tag hive (E_A_HIVE)",
			"1:59 the scene has no class or place with the tag spawn or telenode (E_H_SPAWN)",
			"1:92 the scene has no class or place with the tag leech (E_A_LEECH)",
			"1:124 the scene has no class or place with the tag drill (E_H_DRILL)",
		},
		"sequence { condition team == TEAM_HUMANS { action jump } condition momentum( TEAM_ALIENS ) > 3 { action jump } condition goalTeam == TEAM_NONE { action jump } }": {
			"1:22 the scene has no team for TEAM_HUMANS, which stands for team number 2",
			"1:68 the scene has no team for TEAM_ALIENS, which stands for team number 1",
		},
		`sequence { condition cvar( "g_pack" ) > 1 { action jump } condition cvar( "g_bot_buy" ) == 1 { action jump } condition cvar( "g_pck" ) == 1 { action jump } }`: {
			`1:120 the scene has no setting "g_pck"; did you mean "g_pack"?`,
		},
		"selector { action flee action heal action rush }": {
			"1:12 the scene has no building to which bots flee: no class or place with the tag overmind or reactor",
			"1:24 the scene has no building that heals: no class or place with the tag egg, overmind, booster, leech or medistat",
			"1:36 the scene has no building that bots rush to: no class or place with the tag egg, overmind, acidtube, booster, hive, spiker, telenode, mgturret, rocketpod, armoury, medistat or reactor",
		},
		"selectClass { spawnAs PCL_ALIEN_LEVEL0 } selector { action gesture }": {
			`1:15 the scene has no class with the id or tag "alien_level0" (PCL_ALIEN_LEVEL0)`,
		},
	} {
		if diff := cmp.Diff(want, reviewed(t, bare, tree)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tree, diff)
		}
	}
}

// A scene that has things of its own for what a tree names, and one of the game, have
// it all.
func TestWhatASceneHasIsNotNoted(t *testing.T) {
	const tree = `selector
{
	condition haveWeapon( WP_SHOTGUN ) || class == PCL_HUMAN_NAKED || class == PCL_HUMAN_LIGHT { action buy( WP_SHOTGUN, UP_RADAR ) }
	condition team == TEAM_HUMANS && distanceTo( E_H_SPAWN ) < 5 && distanceTo( E_H_MGTURRET ) < 5 { action heal }
	condition cvar( "g_bot_buildNumEggs" ) > 2 { action flee }
	action moveTo( E_A_OVERMIND )
	action rush
}
`
	const own = `
teams: [{ id: a }, { id: b }]
places: [{ id: home, at: [5, 5], tags: [core, spawn, heal, armoury], team: b }, { id: nest, at: [9, 9], tags: [core], team: a }]
weapons: [{ id: shotgun }]
goods: [{ id: gun, weapon: shotgun }, { id: radar }]
bots:
  - { id: human_naked, name: One, teamId: b, count: 1, behavior: { file: tree.bt } }
  - { id: tower, name: Tower, teamId: b, tags: [mgturret] }
  - { id: heavy, name: Heavy, teamId: b, tags: [human_light] }
`
	const game = "game: unvanquished\nteams: [{ id: a }, { id: b }]\nbots: [{ id: x, name: X, teamId: b, behavior: { file: tree.bt } }]\n"
	for _, scene := range []string{own, game} {
		if found := reviewed(t, scene, tree); len(found) > 0 {
			t.Errorf("%s: %q", scene, found)
		}
	}
}
