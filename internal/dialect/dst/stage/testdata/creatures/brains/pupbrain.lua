require "behaviours/chaseandattack"
require "behaviours/follow"

local Pup = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Pup:OnStart()
    local inst = self.inst
    local function leader() return inst.components.follower.leader end
    self.bt = BT(inst, PriorityNode({
        ChaseAndAttack(inst, 30, 60, nil, function() return leader() ~= nil and leader().components.combat.target or nil end),
        Follow(inst, leader, 2, 4, 8),
    }, 0.25))
end
return Pup
