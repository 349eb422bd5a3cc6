package stage_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// played plays a scene for some ticks, with one player, and gives the faults and
// what scripts printed. The file says where its brains are looked for.
func played(t testing.TB, file, scene string, lenient bool, ticks int) (faults, printed []string) {
	t.Helper()
	faults, _, printed, _ = lived(t, file, scene, lenient, ticks)
	return faults, printed
}

// lived is played that also gives the notices, and all bodies at the end.
func lived(t testing.TB, file, scene string, lenient bool, ticks int) (faults, notes, printed []string, end string) {
	t.Helper()
	s, err := scenes.Parse(file, []byte(scene), scenes.Options{Lenient: lenient})
	if err != nil {
		t.Errorf("%v", err)
		return nil, nil, nil, ""
	}
	play, err := live.New(s, live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer play.Close()
	if err := play.Do(&session.Join{Name: "Ann", Heading: components.Heading{X: 1}}); err != nil {
		t.Fatal(err)
	}
	play.Game().TreeLog.On(func(e host.LogEntry) { printed = append(printed, e.Text) })
	for range ticks {
		play.Step()
	}
	all, _ := play.Game().Faults.List()
	for _, f := range all {
		if f.Note {
			notes = append(notes, f.String())
		} else {
			faults = append(faults, f.String())
		}
	}
	return faults, notes, printed, fmt.Sprintf("%+v", play.Snapshot().Bots)
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
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "brain.lua"), []byte(src.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	faults, printed := played(t, filepath.Join(dir, "scene.yaml"), `
world: { width: 30, height: 30 }
places: [ { id: nest, at: [15, 15], radius: 5 } ]
items: [ { kind: berry, count: 1, food: 0.5 } ]
bots:
  - { id: mob, name: Mob, count: 1, health: 100, sight: { radius: 60 }, hunger: { lasts: 100s }, home: nest, initialState: { burning: false }, behavior: { file: brain.lua } }
  - { id: friend, name: Friend, count: 1, health: 100, tags: [friendly], behavior: { kind: action, name: stay } }
`, false, 3)
	for _, f := range faults {
		t.Error(f)
	}
	asked := false
	for _, n := range printed {
		if strings.Contains(n, "WRONG") {
			t.Error(n)
		}
		asked = asked || strings.Contains(n, fmt.Sprintf("asked %d", len(rows)))
	}
	if !asked {
		t.Errorf("not all were asked: %q", printed)
	}
}

// The parts of the day are events of the world.
func TestEachHearsOfDayAndNight(t *testing.T) {
	dir := t.TempDir()
	brain := `local B = Class(Brain, function(self) Brain._ctor(self) end)
	function B:OnStart()
		local inst = self.inst
		local function say(who, phase) print(who == TheWorld, phase, TheWorld.state.phase) end
		inst:ListenForEvent("phasechanged", say, TheWorld)
		inst:ListenForEvent("phasechanged", say)
		inst:WatchWorldState("phase", function(who, phase) print("inst", who == inst, phase) end)
		TheWorld:WatchWorldState("phase", function(who, phase) print("world", who == TheWorld, phase) end)
		self.bt = BT(inst, ConditionNode(function() return false end))
	end
	return B`
	if err := os.WriteFile(filepath.Join(dir, "brain.lua"), []byte(brain), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, lenient := range []bool{false, true} {
		faults, printed := played(t, filepath.Join(dir, "scene.yaml"), `
world: { width: 30, height: 30 }
day: { length: 8s, start: 16, dawn: 6, dusk: 19 }
bots: [ { id: mob, name: Mob, count: 2, behavior: { file: brain.lua } } ]
`, lenient, 60)
		for _, f := range faults {
			t.Error(f)
		}
		slices.Sort(printed)
		var want []string
		for _, what := range []string{"inst\ttrue\t", "true\tPHASE\t", "world\ttrue\t"} {
			for _, phase := range []string{"dusk", "night"} {
				line := strings.Replace(what, "PHASE", phase, 1) + phase
				want = append(want, line, line)
			}
		}
		if diff := cmp.Diff(want, printed); diff != "" {
			t.Errorf("lenient %v (-want +got)\n%s", lenient, diff)
		}
	}
}

// Who went home is inside, and stays there.
func TestGoingHomeEnds(t *testing.T) {
	dir := t.TempDir()
	brain := `local B = Class(Brain, function(self) Brain._ctor(self) end)
	function B:OnStart()
		local inst = self.inst
		inst:ListenForEvent("enterlimbo", function() print("home") end)
		inst:DoTaskInTime(0.5, function() inst:PushEvent("gohome") end)
		self.bt = BT(inst, PriorityNode({
			EventNode(inst, "gohome", DoAction(inst, function() return BufferedAction(inst, inst.components.homeseeker.home, ACTIONS.GOHOME) end)),
		}, 0.25))
	end
	return B`
	if err := os.WriteFile(filepath.Join(dir, "brain.lua"), []byte(brain), 0o666); err != nil {
		t.Fatal(err)
	}
	faults, printed := played(t, filepath.Join(dir, "scene.yaml"), `
world: { width: 30, height: 30 }
places: [ { id: nest, at: [15, 15], radius: 2 } ]
bots: [ { id: mob, name: Mob, count: 1, speedMps: 6, home: nest, behavior: { file: brain.lua } } ]
`, false, 300)
	if diff := cmp.Diff([]string{"home"}, printed); diff != "" || len(faults) > 0 {
		t.Errorf("%v (-want +got)\n%s", faults, diff)
	}
}

// Who is out of the scene meets nobody: a torch sets fire to those who are there.
func TestTheHiddenMeetNobody(t *testing.T) {
	dir := t.TempDir()
	brain := `local B = Class(Brain, function(self) Brain._ctor(self) end)
	function B:OnStart()
		local inst = self.inst
		if inst.prefab == "inside" then inst:DoTaskInTime(0, function() inst:RemoveFromScene() end) end
		inst:DoTaskInTime(2, function() print(inst.prefab, inst.components.burnable:IsBurning()) end)
		self.bt = BT(inst, StandStill(inst))
	end
	return B`
	if err := os.WriteFile(filepath.Join(dir, "brain.lua"), []byte(brain), 0o666); err != nil {
		t.Fatal(err)
	}
	faults, printed := played(t, filepath.Join(dir, "scene.yaml"), `
world: { width: 30, height: 30 }
places: [ { id: nest, at: [15, 15], radius: 1 } ]
rules: [ { on: contact, radius: 5, from: { torch: true, lit: true }, to: { burning: false }, set: { to: { burning: true } }, cooldown: 0.1s } ]
bots:
  - { id: inside, name: Inside, count: 1, home: nest, initialState: { burning: false }, behavior: { file: brain.lua } }
  - { id: outside, name: Outside, count: 1, home: nest, initialState: { burning: false }, behavior: { file: brain.lua } }
  - id: torch
    name: Torch
    count: 1
    home: nest
    initialState: { torch: true, lit: false }
    behavior: { kind: selector, children: [ { kind: condition, name: alive_time_below, args: { limit: 1 } }, { kind: action, name: set_state, args: { key: lit, value: true } } ] }
`, false, 90)
	slices.Sort(printed)
	if diff := cmp.Diff([]string{"inside\tfalse", "outside\ttrue"}, printed); diff != "" || len(faults) > 0 {
		t.Errorf("%v (-want +got)\n%s", faults, diff)
	}
}

// busy is an arena in which everything happens to the bots of a brain: foes,
// hunger, fire, night, things to eat, a wall and a player.
const busy = `
seed: 3
settings: { BOSS.FACE_DIST: 20, BOSS_CHASE_TIME: 10, BOSS_RADIUS: 10, BOSS_SPECIAL_CD: 5, BOSS_SPECIAL_RANGE: 10, BULL_WANDER_DAY: 10, BULL_WANDER_NIGHT: 6, EYE_STOPATTACK_DIST: 10, GRAZER_WANDER_DIST: 10, HARBOR_ATTACK_RANGE: 3, HARBOR_CAST_TIME: 10, PERCH_SEE_BAIT_DIST: 10, PET_NEAR_DIST: 6, PET_WAIT: 2,
  PHANTOM_TELEPORT_DELAY: 2, RACER_CHECKPOINT_RANGE: 10, RACER_RUN_SPEED: 4, STALKER_CHASE_TIME: 10, SWIMMER.SEE_HOOK_DIST: 10, SWIMMER.WANDER: 10, TALKER_MAX_WANDER_DIST: 20, TALKER_MIN_POOP_PERIOD: 2, TALKER_TRADE_DIST: 10, TRAPPER_STAY_TIME: 10, WEBLING_AGGRESSIVE_CHASE: 30, WEBLING_FOOD_RANGE: 10, WEBLING_WANDER: 10 }
world: { width: 80, height: 80 }
day: { length: 8s, start: 16, dawn: 6, dusk: 19 }
obstacles: [ { circle: [40, 40, 5] } ]
places: [ { id: nest, at: [20, 20], radius: 5 } ]
items: [ { kind: berry, count: 60, respawn: 6s, food: 0.5 }, { kind: meat, count: 30, food: 0.8 } ]
weapons: [ { id: teeth, damage: 10, range: 2, cooldown: 0.8s } ]
bots:
  - { id: mob, name: Mob, count: 5, speedMps: 4, health: 100, initialState: { burning: false }, start: [ { count: 1, state: { burning: true } } ],
      sight: { radius: 26, angle: 300 }, weapons: [teeth], foes: [rival], hunger: { lasts: 6s, damage: 1 }, paces: { walk: 0.5, run: 1 }, home: nest, drops: meat,
      tags: [mob, monster, critter, playful], respawn: 2s, behavior: { file: brains/%s } }
  - { id: rival, name: Rival, count: 4, speedMps: 4, health: 60, initialState: { burning: false }, sight: { radius: 26 }, weapons: [teeth], foes: [mob], respawn: 2s,
      tags: [rival, scarytoprey, flower, structure, wall, boat, CHOP_workable], paces: { walk: 0.5, run: 1 },
      behavior: { kind: selector, children: [ { kind: action, name: attack }, { kind: action, name: approach, args: { who: enemy } }, { kind: action, name: wander } ] } }
`

// TestBrainsLiveInABusyArena runs each brain of the game's form where much happens
// to it: nothing fails, leniently or not, and both are the same where no stub is
// wanted.
func TestBrainsLiveInABusyArena(t *testing.T) {
	files, err := filepath.Glob("../testdata/brains/*.lua")
	if err != nil || len(files) < 25 {
		t.Fatalf("%d brains, %v", len(files), err)
	}
	if testing.Short() {
		files = files[:8]
	}
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasSuffix(name, "common.lua") {
			continue
		}
		var ends [2]string
		stubs := false
		for i, lenient := range []bool{false, true} {
			faults, notes, _, end := lived(t, "../testdata/scene.yaml", fmt.Sprintf(busy, name), lenient, 150)
			if len(faults) > 0 {
				t.Errorf("%s, lenient %v: %d faults, the first %s", name, lenient, len(faults), faults[0])
			}
			ends[i] = end
			stubs = stubs || strings.Contains(strings.Join(notes, "\n"), "a stub stands in")
		}
		if ends[0] != ends[1] && !stubs {
			t.Errorf("%s: strict and lenient differ\n%s\n%s", name, ends[0], ends[1])
		}
	}
}
