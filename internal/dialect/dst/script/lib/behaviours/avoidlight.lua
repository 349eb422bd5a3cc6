-- Walks about by turns: for a while away from the light, or anywhere where there is none, and then it
-- waits.
local AvoidLight = Class(BehaviourNode, function(self, inst)
    BehaviourNode._ctor(self, "AvoidLight")
    self.inst, self.waittime, self.walking = inst, 0, false
end)

-- The direction away from the light; nil where there is none, or it comes from
-- everywhere.
function AvoidLight:GetDarkAngle()
    local watcher = self.inst.LightWatcher
    if watcher == nil or not watcher:IsInLight() then return nil end
    local angle = watcher:GetLightAngle()
    return angle and angle + 180
end

function AvoidLight:Wait(time)
    self.waittime = GetTime() + time
    self:Sleep(time)
end

function AvoidLight:HoldPosition()
    self.walking = false
    self.inst.components.locomotor:Stop()
    self:Wait(0.25 + math.random() * 0.75)
end

function AvoidLight:PickNewDirection()
    local inst = self.inst
    self.walking = true
    local angle = self:GetDarkAngle() or math.random(360)
    if inst.Physics ~= nil and not inst.Physics:CheckGridOffset(math.cos(angle * DEGREES), 0, -math.sin(angle * DEGREES)) then
        angle = angle + 180
    end
    inst.components.locomotor:WalkInDirection(angle)
    self:Wait(1 + math.random() * 3)
end

function AvoidLight:Visit()
    if self.status == READY then
        self.status = RUNNING
        self:PickNewDirection()
    elseif GetTime() > self.waittime then
        if self.walking then self:HoldPosition() else self:PickNewDirection() end
    else
        self:Sleep(self.waittime - GetTime())
    end
end

return { AvoidLight = AvoidLight }
