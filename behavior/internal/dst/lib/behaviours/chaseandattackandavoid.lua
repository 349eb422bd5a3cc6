-- Hunts the combat target, and makes a bend around what it avoids.
local ChaseAndAttackAndAvoid = Class(ChaseAndAttack, function(self, inst, findavoidanceobjectfn, avoid_dist, max_chase_time, give_up_dist, max_attacks, findnewtargetfn, walk)
    ChaseAndAttack._ctor(self, inst, max_chase_time, give_up_dist, max_attacks, findnewtargetfn, walk)
    self.name, self.findavoidanceobjectfn, self.avoid_dist = "ChaseAndAttackAndAvoid", findavoidanceobjectfn, avoid_dist
end)

local chase = ChaseAndAttack.Visit
function ChaseAndAttackAndAvoid:Visit()
    chase(self)
    local inst = self.inst
    local object = self.status == RUNNING and self.findavoidanceobjectfn and self.findavoidanceobjectfn(inst)
    if object and inst:IsNear(object, FunctionOrValue(self.avoid_dist, inst)) then
        inst.components.locomotor:RunInDirection(object:GetAngleToPoint(inst:GetPosition()))
    end
end

return { ChaseAndAttackAndAvoid = ChaseAndAttackAndAvoid }
