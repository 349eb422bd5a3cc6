-- Runs in one direction, then in another, and never towards what it avoids.
local PanicAndAvoid = Class(BehaviourNode, function(self, inst, findavoidanceobjectfn, avoid_dist)
    BehaviourNode._ctor(self, "PanicAndAvoid")
    self.inst, self.findavoidanceobjectfn, self.avoid_dist, self.waittime = inst, findavoidanceobjectfn, avoid_dist, 0
end)

-- A heading that leads towards a thing which is near is turned to its side.
function PanicAndAvoid:Avoid(angle)
    local inst, object = self.inst, self.avoidtarget
    if not object or not object:IsValid() then return angle end
    if not inst:IsNear(object, 2 * FunctionOrValue(self.avoid_dist, inst)) then return angle end
    local towards = inst:GetAngleToPoint(object:GetPosition())
    local off = ReduceAngle(angle - towards)
    if math.abs(off) >= 45 then return angle end
    return towards + (off < 0 and -90 or 90)
end

function PanicAndAvoid:PickNewDirection()
    self.inst.components.locomotor:RunInDirection(self:Avoid(math.random() * 360))
    self.waittime = GetTime() + 0.25 + math.random() * 0.25
end

function PanicAndAvoid:Visit()
    if self.status == READY then
        self.avoidtarget = self.findavoidanceobjectfn and self.findavoidanceobjectfn(self.inst) or nil
        self:PickNewDirection()
        self.status = RUNNING
    elseif GetTime() > self.waittime then
        self:PickNewDirection()
    end
    self:Sleep(self.waittime - GetTime())
end

return { PanicAndAvoid = PanicAndAvoid }
