package stage_test

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// standard is a root in the manner of the game: a creature whose files use the names of its standard
// files, a component with setters that reads what Class keeps of them, a component of the world, and
// prefabs in files of other names.
var standard = map[string]string{
	"constants.lua": `
require("prefabskins")
require("clothing")
WORLD_TILES = {}
`,
	"tuning.lua": `TUNING = { MIRE_HEALTH = 120, MIRE_SPEED = 3 }`,
	"components/pile.lua": `
local function onsize(self, size, was) self.inst.sizes = (self.inst.sizes or "") .. tostring(was) .. ">" .. tostring(size) .. " " end
local Pile = Class(function(self, inst)
	self.inst = inst
	self.most = 10
	self.size = 1
end, nil, { size = onsize, most = function() end })
function Pile:Before() return self._.size[1] end
return Pile
`,
	"components/fenwatch.lua": `
return Class(function(self, inst)
	self.inst, self.calls = inst, 0
	function self:Count() self.calls = self.calls + 1 return self.calls end
end)
`,
	"prefabs/spit_fx.lua": `
local function MakeSpit(name)
	return Prefab(name, function()
		local inst = CreateEntity()
		inst.entity:AddTransform()
		inst.entity:AddNetwork()
		inst.SetOwner = function(it, owner) it.owner = owner end
		inst.persists = false
		return inst
	end)
end
return MakeSpit("mirespit"), Prefab("mirebubble", function() local inst = CreateEntity() inst.entity:AddTransform() inst.kind = "bubble" return inst end)
`,
	"prefabs/mire.lua": `
local PopupDialogScreen = require("screens/redux/popupdialog")
local Widget = require "widgets/widget"
local prefabs = FlattenTree({ { "mirespit", "mirebubble" }, "mirespit" }, true)
local Sign = Class(Widget, function(self) Widget._ctor(self, "Sign") end)
local events = IsSpecialEventActive(SPECIAL_EVENTS.YOTP) and event_server_data("lavaarena", "prefabs/mire")
local function fn()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	inst.entity:AddAnimState()
	inst.entity:AddNetwork()
	MakeCharacterPhysics(inst, 50, 0.5)
	inst:SetDeploySmartRadius(1)
	inst:SetDeployExtraSpacing(2)
	inst:SetGroundTargetBlockerRadius(3)
	inst:PrereplicateComponent("health")
	inst:SetClientSideInventoryImageOverride("a", "b", "c")
	inst:AddInherentAction(ACTIONS.CHOP)
	inst.AnimState:SetSortOrder(ANIM_SORT_ORDER.OCEAN_BOAT)
	mire_init_fn(inst, "mire_skin")
	Sign():AddChild(PopupDialogScreen("a")):SetText("b")
	inst:AddComponent("health")
	inst.components.health:SetMaxHealth(TUNING.MIRE_HEALTH)
	inst.components.health.externalabsorbmodifiers:SetModifier(inst, 0.5, "mud")
	inst:AddComponent("locomotor")
	inst.components.locomotor.walkspeed = TUNING.MIRE_SPEED
	inst:AddComponent("pile")
	inst.components.pile.size = 4
	inst:AddComponent("periodicspawner")
	assert(Prefabs["mirebubble"] ~= nil and Prefabs["mirebubble"].name == "mirebubble")
	MakeHauntableWorkAndIgnite(inst)
	inst:ListenForEvent("netshakes", function() inst.shaken = true end, TheWorld.net)
	inst.OnEntitySleep, inst.OnSave = OnEntitySleep, function(it, data) data.mud = it.mud end
	inst.OnLoad = function(it, data) it.mud = data ~= nil and data.mud or nil end
	inst:SetStateGraph("SGmire")
	inst:SetBrain(require("brains/mirebrain"))
	return inst
end
return Prefab("mire", fn, nil, prefabs), MakeDeployableKitItem("mire_kit", "mirebubble", "kit", "kit", "idle", nil, nil, { "kit" }, nil, { deploymode = DEPLOYMODE.WATER }, 10)
`,
	"stategraphs/SGmire.lua": `
require("stategraphs/commonstates")
return StateGraph("mire", {
	State{ name = "idle", tags = { "idle" }, onenter = function(inst) inst.components.locomotor:Stop() end,
		events = { EventHandler("poke", function(inst, data) inst.poked = data.by return true end) } },
}, {}, "idle")
`,
	"brains/mirebrain.lua": `
local B = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
local PLACES = { [WORLD_TILES.MOSS] = "moss", [WORLD_TILES.FEN] = "fen" }
local function look(inst)
	local c = inst.components
	print("pile", inst.sizes, c.pile:Before(), c.pile.size, rawget(c.pile, "size"))
	c.health:DoDelta(-40)
	print("health", c.health.currenthealth)
	local spit = SpawnPrefab("mirespit")
	spit:SetOwner(inst)
	print("spit", spit.owner == inst, SpawnPrefab("mirebubble").kind)
	TheWorld.net:PushEvent("netshakes")
	inst.sg:HandleEvent("poke", { by = "stick" })
	print("heard", inst.shaken, inst.poked, TheWorld.components.fenwatch:Count(), TheWorld.components.fenwatch:Count())
	ToggleOffAllObjectCollisions(inst)
	local through = inst.sg.mem.isobstaclepassthrough
	ToggleOnAllObjectCollisionsAt(inst, 5, 6)
	print("through", through, inst.sg.mem.isobstaclepassthrough, ShouldEntitySink(inst))
	inst.mud = 7
	local record = inst:GetSaveRecord()
	print("record", record.prefab, record.data.mud, inst:CanDoAction(ACTIONS.CHOP))
	local kit = SpawnPrefab("mire_kit")
	print("kit", kit:HasTag("kit"), kit.components.stackable.maxsize, GetStackSize(kit))
	addsetter(c.pile, "depth", function(pile, v) pile.inst.depth = v end)
	c.pile.depth = 3
	local twice = pcall(function() makereadonly(c.pile, "depth") c.pile.depth = 4 end)
	print("depth", inst.depth, twice, PLACES[WORLD_TILES.FEN], math.abs(UnitRand()) <= 1)
	print("grid", DataGrid(4, 4):GetIndex(1, 2), ThePlayer == nil, LOC.GetTextScale())
end
function B:OnStart()
	self.bt = BT(self.inst, PriorityNode({ ActionNode(function()
		if not self.done then self.done = true look(self.inst) end
	end) }, 0.5))
end
return B
`,
}

// Names of the game's standard files do what they say, whatever file of the root a prefab stands in.
func TestStandardNamesOfTheGame(t *testing.T) {
	faults, notices, printed := lifeOf(t, folder(t, standard), "{ creature: prefabs/mire.lua, prefab: mire }", 60)
	want := []string{
		"pile\tnil>1 1>4 \t4\t4\tnil", "health\t100", "spit\ttrue\tbubble", "heard\ttrue\tstick\t1\t2", "through\ttrue\tnil\tfalse",
		"record\tmire\t7\ttrue", "kit\ttrue\t10\t1", "depth\t3\tfalse\tfen\ttrue", "grid\t9\ttrue\t1",
	}
	if !slices.Equal(printed, want) || len(faults) > 0 {
		t.Errorf("%q\nprinted\n%s\nwanted\n%s", faults, strings.Join(printed, "\n"), strings.Join(want, "\n"))
	}
	if text := strings.TrimSpace(notices); text != "" {
		t.Errorf("notices:\n%s", text)
	}
}

// A number that is nil is told where the user gives it to a component, with its name.
func TestArgumentsOfSettersAreToldWhereTheyAreGiven(t *testing.T) {
	for call, want := range map[string]string{
		`inst.components.health:SetMaxHealth(TUNING.NOT_THERE)`:                    `inst.components.health:SetMaxHealth: argument 1, TUNING.NOT_THERE, is nil, where a number is wanted`,
		`inst.components.timer:StartTimer("x", TUNING.NOT_THERE)`:                  `inst.components.timer:StartTimer: argument 2, TUNING.NOT_THERE, is nil, where a number is wanted`,
		`local c = inst.components.combat c:SetRange(inst.range)`:                  `c:SetRange: argument 1, inst.range, is nil, where a number is wanted`,
		`inst.components.combat.SetAttackPeriod(inst.components.combat, TUNING.X)`: `inst.components.combat.SetAttackPeriod: argument 1, TUNING.X, is nil, where a number is wanted`,
		`inst.aura = -TUNING.NOT_THERE`:                                            `TUNING.NOT_THERE is nil, where a number is wanted`,
		`inst.aura = #TUNING.NOT_THERE`:                                            `TUNING.NOT_THERE`,
	} {
		dir := folder(t, map[string]string{"prefabs/mob.lua": `
return Prefab("mob", function()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	for _, name in ipairs({ "health", "timer", "combat" }) do inst:AddComponent(name) end
	` + call + `
	return inst
end)
`})
		_, err := scenes.Parse(filepath.Join(dir, "scene.yaml"), []byte("bots: [ { id: mob, name: Mob, count: 1, behavior: { creature: prefabs/mob.lua } } ]"), scenes.Options{})
		if err == nil || !strings.Contains(err.Error(), "mob.lua:6:") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, wanted %q", call, err, want)
		}
	}
}

// A file's own prefabs come before those of a file that it requires, and that with its name before others.
func TestAFilesOwnPrefabsComeFirst(t *testing.T) {
	one := func(name, more string) string {
		return "Prefab(\"" + name + "\", function() local inst = CreateEntity() inst.entity:AddTransform() " + more + " return inst end)"
	}
	const says = `inst:DoTaskInTime(0, function() print("it is", inst.prefab) end)`
	dir := folder(t, map[string]string{
		"prefabs/fruit.lua": "return " + one("banana", says),
		"prefabs/fly.lua":   "require(\"prefabs/fruit\") return " + one("swarm", says) + ", " + one("fly", says),
	})
	faults, notices, printed := lifeOf(t, dir, "{ creature: prefabs/fly.lua }", 30)
	if len(faults) > 0 || !slices.Equal(printed, []string{"it is\tfly"}) || !strings.Contains(notices, "the creature is the prefab fly of ") {
		t.Errorf("%q %q\n%s", faults, printed, notices)
	}
}

// Where neither the class nor the file has the name of a prefab, the first that sets a brain is meant: by itself, or
// by a function that it calls.
func TestOfSeveralPrefabsThatWithABrainIsMeant(t *testing.T) {
	const file = `local function common(name)
	local inst = CreateEntity()
	inst.entity:AddTransform()
	inst:AddComponent("locomotor")
	inst:DoTaskInTime(0, function() print("it is", inst.prefab) end)
	return inst
end

local function egg()
	return common()
end

local function hatched(brain)
	local inst = common()
	inst:SetBrain(brain)
	return inst
end

local BirdBrain = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function BirdBrain:OnStart() self.bt = BT(self.inst, StandStill(self.inst)) end

local function bird()
	return hatched(BirdBrain)
end

return Prefab("egg", egg), Prefab("bird", bird), Prefab("feather", egg)
`
	dir := folder(t, map[string]string{"prefabs/nestlings.lua": file})
	faults, _, printed := lifeOf(t, dir, "{ creature: prefabs/nestlings.lua }", 30)
	if len(faults) > 0 || !slices.Equal(printed, []string{"it is\tbird"}) {
		t.Errorf("%q %q", faults, printed)
	}
}

// An error that ends loading begins with the file of constants that ended before its time, if one did, and
// tells what else was odd before it.
func TestWhatWasOddBeforeAnErrorIsToldWithIt(t *testing.T) {
	creature := `return Prefab("mob", function() local inst = CreateEntity() inst:SetStateGraph("SGnone") Helper() return inst end)`
	for _, c := range []struct {
		files map[string]string
		want  []string
	}{
		{map[string]string{"constants.lua": "COLOUR = {}\nerror('broken')\nfunction Helper() end"}, []string{
			"constants.lua:2 broken; the file ends there", `mob.lua:1 after that: unknown name "Helper"`,
			"mob.lua:1 before that: SetStateGraph: there is no stategraphs/SGnone.lua; Thicket's own state graph stands in",
		}},
		{map[string]string{"tuning.lua": "TUNING = {}\n\nrequire 'inner'\nfunction Helper() end", "inner.lua": "\nlocal t = {} t[({}).x] = 1"}, []string{
			"inner.lua:2 the key of a table cannot be nil; the file ends there, and with it tuning.lua:3:1", `mob.lua:1 after that: unknown name "Helper"`,
			"mob.lua:1 before that: SetStateGraph: there is no stategraphs/SGnone.lua; Thicket's own state graph stands in",
		}},
		{nil, []string{
			`mob.lua:1 unknown name "Helper"`,
			"mob.lua:1 before that: SetStateGraph: there is no stategraphs/SGnone.lua; Thicket's own state graph stands in",
		}},
	} {
		files := map[string]string{"prefabs/mob.lua": creature}
		maps.Copy(files, c.files)
		dir := folder(t, files)
		_, err := scenes.Parse(filepath.Join(dir, "scene.yaml"), []byte("bots: [ { id: mob, name: Mob, count: 1, behavior: { creature: prefabs/mob.lua } } ]"), scenes.Options{})
		var list syntax.ErrorList
		if !errors.As(err, &list) || len(list) != 1 {
			t.Fatal(err)
		}
		at := func(pos syntax.Pos) string { return fmt.Sprint(filepath.Base(pos.File), ":", pos.Line, " ") }
		got := []string{at(list[0].Pos) + list[0].Msg}
		for _, n := range list[0].Notes {
			got = append(got, at(n.Pos)+n.Msg)
		}
		for i := range got {
			got[i] = strings.ReplaceAll(got[i], dir+string(filepath.Separator), "")
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}
}

// What nobody knows is told with what may be meant.
func TestWhatIsMisspeltIsToldWithWhatMayBeMeant(t *testing.T) {
	files := map[string]string{
		"prefabs/newt.lua": `
return Prefab("newt", function()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	MakeCharacterPhysics(inst, 50, 0.5)
	inst:AddComponent("locomotor")
	inst:AddComponent("eeater")
	inst:AddComponent("combat")
	inst.components.combat:SetRenge(2)
	inst:WatchWorldState("isnigth", function() end)
	inst.kind = FOODTYPE.MEET
	inst:SetStateGraph("SGnewt")
	inst:SetBrain(require("brains/newtbrain"))
	inst.Transform:SetPositon(1, 0, 1)
	inst.entity:AddAnimState():PlayAnimaton("idle")
	TheNet:GetPlayerCunt()
	inst.uses = { FUELTYPE.BURNABEL, FUELTYPE.BURNABLE, FUELTYPE.SUNLIGHT, WORLD_TILES.GRAS, WORLD_TILES.GRASS, DEPLOYMODE.PLAN, HOUNDWARNINGTYPE.LVL5 }
	return inst
end)
`,
		"stategraphs/SGnewt.lua": `
require("stategraphs/commonstates")
return StateGraph("newt", { State{ name = "idle" }, State{ name = "hop" } }, { CommonHandlers.OnLocomot(true, true) }, "idle")
`,
		"brains/newtbrain.lua": `
local B = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function B:OnStart()
	self.bt = BT(self.inst, PriorityNode({ ActionNode(function()
		self.inst.sg:GoToState("idel")
		if TheWorld.state.isNight then return end
		if self.inst:HasTag("montser") or self.inst:HasTag("newtling") or self.inst:HasTag("monster") then return end
	end) }, 0.5))
end
return B
`,
	}
	faults, notices, _ := lifeOf(t, folder(t, files), "{ creature: prefabs/newt.lua }", 60)
	if len(faults) > 0 {
		t.Errorf("%q", faults)
	}
	for _, want := range []string{
		`newt.lua:7:2: components/eeater: there is no such file, so the component does nothing; did you mean "eater"?`,
		`newt.lua:9:2: combat:SetRenge is unknown: it does nothing, and gives nil; did you mean "SetRange"?`,
		`newt.lua:10:2: WatchWorldState: there is no part isnigth of TheWorld.state, so that it never changes; did you mean "isnight"?`,
		`newt.lua:11:14: FOODTYPE.MEET is unknown: nil; did you mean "MEAT"?`,
		`CommonHandlers.OnLocomot is not there; it does nothing; did you mean "OnLocomote"?`,
		`newt: there is no state idel, so it stays where it is; did you mean "idle"?`,
		`TheWorld.state.isNight is unknown: nil; did you mean "isnight"?`,
		`nobody has had the tag "montser" so far; did you mean "monster"?`,
		`newt.lua:14:2: Transform:SetPositon is unknown: it does nothing, and gives nil; did you mean "SetPosition"?`,
		`newt.lua:15:2: AnimState:PlayAnimaton is unknown: it does nothing, and gives nil; did you mean "PlayAnimation"?`,
		`newt.lua:16:2: TheNet:GetPlayerCunt is unknown: it does nothing, and gives nil; did you mean "GetPlayerCount"?`,
		`newt.lua:17:16: FUELTYPE.BURNABEL is unknown: a value of its own stands in for it; did you mean "BURNABLE"?`,
		`newt.lua:17:73: WORLD_TILES.GRAS is unknown: a value of its own stands in for it; did you mean "GRASS"?`,
		`newt.lua:17:110: DEPLOYMODE.PLAN is unknown: a value of its own stands in for it; did you mean "PLANT"?`,
	} {
		if !strings.Contains(notices, want) {
			t.Errorf("no %q in\n%s", want, notices)
		}
	}
	if n := strings.Count(notices, "nobody has had the tag"); n != 1 {
		t.Errorf("%d notices of tags, wanted one, in\n%s", n, notices)
	}
	if n := strings.Count(notices, "a value of its own"); n != 3 {
		t.Errorf("%d notices of constants that stand in, wanted three, in\n%s", n, notices)
	}
}
