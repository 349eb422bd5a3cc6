-- Goes back when it is too far from home, in a bend around something that it avoids.
local LeashAndAvoid = Class(Leash, function(self, inst, findavoidanceobjectfn, avoid_dist, homelocation, max_dist, inner_return_dist, running)
    Leash._ctor(self, inst, homelocation, max_dist, inner_return_dist, running)
    self.name, self.findavoidanceobjectfn, self.avoid_dist = "LeashAndAvoid", findavoidanceobjectfn, avoid_dist
end)

function LeashAndAvoid:GetGoal(home)
    return WayAround(self.inst, self.avoidtarget, FunctionOrValue(self.avoid_dist, self.inst), home)
end

local go = Leash.Visit
function LeashAndAvoid:Visit()
    if self.status == READY then
        self.avoidtarget = self.findavoidanceobjectfn and self.findavoidanceobjectfn(self.inst) or nil
    end
    go(self)
end

return { LeashAndAvoid = LeashAndAvoid }
