-- Goes away from an electric fence that it ran into, for a moment.
local AvoidElectricFence = Class(BehaviourNode, function(self, inst)
    BehaviourNode._ctor(self, "AvoidElectricFence")
    self.inst = inst
    self.onshockfn = function(_, data) self.fence, self.shocktime = data and data.fence, GetTime() end
    inst:ListenForEvent("shocked_by_new_field", self.onshockfn)
end)

function AvoidElectricFence:OnStop()
    self.inst:RemoveEventCallback("shocked_by_new_field", self.onshockfn)
end

function AvoidElectricFence:Visit()
    if self.status == READY then
        self.status = self.fence and self.fence:IsValid() and RUNNING or FAILED
    end
    if self.status ~= RUNNING then return end
    if GetTime() - self.shocktime > 2 or not self.fence:IsValid() then
        self.fence, self.status = nil, SUCCESS
    else
        local angle = self.fence:GetAngleToPoint(self.inst:GetPosition():Get())
        self.inst.components.locomotor:RunInDirection(angle)
        self:Sleep(0.25)
    end
end

return { AvoidElectricFence = AvoidElectricFence }
