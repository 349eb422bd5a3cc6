require "behaviours/chaseandattack"
require "behaviours/standstill"

local Keeper = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Keeper:OnStart()
    self.bt = BT(self.inst, PriorityNode({ ChaseAndAttack(self.inst, 30), StandStill(self.inst) }, 0.25))
end
return Keeper
