-- Goes where it is darker.
local AvoidLight = Class(BehaviourNode, function(self, inst)
    BehaviourNode._ctor(self, "AvoidLight")
    self.inst, self.waittime = inst, 0
end)

function AvoidLight:Visit()
    local inst = self.inst
    if self.status == READY then
        self.status, self.waittime = RUNNING, 0
    end
    if GetTime() > self.waittime then
        if inst.LightWatcher ~= nil and inst.LightWatcher:IsInLight() then
            inst.components.locomotor:RunInDirection(inst.LightWatcher:GetLightAngle() + 180)
        else
            inst.components.locomotor:Stop()
        end
        self.waittime = GetTime() + 0.5 + math.random() * 0.5
    end
    self:Sleep(math.max(0, self.waittime - GetTime()))
end

return { AvoidLight = AvoidLight }
