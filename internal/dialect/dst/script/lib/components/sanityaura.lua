-- What is near it does to the minds of players.
local SanityAura = Class(function(self, inst) self.inst = inst end)
SanityAura.aura = 0
function SanityAura:GetBaseAura() return self.aura end
function SanityAura:GetAura(observer)
    local aura = self.aurafn ~= nil and self.aurafn(self.inst, observer) or self.aura
    return aura * (self.fallofffn ~= nil and observer ~= nil and 1 / math.max(1, self.fallofffn(self.inst, observer, self.inst:GetDistanceSqToInst(observer))) or 1)
end
return SanityAura
