package dst

import (
	"strings"
	"testing"
)

// The names that brains use most, in the groups in which they are found.
var (
	globalNames = `Brain ACTIONS BufferedAction TUNING Class TheWorld GetTime FindEntity TheSim Vector3 STRINGS DEGREES FindClosestPlayerToInst
		FindClosestPlayer Point distsq BT PriorityNode WhileNode ActionNode IfNode SequenceNode BehaviourNode WaitNode ParallelNode
		FailIfSuccessDecorator RUNNING FAILED SUCCESS DoAction Wander FaceEntity ChaseAndAttack RunAway ChattyNode Follow Leash StandStill
		Panic require ipairs pairs math table`
	entityNames = `sg Transform components HasTag GetPosition IsValid PushEvent IsNear GetCurrentPlatform GetDistanceSqToInst GetAngleToPoint
		GetDistanceSqToPoint IsOnValidGround ListenForEvent GetPhysicsRadius DoTaskInTime DoPeriodicTask GetTimeAlive RemoveEventCallback
		AddTag AddComponent SetBrain`
	componentNames = `combat:target? combat:InCooldown combat:HasTarget combat:SetTarget combat:TargetIs follower:leader?
		knownlocations:GetLocation knownlocations:RememberLocation homeseeker:home? timer:TimerExists timer:StartTimer inventory:FindItem
		inventoryitem:IsHeld burnable:IsBurning eater:CanEat locomotor:Stop health:IsDead entitytracker:GetEntity crewmember:boat?
		container:FindItem minigame_spectator:GetMinigame trader:IsTryingToTradeWithMe minigame_participator:GetMinigame
		oceanfishable:GetRod hunger:GetPercent`
	moduleNames = `behaviours/wander brains/braincommon behaviours/chaseandattack behaviours/doaction behaviours/runaway
		behaviours/faceentity behaviours/follow behaviours/leash behaviours/standstill behaviours/panic`
)

func TestCommonNamesAreThere(t *testing.T) {
	var src strings.Builder
	for _, name := range strings.Fields(globalNames) {
		src.WriteString("assert(" + name + " ~= nil, '" + name + "')\n")
	}
	for _, name := range strings.Fields(moduleNames) {
		src.WriteString("assert(require '" + name + "', '" + name + "')\n")
	}
	for _, id := range []string{"EAT", "GOHOME", "PICKUP", "WALKTO"} {
		src.WriteString("assert(ACTIONS." + id + ".id == '" + id + "')\n")
	}
	src.WriteString("assert(math.random and math.cos and math.sin and table.insert and TheSim.FindEntities and inst.Transform.GetWorldPosition)\n" +
		"assert(inst.sg:HasStateTag('busy') == false and Vector3().Get)\n")
	for _, name := range strings.Fields(entityNames) {
		src.WriteString("assert(inst." + name + " ~= nil, '" + name + "')\n")
	}
	for _, name := range strings.Fields(componentNames) {
		component, member, _ := strings.Cut(name, ":")
		src.WriteString("c = inst.components." + component + " or inst:AddComponent('" + component + "') assert(c, '" + name + "')\n")
		if field, ok := strings.CutSuffix(member, "?"); ok { // nothing to begin with
			src.WriteString("assert(not c." + field + ")\n")
			continue
		}
		src.WriteString("assert(c." + member + ", '" + name + "')\n")
	}
	src.WriteString("assert(inst:AddComponent('pickable').inst == inst and inst:AddComponent('minigame').inst == inst)\nreturn WaitNode(1)")
	loaded(t, src.String(), false)
}
