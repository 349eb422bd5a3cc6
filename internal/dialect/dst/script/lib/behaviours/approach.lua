-- Goes to somebody until it is near enough. Its body goes on until another node stops it.
local Approach = Class(BehaviourNode, function(self, inst, target, dist, canrun)
    BehaviourNode._ctor(self, "Approach")
    self.inst, self.target, self.dist, self.canrun = inst, target, dist, canrun ~= false
end)

function Approach:GetTarget()
    local target = FunctionOrValue(self.target, self.inst)
    return target and target:IsValid() and target or nil
end

function Approach:DBString() return tostring(self.currenttarget) end

function Approach:Visit()
    local inst = self.inst
    if self.status == READY then
        self.currenttarget = self:GetTarget()
        self.status = self.currenttarget and RUNNING or FAILED
    end
    if self.status ~= RUNNING then return end
    local target, dist = self.currenttarget, FunctionOrValue(self.dist, inst)
    if not target:IsValid() or target.components.health ~= nil and target.components.health:IsDead() then
        self.status = FAILED
        inst.components.locomotor:Stop()
    elseif inst:GetDistanceSqToInst(target) < dist * dist then
        self.status = SUCCESS
    else
        inst.components.locomotor:GoToPoint(target:GetPosition(), nil, self.canrun)
        self:Sleep(0.25)
    end
end

return { Approach = Approach }
