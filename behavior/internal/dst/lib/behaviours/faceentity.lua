-- Stands and looks at somebody.
local FaceEntity = Class(BehaviourNode, function(self, inst, getfn, keepfn, timeout, customalert)
    BehaviourNode._ctor(self, "FaceEntity")
    self.inst, self.getfn, self.keepfn, self.timeout, self.customalert = inst, getfn, keepfn, timeout, customalert
end)

function FaceEntity:HasLocomotor() return self.inst.components.locomotor ~= nil end

function FaceEntity:Visit()
    local inst = self.inst
    if self.status == READY then
        self.target = self.getfn(inst)
        self.starttime = GetTime()
        self.status = self.target and RUNNING or FAILED
        if self.target and self:HasLocomotor() then inst.components.locomotor:Stop() end
    end
    if self.status ~= RUNNING then return end
    if self.timeout and GetTime() - self.starttime > FunctionOrValue(self.timeout, inst) then
        self.status = SUCCESS
    elseif self.target:IsValid() and self.keepfn(inst, self.target) then
        inst:FacePoint(self.target.Transform:GetWorldPosition())
        self:Sleep(0.25)
    else
        self.status = FAILED
    end
end

return { FaceEntity = FaceEntity }
