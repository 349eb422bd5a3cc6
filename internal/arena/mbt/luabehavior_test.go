package mbt_test

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// A behaviour of a scene's scripts is told when it begins, in each tick, of events and when
// it is left; it ends the node by what its Update returns.
func TestLuaBehaviorIsFilledIn(t *testing.T) {
	const lua = `
log = ''
CreateAIBehavior('Base', { Destructor = function(behavior, entity) log = log .. ' left' .. entity.id end })
CreateAIBehavior('Guard', 'Base', {
	Constructor = function(behavior, entity) entity.ticks = 0 log = log .. behavior.name end,
	Update = function(behavior, entity) entity.ticks = entity.ticks + 1 return entity.ticks == entity.lasts end,
	OnNoise = function(behavior, entity) log = log .. ' heard' end,
})
entity.lasts = 5
`
	g := play(t, soldier, "", `<Sequence><LuaBehavior name="Guard"/><LuaGate code="return log == 'Guard heard left1' and entity.ticks == 5"><SetState key="is" value="so"/></LuaGate><Halt/></Sequence>`, lua)
	g.Steps(2)
	if err := g.Game().Mail.Send(one, "OnNoise", host.NullValue); err != nil {
		t.Fatal(err)
	}
	if g.Steps(2); g.State(one, "is") != `"none"` {
		t.Error("it ends before its behaviour")
	}
	if g.Steps(3); g.State(one, "is") != `"so"` {
		t.Errorf("it is %s; %v", g.State(one, "is"), faults(g))
	}
}

// What no script defines says so, once for each entry.
func TestUndefinedScriptsAreTold(t *testing.T) {
	for node, want := range map[string]string{
		`<LuaBehavior name="Nothing"/>`: `no behaviour "Nothing"`,
		`<GoalPipe name="Nothing"/>`:    `no goal pipe "Nothing"`,
	} {
		g := play(t, soldier, "", `<Sequence><SuppressFailure>`+node+`</SuppressFailure><Halt/></Sequence>`, "")
		all := faults(g.Steps(20))
		if len(all) != 1 || !strings.Contains(all[0].Text, want) {
			t.Errorf("%s: %v", node, all)
		}
	}
}

// A goal pipe is a function that gets the seconds since it began.
func TestGoalPipeIsFilledIn(t *testing.T) {
	g := play(t, soldier, "", `<Sequence><GoalPipe name="Dig"/><SetState key="is" value="so"/><Halt/></Sequence>`,
		"function GoalPipes.Dig(entity, seconds) entity.dug = (entity.dug or 0) + 1 return seconds >= 0.5 end")
	if g.Steps(5); g.State(one, "is") != `"none"` {
		t.Error("it ends at once")
	}
	if g.Steps(4); g.State(one, "is") != `"so"` {
		t.Errorf("it is %s; %v", g.State(one, "is"), faults(g))
	}
}

// A goal pipe that ends in an error has failed.
func TestGoalPipeFails(t *testing.T) {
	g := play(t, soldier, "", `<Selector><GoalPipe name="Dig"/><Sequence><SetState key="is" value="so"/><Halt/></Sequence></Selector>`,
		"function GoalPipes.Dig(entity) return entity.nothing.more end")
	all := faults(g.Steps(5))
	if g.State(one, "is") != `"so"` || len(all) != 1 || !strings.Contains(all[0].Text, "entity.nothing is nil") {
		t.Errorf("it is %s; %v", g.State(one, "is"), all)
	}
}

// States of smart objects are fields of entity, and functions of the scene are told of them.
func TestSmartObjectStatesAreFilledIn(t *testing.T) {
	g := play(t, soldier, "", `<Sequence><SmartObjectStatesWrapper onEnter="Busy,-Idle" onExit="-Busy, Idle"><AssertLua code="return entity.states.Busy and entity.states.Idle == nil"/></SmartObjectStatesWrapper>`+
		`<LuaGate code="return entity.states.Idle and entity.states.Busy == nil and log == 'onoff'"><SetState key="is" value="so"/></LuaGate><Halt/></Sequence>`,
		"log = '' function SmartObjectStates.Busy(entity, on) log = log .. (on and 'on' or 'off') end")
	if g.Steps(3); g.State(one, "is") != `"so"` {
		t.Errorf("it is %s; %v", g.State(one, "is"), faults(g))
	}
}

// What the functions of the engine's scripts answer about the bot, its target, its group,
// its covers and its weapons.
func TestLuaOfTheEngine(t *testing.T) {
	t.Parallel()
	finds(t, 35, 40, "",
		"AI.GetAttentionTargetType(entity.id) == AITARGET_VISUAL and AI.GetAttentionTargetThreat(entity.id) == AITHREAT_AGGRESSIVE",
		"AI.GetAttentionTargetEntity(entity.id).id == 2 and AI.GetAttentionTargetEntity(entity.id):GetPos().x == 35",
		"(function() local p = {} return AI.GetAttentionTargetPosition(entity.id, p) and p.x == 35 and p.y == 40 end)()",
		"AI.GetAttentionTargetOf(entity.id) == AI.GetAttentionTargetEntity(entity.id):GetName()",
		"AI.GetGroupCount(entity.id) == 1 and AI.GetGroupMember(entity.id, 1) == entity and AI.GetGroupMember(entity.id, 2) == nil",
		"AI.GetGroupTarget(entity.id).id == 2 and AI.GetGroupOf(2) == 2",
		"AI.GetGroupTargetType(entity.id) == AITARGET_VISUAL and AI.GetGroupTargetThreat(entity.id) == AITHREAT_AGGRESSIVE and AI.GetGroupTargetEntity(entity.id).id == 2",
		"AI.Hostile(entity.id, 2) and AI.GetReactionOf(entity.id, 2) == 0 and AI.GetReactionOf(entity.id, entity) == 2 and AI.GetFactionOf(2) == 'blue'",
		"not AI.IsInCover(entity.id) and not AI.IsCoverCompromised(entity.id) and not AI.IsMovingToCover(entity.id)",
		"not AI.IsOutOfAmmo(entity.id) and not AI.IsLowOnAmmo(entity.id) and AI.GetAlertness(entity.id) == 0",
		"entity:GetDistance(2) == 25 and not entity:IsTargetInNearbyRange() and entity:IsTargetInMiddleRange() and entity:IsAlone()",
		"entity:IsClosestToTargetInGroup() and entity.actor:GetHealth() == 100 and not entity:IsDead()",
		"entity:IsAllowedToUsePrimaryWeapon() == true and entity:IsAllowedToUseSecondaryWeapon() == false",
		"AI.GetGroupOf(99) == nil and AI.GetAttentionTargetEntity(99) == nil",
		"AI.SetPathToFollow(entity.id, 'line') and pcall(function() AI.SetBehaviorVariable(2, 'x', true) end) == false",
		"DistanceVectors({ x = 0, y = 0, z = 0 }, { x = 3, y = 4, z = 0 }) == 5 and IsNullVector({ x = 0, y = 0, z = 0 })",
	)
	finds(t, 95, 55, "", "AI.GetAttentionTargetType(entity.id) == AITARGET_NONE and AI.GetAttentionTargetEntity(entity.id) == nil and not AI.GetAttentionTargetPosition(entity.id, {})")
}

// The primary weapon is the first that shoots; a weapon that is away does not strike.
func TestWeaponsOfTheEngine(t *testing.T) {
	g := play(t, soldier+opponent, "", `<Sequence><ExecuteLua code="entity.actor:HolsterItem(true)"/><Shoot at="Target" fireMode="Burst" stance="Stand" duration="2"/>`+
		`<ExecuteLua code="entity:SelectPrimaryWeapon()"/><Shoot at="Target" fireMode="Burst" stance="Stand" duration="999"/></Sequence>`, "")
	g.Put(one, 20, 20, 1, 0).Put(two, 30, 20, -1, 0)
	if g.Steps(18); g.Bot(two).Health != 1 {
		t.Error("it strikes with a weapon that is away")
	}
	if g.Steps(20); g.Bot(two).Health == 1 || g.Bot(one).Weapon != "rifle" {
		t.Errorf("the other has %v of its health, and the bot a %s in hand", g.Bot(two).Health, g.Bot(one).Weapon)
	}
}

// Assignments set a variable of the tree and data that it can read, one at a time.
func TestAssignments(t *testing.T) {
	g := play(t, soldier, `<Variables><Variable name="CombatMove"/><Variable name="DefendArea"/></Variables>`,
		`<Sequence><ExecuteLua code="entity:SetAssignment('CombatMove', { position = { x = 1, y = 2, z = 0 }, useCover = true })"/><AssertCondition condition="CombatMove"/>`+
			`<AssertLua code="return entity.AI.combatMove.useCover and entity.AI.combatMove.position.y == 2"/>`+
			`<ExecuteLua code="entity:SetAssignment('DefendArea', { position = entity:GetPos() })"/><AssertCondition condition="DefendArea and !CombatMove"/>`+
			`<AssertLua code="return entity.AI.combatMove == nil"/><ExecuteLua code="entity:ClearAssignment()"/><AssertCondition condition="!DefendArea"/><SetState key="is" value="so"/><Halt/></Sequence>`, "")
	if g.Steps(3); g.State(one, "is") != `"so"` {
		t.Errorf("it is %s; %v", g.State(one, "is"), faults(g))
	}
}

// An assignment is a copy of what it is given, one of a kind that is not there is an error,
// and a bot whose assignment is cleared stands.
func TestAssignmentsAreKept(t *testing.T) {
	g := play(t, soldier, `<Variables><Variable name="CombatMove"/></Variables>`,
		`<Sequence><ExecuteLua code="given = { radius = 2 } entity:SetAssignment('CombatMove', given) given.radius = 9"/><AssertLua code="return entity.AI.combatMove.radius == 2"/>`+
			`<SuppressFailure><Parallel failureMode="any"><Timeout duration="0.5"/><Move to="tower" speed="Run"/></Parallel></SuppressFailure>`+
			`<ExecuteLua code="entity:ClearAssignment()"/><SetState key="is" value="so"/><ExecuteLua code="entity:SetAssignment('Patrol')"/><Halt/></Sequence>`, "")
	from := g.Put(one, 20, 20, 1, 0).Bot(one)
	at := g.Steps(8).Bot(one)
	if now := g.Steps(10).Bot(one); g.State(one, "is") != `"so"` || now.X != at.X || now.Y != at.Y || at.X < from.X+0.2 {
		t.Errorf("it is %s; from (%.2f, %.2f) it went to (%.2f, %.2f) and on to (%.2f, %.2f)", g.State(one, "is"), from.X, from.Y, at.X, at.Y, now.X, now.Y)
	}
	const want = "SetAssignment: unknown assignment Patrol, wanted DefendArea, HoldPosition or CombatMove"
	if all := faults(g); len(all) != 1 || !strings.Contains(all[0].Text, want) {
		t.Errorf("%v, wanted %s", all, want)
	}
}

// Setting the field finished ends a behaviour, whose name is in the field behavior meanwhile;
// neither is left behind, also where the tree drops it. What is no event of the level is not
// handed over.
func TestLuaBehaviorEnds(t *testing.T) {
	const lua = `
log = ''
local function note(what) return function() log = log .. what end end
CreateAIBehavior('Guard', {
	Constructor = function(behavior, e) log = log .. 'in' .. tostring(e.behavior) end,
	Update = note('.'), Destructor = note('out'), OnDone = function(behavior, e) e.finished = true end,
})
`
	const guard, tell = `<LuaBehavior name="Guard"/>`, `<ExecuteLua code="print(log, entity.behavior, entity.finished)"/><Halt/></Sequence>`
	for node, want := range map[string]string{
		`<Sequence>` + guard + tell: "inGuard..out\tnil\tnil",
		`<Sequence><SuppressFailure><Parallel failureMode="any"><Timeout duration="0.4"/><Sequence><WaitForEvent name="OnDone"/><Halt/></Sequence>` +
			guard + `</Parallel></SuppressFailure>` + tell: "inGuard..out\tnil\tnil",
		`<Sequence><SuppressFailure><Parallel failureMode="any"><Timeout duration="0.2"/>` + guard + `</Parallel></SuppressFailure>` + tell: "inGuard..out\tnil\tnil",
	} {
		g := play(t, soldier, "", node, lua)
		var logged []string
		g.Game().TreeLog.On(func(e host.LogEntry) { logged = append(logged, e.Text) })
		g.Steps(2)
		for _, event := range []string{"Update", "Constructor", "Destructor", "OnDone"} {
			if err := g.Game().Mail.Send(one, event, host.NullValue); err != nil {
				t.Fatal(err)
			}
		}
		if g.Steps(8); len(logged) != 1 || logged[0] != want {
			t.Errorf("%s: %q, wanted %q; %v", node, logged, want, faults(g))
		}
	}
}

// A bot stands while its behaviour runs, whatever way it was on.
func TestLuaBehaviorStands(t *testing.T) {
	g := play(t, soldier, "", `<Sequence><SuppressFailure><Parallel failureMode="any"><Timeout duration="0.5"/><Move to="tower" speed="Run"/></Parallel></SuppressFailure>`+
		`<LuaBehavior name="ExecuteSequence"/></Sequence>`, "")
	from := g.Put(one, 20, 20, 1, 0).Bot(one)
	at := g.Steps(8).Bot(one)
	if now := g.Steps(10).Bot(one); now.X != at.X || now.Y != at.Y || at.X < from.X+0.2 {
		t.Errorf("from (%.2f, %.2f) it went to (%.2f, %.2f) and on to (%.2f, %.2f)", from.X, from.Y, at.X, at.Y, now.X, now.Y)
	}
	if all := faults(g); len(all) > 0 { // a level's sequences need no script
		t.Errorf("%v", all)
	}
}

// A behaviour that builds on one that is not there is an error of the file.
func TestBehaviorsBuildOnOthers(t *testing.T) {
	g := play(t, soldier, "", `<Sequence><LuaGate code="return after"><SetState key="is" value="so"/></LuaGate><Halt/></Sequence>`,
		"CreateAIBehavior('Guard', 'Bsae', {}) after = true")
	if all := faults(g.Steps(2)); len(all) == 0 || all[0].Text != "CreateAIBehavior: no behaviour Bsae" || g.State(one, "is") == `"so"` {
		t.Errorf("%v, and it is %s", all, g.State(one, "is"))
	}
}

// Fields that the nodes set are known, and a misspelling of them is not.
func TestFieldsThatNodesSetAreKnown(t *testing.T) {
	file, _ := write(t, `<AssertLua code="return entity.behavior or entity.finished or entity.states.Busy or entity.behaviour"/>`, "")
	s, err := scenes.Load(file, scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Notices) != 1 || !strings.Contains(s.Notices[0].Msg, `entity has no "behaviour" in this game`) {
		t.Errorf("notices %v", s.Notices)
	}
}
