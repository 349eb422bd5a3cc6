require "behaviours/wander"
require "behaviours/chaseandattack"
require "behaviours/doaction"
require "behaviours/leash"
local BrainCommon = require "brains/braincommon"

local Merm = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local function house(inst)
    return inst.components.homeseeker ~= nil and inst.components.homeseeker.home or nil
end

local function gohome(inst)
    local home = house(inst)
    return home ~= nil and home.components.childspawner:CountChildrenOutside() > 0 and BufferedAction(inst, home, ACTIONS.GOHOME) or nil
end

local function eat(inst)
    if inst.sg:HasStateTag("busy") then return nil end
    local food = FindEntity(inst, 10, function(e) return inst.components.eater:CanEat(e) end, { "_inventoryitem" }, { "INLIMBO" })
    return food ~= nil and BufferedAction(inst, food, ACTIONS.EAT) or nil
end

function Merm:OnStart()
    local inst = self.inst
    local function place() return inst.components.knownlocations:GetLocation("home") end
    self.bt = BT(inst, PriorityNode({
        BrainCommon.PanicTrigger(inst),
        ChaseAndAttack(inst, 10, 20),
        WhileNode(function() return TheWorld.state.isday end, "Day", DoAction(inst, gohome, "go home", true)),
        DoAction(inst, eat, "eat"),
        Leash(inst, place, 25, 15, true),
        Wander(inst, place, 16),
    }, 0.5))
end

return Merm
