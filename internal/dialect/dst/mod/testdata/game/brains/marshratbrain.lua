require "behaviours/wander"
local MarshRatBrain = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function MarshRatBrain:OnStart()
    self.bt = BT(self.inst, PriorityNode({ Wander(self.inst, nil, 8) }, 0.5))
end
return MarshRatBrain
