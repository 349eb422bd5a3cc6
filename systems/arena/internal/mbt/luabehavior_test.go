package mbt_test

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
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
	if err := g.Game().Send(one, "OnNoise", host.NullValue); err != nil {
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

// States of smart objects are fields of entity, and functions of the scene are told of them.
func TestSmartObjectStatesAreFilledIn(t *testing.T) {
	g := play(t, soldier, "", `<Sequence><SmartObjectStatesWrapper onEnter="Busy,-Idle" onExit="-Busy, Idle"><AssertLua code="return entity.states.Busy and not entity.states.Idle"/></SmartObjectStatesWrapper>`+
		`<LuaGate code="return entity.states.Idle and not entity.states.Busy and log == 'onoff'"><SetState key="is" value="so"/></LuaGate><Halt/></Sequence>`,
		"log = '' function SmartObjectStates.Busy(entity, on) log = log .. (on and 'on' or 'off') end")
	if g.Steps(3); g.State(one, "is") != `"so"` {
		t.Errorf("it is %s; %v", g.State(one, "is"), faults(g))
	}
}

// What the functions of the engine's scripts answer about the bot, its target, its group,
// its covers and its weapons.
func TestLuaOfTheEngine(t *testing.T) {
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
