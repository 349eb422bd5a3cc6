-- Goes to somebody until it is near enough.
local Approach = Class(BehaviourNode, function(self, inst, target, dist, canrun)
    BehaviourNode._ctor(self, "Approach")
    self.inst, self.target, self.dist, self.canrun = inst, target, dist, canrun ~= false
end)

function Approach:GetTarget() return FunctionOrValue(self.target, self.inst) end

function Approach:IsNear()
    local d = FunctionOrValue(self.dist, self.inst)
    return self.inst:GetDistanceSqToInst(self.currenttarget) < d * d
end

function Approach:DBString() return tostring(self.currenttarget) end

function Approach:Visit()
    local inst = self.inst
    if self.status == READY then
        self.currenttarget = self:GetTarget()
        self.status = self.currenttarget and not self:IsNear() and RUNNING or FAILED
    end
    if self.status ~= RUNNING then return end
    if not self.currenttarget:IsValid() then
        self.status = FAILED
        inst.components.locomotor:Stop()
    elseif self:IsNear() then
        self.status = SUCCESS
        inst.components.locomotor:Stop()
    else
        inst.components.locomotor:GoToPoint(self.currenttarget:GetPosition(), nil, self.canrun)
        self:Sleep(0.25)
    end
end

return { Approach = Approach }
