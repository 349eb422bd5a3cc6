package dst_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/scenes"
)

// lifeOf plays a scene of one class in a folder, and returns also what was noticed when it was loaded.
func lifeOf(t *testing.T, dir, behavior string, ticks int) (faults []string, notices string, printed []string) {
	t.Helper()
	file := filepath.Join(dir, "scene.yaml")
	scene := "bots: [ { id: mob, name: Mob, count: 1, behavior: " + behavior + " } ]"
	s, err := scenes.Parse(file, []byte(scene), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	faults, notes, printed, _ := lived(t, file, scene, false, ticks)
	return faults, s.Notices.Error() + "\n" + strings.Join(notes, "\n"), printed
}

// folder writes files into a folder of their own, which it returns.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const saying = `
local B = Class(Brain, function(self) Brain._ctor(self) end)
function B:OnStart()
	self.bt = BT(self.inst, PriorityNode({ ActionNode(function() self.inst:Tell() end) }, 0.5))
end
return B`

// The files of a root that give constants and numbers ask the engine for much that is
// not here. They run to their end: what they define otherwise is there, what is built in
// stays, and such a file cannot end a brain. Afterwards what is nil is nil again.
func TestConstantsAndNumbersRunToTheirEnd(t *testing.T) {
	dir := folder(t, map[string]string{
		"brains/brain.lua": `
local B = Class(Brain, function(self) Brain._ctor(self) end)
function B:OnStart()
	self.bt = BT(self.inst, PriorityNode({ ActionNode(function()
		print("said", FRAMES * 30, COLOURS.RED[1], LAST, TUNING.PACK.SIZE, TUNING.TREES ~= nil, pcall(function() return NOBODY.x end))
	end) }, 0.5))
end
return B`,
		"constants.lua": `
FRAMES = 1 / 60
local trees = require "treetable"
HASH = enginehash("mob")
IS_LIVE = TheEngine:GetGameID() == "X" and EngineSettings.live > 3
COLOURS = { RED = EngineColour(255, 0, 0) and { 1, 0, 0 } }
TREES = trees.Create({ A = 1 })
LAST = "last"`,
		"tuning.lua": `
function Tune(over)
	TUNING = { PACK = { SIZE = over.size or 4 }, TREES = require("treetable").Create({}), WARM = EngineWarmth() * 2 }
end
Tune({})
error("and no more")`,
	})
	faults, notes, printed := lifeOf(t, dir, "{ file: brains/brain.lua }", 40)
	want := "said\t1\t1\tlast\t4\ttrue\tfalse"
	if len(faults) > 0 || len(printed) == 0 || !strings.HasPrefix(printed[0], want) {
		t.Fatalf("wanted %q: %q, %q, %q", want, printed, faults, notes)
	}
	for _, want := range []string{"enginehash is unknown", "tuning.lua:6:1: and no more; the file ends there"} {
		if strings.Count(notes, want) != 1 {
			t.Errorf("wanted %q once: %q", want, notes)
		}
	}
}

// What the file of a creature asks of a component, and nobody wrote, is told once; the
// rest of the file counts. A brain without such a file fails there.
func TestCallsThatNobodyWrote(t *testing.T) {
	const creature = `
local function fn()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	inst:AddComponent("health")
	inst.components.health:SetGlow(3)
	inst:AddComponent("rideable")
	inst.components.rideable:SetSaddleTest(function() end)
	inst:AddComponent("locomotor")
	inst.Tell = function() print("said", inst.components.health:SetGlow(4), inst.components.health.SetGlow == nil, inst.components.health.glow) end
	return inst
end
return Prefab("mob", fn)`
	dir := folder(t, map[string]string{"brains/brain.lua": saying, "prefabs/mob.lua": creature, "brains/bare.lua": `
local B = Class(Brain, function(self) Brain._ctor(self) end)
function B:OnStart()
	self.bt = BT(self.inst, PriorityNode({ ActionNode(function() self.inst.components.health:SetGlow(3) end) }, 0.5))
end
return B`})
	faults, told, printed := lifeOf(t, dir, "{ file: brains/brain.lua, creature: prefabs/mob.lua }", 40)
	if want := "said\tnil\tfalse\tnil"; len(faults) > 0 || len(printed) < 2 || printed[1] != want {
		t.Errorf("wanted %q: %q, %q", want, printed, faults)
	}
	for _, want := range []string{"mob.lua:6:1: health:SetGlow is unknown: it does nothing, and gives nil", "mob.lua:8:1: rideable:SetSaddleTest is unknown"} {
		if strings.Count(told, want) != 1 {
			t.Errorf("%q, wanted %q once", told, want)
		}
	}
	faults, _, _ = lifeOf(t, dir, "{ file: brains/bare.lua }", 40)
	if len(faults) == 0 || !strings.Contains(faults[0], "self.inst.components.health:SetGlow is no function") {
		t.Errorf("%q", faults)
	}
}
