require "behaviours/findfarmplant"
require "behaviours/follow"
local Fly = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Fly:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        FindFarmPlant(inst, ACTIONS.ATTACKPLANT, true),
        Follow(inst, function() return inst.components.follower.leader end, 1, 3, 6),
    }, 0.25))
end
return Fly
