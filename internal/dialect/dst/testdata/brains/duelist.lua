-- A shade of somebody: works beside its lord, duels, dodges, dances, and goes.
require "behaviours/faceentity"
require "behaviours/follow"
require "behaviours/leash"
require "behaviours/standandattack"
require "behaviours/chaseandattack"
local BrainCommon = require "brains/braincommon"

local KEEP_WORKING_DIST, SEE_WORK_DIST = 14, 10
local AVOID_EXPLOSIVE_DIST = 5
local TOWORK_CANT_TAGS = { "fire", "smolder", "event_trigger", "waxedplant", "INLIMBO", "NOCLICK", "carnivalgame_part" }
local DIG_TAGS = { "stump", "grave", "farm_debris" }

local DuelistBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self.kiting = { min = 2, max = 6 }
end)

local function GetLeader(inst) return inst.components.follower.leader end
local function GetLeaderPos(inst) return inst.components.follower.leader:GetPosition() end
local function IsNearLeader(inst, dist)
    local leader = GetLeader(inst)
    return leader ~= nil and leader:IsNear(inst, dist)
end
local function PickValidActionFrom(target)
    if target.components.workable == nil or not target.components.workable:CanBeWorked() then return end
    local action = target.components.workable:GetWorkAction()
    for i, v in ipairs({ ACTIONS.CHOP, ACTIONS.MINE, ACTIONS.DIG }) do
        if action == v then return action end
    end
end
local function FindAnyEntityToWorkActionsOn(inst, ignorethese)
    if inst.sg:HasStateTag("busy") then return nil end
    local leader = GetLeader(inst)
    if leader == nil then return nil end
    local target = inst.sg.statemem.target
    if target ~= nil and target:IsValid() and PickValidActionFrom(target) ~= nil and ignorethese[target] == nil then
        return BufferedAction(inst, target, PickValidActionFrom(target))
    end
    target = FindEntity(leader, SEE_WORK_DIST, function(ent) return PickValidActionFrom(ent) ~= nil and not ent:IsInLimbo() end, nil, TOWORK_CANT_TAGS, { "CHOP_workable", "MINE_workable", unpack(DIG_TAGS) })
    if target ~= nil then
        ignorethese[target] = { worker = inst, task = inst:DoTaskInTime(5, function() ignorethese[target] = nil end) }
        return BufferedAction(inst, target, PickValidActionFrom(target))
    end
end
local function ShouldAvoidExplosive(target) return target.components.explosive == nil or target.components.burnable == nil or target.components.burnable:IsBurning() end
local function ShouldKite(target, inst) return inst.components.combat:TargetIs(target) and target.components.health ~= nil and not target.components.health:IsDead() end
local function DanceParty(inst) inst:PushEvent("dance") end
local function ShouldDanceParty(inst)
    local leader = GetLeader(inst)
    return leader ~= nil and leader.sg:HasStateTag("dancing")
end
local function Despawn(inst)
    if inst.components.timer:TimerExists("obliviate") and inst.components.timer:GetTimeLeft("obliviate") < 1 then return true end
    return inst.components.health:IsDead() and not inst:IsAsleep()
end

function DuelistBrain:OnStart()
    local ignorethese = setmetatable({}, { __mode = "k" })
    local root = PriorityNode({
        WhileNode(function() return Despawn(self.inst) end, "gone", ActionNode(function() self.inst:PushEvent("obliviate") end)),
        WhileNode(function() return ShouldDanceParty(self.inst) end, "Dance Party", PriorityNode({
            Leash(self.inst, GetLeaderPos, KEEP_WORKING_DIST, 4),
            ActionNode(function() DanceParty(self.inst) end),
        }, .25)),
        WhileNode(function() return IsNearLeader(self.inst, KEEP_WORKING_DIST) end, "Leader In Range", PriorityNode({
            RunAway(self.inst, { fn = ShouldAvoidExplosive, tags = { "explosive" }, notags = { "INLIMBO" } }, AVOID_EXPLOSIVE_DIST, AVOID_EXPLOSIVE_DIST + 2),
            WhileNode(function() return self.inst.components.combat:GetCooldown() > .5 and ShouldKite(self.inst.components.combat.target or self.inst, self.inst) end, "Dodge",
                RunAway(self.inst, { fn = ShouldKite, tags = { "_combat", "_health" }, notags = { "INLIMBO" } }, self.kiting.min, self.kiting.max)),
            ChaseAndAttack(self.inst),
            WhileNode(function() return self.inst.prefab ~= "guard" end, "Keep Working", DoAction(self.inst, function() return FindAnyEntityToWorkActionsOn(self.inst, ignorethese) end)),
            BrainCommon.NodeAssistLeaderDoAction(self, { action = "CHOP", starter = function(inst, dist) return true end, keepgoing = function(inst) return IsNearLeader(inst, 8) end, shouldrun = true }),
            BrainCommon.NodeAssistLeaderPickUps(self, { cond = function() return true end, range = 8, range_local = 4, give_cond = function() return false end, furthestfirst = false }),
        }, .25)),
        Follow(self.inst, GetLeader, 1, 6, 12, true),
        WhileNode(function() return GetLeader(self.inst) ~= nil end, "Has Leader", FaceEntity(self.inst, GetLeader, function(inst, target) return GetLeader(inst) == target end)),
        Wander(self.inst, function(inst) return inst.components.knownlocations:GetLocation("spawnpoint") end, 4),
    }, .25)
    self.bt = BT(self.inst, root)
end

function DuelistBrain:OnInitializationComplete()
    self.inst.components.knownlocations:RememberLocation("spawnpoint", self.inst:GetPosition(), true)
end

return DuelistBrain
