-- Guards a spot, charges at who comes near, wakes when it is hit.
require "behaviours/chaseandram"
require "behaviours/chaseandattack"
require "behaviours/wander"
require "behaviours/doaction"
require "behaviours/faceentity"
require "behaviours/standstill"
require "behaviours/runaway"
local START_FACE_DIST, KEEP_FACE_DIST, GO_HOME_DIST = 6, 8, 1
local MAX_CHASE_TIME, GIVE_UP_DIST, MAX_CHARGE_DIST = 5, 15, 25

local ChessBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self.reachdest = nil
end)

local function HomePos(inst) return inst.components.knownlocations:GetLocation("home") end
local function GoHomeAction(inst)
    if inst.components.combat.target ~= nil then return end
    local pos = HomePos(inst)
    return pos ~= nil and BufferedAction(inst, nil, ACTIONS.WALKTO, nil, pos, nil, .2) or nil
end
local function ShouldGoHome(inst)
    if inst.components.follower ~= nil and inst.components.follower.leader ~= nil then return false end
    local pos = HomePos(inst)
    return pos ~= nil and inst:GetDistanceSqToPoint(pos:Get()) > GO_HOME_DIST * GO_HOME_DIST
end
local function FaceTarget(inst)
    local target = FindClosestPlayerToInst(inst, START_FACE_DIST, true)
    if target ~= nil and not target:HasTag("notarget") then return target end
end
local function KeepFace(inst, target)
    return not target:HasTag("notarget") and inst:IsNear(target, KEEP_FACE_DIST) and inst.components.minigame_participator == nil or inst:IsNear(target, START_FACE_DIST)
end
local function ShouldSleep(inst) return inst.components.sleeper ~= nil and inst.components.sleeper:IsAsleep() or inst.sg:HasStateTag("sleeping") end
local function ShouldRam(inst)
    local c = inst.components.combat
    return c.target ~= nil and not c:InCooldown() and distsq(inst:GetPosition(), c.target:GetPosition()) > c:CalcAttackRangeSq(c.target)
end

function ChessBrain:OnStart()
    local root = PriorityNode({
        WhileNode(function() return ShouldSleep(self.inst) end, "asleep", StandStill(self.inst)),
        WhileNode(function() return ShouldRam(self.inst) end, "RamAttack", ChaseAndRam(self.inst, MAX_CHASE_TIME, GIVE_UP_DIST, MAX_CHARGE_DIST, 2)),
        WhileNode(function() return self.inst.components.combat.target ~= nil and self.inst.components.combat:InCooldown() end, "Dodge",
            RunAway(self.inst, function() return self.inst.components.combat.target end, 5, 8)),
        ChaseAndAttack(self.inst, 10, 20),
        WhileNode(function() return ShouldGoHome(self.inst) end, "ShouldGoHome", DoAction(self.inst, GoHomeAction, "Go Home", true)),
        FaceEntity(self.inst, FaceTarget, KeepFace, 20),
        StandStill(self.inst, ShouldGoHome, function(inst) return not ShouldGoHome(inst) end),
        IfNode(function() return self.inst.components.follower == nil or self.inst.components.follower.leader == nil end, "free", Wander(self.inst, HomePos, 2)),
    }, .25)
    self.bt = BT(self.inst, root)
end

function ChessBrain:OnInitializationComplete()
    local pos = self.inst:GetPosition()
    pos.y = 0
    self.inst.components.knownlocations:RememberLocation("home", pos, true)
end

return ChessBrain
