-- Who licks salt, and has had enough for a while.
local Saltlicker = Class(function(self, inst)
    self.inst = inst
    self.salted, self.saltedduration = false, 480 / 6
    inst:AddTag("saltlicker")
end)

function Saltlicker:SetUp(uses) self.uses_per_lick = uses end
function Saltlicker:SetOnSaltedFn(fn) self.onsaltedfn = fn end

local function done(inst, data)
    if data.name == "salt" then inst.components.saltlicker:SetSalted(false) end
end
function Saltlicker:SetSalted(salted)
    if self.salted == salted then return end
    self.salted = salted
    if salted then
        self.inst:ListenForEvent("timerdone", done)
        if self.inst.components.timer then self.inst.components.timer:StartTimer("salt", self.saltedduration) end
    else
        self.inst:RemoveEventCallback("timerdone", done)
        if self.inst.components.timer then self.inst.components.timer:StopTimer("salt") end
    end
    if self.onsaltedfn then self.onsaltedfn(self.inst, salted) end
    self.inst:PushEvent("saltchange", { salted = salted })
end
function Saltlicker:StartSalted() self:SetSalted(true) end
function Saltlicker:Stop() self:SetSalted(false) end

return Saltlicker
