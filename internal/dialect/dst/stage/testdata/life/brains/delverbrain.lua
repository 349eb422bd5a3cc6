require("behaviours/wander")
require("behaviours/doaction")
require("behaviours/standstill")
require("behaviours/runaway")

local DelverBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

local function EatCarrot(inst)
    local food = FindEntity(inst, 25, function(item) return inst.components.eater:CanEat(item) end, { "_inventoryitem" }, { "INLIMBO" })
    return food ~= nil and BufferedAction(inst, food, ACTIONS.EAT) or nil
end

function DelverBrain:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        WhileNode(function() return TheWorld.state.isday or inst.hiding end, "Day", PriorityNode({
            IfNode(function() return not inst.isunder end, "Above", ActionNode(function() inst:PushEvent("burrow") end)),
            StandStill(inst),
        }, .5)),
        IfNode(function() return inst.isunder end, "Under", ActionNode(function() inst:PushEvent("surface") end)),
        RunAway(inst, "scarytoprey", 5, 8),
        DoAction(inst, EatCarrot, "eat", false, 15),
        Wander(inst, function() return inst.components.knownlocations:GetLocation("home") end, 10),
    }, .5))
end

return DelverBrain
