package dst_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/scenes"
	"github.com/thicket-sim/thicket/session"
	"github.com/thicket-sim/thicket/systems"
)

// fought plays a scene with files for some ticks, calls look after each, and wants no
// faults. It gives what scripts printed.
func fought(t *testing.T, files map[string]string, scene string, ticks int, look func(tick int, s *session.Session)) string {
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
	play, err := session.New(s, session.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer play.Close()
	var printed []string
	play.Game().OnLog(func(e host.LogEntry) { printed = append(printed, e.Text) })
	for tick := range ticks {
		play.Step()
		if look != nil {
			look(tick, play)
		}
	}
	faults, _ := play.Game().Faults()
	for _, f := range faults {
		if !f.Note {
			t.Error(f.String())
		}
	}
	return strings.Join(printed, "\n")
}

// bodyAt is a bot or player of a snapshot by its id; nil if it is not there.
func bodyAt(s *session.Session, id components.ID) *systems.BodyView {
	snap := s.Snapshot()
	for _, list := range [][]systems.BodyView{snap.Bots, snap.Players} {
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
`, 300, func(tick int, s *session.Session) {
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
`, 400, func(_ int, s *session.Session) {
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
`, 40, func(tick int, s *session.Session) {
		if b := bodyAt(s, 3); tick == 2 && (b.Points < 400 || b.Points > 500) || tick > 2 && b.Points > 470 {
			t.Errorf("tick %d: the ox has %v points", tick, b.Points)
		}
		if b := bodyAt(s, 4); tick == 2 && (b.Points != 0 || b.Health != 1 || b.Dead) {
			t.Errorf("the ghost can be hurt: %+v", b)
		}
	})
}
