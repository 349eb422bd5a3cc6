require "behaviours/chaseandattack"
require "behaviours/runaway"
require "behaviours/wander"
local Tusker = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Tusker:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        WhileNode(function() return inst:HornIsBroken() end, "Broken", PriorityNode({
            RunAway(inst, "boxer", 10, TUNING.TUSKER_SAFE_DIST),
            StandStill(inst),
        }, 0.25)),
        ChaseAndAttack(inst, 20, 30),
        Wander(inst, nil, 5),
    }, 0.25))
end
return Tusker
