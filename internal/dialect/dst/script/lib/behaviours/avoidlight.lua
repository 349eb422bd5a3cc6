-- Runs away from the light, and stands where it is dark.
local AvoidLight = Class(BehaviourNode, function(self, inst)
    BehaviourNode._ctor(self, "AvoidLight")
    self.inst, self.waittime = inst, 0
end)

-- The direction away from the light; nil where there is none, or it comes from
-- everywhere.
function AvoidLight:GetDarkAngle()
    local watcher = self.inst.LightWatcher
    if watcher == nil or not watcher:IsInLight() then return nil end
    local angle = watcher:GetLightAngle()
    return angle and angle + 180
end

function AvoidLight:PickNewDirection()
    local inst = self.inst
    local angle = self:GetDarkAngle()
    if angle == nil or inst.Physics ~= nil and not inst.Physics:CheckGridOffset(math.cos(angle * DEGREES), 0, -math.sin(angle * DEGREES)) then
        inst.components.locomotor:Stop()
    else
        inst.components.locomotor:RunInDirection(angle)
    end
    self.waittime = GetTime() + 0.25 + math.random() * 0.25
end

function AvoidLight:Visit()
    if self.status == READY then
        self:PickNewDirection()
        self.status = RUNNING
    elseif GetTime() > self.waittime then
        self:PickNewDirection()
    end
    self:Sleep(self.waittime - GetTime())
end

return { AvoidLight = AvoidLight }
