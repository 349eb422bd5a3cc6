-- Who gets used to explosions: each one leaves it less sensitive for a while.
local ExplosiveResist = Class(function(self, inst) self.inst = inst end)
ExplosiveResist.maxresist, ExplosiveResist.resistance, ExplosiveResist.maxdamage, ExplosiveResist.decay = 0.8, 0, 1000, false

function ExplosiveResist:SetResistance(n) self.resistance = math.max(0, math.min(n, self.maxresist)) end
function ExplosiveResist:GetResistance() return self.resistance end
function ExplosiveResist:DoDelta(n) self:SetResistance(self.resistance + n) end
function ExplosiveResist:OnExplosiveDamage(damage) self:DoDelta(damage / self.maxdamage) end

return ExplosiveResist
