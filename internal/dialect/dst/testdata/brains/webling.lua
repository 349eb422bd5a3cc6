-- Small hunter out of a den: eats, defends its nest, goes home by day, hops on call.
require "behaviours/chaseandattack"
require "behaviours/runaway"
require "behaviours/wander"
require "behaviours/doaction"
require "behaviours/avoidlight"
require "behaviours/panic"
require "behaviours/attackwall"
require "behaviours/useshield"
require "behaviours/leash"
require "behaviours/follow"

local BrainCommon = require "brains/braincommon"
local HIDE_AFTER, HIDE_FOR = 100, 2
local TRADER_DIST = 20
local EAT_TAGS = { "edible_MEAT" }
local EAT_NOT = { "INLIMBO", "outofreach" }

local WeblingBrain = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local function CanHome(inst)
    local home = inst.components.homeseeker ~= nil and inst.components.homeseeker.home or nil
    return home ~= nil and home:IsValid() and home.components.childspawner ~= nil and (home.components.health == nil or not home.components.health:IsDead())
        and not (home.components.burnable and home.components.burnable:IsBurning())
end
local function GoHome(inst)
    return CanHome(inst) and BufferedAction(inst, inst.components.homeseeker.home, ACTIONS.GOHOME) or nil
end
local function InvestigatePos(inst)
    local pos = inst.components.knownlocations ~= nil and inst.components.knownlocations:GetLocation("investigate") or nil
    return pos ~= nil and BufferedAction(inst, nil, ACTIONS.INVESTIGATE, nil, pos, nil, 1) or nil
end
local function Food(inst)
    local target = FindEntity(inst, TUNING.WEBLING_FOOD_RANGE, function(item)
        return item:GetTimeAlive() >= 8 and inst.components.eater:CanEat(item) and item:IsOnValidGround() and item:GetCurrentPlatform() == inst:GetCurrentPlatform()
    end, EAT_TAGS, EAT_NOT)
    if target ~= nil then
        local act = BufferedAction(inst, target, ACTIONS.EAT)
        act.validfn = function() return target.components.inventoryitem == nil or target.components.inventoryitem.owner == nil or target.components.inventoryitem.owner == inst end
        return act
    end
end
local function IsLeaderBusy(inst)
    local leader = inst.components.follower.leader
    return leader ~= nil and leader.components.combat ~= nil and leader.components.combat:HasTarget()
end
local function Trading(inst)
    if inst.components.trader ~= nil and not inst:HasAnyTag("spider_no_trade", "dead") then
        local x, y, z = inst.Transform:GetWorldPosition()
        for _, v in ipairs(FindPlayersInRange(x, y, z, TRADER_DIST, true)) do
            if inst.components.trader:IsTryingToTradeWithMe(v) then return v end
        end
    end
end
local function KeepTrading(inst, target) return inst.components.trader:IsTryingToTradeWithMe(target) end

function WeblingBrain:OnStart()
    local pre = PriorityNode({
        BrainCommon.PanicWhenScared(self.inst, .3),
        BrainCommon.PanicTrigger(self.inst),
        BrainCommon.ElectricFencePanicTrigger(self.inst),
        IfNode(function() return self.inst:HasTag("webling_hider") end, "IsHider", UseShield(self.inst, HIDE_AFTER, HIDE_FOR)),
        AttackWall(self.inst),
    }, .1)
    local work = PriorityNode({
        ChaseAndAttack(self.inst, SpringCombatMod(TUNING.WEBLING_AGGRESSIVE_CHASE)),
        FaceEntity(self.inst, Trading, KeepTrading),
        IfNode(function() return self.inst.no_targeting or not IsLeaderBusy(self.inst) end, "Idle leader", DoAction(self.inst, Food)),
        Follow(self.inst, function() return self.inst.components.follower.leader end, 2, 4, 6),
        DoAction(self.inst, InvestigatePos),
        WhileNode(function() return TheWorld.state.iscaveday and not self.inst:IsInLight() end, "IsDay", DoAction(self.inst, GoHome)),
        FaceEntity(self.inst, function(inst) return inst.components.follower.leader end, function(inst, t) return inst.components.follower.leader == t end),
        AvoidLight(self.inst),
        Wander(self.inst, function() return self.inst.components.knownlocations:GetLocation("home") end, TUNING.WEBLING_WANDER),
    }, 1)
    self.bt = BT(self.inst, PriorityNode({
        pre,
        EventNode(self.inst, "gohome", DoAction(self.inst, GoHome, "go home", true)),
        WhileNode(function() return not self.inst.sg:HasStateTag("jumping") and GetTime() - self.inst.components.combat.laststartattacktime > 0.1 end, "NotJumping", work),
    }, .25))
end

function WeblingBrain:OnInitializationComplete()
    self.inst.components.knownlocations:RememberLocation("home", self.inst:GetPosition(), true)
end

return WeblingBrain
