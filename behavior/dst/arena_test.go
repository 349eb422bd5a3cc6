package dst_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/scenes"
	"github.com/thicket-sim/thicket/session"
	"github.com/thicket-sim/thicket/systems"
)

// played plays a scene for some ticks, with one player, and gives the faults and
// the notes. The brain is a file of the scene's folder.
func played(t testing.TB, scene, brain string, lenient bool, ticks int, see func(tick int, world *systems.Snapshot)) (faults, notes []string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "brain.lua"), []byte(brain), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := scenes.Parse(filepath.Join(dir, "scene.yaml"), []byte(scene), scenes.Options{Lenient: lenient})
	if err != nil {
		t.Errorf("%v", err)
		return nil, nil
	}
	play, err := session.New(s, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer play.Close()
	if err := play.Do(&session.Join{Name: "Ann", Heading: components.Heading{X: 1}}); err != nil {
		t.Fatal(err)
	}
	var world systems.Snapshot
	for tick := range ticks {
		play.Step()
		if see != nil {
			play.Game().Snapshot(&world)
			see(tick, &world)
		}
	}
	all, _ := play.Game().Faults()
	for _, f := range all {
		if f.Note {
			notes = append(notes, f.String())
		} else {
			faults = append(faults, f.String())
		}
	}
	return faults, notes
}

// TestEveryNameDoesWhatItShould asks the checks of a list of names, in an arena
// with a friend, a player and something to eat.
func TestEveryNameDoesWhatItShould(t *testing.T) {
	list, err := os.ReadFile("testdata/api.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var src strings.Builder
	src.WriteString(`local B = Class(Brain, function(self) Brain._ctor(self) end)
		local checks = {}
		local function yes() return true end
		local inst, c, friend, player, item
`)
	rows := strings.Split(strings.TrimSpace(string(list)), "\n")[1:]
	for _, row := range rows {
		cells := strings.Split(row, "\t")
		if len(cells) != 3 {
			t.Fatalf("%q: wanted three cells", row)
		}
		fmt.Fprintf(&src, "table.insert(checks, { %q, function() return %s end })\n", cells[0]+" "+cells[1], cells[2])
	}
	src.WriteString(`
		function B:OnStart()
			self.bt = BT(self.inst, ActionNode(function()
				if self.inst.prefab ~= "mob" or self.asked then return end
				self.asked, inst, c = true, self.inst, self.inst.components
				friend = FindEntity(inst, 60, nil, { "friendly" })
				player = TheSim:FindEntities(0, 0, 0, 1000, { "player" })[1]
				item = FindEntity(inst, 60, nil, { "_inventoryitem" })
				assert(friend and player and item, "nobody is there")
				for _, check in ipairs(checks) do
					local ok, got = pcall(check[2])
					if not ok or not got then print("WRONG " .. check[1] .. ": " .. tostring(got)) end
				end
				print("asked " .. #checks)
			end))
		end
		return B`)
	faults, notes := played(t, `
world: { width: 30, height: 30 }
places: [ { id: nest, at: [15, 15], radius: 5 } ]
items: [ { kind: berry, count: 1, food: 0.5 } ]
bots:
  - { id: mob, name: Mob, count: 1, health: 100, sight: { radius: 60 }, hunger: { lasts: 100s }, home: nest, initialState: { burning: false }, behavior: { file: brain.lua } }
  - { id: friend, name: Friend, count: 1, health: 100, tags: [friendly], behavior: { kind: action, name: stay } }
`, src.String(), false, 3, nil)
	for _, f := range faults {
		t.Error(f)
	}
	asked := false
	for _, n := range notes {
		if strings.Contains(n, "WRONG") {
			t.Error(n)
		}
		asked = asked || strings.Contains(n, fmt.Sprintf("asked %d", len(rows)))
	}
	if !asked {
		t.Errorf("not all were asked: %q", notes)
	}
}
