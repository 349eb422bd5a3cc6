-- A giant: sees far, breaks what stands, takes fish to a place, leaves with the season.
require("behaviours/chaseandattack")
require("behaviours/runaway")
require("behaviours/wander")
require("behaviours/doaction")
require("behaviours/attackwall")
require("behaviours/panic")
require("behaviours/minperiod")
local easing = require("easing")

local SEE_DIST, BASEDESTROY_CANT_TAGS = 40, { "wall", "DECOR", "NOCLICK", "INLIMBO" }
local TARGETS, WORK = { "structure" }, { HAMMER = true, CHOP = true, MINE = true }
local OUTSIDE_CATAPULT_RANGE = TUNING.WINONA_CATAPULT_MAX_RANGE + TUNING.WINONA_CATAPULT_KEEP_TARGET_BUFFER + TUNING.MAX_WALKABLE_PLATFORM_RADIUS + 1

local function BaseDestroy(inst)
    if inst.components.knownlocations:GetLocation("targetbase") then
        local target = FindEntity(inst, SEE_DIST, function(item)
            if item.components.workable and item:HasTag("structure") and item.components.workable.action == ACTIONS.HAMMER and item:IsOnValidGround() then return true end
        end, nil, BASEDESTROY_CANT_TAGS, TARGETS)
        if target ~= nil then return BufferedAction(inst, target, ACTIONS.HAMMER) end
    end
end
local function OceanChase(inst)
    local target = inst.components.combat.target
    local canhit = target ~= nil and target:GetCurrentPlatform() == nil
    return target ~= nil and (canhit or inst:GetDistanceSqToPoint(target.Transform:GetWorldPosition()) < OUTSIDE_CATAPULT_RANGE * OUTSIDE_CATAPULT_RANGE)
end
local function NewPoint(inst)
    local pt = inst:GetPosition()
    local angle = inst.Transform:GetRotation() * DEGREES
    local offset, result_angle, deflected = FindWalkableOffset(pt, angle, 30, 30, true, true, function(p) return not TheWorld.Map:IsPointNearHole(p, 2) end)
        or FindSwimmableOffset(pt, angle, 30, 30)
    return offset ~= nil and pt + offset or pt
end
local function Temper(inst)
    local age = math.min(1, inst:GetTimeAlive() / TUNING.TOTAL_DAY_TIME)
    return Remap(easing.inOutQuad(age, 0, 1, 1), 0, 1, .2, 1) + Lerp(0, .1, math.clamp(inst.components.health:GetPercent(), 0, 1)) + easing.outExpo(age, 0, .1, 1)
end
local function EatFood(inst)
    if inst.sg:HasStateTag("busy") or inst.components.inventory == nil then return nil end
    local honey = inst.components.inventory:FindItem(function(item) return item.prefab == "honey" or item:HasTag("honeyed") end)
    if honey ~= nil then return BufferedAction(inst, honey, ACTIONS.EAT) end
    for i, s in ipairs({ "seedpod", "honey" }) do
        local has, n = inst.components.inventory:Has(s, 1)
        if has and n > 0 then return BufferedAction(inst, inst.components.inventory:GetItemInSlot(1), ACTIONS.EAT) end
    end
    local stash = FindEntity(inst, SEE_DIST, function(e) return e.components.stewer ~= nil and e.components.stewer:IsDone() or e.components.dryer ~= nil and e.components.dryer:IsDone() or e.components.harvestable ~= nil and e.components.harvestable:CanBeHarvested() end)
    return stash and BufferedAction(inst, stash, ACTIONS.HARVEST) or nil
end

local StalkerBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self.last_walk = -math.huge
end)

function StalkerBrain:OnStart()
    local root = PriorityNode({
        FailIfSuccessDecorator(ConditionWaitNode(function() return not self.inst.sg:HasAnyStateTag("jumping", "falling") end, "Block")),
        WhileNode(function() return OceanChase(self.inst) or self.inst.components.combat:HasTarget() end, "Fight", PriorityNode({
            AttackWall(self.inst),
            ChaseAndAttack(self.inst, TUNING.STALKER_CHASE_TIME, 60, nil, nil, true),
        }, .25)),
        WhileNode(function() return self.inst.components.grouptargeter == nil or not self.inst.components.grouptargeter:IsTargeting(self.inst) end, "Hungry", DoAction(self.inst, EatFood, "eat", true)),
        DoAction(self.inst, BaseDestroy, "DestroyBase", true),
        WhileNode(function() return self.inst.WantsToLeave end, "Trying To Leave", Wander(self.inst, NewPoint, 30)),
        MinPeriod(self.inst, 8, false, ActionNode(function() self.inst:PushEvent("roar", { temper = Temper(self.inst) }) end, "Roar")),
        ParallelNodeAny{
            WaitNode(function() return 5 + math.random() * Temper(self.inst) end),
            Wander(self.inst, function() return self.inst.components.knownlocations:GetLocation("targetbase") or NewPoint(self.inst) end, function() return 15 end),
        },
    }, 1)
    self.bt = BT(self.inst, root)
end

function StalkerBrain:OnInitializationComplete()
    local pt = self.inst:GetPosition()
    pt.y = 0
    self.inst.components.knownlocations:RememberLocation("spawnpoint", pt)
end

return StalkerBrain
