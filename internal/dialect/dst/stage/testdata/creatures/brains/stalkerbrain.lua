require "behaviours/chaseandattack"
local Stalker = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Stalker:OnStart()
    self.bt = BT(self.inst, PriorityNode({ ChaseAndAttack(self.inst, 30, 60), StandStill(self.inst) }, 0.25))
end
return Stalker
