-- Who frightens all that fight or flee around it.
local EpicScare = Class(function(self, inst)
    self.inst = inst
    self.scarerange, self.defaultduration = 15, 5
    self.scaremusttags, self.scareexcludetags = { "_combat", "_health" }, { "epic", "INLIMBO" }
end)

function EpicScare:SetRange(range) self.scarerange = range end
function EpicScare:SetDefaultDuration(seconds) self.defaultduration = seconds end
function EpicScare:Scare(duration)
    local x, y, z = self.inst.Transform:GetWorldPosition()
    local data = { scarer = self.inst, duration = duration or self.defaultduration }
    for _, e in ipairs(TheSim:FindEntities(x, y, z, self.scarerange, self.scaremusttags, self.scareexcludetags)) do
        if e ~= self.inst and e.entity:IsVisible() and not e.components.health:IsDead() then e:PushEvent("epicscare", data) end
    end
end

return EpicScare
