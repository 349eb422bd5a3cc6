-- Stands and looks at somebody.
local FaceEntity = Class(BehaviourNode, function(self, inst, getfn, keepfn, timeout, customalert)
    BehaviourNode._ctor(self, "FaceEntity")
    self.inst, self.getfn, self.keepfn, self.timeout, self.customalert = inst, getfn, keepfn, timeout, customalert
end)

function FaceEntity:HasLocomotor() return self.inst.components.locomotor ~= nil end

-- Who stands idle is alert from now on, where the state graph has such a state.
function FaceEntity:Alert()
    local sg = self.inst.sg
    local alert = self.customalert or "alert"
    if sg ~= nil and sg.sg ~= nil and sg.sg.states[alert] and sg:HasStateTag("idle") and not sg:HasStateTag("alert") then
        sg:GoToState(alert)
    end
end

function FaceEntity:Visit()
    local inst = self.inst
    if self.status == READY then
        self.target = self.getfn(inst)
        if not self.target then
            self.status = FAILED
            return
        end
        self.starttime, self.status = GetTime(), RUNNING
        if self:HasLocomotor() then inst.components.locomotor:Stop() end
    end
    if self.status ~= RUNNING then return end
    self:Alert()
    if self.timeout and GetTime() - self.starttime > FunctionOrValue(self.timeout, inst) then
        self.status = SUCCESS
    elseif self.target:IsValid() and self.keepfn(inst, self.target) then
        if inst.sg == nil or inst.sg:HasStateTag("canrotate") then
            inst:FacePoint(self.target.Transform:GetWorldPosition())
        end
        self:Sleep(0.5)
    else
        self.status = FAILED
    end
end

return { FaceEntity = FaceEntity }
