require "behaviours/wander"
require "behaviours/chaseandattack"
require "behaviours/runaway"
require "behaviours/doaction"
require "behaviours/faceentity"
require "behaviours/chattynode"
local BrainCommon = require "brains/braincommon"

local SEES_FOOD, STAYS_WITHIN = 12, 22

local Pig = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local function home(inst)
    return inst.components.homeseeker ~= nil and inst.components.homeseeker.home or nil
end

local function gohome(inst)
    local house = home(inst)
    return house ~= nil and BufferedAction(inst, house, ACTIONS.GOHOME) or nil
end

local function eat(inst)
    if inst.sg:HasStateTag("busy") then return nil end
    local food = FindEntity(inst, SEES_FOOD, function(e) return inst.components.eater:CanEat(e) end, { "_inventoryitem" }, { "INLIMBO", "fire" })
    return food ~= nil and BufferedAction(inst, food, ACTIONS.EAT) or nil
end

function Pig:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        BrainCommon.PanicTrigger(inst),
        WhileNode(function() return inst.components.health:GetPercent() < 0.3 end, "Hurt",
            RunAway(inst, "spider", 8, 14)),
        WhileNode(function() return not TheWorld.state.isday end, "Night",
            DoAction(inst, gohome, "go home", true)),
        ChattyNode(inst, { "OINK! OUT!", "MY LAND!" }, ChaseAndAttack(inst, 12, 28)),
        DoAction(inst, eat, "eat"),
        Wander(inst, function() return inst.components.knownlocations:GetLocation("home") end, STAYS_WITHIN),
    }, 0.5))
end

return Pig
