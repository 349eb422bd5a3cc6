require "behaviours/wander"
require "behaviours/chaseandattack"
require "behaviours/doaction"
local BrainCommon = require "brains/braincommon"

local Spider = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local function den(inst)
    return inst.components.homeseeker ~= nil and inst.components.homeseeker.home or nil
end

local function gohome(inst)
    local home = den(inst)
    return home ~= nil and home:IsValid() and BufferedAction(inst, home, ACTIONS.GOHOME) or nil
end

local function eat(inst)
    if inst.sg:HasStateTag("busy") then return nil end
    local food = FindEntity(inst, 10, function(e) return inst.components.eater:CanEat(e) end, { "_inventoryitem" }, { "INLIMBO" })
    return food ~= nil and BufferedAction(inst, food, ACTIONS.EAT) or nil
end

function Spider:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        BrainCommon.PanicTrigger(inst),
        ChaseAndAttack(inst, 8, 25),
        DoAction(inst, eat, "eat"),
        WhileNode(function() return TheWorld.state.isday end, "Day", DoAction(inst, gohome, "go home")),
        Wander(inst, function() return inst.components.knownlocations:GetLocation("home") end, 14),
    }, 0.5))
end

return Spider
