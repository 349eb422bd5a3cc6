-- Hunts the combat target, in a bend around something that it avoids.
local ChaseAndAttackAndAvoid = Class(ChaseAndAttack, function(self, inst, findavoidanceobjectfn, avoid_dist, max_chase_time, give_up_dist, max_attacks, findnewtargetfn, walk)
    ChaseAndAttack._ctor(self, inst, max_chase_time, give_up_dist, max_attacks, findnewtargetfn, walk)
    self.name, self.findavoidanceobjectfn, self.avoid_dist = "ChaseAndAttackAndAvoid", findavoidanceobjectfn, avoid_dist
end)

local position, chase = ChaseAndAttack.GetChasePosition, ChaseAndAttack.Visit

function ChaseAndAttackAndAvoid:GetChasePosition(target)
    return WayAround(self.inst, self.avoidtarget, FunctionOrValue(self.avoid_dist, self.inst), position(self, target))
end

function ChaseAndAttackAndAvoid:Visit()
    if self.status == READY then
        self.avoidtarget = self.findavoidanceobjectfn and self.findavoidanceobjectfn(self.inst) or nil
    end
    chase(self)
end

return { ChaseAndAttackAndAvoid = ChaseAndAttackAndAvoid }
