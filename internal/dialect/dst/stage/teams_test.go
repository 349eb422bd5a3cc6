package stage_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/scenes"
)

// Files of the game's manner call what the engine has by itself: the leader of a team, which no
// file of theirs describes, those that a den sends out against players, and parts that are not shown.
func TestTeamsDensAndPartsOfTheEngine(t *testing.T) {
	const creature = `
local function fn()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	inst.entity:AddGroundCreepEntity()
	inst.entity:AddLabel()
	inst.GroundCreepEntity:SetRadius(5)
	inst.Label:SetText("den")
	for _, name in ipairs({ "health", "locomotor", "combat", "teamattacker", "talker", "childspawner", "periodicspawner", "herd" }) do inst:AddComponent(name) end
	inst.components.teamattacker.team_type = "auk"
	inst.components.periodicspawner:SetOnlySpawnOffscreen(true)
	inst.components.herd:SetUpdateRange(nil)
	inst.components.health:SetMaxHealth(TUNING.SPIDER_WARRIOR_HEALTH)
	inst.components.combat:BattleCry()
	local den = inst.components.childspawner
	den.childname, den.emergencychildname = "pup", "guard"
	den:SetMaxEmergencyChildren(2)
	inst.Tell = function()
		local leader = SpawnPrefab("teamleader")
		leader.components.teamleader:SetUp(inst, inst)
		local team = inst.components.teamattacker
		local guard = den:SpawnEmergencyChild(nil)
		local home = guard.components.homeseeker.home == inst
		local outside = den.numemergencychildrenoutside
		den:GoHome(guard)
		print("said", team.inteam, team.teamleader == leader.components.teamleader, leader:HasTag("teamleader_auk"), guard.prefab, home, outside,
			den.numemergencychildrenoutside, den.emergencychildreninside, den.childreninside)
	end
	return inst
end
return Prefab("mob", fn), Prefab("guard", function() local inst = CreateEntity() inst.entity:AddTransform() return inst end)`
	dir := folder(t, map[string]string{"brains/brain.lua": saying, "prefabs/mob.lua": creature})
	faults, told, printed := lifeOf(t, dir, "{ file: brains/brain.lua, creature: prefabs/mob.lua }", 40)
	if want := "said\ttrue\ttrue\ttrue\tguard\ttrue\t1\t0\t2\t1"; len(faults) > 0 || len(printed) == 0 || printed[0] != want {
		t.Errorf("wanted %q: %q, %q", want, printed, faults)
	}
	if strings.Contains(told, "is unknown") || strings.Contains(told, "teamleader") {
		t.Errorf("%q", told)
	}
}

// What a maker of handlers cannot work with is refused where the graph calls it.
func TestHandlersRefuseWhatIsNoNumber(t *testing.T) {
	dir := folder(t, map[string]string{
		"brains/brain.lua": saying,
		"prefabs/mob.lua":  "return Prefab(\"mob\", function()\n local inst = CreateEntity()\n inst.entity:AddTransform()\n inst:SetStateGraph(\"SGmob\")\n return inst\nend)",
		"stategraphs/SGmob.lua": "require(\"stategraphs/commonstates\")\nlocal events = {\n CommonHandlers.OnElectrocute(),\n CommonHandlers.OnAttacked(true),\n}\n" +
			"return StateGraph(\"mob\", { State{ name = \"idle\" } }, events, \"idle\")",
	})
	scene := "bots: [ { id: mob, name: Mob, count: 1, behavior: { file: brains/brain.lua, creature: prefabs/mob.lua } } ]"
	_, err := scenes.Parse(filepath.Join(dir, "scene.yaml"), []byte(scene), scenes.Options{})
	want := "SGmob.lua:4:2: CommonHandlers.OnAttacked: argument 1 is a boolean, where a number is wanted"
	if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "OnElectrocute") {
		t.Errorf("%v, wanted %q", err, want)
	}
}

// A component of a mod tells what clients see of it, which is not the component itself.
func TestAComponentOfAModTellsItsClients(t *testing.T) {
	dir := folder(t, map[string]string{
		"brains/brain.lua": saying,
		"components/mudded.lua": `
local function onmax(self, max) if self.inst.replica.mudded ~= nil then self.inst.replica.mudded:SetMax(max) end end
local Mudded = Class(function(self, inst)
	self.inst = inst
	self.max = 10
end, nil, { max = onmax })
function Mudded:SetMax(n) self.max = n end
function Mudded:WidgetSetup(n)
	local function fit() return self.max end
	self.slots = n + fit()
	self.inst.replica.mudded:WidgetSetup(n)
end
function Mudded:IsDeep() return self.inst.replica.mudded:IsDeep() end
function Mudded:GetOwner(next)
	if next ~= nil then return next.replica.mudded:GetOwner() end
	return self.max
end
return Mudded`,
		"prefabs/mob.lua": `
return Prefab("mob", function()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	inst:AddComponent("mudded")
	inst.components.mudded:SetMax(5)
	inst.components.mudded:WidgetSetup(2)
	local other = CreateEntity()
	other:AddComponent("mudded")
	inst.Tell = function()
		local mudded = inst.components.mudded
		print("said", mudded.max, inst.replica.mudded.max, mudded.slots, mudded:IsDeep(), mudded:GetOwner(other))
	end
	return inst
end)`,
	})
	faults, _, printed := lifeOf(t, dir, "{ file: brains/brain.lua, creature: prefabs/mob.lua }", 40)
	if want := "said\t5\t5\t7\tnil\t10"; len(faults) > 0 || len(printed) == 0 || printed[0] != want {
		t.Errorf("wanted %q: %q, %q", want, printed, faults)
	}
}
