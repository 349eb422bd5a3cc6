package stage_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// fought plays a scene with files for some ticks, calls look after each, and wants no
// faults. It gives what scripts printed.
func fought(t *testing.T, files map[string]string, scene string, ticks int, look func(tick int, s *live.Session)) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
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
	var printed []string
	play.Game().TreeLog.On(func(e host.LogEntry) { printed = append(printed, e.Text) })
	for tick := range ticks {
		play.Step()
		if look != nil {
			look(tick, play)
		}
	}
	faults, _ := play.Game().Faults.List()
	for _, f := range faults {
		if !f.Note {
			t.Error(f.String())
		}
	}
	return strings.Join(printed, "\n")
}

// bodyAt is a bot or player of a snapshot by its id; nil if it is not there.
func bodyAt(s *live.Session, id components.ID) *session.BodyView {
	snap := s.Snapshot()
	for _, list := range [][]session.BodyView{snap.Bots, snap.Players} {
		for i := range list {
			if list[i].ID == id {
				return &list[i]
			}
		}
	}
	return nil
}

const victim = `local B = Class(Brain, function(self) Brain._ctor(self) end)
function B:OnStart()
	local inst = self.inst
	print("born", inst.components.health.currenthealth)
	inst:ListenForEvent("attacked", function(_, data) print("attacked", data.attacker.prefab, data.damage, inst.components.health.currenthealth) end)
	inst:ListenForEvent("death", function(_, data) print("death", data.afflicter and data.afflicter.prefab) end)
	inst:ListenForEvent("onremove", function() print("removed") end)
	self.bt = BT(inst, ConditionNode(function() return false end))
end
return B`

// Blows of bots of other languages are the game's hits for a creature: they are heard, they
// kill, and its body lies there until the creature is removed. Who comes back is another
// creature.
func TestTheArenaStrikesACreature(t *testing.T) {
	const victimID = 2
	dead, gone, back := 0, 0, 0
	printed := fought(t, map[string]string{"victim.lua": victim}, `
world: { width: 30, height: 30 }
teams: [ { id: red }, { id: blue } ]
weapons: [ { id: axe, damage: 30, range: 40, cooldown: 1s } ]
bots:
  - { id: hunter, name: Hunter, teamId: red, count: 1, speedMps: 0, health: 50, weapons: [axe], behavior: { kind: action, name: attack, args: { who: enemy } } }
  - { id: deer, name: Deer, teamId: blue, count: 1, speedMps: 0, health: 80, respawn: 5s, behavior: { file: victim.lua } }
`, 300, func(tick int, s *live.Session) {
		b := bodyAt(s, victimID)
		switch {
		case b == nil:
			gone = tick
		case b.Dead && dead == 0:
			dead = tick
		case !b.Dead && dead > 0 && back == 0:
			back = tick
		}
	})
	want := "born\t80\nattacked\thunter\t30\t50\nattacked\thunter\t30\t20\ndeath\thunter\nattacked\thunter\t30\t0\nremoved\nborn\t80\n"
	if !strings.HasPrefix(printed, want) {
		t.Errorf("printed\n%s\nwanted\n%s", printed, want)
	}
	if gone > 0 || dead < 60 || dead > 75 || back-dead < 140 || back-dead > 155 {
		t.Errorf("dead in tick %d, back in tick %d, gone in tick %d", dead, back, gone)
	}
}

const hunter = `local B = Class(Brain, function(self) Brain._ctor(self) end)
function B:OnStart()
	local inst = self.inst
	for _, name in ipairs({ "onattackother", "onhitother", "killed" }) do
		inst:ListenForEvent(name, function(_, data) print(name, (data.target or data.victim).prefab) end)
	end
	inst.components.combat:SetTarget(FindEntity(inst, 40, nil, { "deer" }))
	self.bt = BT(inst, PriorityNode({ ChaseAndAttack(inst) }, 0.1))
end
return B`

// A creature strikes bodies of other languages in the arena, which decides what is left.
func TestACreatureStrikesOthers(t *testing.T) {
	points := float32(80)
	printed := fought(t, map[string]string{"hunter.lua": hunter}, `
world: { width: 30, height: 30 }
teams: [ { id: red }, { id: blue } ]
weapons: [ { id: claw, damage: 30, range: 3, cooldown: 1s } ]
bots:
  - { id: hunter, name: Hunter, teamId: red, count: 1, speedMps: 4, health: 50, weapons: [claw], behavior: { file: hunter.lua } }
  - { id: deer, name: Deer, teamId: blue, count: 1, speedMps: 0, health: 80, tags: [deer] }
`, 400, func(_ int, s *live.Session) {
		if b := bodyAt(s, 2); b != nil {
			points = b.Points
		}
	})
	if points > 20 || strings.Count(printed, "onhitother\tdeer") != 3 || strings.Count(printed, "killed\tdeer") != 1 {
		t.Errorf("%v points left, printed\n%s", points, printed)
	}
}

const ox = `local function fn()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	inst:AddComponent("health")
	inst.components.health:SetMaxHealth(500)
	inst:AddComponent("combat")
	return inst
end
return Prefab("ox", fn)`

const ghost = `local function fn()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	return inst
end
return Prefab("ghost", fn)`

// What a file gives a creature is what the arena shows: its health, or that it cannot be
// hurt.
func TestTheArenaShowsTheHealthOfTheFile(t *testing.T) {
	fought(t, map[string]string{"ox.lua": ox, "ghost.lua": ghost}, `
world: { width: 30, height: 30 }
teams: [ { id: red }, { id: blue } ]
weapons: [ { id: axe, damage: 30, range: 40, cooldown: 1s } ]
bots:
  - { id: hunter, name: Hunter, teamId: red, count: 2, speedMps: 0, weapons: [axe], behavior: { kind: action, name: attack, args: { who: ox } } }
  - { id: ox, name: Ox, teamId: blue, count: 1, speedMps: 0, health: 50, behavior: { creature: ox.lua } }
  - { id: ghost, name: Ghost, teamId: blue, count: 1, speedMps: 0, health: 50, behavior: { creature: ghost.lua } }
`, 40, func(tick int, s *live.Session) {
		if b := bodyAt(s, 3); tick == 2 && (b.Points < 400 || b.Points > 500) || tick > 2 && b.Points > 470 {
			t.Errorf("tick %d: the ox has %v points", tick, b.Points)
		}
		if b := bodyAt(s, 4); tick == 2 && (b.Points != 0 || b.Health != 1 || b.Dead) {
			t.Errorf("the ghost can be hurt: %+v", b)
		}
	})
}

const hound = `require "behaviours/chaseandattack"
local B = Class(Brain, function(self) Brain._ctor(self) end)
function B:OnStart() self.bt = BT(self.inst, PriorityNode({ ChaseAndAttack(self.inst, 10) }, 0.25)) end
local function retarget(inst)
	return FindEntity(inst, 8, function(e) return inst.components.combat:CanTarget(e) end, { "_combat", "sheep" })
end
local function keep(inst, target) return inst.components.combat:CanTarget(target) and inst:IsNear(target, 20) end
local function attacked(inst, data)
	inst.components.combat:SetTarget(data.attacker)
	inst.components.combat:ShareTarget(data.attacker, 40, function(e) return e:HasTag("hound") and not e.components.health:IsDead() end, 5)
end
local function fn()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	inst.entity:AddAnimState()
	MakeCharacterPhysics(inst, 10, 0.5)
	inst:AddTag("hound")
	if not TheWorld.ismastersim then return inst end
	inst:AddComponent("locomotor")
	inst.components.locomotor.runspeed = 7
	inst:AddComponent("health")
	inst.components.health:SetMaxHealth(150)
	inst:AddComponent("combat")
	inst.components.combat:SetDefaultDamage(20)
	inst.components.combat:SetAttackPeriod(2)
	inst.components.combat:SetRetargetFunction(3, retarget)
	inst.components.combat:SetKeepTargetFunction(keep)
	inst:AddComponent("follower")
	inst:ListenForEvent("attacked", attacked)
	inst:ListenForEvent("newcombattarget", function(_, data) print("hound", inst.GUID, "on", data.target.prefab) end)
	inst:ListenForEvent("killed", function(_, data) print("killed", data.victim.prefab) end)
	inst:SetBrain(B)
	return inst
end
return Prefab("hound", fn)`

const sheep = `local function fn()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	MakeCharacterPhysics(inst, 10, 0.5)
	inst:AddTag("sheep")
	inst:AddComponent("health")
	inst.components.health:SetMaxHealth(60)
	inst:AddComponent("combat")
	MakeSmallBurnableCharacter(inst)
	MakeSmallFreezableCharacter(inst)
	for _, name in ipairs({ "onignite", "startfiredamage", "onburnt", "onextinguish", "stopfiredamage", "freeze", "unfreeze", "death", "onremove" }) do
		inst:ListenForEvent(name, function() print("sheep", name) end)
	end
	inst:DoTaskInTime(START, function() DEED end)
	return inst
end
return Prefab("sheep", fn)`

// One hound finds a sheep; whoever strikes a hound has all of them against him. The hounds
// eat in turn: a sheep that is dead is left, and comes back as another one.
func TestHoundsShareTheirTarget(t *testing.T) {
	printed := fought(t, map[string]string{"hound.lua": hound, "sheep.lua": strings.NewReplacer("START", "9", "DEED",
		`FindEntity(inst, 40, nil, { "hound" }).components.combat:GetAttacked(inst, 5)`).Replace(sheep)}, `
world: { width: 40, height: 40 }
places: [ { id: kennel, at: [30, 30], radius: 2 }, { id: fold, at: [16, 30], radius: 1 } ]
bots:
  - { id: hound, name: Hound, count: 3, home: kennel, behavior: { creature: hound.lua } }
  - { id: sheep, name: Sheep, count: 1, home: fold, respawn: 60s, behavior: { creature: sheep.lua } }
`, 900, nil)
	if i := strings.Index(printed, "hound"); i < 0 || strings.Count(printed, "on\tsheep") < 3 {
		t.Errorf("not all hounds went for the sheep:\n%s", printed)
	}
	if strings.Count(printed, "killed\tsheep") != 1 || strings.Count(printed, "sheep\tdeath") != 1 || strings.Count(printed, "sheep\tonremove") != 1 {
		t.Errorf("the sheep was not killed once, and removed:\n%s", printed)
	}
}

// Fire hurts who burns and goes out; ice holds for a while. Both are told in the game's
// order.
func TestFireAndIce(t *testing.T) {
	for _, c := range []struct{ deed, want string }{
		{"inst.components.burnable:Ignite()", "onignite startfiredamage onburnt onextinguish stopfiredamage"},
		{"inst.components.freezable:AddColdness(5)", "freeze unfreeze"},
		{"inst.components.burnable:Ignite() inst.components.health:SetCurrentHealth(2)", "onignite startfiredamage death"},
	} {
		printed := fought(t, map[string]string{"sheep.lua": strings.NewReplacer("START", "1", "DEED", c.deed).Replace(sheep)}, `
world: { width: 40, height: 40 }
bots: [ { id: sheep, name: Sheep, count: 1, behavior: { creature: sheep.lua } } ]
`, 750, nil)
		got := strings.ReplaceAll(strings.ReplaceAll(printed, "sheep\t", ""), "\n", " ")
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, wanted %s", c.deed, got, c.want)
		}
	}
}

const asker = `local B = Class(Brain, function(self) Brain._ctor(self) end)
function B:OnStart()
	local inst = self.inst
	self.bt = BT(inst, ConditionNode(function() return false end))
	inst:DoPeriodicTask(0.1, function()
		local ann = AllPlayers[1]
		if ann == nil or self.asked then return end
		self.asked = true
		local c = ann.components
		print(c.health:GetPercent(), c.health.currenthealth, c.health:IsDead(), c.combat.target, c.follower.leader, c.leader:CountFollowers())
		inst.components.follower:SetLeader(ann)
		print(c.leader:IsFollower(inst), inst.components.follower.leader == ann)
		print(inst.components.combat:CanTarget(ann), c.combat:SuggestTarget(inst), c.combat.target)
		ann:ListenForEvent("attacked", function(_, data) print("ann", data.damage) end)
		print(c.combat:GetAttacked(inst, 40), c.health:DoDelta(-10, nil, "test", nil, inst))
		inst:DoTaskInTime(0.2, function() print(c.health.currenthealth) end)
		inst:DoTaskInTime(0.5, function()
			c.combat:GetAttacked(inst, 500)
			inst:DoTaskInTime(0.2, function() print(c.health:IsDead(), c.combat:GetAttacked(inst, 5), inst.components.combat:IsValidTarget(ann)) end)
		end)
	end)
end
return B`

// A player has the components that brains ask for. What he loses the arena takes.
func TestPlayersHaveComponents(t *testing.T) {
	printed := fought(t, map[string]string{"asker.lua": asker}, `
world: { width: 30, height: 30 }
bots: [ { id: asker, name: Asker, count: 1, speedMps: 0, health: 50, behavior: { file: asker.lua } } ]
`, 60, func(tick int, s *live.Session) {
		if tick == 2 {
			if err := s.Do(&session.Join{Name: "Ann"}); err != nil {
				t.Fatal(err)
			}
		}
	})
	want := "1\t100\tfalse\tnil\tnil\t0\ntrue\ttrue\ntrue\tnil\tnil\nann\t40\ntrue\t-10\n50\nann\t500\ntrue\ttrue\tfalse"
	if printed != want {
		t.Errorf("printed\n%s\nwanted\n%s", printed, want)
	}
}

// A creature whose scripts failed too often is the arena's: it can be struck and dies.
func TestWhoIsParkedCanBeStruck(t *testing.T) {
	dir, dead := t.TempDir(), false
	brain := `local B = Class(Brain, function(self) Brain._ctor(self) end)
		function B:OnStart() self.bt = BT(self.inst, LoopNode({ ActionNode(function() error("no") end) })) end
		return B`
	if err := os.WriteFile(filepath.Join(dir, "brain.lua"), []byte(brain), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := scenes.Parse(filepath.Join(dir, "scene.yaml"), []byte(`
world: { width: 30, height: 30 }
teams: [ { id: red }, { id: blue } ]
weapons: [ { id: axe, damage: 30, range: 40, cooldown: 1s } ]
bots:
  - { id: hunter, name: Hunter, teamId: red, count: 1, speedMps: 0, weapons: [axe], behavior: { kind: action, name: attack, args: { who: enemy } } }
  - { id: deer, name: Deer, teamId: blue, count: 1, speedMps: 0, health: 80, respawn: 100s, behavior: { file: brain.lua } }
`), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	play, err := live.New(s, live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer play.Close()
	for range 200 {
		play.Step()
		dead = dead || bodyAt(play, 2).Dead
	}
	if faults, _ := play.Game().Faults.List(); len(faults) == 0 || !dead {
		t.Errorf("%d faults, dead: %v", len(faults), dead)
	}
}
