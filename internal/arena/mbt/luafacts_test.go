package mbt_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/live"
)

// meadow is a field with a path, on which the bots of the tests stand. The trees say what
// they find by the state key `is`.
const meadow = `
seed: 5
tickRate: 10
world: { width: 100, height: 60 }
lua: [lib.lua]
teams: [{ id: red }, { id: blue }, { id: green }]
obstacles: [{ rect: [60, 20, 2, 10] }]
places: [{ id: tower, at: [70, 40], radius: 1 }]
paths:
  - { id: line, points: [[10, 10], [30, 10], [30, 30]] }
  - { id: ring, points: [[10, 40], [40, 40], [40, 55], [10, 55]], closed: true }
weapons:
  - { id: knife, damage: 30, range: 2, cooldown: 1s }
  - { id: rifle, damage: 10, range: 30, cooldown: 0.5s, clip: 4, ammo: 8, reload: 1s }
bots:
`

// play starts the meadow with bots, as lines of YAML that may say {t.xml}, a tree around
// a node and what it is in, and Lua.
func play(t *testing.T, bots, blocks, node, lua string) *arenatest.Game {
	t.Helper()
	return playOn(t, meadow, bots, blocks, node, lua)
}

// playOn is play on another field.
func playOn(t *testing.T, field, bots, blocks, node, lua string) *arenatest.Game {
	t.Helper()
	dir := t.TempDir()
	file, src := filepath.Join(dir, "scene.yaml"), "vocabularies: [mbt]\n"+field+bots
	tree := "<BehaviorTree>" + blocks + "<Root>" + node + "</Root></BehaviorTree>"
	for name, text := range map[string]string{file: src, filepath.Join(dir, "t.xml"): tree, filepath.Join(dir, "lib.lua"): lua} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, err := live.Start(file, []byte(src), live.Options{Workers: 2})
	if err != nil {
		t.Fatalf("%s: %v", node, err)
	}
	t.Cleanup(s.Close)
	return &arenatest.Game{T: t, Session: s, Arena: core.Of(s.Game())}
}

const (
	soldier  = "  - { id: one, name: One, teamId: red, count: 1, speedMps: 2, health: 100, weapons: [knife, rifle], sight: { radius: 40, angle: 360 }, behavior: { file: t.xml }, initialState: { is: none } }\n"
	opponent = "  - { id: two, name: Two, teamId: blue, count: 1, speedMps: 0, health: 100 }\n"
)

// finds plays a soldier at (20, 20) and an opponent at (x, y), and wants some Lua to be
// true once the soldier has looked around.
func finds(t *testing.T, x, y float32, lua string, asserts ...string) {
	t.Helper()
	for _, code := range asserts {
		g := play(t, soldier+opponent, "", `<Sequence><StopMovement/><Wait duration="0.5"/><AssertLua code="return `+strings.ReplaceAll(code, "<", "&lt;")+`"/><SetState key="is" value="so"/><Halt/></Sequence>`, lua)
		g.Put(one, 20, 20, 1, 0).Put(two, x, y, -1, 0).Steps(8)
		if got := g.State(one, "is"); got != `"so"` {
			t.Errorf("%s is not so; %v", code, faults(g))
		}
	}
}

// luaFacts are about what scripts find in place, and about paths.
var luaFacts = map[string]fact{
	"lua-distance-none": {hold: func(t *testing.T) {
		finds(t, 95, 55, "", "entity:GetTargetDistance() == 500", "AI.GetAttentionTargetDistance(entity.id) == nil")
		finds(t, 35, 40, "", "entity:GetTargetDistance() == 25")
	}},
	"lua-group": {hold: func(t *testing.T) {
		const ask = `<Sequence><ExecuteLua code="entity.group = AI.GetGroupOf(entity.id)"/><LuaGate code="return entity.group == entity.wants"><SetState key="is" value="so"/></LuaGate><Halt/></Sequence>`
		g := play(t, `
  - { id: one, name: One, count: 1, speedMps: 2, behavior: { file: t.xml }, initialState: { is: none, wants: 0 } }
  - { id: two, name: Two, teamId: green, count: 1, speedMps: 2, behavior: { file: t.xml }, initialState: { is: none, wants: 3 } }
`, "", ask, "")
		g.Steps(3)
		for _, id := range []host.BotID{one, two} {
			if g.State(id, "is") != `"so"` {
				t.Errorf("bot %d has another group", id)
			}
		}
	}},
	"lua-scope-count": {hold: func(t *testing.T) {
		finds(t, 95, 55, "", "AI.GetGroupScopeUserCount(entity.id, 'Nobody') == 0")
		g := play(t, soldier, "", `<GroupScope name="Room"><Sequence><AssertLua code="return AI.GetGroupScopeUserCount(entity.id, 'rOOM') == 1"/><SetState key="is" value="so"/><Halt/></Sequence></GroupScope>`, "")
		if g.Steps(3); g.State(one, "is") != `"so"` {
			t.Error("a member that is inside is not counted")
		}
	}},
	"lua-number-gate": {hold: func(t *testing.T) {
		for value, want := range map[string]string{"1": `"shut"`, "true": `"open"`, "false": `"shut"`} {
			g := play(t, strings.Replace(soldier, "is: none", "is: none, bGoBackToStartOnIdle: "+value, 1), "",
				`<Sequence><Selector><LuaGate code="return entity.PropertiesInstance.AI.bGoBackToStartOnIdle"><SetState key="is" value="open"/></LuaGate><SetState key="is" value="shut"/></Selector><Halt/></Sequence>`, "")
			if g.Steps(3); g.State(one, "is") != want {
				t.Errorf("with %s the gate is %s", value, g.State(one, "is"))
			}
		}
		finds(t, 95, 55, "", "entity.PropertiesInstance.AI.bGoBackToStartOnIdle == false")
	}},
	"lua-refpoint": {hold: func(t *testing.T) {
		finds(t, 35, 40, "function at(x, y) local p = AI.GetRefPointPosition(entity.id) return p.x == x and p.y == y end",
			"AI.GetRefPointPosition(entity.id) == nil",
			"AI.SetRefPointPosition(entity.id, { x = 7, y = 8, z = 1 }) == 1 and at(7, 8)",
			"AI.SetRefPointPosition(entity.id, nil) == 1 and at(35, 40)",
			"AI.SetRefPointPosition(entity.id) == 1 and at(35, 40)",
			"AI.SetRefPointPosition(entity.id, 2) == 1 and at(35, 40)",
			"AI.SetRefPointPosition(entity.id, 'tower') == 1 and at(70, 40)",
			"AI.SetRefPointPosition(entity.id, 'nobody') == nil and AI.GetRefPointPosition(entity.id) == nil",
		)
		finds(t, 95, 55, "", "AI.SetRefPointPosition(entity.id, nil) == nil")
		g := play(t, soldier, "", `<Sequence><ExecuteLua code="AI.SetRefPointPosition(entity.id, { x = 24, y = 20 })"/><Move to="RefPoint" speed="Run"/><SetState key="is" value="there"/><Halt/></Sequence>`, "")
		if g.Put(one, 20, 20, 1, 0).Steps(40); g.State(one, "is") != `"there"` {
			t.Error("nobody goes to the point that a script has set")
		}
	}},
	"lua-defend-area": {hold: func(t *testing.T) {
		const assign = "function inside(x) entity:SetAssignment('DefendArea', { position = { x = x, y = 20, z = 0 }, radius = 30 }) return DefendAreaAssignment:IsInsideDefendArea(entity) end"
		finds(t, 95, 55, assign, "not inside(36)", "inside(34)", "not inside(35)")
		finds(t, 95, 55, "function holds(x, r) entity:SetAssignment('HoldPosition', { position = { x = x, y = 20, z = 0 }, radius = r }) return HoldPositionAssignment:IsAtHoldPosition(entity) end",
			"holds(22.9)", "not holds(23)", "holds(24, 5)", "not holds(24, 0)", "entity.AI.holdPosition == nil")
	}},
	"luabehavior-sequence": {hold: func(t *testing.T) {
		g := play(t, soldier, `<Variables><Variable name="ExecuteSequence" default="true"/></Variables><SignalVariables><Signal name="Over" variable="ExecuteSequence" value="false"/></SignalVariables>`,
			`<Priority><Case condition="ExecuteSequence"><Sequence><LuaBehavior name="ExecuteSequence"/><SetState key="is" value="ended"/></Sequence></Case><Case><Sequence><SetState key="is" value="left"/><Halt/></Sequence></Case></Priority>`, "")
		if g.Steps(100); g.State(one, "is") != `"none"` || len(faults(g)) > 0 {
			t.Errorf("it is %s; %v", g.State(one, "is"), faults(g))
		}
		if err := g.Game().Mail.Send(one, "Over", host.NullValue); err != nil {
			t.Fatal(err)
		}
		if g.Steps(2); g.State(one, "is") != `"left"` {
			t.Errorf("it is %s after the variable is false", g.State(one, "is"))
		}
	}},
	"fly-own-path": {hold: func(t *testing.T) {
		g := play(t, soldier, "", `<Sequence><SuppressFailure><Sequence><Fly/><SetState key="is" value="flown"/></Sequence></SuppressFailure><Halt/></Sequence>`, "")
		all := faults(g.Steps(3))
		if len(all) != 1 || !strings.Contains(all[0].Text, "no path: AI.SetPathToFollow") || g.State(one, "is") != `"none"` {
			t.Errorf("it is %s; faults %v", g.State(one, "is"), all)
		}
	}},
	"events-assignment-reset": {hold: func(t *testing.T) {
		g := play(t, soldier, `<Variables><Variable name="HoldPosition"/></Variables>`,
			`<Sequence><ExecuteLua code="entity:SetAssignment('HoldPosition', { position = entity:GetPos() }) entity:SetAssignment('HoldPosition', { position = entity:GetPos() })"/>`+
				`<WaitForEvent name="OnAssignmentReset"/><SetState key="is" value="told"/><Halt/></Sequence>`, "")
		if g.Steps(20); g.State(one, "is") != `"none"` || g.Events("OnAssignmentReset") != 0 {
			t.Error("somebody sends OnAssignmentReset")
		}
	}},
}

// far returns how far a bot is from a point.
func far(g *arenatest.Game, id host.BotID, x, y float32) float64 {
	b := g.Bot(id)
	return math.Hypot(float64(b.X-x), float64(b.Y-y))
}

func faults(g *arenatest.Game) []host.Fault {
	list, _ := g.Game().Faults.List()
	return list
}
