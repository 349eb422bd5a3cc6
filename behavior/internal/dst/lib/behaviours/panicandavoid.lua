-- Runs in one direction, then in another, and never towards what it avoids.
local PanicAndAvoid = Class(BehaviourNode, function(self, inst, findavoidanceobjectfn, avoid_dist)
    BehaviourNode._ctor(self, "PanicAndAvoid")
    self.inst, self.findavoidanceobjectfn, self.avoid_dist, self.waittime = inst, findavoidanceobjectfn, avoid_dist, 0
end)

function PanicAndAvoid:PickNewDirection()
    local inst, angle = self.inst, math.random() * 360
    local object = self.findavoidanceobjectfn and self.findavoidanceobjectfn(inst)
    if object and inst:IsNear(object, FunctionOrValue(self.avoid_dist, inst)) then
        angle = object:GetAngleToPoint(inst:GetPosition()) + math.random() * 90 - 45
    end
    inst.components.locomotor:RunInDirection(angle)
    self.waittime = GetTime() + 0.25 + math.random() * 0.25
end

function PanicAndAvoid:Visit()
    if self.status == READY or GetTime() > self.waittime then self:PickNewDirection() end
    self.status = RUNNING
    self:Sleep(math.max(0, self.waittime - GetTime()))
end

return { PanicAndAvoid = PanicAndAvoid }
