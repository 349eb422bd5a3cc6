package stage_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// Files of creatures reach into parts of components, of the ground and of the engine that nobody gave them
// by a call; and a graph may begin in a state that goes on at once.
func TestWhatFilesReachIntoIsThere(t *testing.T) {
	dir := folder(t, map[string]string{
		"brains/brain.lua": saying,
		"stategraphs/SGmob.lua": `
require("stategraphs/commonstates")
local states = {}
CommonStates.AddInitState(states, "lurk")
CommonStates.AddIdle(states)
CommonStates.AddSimpleState(states, "lurk", "lurk", { "idle", "lurking" }, "lurk")
return StateGraph("mob", states, {}, "init")`,
		"prefabs/mob.lua": `
local function hurt(inst, key, by)
	local health = inst.components.health
	health:SetPercent(1)
	health.externalfiredamagemultipliers:SetModifier(inst, by, key)
	health:DoFireDamage(10, nil, true)
	return 100 - health.currenthealth
end
local function fn()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	inst.entity:AddAnimState()
	MakeUnderwaterCharacterPhysics(inst, 10, .5)
	inst:AddComponent("locomotor")
	inst:AddComponent("health")
	inst:AddComponent("leader")
	inst:AddComponent("sanity")
	inst:AddComponent("petleash")
	inst:AddComponent("fueled")
	inst:AddComponent("inventory")
	MakeHauntablePlayAnim(inst)
	inst:SetStateGraph("SGmob")
	inst.components.fueled:InitializeFuelLevel(10)
	inst.components.fueled.rate_modifiers:SetModifier(inst, 2, "wind")
	inst.components.fueled:StartConsuming()
	local drawn = 0
	for _ in pairs(inst.components.leader.itemfollowers) do drawn = drawn + 1 end
	for _ in pairs(inst.components.petleash.pets) do drawn = drawn + 1 end
	inst:AddComponent("combat")
	inst:ShakeCamera(1)
	inst.components.sanity.externalmodifiers:SetModifier(inst, 3)
	inst.components.sanity.neg_aura_modifiers:SetModifier(inst, .5)
	inst.halved, inst.none, inst.drawn = hurt(inst, "damp", .5), hurt(inst, "wet", 0), drawn
	inst.Tell = function()
		local all = SourceModifierList(inst)
		all:SetModifier(inst, 2, "a")
		all:SetModifier(inst, 3, "b")
		all:SetModifier("wind", 5, "a")
		local map = TheWorld.Map
		print("said", inst.halved, inst.none, inst.drawn, inst.sg:HasStateTag("lurking"), inst.components.fueled:IsEmpty(),
			all:CalculateModifierFromSource(inst), all:CalculateModifierFromKey("a"), inst.components.sanity.externalmodifiers:Get(),
			bit.band(6, 3), bit.bor(6, 3), bit.bxor(6, 3), bit.bnot(0), bit.lshift(3, 2), bit.rshift(-1, 28),
			map:GetWorldSize() == map:GetSize(), map:IsImpassableAtPoint(-5, 0, -5), map:CanCastAtPoint(Vector3(1, 0, 1)), EXIT_DESTINATION.LAND, inst.replica.combat:GetTarget(), inst.replica.health:Max(), inst.replica.health:CanMurder(), next(inst.components.inventory.opencontainers), TheSim:GetScreenSize())
	end
	return inst
end
return Prefab("mob", fn)`,
	})
	faults, told, printed := lifeOf(t, dir, "{ file: brains/brain.lua, creature: prefabs/mob.lua }", 200)
	if len(faults) > 0 || len(printed) == 0 || strings.Contains(told, "unknown") {
		t.Fatalf("%q, %q, %q", printed, faults, told)
	}
	want := "said\t5\t0\t0\ttrue\ttrue\t6\t10\t3\t2\t7\t5\t-1\t12\t15\ttrue\ttrue\ttrue\t2\tnil\t100\ttrue\tnil\t1280\t720"
	if last := printed[len(printed)-1]; last != want {
		t.Errorf("%q, wanted %q", last, want)
	}
}

// Who hides is in no picture, whether it stands or moves.
func TestWhoHidesIsInNoPicture(t *testing.T) {
	dir := folder(t, map[string]string{"prefabs/mob.lua": `
local function fn()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	MakeCharacterPhysics(inst, 10, .5)
	inst:AddComponent("health")
	inst:DoTaskInTime(1, inst.Hide)
	inst:DoTaskInTime(2, function() inst.Physics:SetMotorVel(1, 0, 0) end)
	inst:DoTaskInTime(3, function() inst.Physics:Stop() end)
	inst:DoTaskInTime(4, inst.RemoveFromScene)
	inst:DoTaskInTime(5, inst.ReturnToScene)
	inst:DoTaskInTime(6, inst.Hide)
	inst:DoTaskInTime(7, inst.Show)
	return inst
end
return Prefab("mob", fn)`})
	s, err := scenes.Parse(filepath.Join(dir, "scene.yaml"), []byte(`bots: [ { id: mob, name: Mob, count: 1, speedMps: 2, behavior: { creature: prefabs/mob.lua } } ]`), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	play, err := live.New(s, live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer play.Close()
	var hidden []bool
	for tick := 1; tick <= 8*30; tick++ {
		play.Step()
		if tick%30 == 15 {
			hidden = append(hidden, play.Snapshot().Bots[0].Hidden)
		}
	}
	if diff := cmp.Diff([]bool{false, true, true, true, true, false, true, false}, hidden); diff != "" {
		t.Errorf("hidden in the middle of each second (-want +got)\n%s", diff)
	}
}

// A method that nobody has is told with the one that may be meant: of an entity, of a component, of the
// engine.
func TestMethodsThatMayBeMeant(t *testing.T) {
	dir := folder(t, map[string]string{"prefabs/mob.lua": `
local function fn()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	inst:DoTaskInTime(.1, function() inst:SetStateGraf("x") end)
	inst:DoTaskInTime(.2, function() TheSim:FindEntitis() end)
	inst:DoTaskInTime(.3, function() inst:Zzyzx() end)
	return inst
end
return Prefab("mob", fn)`})
	faults, _, _ := lifeOf(t, dir, "{ creature: prefabs/mob.lua }", 30)
	all := strings.Join(faults, "\n")
	for _, want := range []string{
		`inst:SetStateGraf is no function; did you mean "SetStateGraph"?`, `TheSim:FindEntitis is no function; did you mean "FindEntities"?`, `inst:Zzyzx is no function`,
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%q, wanted %q", all, want)
		}
	}
	if strings.Count(all, "did you mean") != 2 {
		t.Errorf("%q", all)
	}
	dir = folder(t, map[string]string{"brains/brain.lua": strings.Replace(saying, "self.inst:Tell()", "self.inst.components.combat:SetTargt()", 1)})
	faults, _, _ = lifeOf(t, dir, "{ file: brains/brain.lua }", 30)
	if want := `inst.components.combat:SetTargt is no function; did you mean "SetTarget"?`; !strings.Contains(strings.Join(faults, "\n"), want) {
		t.Errorf("%q, wanted %q", faults, want)
	}
}

// A component that is nil, and a tag that no state has, is told once, with the one that may be meant, at its
// first place. Silent are those that are there, that the root's files, its graphs or the scripts themselves
// have, and others of the game.
func TestPartsThatMayBeMeant(t *testing.T) {
	files := map[string]string{
		"components/comabts.lua": "return Class(function(self) end)",
		"stategraphs/SGmob.lua":  `return StateGraph("mob", { State{ name = "idle", tags = { "idle", "burrows", "Hammers" } } }, {}, "idle")`,
		"prefabs/mob.lua": `
local function fn()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	inst:SetStateGraph("SGmob")
	inst:AddComponent("health")
	inst.components.healthy = {}
	local of = inst.components
	local wrong = { of.combat, inst.components.comabt, inst.components.comabt, inst.replica.combta, inst.components.Health }
	wrong = { TheWorld.components.mermkingmanger, TheWorld.net.components.sandstroms }
	wrong = inst.sg:HasStateTag("bussy") or inst.sg:HasAnyStateTag("idle", "burows", "running")
	local right = { inst.components.comabts, inst.components.healthy, inst.components.clock, inst.components.teleportedoverride, inst.components.spellcaster }
	right = { TheWorld.components.mermkingmanager, TheWorld.components.sandstorms, inst.sg:HasStateTag("burrows"), inst.sg:HasStateTag("riding"), inst.sg:HasStateTag("Hammers") }
	return inst
end
return Prefab("mob", fn)`,
	}
	_, told, _ := lifeOf(t, folder(t, files), "{ creature: prefabs/mob.lua }", 1)
	for _, want := range []string{
		`mob.lua:9:45: there is no component comabt, so it is nil; did you mean "combat"?`,
		`mob.lua:9:90: there is no component combta, so it is nil; did you mean "combat"?`,
		`mob.lua:9:114: there is no component Health, so it is nil; did you mean "health"?`,
		`mob.lua:10:32: TheWorld has no component mermkingmanger; did you mean "mermkingmanager"?`,
		`mob.lua:10:72: TheWorld has no component sandstroms; did you mean "sandstorms"?`,
		`mob.lua:11:30: no state has the tag "bussy"; did you mean "busy"?`,
		`mob.lua:11:73: no state has the tag "burows"; did you mean "burrows"?`,
	} {
		if !strings.Contains(told, want) {
			t.Errorf("no %q in\n%s", want, told)
		}
	}
	if n := strings.Count(told, "did you mean"); n != 7 {
		t.Errorf("%d are meant, wanted 7, in\n%s", n, told)
	}
	files["prefabs/mob.lua"] = strings.Replace(files["prefabs/mob.lua"], "local of =", "inst.components.heatlh:SetMaxHealth(5)\n\tlocal of =", 1)
	_, err := scenes.Parse(filepath.Join(folder(t, files), "scene.yaml"), []byte(`bots: [ { id: mob, name: Mob, count: 1, behavior: { creature: prefabs/mob.lua } } ]`), scenes.Options{})
	if want := `mob.lua:8:2: inst.components.heatlh is nil, where something that has SetMaxHealth is wanted; did you mean "health"?`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, wanted %q", err, want)
	}
}

// The field is land of one kind of tile, of 4 x 4 m, whatever file asks of its tiles; outside of it is nothing. What
// a component does after time that was skipped is called by inst:LongUpdate alone.
func TestTilesAndSkippedTime(t *testing.T) {
	dir := folder(t, map[string]string{
		"components/aged.lua": `
local Aged = Class(function(self, inst) self.inst, self.age = inst, 0 end)
function Aged:LongUpdate(dt) self.age = self.age + dt end
return Aged`,
		"prefabs/mob.lua": `
local function fn()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	inst:AddComponent("aged")
	inst:DoTaskInTime(.1, function()
		local map, x, y, z = TheWorld.Map, TheWorld.Map:GetTileCenterPoint(9, 0, 15)
		print("at", x, y, z)
		print("of", map:GetTileCoordsAtPoint(9, 0, 15))
		print("is", map:GetTileAtPoint(9, 0, 15), map:GetTile(2, 3), map:IsValidTileAtPoint(9, 0, 15), map:IsLandTileAtPoint(9, 0, 15), map:IsOceanTileAtPoint(9, 0, 15))
		print("off", map:IsLandTileAtPoint(-9, 0, 15), map:IsImpassableTileAtPoint(-9, 0, 15), map:IsInvalidTileAtPoint(-9, 0, 15))
		print("on", map:IsImpassableTileAtPoint(9, 0, 15), map:IsInvalidTileAtPoint(9, 0, 15), map:IsTemporaryTileAtPoint(9, 0, 15), map:HasAdjacentLandTile(2, 3))
		print("kind", IsLandTile(1), IsOceanTile(1), TileGroupManager:IsLandTile(1), TileGroupManager:IsOceanTile(1), TileGroupManager:IsInvalidTile(1), TileGroupManager:IsImpassableTile(1))
		print("share", map:CalcPercentLandTilesAtPoint(9, 0, 15, 2), map:CalcPercentOceanTilesAtPoint(9, 0, 15, 2))
		print("age", inst.components.aged.age)
		inst:LongUpdate(5)
		print("aged", inst.components.aged.age)
	end)
	return inst
end
return Prefab("mob", fn)`})
	faults, told, printed := lifeOf(t, dir, "{ creature: prefabs/mob.lua }", 30)
	want := []string{
		"at\t10\t0\t14", "of\t2\t3", "is\t1\t1\ttrue\ttrue\tfalse", "off\tfalse\ttrue\ttrue", "on\tfalse\tfalse\tfalse\ttrue",
		"kind\ttrue\tfalse\ttrue\tfalse\tfalse\tfalse", "share\t1\t0", "age\t0", "aged\t5",
	}
	if diff := cmp.Diff(want, printed); diff != "" || len(faults) > 0 || strings.TrimSpace(told) != "" {
		t.Errorf("%q, %q, printed (-want +got)\n%s", faults, told, diff)
	}
}
