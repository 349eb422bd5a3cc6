require "behaviours/wander"
local Hare = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Hare:OnStart() self.bt = BT(self.inst, PriorityNode({ Wander(self.inst, self.inst:GetPosition(), 8, { minwalktime = 1, randwalktime = 1, minwaittime = 0.2, randwaittime = 0.2 }) }, 0.25)) end
return Hare
