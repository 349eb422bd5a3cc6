require "behaviours/wander"
local Pilgrim = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Pilgrim:OnStart() self.bt = BT(self.inst, PriorityNode({ Wander(self.inst, self.inst:GetPosition(), 10) }, 0.25)) end
return Pilgrim
