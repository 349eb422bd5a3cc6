require "behaviours/standstill"
require "behaviours/doaction"
require "behaviours/wander"

local Bird = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local function threatened(inst)
    return FindEntity(inst, inst.flyawaydistance, nil, nil, { "INLIMBO", "notarget" }, { "scarytoprey", "player" }) ~= nil or TheWorld.state.isnight
end

local function peck(inst)
    if inst.sg:HasStateTag("busy") then return nil end
    local food = FindEntity(inst, 6, function(e) return inst.components.eater:CanEat(e) end, { "_inventoryitem" }, { "INLIMBO" })
    return food ~= nil and BufferedAction(inst, food, ACTIONS.EAT) or nil
end

function Bird:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        IfNode(function() return threatened(inst) end, "Threatened", ActionNode(function() inst:PushEvent("flyaway") end)),
        DoAction(inst, peck, "peck"),
        Wander(inst, nil, 6, { minwalktime = 0.5, randwalktime = 1, minwaittime = 1, randwaittime = 3 }),
    }, 0.25))
end

return Bird
