require "behaviours/follow"
require "behaviours/wander"

local Hornet = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Hornet:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        Follow(inst, function(i) return i:GetCommander() end, 1, 3, 5),
        Wander(inst, function() return inst:GetCommander() ~= nil and inst:GetCommander():GetPosition() or nil end, 4),
    }, 0.25))
end
return Hornet
