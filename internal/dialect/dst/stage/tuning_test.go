package stage_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Numbers are the user's, else the scene's, else the game's; another name is nil, and
// told once. Files see them when they are loaded, too.
func TestNumbersOfTheGame(t *testing.T) {
	const brain = `
		local NEAR = TUNING.MOB.NEAR * 2 + TUNING.MOB_FAR
		local B = Class(Brain, function(self) Brain._ctor(self) end)
		function B:OnStart()
			self.bt = BT(self.inst, PriorityNode({ ActionNode(function()
				print("said", NEAR, TUNING.PIG_HEALTH, TUNING.BOAT.GRASS_BOAT.RADIUS, TUNING.BEE_DAMAGE, TUNING.NOBODY_KNOWS, TUNING.BOAT.NOBODY, TUNING.PIG_HEALHT)
			end) }, 0))
		end
		return B`
	const settings = "settings: { PIG_HEALTH: 70, MOB.NEAR: 3, MOB_FAR: 1, BOAT.GRASS_BOAT.RADIUS: 9 }"
	for _, c := range []struct{ name, tuning, settings, want string }{
		{"the scene's", "", settings, "said\t7\t70\t9\t10\tnil\tnil\tnil"},
		{"the user's", `TUNING = { PIG_HEALTH = 5, MOB = { NEAR = 1 }, BOAT = { GRASS_BOAT = { RADIUS = 8 } } }`, settings, "said\t3\t5\t8\t10\tnil\tnil\tnil"},
		{"the user's changes", `TUNING.PIG_HEALTH = 6`, settings, "said\t7\t6\t9\t10\tnil\tnil\tnil"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			files := map[string]string{"brains/brain.lua": brain}
			if c.tuning != "" {
				files["tuning.lua"] = c.tuning
			}
			for name, text := range files {
				path := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			faults, notes, printed, _ := lived(t, filepath.Join(dir, "scene.yaml"), "world: { width: 30, height: 30 }\n"+c.settings+`
bots: [ { id: mob, name: Mob, count: 1, behavior: { file: brains/brain.lua } } ]
`, false, 30)
			if len(faults) > 0 || len(printed) == 0 {
				t.Fatalf("%q, %q", faults, printed)
			}
			_, said, _ := strings.Cut(printed[0], "said")
			if diff := cmp.Diff(c.want, "said"+said); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			told := 0
			for _, note := range notes {
				if strings.Contains(note, "TUNING.NOBODY_KNOWS is not known: nil; a scene's settings or a tuning.lua in the root can give it") {
					told++
				}
			}
			if all := strings.Join(notes, "\n"); c.name != "the user's" && !strings.Contains(all, `TUNING.PIG_HEALHT is not known: nil; a scene's settings or a tuning.lua in the root can give it; did you mean "PIG_HEALTH"?`) {
				t.Errorf("told %q", notes)
			}
			if told != 1 {
				t.Errorf("told %d times: %q", told, notes)
			}
		})
	}
}
