require "behaviours/wander"
local Lord = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Lord:OnStart()
    local inst = self.inst
    local start = inst:GetPosition()
    self.bt = BT(inst, PriorityNode({
        MinPeriod(inst, 5, true, IfNode(function() return inst:NumFruitFliesToSpawn() > 0 end, "Calls", ActionNode(function() inst:PushEvent("buzz") end))),
        Wander(inst, start, 5),
    }, 0.5))
end
return Lord
