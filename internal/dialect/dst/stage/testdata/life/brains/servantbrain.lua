require("behaviours/chaseandattack")
require("behaviours/wander")

local ServantBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

function ServantBrain:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        ChaseAndAttack(self.inst, 20, 30),
        Wander(self.inst),
    }, .25))
end

return ServantBrain
