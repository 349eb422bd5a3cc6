-- Whether a creature that should move does not get anywhere.
local NEAR = 0.05 -- metres

local StuckDetection = Class(function(self, inst)
    self.inst = inst
    self.timetostuck = 2
end)

function StuckDetection:SetTimeToStuck(seconds) self.timetostuck = seconds end
function StuckDetection:Reset() self.starttime, self.x, self.z = nil, nil, nil end

-- It has to be asked again and again: stuck is who was near the same point at each
-- of these times.
function StuckDetection:IsStuck()
    local x, _, z = self.inst.Transform:GetWorldPosition()
    if self.x == nil or (x - self.x) * (x - self.x) + (z - self.z) * (z - self.z) >= NEAR * NEAR then
        self.x, self.z, self.starttime = x, z, GetTime()
        return false
    end
    return self.starttime + self.timetostuck <= GetTime()
end

return StuckDetection
