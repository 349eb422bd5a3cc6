require "behaviours/chaseandattack"
require "behaviours/wander"
local Flitter = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Flitter:OnStart()
    local inst = self.inst
    local team = inst.components.teamattacker
    self.bt = BT(inst, PriorityNode({
        WhileNode(function() return team.orders == ORDERS.ATTACK end, "Attacks", ChaseAndAttack(inst, 10, 30)),
        WhileNode(function() return team.inteam and team.formationpos ~= nil end, "Circles", ActionNode(function()
            inst.components.locomotor:GoToPoint(team.formationpos, nil, true)
        end)),
        Wander(inst, nil, 5),
    }, 0.1))
end
return Flitter
