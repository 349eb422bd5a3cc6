package mbt_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/trees"
)

// documented are the nodes of the manuals of both engines.
var documented = strings.Fields(`
	Halt Loop LoopUntilSuccess Parallel Priority Selector Sequence StateMachine SuppressFailure Timeout Wait
	AssertCondition AssertTime Fail IfCondition IfTime Log MonitorCondition RandomGate SendEvent SendTransitionEvent
	SendTransitionSignal WaitForEvent WaitUntilTime Breakpoint Graft
	AdjustCoverStance Aim AimAroundWhileUsingAMachingGun Animate AnimateFragment AnimationTagWrapper AssertLua Bubble
	CheckIfTargetCanBeReached ClearTargets Communicate ExecuteLua GoalPipe GroupScope Look LuaBehavior LuaGate LuaWrapper
	Move PullDownThreatLevel QueryTPS SetAlertness Shoot ShootFromCover Signal SmartObjectStatesWrapper Stance
	StopMovement Teleport TeleportStalker_Deprecated ThrowGrenade TurnBody
	Fly FlyAimAtCombatTarget FlyForceAttentionTarget FlyShoot Hover WaitAlignedWithAttentionTarget
	HeavyShootMortar HoldFormation IfSquadCount InflateAgentCollisionRadiusUsingPhysicsTrick JoinFormation
	KeepTargetAtADistance Melee RunWhileDeployed RunWhileDeploying ScorcherDeploy SendSquadEvent SquadScope
	SuppressHitReactions`)

// TestNoActionShadowsANode wants each documented node that has the name of an action of the
// arena, but for the case of letters and underscores, to be a node of the dialect.
func TestNoActionShadowsANode(t *testing.T) {
	r := arena.NewRegistry()
	own := trees.OverlayOf(r, ".xml")
	dialect := trees.Dialects()[slices.IndexFunc(trees.Dialects(), func(d *trees.Dialect) bool { return d.Name == "mbt" })]
	alike := 0
	for _, action := range r.ActionNames() {
		for _, node := range documented {
			if !strings.EqualFold(strings.ReplaceAll(action, "_", ""), node) {
				continue
			}
			if alike++; own.Action(node) == nil && !dialect.IsWord(node) {
				t.Errorf("<%s> is read as the arena's action %s", node, action)
			}
		}
	}
	if alike < 2 {
		t.Errorf("%d actions look like a node, wanted some", alike)
	}
}

// TestTeleport wants the node by its own name, and the action of the arena by the action's.
func TestTeleport(t *testing.T) {
	loads(t, "<Teleport/>")
	loads(t, `<Teleport x="1" y="2"/>`, `<Teleport> ignores the attribute "x"; the action of the game that has it is written <teleport>`, `ignores the attribute "y"`)
	loads(t, `<teleport x="1" y="2"/>`)
	refused(t, "<teleport/>", "<teleport> without x, wanted a number")

	// Without a reference point it succeeds at once, where the bot stands.
	p := stage{tree: went(`<Teleport/>`)}.open(t)
	p.ends("done", 1, 1)
	p.at(one, 20, 50, 0.1)
	// With one it waits until no foe sees either end.
	away := `<ExecuteLua code="AI.SetRefPointPosition(entity.id, {x=80, y=50, z=0})"/><Teleport/>`
	p = stage{tree: went(away)}.open(t)
	p.ends("runs", 0, 9)
	p.at(one, 20, 50, 0.1)
	p = stage{tree: went(away), walls: "{ rect: [30, 0, 2, 100] }, { rect: [70, 0, 2, 100] }"}.open(t)
	p.ends("done", 1, 3)
	p.at(one, 80, 50, 0.1)
	p = stage{tree: went(`<teleport x="80" y="50"/>`)}.open(t)
	p.ends("done", 1, 3)
	p.at(one, 80, 50, 0.1)
}
