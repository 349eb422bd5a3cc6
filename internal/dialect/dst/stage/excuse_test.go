package stage_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/scenes"
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
	for _, want := range []string{"mob.lua:6:2: health:SetGlow is unknown: it does nothing, and gives nil", "mob.lua:8:2: rideable:SetSaddleTest is unknown"} {
		if strings.Count(told, want) != 1 {
			t.Errorf("%q, wanted %q once", told, want)
		}
	}
	faults, _, _ = lifeOf(t, dir, "{ file: brains/bare.lua }", 40)
	if len(faults) == 0 || !strings.Contains(faults[0], "self.inst.components.health:SetGlow is no function") {
		t.Errorf("%q", faults)
	}
}

// A component of the root is the class that creatures of a file get. The engine gives it
// its part: what clients see of it is there before it is made, and it watches the world
// for itself. Who is as the arena has him keeps Thicket's own, which asks there; and
// combat of the root is not read, which is told once.
func TestComponentsOfTheRootHaveWhatTheEngineGivesThem(t *testing.T) {
	dir := folder(t, map[string]string{
		"brains/brain.lua": saying, "brains/plain.lua": `
local B = Class(Brain, function(self) Brain._ctor(self) end)
function B:OnStart()
	self.bt = BT(self.inst, PriorityNode({ ActionNode(function() print("said", self.inst.components.follower.mine) end) }, 0.5))
end
return B`,
		"components/combat.lua": `error("read")`,
		"components/follower.lua": `
local function onleader(self, leader) self.inst.replica.follower:SetLeader(leader) end
local function onday(self, isday) print("day", self.mine, isday) end
local Follower = Class(function(self, inst)
	self.inst = inst
	self.leader = false
	self.mine = "mine"
	self:WatchWorldState("isday", onday)
end, nil, { leader = onleader })
function Follower:SetLeader(leader) self.leader = leader end
function Follower:GetLeader() return self.leader end
return Follower`,
		"prefabs/mob.lua": `
local function fn()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	inst:AddComponent("follower")
	inst:AddComponent("combat")
	inst:AddComponent("health")
	inst:AddComponent("locomotor")
	inst.components.follower:SetLeader(inst)
	inst.Tell = function()
		local f = inst.replica.follower
		print("said", f:GetLeader() == inst, f.mine, inst:HasTag("_follower"), inst.components.combat:HasTarget())
	end
	return inst
end
return Prefab("mob", fn)`,
	})
	faults, told, printed := lifeOf(t, dir, "{ file: brains/brain.lua, creature: prefabs/mob.lua }", 40)
	if want := "said\ttrue\tmine\ttrue\tfalse"; len(faults) > 0 || len(printed) == 0 || printed[0] != want {
		t.Errorf("wanted %q: %q, %q", want, printed, faults)
	}
	if want := "components/combat.lua of the root is not read"; strings.Count(told, want) != 1 {
		t.Errorf("wanted %q once: %q", want, told)
	}
	faults, _, printed = lifeOf(t, dir, "{ file: brains/plain.lua }", 40)
	if want := "said\tnil"; len(faults) > 0 || len(printed) == 0 || printed[0] != want {
		t.Errorf("wanted %q: %q, %q", want, printed, faults)
	}
}

// What files of creatures call of the engine beside entities: small functions, and
// objects whose calls do nothing.
func TestSmallFunctionsOfTheEngine(t *testing.T) {
	dir := folder(t, map[string]string{"brains/brain.lua": `
local B = Class(Brain, function(self) Brain._ctor(self) end)
function B:OnStart()
	local order = {}
	for k, v in orderedPairs({ b = 2, a = 1, [3] = 0 }) do table.insert(order, k .. "=" .. v) end
	local ran, every = 0, 0
	scheduler:ExecuteInTime(0.1, function(by) ran = ran + by end, nil, 5)
	scheduler:ExecutePeriodic(1 / 30, function() every = every + 1 end, 3)
	self.bt = BT(self.inst, SequenceNode({ WaitNode(1), ActionNode(function()
		print("said", table.concat(order, " "), ran, every, hash("Pig") == hash("pig"), hash("a") ~= hash("b"), setbit(5, 2), clearbit(7, 2), clearbit(5, 2), checkbit(6, 2),
			subfmt("{a} of {b}", { a = 1, b = "x" }), circular_index({ 7, 8, 9 }, 5), circular_index({ 7, 8, 9 }, 6), #require("techtree").Create({ 1 }), ProfileStatsAdd("x"), TheConfig:IsEnabled("y"), TheConfig:Shine(1), TheConfig:Shine(2))
	end) }))
end
return B`})
	faults, told, printed := lifeOf(t, dir, "{ file: brains/brain.lua }", 80)
	want := "said\t3=0 a=1 b=2\t5\t3\ttrue\ttrue\t7\t5\t5\ttrue\t1 of x\t8\t9\t1\tnil\tfalse\tnil"
	if len(faults) > 0 || len(printed) == 0 || printed[0] != want {
		t.Errorf("wanted %q: %q, %q", want, printed, faults)
	}
	if want := "TheConfig:Shine is unknown: it does nothing, and gives nil"; strings.Count(told, want) != 1 {
		t.Errorf("wanted %q once: %q", want, told)
	}
}

// What a creature wears changes how fast it goes, who follows a player is told that he is
// on a leash, and who commands the sky is told that it is the scene's.
func TestWornThingsLeashesAndCommandsOfTheSky(t *testing.T) {
	dir := folder(t, map[string]string{"brains/brain.lua": saying, "prefabs/mob.lua": `
local function hat()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	inst:AddComponent("inventoryitem")
	inst:AddComponent("equippable")
	inst.components.equippable.equipslot = EQUIPSLOTS.HEAD
	inst.components.equippable.walkspeedmult = 1.5
	return inst
end
local function fn()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	for _, name in ipairs({ "locomotor", "inventory", "follower", "health" }) do inst:AddComponent(name) end
	inst.components.locomotor.walkspeed = 4
	inst:ListenForEvent("startleashing", function() print("leashed") end)
	inst:ListenForEvent("stopleashing", function() print("free") end)
	inst:ListenForEvent("ms_setphase", function(_, phase) print("heard", phase) end, TheWorld)
	inst.Tell = function()
		if inst.told then return end
		inst.told = true
		local before = inst.components.locomotor:GetWalkSpeed()
		inst.components.inventory:Equip(SpawnPrefab("hat"))
		print("speed", before, inst.components.locomotor:GetWalkSpeed())
		inst.components.follower:SetLeader(AllPlayers[1])
		inst.components.follower:SetLeader(nil)
		TheWorld:PushEvent("ms_setphase", "night")
		print(TheWorld.state.phase)
	end
	return inst
end
return Prefab("mob", fn), Prefab("hat", hat)`})
	faults, told, printed := lifeOf(t, dir, "{ file: brains/brain.lua, creature: prefabs/mob.lua }", 60)
	if want := "speed\t4\t6 leashed free heard\tnight day"; len(faults) > 0 || strings.Join(printed, " ") != want {
		t.Errorf("wanted %q: %q, %q", want, printed, faults)
	}
	if want := `PushEvent("ms_setphase") changes nothing`; strings.Count(told, want) != 1 {
		t.Errorf("wanted %q once: %q", want, told)
	}
}

// The home of a class is the home of its creature, whose file gives it none: it goes
// there at night, and knows the way back.
func TestTheHomeOfAClassIsItsCreatures(t *testing.T) {
	dir := folder(t, map[string]string{"brains/brain.lua": saying, "prefabs/mob.lua": `
local function fn()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	inst:AddComponent("locomotor")
	inst:AddComponent("knownlocations")
	inst.Tell = function()
		local homeseeker = inst.components.homeseeker
		print("said", homeseeker ~= nil and homeseeker:HasHome() and homeseeker:GetHomePos().x, inst.components.knownlocations:GetLocation("home").x)
	end
	return inst
end
return Prefab("mob", fn)`})
	faults, _, printed, _ := lived(t, filepath.Join(dir, "scene.yaml"), `
places: [ { id: house, at: [60, 50], radius: 3 } ]
bots: [ { id: mob, name: Mob, count: 1, home: house, behavior: { file: brains/brain.lua, creature: prefabs/mob.lua } } ]`, false, 40)
	if want := "said\t60\t60"; len(faults) > 0 || len(printed) == 0 || printed[0] != want {
		t.Errorf("wanted %q: %q, %q", want, printed, faults)
	}
}
