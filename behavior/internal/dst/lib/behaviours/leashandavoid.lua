-- Goes back when it is too far from home, around something that it avoids.
local LeashAndAvoid = Class(BehaviourNode, function(self, inst, findavoidanceobjectfn, avoid_dist, homelocation, max_dist, inner_return_dist, running)
    BehaviourNode._ctor(self, "LeashAndAvoid")
    self.inst, self.findavoidanceobjectfn, self.avoid_dist = inst, findavoidanceobjectfn, avoid_dist
    self.homepos, self.maxdist, self.returndist, self.running = homelocation, max_dist, inner_return_dist, running
end)

function LeashAndAvoid:IsBeyond(dist)
    local home, d = FunctionOrValue(self.homepos, self.inst), FunctionOrValue(dist, self.inst)
    return home and self.inst:GetDistanceSqToPoint(home) > d * d
end

function LeashAndAvoid:Visit()
    local inst = self.inst
    if self.status == READY then
        self.status = self:IsBeyond(self.maxdist) and RUNNING or FAILED
    end
    if self.status ~= RUNNING then return end
    if not self:IsBeyond(self.returndist) then
        inst.components.locomotor:Stop()
        self.status = SUCCESS
        return
    end
    local home = FunctionOrValue(self.homepos, inst)
    local object = self.findavoidanceobjectfn and self.findavoidanceobjectfn(inst)
    if object and inst:IsNear(object, FunctionOrValue(self.avoid_dist, inst)) then
        local here, from = inst:GetPosition(), object:GetPosition()
        home = here + (here - from):GetNormalized() * 4 + (home - here):GetNormalized() * 4
    end
    inst.components.locomotor:GoToPoint(home, nil, FunctionOrValue(self.running, inst))
    self:Sleep(0.5)
end

return { LeashAndAvoid = LeashAndAvoid }
