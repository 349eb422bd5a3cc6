package stage_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// openField is where a foe goes about near (36, 30), within reach of a bot that starts
// at (30, 30).
const openField = `
seed: 5
world: { width: 60, height: 60 }
weapons: [{ id: claws, damage: 5, range: 2, cooldown: 1s }]
items: [{ kind: berries, count: 6, food: 0.5, respawn: 5s }]
places: [{ id: spot, at: [36, 30], radius: 1 }, { id: start, at: [30, 30], radius: 1 }]
bots:
  - { id: mob, name: Mob, count: 1, health: 200, speedMps: 4, home: start, weapons: [claws], foes: [foe], sight: { radius: 50 }, hunger: { lasts: 60s }, behavior: { file: brain.lua } }
  - { id: foe, name: Foe, count: 1, health: 100000, speedMps: 3, tags: [foe], home: spot, behavior: { kind: action, name: roam_near, args: { place: spot, radius: 10, every: 3 } } }
`

// smallField is where a foe hunts the bot up to the edge of the field.
const smallField = `
seed: 5
world: { width: 40, height: 40 }
weapons: [{ id: claws, damage: 5, range: 2, cooldown: 1s }]
places: [{ id: spot, at: [10, 20], radius: 1 }, { id: start, at: [20, 20], radius: 1 }]
bots:
  - { id: mob, name: Mob, count: 1, health: 100000, speedMps: 4, home: start, sight: { radius: 50 }, behavior: { file: brain.lua } }
  - { id: foe, name: Foe, count: 1, health: 100000, speedMps: 3.9, tags: [foe], foes: [mob], weapons: [claws], sight: { radius: 80 }, home: spot, behavior: { kind: selector, children: [{ kind: action, name: attack }, { kind: action, name: approach, args: { who: enemy } }] } }
`

// free is the state graph of a body that nothing holds: it strikes and acts as it goes,
// and goes as soon as it wants to, as bodies did when the figures were taken.
const free = `
local function go(inst)
	local loco = inst.components.locomotor
	inst.sg:GoToState(not loco:WantsToMoveForward() and "idle" or loco:WantsToRun() and "run" or "walk")
end
local events = {
	EventHandler("locomote", go),
	EventHandler("doattack", function(inst)
		inst.components.combat:StartAttack()
		inst.components.combat:DoAttack()
	end),
}
return StateGraph("free", {
	State{ name = "idle", tags = { "idle", "canrotate" }, onenter = function(inst) inst.components.locomotor:StopMoving() end },
	State{ name = "walk", tags = { "moving", "canrotate" }, onenter = function(inst) inst.components.locomotor:WalkForward() end },
	State{ name = "run", tags = { "moving", "running", "canrotate" }, onenter = function(inst) inst.components.locomotor:RunForward() end },
	State{ name = "deed", tags = { "canrotate" }, onenter = function(inst)
		inst:PerformBufferedAction()
		go(inst)
	end },
}, events, "idle", { ActionHandler(ACTIONS.EAT, "deed") })`

// ways is what the bot of a behaviour did in 900 ticks.
type ways struct {
	path                       float64 // metres
	foeLeast, foeMean, foeMost float64 // how far the foe was
	homeMean, homeMost         float64 // how far (30, 30) was
	moving                     float64 // share of the ticks
}

func (w ways) String() string {
	return fmt.Sprintf("%.1f\t%.2f %.2f %.2f\t%.2f %.2f\t%.2f", w.path, w.foeLeast, w.foeMean, w.foeMost, w.homeMean, w.homeMost, w.moving)
}

// waysOf plays a scene with a tree, and a home that is 30 m from two edges.
func waysOf(t *testing.T, scene, tree string) (w ways) {
	t.Helper()
	dir := t.TempDir()
	setup := ""
	if strings.HasPrefix(tree, "Chase") { // who had no target had the foe at once
		setup = `inst:DoPeriodicTask(FRAMES, function()
				if not inst.components.combat:HasTarget() then inst.components.combat:SetTarget(foe()) end
			end)`
	}
	src := `
		-- stood in for a function of the game when the figures were taken
		function VecUtil_Slerp(x1, z1, x2, z2, t) return x1 * (1 - t) + x2 * t, z1 * (1 - t) + z2 * t end
		local B = Class(Brain, function(self) Brain._ctor(self) end)
		function B:OnStart()
			local inst, n = self.inst, 0
			inst:SetStateGraph("SGfree")
			inst.components.locomotor.directdrive = true
			local function foe() return FindEntity(inst, 40, nil, { "foe" }) end
			local function home() return Vector3(30, 0, 30) end
			` + setup + `
			self.bt = BT(inst, PriorityNode({ ` + tree + ` }, 0.25, true))
		end
		return B`
	if err := os.WriteFile(filepath.Join(dir, "brain.lua"), []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "stategraphs"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "stategraphs/SGfree.lua"), []byte(free), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := scenes.Parse(filepath.Join(dir, "scene.yaml"), []byte(scene), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	play, err := live.New(s, live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer play.Close()
	const ticks = 900
	var world session.Snapshot
	var last moment
	w.foeLeast = math.Inf(1)
	for tick := range ticks {
		play.Step()
		play.Game().Snapshot(&world)
		now := look(&world)
		if tick > 0 {
			step := now.from(last.x, last.y)
			w.path += step
			if step > 1e-4 {
				w.moving += 1.0 / ticks
			}
		}
		last = now
		home := now.from(30, 30)
		w.foeLeast, w.foeMost, w.homeMost = min(w.foeLeast, now.gap), max(w.foeMost, now.gap), max(w.homeMost, home)
		w.foeMean += now.gap / ticks
		w.homeMean += home / ticks
	}
	all, _ := play.Game().Faults.List()
	for _, f := range all {
		if !f.Note {
			t.Error(f)
		}
	}
	return w
}

// off tells of figures that are farther from those of the original than a share of them,
// another one for where the body was, and than what bodies differ in anyway.
func (w ways) off(want ways, share, drawn float64) (wrong []string) {
	for _, f := range []struct {
		name                    string
		got, want, share, least float64
	}{
		{"path", w.path, want.path, share, 1}, {"share of ticks moving", w.moving, want.moving, share, 0.03},
		{"distance to the foe", w.foeMean, want.foeMean, drawn, 0.3}, {"distance to home", w.homeMean, want.homeMean, drawn, 0.3},
	} {
		if math.Abs(f.got-f.want) > max(f.least, f.share*f.want) {
			wrong = append(wrong, fmt.Sprintf("%s %.2f, wanted %.2f", f.name, f.got, f.want))
		}
	}
	return wrong
}

// TestBehavioursGoTheOriginalsWays plays trees of one behaviour for which the ways of the
// original's own behaviours are known, see originals.tsv.
func TestBehavioursGoTheOriginalsWays(t *testing.T) {
	text, err := os.ReadFile("testdata/originals.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		cells := strings.Split(row, "\t")
		name, tree := cells[0], cells[1]
		scene := openField
		if name == "edge" {
			scene = smallField
		}
		t.Run(name, func(t *testing.T) {
			if cells[2] == "faults today" {
				t.Skip("originals.tsv has no figures of the original for this tree")
			}
			var want ways
			if _, err := fmt.Sscan(strings.Join(cells[2:6], " "), &want.path, &want.foeLeast, &want.foeMean, &want.foeMost, &want.homeMean, &want.homeMost, &want.moving); err != nil {
				t.Fatalf("%q: %v", row, err)
			}
			got := waysOf(t, scene, tree)
			t.Logf("%s: %v, the original %v", name, got, want)
			share, drawn := 0.15, 0.15
			if strings.HasPrefix(name, "wander") {
				share, drawn = 0.35, 0.35
			}
			if name == "doaction" { // where berries come back is drawn anew by the tick in which one was eaten
				drawn = 0.35
			}
			if wrong := got.off(want, share, drawn); len(wrong) > 0 {
				t.Error(strings.Join(wrong, "; "))
			}
		})
	}
}
