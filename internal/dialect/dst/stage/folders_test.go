package stage_test

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// heron asks in the midst of the game for things that stand in files of other names.
var heron = map[string]string{
	"prefabs/heron.lua": `
local function fn()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	inst:DoPeriodicTask(1, function()
		for _, name in ipairs({ "reed", "frogspawn_small", "pebble" }) do print(GetTime() >= 2 and "late" or "early", SpawnPrefab(name).kind) end
	end)
	return inst
end
return Prefab("heron", fn)`,
	"prefabs/shore.lua": `
local function thing(kind) return function()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	inst.kind = kind
	return inst
end end
local function makespawn(size) return Prefab("frogspawn_" .. size, thing("spawn " .. size)) end
return Prefab("reed", thing("reed")), Prefab("pebble", thing("pebble")), makespawn("small")`,
}

// What the index of a folder's prefabs finds is found in a game that goes on from a save, too, be it
// before they were first asked for or after.
func TestPrefabsAreFoundByNameAfterASave(t *testing.T) {
	dir := folder(t, heron)
	s, err := scenes.Parse(filepath.Join(dir, "scene.yaml"), []byte(`bots: [ { id: heron, name: Heron, count: 2, behavior: { creature: prefabs/heron.lua } } ]`), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	play, err := live.New(s, live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer play.Close()
	games, printed := []*live.Session{play}, map[*live.Session]*[]string{}
	hear := func(game *live.Session) {
		said := new([]string)
		printed[game] = said
		game.Game().TreeLog.On(func(e host.LogEntry) { *said = append(*said, e.Text) })
	}
	hear(play)
	for tick := range 120 {
		if tick == 10 || tick == 60 {
			var b bytes.Buffer
			if err := play.Save(&b); err != nil {
				t.Fatal(err)
			}
			again, err := live.Restore(&b, live.Options{Workers: 2, Files: dir})
			if err != nil {
				t.Fatal(err)
			}
			defer again.Close()
			hear(again)
			games = append(games, again)
		}
		for _, g := range games {
			g.Step()
		}
	}
	late := []string{"late\treed", "late\tspawn small", "late\tpebble"}
	for i, g := range games {
		if g.Digest() != play.Digest() {
			t.Errorf("game %d goes on differently", i)
		}
		if all := *printed[g]; len(all) < 12 || !slices.Equal(all[len(all)-3:], late) {
			t.Errorf("game %d printed %q, wanted %q last; faults %v", i, all, late, faultsOf(g))
		}
	}
}

func faultsOf(g *live.Session) []string {
	var all []string
	list, _ := g.Game().Faults.List()
	for _, f := range list {
		all = append(all, f.String())
	}
	return all
}

// Loading has a bound of its own: what one turn of a brain may not take, the files of a folder may.
func TestLoadingMayTakeMoreThanATurn(t *testing.T) {
	const big = `BIG = {} for i = 1, 60000 do BIG[i] = { "item " .. i } end`
	dir := folder(t, map[string]string{
		"constants.lua": big,
		"prefabs/mob.lua": `return Prefab("mob", function()
			local inst = CreateEntity()
			inst.entity:AddTransform()
			inst:DoTaskInTime(0.5, function() print("at", BIG[60000][1]) end)
			inst:DoTaskInTime(1, function() ` + big + ` print("not reached") end)
			return inst
		end)`,
	})
	scene := func(load int64) (*scenes.Scene, error) {
		limits, err := limit.From(map[string]int64{"lua.memory": 2 << 20, "brain.load-memory": load})
		if err != nil {
			t.Fatal(err)
		}
		return scenes.Parse(filepath.Join(dir, "scene.yaml"), []byte("bots: [ { id: mob, name: Mob, count: 1, behavior: { creature: prefabs/mob.lua } } ]"), scenes.Options{Limits: limits})
	}
	s, err := scene(64 << 20)
	if err != nil {
		t.Fatal(err)
	}
	play, err := live.New(s, live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer play.Close()
	var printed []string
	play.Game().TreeLog.On(func(e host.LogEntry) { printed = append(printed, e.Text) })
	for range 60 {
		play.Step()
	}
	if want := []string{"at\titem 60000"}; !slices.Equal(printed, want) {
		t.Errorf("printed %q, wanted %q", printed, want)
	}
	if all := strings.Join(faultsOf(play), "\n"); !strings.Contains(all, "more than 2097152 bytes of memory, the limit lua.memory") {
		t.Errorf("faults are %s, wanted one of lua.memory", all)
	}
	if s, err = scene(4 << 20); err == nil {
		err = s.Notices
	}
	text := fmt.Sprint(err)
	if want := "more than 4194304 bytes of memory, the limit brain.load-memory"; !strings.Contains(text, "constants.lua:1:") || !strings.Contains(text, want) || strings.Contains(text, "steps") {
		t.Errorf("a small bound gives %v, wanted %q at the file", err, want)
	}
}

// Who stands in the light of a lamp at night walks away from it first, not anywhere.
func TestAvoidLightWalksAwayFromTheLamp(t *testing.T) {
	for _, lamp := range []string{"-2, 0, 0", "0, 0, 2", "2, 0, 0"} {
		dir := folder(t, map[string]string{
			"brains/moth.lua": `
require("behaviours/avoidlight")
local B = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function B:OnStart()
	local inst = self.inst
	inst.entity:AddLightWatcher()
	local lamp = CreateEntity()
	lamp.entity:AddTransform()
	lamp.entity:AddLight()
	lamp.Light:SetRadius(8)
	lamp.Light:SetIntensity(0.9)
	lamp.Light:Enable(true)
	lamp.Transform:SetPosition((inst:GetPosition() + Vector3(` + lamp + `)):Get())
	inst:DoPeriodicTask(0.1, function() print(string.format("%.3f", math.sqrt(inst:GetDistanceSqToInst(lamp)))) end)
	self.bt = BT(inst, PriorityNode({ AvoidLight(inst) }, 0.1))
end
return B`,
		})
		const scene = `
world: { width: 60, height: 60 }
day: { length: 480s, start: 1, dawn: 6, dusk: 19 }
bots: [ { id: moth, name: Moth, count: 1, speedMps: 2, behavior: { file: brains/moth.lua } } ]`
		faults, _, printed, _ := lived(t, filepath.Join(dir, "scene.yaml"), scene, false, 60)
		if len(faults) > 0 || len(printed) < 12 {
			t.Fatalf("faults %q, printed %q", faults, printed)
		}
		var first, second float64
		fmt.Sscan(printed[0], &first)
		fmt.Sscan(printed[10], &second)
		if went := second - first; math.Abs(went-1) > 0.15 {
			t.Errorf("in a second it went %.2f m away from the lamp at %s, wanted 1, straight: %q", went, lamp, printed)
		}
	}
}

// A notice of what only Thicket's own files run, such as a component whose time is up, is told at the
// creature's file.
func TestNoticesOfComponentsNameTheCreature(t *testing.T) {
	dir := folder(t, map[string]string{"prefabs/hen.lua": `
local function fn()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	inst:AddComponent("periodicspawner")
	inst.components.periodicspawner:SetPrefab("speckledegg")
	inst.components.periodicspawner:SetRandomTimes(1, 0)
	inst.components.periodicspawner:Start()
	return inst
end
return Prefab("hen", fn)`})
	s, err := scenes.Parse(filepath.Join(dir, "scene.yaml"), []byte(`bots: [ { id: hen, name: Hen, count: 1, behavior: { creature: prefabs/hen.lua } } ]`), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	play, err := live.New(s, live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer play.Close()
	for range 80 {
		play.Step()
	}
	all := faultsOf(play)
	if len(all) != 1 || !strings.Contains(all[0], "prefabs/hen.lua:6:44:") || !strings.Contains(all[0], "no file describes speckledegg") {
		t.Errorf("told %q, wanted one notice of the egg at prefabs/hen.lua", all)
	}
}
